import Drawing
import Foundation
import MapContent
import MapGeometry
import MapScene
import TestSupport
import Testing

@testable import MapDecorations

@Suite struct `A graticule` {
  @Test func `has lines where the projection puts round degrees`() throws {
    let view = try viewport(longitude: 13.4, latitude: 52.5, zoom: 6)
    let lines = Graticule(ViewFrame(view), step: 1)
    expect(lines.longitudes.map(\.name), equals: ["12° E", "13° E", "14° E", "15° E"])
    for line in lines.longitudes {
      let degrees = try #require(Double(line.name.prefix { $0 != "°" }))
      #expect(abs(view.project(Coordinate(latitude: 0, longitude: degrees)).x - line.position) < 1e-6)
    }
    for line in lines.latitudes {
      let degrees = try #require(Double(line.name.prefix { $0 != "°" }))
      #expect(abs(view.project(Coordinate(latitude: degrees, longitude: 13)).y - line.position) < 1e-6)
    }
    expect(lines.latitudes.map(\.name), equals: ["52° N", "53° N"])
  }

  @Test func `goes across the antimeridian and around the world`() throws {
    let far = Graticule(ViewFrame(try viewport(longitude: 179, zoom: 3, width: 300)), step: 10)
    expect(far.longitudes.map(\.name), equals: ["170° E", "180°", "170° W"])
    let world = Graticule(ViewFrame(try viewport(zoom: 0, width: 1024, height: 600)), step: 90)
    expect(
      world.longitudes.map(\.name),
      equals: ["0°", "90° E", "180°", "90° W", "0°", "90° E", "180°", "90° W", "0°"])
    expect(world.latitudes.map(\.name), equals: ["0°"])
    expect(world.span, equals: 44...556, "lines end where the flat world does")
  }

  @Test(arguments: [(0.0, 30.0), (2.0, 20.0), (6.0, 1.0), (10.0, 0.1), (16.0, 0.001), (24.0, 0.001)])
  func `chooses a step that leaves room`(zoom: Double, step: Double) throws {
    let frame = ViewFrame(try viewport(zoom: zoom))
    let lines = Graticule(frame, step: nil)
    expect(lines.step, equals: step)
    // The world in a small picture has lines each 30°, as in an atlas.
    #expect(lines.step / 360 * frame.viewport.worldSize >= (lines.step < 30 ? 90 : 36))
  }

  @Test(arguments: [(87.0, 6.0), (70, 3), (-90, 2), (-88, 6)])
  func `has meridians of their own step by a pole, and no name at the pole`(
    latitude: Double, zoom: Double
  ) throws {
    let sheet = try Sheet(.stereographic, center: Coordinate(latitude: latitude, longitude: 10))
    let place = try #require(sheet.planar(Coordinate(latitude: latitude, longitude: 10)))
    let view = try viewport(
      longitude: place.longitude, latitude: place.latitude, zoom: zoom, width: 1024, height: 768
    ).on(sheet)
    let lines = Graticule(ViewFrame(view), step: nil)
    #expect((10.0...30).contains(lines.meridianStep), "\(lines.meridianStep)")
    let pole = try #require(sheet.planar(Coordinate(latitude: latitude < 0 ? -90 : 90, longitude: 0)))
    let middle = view.project(pole)
    for line in lines.longitudes {
      for name in lines.nameplaces(of: line)?.compactMap(\.self) ?? [] {
        #expect(hypot(name.x - middle.x, name.y - middle.y) > 30, "\(line.name)")
      }
    }
  }

  @Test(arguments: [Projection.equalEarth, .mollweide, .equirectangular, .orthographic])
  func `has lines each 30° in small pictures of the world, and names beside poles`(
    projection: Projection
  ) throws {
    let sheet = try Sheet(projection, center: Coordinate(latitude: 0, longitude: 0))
    let view = try viewport(zoom: 0.14, width: 512, height: 320).on(sheet)
    let lines = Graticule(ViewFrame(view), step: nil)
    #expect((lines.step, lines.meridianStep) == (30, 30))
    let meridian = try #require(lines.longitudes.first { $0.name == "60° W" })
    let places = try #require(lines.nameplaces(of: meridian))
    let meets = [.mollweide, .orthographic].contains(projection)
    expect(places.map { $0 == nil }, equals: [meets, meets, false])
  }

  @Test func `does not draw lines that would touch`() throws {
    let lines = Graticule(ViewFrame(try viewport(zoom: 0)), step: 0.001)
    expect(lines.step, equals: 30)
    #expect(lines.longitudes.count < 14)
  }

  @Test func `names parts of degrees with the same digits`() throws {
    let lines = Graticule(
      ViewFrame(try viewport(longitude: 13.4, latitude: 52.5, zoom: 9, width: 500)), step: 0.25)
    expect(lines.longitudes.map(\.name), equals: ["13.25° E", "13.50° E"])
  }
}
