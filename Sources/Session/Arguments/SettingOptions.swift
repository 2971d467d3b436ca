package import MapSettings

/// Options that stand in a table of settings; what the command line sets of them is one value.
@propertyWrapper
package final class SettingOptions<Values>: ArgumentProperty {
  private let storage: ArgumentStorage<Values>

  package var wrappedValue: Values { storage.value }

  /// - Parameters:
  ///   - entries: the settings, in the order of `--help`; those without an option are passed over.
  ///   - section: the heading over the options in `--help`; none where their group has one.
  package init(_ entries: [SettingEntry<Values>], _ section: String = "") where Values: SettingValues {
    let storage = ArgumentStorage(Values())
    self.storage = storage
    super.init { _, _ in
      entries.compactMap { entry in
        entry.option.map { ArgumentDefinition(of: entry, $0, in: storage, section) }
      }
    }
  }
}

extension ArgumentDefinition {
  fileprivate init<Values: SettingValues>(
    of entry: SettingEntry<Values>, _ option: SettingOption, in storage: ArgumentStorage<Values>,
    _ section: String
  ) {
    self.init(
      names: [entry.optionName], form: option.form,
      makeHelp: {
        ArgumentHelp(
          option.help, valueName: option.valueName, default: option.standard,
          suggestions: [.value, .flag].contains(option.form) ? [] : entry.choices)
      },
      choices: option.form == .value ? entry.choices : [], section: section,
      store: { word throws(SettingError) in
        // A flag is handed its own name.
        try entry.take(word: option.form == .flag ? "yes" : word, into: &storage.value)
      }, storeNothing: { entry.takeBack(from: &storage.value) })
  }
}
