import ClusterSnapTesting
import MapGeometry
import PlacesMap
import Testing

@Suite struct `Map of places` {
  private let cities = """
    name,longitude,latitude
    Berlin,13.4,52.52
    Potsdam,13.06,52.4
    Hamburg,9.99,53.55
    Lübeck,10.69,53.87
    München,11.57,48.14
    """

  private let middle = Coordinate(latitude: 51.2, longitude: 11.3)

  @Test func `joins nearby cities`() throws {
    let map = PlacesMap(csv: cities)
    let snapshot = try map.snapshot(around: middle, zoom: 3.3, size: ScreenSize(width: 200, height: 160))
    expectMapSnapshot(of: snapshot, named: "cities")
    expectMapSnapshot(of: snapshot, named: "cities", as: .svg)
  }

  // The cell size changes how many bubbles there are: each has a golden of its own.
  @Test(arguments: [20.0, 150]) func `follows the cell size`(cellSize: Double) throws {
    var map = PlacesMap(csv: cities)
    map.cellSize = cellSize
    let snapshot = try map.snapshot(around: middle, zoom: 3.3, size: ScreenSize(width: 200, height: 160))
    expectMapSnapshot(of: snapshot, named: "cities-in-cells-of-\(Int(cellSize))")
  }
}
