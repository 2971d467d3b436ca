import Drawing
import MapContent
import MapDecorations
import MapSettings
import MapStyle

/// A map in which everything has a place: discs have made room for each other, what stands around the map has its
/// corner, and labels do not collide.
struct PlacedMap {
  /// The map that is drawn; markers whose bubbles overlapped may be joined.
  @OutOfLine private(set) var map: ResolvedMap
  let bubbles: BubblePlan
  let decorations: DecorationPlan
  let labels: PlacedLabels

  init(
    _ map: ResolvedMap, givenShifts: [MarkerKey: Point]?, _ options: PictureOptions,
    attributions: [(source: String, text: String)], in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let isDark = map.isDark(in: &drawing)
    let (joined, bubbles) = try BubblePlan.placing(map, givenShifts: givenShifts, in: &drawing)
    let decorations = try joined.decorations(
      options.decorations, bubbles, attributions: attributions, isDark: isDark, in: &drawing)
    labels = try PlacedLabels(
      joined, bubbles, around: decorations.boxes, cutsAtEdge: options.cutsLabelsAtEdge, in: &drawing)
    (self.map, self.bubbles, self.decorations) = (joined, bubbles, decorations)
  }
}

extension ResolvedMap {
  /// Finds places for what stands around the map.
  ///
  /// - Parameter attributions: those of the style's sources, in its order.
  func decorations(
    _ options: DecorationOptions, _ bubbles: BubblePlan, attributions: [(source: String, text: String)],
    isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> DecorationPlan {
    let (used, frame) = (Set(layers.compactMap(\.layer.source)), drawing.frame)
    return try DecorationPlan(
      options, attributions: attributions.filter { used.contains($0.source) }.map(\.text),
      markers: { decorationDiscs(bubbles, in: frame) },
      legendLayers: { legendLayers(bubbles, in: &$0) }, isDark: isDark, in: &drawing)
  }

  /// The layers that a legend explains, with the markers that they draw.
  func legendLayers(_ bubbles: BubblePlan, in drawing: inout LayerDrawing) -> [LegendReader.Layer] {
    layers.compactMap { resolved in
      let layer = resolved.layer
      let name = sources.filter { $0.id == layer.source }.map(\.name).joined(separator: ", ")
      switch layer.type {
      case .heatmap:
        let hasPoints = sources.contains { $0.id == layer.source && $0.input.coordinates.count > 0 }
        guard hasPoints else { return nil }
        var explained = LegendReader.Layer(resolved, [], sourceName: name)
        explained.weight =
          sources.first { $0.id == layer.source && $0.input.weights != nil }?.clustering?.weight
        explained.hottest = drawing.onGround { heatmap(resolved, in: &$0) }.hottestCount(in: drawing)
        return explained
      case .circle where layer.settings.shape?.value == .hull: return nil
      case .circle:
        if tileLayer(of: layer) != nil { return nil }
        let drawn = Set((bubbles.discs[layer.id] ?? []).map(\.item))
        let items =
          layer.drawsCells
          ? drawing.items(points(of: layer), passing: layer)
          : points(of: layer).filter { drawn.contains($0.index) }
        let first = groups.first { $0.source.id == layer.source }
        let group = groups.first { $0.source.id == layer.source && $0.source.input.weights != nil }
        let theme = isThemed(layer) ? sources.first { $0.id == layer.source }?.theme : nil
        let classes = first.map(\.classes) ?? theme?.rowClasses
        var explained = LegendReader.Layer(resolved, items, sourceName: name)
        let unit = group?.source.countUnit.map { ", \($0)" } ?? ""
        (explained.weight, explained.theme) = (group?.clustering?.weight.map { $0 + unit }, theme)
        (explained.unit, explained.classes) = (group?.countScale?.unit ?? 1, classes)
        explained.countClasses = countClasses(of: layer.source)
        if theme?.form == .icon { explained.sign = sign(of: layer, in: &drawing) }
        if layer.drawsCells { explained.cellCorners = first?.markers.hexagons == nil ? 4 : 6 }
        return explained
      default: return nil
      }
    }
  }

  /// The sign in the discs of a layer: a built-in one, or the image that stands in each of them.
  private func sign(of layer: StyleLayer, in drawing: inout LayerDrawing) -> MarkSign? {
    if let sign = layer.settings.sign { return .outline(sign.value) }
    guard layer.settings.pair != nil, let icons = pairs.partner(of: layer),
      let name = icons.property(.iconImage).constant.flatMap(\.self)?.name
    else { return nil }
    return drawing.image(name, for: icons.layer.location(of: .iconImage)).map(MarkSign.image)
  }

  /// The markers that decorations keep off.
  func decorationDiscs(_ bubbles: BubblePlan, in frame: ViewFrame) -> [DecorationDisc] {
    layers.flatMap {
      $0.layer.drawsCells
        ? cellDiscs(of: $0.layer, in: frame) : bubbles.decorationDiscs(of: $0.layer, in: self)
    }
  }

  /// Discs as large as the cells that a layer draws; of areas at their middles.
  private func cellDiscs(of layer: StyleLayer, in frame: ViewFrame) -> [DecorationDisc] {
    guard let group = groups.first(where: { $0.source.id == layer.source }) else { return [] }
    let columns = group.markers.hexagons?.columns ?? group.markers.grid?.worldColumns ?? 0
    guard columns > 0 || group.source.areas != nil else { return [] }
    let radius = columns > 0 ? frame.viewport.worldSize / Double(columns) / 2 : 16
    return points(of: layer).flatMap { item in
      frame.appearances(of: item.point, margin: radius).map {
        DecorationDisc(center: $0, radius: radius, isCounted: true)
      }
    }
  }
}

extension BubblePlan {
  fileprivate func decorationDiscs(of layer: StyleLayer, in map: ResolvedMap) -> [DecorationDisc] {
    guard let discs = discs[layer.id], !discs.isEmpty else { return [] }
    let items = map.points(of: layer)
    return discs.map { disc in
      let isCounted =
        disc.ring != nil || layer.settings.pair != nil
        || items.indices.contains(disc.item) && items[disc.item].feature.property(CountScale.property) != nil
      return .init(center: disc.center, radius: disc.reach, isCounted: isCounted)
    }
  }
}
