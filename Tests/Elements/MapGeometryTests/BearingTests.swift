import MapGeometry
import TestSupport
import Testing

@Suite struct `A viewport with a bearing` {
  private func view(
    bearing: Double, longitude: Double = 0, latitude: Double = 0, zoom: Double = 3
  ) throws -> Viewport {
    try Viewport(
      center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
      size: ScreenSize(width: 400, height: 300), bearing: bearing)
  }

  @Test(arguments: [(0.0, 1.0, 0.0), (90, 0, -1), (180, -1, 0), (270, 0, 1), (-90, 0, 1), (450, 0, -1)])
  func `puts the direction of its bearing on top`(bearing: Double, right: Double, down: Double) throws {
    let view = try view(bearing: bearing)
    // 9 degrees east of the center, 4096 points to the world.
    let east = view.project(Coordinate(latitude: 0, longitude: 9))
    #expect(abs(east.x - (200 + right * 102.4)) < 1e-9)
    #expect(abs(east.y - (150 + down * 102.4)) < 1e-9)
  }

  @Test(arguments: [0.0, 30, 90, 133.7, 180, 225, 359.999])
  func `finds back from every place in the picture`(bearing: Double) throws {
    let view = try view(bearing: bearing, longitude: 179.5, latitude: 47, zoom: 7.3)
    for x in stride(from: 0.0, through: 400, by: 40) {
      for y in stride(from: 0.0, through: 300, by: 30) {
        let back = view.project(view.unproject(ScreenPoint(x: x, y: y)))
        #expect(abs(back.x - x) < 1e-6)
        #expect(abs(back.y - y) < 1e-6)
      }
    }
  }

  @Test(arguments: [0.0, 17, 45, 90, 200])
  func `sees no more than the smallest rectangle that holds its corners`(bearing: Double) throws {
    let view = try view(bearing: bearing, longitude: 20, latitude: 30)
    let corners = [(0.0, 0.0), (400, 0), (400, 300), (0, 300)].map {
      view.worldPoint(at: ScreenPoint(x: $0.0, y: $0.1))
    }
    let visible = view.visibleWorldRectangle
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    #expect(abs(visible.minX - (xs.min() ?? 0)) < 1e-12)
    #expect(abs(visible.maxX - (xs.max() ?? 0)) < 1e-12)
    #expect(abs(visible.minY - (ys.min() ?? 0)) < 1e-12)
    #expect(abs(visible.maxY - (ys.max() ?? 0)) < 1e-12)
  }

  @Test(arguments: [0.0, 30, 90, 148, 210, 301.5])
  func `fits all of a box into its free area, and no smaller than needed`(bearing: Double) throws {
    let box = try BoundingBox(west: 5, south: 45, east: 17, north: 55)
    let padding = Padding(top: 40, right: 10, bottom: 20, left: 60)
    let view = try Viewport.fitting(
      box, size: ScreenSize(width: 640, height: 480), padding: padding, bearing: bearing)
    expect(view.bearing, equals: bearing)
    let corners = [(45.0, 5.0), (45, 17), (55, 17), (55, 5)].map {
      view.project(Coordinate(latitude: $0.0, longitude: $0.1))
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let room = [
      (xs.min() ?? 0) - 60, 630 - (xs.max() ?? 0), (ys.min() ?? 0) - 40, 460 - (ys.max() ?? 0),
    ]
    #expect(room.allSatisfy { $0 > -1e-6 }, "\(room)")
    #expect(min(room[0] + room[1], room[2] + room[3]) < 1e-6, "one direction is filled")
    #expect(abs(room[0] - room[1]) < 1e-6, "it lies in the middle")
    #expect(abs(room[2] - room[3]) < 1e-6, "it lies in the middle")
  }

  @Test func `refuses a bearing that is no number`() {
    #expect(throws: GeometryError.self) { try view(bearing: .nan) }
  }
}
