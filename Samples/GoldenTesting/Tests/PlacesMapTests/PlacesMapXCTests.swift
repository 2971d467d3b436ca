import ClusterSnapTesting
import MapGeometry
import PlacesMap
import XCTest

/// The same with XCTest.
final class PlacesMapXCTests: XCTestCase {
  func testShowsAPlaceAsADot() throws {
    let map = PlacesMap(csv: "name,longitude,latitude\nHere,0,0\n")
    let snapshot = try map.snapshot(
      around: Coordinate(latitude: 0, longitude: 0), zoom: 3, size: ScreenSize(width: 60, height: 40))
    assertMapSnapshot(of: snapshot, named: "dot")
  }
}
