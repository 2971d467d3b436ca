import JSONDocument
import MapClusters

/// How the command takes a setting.
public struct SettingOption: Sendable {
  /// How its word is written.
  public enum Form: Hashable, Sendable {
    /// A value must follow.
    case value
    /// A value may follow, but only after `=`; otherwise this one is taken.
    case bare(String)
    /// No value follows.
    case flag
  }

  /// The option's name in camel case, where it is not the key.
  public let name: String?
  /// How its word is written.
  public let form: Form
  /// The explanation that `--help` gives.
  public let help: String
  /// What the value is called.
  public let valueName: String
  /// What holds without it, in words.
  public let standard: String?

  init(
    _ help: String, _ valueName: String = "VALUE", default standard: String? = nil, form: Form = .value,
    name: String? = nil
  ) {
    (self.help, self.valueName, self.standard) = (help, valueName, standard)
    (self.form, self.name) = (form, name)
  }

  /// The option with the numbers of the setting's range in its explanation, and the setting's default where it names no
  /// other.
  func completed(by description: SettingDescription) -> SettingOption {
    SettingOption(
      description.schema.filled(help), valueName, default: standard ?? description.optionDefault, form: form,
      name: name)
  }
}

/// What else is known of a setting.
struct SettingTraits: OptionSet, Sendable {
  let rawValue: Int

  /// It is about the points rather than the method: it holds when another method is chosen.
  static let outlivesMethod = SettingTraits(rawValue: 1)
  /// It is read with the data: it holds where every point is drawn for itself, and cannot change later.
  static let readWithData = SettingTraits(rawValue: 2)
  /// Alone it does not make points cluster.
  static let clustersNothing = SettingTraits(rawValue: 4)
  /// Of a view: a style's output settings have it, too.
  static let isInStyles = SettingTraits(rawValue: 8)
  /// Of a view: a step of a scenario that moves the view has it, too.
  static let isInSteps = SettingTraits(rawValue: 16)
  /// Of a view: it is taken over together with others or not at all, see ``ViewOptions/over(_:)``.
  static let isJoint = SettingTraits(rawValue: 32)
  /// Of a view: it is one of the ways to find it, of which a view has one.
  static let findsView = SettingTraits(rawValue: 64)
  /// Of a view: it is one of the ways to set the picture's pixels, of which a picture has one.
  static let setsDensity = SettingTraits(rawValue: 128)
  /// Of a view: it is about a point, of which a view names one.
  static let findsPoint = SettingTraits(rawValue: 256)
  /// Of a view: it finds the view itself, so that no other way to find it may be set.
  static let findsViewAlone = SettingTraits(rawValue: 512)
  /// Of a golden: a case that sets it is not exact, and gives a reason.
  static let needsReason = SettingTraits(rawValue: 1024)
  /// Of a golden: it compares colors as seen, so that channels are not compared.
  static let comparesColors = SettingTraits(rawValue: 2048)
}

/// One setting of `Values`: all there is to know about it, in one place.
///
/// The parser of documents, the command's options and help, merging, advice, the page of settings and the schemas are
/// made from a table of these.
public struct SettingEntry<Values: Sendable>: Sendable {
  /// The documentation, and the key.
  public let description: SettingDescription
  /// How the command takes it; `nil` for settings that only documents have.
  public let option: SettingOption?
  /// The words to choose from on the command line, where they are a closed list.
  public let choices: [String]
  /// Where it has an effect; `nil` for everywhere.
  let use: SettingUse?
  /// What else is known of it.
  let traits: SettingTraits

  let read: @Sendable (inout DocumentReader, JSONNode, inout Values) -> Void
  let take: @Sendable (String, inout Values) throws(SettingError) -> Void
  /// What is wrong with what a program has set.
  let fault: @Sendable (Values) -> SettingError?
  let clear: @Sendable (inout Values) -> Void
  let isSet: @Sendable (Values) -> Bool
  /// Whether what is set differs from doing nothing.
  let isActive: @Sendable (Values) -> Bool
  /// Fills a gap with what another value holds.
  let fill: @Sendable (inout Values, Values) -> Void
  /// Hands what is set to the engine; `nil` where it takes nothing of this setting.
  let apply: (@Sendable (Values, inout Clustering) -> Void)?

  /// What an engine takes of settings.
  struct Clustering: Sendable {
    var settings: ClusterSettings
    var behavior: ClusterBehavior
  }

