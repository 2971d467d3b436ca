import Drawing
import MapStyle

/// Writes texts at points.
struct SymbolLayer {
  private let field: BoundProperty<FormattedText>
  private let font: BoundProperty<[String]>
  private let size: BoundProperty<Double>
  private let maximumWidth: BoundProperty<Double>
  private let lineHeight: BoundProperty<Double>
  private let letterSpacing: BoundProperty<Double>
  private let justification: BoundProperty<TextJustification>
  private let anchor: BoundProperty<LabelAnchor>
  private let variableAnchors: BoundProperty<[LabelAnchor]?>
  private let variableOffsets: BoundProperty<[VariableAnchorOffset]?>
  private let offset: BoundProperty<Point>
  private let radialOffset: BoundProperty<Double>
  private let translate: BoundProperty<Point>
  private let rotation: BoundProperty<Double>
  private let transform: BoundProperty<TextTransform>
  private let padding: BoundProperty<Double>
  private let color: BoundProperty<Color>
  private let opacity: BoundProperty<Double>
  private let haloColor: BoundProperty<Color>
  private let haloWidth: BoundProperty<Double>
  private let haloBlur: BoundProperty<Double>
  private let sortKey: BoundProperty<Double?>
  private let order: BoundProperty<SymbolOrder>
  private let allowsOverlap: BoundProperty<Bool>
  private let overlap: BoundProperty<Overlap?>
  private let ignoresPlacement: BoundProperty<Bool>

  init(_ layer: ResolvedLayer) {
    field = layer.property(.textField)
    font = layer.property(.textFont)
    size = layer.property(.textSize)
    maximumWidth = layer.property(.textMaxWidth)
    lineHeight = layer.property(.textLineHeight)
    letterSpacing = layer.property(.textLetterSpacing)
    justification = layer.property(.textJustify)
    anchor = layer.property(.textAnchor)
    variableAnchors = layer.property(.textVariableAnchor)
    variableOffsets = layer.property(.textVariableAnchorOffset)
    offset = layer.property(.textOffset)
    radialOffset = layer.property(.textRadialOffset)
    translate = layer.property(.textTranslate)
    rotation = layer.property(.textRotate)
    transform = layer.property(.textTransform)
    padding = layer.property(.textPadding)
    color = layer.property(.textColor)
    opacity = layer.property(.textOpacity)
    haloColor = layer.property(.textHaloColor)
    haloWidth = layer.property(.textHaloWidth)
    haloBlur = layer.property(.textHaloBlur)
    sortKey = layer.property(.symbolSortKey)
    order = layer.property(.symbolZOrder)
    allowsOverlap = layer.property(.textAllowOverlap)
    overlap = layer.property(.textOverlap)
    ignoresPlacement = layer.property(.textIgnorePlacement)
  }

  /// The labels of all items, in the order in which they are drawn.
  func labels(of items: [PointItem], in drawing: inout LayerDrawing) throws(SnapshotError) -> [Label] {
    var labels: [(label: Label, y: Double)] = []
    for item in items {
      let context = drawing.context(for: item.feature)
      guard let text = try text(of: item, in: &drawing) else { continue }
      let places = drawing.frame.appearances(of: item.place, margin: text.reach)
      guard !places.isEmpty else { continue }
      let key = sortKey.value(in: context, noting: &drawing.warnings)
      let mayOverlap = allowsOverlap.value(in: context, noting: &drawing.warnings)
      let overlap = overlap.value(in: context, noting: &drawing.warnings) ?? (mayOverlap ? .always : .never)
      let ignores = ignoresPlacement.value(in: context, noting: &drawing.warnings)
      for place in places {
        let label = Label(
          item: item.index, point: place, places: text.candidates.map { text.place(at: place, $0) },
          subject: item.subject, overlap: overlap,
          ignoresPlacement: ignores, sortKey: key ?? 0)
        labels.append((label, place.y))
      }
    }
    // Those that may overlap lie over those placed before them; the specification's `auto` lets lower ones lie over.
    let order = order.value(in: drawing.context(), noting: &drawing.warnings)
    if order == .viewportY || (order == .auto && sortKey.constant == .some(nil)) {
      let byY = labels.indices.sorted { (labels[$0].y, $0) < (labels[$1].y, $1) }
      if labels.allSatisfy({ $0.label.overlap == .always }) { return byY.map { labels[$0].label } }
    }
    return labels.map(\.label)
  }

  /// The radius of the smallest disc about the item's place that holds its ink.
  func radiusHoldingText(of item: PointItem, in drawing: inout LayerDrawing) throws(SnapshotError) -> Double {
    guard let text = try text(of: item, in: &drawing), let candidate = text.candidates.first else { return 0 }
    let ink = text.shaped.inkBox.offset(by: text.origin(of: candidate))
    let (x, y) = (max(abs(ink.minX), abs(ink.maxX)), max(abs(ink.minY), abs(ink.maxY)))
    return (x * x + y * y).squareRoot()
  }

