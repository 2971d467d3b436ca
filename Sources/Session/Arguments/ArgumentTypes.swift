public import MapSettings

// The plain types that options take.

extension String: ExpressibleByArgument {
  /// Any word, as it is; never refused.
  ///
  /// - Throws: Nothing: every word is taken.
  public static func parse(argument: String) throws(SettingError) -> String { argument }
}

extension Double: ExpressibleByArgument {
  /// A finite decimal number.
  ///
  /// - Throws: ``SettingError`` for what is none.
  public static func parse(argument: String) throws(SettingError) -> Double {
    try decimal(word: argument)
  }
}

extension Int: ExpressibleByArgument {
  /// A whole number in decimal digits.
  ///
  /// - Throws: ``SettingError`` for what is none.
  public static func parse(argument: String) throws(SettingError) -> Int {
    guard let number = Int(argument) else { throw .notWhole(argument) }
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
