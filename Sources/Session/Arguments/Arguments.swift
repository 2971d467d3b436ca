import BuiltIns
import JSONDocument
public import MapSettings

// A small declarative reader of command lines, shaped like swift-argument-parser so that it could be replaced by
// it: commands are structures whose properties carry `@Argument`, `@Option`, `@Flag` and `@OptionGroup`.

/// A value that can be read from one word of the command line.
public protocol ExpressibleByArgument {
  /// Reads one word; the error names what was expected, and the caller puts the option's name before it.
  static func parse(argument: String) throws(SettingError) -> Self
  /// The words to choose from, where the values are a closed list.
  static var allValueStrings: [String] { get }
}

extension ExpressibleByArgument {
  /// None: the values are no closed list.
  public static var allValueStrings: [String] { [] }
}

extension ExpressibleByArgument where Self: RawRepresentable, Self: CaseIterable, RawValue == String {
  /// The names of all cases.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }

  /// The case of that name; the error lists them all.
  ///
  /// - Throws: ``SettingError`` with all names.
  public static func parse(argument: String) throws(SettingError) -> Self {
    guard let value = Self(rawValue: argument) else {
      throw .noChoice(argument, of: allValueStrings)
    }
    return value
  }
}

/// The description of an option on the command line and in `--help`.
public struct ArgumentHelp: Sendable {
  /// The effect of the option.
  public private(set) var text: String
  /// The placeholder of its value, in capitals.
  public var valueName = "VALUE"
  /// The default of the option; `nil` for none.
  public var defaultText: String?
  /// Words that completions propose, where the values are no closed list or ``text`` names them.
  public var suggestions: [String]

  /// The description of an option.
  public init(
    _ text: String, valueName: String = "VALUE", default defaultText: String? = nil,
    suggestions: [String] = []
  ) {
    (self.text, self.valueName) = (text, valueName)
    (self.defaultText, self.suggestions) = (defaultText, suggestions)
  }

  /// The words of an entry; none where there is no such entry.
  private init(_ words: [String: String]) {
    self.init(words["help"] ?? "", valueName: words["value"] ?? "VALUE", default: words["default"])
  }

  /// The help of a property: this one, or where it is empty what the words of commands have under its name and its
  /// owner's type.
  fileprivate func of(_ label: String, in owner: Any.Type, range: String? = nil) -> ArgumentHelp {
    let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
    var result =
      text.isEmpty ? ArgumentHelp(Words.ofCommands.fields(of: name, in: String(describing: owner))) : self
    if let range { result.text = result.text.replacing("{range}", with: range) }
    return result
  }
}

/// The definition of one property for the reader.
public struct ArgumentDefinition {
  /// The names, the long one first; none for a positional word.
  public var names: [String]
  /// The form of the value after the name; `nil` for a positional word.
  public let form: SettingOption.Form?
  fileprivate(set) var makeHelp: () -> ArgumentHelp
  /// The values to choose from, where they are a closed list.
  public let choices: [String]
  /// The heading it stands under in `--help`; empty for what stands first.
  public var section = ""
  /// Stores one word; a flag gets its own name.
  public let store: (String) throws(SettingError) -> Void
  /// Stores that nothing is set, where that is not the same as leaving the option out.
  public var storeNothing: () -> Void = {}

  /// The words about it.
  public var help: ArgumentHelp { makeHelp() }
  /// True if a value may follow, but only after `=` (`--debug-grid`, `--debug-grid=counts`).
  var isBare: Bool { if case .bare = form { true } else { false } }

  /// The word for nothing, which is the default of values that name no other.
  public static let nothing = "none"

  /// True if the default is none, also at the end of a condition: `cluster for a preset, else none`.
  var takesNothing: Bool { shownDefault.map { $0 == "none" || $0.hasSuffix(" none") } ?? false }
  /// The default that `--help` shows.
  public var shownDefault: String? { help.defaultText ?? (form == .value ? ArgumentDefinition.nothing : nil) }
}

/// A property that the reader fills.
///
/// It is a class, and its subclasses ask nothing of the types they hold: to find a conformance, the runtime goes through
/// all of a program, for each type anew. Of a small picture that was a tenth of all instructions.
public class ArgumentProperty {
  private let define: (_ label: String, _ owner: Any.Type) -> [ArgumentDefinition]

