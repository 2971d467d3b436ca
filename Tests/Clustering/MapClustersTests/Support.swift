import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

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

/// Random places of a seed.
func randomTable(
  _ count: Int, seed: UInt64, latitudes: ClosedRange<Double> = -80...80,
  longitudes: ClosedRange<Double> = -179...179
) -> CoordinateTable {
  var random = Seeded(seed: seed)
  return CoordinateTable(
    (0..<count).map { _ in
      Coordinate(latitude: random.number(in: latitudes), longitude: random.number(in: longitudes))
    })
}

/// The rows of points that are never clustered.
func optedOut(_ rows: some Sequence<Int>) -> MapClusters.PointSet {
  rows.reduce(into: MapClusters.PointSet()) { $0.insert($1) }
}

func view(
  _ latitude: Double, _ longitude: Double, zoom: Double, width: Double = 1024, height: Double = 768,
  bearing: Double = 0
) throws -> Viewport {
  try Viewport(
    center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom,
    size: ScreenSize(width: width, height: height), bearing: bearing)
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

extension ClusterSettings {
  func with(_ change: (inout ClusterSettings) -> Void) -> ClusterSettings {
    var copy = self
    change(&copy)
    return copy
  }
}

/// How many points each marker of some places has.
func counts(
  _ places: [(Double, Double)], _ viewport: Viewport, _ settings: ClusterSettings,
  _ strategies: ClusterStrategies = ClusterStrategies()
) throws -> [Int] {
  try markers(of: ClusterInput(table(places)), in: viewport, settings: settings, strategies: strategies)
    .markers.map(\.count)
}

/// The side of a preset's cells in a picture of a width, at a zoom of a world of 256 points.
func cell(of preset: ClusterPreset, zoom256: Double, width: Double = 400) throws -> Double {
  let settings = preset.settings
  return try settings.cellSize.points(
    atZoom: settings.rounded(ClusterPreset.zoom(zoom256)), width: width)
}

/// The points of each cell of a grid.
func groups(
  of table: CoordinateTable, in grid: CellGrid, threads: Int = 1, block: Int = 1024,
  unclusteredRows: MapClusters.PointSet? = nil
) throws -> CellGroups {
  try ClusterInput(table, unclusteredRows: unclusteredRows).withPoints { points throws(ClusterError) in
    try cellGroups(
      of: points, in: grid, window: DegreeWindow(holding: grid.area), threads: threads, blockSize: block)
  }
}

/// The items of an index that a view shows.
func items(of index: RadiusIndex, zoom: Int, in viewport: Viewport) -> [RadiusItem] {
  let box = viewport.boundingBox
  let isWhole = viewport.visibleWorldRectangle.width >= 1
  return index.items(zoom: zoom).filter { item in
    (box.south...box.north).contains(item.position.latitude)
      && (isWhole || box.longitudes.contains(item.position.longitude))
  }
}

extension Workplace {
  /// Runs the command, which must end well and report nothing.
  func succeed(_ line: String) throws -> Outcome {
    let outcome = try run(line)
    #expect((outcome.status, outcome.errors) == (0, ""), "\(line)")
    return outcome
  }
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
