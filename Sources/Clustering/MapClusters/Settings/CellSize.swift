/// One row of a table by zoom: the value that holds from a zoom on.
public struct ZoomStep: Hashable, Sendable {
  /// The zoom from which the value holds, as everywhere of a world 512 points wide at zoom 0.
  public var zoom: Double
  /// The value from that zoom on: points, or parts of the width.
  public var value: Double

  /// A row of a table.
  public init(from zoom: Double, _ value: Double) {
    self.zoom = zoom
    self.value = value
  }
}

/// The side of a square cell.
///
/// In a table the last row whose zoom is not above the view's zoom holds; the first row holds below it, too.
public enum CellSize: Hashable, Sendable {
  /// So many points.
  case points(Double)
  /// Points by zoom, rows in ascending order of their zoom.
  case byZoom([ZoomStep])
  /// The picture's width divided by so much.
  case fraction(Double)
  /// The picture's width divided by a number by zoom, rows in ascending order of their zoom.
  case fractionByZoom([ZoomStep])

  /// The cell's side in points.
  ///
  /// - Parameters:
  ///   - zoom: which row of a table holds.
  ///   - width: the picture's width in points.
  /// - Throws: ``ClusterError/cellSide(_:)`` for a side that is not finite and above 0,
  ///   ``ClusterError/zoomTable`` for a table that is empty or out of order.
  public func points(atZoom zoom: Double, width: Double) throws(ClusterError) -> Double {
    let side: Double
    switch self {
    case .points(let points): side = points
    case .byZoom(let rows): side = try CellSize.value(in: rows, atZoom: zoom)
    case .fraction(let parts): side = width / parts
    case .fractionByZoom(let rows): side = width / (try CellSize.value(in: rows, atZoom: zoom))
    }
    guard side.isFinite, side > 0 else { throw .cellSide(side) }
    return side
  }

  private static func value(in rows: [ZoomStep], atZoom zoom: Double) throws(ClusterError) -> Double {
    guard var current = rows.first else { throw .zoomTable }
    for (row, next) in zip(rows, rows.dropFirst()) {
      guard row.zoom < next.zoom else { throw .zoomTable }
      if next.zoom <= zoom { current = next }
    }
    return current.value
  }
}

extension CellSize: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// So many points.
  public init(floatLiteral points: Double) { self = .points(points) }
  /// So many points.
  public init(integerLiteral points: Int) { self = .points(Double(points)) }
}
