package import JSONDocument
package import MapClusters

/// The command's option for a setting.
public struct SettingOption: Sendable {
  /// The form of its word.
  public enum Form: Hashable, Sendable {
    case value
    /// The value may follow `=`; this is the default.
    case bare(String)
    case flag
  }

  /// The option's name in camel case, where it is not the key.
  public let name: String?
  /// The form of its word.
  public let form: Form
  package let description: SettingDescription

  /// The explanation that `--help` gives.
  public var help: String { description.words("help") ?? "" }
  /// The value's name.
  public var valueName: String { description.words("value") ?? "VALUE" }
  /// The default, in words: that of the key where the option names no other.
  public var standard: String { description.words("default") ?? description.optionDefault }
}

package struct SettingTraits: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// About the points: holds for other methods, too.
  package static let outlivesMethod = SettingTraits(rawValue: 1)
  /// Read with the data: holds without clustering, and cannot change later.
  package static let readWithData = SettingTraits(rawValue: 2)
  /// Does not by itself enable clustering.
  package static let clustersNothing = SettingTraits(rawValue: 4)
  /// A view's setting that styles have, too.
  package static let isInStyles = SettingTraits(rawValue: 8)
  /// A view's setting that steps of scenarios have, too.
  package static let isInSteps = SettingTraits(rawValue: 16)
  /// A view's setting that is merged with others or not at all, see ``ViewOptions/over(_:)``.
  package static let isJoint = SettingTraits(rawValue: 32)
  /// One of the exclusive ways to find a view.
  package static let findsView = SettingTraits(rawValue: 64)
  /// One of the exclusive ways to set the picture's pixels.
  package static let setsDensity = SettingTraits(rawValue: 128)
  /// Names the point of a view, of which there is one.
  package static let findsPoint = SettingTraits(rawValue: 256)
  /// Excludes every other way to find the view.
  package static let findsViewAlone = SettingTraits(rawValue: 512)
  /// Makes a golden inexact, which needs a reason.
  package static let needsReason = SettingTraits(rawValue: 1024)
  /// Compares a golden's colors as seen, not by channel.
  package static let comparesColors = SettingTraits(rawValue: 2048)
  /// Required in an object of a style's metadata.
  package static let isRequired = SettingTraits(rawValue: 4096)
  /// Names files or fonts, queries a server, or selects a renderer: not allowed in addresses.
  package static let isNotInAddresses = SettingTraits(rawValue: 8192)
  package static let isInDocumentsAlone = SettingTraits(rawValue: 16384)
  package static let isOptionAlone = SettingTraits(rawValue: 32768)
}

/// One setting of `Values`, for the parser, options, help, merging, advice, the page of settings and schemas.
public struct SettingEntry<Values: Sendable>: Sendable {
  /// The documentation, and the key.
  public let description: SettingDescription
  /// The command's option; `nil` for settings that only documents have.
  public let option: SettingOption?
  /// The words to choose from on the command line, where they are a closed list.
  public internal(set) var choices: [String] = []
  /// `nil` for everywhere.
  package var use: SettingUse?
  package let traits: SettingTraits
  package let read: @Sendable (inout DocumentReader, JSONNode, inout Values) -> Void
  /// Holder of the value; `nil` if it is read otherwise.
  package var member: (any SettingMember<Values>)?

  /// The key in documents.
  public var key: String { description.name }
  /// True if documents have it, too; the command alone has the rest.
  public var isInDocuments: Bool { !traits.contains(.isOptionAlone) }
  /// True if an address of a server may set it.
  public var isInAddresses: Bool { option != nil && member != nil && !traits.contains(.isNotInAddresses) }
  /// The option's name: `--cell-size`.
  public var optionName: String { "--" + kebabCase(option?.name ?? key) }

  /// The setting as a part of a larger value.
  package func of<Whole>(_ path: WritableKeyPath<Whole, Values> & Sendable) -> SettingEntry<Whole> {
    SettingEntry<Whole>(description: description, option: nil, traits: .isInDocumentsAlone) {
      [read] reader, node, whole in
      read(&reader, node, &whole[keyPath: path])
    }
  }
}

extension SettingEntry where Values: Documented {
  /// - Parameter gaps: texts for names in braces in its words.
  package init(
    _ key: String, schema: JSONSchema, filling gaps: [String: String] = [:],
    form: SettingOption.Form = .value, name: String? = nil, traits: SettingTraits = [],
    read: @escaping @Sendable (inout DocumentReader, JSONNode, inout Values) -> Void
  ) {
    let description = SettingDescription(key, in: Values.section, filling: gaps, schema: schema)
    self.init(
      description: description, option: Self.option(description, form, name, traits), traits: traits,
      read: read)
  }

