extension Style {
  /// This style's layers over those of another: a base map beneath, data above.
  ///
  /// Where both have a source or a layer of one id, the base's layer and this style's source get another, so that
  /// settings that pair this style's layers by their ids go on to hold.
  ///
  /// - Parameters:
  ///   - base: the base map. Its center, zoom and settings of the picture hold where `leads` is true.
  ///   - lower: which layers of the base are drawn, and in which order; `nil` for all.
  ///   - upper: which layers of this style are drawn above them.
  ///   - leads: whether the base is the user's own style, whose view and settings hold.
  package func stacked(
    on base: Style, lower: [StyleLayer]? = nil, upper: [StyleLayer], leads: Bool
  ) -> Style {
    var below = lower ?? base.layers
    let layerIDs = Set(upper.map(\.id))
    var takenLayers = layerIDs.union(below.map(\.id))
    for index in below.indices where layerIDs.contains(below[index].id) {
      var id = below[index].id
      while takenLayers.contains(id) { id = "base:" + id }
      takenLayers.insert(id)
      below[index] = below[index].named(id, source: below[index].source)
    }
    let needed = Set(upper.compactMap(\.source))
    let taken = Set(base.sources.map(\.id))
    var takenSources = taken.union(self.sources.map(\.id))
    var renamed: [String: String] = [:]
    for id in self.sources.map(\.id) where needed.contains(id) && taken.contains(id) {
      var other = id + "-above"
      while takenSources.contains(other) { other += "-above" }
      takenSources.insert(other)
      renamed[id] = other
    }
    let above = upper.map { layer in
      layer.source.flatMap { renamed[$0] }.map { layer.named(layer.id, source: $0) } ?? layer
    }
    let sources =
      base.sources
      + self.sources.filter { needed.contains($0.id) || !taken.contains($0.id) }.map { source in
        renamed[source.id].map(source.named) ?? source
      }
    let first = leads ? base : self
    return Style(
      name: first.name, center: first.center, zoom: first.zoom, bearing: first.bearing,
      pitch: first.pitch, projection: first.projection,
      state: base.state.merging(state) { _, own in own }, sources: sources, layers: below + above,
      light: leads || light.isEmpty ? base.light : light, fontFaces: base.fontFaces + fontFaces,
      sprites: base.sprites + sprites, glyphs: base.glyphs ?? glyphs, extra: first.extra,
      metadata: first.metadata)
  }

  /// The style with another id for one of its sources.
  package func renamingSource(_ id: String, to other: String) -> Style {
    with(
      layers.map { $0.source == id ? $0.named($0.id, source: other) : $0 },
      sources: sources.map { $0.id == id ? $0.named(other) : $0 })
  }

  /// The style with a copy of a source, and of each layer of it directly above it.
  package func copyingSource(_ id: String, as other: String) -> Style {
    with(
      layers.flatMap { layer in
        layer.source == id ? [layer, layer.named("\(other):\(layer.id)", source: other)] : [layer]
      }, sources: sources + sources.filter { $0.id == id }.map { $0.named(other) })
  }

  /// The style with some of its sources, the layers that draw them, and its backgrounds.
  package func limited(to ids: Set<String>) -> Style {
    with(
      layers.filter { $0.source.map(ids.contains) ?? true }, sources: sources.filter { ids.contains($0.id) })
  }

  /// The style with other layers for the points of a source: they stand where its first circles, symbols or heat map
  /// did, or above all where there are none.
  package func replacingPoints(
    of source: String, with others: [StyleLayer], above upper: [StyleLayer] = []
  ) -> Style {
    let place = layers.firstIndex { $0.drawsPoints(of: source) } ?? layers.count
    let end = layers.lastIndex { $0.drawsPoints(of: source) } ?? place
    return with(
      layers[..<place] + others + layers[place..<end].filter { !$0.drawsPoints(of: source) } + upper
        + layers[end...].filter { !$0.drawsPoints(of: source) })
  }