  private func text(of item: PointItem, in drawing: inout LayerDrawing) throws(SnapshotError) -> LaidOutText?
  {
    let context = drawing.context(for: item.feature)
    let formatted = field.value(in: context, noting: &drawing.warnings)
    guard !formatted.text.isEmpty else { return nil }
    let size = size.value(in: context, noting: &drawing.warnings)
    guard size > 0 else { return nil }
    let transform = transform.value(in: context, noting: &drawing.warnings)
    let names = font.value(in: context, noting: &drawing.warnings)
    let sections = formatted.sections.filter { $0.image == nil && !$0.text.isEmpty }
    let anchor = anchor.value(in: context, noting: &drawing.warnings)
    let request = TextRequest(
      sections: sections.map { section in
        TextRequest.Section(
          text: transform.applied(to: section.text),
          font: Font(
            names: section.fontStack.map { [$0] } ?? names, size: size * (section.scale ?? 1)))
      },
      maximumWidth: size * max(1, maximumWidth.value(in: context, noting: &drawing.warnings)),
      lineHeight: size * lineHeight.value(in: context, noting: &drawing.warnings),
      letterSpacing: size * letterSpacing.value(in: context, noting: &drawing.warnings),
      justification: justification.value(in: context, noting: &drawing.warnings).resolved(for: anchor))
    let shaped = try drawing.shape(request)
    guard !shaped.fragments.isEmpty else { return nil }
    let textColor = color.value(in: context, noting: &drawing.warnings)
    let halo = haloColor.value(in: context, noting: &drawing.warnings)
    let haloWidth = haloWidth.value(in: context, noting: &drawing.warnings)
    return LaidOutText(
      shaped: shaped, fonts: request.sections.map(\.font),
      colors: sections.map { $0.textColor ?? textColor }, size: size, request: request,
      candidates: candidates(anchor: anchor, size: size, context, &drawing.warnings),
      translate: translate.value(in: context, noting: &drawing.warnings),
      rotation: rotation.value(in: context, noting: &drawing.warnings),
      padding: padding.value(in: context, noting: &drawing.warnings),
      opacity: opacity.value(in: context, noting: &drawing.warnings),
      halo: haloWidth > 0 && halo.alpha > 0
        ? TextRun.Halo(
          color: halo, width: haloWidth, blur: haloBlur.value(in: context, noting: &drawing.warnings)) : nil)
  }

  /// Where the text may stand about its place, best first: variable anchors where there are any.
  private func candidates(
    anchor: LabelAnchor, size: Double, _ context: EvaluationContext, _ warnings: inout StyleWarnings
  ) -> [LaidOutText.Candidate] {
    let offset = offset.value(in: context, noting: &warnings)
    let radial = radialOffset.value(in: context, noting: &warnings)
    if let offsets = variableOffsets.value(in: context, noting: &warnings), !offsets.isEmpty {
      return offsets.map { .init(anchor: $0.anchor, offset: Point(x: $0.x * size, y: $0.y * size)) }
    }
    if let anchors = variableAnchors.value(in: context, noting: &warnings), !anchors.isEmpty {
      return anchors.map { anchor in
        let distance = radial > 0 ? anchor.away(radial) : anchor.away(along: offset)
        return .init(anchor: anchor, offset: Point(x: distance.x * size, y: distance.y * size))
      }
    }
    let distance = radial != 0 ? anchor.away(radial) : offset
    return [.init(anchor: anchor, offset: Point(x: distance.x * size, y: distance.y * size))]
  }
}

extension TextTransform {
  func applied(to text: String) -> String {
    switch self {
    case .none: text
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    }
  }
}

extension TextJustification {
  /// `auto` is toward the anchor.
  func resolved(for anchor: LabelAnchor) -> TextRequest.Justification {
    switch self {
    case .left: .left
    case .center: .center
    case .right: .right
    case .auto:
      switch anchor.direction.x {
      case 1: .left
      case -1: .right
      default: .center
      }
    }
  }
}

extension LabelAnchor {
  /// Which way the text lies from its point: 1 is right or down, -1 left or up.
  var direction: Point {
    switch self {
    case .center: Point(x: 0, y: 0)
    case .left: Point(x: 1, y: 0)
    case .right: Point(x: -1, y: 0)
    case .top: Point(x: 0, y: 1)
    case .bottom: Point(x: 0, y: -1)
    case .topLeft: Point(x: 1, y: 1)
    case .topRight: Point(x: -1, y: 1)
    case .bottomLeft: Point(x: 1, y: -1)
    case .bottomRight: Point(x: -1, y: -1)
    }
  }

  /// A distance away from the point; corners lie on the circle, as the specification says.
  func away(_ distance: Double) -> Point {
    let direction = direction
    let share = direction.x != 0 && direction.y != 0 ? 0.5.squareRoot() : 1
    return Point(x: direction.x * distance * share, y: direction.y * distance * share)
  }

  /// An offset's sizes, turned away from the point.
  func away(along offset: Point) -> Point {
    Point(x: direction.x * abs(offset.x), y: direction.y * abs(offset.y))
  }
}
