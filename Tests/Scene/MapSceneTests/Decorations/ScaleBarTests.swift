import MapGeometry
import TestSupport
import Testing

@testable import MapDecorations

@Suite struct `A scale bar` {
  @Test(arguments: [
    (1.0, 1.0), (1.99, 1.0), (2.0, 2.0), (4.9, 2.0), (5.0, 5.0), (9.99, 5.0), (10.0, 10.0), (1000.0, 1000.0),
    (999_999.0, 500_000.0), (0.3, 0.2), (0.01, 0.01),
  ])
  func `is 1, 2 or 5 times a power of ten`(limit: Double, meters: Double) {
    #expect(abs(LegendReader.roundNumber(notAbove: limit) - meters) < 1e-9 * meters)
  }

  @Test(arguments: [(0.0, 2.0), (52.5, 11.0), (-37.8, 7.3), (70.0, 5.0), (84.0, 9.0), (52.5, 17.0)])
  func `is as long as its distance on the ground`(latitude: Double, zoom: Double) throws {
    let view = try viewport(longitude: 13, latitude: latitude, zoom: zoom)
    let bar = ScaleBar(view, limit: 120)
    #expect(bar.length <= 120)
    #expect(bar.length > 48)
    // Two places east and west of the middle, the bar apart: along a great circle, which for a bar is the parallel.
    let middle = view.project(view.center)
    let (west, east) = (
      view.unproject(ScreenPoint(x: middle.x - bar.length / 2, y: middle.y)),
      view.unproject(ScreenPoint(x: middle.x + bar.length / 2, y: middle.y))
    )
    let distance = Geodesy.distance(from: west, to: east)
    #expect(abs(distance - bar.meters) < bar.meters * 0.003)
  }

  @Test(arguments: [
    (52.0, 12.0, "1 km"), (52.0, 15.0, "100 m"), (52.0, 24.0, "20 cm"), (52.0, 4.0, "200 km at 52° N"),
    (0.0, 1.0, "2,000 km at the equator"), (-30.2, 3.0, "1,000 km at 30° S"),
  ])
  func `names its length, and where it is true`(latitude: Double, zoom: Double, caption: String) throws {
    expect(ScaleBar(try viewport(latitude: latitude, zoom: zoom), limit: 120).caption, equals: caption)
  }
}
