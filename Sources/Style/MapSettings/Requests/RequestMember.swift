import JSONDocument
import MapFeatures

/// Type of a request's member that no table has.
struct RequestMemberType<Value>: Sendable {
  let schema: JSONSchema
  let read: @Sendable (inout DocumentReader, JSONNode) -> Value
}

extension SettingEntry where Values: Documented {
  init<Value>(
    _ name: String, _ path: WritableKeyPath<Values, Value> & Sendable, member type: RequestMemberType<Value>,
    form: SettingOption.Form = .value, traits: SettingTraits = []
  ) {
    self.init(name, schema: type.schema, form: form, traits: traits) { reader, node, values in
      values[keyPath: path] = type.read(&reader, node)
    }
  }
}

extension RequestMemberType where Value == String? {
  static var text: Self { Self(schema: .text) { reader, node in reader.plainText(node) } }
}

extension RequestMemberType {
  static func name<Name: RawRepresentable<String> & CaseIterable & Sendable>() -> Self where Value == Name? {
    let names = Name.allCases.map(\.rawValue)
    return Self(schema: .oneOf(names)) { reader, node in
      guard let name = reader.plainText(node) else { return nil }
      if let value = Name(rawValue: name) { return value }
      return reader.fault(.noChoice(name, of: names), at: node)
    }
  }
}

extension RequestMemberType where Value == [String] {
  static var paths: Self {
    Self(schema: .either([.text, .list(.text)])) { reader, node in
      guard node.value.elements != nil else { return reader.plainText(node).map { [$0] } ?? [] }
      return node.elements.compactMap { reader.plainText($0) }
    }
  }
}

extension RequestMemberType where Value == [SnapshotRequest.Source] {
  static var namedData: Self {
    Self(schema: .dictionary(.either([.text, .list(.any), .open([], required: [])]))) { reader, node in
      reader.members(node).compactMap { reader.namedData($0.key, node.member($0)) }
    }
  }
  static var namedFiles: Self {
    Self(schema: .dictionary(.text)) { reader, node in
      reader.members(node).compactMap { member in
        reader.plainText(node.member(member)).map { SnapshotRequest.Source(name: member.key, path: $0) }
      }
    }
  }
}

extension RequestMemberType where Value == Bool? {
  static var flag: Self {
    Self(schema: .flag) { reader, node in
      if node.value.bool == nil { reader.expected("true or false", at: node) }
      return node.value.bool
    }
  }
}

extension RequestMemberType where Value == ColumnName? {
  static var column: Self {
    Self(schema: .either([.text, .whole(1...1_000_000)])) { reader, node in
      if let number = node.value.number.flatMap(Int.init(exactly:)), number >= 1 { return .number(number) }
      if let name = node.value.string, !name.isEmpty { return .name(name) }
      reader.expected("a column's name, or its number from 1", at: node)
      return nil
    }
  }
}

extension RequestMemberType where Value == MissingWords? {
  static var words: Self {
    Self(schema: .either([.text, .list(.any)])) { reader, node in
      if let text = node.value.string { return MissingWords(word: text) }
      let words = node.value.elements?.compactMap { $0.string ?? $0.number.map { javaScriptText(of: $0) } }
      guard let words, words.count == node.value.elements?.count else {
        reader.expected("words for missing values such as [\"NA\", -9999], or \"none\"", at: node)
        return nil
      }
      return MissingWords(Set(words), areOfTexts: true)
    }
  }
}

extension RequestMemberType where Value == Int? {
  static var line: Self {
    Self(schema: .whole(1...1_000_000)) { reader, node in
      if let number = node.value.number.flatMap(Int.init(exactly:)), number >= 1 { return number }
      reader.expected("the number of a line, from 1", at: node)
      return nil
    }
  }
}

extension DocumentReader {
  fileprivate mutating func plainText(_ node: JSONNode) -> String? {
    if node.value.string == nil { expected("text", at: node) }
    return node.value.string
  }

  mutating func members(_ node: JSONNode) -> [JSONMember] {
    if node.value.members == nil { expected("an object", at: node) }
    return node.value.members ?? []
  }

  fileprivate mutating func namedData(_ name: String, _ node: JSONNode) -> SnapshotRequest.Source? {
    if let file = node.value.string { return SnapshotRequest.Source(name: name, path: file) }
    let list = node.value.members?.count == 1 ? node.member("points") : nil
    var json = JSONWriter()
    if let points = (list ?? node).value.elements {
      writeFeatures(points, list ?? node, to: &json)
    } else if node.value.members != nil, list == nil {
      json.value(node.value)
    } else {
      error(
        "wrong-type", at: SourceLocation(path: node.path, position: (list ?? node).position),
        "expected a file, a list of points or GeoJSON, found \((list ?? node).value.kindName)")
      return nil
    }
    return SnapshotRequest.Source(name: name, content: json.takeBytes())
  }

  /// Writes `[longitude, latitude]` or `[longitude, latitude, {…}]` as features; objects as rows.
  private mutating func writeFeatures(_ points: [JSONValue], _ node: JSONNode, to json: inout JSONWriter) {
    let areRows = points.first?.members != nil
    json.array { json in
      for (index, point) in points.enumerated() {
        let elements = point.elements ?? []
        let isPoint =
          (2...3).contains(elements.count) && elements.prefix(2).allSatisfy { $0.number != nil }
          && elements.dropFirst(2).allSatisfy { $0.members != nil }
        guard areRows ? point.members != nil : isPoint else {
          expected(
            areRows
              ? "an object like the first" : "a point [longitude, latitude] or [longitude, latitude, {…}]",
            at: node.element(index, point))
          continue
        }
        guard !areRows else {
          json.value(point)
          continue
        }
        json.object { json in
          json.member("type", "Feature")
          json.geometry("Point", key: "geometry") { $0.numbers(elements.prefix(2).compactMap(\.number)) }
          for properties in elements.dropFirst(2) {
            if let id = properties["id"] {
              json.member("id", id)
            }
            json.member("properties", properties)
          }
        }
      }
    }
  }
}
