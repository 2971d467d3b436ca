import MapFeatures

/// Hexadecimal digits of a point: well-known binary or SpatiaLite's form of it; `nil` for other bytes.
///
/// - SeeAlso: OGC 06-103r4, §8; PostGIS for the reference system; SpatiaLite, "BLOB-Geometry": 00, byte
///   order, system, 32 bytes of box, 7C, geometry, FE.
func placeDigits(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
  if bytes.count == 60, bytes[0] == 0, bytes[1] == 1, bytes[38] == 0x7C, bytes[59] == 0xFE,
    Array(bytes[39..<43]) == [1, 0, 0, 0]
  {
    return digits([1, 1, 0, 0, 0x20] + bytes[2..<6] + bytes[43..<59])
  }
  guard bytes.count >= 21, let header = BinaryGeometryHeader(bytes), header.type & 0x1FFF_0000 == 0,
    header.kind == 1, header.thousands < 4, bytes.count == header.end + 8 * header.dimensions
  else { return nil }
  return digits(Array(bytes))
}

private func digits(_ bytes: [UInt8]) -> [UInt8] {
  bytes.flatMap { byte in
    [byte >> 4, byte & 15].map { (digit: UInt8) -> UInt8 in digit + (digit < 10 ? 0x30 : 0x57) }
  }
}
