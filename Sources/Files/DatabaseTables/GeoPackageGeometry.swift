import MapFeatures

/// Well-known binary of a GeoPackage geometry; `nil` if missing or empty.
///
/// - SeeAlso: OGC 12-128r18, §2.1.3.
func wellKnownBinary(
  ofGeoPackage blob: UnsafeRawBufferPointer
) throws(ResourceError) -> UnsafeRawBufferPointer? {
  guard !blob.isEmpty else { return nil }
  guard blob.count >= 8, blob[0] == 0x47, blob[1] == 0x50 else {
    throw .geometry("it does not begin with GP")
  }
  let flags = blob[3]
  let start =
    switch flags >> 1 & 7 {
    case 0: 8
    case 1: 40
    case 2, 3: 56
    case 4: 72
    default: Int.max
    }
  guard blob.count >= start else { throw .geometry("its header is cut or of an unknown kind") }
  if flags & 0x20 != 0 { throw .geometry("it is of an extended type") }
  return flags & 0x10 != 0 ? nil : UnsafeRawBufferPointer(rebasing: blob[start...])
}