  init(_ define: @escaping (_ label: String, _ owner: Any.Type) -> [ArgumentDefinition]) {
    self.define = define
  }

  func definitions(label: String, of owner: Any.Type) -> [ArgumentDefinition] { define(label, owner) }
}

/// The one mutable place behind a property; filled while reading, read afterwards.
public final class ArgumentStorage<Value> {
  /// The value, as read so far.
  public var value: Value

  /// A place that holds its default.
  public init(_ value: Value) { self.value = value }
}

extension ArgumentDefinition {
  /// The definition with the option of a property; a wrapper's storage begins with an underscore.
  fileprivate func named(_ label: String, of owner: Any.Type, range: String? = nil) -> [ArgumentDefinition] {
    var definition = self
    definition.makeHelp = { [makeHelp] in makeHelp().of(label, in: owner, range: range) }
    definition.names.insert("--" + kebabCase(label.hasPrefix("_") ? String(label.dropFirst()) : label), at: 0)
    return [definition]
  }
}

/// A word that takes one value, or several when it is repeated.
@propertyWrapper
public final class Option<Value>: ArgumentProperty {
  private let storage: ArgumentStorage<Value>

  /// The value, as read.
  public var wrappedValue: Value {
    get { storage.value }
    set { storage.value = newValue }
  }

  private init(
    _ initial: Value, _ short: String?, _ help: @escaping () -> ArgumentHelp,
    _ form: SettingOption.Form = .value,
    choices: [String] = [], range: String? = nil,
    _ assign: @escaping (inout Value, String) throws(SettingError) -> Void
  ) {
    let storage = ArgumentStorage(initial)
    self.storage = storage
    super.init { label, owner in
      ArgumentDefinition(
        names: short.map { [$0] } ?? [], form: form, makeHelp: help, choices: choices,
        store: { word throws(SettingError) in try assign(&storage.value, word) }
      ).named(label, of: owner, range: range)
    }
  }

  /// A value that need not be there.
  public convenience init<Element: ExpressibleByArgument>(
    short: String? = nil, help: @escaping @autoclosure () -> ArgumentHelp = .init("")
  )
  where Value == Element? {
    self.init(nil, short, help, choices: Element.allValueStrings) { value, word throws(SettingError) in
      value = try Element.parse(argument: word)
    }
  }

  /// A value that need not be there, and is read in a way of its own.
  public convenience init<Element>(
    help: @escaping @autoclosure () -> ArgumentHelp = .init(""),
    reading read: @escaping (String) throws(SettingError) -> Element
  ) where Value == Element? {
    self.init(nil, nil, help) { value, word throws(SettingError) in value = try read(word) }
  }

  /// A number that must lie in a range; `{range}` in the help stands for it.
  public convenience init<Number: ExpressibleByArgument & Comparable>(
    short: String? = nil, within range: ClosedRange<Number>,
    help: @escaping @autoclosure () -> ArgumentHelp = .init("")
  ) where Value == Number? {
    self.init(nil, short, help, range: SettingError.words(range, " to ")) {
      value, word throws(SettingError) in
      let number = try Number.parse(argument: word)
      guard range.contains(number) else { throw .outside(word, range) }
      value = number
    }
  }

  /// A name that no value follows.
  ///
  /// - Parameter short: a name of one letter, with its hyphen.
  public convenience init(
    short: String? = nil, help: @escaping @autoclosure () -> ArgumentHelp = .init("")
  ) where Value == Bool {
    self.init(false, short, help, .flag) { value, _ throws(SettingError) in value = true }
  }

  /// Values, one each time it is written.
  public convenience init<Element: ExpressibleByArgument>(
    short: String? = nil, help: @escaping @autoclosure () -> ArgumentHelp = .init("")
  )
  where Value == [Element] {
    self.init([], short, help, choices: Element.allValueStrings) { value, word throws(SettingError) in
      value.append(try Element.parse(argument: word))
    }
  }

