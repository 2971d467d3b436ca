/// A fault of a tile, and its count; the rest of the tile is read all the same.
public struct TileFault: Hashable, Sendable, CustomStringConvertible {
  /// The layer; `nil` where the tile itself is broken, or the layer has no name.
  public let layer: String?
  let problem: Problem
  /// The number of times in that layer.
  public internal(set) var count = 1

  /// The fault and what was left out, in one line; whoever reports it adds the tile.
  public var description: String {
    (layer.map { "layer \"\($0)\": " } ?? "") + problem.wording + (count > 1 ? " (\(count) times)" : "")
  }

  struct Problem: Hashable, Error {
    let wording: String

    private init(_ wording: String) { self.wording = wording }

    static let cutOff = Problem("the data is cut off; what follows is left out")
    static let wrongWireType = Problem("the data is not that of a vector tile; what follows is left out")
    static let tooLarge = Problem("the tile is too large; it is left out")
    static let layerWithoutName = Problem("a layer has no name; it is left out")
    static let repeatedLayer = Problem("the tile has the layer twice; the second one is left out")
    static let extentOutOfRange = Problem("the extent is not within 1...2147483647; the layer is left out")
    static let valueWithoutContent = Problem("a property value has no known type; it is left out")
    static let tagsOutOfRange = Problem(
      "a feature has a property beyond the layer's keys or values; it is left out")
    static let oddTags = Problem("a feature has a key without a value; it is left out")
    static let unknownGeometryType = Problem("a feature has an unknown geometry type; it is left out")
    static let featureWithoutGeometry = Problem("a feature has no geometry; it is left out")
    static let countBeyondBytes = Problem("a geometry announces more vertices than it has; it is left out")
    static let unknownCommand = Problem("a geometry has an unknown command; it is left out")
    static let misplacedCommand = Problem("a geometry has a command in the wrong place; it is left out")
    static let coordinateOverflow = Problem("a geometry has coordinates beyond 32 bits; it is left out")
    static let openRing = Problem("a polygon has a ring that is not closed; it is left out")
    static let shortRing = Problem("a ring has fewer than three vertices; it is left out")
    static let shortLine = Problem("a line has fewer than two vertices; it is left out")

    static func unsupportedVersion(_ version: UInt64) -> Problem {
      Problem("version \(version) is unknown, only 1 and 2 are read; it is left out")
    }
  }
}

struct FaultCollector {
  private(set) var faults: [TileFault] = []

  mutating func add(_ problem: TileFault.Problem, in layer: String?, count: Int = 1) {
    guard count > 0 else { return }
    // A tile has few kinds of faults in few layers, and those of one layer follow each other.
    if let known = faults.lastIndex(where: { $0.problem == problem && $0.layer == layer }) {
      faults[known].count += count
    } else if faults.count < FaultCollector.limit {
      faults.append(TileFault(layer: layer, problem: problem, count: count))
    }
  }

  /// Limit of distinct faults: a tile may have a million broken layers.
  private static let limit = 32
}
