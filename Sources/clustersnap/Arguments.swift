import JSONDocument

// A small declarative reader of command lines, shaped like swift-argument-parser so that it could be replaced by
// it: commands are structures whose properties carry `@Argument`, `@Option`, `@Flag` and `@OptionGroup`.

/// A value that can be read from one word of the command line.
protocol ExpressibleByArgument {
  /// Reads one word; the error says what was expected, without naming the option.
  static func parse(argument: String) throws(ArgumentProblem) -> Self
  /// The words to choose from, where the values are a closed list.
  static var allValueStrings: [String] { get }
}

extension ExpressibleByArgument {
  static var allValueStrings: [String] { [] }
}

extension ExpressibleByArgument where Self: RawRepresentable, Self: CaseIterable, RawValue == String {
  static var allValueStrings: [String] { allCases.map(\.rawValue) }

  static func parse(argument: String) throws(ArgumentProblem) -> Self {
    guard let value = Self(rawValue: argument) else {
      throw ArgumentProblem.unknownChoice(argument, among: allValueStrings)
    }
    return value
  }
}

/// What is wrong with one word of the command line; whoever knows the option puts its name before it.
struct ArgumentProblem: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  static func unknownChoice(_ word: String, among choices: [String]) -> ArgumentProblem {
    let guess = didYouMean(word, among: choices).map { "; did you mean \($0)?" }
    return ArgumentProblem(
      "“\(word)” is none of " + choices.joined(separator: ", ") + (guess ?? ""))
  }
}

extension String: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> String { argument }
}

extension Double: ExpressibleByArgument {
  /// Decimal forms only: `Double.init` would also take `nan`, `inf` and hexadecimal.
  static func parse(argument: String) throws(ArgumentProblem) -> Double {
    let isDecimal = argument.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    }
    guard isDecimal, let number = Double(argument), number.isFinite else {
      throw ArgumentProblem("“\(argument)” is no finite decimal number")
    }
    return number
  }
}

extension Int: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> Int {
    guard let number = Int(argument) else { throw ArgumentProblem("“\(argument)” is no whole number") }
    return number
  }
}

/// How an option is told on the command line and in `--help`.
struct ArgumentHelp {
  let text: String
  var valueName = "VALUE"
  var defaultText: String?

  init(_ text: String, valueName: String = "VALUE", default defaultText: String? = nil) {
    self.text = text
    self.valueName = valueName
    self.defaultText = defaultText
  }
}

/// What the reader must know of one property.
struct ArgumentDefinition {
  enum Kind {
    case positional
    case flag
    case value
    /// A value may follow, but only after `=` (`--debug-grid`, `--debug-grid=counts`).
    case optionalValue
  }

  var names: [String]
  let kind: Kind
  let help: ArgumentHelp
  let choices: [String]
  /// Stores one word; a flag gets its own name.
  let store: (String) throws(ArgumentProblem) -> Void
}

/// Properties that the reader fills.
protocol DefinesArguments {
  func definitions(label: String) -> [ArgumentDefinition]
}

/// The one mutable place behind a property; filled while reading, read afterwards.
final class ArgumentStorage<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// `cellSize` → `--cell-size`.
private func longName(of label: String) -> String {
  var name = "--"
  for character in label.unicodeScalars where character != "_" {
    if character.properties.isUppercase { name += "-" }
    name += character.properties.lowercaseMapping
  }
  return name
}

/// A word that takes one value, or several when it is repeated.
@propertyWrapper
struct Option<Value>: DefinesArguments {
  private let storage: ArgumentStorage<Value>
  private let shortName: String?
  private let help: ArgumentHelp
  private let kind: ArgumentDefinition.Kind
  private let choices: [String]
  private let assign: (ArgumentStorage<Value>, String) throws(ArgumentProblem) -> Void

  var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  init<Element: ExpressibleByArgument>(short: String? = nil, help: ArgumentHelp) where Value == Element? {
    storage = ArgumentStorage(nil)
    shortName = short
    self.help = help
    kind = .value
    choices = Element.allValueStrings
    assign = { storage, word throws(ArgumentProblem) in
      storage.value = try Element.parse(argument: word)
    }
  }

  /// An option that may stand without its value: `bare` is then taken.
  init<Element: ExpressibleByArgument>(bare: String, help: ArgumentHelp) where Value == Element? {
    storage = ArgumentStorage(nil)
    shortName = nil
    self.help = help
    kind = .optionalValue
    choices = []
    assign = { storage, word throws(ArgumentProblem) in
      storage.value = try Element.parse(argument: word.isEmpty ? bare : word)
    }
  }

  init<Element: ExpressibleByArgument>(short: String? = nil, help: ArgumentHelp) where Value == [Element] {
    storage = ArgumentStorage([])
    shortName = short
    self.help = help
    kind = .value
    choices = Element.allValueStrings
    assign = { storage, word throws(ArgumentProblem) in
      storage.value.append(try Element.parse(argument: word))
    }
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    let (assign, storage) = (assign, storage)
    return [
      ArgumentDefinition(
        names: [longName(of: label)] + (shortName.map { [$0] } ?? []), kind: kind, help: help,
        choices: choices,
        store: { word throws(ArgumentProblem) in try assign(storage, word) })
    ]
  }
}

/// A word that is there or not.
@propertyWrapper
struct Flag: DefinesArguments {
  private let storage = ArgumentStorage(false)
  private let shortName: String?
  private let help: ArgumentHelp

