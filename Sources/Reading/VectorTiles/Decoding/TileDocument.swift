package import JSONDocument
public import MapGeometry

extension VectorTile {
  /// GeoJSON of the tile's features with their layers, and a final line feed.
  ///
  /// - Parameter isRaw: true for units of the tile, with the layer's extent; false for degrees.
  public func geoJSON(of id: TileID, inUnits isRaw: Bool = false) -> [UInt8] {
    var json = JSONWriter()
    json.featureCollection { json in
      for layer in layers {
        for feature in layer.features {
          VectorTile.write(feature, of: layer, in: id, inUnits: isRaw, to: &json)
        }
      }
    }
    json.lineFeed()
    return json.takeBytes()
  }

  private static func write(
    _ feature: VectorTileFeature, of layer: VectorTileLayer, in id: TileID, inUnits isRaw: Bool,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("type", "Feature")
      if let number = feature.id {
        json.member("id", number)
      }
      json.member("layer", layer.name)
      if isRaw { json.member("extent", layer.extent) }
      json.object("properties") { json in
        for (key, value) in feature.properties { json.member(key, value) }
      }
      geometry(of: feature, layer, id, inUnits: isRaw, to: &json)
    }
  }

  private static func geometry(
    of feature: VectorTileFeature, _ layer: VectorTileLayer, _ id: TileID, inUnits isRaw: Bool,
    to json: inout JSONWriter
  ) {
    func position(_ vertex: Int, _ json: inout JSONWriter) {
      let (x, y) = (Double(layer.coordinates[2 * vertex]), Double(layer.coordinates[2 * vertex + 1]))
      guard !isRaw else { return json.numbers([x, y]) }
      let (square, extent) = (id.worldRect, Double(layer.extent))
      let degrees = WorldPoint(
        x: square.west + x / extent * square.size, y: square.north + y / extent * square.size
      ).coordinate
      json.numbers([degrees.longitude, degrees.latitude], decimals: 7)
    }
    func positions(_ part: Int, isClosed: Bool, _ json: inout JSONWriter) {
      let range = feature.part(part)
      json.array { json in
        for vertex in range { position(vertex, &json) }
        if isClosed { position(range.lowerBound, &json) }
      }
    }
    let count = feature.partCount
    let type =
      switch feature.kind {
      case .point: "MultiPoint"
      case .line: "MultiLineString"
      case .polygon: "MultiPolygon"
      }
    json.geometry(type, key: "geometry") { json in
      json.array { json in
        switch feature.kind {
        case .point: for part in 0..<count { position(feature.part(part).lowerBound, &json) }
        case .line: for part in 0..<count { positions(part, isClosed: false, &json) }
        case .polygon:
          var part = 0
          while part < count {
            json.array { json in
              repeat {
                positions(part, isClosed: true, &json)
                part += 1
              } while part < count && feature.isHole(part)
            }
          }
        }
      }
    }
  }
}

extension JSONWriter {
  package mutating func member(_ key: String, _ value: TileValue) {
    self.key(key)
    switch value {
    case .string(let text): string(text)
    case .double(let number): self.number(number)
    case .int(let number): self.number(number)
    case .uint(let number): self.number(number)
    case .bool(let bool): self.bool(bool)
    }
  }
}
