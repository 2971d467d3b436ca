import BuiltIns
import Inflate
import JSONDocument
import MapFeatures
import MapGeometry
import VectorTiles

/// Reads the tiles of the built-in world, for which no loader of resources is asked.
enum WorldTiles {
  /// The facts that are known about them.
  static var facts: TileFacts {
    var facts = TileFacts()
    facts.isVector = true
    (facts.minimumZoom, facts.maximumZoom) = (0, Int(BuiltInTiles.plainZoom))
    facts.layers = BuiltInTiles.layers.sorted().map { .init(name: $0, fields: []) }
    return facts
  }

  /// The tiles of a query, each the nearest that the archive has for its square.
  ///
  /// - Throws: ``ResourceError`` where the archive is damaged.
  static func tiles(_ query: TileQuery) throws(ResourceError) -> TileAnswer {
    let archive = BuiltInTiles.archive
    let header = try rethrowing(PMTilesHeader(Array(archive.prefix(PMTilesHeader.size))), as: damaged)
    func directory(_ range: Range<Int>) throws(ResourceError) -> PMTilesDirectory {
      try rethrowing(PMTilesDirectory(Array(archive[range])), as: damaged)
    }
    let root = try directory(header.rootDirectory)
    var leaves: [Range<Int>: PMTilesDirectory] = [:]
    var contents: [TileID: TileContent] = [:]
    var answer = TileAnswer()
    for square in query.tiles {
      var next: TileID? = square
      while let id = next, answer.tiles[square] == nil {
        if contents[id] == nil,
          let range = try header.range(
            of: id, from: root, failure: damaged,
            leaf: { range throws(ResourceError) in
              if let leaf = leaves[range] { return leaf }
              let leaf = try directory(range)
              leaves[range] = leaf
              return leaf
            })
        {
          let packed = UnsafeRawBufferPointer(rebasing: archive[range])
          let bytes = try rethrowing(inflated(packed, limit: .max)) { (error: InflateError) in
            ResourceError(.unusable, "\(BuiltInTiles.address): \(error)")
          }
          contents[id] = TileContent(id: id, bytes: bytes, name: BuiltInTiles.address)
        }
        answer.tiles[square] = contents[id]
        next = id.parent
      }
    }
    return answer
  }

  private static func damaged(_ error: VectorTileError) -> ResourceError {
    ResourceError(.unusable, "\(BuiltInTiles.address): \(error)")
  }
}
