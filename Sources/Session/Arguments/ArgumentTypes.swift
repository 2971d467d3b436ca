package import MapSettings

// The plain types that options take.

extension String: ExpressibleByArgument {
  package static func parse(argument: String) throws(SettingError) -> String { argument }
}

extension Double: ExpressibleByArgument {
  package static func parse(argument: String) throws(SettingError) -> Double { try decimal(word: argument) }
}

extension Int: ExpressibleByArgument {
  package static func parse(argument: String) throws(SettingError) -> Int {
    guard let number = Int(argument) else { throw .notWhole(argument) }
    return number
  }
}

extension ArgumentHelp {
  /// Description of an option that a member of requests has, too; `{names}` in its words stands for the suggestions.
  package static func member(_ key: String, suggestions: [String] = []) -> ArgumentHelp {
    guard let option = SnapshotRequest.option(of: key) else { return ArgumentHelp("") }
    return ArgumentHelp(
      suggestions.isEmpty
        ? option.help : option.help.replacing("{names}", with: suggestions.joined(separator: ", ")),
      valueName: option.valueName, default: option.standard, suggestions: suggestions)
  }
}
