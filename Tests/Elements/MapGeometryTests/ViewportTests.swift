import MapGeometry
import TestSupport
import Testing

@Suite struct `A viewport` {
  private func view(
    _ longitude: Double, _ latitude: Double, zoom: Double, _ width: Double = 1024, _ height: Double = 768
  ) throws -> Viewport {
    try Viewport(
      center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
      size: ScreenSize(width: width, height: height))
  }

  @Test func `shows the whole world 512 points wide at zoom 0`() throws {
    let view = try view(0, 0, zoom: 0, 512, 512)
    expect(view.project(WorldPoint(x: 0, y: 0)), equals: ScreenPoint(x: 0, y: 0))
    expect(view.project(WorldPoint(x: 1, y: 1)), equals: ScreenPoint(x: 512, y: 512))
    expect(view.project(Coordinate(latitude: 0, longitude: 90)), equals: ScreenPoint(x: 384, y: 256))
    expect(view.visibleWorldRectangle, equals: WorldRectangle(minX: 0, minY: 0, width: 1, height: 1))
  }

  @Test(arguments: [
    (13.4, 52.5, 9.0), (180, 0, 3), (-179.9, -80, 14.25), (0, 85.0511287798066, 5), (-74, 40.7, 22),
  ])
  func `puts its center in the middle`(longitude: Double, latitude: Double, zoom: Double) throws {
    let view = try view(longitude, latitude, zoom: zoom)
    let middle = view.project(Coordinate(latitude: latitude, longitude: longitude))
    #expect(abs(middle.x - 512) < 1e-5)
    #expect(abs(middle.y - 384) < 1e-5)
  }

  @Test func `finds back from every place in the picture`() throws {
    var generator = Seeded(seed: 17)
    for _ in 0..<2000 {
      let view = try view(
        .random(in: -180...180, using: &generator), .random(in: -70...70, using: &generator),
        zoom: .random(in: 3...20, using: &generator))
      let place = ScreenPoint(
        x: .random(in: 0...1024, using: &generator), y: .random(in: 0...768, using: &generator))
      let coordinate = view.unproject(place)
      #expect((-180..<180).contains(coordinate.longitude))
      let back = view.project(coordinate)
      #expect(abs(back.x - place.x) < 1e-5)
      #expect(abs(back.y - place.y) < 1e-5)
    }
  }

  @Test func `projects into the copy of the world nearest to its center`() throws {
    let view = try view(179, 0, zoom: 4)
    let step = 512.0 * 16 / 360
    #expect(abs(view.project(Coordinate(latitude: 0, longitude: -179)).x - (512 + 2 * step)) < 1e-9)
    #expect(abs(view.project(Coordinate(latitude: 0, longitude: 177)).x - (512 - 2 * step)) < 1e-9)
    let point = WorldPoint(Coordinate(latitude: 0, longitude: -179))
    #expect(abs(view.project(point, copy: 1).x - (512 + 2 * step)) < 1e-9)
    #expect(abs(view.project(point, copy: 1).x - view.project(point).x - 512 * 16) < 1e-9)
  }

  @Test func `repeats the world where it is wider than it`() throws {
    let view = try view(0, 0, zoom: -1, 1024, 512)
    expect(view.boundingBox.longitudes.width, equals: 360)
    expect(view.boundingBox.north, equals: WorldPoint.latitude(ofY: 0))
  }

  @Test func `knows the box it shows`() throws {
    let view = try view(180, 0, zoom: 2, 512, 512)
    #expect((view.boundingBox.west, view.boundingBox.east) == (135, -135))
    #expect(abs(view.boundingBox.north - WorldPoint.latitude(ofY: 0.375)) < 1e-12)
    #expect(abs(view.boundingBox.south + view.boundingBox.north) < 1e-12)
  }

  @Test func `clamps its center to the flat world and wraps it`() throws {
    let view = try view(190, 90, zoom: 2)
    expect(view.center, equals: Coordinate(latitude: WorldPoint.maximumLatitude, longitude: -170))
  }

  @Test func `has meters in its points`() throws {
    // OpenStreetMap wiki, Zoom levels: 156543.03 m a pixel of a 256-point world at zoom 0 with R = 6378137 m.
    let view = try view(0, 0, zoom: 0)
    let ratio = Geodesy.earthRadius / 6_378_137
    #expect(abs(view.metersPerPoint(atLatitude: 0) * 2 - 156_543.03 * ratio) < 0.01)
    #expect(abs(view.metersPerPoint(atLatitude: 60) - view.metersPerPoint(atLatitude: 0) / 2) < 1e-9)
  }

  @Test(arguments: [
    (0.0, 0.0, 25.0, 1.0, 1.0, 1.0, "zoom 25 is outside -2 to 24; zoom 0 shows the world 512 points wide"),
    (0, 0, 1, 0, 1, 1, "a picture of 0.0x1.0 points is empty; write a width and a height above 0"),
    (0, 0, 1, 5, -1, 1, "a picture of 5.0x-1.0 points is empty; write a width and a height above 0"),
    (0, 0, 1, 1, 1, 11, "scale 11.0 is outside 0.5...10; write pixels per point, such as 2"),
    (0, 0, .nan, 1, 1, 1, "expected a finite number, got nan"),
    (0, .infinity, 1, 1, 1, 1, "expected a finite number, got inf"),
    (0, 0, 1, .infinity, 1, 1, "expected a finite number, got inf"),
    (-33, 151, 1, 1, 1, 1, "latitude 151.0 is outside -90...90; are longitude and latitude swapped?"),
  ])
  func `refuses numbers that make no view`(
    longitude: Double, latitude: Double, zoom: Double, width: Double, height: Double, scale: Double,
    message: String
  ) {
    let error = #expect(throws: GeometryError.self) {
      try Viewport(
        center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
        size: ScreenSize(width: width, height: height), scale: scale)
    }
    expect(error.map { "\($0)" }, equals: message)
  }
}
