import JSONDocument

/// A key of our own settings, as the documentation explains it and as the parser knows it.
public struct SettingDescription: Hashable, Sendable {
  /// The key as documents write it, in camel case.
  public let name: String
  /// What may stand there, in words.
  public let type: String
  /// What holds where the key is not set, in words.
  public let initial: String
  /// What it does, in a sentence.
  public let meaning: String
  /// A value, as JSON.
  public let example: String
  /// What may stand there, for machines.
  public let schema: JSONSchema

  init(
    _ name: String, _ type: String, or initial: String, _ meaning: String, _ example: String,
    schema: JSONSchema
  ) {
    (self.name, self.type, self.initial) = (name, type, initial)
    (self.meaning, self.example) = (meaning, example)
    self.schema = schema
  }

  /// The same key of something that takes fewer values.
  func with(_ schema: JSONSchema) -> SettingDescription {
    SettingDescription(name, type, or: initial, meaning, example, schema: schema)
  }

  /// What holds where the key is not set, as JSON; `nil` where that depends on more than the key.
  var initialValue: JSONValue? {
    let isCode = initial.hasPrefix("`") && initial.hasSuffix("`") && initial.count { $0 == "`" } == 2
    let plain = isCode ? String(initial.dropFirst().dropLast()) : initial
    if let text = try? JSONText(parsing: plain) { return text.root }
    let names = JSONSchema.names(schema)
    return isCode && names.contains(plain)
      ? JSONValue(.string(plain), at: TextPosition(line: 1, column: 1)) : nil
  }
}
