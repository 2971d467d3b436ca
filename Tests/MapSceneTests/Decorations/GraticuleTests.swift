import Drawing
import MapGeometry
import Testing

@testable import MapContent
@testable import MapDecorations
@testable import MapScene

@Suite struct `A graticule` {
  @Test func `has lines where the projection puts round degrees`() throws {
    let view = try viewport(longitude: 13.4, latitude: 52.5, zoom: 6)
    let lines = Graticule(ViewFrame(view), step: 1)
    #expect(lines.longitudes.map(\.name) == ["12° E", "13° E", "14° E", "15° E"])
    for line in lines.longitudes {
      let degrees = try #require(Double(line.name.prefix { $0 != "°" }))
      #expect(abs(view.project(Coordinate(latitude: 0, longitude: degrees)).x - line.position) < 1e-6)
    }
    for line in lines.latitudes {
      let degrees = try #require(Double(line.name.prefix { $0 != "°" }))
      #expect(abs(view.project(Coordinate(latitude: degrees, longitude: 13)).y - line.position) < 1e-6)
    }
    #expect(lines.latitudes.map(\.name) == ["52° N", "53° N"])
  }

  @Test func `goes across the antimeridian and around the world`() throws {
    let far = Graticule(ViewFrame(try viewport(longitude: 179, zoom: 3, width: 300)), step: 10)
    #expect(far.longitudes.map(\.name) == ["170° E", "180°", "170° W"])
    let world = Graticule(ViewFrame(try viewport(zoom: 0, width: 1024, height: 600)), step: 90)
    #expect(
      world.longitudes.map(\.name)
        == ["0°", "90° E", "180°", "90° W", "0°", "90° E", "180°", "90° W", "0°"])
    #expect(world.latitudes.map(\.name) == ["0°"])
    #expect(world.span == 44...556, "lines end where the flat world does")
  }

  @Test(arguments: [(0.0, 90.0), (2.0, 20.0), (6.0, 1.0), (10.0, 0.1), (16.0, 0.001), (24.0, 0.001)])
  func `chooses a step that leaves room`(zoom: Double, step: Double) throws {
    let frame = ViewFrame(try viewport(zoom: zoom))
    let lines = Graticule(frame, step: nil)
    #expect(lines.step == step)
    #expect(lines.step / 360 * frame.viewport.worldSize >= 90)
  }

  @Test func `does not draw lines that would touch`() throws {
    let lines = Graticule(ViewFrame(try viewport(zoom: 0)), step: 0.001)
    #expect(lines.step == 90)
    #expect(lines.longitudes.count < 10)
  }

  @Test func `names parts of degrees with the same digits`() throws {
    let lines = Graticule(
      ViewFrame(try viewport(longitude: 13.4, latitude: 52.5, zoom: 9, width: 500)), step: 0.25)
    #expect(lines.longitudes.map(\.name) == ["13.25° E", "13.50° E"])
  }
}
