/// Why points cannot be clustered by radius, or a cluster cannot be found.
public enum RadiusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A radius that is not a finite number above 0.
  case radiusOutOfRange(Double)
  /// An extent that is not a finite number above 0.
  case extentOutOfRange(Double)
  /// Zooms that do not satisfy 0 ≤ minimum ≤ maximum ≤ ``RadiusSettings/zoomLimit``.
  case zoomsOutOfRange(minimum: Int, maximum: Int)
  /// A cluster of fewer than two points.
  case tooFewPoints(Int)
  /// A number of threads below 1.
  case tooFewThreads(Int)
  /// More points than a cluster's id can number.
  case tooManyPoints(Int)
  /// Fewer records than points; every point comes from a record.
  case tooFewRecords(Int, points: Int)
  /// A point that is not on Earth: not finite, or more than one turn away.
  case pointOutOfRange(index: Int, longitude: Double, latitude: Double)
  /// No cluster has this id.
  case unknownCluster(Int)
  /// No point has this index.
  case unknownPoint(Int)
  /// A tile outside the pyramid of tiles.
  case tileOutOfRange(zoom: Int, column: Int, row: Int)

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .radiusOutOfRange(let radius):
      "cluster radius \(radius) is not a number above 0; write points, such as 40"
    case .extentOutOfRange(let extent):
      "tile extent \(extent) is not a number above 0; write units per tile, such as 512"
    case .zoomsOutOfRange(let minimum, let maximum):
      "cluster zooms \(minimum) to \(maximum) are outside 0...\(RadiusSettings.zoomLimit) or in wrong order; "
        + "write the coarser zoom first"
    case .tooFewPoints(let count):
      "a cluster of at least \(count) points is none; write 2 or more"
    case .tooFewThreads(let count):
      "\(count) threads cannot do the work; write 1 or more"
    case .tooManyPoints(let count):
      "\(count) points are more than the \(RadiusIndex.pointLimit) a radius index can number; "
        + "use a grid or split the data"
    case .tooFewRecords(let records, let points):
      "\(records) records cannot hold \(points) points; pass the number of all records, skipped ones included"
    case .pointOutOfRange(let index, let longitude, let latitude):
      "point \(index) at longitude \(longitude), latitude \(latitude) is not on Earth; "
        + "longitudes within ±360 and latitudes within ±90 are"
    case .unknownCluster:
      "No cluster with the specified id."
    case .unknownPoint(let index):
      "no point has the index \(index); indices count the points from 0"
    case .tileOutOfRange(let zoom, let column, let row):
      "tile \(zoom)/\(column)/\(row) does not exist; columns and rows count from 0 to 2^zoom - 1, "
        + "zooms from 0 to \(RadiusSettings.zoomLimit + 1)"
    }
  }
}
