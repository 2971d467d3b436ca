import CMath
import MapGeometry

/// A place on the flat world: x from 0 in the west to 1 in the east, y from 0 in the north.
struct GridPlace {
  var x, y: Double

  init(_ place: Coordinate) {
    let latitude = min(85.051128779806604, max(-85.051128779806604, place.latitude))
    x = place.longitude / 360 + 0.5
    y = 0.5 - log(tan(.pi / 4 + latitude * .pi / 360)) / (2 * .pi)
  }

  /// The number of steps of a tile's grid along the world, 8192 a tile.
  static func steps(of tile: TileID) -> Double { 8192 * exp2(Double(tile.zoom)) }

  func rounded(to steps: Double) -> GridPlace {
    var place = self
    place.x = (x * steps).rounded() / steps
    place.y = (y * steps).rounded() / steps
    return place
  }

  /// Degrees east of Greenwich.
  var longitude: Double { (x - 0.5) * 360 }
  /// Degrees north of the equator.
  var latitude: Double { 360 / .pi * atan(exp((1 - 2 * y) * .pi)) - 90 }
}
