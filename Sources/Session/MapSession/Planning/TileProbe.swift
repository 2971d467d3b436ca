import CairoCanvas
import MapFeatures
import MapGeometry
import VectorTiles

/// Finds out what an archive holds whose metadata does not have it: from tiles themselves.
struct TileProbe {
  let place: TileSetLocation
  let resources: any ResourceLoader
  /// The middle of the picture; `nil` where that is not known before the data is.
  let center: Coordinate?
  /// The zoom of the picture; `nil` where that is not known before the data is.
  let zoom: Double?

  /// So many tiles of one place are looked into, each three zooms farther out than the one before: each zoom has layers
  /// of its own.
  private static let mostTiles = 4
  /// So many features of a layer are asked for the names of their properties.
  private static let mostFeatures = 200
  /// The zoom that is looked at where none is known: most archives of streets end there.
  private static let usualZoom = 14

  /// Adds to facts what tiles hold: whether it is features, and the layers.
  ///
  /// Nothing is added where no tile is found, about the middle of the picture, a place that has tiles, or the middle of the bounds.
  ///
  /// - Parameters:
  ///   - isEnough: whether what is known of the layers is enough.
  /// - Returns: why tiles that were looked into have no layers, one sentence a tile.
  func complete(
    _ facts: inout TileFacts, until isEnough: (TileFacts) -> Bool
  ) throws(ResourceError) -> [String] {
    var found: [String] = []
    let lowest = max(0, facts.minimumZoom ?? 0)
    let highest = max(lowest, min(facts.maximumZoom ?? TileProbe.usualZoom, 30))
    let wanted = zoom.map { min(highest, max(lowest, Int(max(0, min(30, $0))))) } ?? highest
    let middle = facts.bounds.map { box in
      Coordinate(latitude: (box.south + box.north) / 2, longitude: box.west + box.longitudes.width / 2)
    }
    var places = [center, facts.center, middle].compactMap { $0 }
    if places.isEmpty { places = [Coordinate(latitude: 0, longitude: 0)] }
    for coordinate in places where facts.layers.isEmpty && facts.isVector != false {
      var next = wanted
      for _ in 0..<TileProbe.mostTiles where next >= lowest && !isEnough(facts) {
        guard let content = try tile(atZoom: next, about: coordinate, lowest) else { break }
        if let reason = add(content, to: &facts), !found.contains(reason) { found.append(reason) }
        if facts.isVector == false { return found }
        next = content.id.zoom - 3
      }
    }
    return found
  }

  private func tile(
    atZoom zoom: Int, about coordinate: Coordinate, _ lowest: Int
  ) throws(ResourceError) -> TileContent? {
    let point = WorldPoint(coordinate)
    let count = Double(1 << zoom)
    func index(_ share: Double) -> Int { Int(max(0, min(count - 1, (share * count).rounded(.down)))) }
    guard let id = TileID(zoom: zoom, column: index(point.x), row: index(point.y)) else { return nil }
    let answer = try resources.tiles(TileQuery(place, tiles: [id], ancestorZoom: lowest))
    if let found = answer.tiles[id] { return found }
    if let fault = answer.faults.first { throw fault }
    return nil
  }

  /// - Returns: why the tile has no layers; `nil` where it has some.
  private func add(_ content: TileContent, to facts: inout TileFacts) -> String? {
    let name = "tile \(content.id.zoom)/\(content.id.column)/\(content.id.row)"
    if let header = try? PictureReader.header(of: content.bytes) {
      facts.isVector = facts.isVector ?? false
      return "\(name) is a \(header.format.rawValue) picture"
    }
    let tile = VectorTile(content.bytes)
    for layer in tile.layers where !facts.layers.contains(where: { $0.name == layer.name }) {
      var fields: [String] = []
      for feature in layer.features.prefix(TileProbe.mostFeatures) {
        for (key, _) in feature.properties where !fields.contains(key) { fields.append(key) }
      }
      facts.layers.append(.init(name: layer.name, fields: fields))
    }
    if !facts.layers.isEmpty { facts.isVector = true }
    guard tile.layers.isEmpty else { return nil }
    return tile.faults.first.map { "of \(name) \($0)" } ?? "\(name) has none"
  }
}
