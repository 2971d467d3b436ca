import JSONDocument
import MapClusters

extension SettingType where Value == CellSize {
  static var pointsWidthOrZooms: SettingType {
    let wanted = "points, \"1/8\" (of the width) or {\"0\": 88, \"13\": 64} (points by zoom)"
    return worded(
      schema: .either([
        .above(0), .pattern("^([0-9.]+|1/[1-9][0-9]*|-?[0-9.]+:[0-9.]+(,-?[0-9.]+:[0-9.]+)*)$"),
        .dictionary(.above(0), keys: #"^-?([0-9]+[.]?[0-9]*|[.][0-9]+)$"#, atLeast: 1),
      ]), wanted, cellSizeFault, CellSize.init(setting:)
    ) { reader, node in
      switch node.value.content {
      case .number: return .some(reader.positive(node).map(CellSize.points))
      case .string: return nil
      case .object(let members): return .some(sizes(members, node, wanted, in: &reader))
      default:
        reader.wrongType(node, wanted)
        return .some(nil)
      }
    }
  }

  private static func sizes(
    _ members: [JSONMember], _ node: JSONNode, _ wanted: String, in reader: inout DocumentReader
  ) -> CellSize? {
    var steps: [ZoomStep] = []
    for member in members {
      guard let zoom = decimal(member.key) else {
        return reader.fault(
          "invalid-value", at: node.location(ofKey: member),
          "expected a zoom, found \(quotedForMessage(member.key))")
      }
      guard let points = reader.positive(node.member(member)) else { return nil }
      steps.append(ZoomStep(from: zoom, points))
    }
    if let size = CellSize(sorting: steps) { return size }
    return reader.fault(
      "invalid-value", at: node.location, "expected \(wanted), each zoom once, found \(steps.count) sizes")
  }

  @Sendable private static func cellSizeFault(_ word: String) -> SettingError {
    let rows = word.split(separator: ",")
    let isTable =
      rows.count > 1 && rows.allSatisfy { $0.contains(":") && CellSize(setting: String($0)) != nil }
    // The zooms are a table's, but out of order.
    return isTable
      ? SettingError("the zooms of \"\(word)\" do not rise; write them in order, such as 0:88,13:64")
      : .malformed(
        word,
        fault:
          "is no cell size; write points above 0 (60), points by zoom (0:88,13:64) or a part of the width (1/8)"
      )
  }
}

extension CellSize {
  /// Reads `60`, `1/8` or `0:88,13:64,16:32`, with ascending zooms.
  init?(setting text: String) {
    if text.hasPrefix("1/") {
      guard let parts = Int(text.dropFirst(2)), parts >= 1 else { return nil }
      self = .fraction(Double(parts))
    } else if text.contains(":") {
      var steps: [ZoomStep] = []
      for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
        let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let zoom = decimal(parts[0]), let points = decimal(parts[1]) else {
          return nil
        }
        steps.append(ZoomStep(from: zoom, points))
      }
      guard zip(steps, steps.dropFirst()).allSatisfy({ $0.zoom < $1.zoom }) else { return nil }
      self.init(sorting: steps)
    } else {
      guard let points = decimal(text), points > 0 else { return nil }
      self = .points(points)
    }
  }

  /// Sizes by zoom in any order; `nil` for none, sizes up to 0 and repeated zooms.
  init?(sorting steps: [ZoomStep]) {
    let sorted = steps.sorted { $0.zoom < $1.zoom }
    guard !sorted.isEmpty, sorted.allSatisfy({ $0.value > 0 }),
      zip(sorted, sorted.dropFirst()).allSatisfy({ $0.zoom < $1.zoom })
    else { return nil }
    self = .byZoom(sorted)
  }
}

extension SettingType where Value == ClusterDistance {
  static var distance: SettingType {
    worded(
      schema: .either([.above(0), .pattern("^[0-9.]+(pt)?$")]), "meters, or points such as \"50pt\"",
      { .malformed($0, fault: "is no distance above 0; write meters (90) or points (50pt)") },
      ClusterDistance.init(setting:)
    ) { reader, node in
      node.value.number == nil ? nil : .some(reader.positive(node).map(ClusterDistance.meters))
    }
  }
}

extension ClusterDistance {
  /// Reads `90` or `90m` (meters), or `50pt` (points).
  init?(setting text: String) {
    let isPoints = text.hasSuffix("pt")
    let length = isPoints ? 2 : text.hasSuffix("m") ? 1 : 0
    guard let number = decimal(text.dropLast(length)), number > 0 else { return nil }
    self = isPoints ? .points(number) : .meters(number)
  }
}

