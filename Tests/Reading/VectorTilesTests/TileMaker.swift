import MapGeometry
import TestSupport
import VectorTiles

/// Cuts shapes into tiles as tile makers do: with a buffer, rounded to whole units. A shape's positions are in units
/// from the upper left corner of tile 0/0 of its zoom.
struct TileMaker {
  var zoom = 4
  var extent = 4096
  var buffer = 64
  var columns = 5..<8
  var rows = 6..<9

  typealias Point = (x: Double, y: Double)

  var ids: [TileID] {
    rows.flatMap { row in columns.compactMap { TileID(zoom: zoom, column: $0, row: row) } }
  }

  /// Tiles of one layer "shapes" with a shape in each; `fields` are its properties.
  func tiles(_ feature: (TileID) -> FeatureWriter?) -> [PlacedTile] {
    ids.map { id in
      var layer = LayerWriter(
        "shapes", extent: UInt64(extent), keys: ["kind"],
        values: [LayerWriter.text("a"), LayerWriter.text("b")])
      layer.features = feature(id).map { [$0.bytes] } ?? []
      return PlacedTile(layer.tile, at: id)
    }
  }

  /// The rings within a tile and its buffer, `nil` where nothing is.
  func area(_ rings: [[Point]], in id: TileID, tag: UInt64 = 0, featureID: UInt64? = nil) -> FeatureWriter? {
    let cut = rings.map { ring in
      var ring = ring
      let (west, north) = (Double(id.column * extent), Double(id.row * extent))
      let sides: [(Point) -> Double] = [
        { $0.x - west + Double(buffer) }, { west + Double(extent + buffer) - $0.x },
        { $0.y - north + Double(buffer) }, { north + Double(extent + buffer) - $0.y },
      ]
      for side in sides {
        var kept: [Point] = []
        for (index, point) in ring.enumerated() {
          let last = ring[(index + ring.count - 1) % ring.count]
          let (before, now) = (side(last), side(point))
          if (before < 0) != (now < 0) {
            let share = before / (before - now)
            kept.append((last.x + (point.x - last.x) * share, last.y + (point.y - last.y) * share))
          }
          if now >= 0 { kept.append(point) }
        }
        ring = kept
      }
      return ring.map { (Int(($0.x - west).rounded()), Int(($0.y - north).rounded())) }
    }.filter { $0.count > 2 }
    return cut.isEmpty ? nil : .rings(cut, id: featureID, tags: [0, tag])
  }

  /// The edges of lines that reach into a tile or its buffer.
  func line(_ line: [(Int, Int)], in id: TileID, tag: UInt64 = 0, featureID: UInt64? = nil) -> FeatureWriter?
  {
    let (west, north) = (id.column * extent, id.row * extent)
    let (x, y) = (west - buffer...west + extent + buffer, north - buffer...north + extent + buffer)
    var parts: [[(Int, Int)]] = []
    var isOpen = false
    for (a, b) in zip(line, line.dropFirst()) {
      let reaches =
        (min(a.0, b.0)...max(a.0, b.0)).overlaps(x) && (min(a.1, b.1)...max(a.1, b.1)).overlaps(y)
      if reaches {
        if !isOpen { parts.append([(a.0 - west, a.1 - north)]) }
        parts[parts.count - 1].append((b.0 - west, b.1 - north))
      }
      isOpen = reaches
    }
    return parts.isEmpty ? nil : .lines(parts, id: featureID, tags: [0, tag])
  }

  /// A world point in units again.
  func units(_ point: WorldPoint) -> Point {
    let scale = Double(extent) * Double(1 << zoom)
    return (point.x * scale, point.y * scale)
  }
}

/// Whether a point is inside of rings, by the even-odd rule, and how far from the nearest edge.
func place(_ point: TileMaker.Point, in rings: [[TileMaker.Point]]) -> (isInside: Bool, distance: Double) {
  var (isInside, nearest) = (false, Double.infinity)
  for ring in rings {
    for (index, b) in ring.enumerated() {
      let a = ring[(index + ring.count - 1) % ring.count]
      if (a.y > point.y) != (b.y > point.y),
        point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
      {
        isInside.toggle()
      }
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let length = dx * dx + dy * dy
      let along = length == 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length
      let share = min(1, max(0, along))
      let (ex, ey) = (point.x - a.x - share * dx, point.y - a.y - share * dy)
      nearest = min(nearest, (ex * ex + ey * ey).squareRoot())
    }
  }
  return (isInside, nearest)
}
