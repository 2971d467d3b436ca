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
  public init(groups: [MarkerGroup]) {
    self.groups = groups
  }

  /// The document in UTF-8, ending with a line feed: source by source, row by row from the upper left corner.
  ///
  /// - Throws: ``SnapshotError/noGrid`` and ``SnapshotError/tooManyCells(source:count:)``.
  public func bytes() throws(SnapshotError) -> [UInt8] {
    guard groups.contains(where: { $0.markers.grid != nil }) else { throw .noGrid }
    var json = JSONWriter(layout: .lines(levels: 2))
    json.beginObject()
    json.member("type", "FeatureCollection")
    json.beginArray("features")
    for group in groups {
      guard let grid = group.markers.grid else { continue }
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
    json.endArray()
    json.endObject()
    json.lineFeed()
    return json.takeBytes()
  }

  /// The cells of markers that are not among those considered, counted from the first of these.
  private static func cells(
    beyond grid: GridCells, of group: MarkerGroup
  ) -> [(column: Int, row: Int, points: Int)] {
    guard !grid.repeats else { return [] }
    var cells: [(column: Int, row: Int, points: Int)] = []
    var placeOf: [Cell: Int] = [:]  // looked up, never iterated
    for marker in group.markers.markers {
      guard let cell = marker.cell else { continue }
      let (column, row) = (cell.column - grid.first.column, cell.row - grid.first.row)
      if (0..<grid.columns).contains(column) && (0..<grid.rows).contains(row) { continue }
      let place = placeOf[cell] ?? cells.count
      if place == cells.count {
        placeOf[cell] = place
        cells.append((column, row, 0))
      }
      // Points that are never clustered have a cell, but do not count there.
      let isAlone =
        !marker.isCluster
        && group.markers.members(of: marker).contains {
          group.source.input.unclusteredRows?.contains(Int($0)) ?? false
        }
      cells[place].points += isAlone ? 0 : marker.count
    }
    return cells
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
        writeGeometry(grid.area(column: column, row: row), to: &json)
      } else {
        json.polygon(of: grid.corners(column: column, row: row), on: source.sheet)
      }
      json.object("properties") { json in
        json.key("cell")
        json.array(of: cell.column, cell.row)
        json.member("point_count", points)
        json.member("source", source.name)
      }
    }
  }

  /// A polygon, counterclockwise; two where the antimeridian cuts the cell, as RFC 7946, 3.1.9 wants it.
  private func writeGeometry(_ area: WorldRectangle, to json: inout JSONWriter) {
    let south = WorldPoint.latitude(ofY: min(1, area.maxY))
    let north = WorldPoint.latitude(ofY: max(0, area.minY))
    let west = Coordinate.wrappedLongitude((area.minX - 0.5) * 360)
    let east = west + area.width * 360
    json.object { json in
      guard east > 180 + 1e-9 else {
        json.member("type", "Polygon")
        json.key("coordinates")
        writeRing(west, south, min(180, east), north, to: &json)
        return
      }
      json.member("type", "MultiPolygon")
      json.array("coordinates") { json in
        writeRing(west, south, 180, north, to: &json)
        writeRing(-180, south, east - 360, north, to: &json)
      }
    }
  }

  private func writeRing(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double, to json: inout JSONWriter
  ) {
    json.array { json in
      json.array { json in
        for corner in [[west, south], [east, south], [east, north], [west, north], [west, south]] {
          json.degrees(corner)
        }
      }
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
    // On a square of degrees poles have a place.
    let corners =
      sheet?.ring(of: corners).map { WorldPoint(x: $0.longitude / 360 + 0.5, y: 0.5 - $0.latitude / 180) }
      ?? corners
    let xs = corners.map(\.x)
    let (first, last) = ((xs.min() ?? 0).rounded(.down), (xs.max() ?? 0).rounded(.down))
    var rings: [[Point]] = []
    for world in stride(from: first, through: last, by: 1) {
      let square = Rectangle(x: 0, y: 0, width: 1, height: 1)
      let ring = square.clipped(ring: corners.map { Point(x: $0.x - world, y: $0.y) })
      // Corners run clockwise as seen; those of a polygon counterclockwise.
      if ring.count > 2, Set(ring.map(\.x)).count > 1 { rings.append(ring.reversed()) }
    }
    object { json in
      json.member("type", rings.count == 1 ? "Polygon" : "MultiPolygon")
      json.key("coordinates")
      if rings.count == 1 {
        json.ring(rings[0], on: sheet)
      } else {
        json.array { json in for ring in rings { json.ring(ring, on: sheet) } }
      }
    }
  }

  private mutating func ring(_ ring: [Point], on sheet: Sheet?) {
    array { json in
      json.array { json in
        for corner in ring + ring.prefix(1) {
          let latitude = sheet == nil ? WorldPoint.latitude(ofY: corner.y) : 90 - corner.y * 180
          json.degrees([(corner.x - 0.5) * 360, latitude])
        }
      }
    }
  }
}
