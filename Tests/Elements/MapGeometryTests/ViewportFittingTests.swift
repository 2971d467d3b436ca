import MapGeometry
import TestSupport
import Testing

@Suite struct `Fitting a box` {
  private let size = ScreenSize(width: 800, height: 600)

  private func corners(_ box: BoundingBox) -> [Coordinate] {
    [box.south, box.north].flatMap { latitude in
      [box.longitudes.west, box.longitudes.east].map { Coordinate(latitude: latitude, longitude: $0) }
    }
  }

  @Test(arguments: [
    (13.0, 52.3, 13.8, 52.7), (-125, 24, -66, 50), (170, -50, -150, 10), (0, -80, 1, 80), (-10, 40, 60, 40),
  ])
  func `shows all of it inside the padding, and touches it`(
    west: Double, south: Double, east: Double, north: Double
  ) throws {
    let box = try BoundingBox(west: west, south: south, east: east, north: north)
    for padding in [Padding(0), Padding(20), Padding(top: 100, right: 10, bottom: 30, left: 200)] {
      let view = try Viewport.fitting(box, size: size, padding: padding)
      let places = corners(box).map(view.project)
      let (left, right) = (places.map(\.x).min() ?? .nan, places.map(\.x).max() ?? .nan)
      let (top, bottom) = (places.map(\.y).min() ?? .nan, places.map(\.y).max() ?? .nan)
      let free = (
        left: padding.left, right: 800 - padding.right, top: padding.top, bottom: 600 - padding.bottom
      )
      #expect(left > free.left - 1e-6)
      #expect(right < free.right + 1e-6)
      #expect(top > free.top - 1e-6)
      #expect(bottom < free.bottom + 1e-6)
      // Centered, and tight one way.
      #expect(abs((left - free.left) - (free.right - right)) < 1e-6)
      #expect(abs((top - free.top) - (free.bottom - bottom)) < 1e-6)
      #expect(min(left - free.left, top - free.top) < 1e-6)
    }
  }

  // CLUSTERING, acceptance case 2, one zoom lower because our world has 512 points.
  @Test(arguments: [(10.0, 5.396910), (5, 6.398286)])
  func `finds the published zooms`(span: Double, zoom256: Double) throws {
    let box = try BoundingBox(west: -span / 2, south: -span / 2, east: span / 2, north: span / 2)
    let view = try Viewport.fitting(box, size: ScreenSize(width: 300, height: 300))
    #expect(abs(view.zoom - (zoom256 - 1)) < 1e-6)
    expect(view.center.longitude, equals: 0)
    #expect(abs(view.center.latitude) < 1e-12)
    let region = try BoundingBox(
      center: Coordinate(latitude: 0, longitude: 0), latitudeSpan: span, longitudeSpan: span)
    try expect(Viewport(region: region, size: ScreenSize(width: 300, height: 300)), equals: view)
  }

