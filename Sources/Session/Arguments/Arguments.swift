import BuiltIns
import JSONDocument
package import MapSettings

// A small declarative reader of command lines, shaped like swift-argument-parser so that it could be replaced by
// it: commands are structures whose properties carry `@Argument`, `@Option`, `@Flag` and `@OptionGroup`.

package protocol ExpressibleByArgument {
  /// Reads one word; the error names what was expected, and the caller puts the option's name before it.
  static func parse(argument: String) throws(SettingError) -> Self
  static var allValueStrings: [String] { get }
}

extension ExpressibleByArgument {
  package static var allValueStrings: [String] { [] }
}

extension ExpressibleByArgument where Self: RawRepresentable, Self: CaseIterable, RawValue == String {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }

  package static func parse(argument: String) throws(SettingError) -> Self {
    guard let value = Self(rawValue: argument) else { throw .noChoice(argument, of: allValueStrings) }
    return value
  }
}

package struct ArgumentHelp: Sendable {
  package private(set) var text: String
  /// The placeholder of its value, in capitals.
  package var valueName = "VALUE"
  package var defaultText: String?
  /// Words that completions propose, where the values are no closed list or ``text`` names them.
  package var suggestions: [String]

  package init(
    _ text: String, valueName: String = "VALUE", default defaultText: String? = nil,
    suggestions: [String] = []
  ) {
    (self.text, self.valueName) = (text, valueName)
    (self.defaultText, self.suggestions) = (defaultText, suggestions)
  }

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

package struct ArgumentDefinition {
  /// The names, the long one first; none for a positional word.
  package var names: [String]
  /// The form of the value after the name; `nil` for a positional word.
  package let form: SettingOption.Form?
  fileprivate(set) var makeHelp: () -> ArgumentHelp
  package let choices: [String]
  /// The heading it stands under in `--help`; empty for what stands first.
  package var section = ""
  /// Stores one word; a flag gets its own name.
  package let store: (String) throws(SettingError) -> Void
  /// Stores that nothing is set, where that is not the same as leaving the option out.
  package var storeNothing: () -> Void = {}

  package var help: ArgumentHelp { makeHelp() }
  /// True if a value may follow, but only after `=` (`--debug-grid`, `--debug-grid=counts`).
  var isBare: Bool { if case .bare = form { true } else { false } }

  package static let nothing = "none"

  /// True if the default is none, also at the end of a condition: `cluster for a preset, else none`.
  var takesNothing: Bool { shownDefault.map { $0 == "none" || $0.hasSuffix(" none") } ?? false }
  package var shownDefault: String? {
    help.defaultText ?? (form == .value ? ArgumentDefinition.nothing : nil)
  }
}

/// A property that the reader fills.
///
/// It is a class, and its subclasses ask nothing of the types they hold: to find a conformance, the runtime goes through
/// all of a program, for each type anew. Of a small picture that was a tenth of all instructions.
package class ArgumentProperty {
  private let define: (_ label: String, _ owner: Any.Type) -> [ArgumentDefinition]

  init(_ define: @escaping (_ label: String, _ owner: Any.Type) -> [ArgumentDefinition]) {
    self.define = define
  }

  func definitions(label: String, of owner: Any.Type) -> [ArgumentDefinition] { define(label, owner) }
}

package final class ArgumentStorage<Value> {
  package var value: Value

  package init(_ value: Value) { self.value = value }
}

extension ArgumentDefinition {
  fileprivate func named(_ label: String, of owner: Any.Type, range: String? = nil) -> [ArgumentDefinition] {
    var definition = self
    definition.makeHelp = { [makeHelp] in makeHelp().of(label, in: owner, range: range) }
    definition.names.insert("--" + kebabCase(label.hasPrefix("_") ? String(label.dropFirst()) : label), at: 0)
    return [definition]
  }
}

@propertyWrapper
package final class Option<Value>: ArgumentProperty {
  private let storage: ArgumentStorage<Value>

  package var wrappedValue: Value {
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

  package convenience init<Element: ExpressibleByArgument>(
    short: String? = nil, help: @escaping @autoclosure () -> ArgumentHelp = .init("")
  )
  where Value == Element? {
    self.init(nil, short, help, choices: Element.allValueStrings) { value, word throws(SettingError) in
      value = try Element.parse(argument: word)
    }
  }

  package convenience init<Element>(
    help: @escaping @autoclosure () -> ArgumentHelp = .init(""),
    reading read: @escaping (String) throws(SettingError) -> Element
  ) where Value == Element? {
    self.init(nil, nil, help) { value, word throws(SettingError) in value = try read(word) }
  }

  /// A number that must lie in a range; `{range}` in the help stands for it.
  package convenience init<Number: ExpressibleByArgument & Comparable>(
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

  package convenience init(
    short: String? = nil, help: @escaping @autoclosure () -> ArgumentHelp = .init("")
  ) where Value == Bool {
    self.init(false, short, help, .flag) { value, _ throws(SettingError) in value = true }
  }

  package convenience init<Element: ExpressibleByArgument>(
    short: String? = nil, help: @escaping @autoclosure () -> ArgumentHelp = .init("")
  )
  where Value == [Element] {
    self.init([], short, help, choices: Element.allValueStrings) { value, word throws(SettingError) in
      value.append(try Element.parse(argument: word))
    }
  }

  package convenience init<Element>(
    reading read: @escaping (String) throws(SettingError) -> Element
  ) where Value == [Element] {
    self.init([], nil, { .init("") }) { value, word throws(SettingError) in value.append(try read(word)) }
  }
}

package typealias Flag = Option<Bool>

@propertyWrapper
package final class Argument: ArgumentProperty {
  private let storage: ArgumentStorage<[String]>

  package var wrappedValue: [String] { storage.value }

  package init(help: @escaping @autoclosure () -> ArgumentHelp = .init("")) {
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

package protocol ParsableArguments {
  init()
}

@propertyWrapper
package final class OptionGroup<Group>: ArgumentProperty {
  package let wrappedValue: Group

  /// - Parameter section: the heading over the options in `--help`; none where the group brings its own.
  package init(_ section: String = "") where Group: ParsableArguments {
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

package struct CommandConfiguration: Sendable {
  package let name: String
  private let gaps: @Sendable () -> [String: String]

  /// `gaps` are texts in the discussion that only the code has, by their names in braces.
  package init(_ name: String, filling gaps: @escaping @Sendable @autoclosure () -> [String: String] = [:]) {
    (self.name, self.gaps) = (name, gaps)
  }

  private func words(_ field: String) -> String {
    Words.ofCommands.fields(of: "command", in: name)[field] ?? ""
  }

  package var abstract: String { words("abstract") }
  package var usage: String { words("usage") }
  /// Shown last in `--help`: whatever would surprise, and an example that works from a checkout.
  package var discussion: String { words("discussion").filling(gaps()) }
  /// The long names of the options that `--help` explains first; the others it lists. Where there are none it explains all.
  package var mostUsed: [String] { words("mostUsed").split(separator: " ").map(String.init) }
}

package struct CommandDescription {
  package let configuration: CommandConfiguration
  let definitions: [ArgumentDefinition]
}

package protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }
  /// Does the work; the result is the exit status of success or of a difference found.
  func run() throws -> Int32
}

extension ParsableCommand {
  package static func parse(_ words: [String]) throws(SettingError) -> Self? {
    let command = Self()
    let definitions = argumentDefinitions(of: command)
    var reader = WordReader(words: words, definitions: definitions, command: configuration.name)
    return try reader.read() ? command : nil
  }

  package static var described: CommandDescription {
    CommandDescription(configuration: configuration, definitions: argumentDefinitions(of: Self()))
  }
}
