import MapClusters
import MapGeometry
import TestSupport

/// A table of places written (latitude, longitude), as the acceptance cases are.
func table(_ places: [(Double, Double)]) -> CoordinateTable {
  CoordinateTable(places.map { Coordinate(latitude: $0.0, longitude: $0.1) })
}

/// Points for a manager: `p0`, `p1` … with the titles `t0`, `t1` …
func points(_ table: CoordinateTable, from first: Int = 0) -> [ClusterPoint] {
  (0..<table.count).map {
    ClusterPoint(id: "p\(first + $0)", coordinate: table[$0], title: "t\(first + $0)")
  }
}

/// The same of places written (latitude, longitude).
func points(_ places: [(Double, Double)], from first: Int = 0) -> [ClusterPoint] {
  points(table(places), from: first)
}

func view(
  _ latitude: Double, _ longitude: Double, zoom: Double, width: Double = 1024, height: Double = 768
) throws -> Viewport {
  try Viewport(
    center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
    size: ScreenSize(width: width, height: height))
}

/// A view of a whole world, wherever its center.
func worldView(longitude: Double = 0) throws -> Viewport {
  try view(0, longitude, zoom: 0, width: 512, height: 512)
}

/// A region by center and spans in degrees, shown in a square picture without padding.
func region(_ latitude: Double, _ longitude: Double, span: Double, size: Double = 300) throws -> Viewport {
  try Viewport.fitting(
    BoundingBox(
      west: longitude - span / 2, south: latitude - span / 2, east: longitude + span / 2,
      north: latitude + span / 2),
    size: ScreenSize(width: size, height: size))
}

/// Points that try a grid: towns, a uniform rest, equal places, lines, cell corners, poles, both sides of 180°.
func trickyTable(_ count: Int, seed: UInt64) -> CoordinateTable {
  var generator = Seeded(seed: seed)
  var table = CoordinateTable()
  func add(_ latitude: Double, _ longitude: Double) {
    table.latitudes.append(min(90, max(-90, latitude)))
    table.longitudes.append(Coordinate.wrappedLongitude(longitude))
  }
  while table.count < count {
    switch UInt64.random(in: 0..<10, using: &generator) {
    case 0: add(52.5, 13.4)
    case 1: add(generator.number(in: -90...90), 0)
    case 2: add(0, generator.number(in: -180...180))
    case 3:
      let column = Double(UInt64.random(in: 0...64, using: &generator))
      let row = Double(UInt64.random(in: 0...64, using: &generator))
      let place = WorldPoint(x: column / 64, y: row / 64).coordinate
      add(place.latitude, place.longitude)
    case 4: add(generator.number(in: -1...1) < 0 ? -90 : 90, generator.number(in: -180...180))
    case 5: add(generator.number(in: -60...60), 180 + generator.number(in: -1...1))
    case 6: add(generator.number(in: 52...53), generator.number(in: 13...14))
    default: add(generator.number(in: -89...89), generator.number(in: -180...180))
    }
  }
  return table
}
