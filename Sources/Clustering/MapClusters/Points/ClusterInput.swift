public import MapGeometry

/// The points to be clustered, by row; all that clustering knows of them.
public struct ClusterInput: Sendable {
  /// The coordinates, in input order. A row's index is the identity of its point.
  public var coordinates: CoordinateTable
  /// The rows that are never clustered nor counted, if there are any.
  public var unclusteredRows: PointSet?
  /// The weights of the points, at least 0; `nil` where every point weighs 1.
  public var weights: [Double]?
  /// The cells that stand for the points, where these were counted elsewhere: ``coordinates`` are then the cells' means.
  public var cells: CellTable?
  /// The number of records the points were read from, those without a coordinate included; as many as points where `nil`.
  ///
  /// The ids of clusters by radius start above it, as in the original.
  public var recordCount: Int?
  /// The number of rows without a point: those of a manager whose latitude is not a number.
  var absentCount = 0
  var isPlaced = false

  /// Points to be clustered.
  public init(_ coordinates: CoordinateTable, unclusteredRows: PointSet? = nil, weights: [Double]? = nil) {
    self.coordinates = coordinates
    self.unclusteredRows = unclusteredRows
    self.weights = weights
  }
}

extension ClusterInput {
  /// The rows of the points that lie in a box, edges included, in input order.
  ///
  /// - Complexity: O(*n*).
  public func points(in box: BoundingBox) -> [Int] {
    coordinates.latitudes.indices.filter { box.contains(coordinates[$0]) }
  }
}

extension CoordinateTable {
  /// True if two tables are the same memory: an equal table of another origin is not, and a changed copy never is.
  func isShared(with other: CoordinateTable) -> Bool {
    func isShared(_ one: [Double], _ other: [Double]) -> Bool {
      one.count == other.count
        && one.withUnsafeBufferPointer { own in
          other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
    }
    return isShared(longitudes, other.longitudes) && isShared(latitudes, other.latitudes)
  }
}

/// A set of rows of a table, one bit a row.
public struct PointSet: Hashable, Sendable {
  private var words: [UInt64]

  /// No row of a table.
  ///
  /// - Parameter count: how many rows the table has; a set grows by itself.
  public init(count: Int = 0) { words = Array(repeating: 0, count: (max(0, count) + 63) / 64) }

  /// True if row `index`, at least 0, is in the set.
  public func contains(_ index: Int) -> Bool {
    let word = index >> 6
    return word < words.count && words[word] >> UInt64(index & 63) & 1 == 1
  }

  /// Adds row `index`, at least 0.
  public mutating func insert(_ index: Int) {
    let word = index >> 6
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= 1 << UInt64(index & 63)
  }

  /// Takes row `index`, at least 0, out of the set.
  public mutating func remove(_ index: Int) {
    let word = index >> 6
    if word < words.count { words[word] &= ~(1 << UInt64(index & 63)) }
  }

  /// True if no row is in the set.
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
}
