/// A setting that is set but has no effect.
public struct UnusedSetting: Hashable, Sendable {
  /// The setting in camel case, as requests and styles write it; the command's in kebab case.
  public let name: String
  /// The command's option: `--cell-size`.
  public let optionName: String
  /// Where it has an effect: `method radius`, `methods grid and leader`, `SVG`.
  public let owner: String
  /// What holds instead: `the method is grid`.
  public let instead: String

  /// `--radius belongs to method radius; the method is grid`
  ///
  /// - Parameter name: the setting, as whoever set it wrote it.
  public func text(name: String) -> String { "\(name) belongs to \(owner); \(instead)" }
}

extension SettingEntry {
  /// Reports that the setting is set and has no effect; `nil` where it is not set, or has one.
  public func unused(
    _ values: Values, in situation: SettingSituation, spelling: SettingSpelling
  ) -> UnusedSetting? {
    guard let use, isActive(values), let (owner, instead) = situation.lack(of: use, spelling) else {
      return nil
    }
    return UnusedSetting(name: key, optionName: optionName, owner: owner, instead: instead)
  }
}
