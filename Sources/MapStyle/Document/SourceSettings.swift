public import JSONDocument

/// How a source's points are clustered beyond the standard keys: `metadata["clustersnap:sources"][id]`.
///
/// The keys are the command's options in camel case; what is not set is `nil`. Values are checked for type and range
/// here; what they mean together is decided by those who cluster.
public struct SourceSettings: Sendable {
  /// A clustering method.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// How points become clusters.
    case grid, radius, distance, leader, kmeans, dbscan, none
  }

  /// A system whose behavior is taken over.
  public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// The system.
    case cch, cluster, clustermap, amap
    /// The system, by distance.
    case amapDistance = "amap-distance"
    /// The system.
    case pins, pablo, tb, supercluster
  }

  /// What a grid is anchored to.
  public enum Anchor: String, Hashable, Sendable, CaseIterable {
    /// The world, or the view's corner.
    case world, view
  }

  /// Where a cluster stands.
  public enum Position: String, Hashable, Sendable, CaseIterable {
    /// At its members' mean.
    case mean
    /// At the member nearest to the cell's middle.
    case nearCenter = "near-center"
    /// At the cell's middle.
    case cellCenter = "cell-center"
    /// At its first member, or at its leader.
    case first, leader
  }

  /// How a method is called.
  public internal(set) var method: Setting<Method>?
  /// The system taken over.
  public internal(set) var preset: Setting<Preset>?
  /// How large cells are.
  public internal(set) var cellSize: Setting<CellSizeSetting>?
  /// Whether the world is cut into whole cells.
  public internal(set) var alignWorld: Setting<Bool>?
  /// What a grid is anchored to.
  public internal(set) var anchor: Setting<Anchor>?
  /// How far beyond the picture points take part, in picture widths and heights.
  public internal(set) var margin: Setting<Double>?
  /// Whether cell sizes follow the integer zoom.
  public internal(set) var snapZoom: Setting<Bool>?
  /// The radius in points.
  public internal(set) var radius: Setting<Double>?
  /// Units along a tile's side, for the radius.
  public internal(set) var extent: Setting<Double>?
  /// Whether the method radius joins points across the antimeridian.
  public internal(set) var acrossAntimeridian: Setting<Bool>?
  /// The distance of the distance method.
  public internal(set) var distance: Setting<DistanceSetting>?
  /// How many clusters k-means makes.
  public internal(set) var clusters: Setting<Int>?
  /// The reach of DBSCAN in points.
  public internal(set) var eps: Setting<Double>?
  /// How many points make a dense place for DBSCAN.
  public internal(set) var minPoints: Setting<Int>?
  /// Where clusters stand.
  public internal(set) var position: Setting<Position>?
  /// From how many points on they become a cluster.
  public internal(set) var minCount: Setting<Int>?
  /// From how many unique locations on points become a cluster.
  public internal(set) var minUnique: Setting<Int>?
  /// The largest zoom at which points are clustered, counted from a world of 512 points.
  public internal(set) var clusterMaxZoom: Setting<Double>?
  /// What becomes of points in one place.
  public internal(set) var coLocated: Setting<CoLocatedSetting>?
  /// The property that weighs points.
  public internal(set) var weight: Setting<String>?
  /// The property that keeps points alone: those where it is false.
  public internal(set) var optOut: Setting<String>?
  /// Whether markers outside the view stay when the view moves on; like the two below it matters where there is a history.
  public internal(set) var keepInvisible: Setting<Bool>?
  /// Whether an old marker stays in its cell and takes new members.
  public internal(set) var reuse: Setting<Bool>?
  /// Whether leaders stay when the view comes closer, and pans never regroup.
  public internal(set) var hysteresis: Setting<Bool>?
  /// Whether the grid is drawn, and what is written into cells.
  public internal(set) var debugGrid: Setting<DebugGridSetting>?
  /// The template of a marker's title.
  public internal(set) var title: Setting<String>?
  /// The template of a marker's subtitle.
  public internal(set) var subtitle: Setting<String>?

  /// Nothing is set.
  public init() {}
}