  /// Values, one each time it is written, that are read in a way of their own.
  public convenience init<Element>(
    reading read: @escaping (String) throws(SettingError) -> Element
  ) where Value == [Element] {
    self.init([], nil, { .init("") }) { value, word throws(SettingError) in value.append(try read(word)) }
  }
}

/// A word that is there or not.
public typealias Flag = Option<Bool>

/// Words that are no options, in order.
@propertyWrapper
public final class Argument: ArgumentProperty {
  private let storage: ArgumentStorage<[String]>

  /// The value, as read.
  public var wrappedValue: [String] { storage.value }

  /// The words that are left, described together.
  public init(help: @escaping @autoclosure () -> ArgumentHelp = .init("")) {
    let storage = ArgumentStorage<[String]>([])
    self.storage = storage
    super.init { label, owner in
      [
        ArgumentDefinition(
          names: [], form: nil, makeHelp: { help().of(label, in: owner) }, choices: [],
          store: { word throws(SettingError) in storage.value.append(word) })
      ]
    }
  }
}

/// Properties shared by several commands.
public protocol ParsableArguments {
  /// With all defaults.
  init()
}

/// Options that several commands share, listed together in `--help`.
@propertyWrapper
public final class OptionGroup<Group>: ArgumentProperty {
  /// The options of the group, filled while the command line is read.
  public let wrappedValue: Group

  /// - Parameter section: the heading over the options in `--help`; none where the group brings its own.
  public init(_ section: String = "") where Group: ParsableArguments {
    let group = Group()
    wrappedValue = group
    super.init { _, _ in
      argumentDefinitions(of: group).map { definition in
        var definition = definition
        if definition.section.isEmpty { definition.section = section }
        return definition
      }
    }
  }
}

func argumentDefinitions(of value: Any) -> [ArgumentDefinition] {
  Mirror(reflecting: value).children.flatMap { child in
    (child.value as? ArgumentProperty)?.definitions(label: child.label ?? "", of: type(of: value)) ?? []
  }
}

/// The name and description of a command, whose words are read where they are shown.
public struct CommandConfiguration: Sendable {
  /// The word by which the subcommand is called.
  public let name: String
  private let gaps: @Sendable () -> [String: String]

  /// The command of a name, whose words are an entry of `CBuiltIns/words/commands.txt`.
  ///
  /// - Parameter gaps: texts in its discussion that only the code has, by their names in braces.
  public init(_ name: String, filling gaps: @escaping @Sendable @autoclosure () -> [String: String] = [:]) {
    (self.name, self.gaps) = (name, gaps)
  }

  private func words(_ field: String) -> String {
    Words.ofCommands.fields(of: "command", in: name)[field] ?? ""
  }

  /// The purpose, in one sentence.
  public var abstract: String { words("abstract") }
  /// The usage, in one line or several.
  public var usage: String { words("usage") }
  /// Shown last in `--help`: whatever would surprise, and an example that works from a checkout.
  public var discussion: String { words("discussion").filling(gaps()) }
  /// The long names of the options that `--help` explains first; the others it lists. Where there are none it explains all.
  public var mostUsed: [String] { words("mostUsed").split(separator: " ").map(String.init) }
}

/// One subcommand: its words and its options, as manual pages and completions need them.
public struct CommandDescription {
  /// The name and description of the command.
  public let configuration: CommandConfiguration
  let definitions: [ArgumentDefinition]
}

/// A subcommand: its properties are filled, then it runs.
public protocol ParsableCommand: ParsableArguments {
  /// The name and description of the command.
  static var configuration: CommandConfiguration { get }
  /// Does the work; the result is the exit status of success or of a difference found.
  func run() throws -> Int32
}

extension ParsableCommand {
  /// Reads words into a fresh command; `nil` when help was asked for.
  ///
  /// - Throws: ``SettingError`` for a word that no option takes.
  public static func parse(_ words: [String]) throws(SettingError) -> Self? {
    let command = Self()
    let definitions = argumentDefinitions(of: command)
    var reader = WordReader(words: words, definitions: definitions, command: configuration.name)
    return try reader.read() ? command : nil
  }

  /// The command's words and options.
  public static var described: CommandDescription {
    CommandDescription(configuration: configuration, definitions: argumentDefinitions(of: Self()))
  }
}
