public import JSONDocument

extension ViewOptions {
  /// Pairs of exclusive settings.
  ///
  /// - Parameter keys: set keys in their order.
  private static func conflicts(among keys: [String]) -> [(first: String, other: String)] {
    var pairs: [(first: String, other: String)] = []
    for group in exclusions {
      let ways = keys.filter(group.contains)
      guard let first = ways.first else { continue }
      for other in ways where other != first {
        if !pairs.contains(where: { $0.other == other }) { pairs.append((first, other)) }
      }
    }
    return pairs
  }

  private static func text(_ first: String, _ other: String) -> SettingText {
    func name(_ key: String) -> SettingName { SettingName(key, option: table[key]?.optionName) }
    return "\(name: name(first)) and \(name: name(other)) exclude each other; set one of them"
  }

  /// The conflict of settings of which a view may have one; `nil` where there is none.
  public var conflict: SettingText? {
    let keys = ViewOptions.table.entries.filter { $0.isSet(self) && ($0.key != "fit" || fitsPoints == true) }
    return ViewOptions.conflicts(among: keys.map(\.key)).first.map { ViewOptions.text($0.first, $0.other) }
  }

  package static func conflicts(in value: JSONValue, at path: JSONPath) -> [Diagnostic] {
    // What is set to false is no way.
    let members = (value.members ?? []).filter { $0.value.bool != false }
    return conflicts(among: members.map(\.key)).compactMap { pair in
      guard let other = members.last(where: { $0.key == pair.other }) else { return nil }
      return Diagnostic(
        .error, code: "conflict", path: path.appending(other.key), position: other.keyPosition,
        message: text(pair.first, pair.other).description)
    }
  }
}
