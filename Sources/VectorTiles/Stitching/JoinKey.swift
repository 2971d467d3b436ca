/// The key by which two pieces of different tiles are one feature: kind and id, or kind and all properties.
///
/// Equal properties may have other indices and another order in each tile, hence the bytes.
struct JoinKey: Hashable {
  private let bytes: [UInt8]

  init(_ feature: VectorTileFeature) {
    var bytes = [feature.kind.rawValue]
    if let id = feature.id {
      bytes.append(1)
      JoinKey.append(id, to: &bytes)
    } else {
      let table = feature.layer.table
      let tags = feature.tagIndices.map { (key: Array(table.keyBytes($0.key)), value: $0.value) }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      for (key, index) in tags {
        let value = table.values[index]
        let text = table.textBytes(of: value)
        JoinKey.append(UInt64(key.count), to: &bytes)
        bytes += key
        // A number is the same whether it was written as int, uint or sint.
        let kind = value.kind == .int && value.bits >> 63 == 0 ? .uint : value.kind
        bytes.append(kind.rawValue)
        JoinKey.append(kind == .string ? UInt64(text.count) : value.bits, to: &bytes)
        bytes += text
      }
    }
    self.bytes = bytes
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }
}
