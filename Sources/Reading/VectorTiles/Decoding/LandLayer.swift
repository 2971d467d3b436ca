extension VectorTile {
  /// Replaces features of class `ocean` in the layer `water` by a layer of land: the tile's square and the
  /// ocean's reversed rings, whose winding numbers stitching adds up.
  public func withLand(named name: String) -> VectorTile {
    let water = layer("water")
    let side = Int32(water?.extent ?? 4096)
    var coordinates = [0, 0, side, 0, side, side, 0, side]
    var (land, rest) = (FeatureColumns(), water?.columns ?? FeatureColumns())
    land.parts.append(end: 4)
    if let water {
      let isOcean = water.features.map { $0.kind == .polygon && $0.property("class") == .string("ocean") }
      for ocean in water.features where isOcean[ocean.index] {
        for part in 0..<ocean.partCount {
          for vertex in ocean.part(part).reversed() {
            coordinates += water.coordinates[2 * vertex...2 * vertex + 1]
          }
          land.parts.append(end: coordinates.count / 2, isHole: !ocean.isHole(part))
        }
      }
      rest.records = zip(water.columns.records, isOcean).filter { !$0.1 }.map(\.0)
    }
    let parts = 0..<Int32(land.parts.count)
    land.records = [FeatureRecord(kind: .polygon, hasID: false, id: 0, parts: parts, tags: 0..<0)]
    var layers = layers.filter { $0.name != "water" }
    layers.append(
      VectorTileLayer(
        name: name, version: 2, extent: Int(side), coordinates: coordinates, columns: land, table: TagTable())
    )
    if let water {
      layers.append(
        VectorTileLayer(
          name: water.name, version: water.version, extent: water.extent, coordinates: water.coordinates,
          columns: rest, table: water.table))
    }
    return VectorTile(layers: layers, faults: faults)
  }
}
