public import MapGeometry

/// A cell of a ``CellPyramid`` that holds points, and what is known of them without visiting them.
public struct PyramidCell: Hashable, Sendable {
  /// The zoom of its grid.
  public let zoom: Int
  /// From the antimeridian eastward, counted from 0.
  public let column: Int
  /// From the north, counted from 0.
  public let row: Int
  /// The number of points in it, at least 1.
  public let count: Int
  /// The sum of the points' longitudes, in 10^-8 degrees, exact.
  public let longitudeSum: Int
  /// The sum of the points' latitudes, likewise.
  public let latitudeSum: Int
  /// Edges of the smallest box that holds the points, to 10^-8 degrees.
  public let west, south, east, north: Double
  /// The first of its points in input order: a row of the coordinate table.
  public let first: Int
  /// Where its points stand in ``CellPyramid/order``.
  public let members: Range<Int>

  /// The mean of the points' latitudes and longitudes.
  public var mean: Coordinate {
    let scale = PyramidPoints.unitsPerDegree * Double(count)
    return Coordinate(latitude: Double(latitudeSum) / scale, longitude: Double(longitudeSum) / scale)
  }

  /// Whether all points are in one place: in one geohash cell of nine characters, 5 m wide.
  ///
  /// - SeeAlso: `minUnique` in CLUSTERING.md, which counts such places.
  public var isOneLocation: Bool {
    // Geohashes cut coordinates, which keeps their order: the box's corners speak for all that is in it.
    // Rounding can put an eastern edge on 180°, which is a place in the far west.
    let last = 180 - 1 / PyramidPoints.unitsPerDegree
    return UniqueLocation.key(of: Coordinate(latitude: south, longitude: min(west, last)))
      == UniqueLocation.key(of: Coordinate(latitude: north, longitude: min(east, last)))
  }
}

/// Why there is no pyramid for these points or cells.
public enum CellPyramidError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No cells, negative zooms, or more columns than ``CellPyramid/columnLimit``.
  case cellsOutOfRange(cellsAtZoomZero: Int, maximumZoom: Int)
  /// A number of threads below 1.
  case tooFewThreads(Int)
  /// More points than can be summed exactly.
  case tooManyPoints(Int)
  /// A point whose coordinates are not finite numbers.
  case pointNotFinite(index: Int)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .cellsOutOfRange(let cells, let zoom):
      "\(cells) cells across the world at zoom 0, doubled up to zoom \(zoom), are none or more than 2^31; "
        + "choose larger cells or a lower maximum zoom"
    case .tooFewThreads(let count):
      "\(count) threads cannot do the work; write 1 or more"
    case .tooManyPoints(let count):
      "\(count) points are more than the \(CellPyramid.pointLimit) a cell pyramid can hold; split the data"
    case .pointNotFinite(let index):
      "point \(index) is nowhere: its longitude or latitude is not a finite number; leave it out"
    }
  }
}
