public import MapGeometry

// What a map asks: the items of a box, and of a tile.
extension RadiusIndex {
  /// The items of a box at a zoom, in index order; edges belong to the box.
  ///
  /// - Parameters:
  ///   - box: where to look; across the antimeridian the part east of it comes last.
  ///   - zoom: rounded down and limited to the settings' zooms; one above
  ///     ``RadiusSettings/maximumZoom`` gives the points themselves.
  /// - Complexity: microseconds for a view, whatever the number of points.
  public func clusters(in box: BoundingBox, zoom: Double) -> [RadiusItem] {
    clusters(
      west: box.west, south: box.south, east: box.west + box.longitudes.width, north: box.north, zoom: zoom)
  }

  /// The items between four edges at a zoom, in index order, whatever the edges.
  ///
  /// - Parameters:
  ///   - west: degrees; wrapped into the world.
  ///   - south: degrees; limited to ±90.
  ///   - east: degrees; wrapped, but an edge at exactly 180 stays. 360 or more east of `west` means the whole world.
  ///   - north: degrees; limited to ±90.
  ///   - zoom: rounded down and limited to the settings' zooms and one more, not a number to the coarsest.
  /// - Returns: where the edges, wrapped, stand in the wrong order: the items up to 180°, then those from
  ///   -180°. None for edges that are not numbers.
  public func clusters(
    west: Double, south: Double, east: Double, north: Double, zoom: Double
  ) -> [RadiusItem] {
    guard west.isFinite, east.isFinite, !south.isNaN, !north.isNaN else { return [] }
    let level = level(atZoom: zoom)
    let (south, north) = (max(-90, min(90, south)), max(-90, min(90, north)))
    let isWhole = east - west >= 360
    let (left, right): (Double, Double) =
      isWhole ? (-180, 180) : (wrapped(west), east == 180 ? 180 : wrapped(east))
    let spans: [(Double, Double)] = left > right ? [(left, 180), (-180, right)] : [(left, right)]
    return spans.flatMap { west, east in
      items(
        at: level.slots(
          in: bounds(
            west: RadiusProjection.x(ofLongitude: west), north: RadiusProjection.y(ofLatitude: north),
            east: RadiusProjection.x(ofLongitude: east), south: RadiusProjection.y(ofLatitude: south))),
        of: level)
    }
  }

  private func bounds(west: Double, north: Double, east: Double, south: Double) -> RadiusBounds {
    RadiusBounds(
      minX: RadiusProjection.fixed(west), minY: RadiusProjection.fixed(north),
      maxX: RadiusProjection.fixed(east), maxY: RadiusProjection.fixed(south))
  }

  /// All items of a zoom in index order, those beyond ±180° too, which no box holds.
  ///
  /// - Parameter zoom: limited to the settings' zooms and one more.
  public func items(zoom: Int) -> [RadiusItem] {
    let level = level(atZoom: Double(zoom))
    return items(at: level.sorted(Array(0..<level.count)), of: level)
  }

  /// A tile's items in the tile's own coordinates, with a margin of one radius around it.
  ///
  /// The first column also shows what the margin reaches of the last one, moved by a world, and the reverse;
  /// the single tile of zoom 0 does both, so items near ±180° are in it twice.
  ///
  /// - Parameters:
  ///   - zoom: in `0...31`; its items are those of the nearest zoom that is clustered.
  ///   - column: from the west, `0 ..< 2^zoom`.
  ///   - row: from the north, likewise.
  /// - Returns: `nil` for a tile that shows nothing.
  /// - Throws: ``ClusterError/tileOutOfRange(zoom:column:row:)``.
  public func tile(zoom: Int, column: Int, row: Int) throws(ClusterError) -> [RadiusTileItem]? {
    guard (0...RadiusSettings.zoomLimit + 1).contains(zoom),
      (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row)
    else { throw .tileOutOfRange(zoom: zoom, column: column, row: row) }
    let level = level(atZoom: Double(zoom))
    let tiles = Double(1 << zoom)
    let margin = settings.radius / settings.extent
    let (x, y) = (Double(column), Double(row))
    let (top, bottom) = ((y - margin) / tiles, (y + 1 + margin) / tiles)
    var parts = [(west: (x - margin) / tiles, east: (x + 1 + margin) / tiles, column: x)]
    if column == 0 { parts.append((1 - margin / tiles, 1, tiles)) }
    if column == 1 << zoom - 1 { parts.append((0, margin / tiles, -1)) }
    var found: [RadiusTileItem] = []
    for part in parts {
      for slot in level.slots(in: bounds(west: part.west, north: top, east: part.east, south: bottom)) {
        let point = worldPlace(at: slot, of: level)
        found.append(
          RadiusTileItem(
            x: units(point.x * tiles - part.column), y: units(point.y * tiles - y),
            item: item(at: slot, of: level)))
      }
    }
    return found.isEmpty ? nil : found
  }

  /// Tiles to units, halves up.
  private func units(_ tiles: Double) -> Int {
    let units = (settings.extent * tiles + 0.5).rounded(.down)
    return Int(exactly: units) ?? (units < 0 ? .min : .max)
  }

  /// An item's position in worlds: a point's own, a cluster's as it was cut to integers.
  private func worldPlace(at slot: Int, of level: RadiusLevel) -> (x: Double, y: Double) {
    let record = level.items[slot]
    if record.count == 1 {
      let index = pointIndex(at: slot, of: level)
      let x = RadiusProjection.x(ofLongitude: points.longitudes[index])
      return (
        settings.wrapsAntimeridian ? x - x.rounded(.down) : x,
        RadiusProjection.y(ofLatitude: points.latitudes[index])
      )
    }
    let steps = Double(RadiusProjection.steps)
    return (Double(record.x) / steps + 0.5, Double(record.y) / steps + 0.5)
  }

  private func wrapped(_ longitude: Double) -> Double {
    ((longitude + 180).truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360) - 180
  }
}