  var wrappedValue: Bool {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  init(short: String? = nil, help: ArgumentHelp) {
    shortName = short
    self.help = help
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    let storage = storage
    return [
      ArgumentDefinition(
        names: [longName(of: label)] + (shortName.map { [$0] } ?? []), kind: .flag, help: help, choices: [],
        store: { _ throws(ArgumentProblem) in storage.value = true })
    ]
  }
}

/// Words that are no options, in order.
@propertyWrapper
struct Argument: DefinesArguments {
  private let storage = ArgumentStorage<[String]>([])
  private let help: ArgumentHelp

  var wrappedValue: [String] { storage.value }

  init(help: ArgumentHelp) {
    self.help = help
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    let storage = storage
    return [
      ArgumentDefinition(
        names: [], kind: .positional, help: help, choices: [],
        store: { word throws(ArgumentProblem) in storage.value.append(word) })
    ]
  }
}

/// Properties shared by several commands.
protocol ParsableArguments {
  init()
}

/// Options that several commands share, told together in `--help`.
@propertyWrapper
struct OptionGroup<Group: ParsableArguments>: DefinesArguments {
  let wrappedValue = Group()

  init() {}

  func definitions(label: String) -> [ArgumentDefinition] {
    argumentDefinitions(of: wrappedValue)
  }
}

private func argumentDefinitions(of value: Any) -> [ArgumentDefinition] {
  Mirror(reflecting: value).children.flatMap { child in
    (child.value as? any DefinesArguments)?.definitions(label: child.label ?? "") ?? []
  }
}

/// What a command is called and how it is told.
struct CommandConfiguration {
  let name: String
  let abstract: String
  let usage: String
  /// Shown last in `--help`: whatever would surprise, and an example that works from a checkout.
  let discussion: String
}

/// A subcommand: its properties are filled, then it runs.
protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }
  /// Does the work; the result is the exit status of success or of a difference found.
  func run() throws -> Int32
}

/// Why a command line cannot be carried out.
struct UsageError: Error, Equatable {
  let message: String
}

extension ParsableCommand {
  /// Reads words into a fresh command; `nil` when help was asked for.
  static func parse(_ words: [String]) throws(UsageError) -> Self? {
    let command = Self()
    let definitions = argumentDefinitions(of: command)
    var reader = WordReader(words: words, definitions: definitions, command: configuration.name)
    return try reader.read() ? command : nil
  }

  /// The text of `--help`.
  static var helpText: String {
    HelpText(configuration: configuration, definitions: argumentDefinitions(of: Self())).text
  }
}

/// Goes through the words once and stores each where it belongs.
private struct WordReader {
  let words: [String]
  let definitions: [ArgumentDefinition]
  let command: String
  var index = 0

  /// Whether the command is to be run; `false` when help was asked for.
  mutating func read() throws(UsageError) -> Bool {
    var onlyPositional = false
    while index < words.count {
      let word = words[index]
      index += 1
      if onlyPositional || !looksLikeOption(word) {
        try storePositional(word)
      } else if word == "--" {
        onlyPositional = true
      } else if word == "--help" || word == "-h" {
        return false
      } else {
        try storeOption(word)
      }
    }
    return true
  }

  /// `-` is standard input, `-12.5` a number.
  private func looksLikeOption(_ word: String) -> Bool {
    guard word.utf8.first == 0x2D, word.utf8.count > 1 else { return false }
    let second = word.utf8[word.utf8.index(after: word.utf8.startIndex)]
    return !((0x30...0x39).contains(second) || second == 0x2E)
  }

  private func storePositional(_ word: String) throws(UsageError) {
    guard let definition = definitions.first(where: { $0.kind == .positional }) else {
      throw UsageError(message: "“\(word)” is one word too many; \(seeHelp)")
    }
    try store(word, in: definition, as: definition.help.valueName)
  }

  private mutating func storeOption(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let definition = definitions.first(where: { $0.names.contains(name) }) else {
      let known = definitions.flatMap(\.names) + ["--help"]
      let guess = didYouMean(name, among: known).map { "did you mean \($0)?" } ?? seeHelp
      throw UsageError(message: "unknown option \(name); \(guess)")
    }
    switch definition.kind {
    case .flag:
      if attached != nil { throw UsageError(message: "\(name) takes no value; write it alone") }
      try store(name, in: definition, as: name)
    case .optionalValue:
      try store(attached ?? "", in: definition, as: name)
    case .value, .positional:
      if let attached {
        try store(attached, in: definition, as: name)
      } else if index < words.count, !isKnownOption(words[index]) {
        index += 1
        try store(words[index - 1], in: definition, as: name)
      } else {
        throw UsageError(message: "\(name) needs a value: \(name) \(definition.help.valueName)")
      }
    }
  }

  /// Values may begin with a hyphen (`--center -122.4,37.8`), but a known option is never one.
  private func isKnownOption(_ word: String) -> Bool {
    let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
    return name.hasPrefix("-") && definitions.contains { $0.names.contains(name) }
  }

  private func store(
    _ word: String, in definition: ArgumentDefinition, as name: String
  ) throws(UsageError) {
    do {
      try definition.store(word)
    } catch {
      throw UsageError(message: "\(name): \(error.message)")
    }
  }

  private var seeHelp: String { "see clustersnap \(command) --help" }
}
