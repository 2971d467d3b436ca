/// Reads well-known binary into a chunk, without heights and measures.
///
/// - SeeAlso: OGC 06-103r4, §8.
struct BinaryGeometry {
  struct Fault: Error {
    let reason: String
  }

  private let bytes: UnsafeRawBufferPointer
  private let rows: any TableRows
  private let chunk: Chunk
  private let row: Int
  private var offset = 0
  private var reason: SkipReason?

  static func take(from rows: any TableRows, row: Int, into chunk: Chunk) throws(ResourceError) {
    guard let bytes = try rows.geometry() else { return chunk.skip(offset: row, .nullGeometry) }
    // A plain point whose numbers stand low byte first, as nearly all do.
    if bytes.count == 21, bytes[0] == 1,
      bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self).littleEndian == 1,
      let position = rows.degrees(BinaryGeometryHeader.pair(bytes, at: 5)), !position.x.isNaN,
      !position.y.isNaN
    {
      return chunk.add(longitude: position.x + 0, latitude: position.y + 0, offset: row)
    }
    var geometry = BinaryGeometry(bytes, of: rows, row: row, into: chunk)
    let mark = chunk.mark
    do throws(Fault) {
      try geometry.take(depth: 0)
    } catch {
      throw rows.damagedGeometry(error.reason)
    }
    chunk.endGeometry(geometry.reason, since: mark, offset: row)
  }

  private init(_ bytes: UnsafeRawBufferPointer, of rows: any TableRows, row: Int, into chunk: Chunk) {
    (self.bytes, self.rows, self.row, self.chunk) = (bytes, rows, row, chunk)
  }

  static let kinds: [GeoJSONKind] = [
    .unknown, .point, .line, .polygon, .multiPoint, .multiLine, .multiPolygon, .geometries,
  ]

  private mutating func take(depth: Int) throws(Fault) {
    guard depth < 16 else { throw Fault(reason: "it is nested too deeply") }
    let header = try header()
    guard (1...7).contains(header.kind) else { throw Fault(reason: "its type \(header.kind) is unknown") }
    let (kind, path) = (BinaryGeometry.kinds[header.kind], chunk.pathEnds.count)
    switch header.kind {
    case 1:
      if let position = try position(header) { add(position) }
      return
    case 2, 3: try takePart(header, of: kind)
    default:
      let count = try integer(header.isLittle)
      // Each part has at least one number more: a false count ends with the bytes, not with the memory.
      for _ in 0..<count {
        if header.kind == 7 {
          try take(depth: depth + 1)
          continue
        }
        let part = try self.header()
        guard part.kind == header.kind - 3 else { throw Fault(reason: "a part of it is of another type") }
        try takePart(part, of: kind)
      }
    }
    guard reason == nil, ![4, 7].contains(header.kind), chunk.pathEnds.count > path else { return }
    chunk.shapes.append(
      .init(
        kind: header.kind % 3 == 2 ? .line : .area, record: chunk.recordCount, offset: row,
        paths: path..<chunk.pathEnds.count))
  }

  private mutating func takePart(_ header: BinaryGeometryHeader, of kind: GeoJSONKind) throws(Fault) {
    switch header.kind {
    case 1: if let position = try position(header) { add(position) }
    case 2: try takePath(header, atLeast: 2, isHole: false, of: kind)
    default:
      let count = try integer(header.isLittle)
      for ring in 0..<count { try takePath(header, atLeast: 3, isHole: ring > 0, of: kind) }
    }
  }

  private mutating func takePath(
    _ header: BinaryGeometryHeader, atLeast least: Int, isHole: Bool, of kind: GeoJSONKind
  ) throws(Fault) {
    let count = try integer(header.isLittle)
    if count == 0, !isHole { return }
    if count < least { refuse(.badCoordinates(of: kind.name)) }
    for _ in 0..<count {
      let position = try filledPosition(header)
      var longitude = position.x
      if let refusal = CoordinateCheck.refusal(&longitude, latitude: position.y) { refuse(refusal) }
      chunk.appendVertex(longitude: position.x, latitude: position.y)
    }
    chunk.pathEnds.append(chunk.vertexCount)
    chunk.pathIsHole.append(isHole)
  }

  private mutating func add(_ position: SIMD2<Double>) {
    var longitude = position.x
    if let refusal = CoordinateCheck.refusal(&longitude, latitude: position.y) { return refuse(refusal) }
    chunk.reserve(1)
    chunk.appendReserved(longitude: longitude, latitude: position.y, offset: row)
  }

  private mutating func refuse(_ reason: SkipReason) { if self.reason == nil { self.reason = reason } }

  private mutating func header() throws(Fault) -> BinaryGeometryHeader {
    guard offset < bytes.count, bytes[offset] <= 1 else { throw Fault(reason: "its bytes are out of order") }
    guard let header = BinaryGeometryHeader(bytes, at: offset) else { throw Fault(reason: "it is cut off") }
    offset = header.end
    return header
  }

  private mutating func filledPosition(_ header: BinaryGeometryHeader) throws(Fault) -> SIMD2<Double> {
    guard let position = try position(header) else { throw Fault(reason: "a part of it is empty") }
    return position
  }

  /// Position without negative zeros; `nil` for an empty point.
  private mutating func position(_ header: BinaryGeometryHeader) throws(Fault) -> SIMD2<Double>? {
    guard bytes.count - offset >= 8 * header.dimensions else { throw Fault(reason: "it is cut off") }
    let position = header.position(bytes, at: offset)
    offset += 8 * header.dimensions
    return position.x.isNaN && position.y.isNaN ? nil : rows.degrees(position).map { $0 + 0 }
  }

  private mutating func integer(_ isLittle: Bool) throws(Fault) -> Int {
    guard bytes.count - offset >= 4 else { throw Fault(reason: "it is cut off") }
    let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    offset += 4
    return Int(isLittle ? UInt32(littleEndian: bits) : UInt32(bigEndian: bits))
  }
}
