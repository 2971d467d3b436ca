import MapGeometry
import TestSupport
import Testing

@Suite struct `A camera that does not look straight down` {
  private func view(
    pitch: Double, bearing: Double = 0, longitude: Double = 10, latitude: Double = 47, zoom: Double = 7.3
  ) throws -> Viewport {
    try Viewport(
      center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
      size: ScreenSize(width: 400, height: 300), bearing: bearing, pitch: pitch)
  }

  @Test(arguments: [0.0, 0.001, 12, 30, 45, 60])
  func `finds back from every place in the picture, and keeps the middle`(pitch: Double) throws {
    for bearing in [0.0, 90, 211] {
      let view = try view(pitch: pitch, bearing: bearing)
      for x in stride(from: 0.0, through: 400, by: 40) {
        for y in stride(from: 0.0, through: 300, by: 30) {
          let back = view.project(view.worldPoint(at: ScreenPoint(x: x, y: y)))
          #expect(abs(back.x - x) < 1e-6)
          #expect(abs(back.y - y) < 1e-6)
        }
      }
      let middle = view.project(view.center)
      #expect(abs(middle.x - 200) < 1e-9)
      #expect(abs(middle.y - 150) < 1e-9)
    }
  }

  /// The closed form: of a field of view of 2 · atan(1/3), the upper edge at 60° shows ground 1 / (1 - tan 60° / 3) as far away.
  @Test func `shows ground as far away as its field of view has it`() throws {
    let camera = try #require(try view(pitch: 60).camera)
    expect(camera.distance, equals: 450)
    #expect(abs(camera.height - 225) < 1e-9)
    let root = 3.0.squareRoot()
    let top = ScreenPoint(x: 0, y: 0)
    #expect(abs(camera.growth(at: top) - (1 - root / 3)) < 1e-9)
    #expect(abs(camera.depth(camera.ground(at: top)) - 450 / (1 - root / 3)) < 1e-6)
    expect(camera.growth(at: ScreenPoint(x: 0, y: 150)), equals: 1)
    // No horizon: what is above the picture is no farther away than what is drawn.
    #expect(camera.depth(camera.ground(at: ScreenPoint(x: 0, y: -5000))) <= camera.farthest + 1e-6)
    // What is as high as the camera is not behind it.
    expect(camera.depth(camera.foot, height: camera.height), equals: camera.nearest)
  }

  @Test(arguments: [20.0, 60])
  func `sees the smallest rectangle that holds its corners, and areas that reach into it`(pitch: Double)
    throws
  {
    for bearing in [0.0, 33, 180] {
      let view = try view(pitch: pitch, bearing: bearing)
      let visible = view.visibleWorldRectangle
      let places = stride(from: 0.0, through: 400, by: 20).flatMap { x in
        [0.0, 150, 300].map { view.worldPoint(at: ScreenPoint(x: x, y: $0)) }
      }
      let edge = 1e-12
      #expect(
        places.allSatisfy {
          $0.x >= visible.minX - edge && $0.x <= visible.maxX + edge && $0.y >= visible.minY - edge
            && $0.y <= visible.maxY + edge
        })
      for place in places.filter({ view.project($0).y > 1 }) {
        let around = WorldRectangle(minX: place.x - 1e-5, minY: place.y - 1e-5, width: 2e-5, height: 2e-5)
        #expect(view.mayShow(around))
      }
      let above = view.worldPoint(at: ScreenPoint(x: 200, y: 450))
      #expect(!view.mayShow(WorldRectangle(minX: above.x, minY: above.y, width: 1e-7, height: 1e-7)))
      let flat = view.aroundGround
      expect(flat.pitch, equals: 0)
      expect(flat.zoom, equals: view.zoom)
      for place in places {
        let point = flat.project(place)
        #expect(point.x >= -1e-6)
        #expect(point.x <= flat.size.width + 1e-6)
        #expect(point.y >= -1e-6)
        #expect(point.y <= flat.size.height + 1e-6)
      }
    }
  }

  @Test(arguments: [15.0, 45, 60], [0.0, 70])
  func `shows a whole box that it is fitted to`(pitch: Double, bearing: Double) throws {
    let box = try BoundingBox(west: 5, south: 40, east: 20, north: 55)
    let padding = Padding(top: 10, right: 20, bottom: 30, left: 5)
    let size = ScreenSize(width: 400, height: 300)
    let view = try Viewport.fitting(box, size: size, padding: padding, bearing: bearing, pitch: pitch)
    expect(view.pitch, equals: pitch)
    var nearest = Double.infinity
    for longitude in [5.0, 20] {
      for latitude in [40.0, 55] {
        let place = view.project(Coordinate(latitude: latitude, longitude: longitude))
        let room = min(place.x - 5, 380 - place.x, place.y - 10, 270 - place.y)
        nearest = min(nearest, room)
      }
    }
    #expect(nearest >= -1e-6)
    #expect(nearest < 1)
  }

  @Test(arguments: [-1.0, 60.001, 90])
  func `is refused beyond what is drawn`(pitch: Double) throws {
    #expect(throws: GeometryError.pitchOutOfRange(pitch)) { try view(pitch: pitch) }
    expect(
      GeometryError.pitchOutOfRange(90).description,
      equals: "pitch 90 is outside 0 to 60; 0 looks straight down")
    #expect(throws: GeometryError.self) { try view(pitch: .nan) }
  }

  @Test func `tilts on its way from one view to another`() throws {
    let path = CameraPath(from: try view(pitch: 0), to: try view(pitch: 50, longitude: 10.2))
    expect(path.viewport(at: 0.5).pitch, equals: 25)
    expect(path.viewport(at: 1).pitch, equals: 50)
  }
}
