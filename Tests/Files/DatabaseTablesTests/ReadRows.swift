import DatabaseTables
import JSONDocument
import MapFeatures

/// The rows of a table as JSON, a line each; features with their identifier.
func lines(_ path: String, _ table: String? = nil, isCancelled: Bool = false) throws -> [String] {
  guard let found = try DatabaseTable(path: path, table: table, isCancelled: { isCancelled }) else {
    return ["no features"]
  }
  let rows = try DatabaseRows(of: found, found.columnNames, areFeatures: found.hasGeometry)
  var lines: [String] = []
  while try rows.next() {
    _ = try rows.geometry()
    var line = JSONWriter()
    line.object { line in
      if let identifier = rows.identifier { line.member("$", identifier) }
      for (column, name) in rows.columnNames.enumerated() {
        if let value = rows.value(column) { line.member(name, value) }
      }
    }
    lines.append(line.text)
  }
  return lines
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ value: PropertyValue) {
    key(name)
    switch value {
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .wholeNumber(let digits): raw(digits)
    case .string(let text): string(text)
    case .null, .array, .object: null()
    }
  }
}
