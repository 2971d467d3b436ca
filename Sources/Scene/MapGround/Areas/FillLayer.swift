import JSONDocument
package import Drawing
package import MapContent
package import MapStyle

package struct FillLayer {
  private let color: BoundProperty<Color>
  private let pattern: BoundProperty<ResolvedImage?>
  // Footprints have none of these, and their defaults: the layer's opacity is that of a whole.
  private let opacity: BoundProperty<Double>
  private let outlineColor: BoundProperty<Color?>
  private let isAntialiased: BoundProperty<Bool>
  private let sortKey: BoundProperty<Double?>
  private let translate: BoundProperty<Point>
  private let translateAnchor: BoundProperty<RotationAlignment>
  private let patternLocation: SourceLocation?
  private let isUniform: Bool

  package init(_ layer: ResolvedLayer) {
    isUniform = layer.isUniform
    let isWall = layer.layer.type == .fillExtrusion
    let patternKey: PropertyKey<ResolvedImage?> = isWall ? .fillExtrusionPattern : .fillPattern
    patternLocation = layer.layer.sets(patternKey) ? layer.layer.location(of: patternKey) : nil
    pattern = layer.property(patternKey)
    color = layer.property(isWall ? .fillExtrusionColor : .fillColor)
    translate = layer.property(isWall ? .fillExtrusionTranslate : .fillTranslate)
    translateAnchor = layer.property(isWall ? .fillExtrusionTranslateAnchor : .fillTranslateAnchor)
    (opacity, sortKey) = layer.properties(.fillOpacity, .fillSortKey)
    (outlineColor, isAntialiased) = layer.properties(.fillOutlineColor, .fillAntialias)
  }

  /// The areas among the items, cut to the view, each followed by its outline where it has one.
  ///
  /// As the specification has it, a pattern takes the place of color and outline, and an area whose pattern is not at
  /// hand is not drawn; an outline of its own color needs smooth edges.
  package func marks(of items: [OutlineItem], threads: Int, in drawing: inout LayerDrawing) -> [DrawItem] {
    let ordered = drawing.sorted(items, by: sortKey) { $0.feature }
    let (areas, frame) = (ordered.filter { $0.kind == .area }, drawing.frame)
    if isUniform {
      guard let first = areas.first, let look = look(of: first.feature, in: &drawing) else { return [] }
      return OutlineItem.marks(of: areas, threads: threads) { draw($0, look, in: frame, on: &$1) }
    }
    var marks: [DrawItem] = []
    for item in areas {
      if let look = look(of: item.feature, in: &drawing) { draw(item, look, in: frame, on: &marks) }
    }
    return marks
  }

  private func draw(_ item: OutlineItem, _ look: Look, in frame: ViewFrame, on marks: inout [DrawItem]) {
    let (path, isWinding) = item.paths.filledPath(in: frame.clip, shift: look.shift)
    guard !path.isEmpty else { return }
    if look.paint.isVisible {
      let fill = Fill(path, look.paint, isAntialiased: look.isSmooth, isWinding: isWinding)
      marks.append(DrawItem(.fill(fill)))
    }
    guard let outline = look.outline else { return }
    let edge = Path(item.pieces(shift: look.shift, clip: frame.clip))
    // As thin as pixels are, whatever their size.
    if !edge.isEmpty {
      marks.append(.stroke(edge, outline, width: 1 / frame.viewport.scale, join: .round))
    }
  }

  private struct Look {
    let paint: Paint
    let isSmooth: Bool
    let shift: Point
    let outline: Color?
  }

  private func look(of feature: any StyleFeature, in drawing: inout LayerDrawing) -> Look? {
    let context = drawing.context(for: feature)
    let opacity = drawing.value(opacity, in: context)
    let isSmooth = drawing.value(isAntialiased, in: context)
    let shift = drawing.way(translate, translateAnchor, in: context)
    guard opacity > 0 else { return nil }
    if let patternLocation {
      guard let image = drawing.value(pattern, in: context),
        let pattern = drawing.pattern(image.name, opacity: opacity, shift: shift, for: patternLocation)
      else { return nil }
      return Look(paint: .pattern(pattern), isSmooth: isSmooth, shift: shift, outline: nil)
    }
    let outline = isSmooth ? drawing.value(outlineColor, in: context)?.multiplyingAlpha(by: opacity) : nil
    return Look(
      paint: .color(drawing.value(color, in: context).multiplyingAlpha(by: opacity)), isSmooth: isSmooth,
      shift: shift, outline: outline.flatMap { $0.alpha > 0 ? $0 : nil })
  }
}

extension Paint {
  fileprivate var isVisible: Bool {
    switch self {
    case .color(let color): color.alpha > 0
    case .pattern(let pattern): pattern.opacity > 0
    case .gradient(let gradient): gradient.stops.contains { $0.color.alpha > 0 }
    }
  }
}