  /// Zooms of map views: 0.0005° of 400 points are 0.5 · 360 · 1600 points around the world, 2^17.97 · 512 / 2.
  @Test func `of an interactive map comes as near as its region`() throws {
    let center = Coordinate(latitude: 0, longitude: 179.99)
    let region = try BoundingBox(center: center, latitudeSpan: 0.0001, longitudeSpan: 0.0005)
    let view = try Viewport(region: region, size: ScreenSize(width: 400, height: 400))
    #expect(abs(view.worldSize / (400 * 360 / 0.0005) - 1) < 1e-9)
    #expect(view.zoom > 16)
    #expect(abs(view.center.longitude - 179.99) < 1e-9)
    try expect(Viewport.fitting(region, size: view.size).zoom, equals: 16)
    try expect(Viewport.fitting(region, size: view.size, maximumZoom: nil), equals: view)
    // More than the world is the world; more than to the poles ends there.
    let world = try BoundingBox(center: center, latitudeSpan: 400, longitudeSpan: 361)
    #expect((world.south, world.north, world.longitudes.width) == (-90, 90, 360))
    #expect(throws: GeometryError.self) {
      try BoundingBox(center: center, latitudeSpan: -1, longitudeSpan: 1)
    }
    #expect(throws: GeometryError.self) {
      try BoundingBox(center: center, latitudeSpan: 1, longitudeSpan: .nan)
    }
  }

  @Test func `of one point takes the closest zoom allowed`() throws {
    let box = try BoundingBox(west: 13.4, south: 52.5, east: 13.4, north: 52.5)
    try expect(Viewport.fitting(box, size: size).zoom, equals: 16)
    let view = try Viewport.fitting(box, size: size, padding: Padding(20), maximumZoom: 9)
    expect(view.zoom, equals: 9)
    #expect(abs(view.center.latitude - 52.5) < 1e-9)
    #expect(abs(view.center.longitude - 13.4) < 1e-9)
  }

  @Test func `of the whole world shows it once, or as small as can be`() throws {
    let world = try BoundingBox(west: -180, south: -90, east: 180, north: 90)
    #expect(abs(try Viewport.fitting(world, size: ScreenSize(width: 512, height: 512)).zoom) < 1e-12)
    #expect(abs(try Viewport.fitting(world, size: ScreenSize(width: 1024, height: 512)).zoom) < 1e-12)
    try expect(Viewport.fitting(world, size: ScreenSize(width: 50, height: 50)).zoom, equals: -2)
  }

  @Test func `across the antimeridian is centered on it`() throws {
    let box = try BoundingBox(west: 170, south: -10, east: -170, north: 10)
    let view = try Viewport.fitting(box, size: size)
    expect(view.center.longitude, equals: -180)
  }

  @Test func `keeps a zoom that is asked for, and the middle`() throws {
    let box = try BoundingBox(west: 10, south: 50, east: 20, north: 50)
    let view = try Viewport.fitting(
      box, size: size, padding: Padding(top: 0, right: 0, bottom: 0, left: 100), zoom: 3)
    expect(view.zoom, equals: 3)
    #expect(abs(view.project(Coordinate(latitude: 50, longitude: 15)).x - 450) < 1e-6)
  }

  @Test func `holds all points of a table`() throws {
    var generator = Seeded(seed: 8)
    for _ in 0..<100 {
      let center = Double.random(in: -180...180, using: &generator)
      let table = CoordinateTable(
        (0..<50).map { _ in
          Coordinate(
            latitude: .random(in: -60...60, using: &generator),
            longitude: Coordinate.wrappedLongitude(center + .random(in: -40...40, using: &generator)))
        })
      let box = try #require(BoundingBox(holding: table))
      let view = try Viewport.fitting(box, size: size, padding: Padding(25))
      for index in 0..<table.count {
        let place = view.project(table[index])
        #expect((25 - 1e-6...775 + 1e-6).contains(place.x))
        #expect((25 - 1e-6...575 + 1e-6).contains(place.y))
      }
    }
  }

  @Test func `refuses padding that leaves nothing, and numbers that are none`() throws {
    let box = try BoundingBox(west: 0, south: 0, east: 1, north: 1)
    let message = "the padding leaves no room in the picture; make it smaller than half the size"
    let error = #expect(throws: GeometryError.self) {
      try Viewport.fitting(box, size: size, padding: Padding(300))
    }
    expect(error.map { "\($0)" }, equals: message)
    #expect(throws: GeometryError.self) { try Viewport.fitting(box, size: size, padding: Padding(.nan)) }
    #expect(throws: GeometryError.zoomOutOfRange(-1e9)) { try Viewport.fitting(box, size: size, zoom: -1e9) }
    #expect(throws: GeometryError.zoomOutOfRange(99)) {
      try Viewport.fitting(box, size: size, maximumZoom: 99)
    }
    #expect(throws: GeometryError.self) { try Viewport.fitting(box, size: ScreenSize(width: 0, height: 5)) }
  }
}
