import JSONDocument
import MapContent
import MapGround
import MapStyle

/// The state that the labels of a layer along lines share.
struct LineLabels {
  let placement: SymbolPlacement
  private let spacing: Double
  private let maximumAngle: Double
  /// Places are found at the whole zoom below, where the map is so many times smaller and letters are as large.
  private let growth: Double
  /// The size of letters at zoom 18, by which labels are spaced at all zooms.
  private let spacingSize: BoundProperty<Double>
  /// Degrees by which letters and icons turn with their lines.
  let textAlignment, iconAlignment: RotationAlignment
  private let keepsTextUpright, keepsIconUpright: Bool
  private var texts: RepeatedTexts
  private let layer: StyleLayer
  /// True if a line with too many places was reported.
  private var hasReported = false
  /// `nil` where letters are of several fonts, or may be closer than they are.
  private var advances: LetterAdvances?

  /// The zoom whose letters decide how far labels stand from each other, so that they keep their places while zooming.
  private static let spacingZoom = 18.0

  init(_ layer: ResolvedLayer, placement: SymbolPlacement, in drawing: inout LayerDrawing) {
    var spacingContext = drawing.context()
    spacingContext.zoom = LineLabels.spacingZoom
    self.placement = placement
    self.layer = layer.layer
    spacingSize = layer.layer.resolved(in: spacingContext, noting: &drawing.warnings).property(.textSize)
    spacing = drawing.value(of: .symbolSpacing, in: layer)
    growth = drawing.frame.growth
    texts = RepeatedTexts(distance: spacing / 2 * growth)
    maximumAngle = drawing.value(of: .textMaxAngle, in: layer)
    textAlignment = drawing.value(of: .textRotationAlignment, in: layer)
    iconAlignment = drawing.value(of: .iconRotationAlignment, in: layer)
    keepsTextUpright = drawing.value(of: .textKeepUpright, in: layer)
    keepsIconUpright = drawing.value(of: .iconKeepUpright, in: layer)
    if let names = layer.property(.textFont).constant,
      let spacing = layer.property(.textLetterSpacing).constant, spacing >= 0
    {
      advances = LetterAdvances(names: names)
    }
  }

  struct Symbol {
    let text: LaidOutText?
    /// The icons: one for each of the text's places where it is fitted to the text, else one.
    let icon: LaidOutIcon?
  }

