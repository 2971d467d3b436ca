import MapGeometry

/// True if a name is that of a vector tile in a file of its own, rather than of an archive: it ends in `.mvt` or `.pbf`, and
/// is neither an address nor a template.
public func namesLoneTile(_ name: String) -> Bool {
  let lowercased = name.lowercased()
  return (lowercased.hasSuffix(".mvt") || lowercased.hasSuffix(".pbf")) && !name.contains("://")
    && !TileTemplate.isTemplate(name)
}

/// Reads a tile in a file of its own, inflated; where on Earth it lies is not known.
///
/// - Throws: ``TileError/unreadable(name:reason:)`` and what is wrong with the tile.
public func readLoneTile(_ path: String) throws(TileError) -> TileBytes {
  let stored = try readFile(path, name: path, limit: TileLimits.storedBytes)
  guard let whole = TileID(zoom: 0, column: 0, row: 0) else { throw .noTile(name: path, tile: "0/0/0") }
  return try TileBytes(whole, stored: stored, name: path)
}
