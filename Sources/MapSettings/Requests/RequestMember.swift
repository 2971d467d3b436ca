import JSONDocument
import MapFeatures

/// A member of requests or their views beside the settings of tables: what it is, and how it is read.
struct RequestMember<Values: Sendable>: Sendable {
  /// The documentation, and the key.
  let description: SettingDescription
  /// How the command takes it; `nil` for members that only requests have.
  let option: SettingOption?
  /// Reads a value; what is wrong is reported.
  let read: @Sendable (inout RequestReader, JSONValue, JSONPath, inout Values) -> Void

  /// A member that is read in a way of its own.
  init(
    _ name: String, _ form: String, or initial: String, _ meaning: String, _ example: String,
    schema: JSONSchema, option: SettingOption? = nil,
    read: @escaping @Sendable (inout RequestReader, JSONValue, JSONPath, inout Values) -> Void
  ) {
    description = SettingDescription(name, form, or: initial, meaning, example, schema: schema)
    self.option = option?.completed(by: description)
    self.read = read
  }

  /// A member of a type that others have, too.
  init<Value>(
    _ name: String, _ path: WritableKeyPath<Values, Value> & Sendable,
    _ type: RequestMemberType<Value>,
    _ form: String, or initial: String, _ meaning: String, _ example: String, option: SettingOption? = nil
  ) {
    self.init(name, form, or: initial, meaning, example, schema: type.schema, option: option) {
      reader, value, place, values in
      values[keyPath: path] = type.read(&reader, value, place)
    }
  }
}

/// A type of members: what may stand there, and how it is read.
struct RequestMemberType<Value>: Sendable {
  let schema: JSONSchema
  let read: @Sendable (inout RequestReader, JSONValue, JSONPath) -> Value
}

extension RequestMemberType where Value == String? {
  static var text: Self {
    Self(schema: .text) { reader, value, path in reader.string(value, path) }
  }
}

extension RequestMemberType {
  /// One of an enumeration's names.
  static func name<Name: RawRepresentable<String> & CaseIterable & Sendable>() -> Self where Value == Name? {
    let names = Name.allCases.map(\.rawValue)
    return Self(schema: .oneOf(names)) { reader, value, path in
      guard let name = reader.string(value, path) else { return nil }
      if let value = Name(rawValue: name) { return value }
      let guess = didYouMean(name, among: names).map { "did you mean \($0)?" } ?? "write one of these"
      reader.error(
        "invalid-value", path, value,
        "\"\(escapedForMessage(name))\" is none of \(names.joined(separator: ", ")); \(guess)")
      return nil
    }
  }
}

extension RequestMemberType where Value == [String] {
  /// A path, or a list of them.
  static var paths: Self {
    Self(schema: .either([.text, .list(.text)])) { reader, value, path in
      reader.strings(value, path)
    }
  }
}

extension RequestMemberType where Value == [SnapshotRequest.Source] {
  /// Files, points or GeoJSON by the names of sources.
  static var namedData: Self {
    Self(schema: .dictionary(.either([.text, .list(.any), .open([], required: [])]))) { reader, value, path in
      reader.namedData(value, path)
    }
  }

  /// Files by the names of sources.
  static var namedFiles: Self {
    Self(schema: .dictionary(.text)) { reader, value, path in
      reader.namedFiles(value, path)
    }
  }
}

extension RequestMemberType where Value == Bool? {
  static var flag: Self {
    Self(schema: .flag) { reader, value, path in
      if value.bool == nil { reader.wrongType(path, value, "true or false") }
      return value.bool
    }
  }
}

extension RequestMemberType where Value == ColumnName? {
  /// A column's name, or its number from 1.
  static var column: Self {
    Self(
      schema: .either([.text, .whole(1...1_000_000)])
    ) { reader, value, path in
      if let number = value.number.flatMap(Int.init(exactly:)), number >= 1 {
        return .number(number)
      }
      guard let name = value.string, !name.isEmpty else {
        reader.wrongType(path, value, "a column's name, or its number from 1")
        return nil
      }
      return .name(name)
    }
  }
}
