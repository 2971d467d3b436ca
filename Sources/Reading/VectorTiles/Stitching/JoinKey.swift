extension VectorTileFeature {
  /// Key of pieces of one feature: kind and id, or kind and all properties as bytes, because indices and
  /// order differ between tiles.
  var joinKey: [UInt8] {
    var bytes = [kind.rawValue]
    func append(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    if let id {
      bytes.append(1)
      append(id)
      return bytes
    }
    let table = layer.table
    let tags = tagIndices.map { (key: Array(table.keyBytes($0.key)), value: $0.value) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (key, index) in tags {
      let value = table.values[index]
      let text = table.textBytes(of: value)
      append(UInt64(key.count))
      bytes += key
      // A number is the same whether it was written as int, uint or sint.
      let kind = value.kind == .int && value.bits >> 63 == 0 ? .uint : value.kind
      bytes.append(kind.rawValue)
      append(kind == .string ? UInt64(text.count) : value.bits)
      bytes += text
    }
    return bytes
  }
}
