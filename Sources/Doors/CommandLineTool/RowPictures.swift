import CommandParts
import Arguments
import FileResources
import JSONDocument
import MapFeatures
import MapSession
import Parallel

/// Pictures of one request, a picture for each row of a table: texts of the request hold names of columns in braces.
///
/// `{id}` within a text becomes the column's text, and a text `{#zoom}` a number. `lon` and `lat` are the coordinates of the row where
/// no columns have these names. Names of no column stay as they are.
struct RowPictures {
  private let table: FeatureTable
  private let file: String
  private let request: JSONText
  private let requestName: String
  /// The names of columns and coordinates.
  let names: Set<String>

  init(rows path: String, request name: String, _ session: MapSession, root: String?) throws(Failure) {
    (file, requestName) = (path, name)
    let loader = FileLoader(root: root, readsStandardInput: true)
    let content = try rethrowing(
      loader.content(of: Resource(path: path, isFromDocument: false), limit: 512 << 20)
    ) { (error: ResourceError) in Failure.input("\(error.reason)", at: path) }
    table = try rethrowing(RowPictures.table(content)) { (error: FeatureError) in
      Failure.input("\(error.text.spelled(SettingSpelling(.options)))", at: path)
    }
    request = try session.json(of: Resource(path: name, isFromDocument: false))
    names = Set(table.propertyNames).union(["lon", "lat"])
  }

  private static func table(_ content: ResourceContent) throws(FeatureError) -> FeatureTable {
    switch content {
    case .bytes(let bytes): return try FeatureTable.read(bytes)
    case .stream(let stream):
      return try FeatureTable.read { buffer throws(FeatureError) in
        try rethrowing(stream.fill(buffer)) { (error: ResourceError) in
          FeatureError(.unreadable(error.reason))
        }
      }
    }
  }

  var count: Int { table.points.count }
  var skipped: String? {
    table.skipped.count > 0 ? "\(table.skipped.text.spelled(SettingSpelling(.options)))" : nil
  }

  func place(of row: Int) -> String { "\(file): \(table.recordName(ofPoint: row))" }

  func filled(_ text: String, row: Int) throws(Failure) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        names.contains(String(rest[rest.index(after: open)..<close]))
      else {
        result += "{"
        rest = rest.dropFirst()
        continue
      }
      result += try value(String(rest[rest.index(after: open)..<close]), row).text
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// The first name in braces that no column has.
  func unknownName(in template: String) -> String? {
    let names = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .filter { $0.contains("}") }.map { String($0.prefix { $0 != "}" }) }
    return names.first { !self.names.contains($0) }
  }

  /// The name of a row's picture. A value is a part of a name, never one of a folder.
  func fileName(_ template: String, row: Int) throws(Failure) -> String {
    let name = try filled(template, row: row)
    guard name.count(where: { $0 == "/" }) == template.count(where: { $0 == "/" }),
      !name.split(separator: "/").contains(".."), name.utf8.allSatisfy({ $0 >= 0x20 })
    else {
      throw .input(
        "\(escapedForMessage(name)) is no name of a picture; use another column", at: place(of: row))
    }
    return name
  }

  func map(_ base: MapSpecification, row: Int) throws(Failure) -> MapSpecification {
    var json = JSONWriter()
    try write(request.root, row, &json)
    var map = base
    let text = try rethrowing(JSONText(parsing: json.takeBytes())) { (error: JSONError) in
      Failure.input("\(error.message)", at: requestName)
    }
    (map.request, map.threads) = (.text(text, name: requestName), 1)
    return map
  }

  private func write(_ value: JSONValue, _ row: Int, _ json: inout JSONWriter) throws(Failure) {
    switch value.content {
    case .string(let text):
      let name = String(text.dropFirst(2).dropLast())
      guard text.hasPrefix("{#"), text.hasSuffix("}"), names.contains(name) else {
        return json.string(try filled(text, row: row))
      }
      guard let number = try self.value(name, row).numericValue else {
        throw .input("\(escapedForMessage(name)) is no number; correct it", at: place(of: row))
      }
      json.number(number)
    case .array(let values):
      try json.array { json throws(Failure) in for value in values { try write(value, row, &json) } }
    case .object(let members):
      try json.object { json throws(Failure) in
        for member in members {
          json.key(member.key)
          try write(member.value, row, &json)
        }
      }
    default: json.value(value)
    }
  }

  private func value(_ name: String, _ row: Int) throws(Failure) -> PropertyValue {
    let coordinate = table.points[row]
    if let value = table.property(name, ofPoint: row), value != .null { return value }
    switch name {
    case "lon": return .number(coordinate.longitude)
    case "lat": return .number(coordinate.latitude)
    default: throw .input("the row has no \(escapedForMessage(name)); fill it", at: self.place(of: row))
    }
  }
}
