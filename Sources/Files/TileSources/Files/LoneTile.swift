import MapGeometry

/// True for a single vector tile's file: `.mvt` or `.pbf`, and neither address nor template.
public func namesLoneTile(_ name: String) -> Bool {
  let lowercased = name.lowercased()
  return (lowercased.hasSuffix(".mvt") || lowercased.hasSuffix(".pbf")) && !name.contains("://")
    && !TileTemplate.isTemplate(name)
}

/// Reads a single tile's file, inflated, without its position.
///
/// - Throws: ``TileError``.
public func readLoneTile(_ path: String) throws(TileError) -> TileBytes {
  let stored = try readFile(path, name: path, limit: TileLimits.storedBytes)
  guard let whole = TileID(zoom: 0, column: 0, row: 0) else { throw .noTile(name: path, tile: "0/0/0") }
  return try TileBytes(whole, stored: stored, name: path)
}
