struct FeatureDecoder {
  let keys, values, version: Int
  private(set) var columns = FeatureColumns()
  private(set) var shortRings = 0
  private(set) var shortLines = 0
  private(set) var geometry: GeometryDecoder

  init(keys: Int, values: Int, version: Int, capacity: Int) {
    (self.keys, self.values, self.version) = (keys, values, version)
    geometry = GeometryDecoder(capacity: capacity)
  }

  /// Reads a feature; a broken one leaves nothing.
  mutating func decode(_ message: WireReader) throws(TileFault.Problem) {
    let (parts, tags) = (columns.parts.count, columns.tags.count)
    let filled = geometry.filled
    do throws(TileFault.Problem) {
      try read(message)
    } catch {
      columns.parts.removeAll(from: parts)
      columns.tags.removeLast(columns.tags.count - tags)
      geometry.reset(to: filled)
      throw error
    }
  }

  private mutating func read(_ message: WireReader) throws(TileFault.Problem) {
    var rest = message
    var (id, hasID, kindNumber) = (0 as UInt64, false, 0 as UInt64)
    var tags = PackedField(number: 2)
    var commands = PackedField(number: 4)
    while let field = try rest.field() {
      switch (field.number, field.kind) {
      case (1, .varint):
        id = try rest.varint()
        hasID = true
      case (2, .message): tags.add(try rest.message())
      case (3, .varint): kindNumber = try rest.varint()
      case (4, .message): commands.add(try rest.message())
      case (2, .varint):
        tags.isScattered = true
        _ = try rest.varint()
      case (4, .varint):
        commands.isScattered = true
        _ = try rest.varint()
      case (1...4, _): throw .wrongWireType
      default: try rest.skip(field.kind)
      }
    }
    guard kindNumber <= 3 else { throw .unknownGeometryType }
    // Type 0 is "unknown": a decoder may ignore it.
    guard let kind = VectorTileFeature.Kind(rawValue: UInt8(kindNumber)) else { return }
    let tagBegin = Int32(columns.tags.count)
    try tags.read(message) { (numbers) throws(TileFault.Problem) in try readTags(numbers) }
    let partBegin = Int32(columns.parts.count)
    guard commands.exists else { throw .featureWithoutGeometry }
    try commands.read(message) { (numbers) throws(TileFault.Problem) in try readGeometry(numbers, kind) }
    let partEnd = Int32(columns.parts.count)
    guard partEnd > partBegin else { return columns.tags.removeLast(columns.tags.count - Int(tagBegin)) }
    columns.records.append(
      FeatureRecord(
        kind: kind, hasID: hasID, id: id, parts: partBegin..<partEnd,
        tags: tagBegin..<Int32(columns.tags.count)))
  }

  private mutating func readTags(_ numbers: WireReader) throws(TileFault.Problem) {
    var numbers = numbers
    while !numbers.isAtEnd {
      let key = try numbers.varint()
      if numbers.isAtEnd { throw .oddTags }
      let value = try numbers.varint()
      guard key < UInt64(keys), value < UInt64(values) else { throw .tagsOutOfRange }
      columns.tags.append(UInt32(key))
      columns.tags.append(UInt32(value))
    }
  }

  private mutating func readGeometry(
    _ numbers: WireReader, _ kind: VectorTileFeature.Kind
  ) throws(TileFault.Problem) {
    switch kind {
    case .point: try geometry.readPoints(numbers, into: &columns)
    case .line: shortLines += try geometry.readPaths(numbers, areRings: false, into: &columns)
    case .polygon:
      let first = columns.parts.count
      shortRings += try geometry.readPaths(numbers, areRings: true, into: &columns)
      RingGrouping(version: version, first: first).group(&geometry, &columns)
    }
  }
}

/// Packed numbers. Protobuf allows several pieces or single numbers, which are joined first.
private struct PackedField {
  let number: UInt64
  var isScattered = false
  var piece: WireReader?

  var exists: Bool { isScattered || piece != nil }

  mutating func add(_ piece: WireReader) {
    if self.piece != nil { isScattered = true }
    self.piece = piece
  }

  func read(
    _ message: WireReader, _ body: (WireReader) throws(TileFault.Problem) -> Void
  ) throws(TileFault.Problem) {
    guard isScattered else {
      if let piece { try body(piece) }
      return
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: message.count, alignment: 1)
    defer { memory.deallocate() }
    guard let begin = memory.baseAddress else { return }
    var (rest, filled) = (message, 0)
    while let field = try rest.field() {
      guard field.number == number else {
        try rest.skip(field.kind)
        continue
      }
      let before = rest
      let bytes: UnsafeRawBufferPointer
      if field.kind == .message {
        bytes = try rest.message().bytes
      } else {
        try rest.skip(field.kind)
        bytes = UnsafeRawBufferPointer(start: before.at, count: rest.at - before.at)
      }
      UnsafeMutableRawBufferPointer(rebasing: memory[filled...]).copyMemory(from: bytes)
      filled += bytes.count
    }
    try body(WireReader(begin, count: filled))
  }
}