extension SourceSettings {
  /// Where a number is set that may turn out not to fit the points or the view; `nil` for other keys and what is not set.
  public func position(of key: String) -> TextPosition? {
    switch key {
    case "cellSize": cellSize?.position
    case "margin": margin?.position
    case "radius": radius?.position
    case "extent": extent?.position
    case "distance": distance?.position
    case "clusters": clusters?.position
    case "eps": eps?.position
    case "minPoints": minPoints?.position
    case "minCount": minCount?.position
    case "minUnique": minUnique?.position
    case "clusterMaxZoom": clusterMaxZoom?.position
    case "coLocated": coLocated?.position
    default: nil
    }
  }
}

/// How large cells are.
public enum CellSizeSetting: Hashable, Sendable {
  /// So many points.
  case points(Double)
  /// The visible width divided by a whole number.
  case fractionOfWidth(Int)
  /// Points by integer zoom (of a world of 512 points), by rising zoom.
  case byZoom([ZoomSize])

  /// A size from a zoom on.
  public struct ZoomSize: Hashable, Sendable {
    /// From this zoom on, until the next entry.
    public let zoom: Double
    /// The size in points.
    public let points: Double

    /// A size from a zoom on.
    public init(zoom: Double, points: Double) {
      self.zoom = zoom
      self.points = points
    }
  }

  /// Reads `60`, `1/8` or `0:88,13:64,16:32`; `nil` for anything else, and for zooms that do not rise.
  public init?(_ text: String) {
    if text.hasPrefix("1/") {
      guard let parts = Int(text.dropFirst(2)), parts >= 1 else { return nil }
      self = .fractionOfWidth(parts)
    } else if text.contains(":") {
      var sizes: [ZoomSize] = []
      for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
        let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let zoom = decimal(parts[0]), let points = decimal(parts[1]) else {
          return nil
        }
        sizes.append(ZoomSize(zoom: zoom, points: points))
      }
      guard zip(sizes, sizes.dropFirst()).allSatisfy({ $0.zoom < $1.zoom }) else { return nil }
      self.init(sizes)
    } else {
      guard let points = decimal(text), points > 0 else { return nil }
      self = .points(points)
    }
  }

  /// Sizes by zoom, in any order; `nil` for none, a size that is not positive or a zoom named twice.
  public init?(_ sizes: [ZoomSize]) {
    let sorted = sizes.sorted { $0.zoom < $1.zoom }
    guard !sorted.isEmpty, sorted.allSatisfy({ $0.points > 0 }),
      zip(sorted, sorted.dropFirst()).allSatisfy({ $0.zoom < $1.zoom })
    else { return nil }
    self = .byZoom(sorted)
  }
}

/// A distance on the ground or in the picture.
public enum DistanceSetting: Hashable, Sendable {
  /// On the ground.
  case meters(Double)
  /// In the picture.
  case points(Double)

  /// Reads `90` (meters) or `50pt` (points); `nil` for anything else.
  public init?(_ text: String) {
    let isPoints = text.hasSuffix("pt")
    guard let number = decimal(isPoints ? text.dropLast(2) : text[...]), number > 0 else { return nil }
    self = isPoints ? .points(number) : .meters(number)
  }
}

/// What becomes of points in one place.
public enum CoLocatedSetting: Hashable, Sendable {
  /// Nothing: they count like any others.
  case merge
  /// They are laid out on a ring, of its usual size where none is given.
  case ring(DistanceSetting?)

  /// Reads `merge`, `ring`, `ring:3` or `ring:20pt`; `nil` for anything else.
  public init?(_ text: String) {
    switch text {
    case "merge": self = .merge
    case "ring": self = .ring(nil)
    default:
      guard text.hasPrefix("ring:"), let distance = DistanceSetting(String(text.dropFirst(5))) else {
        return nil
      }
      self = .ring(distance)
    }
  }
}

/// Whether the grid is drawn, and what is written into its cells.
public struct DebugGridSetting: Hashable, Sendable {
  /// Whether the grid is drawn.
  public var isShown: Bool
  /// Whether cells show how many points they hold.
  public var showsCounts: Bool
  /// Whether cells show their column and row.
  public var showsIndices: Bool

  /// A grid.
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

/// A finite decimal number without exponent tricks (`inf`, `nan` and hexadecimal are refused); `nil` otherwise.
func decimal(_ text: some StringProtocol) -> Double? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }) else {
    return nil
  }
  guard let number = Decimal.number(of: text), number.isFinite else { return nil }
  return number
}
