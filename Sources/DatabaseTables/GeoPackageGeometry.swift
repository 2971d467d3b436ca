import JSONDocument
import MapFeatures

/// A geometry as a GeoPackage stores it: a header, and well-known binary behind it.
///
/// - SeeAlso: OGC 12-128r18, §2.1.3; OGC 06-103r4, §8.
package enum GeoPackageGeometry {
  /// Brings a position to longitude and latitude; `nil` where it has none.
  package typealias Move = (SIMD2<Double>) -> SIMD2<Double>?

  /// Writes a geometry as GeoJSON; heights and measures are left out, an empty geometry is `null`.
  ///
  /// - Parameter blob: none for a missing geometry.
  static func write(_ blob: UnsafeRawBufferPointer, to line: inout LineText) throws(DatabaseError) {
    guard let body = try body(of: blob) else {
      line.append(null)
      return
    }
    try write(wellKnownBinary: body, to: &line, moving: nil)
  }

  /// The well-known binary behind the header; `nil` for a geometry that is missing or marked as empty.
  ///
  /// - Parameter blob: none for a missing geometry.
  static func body(of blob: UnsafeRawBufferPointer) throws(DatabaseError) -> UnsafeRawBufferPointer? {
    guard !blob.isEmpty else { return nil }
    guard blob.count >= 8, blob[0] == 0x47, blob[1] == 0x50 else {
      throw .geometry("it does not begin with GP")
    }
    let flags = blob[3]
    let envelopeSize: Int
    switch flags >> 1 & 7 {
    case 0: envelopeSize = 0
    case 1: envelopeSize = 32
    case 2, 3: envelopeSize = 48
    case 4: envelopeSize = 64
    default: throw .geometry("its header is cut or of an unknown kind")
    }
    guard blob.count >= 8 + envelopeSize else { throw .geometry("its header is cut or of an unknown kind") }
    if flags & 0x20 != 0 { throw .geometry("it is of an extended type") }
    return flags & 0x10 != 0 ? nil : UnsafeRawBufferPointer(rebasing: blob[(8 + envelopeSize)...])
  }

  /// Writes well-known binary as GeoJSON; heights and measures are left out, an empty point is `null`.
  ///
  /// - Parameter move: what is done to each position.
  package static func write(
    wellKnownBinary bytes: UnsafeRawBufferPointer, to line: inout LineText, moving move: Move?
  ) throws(DatabaseError) {
    if writePoint(bytes, to: &line, moving: move) { return }
    var json = JSONWriter()
    var reader = BinaryGeometry(bytes: bytes, move: move)
    try reader.write(to: &json, depth: 0)
    line.append(json.takeBytes())
  }

  /// Writes a plain point whose numbers stand low byte first, as nearly all do; whether it is one.
  private static func writePoint(
    _ bytes: UnsafeRawBufferPointer, to line: inout LineText, moving move: Move?
  ) -> Bool {
    guard bytes.count == 21, let header = BinaryGeometryHeader(bytes), header.isLittle, header.type == 1
    else { return false }
    var position = header.position(bytes, at: header.end)
    if let move {
      guard let moved = move(position) else { return false }
      position = moved
    }
    guard !position.x.isNaN, !position.y.isNaN else { return false }
    line.append(point)
    line.append(position.x)
    line.append(byte: 0x2C)
    line.append(position.y)
    line.append(end)
    return true
  }

  private static var null: StaticString { "null" }
  private static var point: StaticString { #"{"type":"Point","coordinates":["# }
  private static var end: StaticString { "]}" }
}

/// Reads well-known binary from its first byte on.
private struct BinaryGeometry {
  let bytes: UnsafeRawBufferPointer
  let move: GeoPackageGeometry.Move?
  private var offset = 0

  init(bytes: UnsafeRawBufferPointer, move: GeoPackageGeometry.Move?) {
    (self.bytes, self.move) = (bytes, move)
  }

  private static let names = [
    "", "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon",
    "GeometryCollection",
  ]

  mutating func write(to json: inout JSONWriter, depth: Int) throws(DatabaseError) {
    guard depth < 16 else { throw .geometry("it is nested too deeply") }
    let header = try header()
    let kind = header.kind
    guard kind >= 1, kind < BinaryGeometry.names.count else { throw .geometry("its type \(kind) is unknown") }
    if kind == 1 {
      guard let position = try position(header) else { return json.null() }
      json.beginObject()
      json.member("type", "Point")
      json.key("coordinates")
      BinaryGeometry.write(position, to: &json)
      json.endObject()
      return
    }
    json.beginObject()
    json.member("type", BinaryGeometry.names[kind])
    json.key(kind == 7 ? "geometries" : "coordinates")
    try writeBody(header, to: &json, depth: depth)
    json.endObject()
  }

  private mutating func writeBody(
    _ header: BinaryGeometryHeader, to json: inout JSONWriter, depth: Int
  ) throws(DatabaseError) {
    json.beginArray()
    let count = try integer(header.isLittle)
    // Each part has at least one number more: a false count ends with the bytes, not with the memory.
    for _ in 0..<count {
      switch header.kind {
      case 2: try writePosition(header, to: &json)
      case 3:
        json.beginArray()
        for _ in 0..<(try integer(header.isLittle)) { try writePosition(header, to: &json) }
        json.endArray()
      case 7: try write(to: &json, depth: depth + 1)
      default:
        let part = try self.header()
        guard part.kind == header.kind - 3 else { throw .geometry("a part of it is of another type") }
        if part.kind == 1 {
          try writePosition(part, to: &json)
        } else {
          try writeBody(part, to: &json, depth: depth + 1)
        }
      }
    }
    json.endArray()
  }

  private mutating func header() throws(DatabaseError) -> BinaryGeometryHeader {
    guard offset < bytes.count, bytes[offset] <= 1 else { throw .geometry("its bytes are out of order") }
    guard let header = BinaryGeometryHeader(bytes, at: offset) else { throw .geometry("it is cut off") }
    offset = header.end
    return header
  }

  private mutating func writePosition(
    _ header: BinaryGeometryHeader, to json: inout JSONWriter
  ) throws(DatabaseError) {
    guard let position = try position(header) else { throw .geometry("a part of it is empty") }
    BinaryGeometry.write(position, to: &json)
  }

  private static func write(_ position: SIMD2<Double>, to json: inout JSONWriter) {
    json.beginArray()
    json.number(position.x)
    json.number(position.y)
    json.endArray()
  }

  /// The first two numbers of a position; `nil` for an empty point, which has none.
  private mutating func position(_ header: BinaryGeometryHeader) throws(DatabaseError) -> SIMD2<Double>? {
    guard bytes.count - offset >= 8 * header.dimensions else { throw .geometry("it is cut off") }
    let position = header.position(bytes, at: offset)
    offset += 8 * header.dimensions
    if position.x.isNaN && position.y.isNaN { return nil }
    guard let move else { return position }
    return move(position)
  }

  private mutating func integer(_ isLittle: Bool) throws(DatabaseError) -> Int {
    guard bytes.count - offset >= 4 else { throw .geometry("it is cut off") }
    let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    offset += 4
    return Int(isLittle ? UInt32(littleEndian: bits) : UInt32(bigEndian: bits))
  }
}
