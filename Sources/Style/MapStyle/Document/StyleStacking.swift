extension Style {
  /// Stacks this style on a base map. Of equal ids, the base's layer and this style's source are renamed, so
  /// that settings that name this style's layers hold.
  ///
  /// - Parameters:
  /// - lower: layers of the base to draw, in order; `nil` for all.
  /// - upper: layers of this style to draw above.
  /// - leads: true if the base's center, zoom and output settings hold.
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

  package func renamingSource(_ id: String, to other: String) -> Style {
    with(
      layers.map { $0.source == id ? $0.named($0.id, source: other) : $0 },
      sources: sources.map { $0.id == id ? $0.named(other) : $0 })
  }

  /// Copies a source, and each of its layers directly above the original.
  package func copyingSource(_ id: String, as other: String) -> Style {
    with(
      layers.flatMap { layer in
        layer.source == id ? [layer, layer.named("\(other):\(layer.id)", source: other)] : [layer]
      }, sources: sources + sources.filter { $0.id == id }.map { $0.named(other) })
  }

  /// Keeps some sources, their layers, and backgrounds.
  package func limited(to ids: Set<String>) -> Style {
    with(
      layers.filter { $0.source.map(ids.contains) ?? true }, sources: sources.filter { ids.contains($0.id) })
  }

  /// Replaces the layers of a source's points: at its first circles, symbols or heat map, else on top.
  ///
  /// - Parameter ground: layers beneath the base map's labels.
  package func replacingPoints(
    of source: String, with others: [StyleLayer], above upper: [StyleLayer] = [],
    beneathNames ground: [StyleLayer] = []
  ) -> Style {
    let first = layers.firstIndex { $0.drawsPoints(of: source) } ?? layers.count
    let end = layers.lastIndex { $0.drawsPoints(of: source) } ?? first
    let names = firstName(before: first)
    return with(
      layers[..<names] + ground + layers[names..<first] + others
        + layers[first..<end].filter { !$0.drawsPoints(of: source) } + upper
        + layers[end...].filter { !$0.drawsPoints(of: source) })
  }

  /// Index of the first symbol layer of those directly beneath a layer: the base map's labels.
  package func firstName(before index: Int) -> Int {
    (layers[..<index].lastIndex { $0.type != .symbol } ?? -1) + 1
  }

  /// Inserts layers beneath the last circles of a source with several circle layers, else beneath its first
  /// point layer, or on top.
  package func inserting(_ others: [StyleLayer], beneathBubblesOf source: String) -> Style {
    let circles = layers.indices.filter { layers[$0].source == source && layers[$0].type == .circle }
    let first = circles.count > 1 ? circles.last : layers.firstIndex { $0.drawsPoints(of: source) }
    return with(layers[..<(first ?? layers.count)] + others + layers[(first ?? layers.count)...])
  }

  /// - Parameter index: count of layers that stay beneath.
  package func inserting(_ other: Style, at index: Int) -> Style {
    with(layers[..<index] + other.layers + layers[index...], sources: sources + other.sources)
  }

  /// - Parameter sources: `nil` for the present ones.
  package func with(_ layers: [StyleLayer], sources: [StyleSource]? = nil) -> Style {
    var style = self
    (style.layers, style.sources) = (layers, sources ?? self.sources)
    return style
  }
}

extension StyleLayer {
  fileprivate func drawsPoints(of source: String) -> Bool {
    self.source == source && [.circle, .symbol, .heatmap].contains(type)
  }

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