  /// The style with further layers above the dots of a source: beneath its last circles where it has several layers of
  /// them, else beneath its first circles, symbols or heat map, or above all where it has none.
  package func inserting(_ others: [StyleLayer], beneathBubblesOf source: String) -> Style {
    let circles = layers.indices.filter { layers[$0].source == source && layers[$0].type == .circle }
    let place = circles.count > 1 ? circles.last : layers.firstIndex { $0.drawsPoints(of: source) }
    return with(layers[..<(place ?? layers.count)] + others + layers[(place ?? layers.count)...])
  }

  /// The style with other layers in place of its lowest backgrounds, and with the sources of another.
  package func replacingGround(with others: [StyleLayer], from other: Style) -> Style {
    with(others + layers.drop { $0.type == .background }, sources: sources + other.sources)
  }

  /// The style with other backgrounds.
  package func replacingBackgrounds(with others: [StyleLayer]) -> Style {
    with(others + layers.filter { $0.type != .background })
  }

  /// The style with the sources and layers of another directly above the areas and lines of a source.
  package func inserting(_ other: Style, aboveShapesOf source: String) -> Style {
    let place = layers.lastIndex { $0.source == source && [.fill, .line].contains($0.type) }.map { $0 + 1 }
    return with(
      layers[..<(place ?? 0)] + other.layers + layers[(place ?? 0)...], sources: sources + other.sources)
  }

  /// The style with layers of another in place of those of a source, and with the other's sources.
  ///
  /// - Parameter replacement: returns the layers in place of one.
  package func replacing(
    _ source: String, from other: Style, _ replacement: (StyleLayer) -> [StyleLayer]
  ) -> Style {
    with(layers.flatMap { $0.source == source ? replacement($0) : [$0] }, sources: sources + other.sources)
  }

  /// The style with the sources and layers of another beneath its points, but for those of some sources.
  package func inserting(_ other: Style, beneathPointsExcept isSkipped: (String?) -> Bool) -> Style {
    let place = layers.firstIndex { [.circle, .symbol, .heatmap].contains($0.type) && !isSkipped($0.source) }
    return with(
      layers[..<(place ?? layers.count)] + other.layers + layers[(place ?? layers.count)...],
      sources: sources + other.sources)
  }

  /// The style with other layers.
  package func replacing(_ layers: [StyleLayer]) -> Style { with(layers) }

  /// The style with further layers above all.
  package func appending(_ others: [StyleLayer]) -> Style { with(layers + others) }

  /// The style with the sources and layers of another above its lowest areas and pictures, beneath its first other layer.
  package func insertingAboveAreas(_ other: Style) -> Style {
    let areas: Set<LayerType> = [.background, .fill, .raster, .hillshade, .colorRelief]
    let place = layers.firstIndex { !areas.contains($0.type) } ?? layers.count
    return with(layers[..<place] + other.layers + layers[place...], sources: sources + other.sources)
  }

  /// The style without the texts and icons of some sources.
  package func withoutNames(of sources: Set<String>) -> Style {
    with(layers.filter { $0.type != .symbol || !sources.contains($0.source ?? "") })
  }

  private func with(_ layers: [StyleLayer], sources: [StyleSource]? = nil) -> Style {
    var style = self
    (style.layers, style.sources) = (layers, sources ?? self.sources)
    return style
  }
}

extension StyleLayer {
  fileprivate func drawsPoints(of source: String) -> Bool {
    self.source == source && [.circle, .symbol, .heatmap].contains(type)
  }

  /// The layer from a zoom on, if it was drawn from a smaller one on.
  package func starting(atZoom zoom: Double) -> StyleLayer {
    var layer = self
    layer.minZoom = max(minZoom, zoom)
    return layer
  }

  fileprivate func named(_ id: String, source: String?) -> StyleLayer {
    var layer = self
    (layer.id, layer.source) = (id, source)
    return layer
  }
}

extension StyleSource {
  fileprivate func named(_ id: String) -> StyleSource {
    var source = self
    source.id = id
    return source
  }
}
