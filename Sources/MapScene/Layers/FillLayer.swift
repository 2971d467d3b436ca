import JSONDocument
import Drawing
import MapContent
import MapStyle

/// Draws areas, those with a height as their footprints.
struct FillLayer {
  private let color: BoundProperty<Color>
  /// The opacity of each area; `nil` where the layer has one as a whole.
  private let opacity: BoundProperty<Double>?
  /// The color of outlines; `nil` for layers that have none.
  private let outlineColor: BoundProperty<Color?>?
  private let pattern: BoundProperty<ResolvedImage?>
  private let isAntialiased: BoundProperty<Bool>?
  private let translate: BoundProperty<Point>
  private let translateAnchor: BoundProperty<RotationAlignment>
  private let sortKey: BoundProperty<Double?>?
  /// The location of the pattern in the style; `nil` without one.
  private let patternLocation: SourceLocation?

  init(_ layer: ResolvedLayer) {
    let patternKey: PropertyKey<ResolvedImage?> =
      layer.layer.type == .fillExtrusion ? .fillExtrusionPattern : .fillPattern
    patternLocation = layer.layer.sets(patternKey) ? layer.layer.location(of: patternKey) : nil
    pattern = layer.property(patternKey)
    if layer.layer.type == .fillExtrusion {
      color = layer.property(.fillExtrusionColor)
      translate = layer.property(.fillExtrusionTranslate)
      translateAnchor = layer.property(.fillExtrusionTranslateAnchor)
      (opacity, outlineColor, isAntialiased, sortKey) = (nil, nil, nil, nil)
      return
    }
    color = layer.property(.fillColor)
    opacity = layer.property(.fillOpacity)
    outlineColor = layer.property(.fillOutlineColor)
    isAntialiased = layer.property(.fillAntialias)
    translate = layer.property(.fillTranslate)
    translateAnchor = layer.property(.fillTranslateAnchor)
    sortKey = layer.property(.fillSortKey)
  }

  /// The areas among the items, cut to the view, each followed by its outline where it has one.
  ///
  /// As the specification has it, a pattern takes the place of color and outline, and an area whose pattern is not at
  /// hand is not drawn; an outline of its own color needs smooth edges.
  func marks(of items: [OutlineItem], in drawing: inout LayerDrawing) -> [Mark] {
    let ordered =
      sortKey?.isConstant ?? true
      ? items
      : sorted(items) { item in
        sortKey?.value(in: drawing.context(for: item.feature), noting: &drawing.warnings)
      }
    var marks: [Mark] = []
    for item in ordered where item.kind == .area {
      let context = drawing.context(for: item.feature)
      let opacity = opacity?.value(in: context, noting: &drawing.warnings) ?? 1
      let isSmooth = isAntialiased?.value(in: context, noting: &drawing.warnings) ?? true
      let shift = drawing.way(translate, translateAnchor, in: context)
      guard opacity > 0 else { continue }
      let paint: Paint
      if let patternLocation {
        guard let image = drawing.value(pattern, in: context),
          let pattern = drawing.pattern(
            image.name, opacity: opacity, shift: shift, for: patternLocation)
        else { continue }
        paint = .pattern(pattern)
      } else {
        paint = .color(drawing.value(color, in: context).multiplyingAlpha(by: opacity))
      }
      var path = Path()
      for ring in item.paths {
        path.addRing(
          ring.isInside && shift == .zero
            ? ring.points : drawing.frame.clip.clipped(ring: ring.points.map { $0 + shift }))
      }
      guard !path.isEmpty else { continue }
      if paint.isVisible { marks.append(Mark(.fill(Fill(path, paint, isAntialiased: isSmooth)))) }
      guard patternLocation == nil, isSmooth,
        let outline = outlineColor?.value(in: context, noting: &drawing.warnings)?
          .multiplyingAlpha(by: opacity),
        outline.alpha > 0
      else { continue }
      var edge = Path()
      for piece in item.pieces(shift: shift, clip: drawing.frame.clip) { edge.add(piece) }
      // As thin as pixels are, whatever their size.
      let width = 1 / drawing.frame.viewport.scale
      if !edge.isEmpty {
        marks.append(Mark(.stroke(Stroke(edge, .color(outline), width: width, join: .round))))
      }
    }
    return marks
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
