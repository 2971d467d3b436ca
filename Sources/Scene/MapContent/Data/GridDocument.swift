import Drawing
package import JSONDocument
import MapClusters
package import MapGeometry

/// Writes the cells that grids considered, margin included, as GeoJSON polygons with the number of their points.
///
/// With the method leader points far from the picture take part as well: of the blocks out there those are written that
/// hold a marker, so that every marker has its cell.
public struct GridDocument {
  private let groups: [MarkerGroup]

  /// The cells of the groups that have some.
  public init(groups: [MarkerGroup]) { self.groups = groups }

  /// The document in UTF-8, ending with a line feed: source by source, row by row from the upper left corner.
  ///
  /// - Throws: ``SnapshotError/noGrid`` and ``SnapshotError/tooManyCells(source:count:)``.
  public func bytes() throws(SnapshotError) -> [UInt8] {
    guard groups.contains(where: { $0.markers.grid != nil }) else { throw .noGrid }
    return try JSONWriter.document(of: "features") { json throws(SnapshotError) in
      for group in groups { try write(group, to: &json) }
    }
  }

  private func write(_ group: MarkerGroup, to json: inout JSONWriter) throws(SnapshotError) {
    guard let grid = group.markers.grid else { return }
    let count = grid.columns * grid.rows
    guard grid.counts.count == count else { throw .tooManyCells(source: group.source.name, count: count) }
    var cells: [(column: Int, row: Int, points: Int)] = []
    cells.reserveCapacity(count)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        cells.append((column, row, Int(grid.counts[row * grid.columns + column])))
      }
    }
    let others = GridDocument.cells(beyond: grid, of: group)
    if !others.isEmpty {
      cells += others
      cells.sort { ($0.row, $0.column) < ($1.row, $1.column) }
    }
    for cell in cells {
      write(cell.column, cell.row, holding: cell.points, of: grid, group.source, to: &json)
    }
  }

  /// The cells of markers that are not among those considered, counted from the first of these.
  private static func cells(
    beyond grid: GridCells, of group: MarkerGroup
  ) -> [(column: Int, row: Int, points: Int)] {
    guard !grid.repeats else { return [] }
    var cells = OrderedValues<Cell, (column: Int, row: Int, points: Int)>()
    for marker in group.markers.markers {
      guard let cell = marker.cell else { continue }
      let (column, row) = (cell.column - grid.first.column, cell.row - grid.first.row)
      if (0..<grid.columns).contains(column) && (0..<grid.rows).contains(row) { continue }
      // Points that are never clustered have a cell, but do not count there.
      let isAlone =
        !marker.isCluster
        && group.markers.members(of: marker).contains {
          group.source.input.unclusteredRows?.contains(Int($0)) ?? false
        }
      let points = isAlone ? 0 : marker.count
      cells.add((column, row, points), for: cell) { $0.points += points }
    }
    return cells.values
  }

  private func write(
    _ column: Int, _ row: Int, holding points: Int, of grid: GridCells, _ source: MapSource,
    to json: inout JSONWriter
  ) {
    let cell = grid.cell(column: column, row: row)
    json.object { json in
      json.member("type", "Feature")
      json.key("geometry")
      if grid.turnedView == nil, source.sheet == nil {
        json.polygons(GridDocument.polygons(of: grid.area(column: column, row: row)))
      } else {
        json.polygon(of: grid.corners(column: column, row: row), on: source.sheet)
      }
      json.object("properties") { json in
        json.member("cell", [Double(cell.column), Double(cell.row)])
        json.member("point_count", points)
        json.member("source", source.name)
      }
    }
  }

  /// A polygon, counterclockwise; two where the antimeridian cuts the cell, as RFC 7946, 3.1.9 wants it.
  private static func polygons(of area: WorldRectangle) -> [[[Coordinate]]] {
    let south = WorldPoint.latitude(ofY: min(1, area.maxY))
    let north = WorldPoint.latitude(ofY: max(0, area.minY))
    let west = Coordinate.wrappedLongitude((area.minX - 0.5) * 360)
    let east = west + area.width * 360
    let parts: [(west: Double, east: Double)] =
      east > 180 + 1e-9 ? [(west, 180), (-180, east - 360)] : [(west, min(180, east))]
    return parts.map { west, east in
      let corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
      return [corners.map { Coordinate(latitude: $0.1, longitude: $0.0) }]
    }
  }
}

extension JSONWriter {
  /// A polygon: cut at the world's upper and lower edge and at the antimeridian.
  ///
  /// - Parameters:
  ///   - corners: clockwise as seen, in worlds; not wrapped.
  ///   - sheet: the sheet that these are of; `nil` for Mercator's plane.
  package mutating func polygon(of corners: [WorldPoint], on sheet: Sheet? = nil) {
    // On a square of degrees poles have a coordinate.
    let corners =
      sheet?.ring(of: corners).map { WorldPoint(x: $0.longitude / 360 + 0.5, y: 0.5 - $0.latitude / 180) }
      ?? corners
    let xs = corners.map(\.x)
    let (first, last) = ((xs.min() ?? 0).rounded(.down), (xs.max() ?? 0).rounded(.down))
    var rings: [[Coordinate]] = []
    for world in stride(from: first, through: last, by: 1) {
      let square = Rectangle(x: 0, y: 0, width: 1, height: 1)
      let ring = square.clipped(ring: corners.map { Point(x: $0.x - world, y: $0.y) })
      // Corners run clockwise as seen; those of a polygon counterclockwise.
      guard ring.count > 2, Set(ring.map(\.x)).count > 1 else { continue }
      rings.append(
        (ring.suffix(1) + ring).reversed().map { corner in
          Coordinate(
            latitude: sheet == nil ? WorldPoint.latitude(ofY: corner.y) : 90 - corner.y * 180,
            longitude: (corner.x - 0.5) * 360)
        })
    }
    polygons(rings.map { [$0] })
  }

  /// Writes areas, each with its outer ring and its holes, whose last positions repeat the first.
  mutating func polygons(_ polygons: [[[Coordinate]]]) {
    func write(_ rings: [[Coordinate]], to json: inout JSONWriter) {
      json.array { json in for ring in rings { json.positions(ring) } }
    }
    geometry(polygons.count == 1 ? "Polygon" : "MultiPolygon") { json in
      if polygons.count == 1 {
        write(polygons[0], to: &json)
      } else {
        json.array { json in for rings in polygons { write(rings, to: &json) } }
      }
    }
  }

  mutating func positions(_ places: [Coordinate]) {
    array { json in for coordinate in places { json.position(coordinate) } }
  }

  /// A document of one object that ends with a list, a line an element; a list of features makes it GeoJSON.
  ///
  /// - Parameter head: writes the members before the list.
  static func document<E>(
    of list: String, _ head: (inout JSONWriter) -> Void = { _ in },
    _ elements: (inout JSONWriter) throws(E) -> Void
  ) throws(E) -> [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 2))
    json.beginObject()
    if list == "features" { json.member("type", "FeatureCollection") }
    head(&json)
    try json.array(list, elements)
    json.endObject()
    json.lineFeed()
    return json.takeBytes()
  }
}
