struct TileDecoder {
  let names: Set<String>?
  private(set) var layers: [VectorTileLayer] = []
  private(set) var faults = FaultCollector()
  private var known: Set<String> = []

  init(names: Set<String>?) { self.names = names }

  mutating func decode(_ bytes: UnsafeRawBufferPointer) {
    guard let begin = bytes.baseAddress else { return }
    guard bytes.count < Int(Int32.max) else { return faults.add(.tooLarge, in: nil) }
    var reader = WireReader(begin, count: bytes.count)
    do throws(TileFault.Problem) {
      while let field = try reader.field() {
        switch (field.number, field.kind) {
        case (3, .message): decodeLayer(try reader.message())
        case (3, _): throw .wrongWireType
        default: try reader.skip(field.kind)
        }
      }
    } catch {
      faults.add(error, in: nil)
    }
  }

  private mutating func decodeLayer(_ message: WireReader) {
    var head = LayerHead()
    do throws(TileFault.Problem) {
      try head.read(message)
    } catch {
      let isWanted = names.map { names in head.name.map { names.contains($0) } ?? true } ?? true
      if isWanted { faults.add(error, in: head.name) }
      return
    }
    guard let name = head.name else { return faults.add(.layerWithoutName, in: nil) }
    if let names, !names.contains(name) { return }
    guard known.insert(name).inserted else { return faults.add(.repeatedLayer, in: name) }
    guard (1...2).contains(head.version) else {
      return faults.add(.unsupportedVersion(head.version), in: name)
    }
    guard head.extent > 0, head.extent <= UInt64(Int32.max) else {
      return faults.add(.extentOutOfRange, in: name)
    }
    let table = decodeTable(message, head, name)
    var decoder = FeatureDecoder(
      keys: table.keyEnds.count, values: table.values.count, version: Int(head.version),
      capacity: head.featureBytes)
    defer { decoder.geometry.release() }
    // Nothing is thrown: the head was read over the same fields.
    try? message.forEachMessage(2) { feature in
      do throws(TileFault.Problem) { try decoder.decode(feature) } catch { faults.add(error, in: name) }
    }
    faults.add(.shortRing, in: name, count: decoder.shortRings)
    faults.add(.shortLine, in: name, count: decoder.shortLines)
    layers.append(
      VectorTileLayer(
        name: name, version: Int(head.version), extent: Int(head.extent),
        coordinates: decoder.geometry.coordinates, columns: decoder.columns, table: table))
  }

  private mutating func decodeTable(_ message: WireReader, _ head: LayerHead, _ name: String) -> TagTable {
    var table = TagTable()
    table.reserve(keys: head.keys, values: head.values)
    try? message.forEachMessage(3) { table.addKey($0.bytes) }
    try? message.forEachMessage(4) { value in
      do throws(TileFault.Problem) { try table.addValue(value) } catch { faults.add(error, in: name) }
    }
    return table
  }
}

private struct LayerHead {
  var name: String?
  var version: UInt64 = 1
  var extent: UInt64 = 4096
  var keys = 0
  var values = 0
  /// Upper bound of the coordinates.
  var featureBytes = 0

  mutating func read(_ message: WireReader) throws(TileFault.Problem) {
    var message = message
    while let field = try message.field() {
      switch (field.number, field.kind) {
      case (1, .message): name = String(decoding: try message.message().bytes, as: UTF8.self)
      case (2, .message): featureBytes += try message.message().count
      case (3, .message):
        keys += 1
        try message.skip(.message)
      case (4, .message):
        values += 1
        try message.skip(.message)
      case (5, .varint): extent = try message.varint()
      case (15, .varint): version = try message.varint()
      case (1...5, _), (15, _): throw .wrongWireType
      default: try message.skip(field.kind)
      }
    }
  }
}