  private func spacingSize(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> Double {
    var context = context
    context.zoom = LineLabels.spacingZoom
    return drawing.value(spacingSize, in: context)
  }

  /// True if a text is longer than all lines for certain.
  mutating func exceeds(
    _ lines: [MeasuredLine], _ text: FormattedText, _ transform: TextTransform, in context: EvaluationContext,
    _ drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Bool {
    guard let least = try advances?.leastLength(of: text, transform, in: &drawing), least > 0 else {
      return false
    }
    let length = least * spacingSize(in: context, &drawing) * growth
    return lines.allSatisfy { $0.length < length }
  }

  /// The positions of a symbol along a line, in its order; those near the same text are left out.
  mutating func anchors(
    of symbol: Symbol, along line: MeasuredLine, in context: EvaluationContext, _ drawing: inout LayerDrawing
  ) -> [LineAnchors.Anchor] {
    let em = spacingSize(in: context, &drawing)
    // As MapLibre has it, a text that may stand counts as long as if it stood.
    let standing = keepsTextUpright ? symbol.text?.withLettersApart : symbol.text
    let textLength = standing.map { $0.shaped.size.width / $0.size * em } ?? 0
    // As MapLibre has it, icons are as long as if they were set in letters of 24 points.
    let iconLength = (symbol.icon?.plainWidth ?? 0) * em / 24
    let rules = LineAnchors(
      spacing: spacing * growth, length: max(textLength, iconLength) * growth, em: em * growth,
      maximumAngle: symbol.text == nil ? nil : maximumAngle, overscaling: line.overscaling)
    guard placement == .line else { return rules.center(of: line).map { [$0] } ?? [] }
    let reach = (symbol.text?.lineReach ?? 0) + (symbol.icon?.reach ?? 0) + textLength / 2
    let area = drawing.frame.picture.expanded(by: reach)
    // Those outside the picture count, too, as far as the same text keeps away from them.
    let around = symbol.text == nil ? 0 : min(spacing * growth, 1000)
    var isCutShort = false
    let anchors = rules.anchors(along: line, in: area.expanded(by: around), isCutShort: &isCutShort)
    if isCutShort, !hasReported {
      hasReported = true
      drawing.omit(
        "labels-hidden", at: layer.location(),
        "a line of layer \(escapedForMessage(layer.id)) has more than \(LineAnchors.mostPlaces) places for labels in the picture; those behind are left out; set a greater symbol-spacing"
      )
    }
    guard let text = symbol.text?.plain else { return anchors }
    return anchors.filter { texts.take(text, at: $0.point) && area.contains($0.point) }
  }

  /// The label of a symbol at an anchor; `nil` where its letters find no room on the line.
  func laidOut(
    _ symbol: Symbol, at anchor: LineAnchors.Anchor, along line: MeasuredLine, pixel: Double,
    _ pitch: LabelPitch?
  ) -> Label.Place? {
    let point = pitch?.camera.project(anchor.point) ?? anchor.point
    let icon = symbol.icon.map { $0.part(at: point, turnedBy: iconAngle(anchor), pixel: pixel, pitch) }
    guard var text = symbol.text else { return Label.Place(icon: icon) }
    guard textAlignment != .viewport else {
      return Label.Place(text: text.part(at: point, text.candidates[0], pitch), icon: icon)
    }
    if let pitch { text = text.scaled(by: pitch.factor(at: point, lies: true)) }
    let part = text.part(
      along: line, at: anchor, keepsUpright: keepsTextUpright,
      keepsLettersLevel: textAlignment == .viewportGlyph)
    return part.map { Label.Place(text: pitch?.onGround($0) ?? $0, icon: icon) }
  }

  private func iconAngle(_ anchor: LineAnchors.Anchor) -> Double {
    guard iconAlignment == .map || iconAlignment == .auto else { return 0 }
    let angle = anchor.angle
    guard keepsIconUpright else { return angle }
    return angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle
  }
}

extension LaidOutText {
  var plain: String { shaped.fragments.map(\.text).joined() }

  /// The greatest distance of a text from the line that it runs along.
  var lineReach: Double {
    shaped.size.height + abs(candidates[0].offset.y) + max(abs(translate.x), abs(translate.y))
  }
}

extension SymbolLayer {
  /// An item's labels along its lines.
  ///
  /// - Parameter entry: where it stands among those of its layer.
  func labels(
    of item: SymbolItem, _ entry: Int, along lines: [MeasuredLine], _ setting: inout LineLabels,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [Label] {
    guard !lines.isEmpty else { return [] }
    let context = drawing.context(for: item.feature)
    if icons.isEmpty, let text = field.known(in: context),
      try setting.exceeds(lines, text, drawing.value(transform, in: context), in: context, &drawing)
    {
      return []
    }
    let text = try text(of: item.feature, .alongLine, in: &drawing)
    let isFitted = text != nil && icons.fitsText(in: context, noting: &drawing.warnings)
    let symbol = LineLabels.Symbol(
      text: text,
      icon: icons.icon(
        around: isFitted ? text.map { $0.block(of: $0.candidates[0]) } : nil, in: context, &drawing))
    guard symbol.text != nil || symbol.icon != nil else { return [] }
    let pixel = 1 / drawing.frame.viewport.scale
    var label = label(of: item, entry, isFitted: isFitted, in: context, &drawing)
    label.isRepeated = setting.placement == .line
    var labels: [Label] = []
    for line in lines {
      for anchor in setting.anchors(of: symbol, along: line, in: context, &drawing) {
        var placement = setting.laidOut(symbol, at: anchor, along: line, pixel: pixel, pitch)
        if placement == nil, label.text.isOptional, symbol.icon != nil {
          placement = setting.laidOut(
            LineLabels.Symbol(text: nil, icon: symbol.icon), at: anchor, along: line, pixel: pixel, pitch)
        }
        guard let placement else { continue }
        (label.point, label.places) = (pitch?.camera.project(anchor.point) ?? anchor.point, [placement])
        labels.append(label)
      }
    }
    return labels
  }
}
