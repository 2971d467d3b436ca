package import JSONDocument

/// The markers in which two documents of GeoJSON differ, paired by their ids, in words of the map.
package struct FeatureDifference: Hashable, Sendable {
  /// A sentence for each marker that both have and that differs, in the golden's order.
  package private(set) var changed: [String] = []
  /// A phrase for each marker that only the new document has.
  package private(set) var new: [String] = []
  /// A phrase for each marker that only the golden has.
  package private(set) var gone: [String] = []
  /// True if markers that both have follow each other in another order.
  package private(set) var isReordered = false
  package private(set) var others: [ValueDifference] = []

  package var isEmpty: Bool {
    changed.isEmpty && new.isEmpty && gone.isEmpty && !isReordered && others.isEmpty
  }

  /// `nil` where a document is no collection of features with ids that occur once.
  package init?(between expected: JSONValue, and actual: JSONValue, tolerance: Double) {
    guard let old = Features(expected), let new = Features(actual) else { return nil }
    let decimals = (actual["view"]?["zoom"]?.number ?? 0) >= 12.5 ? 4 : 2
    for key in old.keys {
      guard let before = old.values[key], let after = new.values[key] else { continue }
      let differences = ValueDifference.all(between: before, and: after, tolerance: tolerance)
      guard let first = differences.first else { continue }
      changed.append(Self.sentence(of: key, before, after, first, decimals, tolerance))
    }
    self.new = new.keys.filter { old.values[$0] == nil }.compactMap { key in
      new.values[key].map { "new: \(Self.name(of: key, $0)) at \(Self.coordinate(of: $0, decimals))" }
    }
    gone = old.keys.filter { new.values[$0] == nil }.compactMap { key in
      old.values[key].map { "gone: \(Self.name(of: key, $0)) at \(Self.coordinate(of: $0, decimals))" }
    }
    isReordered = old.keys.filter { new.values[$0] != nil } != new.keys.filter { old.values[$0] != nil }
    others = ValueDifference.all(
      between: expected.without("features"), and: actual.without("features"), tolerance: tolerance)
  }

  /// The change in one line: `cluster 12 → 13 at 13.30, 52.47; 1 new; 2 gone`.
  package var text: String {
    var parts: [String] = []
    if let first = changed.first {
      parts.append(changed.count == 1 ? first : "\(changed.count) markers changed, first \(first)")
    }
    if !new.isEmpty { parts.append("\(new.count) new") }
    if !gone.isEmpty { parts.append("\(gone.count) gone") }
    if let first = others.first { parts.append(first.text) }
    // Markers stand in the order of their rows, so that a new row may move others.
    return parts.isEmpty
      ? isReordered ? "markers in another order" : "nothing differs" : parts.joined(separator: "; ")
  }

  package var lines: [String] { changed + new + gone + others.map(\.text) }

  private struct Features {
    struct Key: Hashable {
      let source: String
      let id: String
    }

    private(set) var keys: [Key] = []
    private(set) var values: [Key: JSONValue] = [:]

    init?(_ root: JSONValue) {
      guard root["type"]?.string == "FeatureCollection", let features = root["features"]?.elements else {
        return nil
      }
      for feature in features {
        let properties = feature["properties"]
        guard let id = properties?["cluster_id"] ?? feature["id"] ?? properties?["id"] else { return nil }
        var json = JSONWriter()
        json.value(id)
        let key = Key(source: properties?["source"]?.string ?? "", id: json.text)
        guard values.updateValue(feature, forKey: key) == nil else { return nil }
        keys.append(key)
      }
    }
  }

  private static func sentence(
    of key: Features.Key, _ before: JSONValue, _ after: JSONValue, _ first: ValueDifference,
    _ decimals: Int, _ tolerance: Double
  ) -> String {
    if let old = count(of: before), let new = count(of: after), old != new {
      return "cluster \(old) → \(new) at \(coordinate(of: after, decimals))"
    }
    let marker = name(of: key, after)
    if let old = before["geometry"], let new = after["geometry"],
      !ValueDifference.all(between: old, and: new, tolerance: tolerance).isEmpty
    {
      return "\(marker) moved from \(coordinate(of: before, 6)) to \(coordinate(of: after, 6))"
    }
    return "\(marker) at \(coordinate(of: after, decimals)): \(first.text)"
  }

  private static func count(of feature: JSONValue) -> String? {
    feature["properties"]?["point_count"]?.number.map { decimalText(of: $0, decimals: 3) }
  }

  /// `cluster of 12`, or `point "a"`.
  private static func name(of key: Features.Key, _ feature: JSONValue) -> String {
    count(of: feature).map { "cluster of \($0)" } ?? "point \(key.id)"
  }

  private static func coordinate(of feature: JSONValue, _ decimals: Int) -> String {
    let numbers = feature["geometry"]?["coordinates"]?.elements?.prefix(2).compactMap(\.number) ?? []
    guard numbers.count == 2 else { return "no position" }
    return numbers.map { decimalText(of: $0, decimals: decimals, keepsZeros: true) }.joined(separator: ", ")
  }
}

extension JSONValue {
  fileprivate func without(_ key: String) -> JSONValue {
    guard let members else { return self }
    return JSONValue(.object(members.filter { $0.key != key }), at: position)
  }
}
