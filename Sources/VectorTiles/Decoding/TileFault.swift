/// A fault of a tile, and its count; the rest of the tile is read all the same.
public struct TileFault: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of faults that a tile may have.
  public enum Problem: Hashable, Sendable, Error {
    /// The bytes end inside a number or a message: the rest of the tile, or the feature, is left out.
    case cutOff
    /// A number of more than ten bytes, or a field of a kind that vector tiles do not have there.
    case wrongWireType
    /// The tile is larger than what 32 bits can address.
    case tooLarge
    /// A layer without a name.
    case layerWithoutName
    /// A layer of the same name as an earlier one.
    case repeatedLayer
    /// A layer of an unknown version.
    case unsupportedVersion(UInt64)
    /// A layer with an extent of 0, or of 2^31 and more.
    case extentOutOfRange
    /// A value without content of a known type: features have no such property.
    case valueWithoutContent
    /// A feature with a property whose key or value is not there.
    case tagsOutOfRange
    /// A feature with a key that has no value.
    case oddTags
    /// A feature of a geometry type other than 0...3.
    case unknownGeometryType
    /// A feature without geometry.
    case featureWithoutGeometry
    /// A command of more vertices than the bytes hold.
    case countBeyondBytes
    /// A command that no geometry has.
    case unknownCommand
    /// A command that may not stand there: `LineTo` before `MoveTo`, a `ClosePath` too many, a count of 0.
    case misplacedCommand
    /// A coordinate that does not fit into 32 bits.
    case coordinateOverflow
    /// A ring that is not closed.
    case openRing
    /// A ring of fewer than three vertices: the rest of the feature is read.
    case shortRing
    /// A line of fewer than two vertices: the rest of the feature is read.
    case shortLine
  }

  /// The layer; `nil` where the tile itself is broken, or the layer has no name.
  public let layer: String?
  /// The kind of fault.
  public let problem: Problem
  /// The number of times in that layer.
  public var count: Int

  /// A fault of a tile or of one of its layers.
  public init(layer: String?, problem: Problem, count: Int = 1) {
    (self.layer, self.problem, self.count) = (layer, problem, count)
  }

  /// The fault and what was left out, in one line; whoever reports it adds the tile.
  public var description: String {
    (layer.map { "layer \"\($0)\": " } ?? "") + problem.wording + (count > 1 ? " (\(count) times)" : "")
  }
}

extension TileFault.Problem {
  fileprivate var wording: String {
    switch self {
    case .cutOff: "the data is cut off; what follows is left out"
    case .wrongWireType: "the data is not that of a vector tile; what follows is left out"
    case .tooLarge: "the tile is too large; it is left out"
    case .layerWithoutName: "a layer has no name; it is left out"
    case .repeatedLayer: "the tile has the layer twice; the second one is left out"
    case .unsupportedVersion(let version):
      "version \(version) is unknown, only 1 and 2 are read; it is left out"
    case .extentOutOfRange: "the extent is not within 1...2147483647; the layer is left out"
    case .valueWithoutContent: "a property value has no known type; it is left out"
    case .tagsOutOfRange: "a feature has a property beyond the layer's keys or values; it is left out"
    case .oddTags: "a feature has a key without a value; it is left out"
    case .unknownGeometryType: "a feature has an unknown geometry type; it is left out"
    case .featureWithoutGeometry: "a feature has no geometry; it is left out"
    case .countBeyondBytes: "a geometry announces more vertices than it has; it is left out"
    case .unknownCommand: "a geometry has an unknown command; it is left out"
    case .misplacedCommand: "a geometry has a command in the wrong place; it is left out"
    case .coordinateOverflow: "a geometry has coordinates beyond 32 bits; it is left out"
    case .openRing: "a polygon has a ring that is not closed; it is left out"
    case .shortRing: "a ring has fewer than three vertices; it is left out"
    case .shortLine: "a line has fewer than two vertices; it is left out"
    }
  }
}

/// The faults of one tile, equal ones counted together, in the order in which they were first met.
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

  /// More kinds of faults than this are not listed; a tile of a million broken layers would make a million lines.
  private static let limit = 32
}
