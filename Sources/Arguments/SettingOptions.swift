public import MapSettings

/// Options that stand in a table of settings; what the command line sets of them is one value.
@propertyWrapper
public struct SettingOptions<Values: SettingValues>: DefinesArguments {
  private let storage: ArgumentStorage<Values>
  private let entries: [SettingEntry<Values>]

  /// The values that the command line sets.
  public var wrappedValue: Values { storage.value }

  /// - Parameters:
  ///   - nothing: a value in which nothing is set.
  ///   - entries: the settings, in the order of `--help`; those without an option are passed over.
  public init(_ nothing: Values, _ entries: [SettingEntry<Values>]) {
    storage = ArgumentStorage(nothing)
    self.entries = entries
  }

  /// Returns the definitions for the reader.
  public func definitions(label: String, of owner: String) -> [ArgumentDefinition] {
    entries.compactMap { entry in entry.option.map { definition(of: entry, $0) } }
  }

  private func definition(of entry: SettingEntry<Values>, _ option: SettingOption) -> ArgumentDefinition {
    let (kind, bare): (ArgumentDefinition.Kind, String) =
      switch option.form {
      case .value: (.value, "")
      case .bare(let word): (.optionalValue, word)
      case .flag: (.flag, "yes")
      }
    let storage = storage
    return ArgumentDefinition(
      names: [entry.optionName], kind: kind,
      makeHelp: {
        ArgumentHelp(
          option.help, valueName: option.valueName, default: option.standard,
          suggestions: kind == .optionalValue ? entry.choices : [])
      },
      choices: kind == .value ? entry.choices : [],
      store: { word throws(SettingError) in
        // A flag is handed its own name.
        let isBare = kind == .flag || (kind == .optionalValue && word.isEmpty)
        try entry.take(word: isBare ? bare : word, into: &storage.value)
      }, storeNothing: { entry.takeBack(from: &storage.value) })
  }
}
