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
  ///
  /// - Parameter pairsByPlace: true for clusters whose ids mean nothing, such as numbers that all change with a row.
  package init?(
    between expected: JSONValue, and actual: JSONValue, tolerance: Double, pairsByPlace: Bool = false
  ) {
    guard let old = Features(expected, pairsByPlace), let new = Features(actual, pairsByPlace) else {
      return nil
    }
    let decimals = (actual["view"]?["zoom"]?.number ?? 0) >= 12.5 ? 4 : 2
    let bounds = actual["view"]?["bbox"]?.elements?.compactMap(\.number) ?? []
    let partners = old.partners(in: new, within: bounds.count == 4 ? abs(bounds[2] - bounds[0]) / 20 : 1)
    var resized: [String] = []
    for (index, (key, before)) in old.all.enumerated() {
      guard let after = partners[index].map({ new.all[$0].value }) else {
        gone.append("gone: \(Self.name(of: key, before)) at \(Self.coordinate(of: before, decimals))")
        continue
      }
      let differences = ValueDifference.all(between: before, and: after, tolerance: tolerance)
      guard
        let first = differences.first(where: { key.id != nil || $0.path.dotted != "properties.cluster_id" })
      else { continue }
      let sentence = Self.sentence(of: key, before, after, first, decimals, tolerance)
      if Self.count(of: before) != Self.count(of: after) {
        resized.append(sentence)
      } else {
        changed.append(sentence)
      }
    }
    changed = resized + changed
    let met = Set(partners.compactMap(\.self))
    self.new = new.all.enumerated().filter { !met.contains($0.offset) }.map { _, feature in
      "new: \(Self.name(of: feature.key, feature.value)) at \(Self.coordinate(of: feature.value, decimals))"
    }
    let order = partners.compactMap(\.self)
    isReordered = order != order.sorted()
    others = ValueDifference.all(
      between: expected.withoutFeatures, and: actual.withoutFeatures, tolerance: tolerance)
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
      /// `nil` for a cluster that is known by its place.
      let id: String?
    }

    private(set) var all: [(key: Key, value: JSONValue)] = []
    private var indices: [Key: Int] = [:]

    init?(_ root: JSONValue, _ pairsByPlace: Bool) {
      guard root["type"]?.string == "FeatureCollection", let features = root["features"]?.elements else {
        return nil
      }
      for feature in features {
        let properties = feature["properties"]
        guard let id = properties?["cluster_id"] ?? feature["id"] ?? properties?["id"] else { return nil }
        var json = JSONWriter()
        json.value(id)
        let isOfPlace = pairsByPlace && properties?["cluster_id"] != nil
        let key = Key(source: properties?["source"]?.string ?? "", id: isOfPlace ? nil : json.text)
        guard isOfPlace || indices.updateValue(all.count, forKey: key) == nil else { return nil }
        all.append((key, feature))
      }
    }

    /// The clusters with a position, by their numbers.
    private var places: [(index: Int, x: Double, y: Double)] {
      all.enumerated().compactMap { index, feature in
        let numbers = feature.value["geometry"]?["coordinates"]?.elements?.compactMap(\.number) ?? []
        guard numbers.count >= 2, count(of: feature.value) != nil else { return nil }
        return (index, numbers[0], numbers[1])
      }
    }

    /// The numbers of the same features in other ones: those with the same id, then clusters by the distance between them, up
    /// to some degrees.
    ///
    /// - Complexity: O(*n*²) in clusters without a partner of the same id.
    func partners(in other: Features, within reach: Double) -> [Int?] {
      var partners = all.map { $0.key.id == nil ? nil : other.indices[$0.key] }
      var met = Set(partners.compactMap(\.self))
      var pairs: [(distance: Double, old: Int, new: Int)] = []
      let rest = other.places.filter { !met.contains($0.index) }
      for old in places where partners[old.index] == nil {
        for new in rest where all[old.index].key.source == other.all[new.index].key.source {
          let (x, y) = (old.x - new.x, old.y - new.y)
          let distance = (x * x + y * y).squareRoot()
          if distance <= reach { pairs.append((distance, old.index, new.index)) }
        }
      }
      pairs.sort { ($0.distance, $0.old, $0.new) < ($1.distance, $1.old, $1.new) }
      for (_, old, new) in pairs where partners[old] == nil && met.insert(new).inserted {
        partners[old] = new
      }
      return partners
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
    count(of: feature).map { "cluster of \($0)" } ?? "point \(key.id ?? "")"
  }

  private static func coordinate(of feature: JSONValue, _ decimals: Int) -> String {
    let numbers = feature["geometry"]?["coordinates"]?.elements?.prefix(2).compactMap(\.number) ?? []
    guard numbers.count == 2 else { return "no position" }
    return numbers.map { decimalText(of: $0, decimals: decimals, keepsZeros: true) }.joined(separator: ", ")
  }
}

extension JSONValue {
  fileprivate var withoutFeatures: JSONValue { without("features").without("markersOf") }

  fileprivate func without(_ key: String) -> JSONValue {
    guard let members else { return self }
    return JSONValue(.object(members.filter { $0.key != key }), at: position)
  }
}
