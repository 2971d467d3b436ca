import MapGeometry
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct `A camera's path` {
  private func view(
    _ latitude: Double, _ longitude: Double, _ zoom: Double, bearing: Double = 0
  ) throws -> Viewport {
    try Viewport(
      center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
      size: ScreenSize(width: 400, height: 300), bearing: bearing)
  }

  @Test func `begins and ends with its views`() throws {
    let (start, end) = (try view(10, 20, 3), try view(-40, 100, 9, bearing: 30))
    let path = CameraPath(from: start, to: end)
    expect(path.viewport(at: 0), equals: start)
    expect(path.viewport(at: -1), equals: start)
    expect(path.viewport(at: 1), equals: end)
    expect(path.viewport(at: .nan), equals: start)
  }

  @Test func `pans evenly over a short way`() throws {
    let path = CameraPath(from: try view(0, 0, 4), to: try view(0, 4, 4))
    for share in [0.25, 0.5, 0.75] {
      let view = path.viewport(at: share)
      #expect(abs(view.center.longitude - 4 * share) < 1e-9)
      expect(view.zoom, equals: 4)
    }
  }

  @Test func `keeps what stays under a point of the picture while it zooms`() throws {
    // A zoom by one about a point of the picture: the point on the ground stays where it is.
    let start = try view(10, 10, 4)
    let point = ScreenPoint(x: 100, y: 220)
    let ground = start.unproject(point)
    let world = WorldPoint(ground)
    let size = 512 * pow(2.0, 5)
    let middle = WorldPoint(x: world.x + (200 - 100) / size, y: world.y + (150 - 220) / size)
    let path = CameraPath(
      from: start, to: try view(middle.coordinate.latitude, middle.coordinate.longitude, 5))
    for share in [0.1, 0.37, 0.5, 0.9] {
      let there = path.viewport(at: share).project(ground)
      #expect(abs(there.x - point.x) < 1e-6)
      #expect(abs(there.y - point.y) < 1e-6)
      #expect(abs(path.viewport(at: share).zoom - 4 - share) < 1e-12)
    }
  }

  /// Van Wijk and Nuij's ρ = 1.42 between Berlin and Sydney at zoom 10 in 400 points, computed by Python 3 with `math` from the
  /// paper's equations (9): u(s) and w(s) at shares of S.
  @Test func `flies a long way by the curve of van Wijk and Nuij`() throws {
    let (start, end) = (try view(52.52, 13.405, 10), try view(-33.8688, 151.2093, 10))
    let path = CameraPath(from: start, to: end)
    let zooms = [0.25, 0.5, 0.75].map { path.viewport(at: $0).zoom }
    for (zoom, expected) in zip(zooms, Self.flightZooms) { #expect(abs(zoom - expected) < 1e-9) }
    let xs = [0.25, 0.5, 0.75].map { WorldPoint(path.viewport(at: $0).center).x }
    for (x, expected) in zip(xs, Self.flightXs) { #expect(abs(x - expected) < 1e-9) }
  }

  private static let flightZooms = [4.862343327193427, 0.7223640342428297, 4.862343327193431]
  private static let flightXs = [0.5375439931685245, 0.7286309722222224, 0.91971795127592]

  @Test func `goes the short way over the antimeridian and around the compass`() throws {
    let path = CameraPath(from: try view(0, 178, 5, bearing: 350), to: try view(0, -178, 5, bearing: 20))
    let middle = path.viewport(at: 0.5)
    #expect(abs(abs(middle.center.longitude) - 180) < 1e-9)
    #expect(abs(middle.bearing - 5) < 1e-9)
  }

  @Test func `stays within the zooms of pictures, and on the flat world at the poles`() throws {
    let path = CameraPath(from: try view(90, -170, 2), to: try view(-90, 10, 1))
    for step in 0...100 {
      let view = path.viewport(at: Double(step) / 100)
      #expect(Viewport.zooms.contains(view.zoom))
      #expect(abs(view.center.latitude) <= WorldPoint.maximumLatitude)
    }
  }
}
