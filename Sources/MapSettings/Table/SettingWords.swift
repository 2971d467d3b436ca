import BuiltIns
package import JSONDocument

/// A type whose settings have their words in a section of `CBuiltIns/words/settings.txt`.
package protocol Worded: Sendable {
  /// The section's name.
  static var section: String { get }
}

/// The words of a setting: what pages, schemas and help show of it.
struct SettingWords {
  private let fields: [String: String]

  /// - Parameter gaps: texts that only the code has, by their names in braces.
  init(_ key: String, in section: String, filling gaps: [String: String] = [:]) {
    let words = Words.ofSettings.fields(of: key, in: section)
    fields = gaps.isEmpty ? words : words.mapValues { $0.filling(gaps) }
  }

  /// The allowed values; `nil` where the type has words of its own.
  var form: String? { fields["form"] }
  /// The value without it.
  var initial: String { fields["or"] ?? "" }
  var meaning: String { fields["meaning"] ?? "" }
  var example: String { fields["example"] ?? "" }

  /// The command's option; `nil` where there is no help for one.
  func option(_ form: SettingOption.Form, name: String?) -> SettingOption? {
    fields["help"].map {
      SettingOption($0, fields["value"] ?? "VALUE", default: fields["default"], form: form, name: name)
    }
  }
}

extension SettingDescription {
  /// - Parameters:
  ///   - section: of the words; see ``Worded``.
  ///   - gaps: texts in them that only the code has, by their names in braces.
  package init(
    _ name: String, in section: String, filling gaps: [String: String] = [:], schema: JSONSchema,
    form: String = "", unit: SettingUnit? = nil
  ) {
    let words = SettingWords(name, in: section, filling: gaps)
    self.init(
      name, words.form ?? form, or: words.initial, words.meaning, words.example, schema: schema, unit: unit)
  }
}

extension SettingEntry where Values: Worded {
  /// A setting that is read in a way of its own.
  package init(
    _ key: String, schema: JSONSchema, filling gaps: [String: String] = [:],
    form: SettingOption.Form = .value, name: String? = nil, traits: SettingTraits = [],
    read: @escaping @Sendable (inout DocumentReader, JSONNode, inout Values) -> Void
  ) {
    self.init(
      SettingDescription(key, in: Values.section, filling: gaps, schema: schema),
      option: SettingWords(key, in: Values.section).option(form, name: name), traits: traits, read: read)
  }

  /// A setting that a member of `Values` holds.
  ///
  /// - Parameters:
  ///   - gaps: texts in its words that only the code has, by their names in braces.
  ///   - isActive: true if a value has an effect at all.
  ///   - repeated: joins a word's value and those before it; `nil` where the last one counts.
  ///   - fill: joins a value and the one beneath it; `nil` where it hides that one.
  init<Value: Sendable>(
    _ key: String, _ path: WritableKeyPath<Values, Value?> & Sendable, _ type: SettingType<Value>,
    filling gaps: [String: String] = [:], form: SettingOption.Form = .value,
    name: String? = nil, use: SettingUse? = nil, traits: SettingTraits = [],
    isActive: @escaping @Sendable (Value) -> Bool = { _ in true },
    repeated: (@Sendable (Value, Value) -> Value)? = nil,
    fill: (@Sendable (Value, Value) -> Value)? = nil,
    engine: (@Sendable (inout EngineSettings, Value) -> Void)? = nil
  ) {
    let words = SettingWords(key, in: Values.section, filling: gaps)
    self.init(
      key, path, type, words.form, or: words.initial, words.meaning, words.example,
      option: words.option(form, name: name), use: use, traits: traits, isActive: isActive,
      repeated: repeated, fill: fill, engine: engine)
  }
}
