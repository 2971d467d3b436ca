public import JSONDocument

/// A setting that is set but has no effect.
public struct UnusedSetting: Hashable, Sendable {
  /// The setting without effect.
  public let setting: SettingName
  /// The condition of its effect: `method radius`, `methods grid and leader`, `SVG`.
  public let owner: SettingText
  /// The state that excludes it: `the method is grid`.
  public let instead: SettingText

  /// `--radius belongs to method radius; the method is grid`, with the setting's name as written.
  public func text(name: SettingText) -> SettingText { "\(name) belongs to \(owner); \(instead)" }

  /// A warning at the setting in a document.
  public func warning(path: JSONPath, position: TextPosition?) -> Diagnostic {
    Diagnostic(
      .warning, code: "no-effect", path: path, position: position,
      message: text(name: SettingText(setting.key)).description)
  }
}

extension SettingEntry {
  /// Reports that the setting is set and has no effect; `nil` where it is not set, or has one.
  public func unused(_ values: Values, in situation: SettingContext) -> UnusedSetting? {
    guard let use, member?.isActive(in: values) == true, let (owner, instead) = use.lack(situation) else {
      return nil
    }
    return UnusedSetting(setting: SettingName(key, option: optionName), owner: owner, instead: instead)
  }
}
