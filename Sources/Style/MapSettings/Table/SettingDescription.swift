import BuiltIns
import JSONDocument

/// The unit of a setting's numbers.
public enum SettingUnit: String, Hashable, Sendable {
  /// Points of 1/72 inch; pixels of the picture.
  case points, pixels
  case degrees
  /// Meters on the ground; seconds; 10⁶ bytes.
  case meters, seconds, megabytes
}

/// A type whose settings have their words in a section of `CBuiltIns/words/settings.txt`.
package protocol Documented: Sendable {
  static var section: String { get }
  static var haveOptions: Bool { get }
}

extension Documented {
  package static var haveOptions: Bool { false }
}

extension Documented where Self: SettingValues {
  package static var haveOptions: Bool { true }
}

/// A setting's key for documentation and parsing. Its words are read on demand.
public struct SettingDescription: Hashable, Sendable {
  /// The key as documents write it, in camel case.
  public let name: String
  /// The schema of the allowed values.
  public let schema: JSONSchema
  /// The unit of its numbers; `nil` for those without.
  public let unit: SettingUnit?
  /// Allowed values, if the section has no words for them.
  private let form: String
  private let section: String
  private let gaps: [String: String]

  /// - Parameters:
  ///   - section: see ``Documented``; `{range}` in words stands for the schema's numbers, `{least}` for the
  ///     smallest.
  ///   - gaps: texts for other names in braces.
  ///   - form: allowed values, if the section has no words for them.
  package init(
    _ name: String, in section: String, filling gaps: [String: String] = [:], schema: JSONSchema,
    form: String = "", unit: SettingUnit? = nil
  ) {
    (self.name, self.section, self.gaps) = (name, section, gaps)
    (self.schema, self.form, self.unit) = (schema, form, unit)
  }

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

  func with(_ schema: JSONSchema) -> SettingDescription {
    SettingDescription(name, in: section, filling: gaps, schema: schema, form: form, unit: unit)
  }

  /// Default as JSON; `nil` if it depends on more than the key.
  var initialValue: JSONValue? {
    let isCode = initial.hasPrefix("`") && initial.hasSuffix("`") && initial.count { $0 == "`" } == 2
    let plain = isCode ? String(initial.dropFirst().dropLast()) : initial
    if let text = try? JSONText(parsing: plain) { return text.root }
    let names = JSONSchema.names(schema)
    return isCode && names.contains(plain) ? JSONValue.text(plain) : nil
  }

  /// Default of the command's option, without marks of Markdown and JSON.
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
