import JSONDocument
public import MapGeometry

extension VectorTile {
  /// The tile's features as a GeoJSON document that ends with a line feed; each has its layer beside its properties.
  ///
  /// - Parameters:
  ///   - isRaw: whether coordinates are units of the tile, with the layer's extent; else degrees.
  /// - Complexity: O(*vertices* + *properties*).
  public func geoJSON(of id: TileID, inUnits isRaw: Bool = false) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "FeatureCollection")
      json.array("features") { json in
        for layer in layers {
          for feature in layer.features {
            VectorTile.write(feature, of: layer, in: id, inUnits: isRaw, to: &json)
          }
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
        for (key, value) in feature.properties {
          json.key(key)
          switch value {
          case .string(let text): json.string(text)
          case .double(let number): json.number(number)
          case .int(let number): json.number(number)
          case .uint(let number): json.number(number)
          case .bool(let bool): json.bool(bool)
          }
        }
      }
      json.key("geometry")
      geometry(of: feature, layer, id, inUnits: isRaw, to: &json)
    }
  }

  private static func geometry(
    of feature: VectorTileFeature, _ layer: VectorTileLayer, _ id: TileID, inUnits isRaw: Bool,
    to json: inout JSONWriter
  ) {
    func position(_ vertex: Int, _ json: inout JSONWriter) {
      let (x, y) = (Double(layer.coordinates[2 * vertex]), Double(layer.coordinates[2 * vertex + 1]))
      json.array { json in
        guard !isRaw else {
          json.number(x)
          json.number(y)
          return
        }
        let (square, extent) = (id.worldRect, Double(layer.extent))
        let place = WorldPoint(
          x: square.west + x / extent * square.size, y: square.north + y / extent * square.size
        ).coordinate
        json.number(place.longitude, decimals: 7)
        json.number(place.latitude, decimals: 7)
      }
    }
    func positions(_ part: Int, isClosed: Bool, _ json: inout JSONWriter) {
      let range = feature.part(part)
      json.array { json in
        for vertex in range { position(vertex, &json) }
        if isClosed { position(range.lowerBound, &json) }
      }
    }
    let count = feature.partCount
    json.object { json in
      switch feature.kind {
      case .point: json.member("type", "MultiPoint")
      case .line: json.member("type", "MultiLineString")
      case .polygon: json.member("type", "MultiPolygon")
      }
      json.array("coordinates") { json in
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
