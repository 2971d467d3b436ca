import JSONDocument
import MapClusters
import MapGeometry

/// Writes the cells that grids considered, margin included, as GeoJSON polygons with the number of their points.
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
    json.key("features")
    json.beginArray()
    for group in groups {
      guard let grid = group.markers.grid else { continue }
      let count = grid.columns * grid.rows
      guard grid.counts.count == count else { throw .tooManyCells(source: group.source.name, count: count) }
      for row in 0..<grid.rows {
        for column in 0..<grid.columns {
          write(column, row, of: grid, source: group.source.name, to: &json)
        }
      }
    }
    json.endArray()
    json.endObject()
    json.lineFeed()
    return json.takeBytes()
  }

  private func write(
    _ column: Int, _ row: Int, of grid: GridCells, source: String, to json: inout JSONWriter
  ) {
    let cell = grid.cell(column: column, row: row)
    json.object { json in
      json.member("type", "Feature")
      json.key("geometry")
      writeGeometry(grid.area(column: column, row: row), to: &json)
      json.key("properties")
      json.object { json in
        json.key("cell")
        json.array { json in
          json.number(cell.column)
          json.number(cell.row)
        }
        json.member("point_count", Int(grid.counts[row * grid.columns + column]))
        json.member("source", source)
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
      json.key("coordinates")
      json.array { json in
        writeRing(west, south, 180, north, to: &json)
        writeRing(-180, south, east - 360, north, to: &json)
      }
    }
  }

  private func writeRing(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double, to json: inout JSONWriter
  ) {
    let corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    json.array { json in
      json.array { json in
        for (longitude, latitude) in corners {
          json.array { json in
            json.number(longitude, decimals: 9)
            json.number(latitude, decimals: 9)
          }
        }
      }
    }
  }
}
