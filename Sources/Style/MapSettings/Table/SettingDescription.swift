import BuiltIns
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

/// A type whose settings have their words in a section of `CBuiltIns/words/settings.txt`.
package protocol Documented: Sendable {
  /// The section's name.
  static var section: String { get }
  /// True if the command has options for them.
  static var haveOptions: Bool { get }
}

extension Documented {
  package static var haveOptions: Bool { false }
}

extension Documented where Self: SettingValues {
  package static var haveOptions: Bool { true }
}

/// A key of our own settings, as the documentation explains it and as the parser knows it.
///
/// Its words are read when they are asked for: a picture is drawn without them.
public struct SettingDescription: Hashable, Sendable {
  /// The key as documents write it, in camel case.
  public let name: String
  /// The schema of the allowed values.
  public let schema: JSONSchema
  /// The unit of its numbers; `nil` for those without.
  public let unit: SettingUnit?
  /// The allowed values in words, where the section has none.
  private let form: String
  private let section: String
  private let gaps: [String: String]

  /// - Parameters:
  ///   - section: of the words; see ``Worded``. In them `{range}` stands for the numbers of the schema (`0.5 to 4`),
  ///     `{least}` for the smallest of them.
  ///   - gaps: texts in them that only the code has, by their names in braces.
  ///   - schema: what may stand there, for machines.
  ///   - form: the allowed values, where the section has no words for them.
  package init(
    _ name: String, in section: String, filling gaps: [String: String] = [:], schema: JSONSchema,
    form: String = "", unit: SettingUnit? = nil
  ) {
    (self.name, self.section, self.gaps) = (name, section, gaps)
    (self.schema, self.form, self.unit) = (schema, form, unit)
  }

  /// The text of a field of its words; `nil` where there is none.
  ///
  /// - Complexity: O(*n*) in the length of the words of all settings, the first time.
  func words(_ field: String) -> String? {
    Words.ofSettings.fields(of: name, in: section)[field].map { schema.filled($0.filling(gaps)) }
  }

  /// The allowed values, in words.
  public var type: String { words("form") ?? schema.filled(form) }
  /// The default, in words.
  public var initial: String { words("or") ?? "" }
  /// The effect, in a sentence.
  public var meaning: String { words("meaning") ?? "" }
  /// A value, as JSON.
  public var example: String { words("example") ?? "" }

  /// Returns the description of the same key with fewer allowed values.
  func with(_ schema: JSONSchema) -> SettingDescription {
    SettingDescription(name, in: section, filling: gaps, schema: schema, form: form, unit: unit)
  }

  /// The default as JSON; `nil` where it depends on more than the key.
  var initialValue: JSONValue? {
    let isCode = initial.hasPrefix("`") && initial.hasSuffix("`") && initial.count { $0 == "`" } == 2
    let plain = isCode ? String(initial.dropFirst().dropLast()) : initial
    if let text = try? JSONText(parsing: plain) { return text.root }
    let names = JSONSchema.names(schema)
    return isCode && names.contains(plain)
      ? JSONValue.text(plain) : nil
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