  /// - Parameters:
  ///   - gaps: texts for names in braces in its words.
  ///   - isActive: true if a value has an effect.
  ///   - repeated: joins repeated values; `nil` if the last one counts.
  ///   - fill: joins a value with a lower level's; `nil` to override that.
  package init<Value: Sendable>(
    _ key: String, _ path: WritableKeyPath<Values, Value?> & Sendable, _ type: SettingType<Value>,
    filling gaps: [String: String] = [:], form: SettingOption.Form = .value,
    name: String? = nil, use: SettingUse? = nil, traits: SettingTraits = [],
    isActive: @escaping @Sendable (Value) -> Bool = { _ in true },
    repeated: (@Sendable (Value, Value) -> Value)? = nil,
    fill: (@Sendable (Value, Value) -> Value)? = nil,
    engine: (@Sendable (inout EngineSettings, Value) -> Void)? = nil
  ) {
    description = SettingDescription(
      key, in: Values.section, filling: gaps, schema: type.schema, form: type.form, unit: type.unit)
    option = Self.option(description, form, name, traits)
    (choices, self.use, self.traits) = (type.choices, use, traits)
    read = { reader, node, values in
      if let value = type.json(&reader, node) { values[keyPath: path] = value }
    }
    member = TypedMember(
      path: path, type: type, active: isActive, repeated: repeated, filling: fill, engine: engine)
  }

  private static func option(
    _ description: SettingDescription, _ form: SettingOption.Form, _ name: String?, _ traits: SettingTraits
  ) -> SettingOption? {
    guard Values.haveOptions, !traits.contains(.isInDocumentsAlone) else { return nil }
    return SettingOption(name: name, form: form, description: description)
  }
}

extension SettingEntry {
  package func isSet(_ values: Values) -> Bool { member?.isSet(in: values) ?? false }

  /// Reads a word of the command line.
  ///
  /// - Throws: ``SettingError`` for invalid words.
  public func take(word: String, into values: inout Values) throws(SettingError) where Values: SettingValues {
    try member?.take(word, into: &values)
    values.cleared.remove(key)
  }

  /// Sets nothing, and takes back what is set beneath; where `none` is a value of its own, sets that.
  public func takeBack(from values: inout Values) where Values: SettingValues {
    if JSONSchema.names(description.schema).contains("none"), (try? take(word: "none", into: &values)) != nil
    {
      return
    }
    member?.clear(&values)
    values.cleared.insert(key)
  }
}

package protocol SettingMember<Values>: Sendable {
  associatedtype Values: Sendable
  func take(_ word: String, into values: inout Values) throws(SettingError)
  func fault(in values: Values) -> SettingError?
  func clear(_ values: inout Values)
  func isSet(in values: Values) -> Bool
  func isActive(in values: Values) -> Bool
  func fill(_ values: inout Values, from base: Values)
  func apply(_ values: Values, to clustering: inout EngineSettings)
}

private struct TypedMember<Values: Sendable, Value: Sendable>: SettingMember {
  let path: WritableKeyPath<Values, Value?> & Sendable
  let type: SettingType<Value>
  let active: @Sendable (Value) -> Bool
  let repeated, filling: (@Sendable (Value, Value) -> Value)?
  let engine: (@Sendable (inout EngineSettings, Value) -> Void)?

  func take(_ word: String, into values: inout Values) throws(SettingError) {
    let value = try type.word(word)
    values[keyPath: path] = values[keyPath: path].flatMap { repeated?($0, value) } ?? value
  }

  func fault(in values: Values) -> SettingError? { values[keyPath: path].flatMap(type.fault) }
  func clear(_ values: inout Values) { values[keyPath: path] = nil }
  func isSet(in values: Values) -> Bool { values[keyPath: path] != nil }
  func isActive(in values: Values) -> Bool { values[keyPath: path].map(active) ?? false }

  func fill(_ values: inout Values, from base: Values) {
    guard let value = values[keyPath: path] else {
      values[keyPath: path] = base[keyPath: path]
      return
    }
    if let filling, let under = base[keyPath: path] { values[keyPath: path] = filling(value, under) }
  }

  func apply(_ values: Values, to clustering: inout EngineSettings) {
    if let engine, let value = values[keyPath: path] { engine(&clustering, value) }
  }
}

package struct EngineSettings: Sendable {
  package var settings: ClusterSettings
  package var behavior: ClusterBehavior
}

/// Settings that can take back what others beneath them set.
public protocol SettingValues: Hashable, Sendable {
  /// In the documentation's order.
  static var table: SettingTable<Self> { get }
  /// Keys that hold no value, even if a lower level sets one.
  var cleared: Set<String> { get set }
  init()
}

extension SettingValues {
  /// These settings where they set something, else those of `base`.
  public func over(_ base: Self) -> Self { filled(from: base) }

  package func filled(from base: Self) -> Self {
    let base = Self.table.without(cleared, base)
    var result = self
    result.cleared.formUnion(base.cleared)
    Self.table.fill(&result, from: base)
    return result
  }
}
