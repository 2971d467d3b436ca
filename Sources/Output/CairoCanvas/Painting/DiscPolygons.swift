import CSystem
import Drawing

/// The polygons that stand for discs: a picture has many bubbles, and the corners of one take longer to find than to draw.
final class DiscPolygons {
  /// The corners about the middle of a disc of radius 1 but for the first, which lies straight to the right, by their number.
  private var known: [Int: [Point]] = [:]
  /// Discs of a picture have few numbers of corners; where they have not, the corners of the first ones are kept.
  private static let mostKept = 256

  /// Adds a disc, its center and radius in pixels.
  func add(_ center: Point, radius: Double, to raster: CoverageRaster) {
    let count = StrokeOutline.corners(ofRadius: radius)
    let step = 2 * Double.pi / Double(count)
    // So far out lie the corners that the disc has its area.
    let reach = radius * (step / sin(step)).squareRoot()
    let first = CoverageRaster.position(center.x + reach, center.y)
    var from = first
    for corner in corners(count, step) {
      let next = CoverageRaster.position(center.x + reach * corner.x, center.y + reach * corner.y)
      raster.addEdge(from: from, to: next)
      from = next
    }
    raster.addEdge(from: from, to: first)
  }

  private func corners(_ count: Int, _ step: Double) -> [Point] {
    if let corners = known[count] { return corners }
    let corners = (1..<count).map { Point(x: cos(Double($0) * step), y: sin(Double($0) * step)) }
    if known.count < Self.mostKept { known[count] = corners }
    return corners
  }
}
