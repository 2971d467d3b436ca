import JSONDocument

/// The unit of a setting's numbers.
public enum SettingUnit: String, Hashable, Sendable {
  /// Points of 1/72 inch, or pixels of the picture.
  case points, pixels
  /// Degrees of an angle, a longitude or a latitude.
  case degrees
  /// Meters on the ground, seconds, or 10⁶ bytes.
  case meters, seconds, megabytes
}

/// A key of our own settings, as the documentation explains it and as the parser knows it.
public struct SettingDescription: Hashable, Sendable {
  /// The key as documents write it, in camel case.
  public let name: String
  /// The allowed values, in words.
  public let type: String
  /// The default, in words.
  public let initial: String
  /// The effect, in a sentence.
  public let meaning: String
  /// A value, as JSON.
  public let example: String
  /// The schema of the allowed values.
  public let schema: JSONSchema
  /// The unit of its numbers; `nil` for those without.
  public let unit: SettingUnit?

  /// - Parameters:
  ///   - type: what may stand there; `{range}` stands for the numbers of the schema (`0.5 to 4`), `{least}` for the
  ///     smallest of them. In the meaning, too.
  ///   - initial: what holds where the key is not set.
  ///   - meaning: what it does, in a sentence.
  ///   - example: a value, as JSON.
  ///   - schema: what may stand there, for machines.
  package init(
    _ name: String, _ type: String, or initial: String, _ meaning: String, _ example: String,
    schema: JSONSchema, unit: SettingUnit? = nil
  ) {
    (self.name, self.type, self.initial) = (name, schema.filled(type), initial)
    (self.meaning, self.example) = (schema.filled(meaning), example)
    (self.schema, self.unit) = (schema, unit)
  }

  /// Returns the description of the same key with fewer allowed values.
  func with(_ schema: JSONSchema) -> SettingDescription {
    SettingDescription(name, type, or: initial, meaning, example, schema: schema, unit: unit)
  }

  /// The default as JSON; `nil` where it depends on more than the key.
  var initialValue: JSONValue? {
    let isCode = initial.hasPrefix("`") && initial.hasSuffix("`") && initial.count { $0 == "`" } == 2
    let plain = isCode ? String(initial.dropFirst().dropLast()) : initial
    if let text = try? JSONText(parsing: plain) { return text.root }
    let names = JSONSchema.names(schema)
    return isCode && names.contains(plain)
      ? JSONValue(.string(plain), at: TextPosition(line: 1, column: 1)) : nil
  }

  /// The default of the command's option: that of the key, without the marks of Markdown and JSON.
  var optionDefault: String {
    let marks = "`\"".utf8
    let plain = String(
      decoding: initial.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { !marks.contains($0) }, as: UTF8.self)
    return switch plain {
    case "true": schema == .yesOrNo ? "yes" : "on"
    case "false": schema == .yesOrNo ? "no" : "off"
    default: plain
    }
  }
}
