package import MapSettings

@propertyWrapper
package final class SettingOptions<Values>: ArgumentProperty {
  private let storage: ArgumentStorage<Values>

  package var wrappedValue: Values { storage.value }

  /// The settings that have an option are listed in the order of `--help`, under a heading unless their group has
  /// one.
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