extension SettingType where Value == CoLocated {
  static var mergeOrRing: SettingType {
    worded(
      schema: .pattern("^(merge|legs|(ring|scatter)(:[0-9.]+(pt|m)?)?)$"),
      "\"merge\", \"legs\", \"ring\" or \"scatter\", as \"ring:3m\" or \"ring:20pt\" of that radius",
      {
        .malformed(
          $0, fault: "is no rule; write merge, legs, ring or scatter, or such as ring:3m or ring:20pt")
      },
      CoLocated.init(setting:))
  }
}

extension CoLocated {
  /// Reads `merge`, `legs`, `ring` or `scatter`, these two with a radius, too, such as `ring:3m`.
  init?(setting text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let radius: RingRadius
    switch parts.count == 1 ? nil : ClusterDistance(setting: parts[1]) {
    case .meters(let meters): radius = .meters(meters)
    case .points(let points): radius = .points(points)
    case nil where parts.count == 1: radius = .fitting
    case nil: return nil
    }
    switch (parts[0], radius) {
    case ("merge", .fitting): self = .merge
    case ("legs", .fitting): self = .ring(.legs)
    case ("ring", _): self = .ring(radius)
    case ("scatter", _): self = .scatter(radius)
    default: return nil
    }
  }
}

extension SettingType where Value == DebugGridSetting {
  static var debugGrid: SettingType {
    let choices = ["counts", "indices", "counts,indices"]
    return SettingType(schema: .either([.flag, .oneOf(choices + ["indices,counts"])])) { reader, node in
      if let isShown = node.value.bool { return DebugGridSetting(isShown: isShown) }
      let wanted = "true, false, \"counts\", \"indices\" or \"counts,indices\""
      guard let text = reader.string(node, wanted) else { return nil }
      return DebugGridSetting(text) ?? reader.invalid(text, wanted, at: node)
    } word: { word throws(SettingError) in
      if word == "lines" { return DebugGridSetting(isShown: true) }
      guard let grid = DebugGridSetting(word) else { throw .noChoice(word, of: choices) }
      return grid
    }
  }
}

/// The grid and the labels of its cells.
public struct DebugGridSetting: Hashable, Sendable {
  /// True if the grid is drawn.
  public var isShown: Bool
  /// True if cells show their number of points.
  public var showsCounts: Bool
  /// True if cells show their column and row.
  public var showsIndices: Bool

  /// Sets whether the grid is drawn, and what its cells show.
  public init(isShown: Bool, showsCounts: Bool = false, showsIndices: Bool = false) {
    self.isShown = isShown
    self.showsCounts = showsCounts
    self.showsIndices = showsIndices
  }

  /// Reads `counts`, `indices` or both with a comma; `nil` for anything else.
  public init?(_ text: String) {
    self.init(isShown: true)
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch word {
      case "counts": showsCounts = true
      case "indices": showsIndices = true
      default: return nil
      }
    }
  }
}

/// The weight of a point whose weight is empty.
public enum MissingWeight: Hashable, Sendable {
  /// At least 0.
  case count(Double)
  case skip
  /// Nothing is drawn.
  case error

  /// Reads `skip`, `error` or a number of at least 0.
  init?(setting text: String) {
    switch text {
    case "skip": self = .skip
    case "error": self = .error
    default:
      guard let number = Decimal.number(of: text), number >= 0, number.isFinite else { return nil }
      self = .count(number)
    }
  }
}

extension SettingType where Value == MissingWeight {
  static var missingWeight: SettingType {
    worded(
      schema: .either([.number(0...Double.infinity), .oneOf(["skip", "error"])]),
      "a number of at least 0, \"skip\" or \"error\"",
      { .malformed($0, fault: "is neither a number of at least 0 nor skip nor error; write one of these") },
      MissingWeight.init(setting:)
    ) { reader, node in
      switch node.value.content {
      case .number:
        return .some(reader.number(node, in: 0...Double.greatestFiniteMagnitude).map(MissingWeight.count))
      // A number in quotes is none: one way to write it is enough.
      case .string(let text) where Decimal.number(of: text) != nil:
        reader.expected("a number of at least 0, \"skip\" or \"error\"", at: node)
        return .some(nil)
      default: return nil
      }
    }
  }
}
