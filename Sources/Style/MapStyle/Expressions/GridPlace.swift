import CSystem
import MapGeometry

/// A point on the flat world: x eastward and y southward in `0...1`.
struct GridPlace {
  var x, y: Double

  init(_ coordinate: Coordinate) {
    let latitude = min(85.051128779806604, max(-85.051128779806604, coordinate.latitude))
    x = coordinate.longitude / 360 + 0.5
    y = 0.5 - log(tan(.pi / 4 + latitude * .pi / 360)) / (2 * .pi)
  }

  /// Steps along the world of a tile's grid, 8192 a tile.
  static func steps(of tile: TileID) -> Double { 8192 * exp2(Double(tile.zoom)) }

  func rounded(to steps: Double) -> GridPlace {
    var point = self
    point.x = (x * steps).rounded() / steps
    point.y = (y * steps).rounded() / steps
    return point
  }

  var longitude: Double { (x - 0.5) * 360 }
  var latitude: Double { 360 / .pi * atan(exp((1 - 2 * y) * .pi)) - 90 }
}
