import JSONDocument
import MapSettings

// The plain types that options take.

extension String: ExpressibleByArgument {
  /// Any word, as it is; never refused.
  ///
  /// - Throws: Nothing: every word is taken.
  public static func parse(argument: String) throws(ArgumentProblem) -> String { argument }
}

extension Double: ExpressibleByArgument {
  /// A finite decimal number.
  ///
  /// - Throws: ``ArgumentProblem`` for what is none.
  public static func parse(argument: String) throws(ArgumentProblem) -> Double {
    try rethrowing(decimal(word: argument), as: ArgumentProblem.init)
  }
}

extension Int: ExpressibleByArgument {
  /// A whole number in decimal digits.
  ///
  /// - Throws: ``ArgumentProblem`` for what is none.
  public static func parse(argument: String) throws(ArgumentProblem) -> Int {
    guard let number = Int(argument) else { throw ArgumentProblem(SettingError.notWhole(argument)) }
    return number
  }
}

extension ArgumentHelp {
  /// The description of an option that a member of requests has, too: its words stand in the table of members.
  ///
  /// - Parameters:
  ///   - suggestions: words that completions propose; `{names}` in the words stands for them.
  public static func member(_ key: String, suggestions: [String] = []) -> ArgumentHelp {
    guard let option = SnapshotRequest.option(of: key) else { return ArgumentHelp("") }
    return ArgumentHelp(
      suggestions.isEmpty
        ? option.help : option.help.replacing("{names}", with: suggestions.joined(separator: ", ")),
      valueName: option.valueName,
      default: option.standard, suggestions: suggestions)
  }
}