  /// The key in documents.
  public var key: String { description.name }

  /// Whether documents have it, too; the command alone has the rest.
  public var isInDocuments: Bool { !description.type.isEmpty }

  /// A setting that a member of `Values` holds.
  ///
  /// - Parameters:
  ///   - type: how it is read and what it may be.
  ///   - form: what may stand there, in words; `{range}` stands for the type's numbers, such as `0.5 to 4`.
  ///   - initial: what holds without it.
  ///   - meaning: what it does, in a sentence.
  ///   - use: where it has an effect; `nil` for everywhere.
  ///   - traits: what else is known of it.
  ///   - isActive: whether a value does anything at all.
  ///   - repeated: what a word makes of the values of those before it; `nil` where the last one counts.
  ///   - engine: hands a value to the engine.
  init<Value: Sendable>(
    _ key: String, _ path: WritableKeyPath<Values, Value?> & Sendable, _ type: SettingType<Value>,
    _ form: String, or initial: String, _ meaning: String, _ example: String,
    option: SettingOption? = nil, use: SettingUse? = nil, traits: SettingTraits = [],
    isActive: @escaping @Sendable (Value) -> Bool = { _ in true },
    repeated: (@Sendable (Value, Value) -> Value)? = nil,
    fill: (@Sendable (Value, Value) -> Value)? = nil,
    engine: (@Sendable (inout Clustering, Value) -> Void)? = nil
  ) {
    description = SettingDescription(key, form, or: initial, meaning, example, schema: type.schema)
    (self.use, self.traits) = (use, traits)
    self.option = option?.completed(by: description)
    choices = type.choices
    read = { reader, node, values in
      if let value = type.json(&reader, node) { values[keyPath: path] = value }
    }
    take = { word, values throws(SettingError) in
      let value = try type.word(word)
      let before = values[keyPath: path]
      values[keyPath: path] = before.flatMap { repeated?($0, value) } ?? value
    }
    fault = { $0[keyPath: path].flatMap(type.fault) }
    clear = { $0[keyPath: path] = nil }
    isSet = { $0[keyPath: path] != nil }
    self.isActive = { $0[keyPath: path].map(isActive) ?? false }
    self.fill = { values, base in
      guard let value = values[keyPath: path] else {
        values[keyPath: path] = base[keyPath: path]
        return
      }
      if let fill, let under = base[keyPath: path] { values[keyPath: path] = fill(value, under) }
    }
    if let engine {
      apply = { values, clustering in
        if let value = values[keyPath: path] { engine(&clustering, value) }
      }
    } else {
      apply = nil
    }
  }

  private init<Part>(_ entry: SettingEntry<Part>, in path: WritableKeyPath<Values, Part> & Sendable) {
    description = entry.description
    (option, choices, use) = (entry.option, entry.choices, entry.use)
    traits = entry.traits
    read = { reader, node, values in entry.read(&reader, node, &values[keyPath: path]) }
    take = { word, values throws(SettingError) in try entry.take(word, &values[keyPath: path]) }
    fault = { entry.fault($0[keyPath: path]) }
    clear = { entry.clear(&$0[keyPath: path]) }
    isSet = { entry.isSet($0[keyPath: path]) }
    isActive = { entry.isActive($0[keyPath: path]) }
    fill = { values, base in entry.fill(&values[keyPath: path], base[keyPath: path]) }
    apply = nil
  }

  /// The same setting, of a part of a larger value.
  func of<Whole>(_ path: WritableKeyPath<Whole, Values> & Sendable) -> SettingEntry<Whole> {
    SettingEntry<Whole>(self, in: path)
  }
}

extension SettingEntry {
  /// The option's name: `--cell-size`.
  public var optionName: String { "--" + kebabCase(option?.name ?? key) }

  /// Reads a word of the command line.
  ///
  /// - Throws: ``SettingError`` for a word that is no value of it.
  public func take(word: String, into values: inout Values) throws(SettingError) where Values: SettingValues {
    try take(word, &values)
    values.cleared.remove(key)
  }

  /// Sets nothing, and takes back what is set beneath.
  public func takeBack(from values: inout Values) where Values: SettingValues {
    clear(&values)
    values.cleared.insert(key)
  }
}

/// Settings that can take back what others beneath them set.
public protocol SettingValues: Sendable {
  /// The keys of settings that hold nothing, whatever is set beneath.
  var cleared: Set<String> { get set }
}
