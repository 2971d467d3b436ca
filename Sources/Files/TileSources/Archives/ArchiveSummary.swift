import MapGeometry

/// The contents of an archive of tiles, for those who look into it.
public struct ArchiveSummary: Hashable, Sendable {
  /// The archive, without passwords and keys.
  public let name: String
  /// The contents of its metadata; zooms that it has not are looked up where that is cheap.
  public let description: ArchiveDescription
  /// The number of its tiles, where that is cheap to find out.
  public let tileCount: Int?
  /// Format of the first tile found about the center, from the lowest zoom on.
  public let content: TileFormat?

  /// Reads metadata, count and one tile.
  ///
  /// - Throws: ``TileError`` for an unreadable archive.
  public init(of archive: some TileArchive, during load: TileLoad = TileLoad()) throws(TileError) {
    name = archive.name
    description = try archive.description(during: load)
    tileCount = try archive.tileCount(during: load)
    var found: TileFormat?
    let first = description.minimumZoom ?? 0
    for zoom in first...max(first, description.maximumZoom ?? first) where found == nil {
      guard let id = description.centralTile(atZoom: zoom) else { continue }
      // What is wrong with one tile is no reason to report nothing of the others.
      do throws(TileError) {
        found = try archive.tile(id, during: load)?.content
      } catch {
        guard error.concernsOneTile else { throw error }
      }
    }
    content = found
  }
}

extension ArchiveDescription {
  fileprivate func centralTile(atZoom zoom: Int) -> TileID? {
    let longitude = bounds.map { $0.longitudes.west + $0.longitudes.width / 2 } ?? 0
    let latitude = bounds.map { ($0.south + $0.north) / 2 } ?? 0
    let count = Double(1 << max(0, min(30, zoom)))
    let x = longitude / 360 + 0.5
    let column = ((x - x.rounded(.down)) * count).rounded(.down)
    let row = (WorldPoint.y(ofLatitude: latitude) * count).rounded(.down)
    return TileID(zoom: zoom, column: Int(column), row: max(0, min(Int(count) - 1, Int(row))))
  }
}
