import CMath
import Drawing

/// The polygons that stand for discs, by radius: a picture has many bubbles of few sizes, and the corners of one take longer to
/// find than to draw.
final class DiscPolygons {
  private struct Polygon {
    /// The distance of its corners from the center, in pixels.
    let reach: Double
    /// Its corners about its middle, in pixels, but for the first, which lies straight to the right.
    let corners: [Point]
  }

  private var known: [Double: Polygon] = [:]
  /// Radii of a picture are few; where they are not, the polygons of the first ones are kept.
  private static let mostKept = 256

  /// Adds a disc, its center and radius in pixels.
  func add(_ center: Point, radius: Double, to raster: CoverageRaster) {
    let polygon = polygon(ofRadius: radius)
    var from = CoverageRaster.position(center.x + polygon.reach, center.y)
    let first = from
    for corner in polygon.corners {
      let next = CoverageRaster.position(center.x + corner.x, center.y + corner.y)
      raster.addEdge(from: from, to: next)
      from = next
    }
    raster.addEdge(from: from, to: first)
  }

  private func polygon(ofRadius radius: Double) -> Polygon {
    if let polygon = known[radius] { return polygon }
    let count = StrokeOutline.corners(ofRadius: radius)
    let step = 2 * Double.pi / Double(count)
    // So far out lie the corners that the disc has its area.
    let reach = radius * (step / sin(step)).squareRoot()
    let corners = (1..<count).map { corner in
      let angle = Double(corner) * step
      return Point(x: reach * cos(angle), y: reach * sin(angle))
    }
    let polygon = Polygon(reach: reach, corners: corners)
    if known.count < Self.mostKept { known[radius] = polygon }
    return polygon
  }
}
