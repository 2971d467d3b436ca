import CDrivers
import MapContent

enum MarkerStream {
  private static let numbers: Set = [
    "longitude", "latitude", "point_count", "west", "south", "east", "north", "column", "row", "leaf_count",
    "x", "y", "radius", "dx", "dy", "minzoom", "maxzoom", "parent",
  ]
  private static let logical: Set = ["cluster", "unique_location", "visible"]

  private struct Column {
    let name: String
    let kind: Character
    var bytes: [UInt8] = []
    var valid: [UInt8] = []

    init(_ name: String, _ kind: Character) { (self.name, self.kind) = (name, kind) }

    mutating func append(_ number: Double?) {
      withUnsafeBytes(of: number ?? 0) { bytes += $0 }
      valid.append(number == nil ? 0 : 1)
    }

    mutating func append(_ text: String?) {
      bytes += (text ?? "").utf8.filter { $0 != 0 } + [0]
      valid.append(text == nil ? 0 : 1)
    }

    mutating func append(_ bool: Bool?) {
      bytes.append(bool == true ? 1 : 0)
      valid.append(bool == nil ? 0 : 1)
    }
  }

  static func write(_ document: MarkerDocument, to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    let table = document.table()
    var columns: [Column] = []
    for (index, name) in table.names.enumerated() {
      var column = Column(name, numbers.contains(name) ? "g" : logical.contains(name) ? "b" : "u")
      for fields in table.fields {
        switch column.kind {
        case "g": column.append(Double(fields[index]))
        case "b": column.append(fields[index] == "true")
        default: column.append(fields[index])
        }
      }
      columns.append(column)
    }
    for (index, name) in table.propertyNames.enumerated() {
      let values = table.values.map { $0[index] == .null ? nil : $0[index] }
      let present = values.compactMap(\.self)
      let isNumber = present.allSatisfy { if case .number = $0 { true } else { false } }
      let isBool = present.allSatisfy { if case .bool = $0 { true } else { false } }
      var column = Column(name, isNumber ? "g" : isBool ? "b" : "u")
      for value in values {
        switch (column.kind, value) {
        case ("g", let value): column.append(value?.number)
        case ("b", .bool(let bool)): column.append(bool)
        case ("b", _): column.append(nil as Bool?)
        default: column.append(value?.text)
        }
      }
      columns.append(column)
    }
    export(columns, rows: table.fields.count, to: stream)
  }

  private static func export(
    _ columns: [Column], rows: Int, to stream: UnsafeMutablePointer<ArrowArrayStream>
  ) {
    // Blocks of their own: the pointers of several arrays are needed at once.
    var blocks: [UnsafeMutableRawPointer] = []
    defer { for block in blocks { block.deallocate() } }
    func block(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
      let block = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
      block.copyMemory(from: bytes, byteCount: bytes.count)
      blocks.append(block)
      return block
    }
    let described = columns.map { column in
      arrow_column(
        name: block(Array(column.name.utf8) + [0]).assumingMemoryBound(to: CChar.self),
        kind: CChar(column.kind.asciiValue ?? 0), values: block(column.bytes),
        valid: column.valid.contains(0) ? block(column.valid).assumingMemoryBound(to: UInt8.self) : nil)
    }
    arrow_export(Int64(rows), Int32(columns.count), described, stream)
  }
}
