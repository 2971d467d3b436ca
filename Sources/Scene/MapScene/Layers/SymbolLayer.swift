import Drawing
import JSONDocument
import MapContent
import MapGround
import MapSettings
import MapStyle
import StyleSettings

/// Sets texts and icons at points, on areas and along lines.
struct SymbolLayer {
  let resolved: ResolvedLayer
  let part: SymbolPart
  private let placement: BoundProperty<SymbolPlacement>
  let field: BoundProperty<FormattedText>
  let font: BoundProperty<[String]>
  let maximumWidth, lineHeight, letterSpacing, radialOffset, padding: BoundProperty<Double>
  let justification: BoundProperty<TextJustification>
  let writingMode: BoundProperty<[WritingMode]?>
  let variableAnchors: BoundProperty<[LabelAnchor]?>
  let variableOffsets: BoundProperty<[VariableAnchorOffset]?>
  let transform: BoundProperty<TextTransform>
  let sortKey: BoundProperty<Double?>
  private let order: BoundProperty<SymbolOrder>
  let icons: IconLayer
  /// The fitting of texts into bubbles and icons; `nil` for none.
  let fit: LabelFit?
  /// The bubbles that texts stand in, by the number of the item; looked up, never iterated.
  var bubbles: [Int: CircleLayer.Disc] = [:]
  /// The marks over a base map: the name of a city beneath one stands beside it.
  var marks: [CollisionIndex.Disc] = []
  /// The circle layer whose bubbles it writes in, and whether they are those of clusters; `nil` for none.
  var bubbleLayer: (layer: ResolvedLayer, isClustered: Bool)?
  /// The way symbols stand where the camera does not look straight down; else `nil`.
  private(set) var pitch: LabelPitch?
  /// The texts of markers whose bubbles were made large enough for them.
  let known = KnownTexts()
  let fontPlace, textPlace: SourceLocation?
  /// The ruler of texts whose letters are found last; `nil` where they are to be known first.
  private(set) var ruler: TextRuler?

  /// The largest letters of a section, in points.
  static let largestSize = 2000.0
  /// A width of lines, in ems, that no text reaches: people write 99999 for text that is never broken.
  static let endlessWidth = 10_000.0
  /// The greatest distance of a text from its point, in points.
  static let farthest = 10_000.0

  init(_ layer: ResolvedLayer) {
    resolved = layer
    part = SymbolPart(textsOf: layer)
    fontPlace = layer.layer.location(of: .textFont, .textField)
    textPlace = layer.layer.location(of: .textField)
    (placement, sortKey, order) = layer.properties(.symbolPlacement, .symbolSortKey, .symbolZOrder)
    (field, font, transform) = layer.properties(.textField, .textFont, .textTransform)
    (maximumWidth, lineHeight) = layer.properties(.textMaxWidth, .textLineHeight)
    (letterSpacing, padding) = layer.properties(.textLetterSpacing, .textPadding)
    (justification, writingMode) = layer.properties(.textJustify, .textWritingMode)
    (radialOffset, variableAnchors, variableOffsets) = layer.properties(
      .textRadialOffset, .textVariableAnchor, .textVariableAnchorOffset)
    icons = IconLayer(layer)
    fit = layer.layer.settings.textFit?.value
  }

  mutating func labels(
    of items: SymbolItems, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [Label] {
    var labels: [Label] = []
    let placement = drawing.value(placement, in: drawing.context())
    var lineLabels: LineLabels?
    var finishedCount = 0
    pitch = LabelPitch(resolved, bubbles: bubbleLayer, isAlongLines: placement != .point, in: &drawing)
    ruler = ruler(in: drawing.context(), &drawing)
    let iconTurn = drawing.mapTurn(icons.part.alignment, in: drawing.context())
    for entry in order(of: items, along: placement, in: &drawing) {
      let item = items[entry]
      if let ways = item.lines {
        var lines = lineLabels.take() ?? LineLabels(resolved, placement: placement, in: &drawing)
        labels += try drawing.onGround { (drawing: inout LayerDrawing) throws(SnapshotError) -> [Label] in
          try self.labels(of: item, entry, along: ways, &lines, in: &drawing)
        }
        lineLabels = lines
        continue
      }
      if ruler != nil, let places = try measuredPlaces(of: item, in: &drawing) {
        addUnfinished(item, entry, places, to: &labels, in: &drawing)
        continue
      }
      for var label in try finished(item, entry, turnedBy: iconTurn, in: &drawing) {
        finishedCount += 1
        if finishedCount > drawing.limits.lettersKept { label.forgetLetters() }
        labels.append(label)
      }
    }
    return inOrder(labels, in: drawing.context(), noting: &drawing.warnings)
  }

  private func finished(
    _ item: SymbolItem, _ entry: Int, turnedBy iconTurn: Double, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [Label] {
    let context = drawing.context(for: item.feature)
    let fitting = try fitting(of: item, in: &drawing)
    let texts = try texts(of: item, scaledBy: fitting.text, in: &drawing)
    let ways = texts.flatMap { text in text.candidates.map { (text: text, candidate: $0) } }
    let isFitted = !ways.isEmpty && icons.fitsText(in: context, noting: &drawing.warnings)
    // An icon that is fitted goes where its text goes.
    let fits: [LaidOutIcon?] =
      if isFitted {
        ways.map { icons.icon(around: $0.text.block(of: $0.candidate), in: context, &drawing) }
      } else {
        [icons.icon(around: nil, scaledBy: fitting.icon, in: context, &drawing)]
      }
    guard !ways.isEmpty || fits[0] != nil, !lacksText(ways.isEmpty, in: context, &drawing) else { return [] }
    // A text that stands far from its point, all of it to one side, is looked for where it stands.
    let shift = fits[0] == nil && texts.count == 1 ? texts[0].shift : .zero
    let reach = texts.reduce(0) { max($0, $1.reach(from: shift)) }
    let places = item.places(
      in: drawing.frame, margin: fits.reduce(reach) { max($0, $1?.reach ?? 0) }, shift: shift)
    guard !places.isEmpty else { return [] }
    let label = label(of: item, entry, isFitted: isFitted, in: context, &drawing)
    let pixel = 1 / drawing.frame.viewport.scale
    return try places.map { point throws(SnapshotError) in
      let icons = fits.enumerated().map { index, icon in
        // One that is fitted is turned with a text that runs from top to bottom.
        let turn = iconTurn + (isFitted && ways[index].text.isVertical ? 90 : 0)
        return icon.map { icon in
          let isUpright = turn + icon.rotation == 0 && pitch == nil
          return (isUpright ? icon.made(for: point, in: &drawing) : icon)
            .part(at: point, turnedBy: turn, pixel: pixel, pitch)
        }
      }
      let candidates = ways.enumerated().map { index, way in
        Label.Place(text: way.text.part(at: point, way.candidate, pitch), icon: icons[isFitted ? index : 0])
      }
      var label = label
      (label.point, label.places) = (point, candidates.isEmpty ? [Label.Place(icon: icons[0])] : candidates)
      if fits[0] == nil, let name = try name(texts.first, of: item, besideMarkAt: point, in: &drawing) {
        label.places = name.candidates.map { Label.Place(text: name.part(at: point, $0, pitch)) }
      }
      return label
    }
  }

  /// The name of a city without the sign of its point, beside a mark that lies over it; `nil` for other texts and places.
  private func name(
    _ text: LaidOutText?, of item: SymbolItem, besideMarkAt point: Point, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> LaidOutText? {
    guard text?.plain.hasPrefix("• ") == true, let mark = marks.first(where: { $0.covers(point) })
    else { return nil }
    return try self.text(of: item.feature, beside: mark, of: point, in: &drawing)
  }

  /// A label of an item by the rules of its layer, its point and its places still to be found.
  func label(
    of item: SymbolItem, _ entry: Int, isFitted: Bool, in context: EvaluationContext,
    _ drawing: inout LayerDrawing
  ) -> Label {
    let key = drawing.value(sortKey, in: context)
    return Label(
      item: item.index, entry: entry, point: .zero, places: [], text: part.rules(in: context, &drawing),
      icon: icons.part.rules(in: context, &drawing), isFitted: isFitted, sortKey: key ?? 0)
  }

  /// True if there is no text that an icon is to be fitted to at one of several anchors: MapLibre draws none then.
  private func lacksText(
    _ isWithoutText: Bool, in context: EvaluationContext, _ drawing: inout LayerDrawing
  ) -> Bool {
    guard isWithoutText, icons.fitsText(in: context, noting: &drawing.warnings) else { return false }
    return candidates(anchor: .center, size: 1, context, &drawing.warnings).contains(where: \.isScreenBound)
  }

  /// The items in the order in which they take their places along lines, where the same text is not repeated nearby:
  /// by sort key.
  private func order(
    of items: SymbolItems, along placement: SymbolPlacement, in drawing: inout LayerDrawing
  ) -> [Int] {
    guard placement != .point else { return Array(items.indices) }
    return drawing.sorted(Array(items.indices), by: sortKey) { items[$0].feature }
  }

  /// A ruler for the layer's texts, where letters need not be known before their places are tried: texts alone, that stand
  /// one way, all alike.
  private func ruler(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> TextRuler? {
    guard icons.isEmpty, fit == nil, pitch == nil, drawing.value(placement, in: context) == .point,
      part.rotation.constant == 0,
      drawing.mapTurn(part.alignment, in: context) == 0,
      let size = part.size.constant.map({ $0 * labelScale(in: drawing) }), let names = font.constant,
      let transform = transform.constant,
      !writingModes(in: context, noting: &drawing.warnings).contains(.vertical),
      let width = maximumWidth.constant, let lineHeight = lineHeight.constant,
      let spacing = letterSpacing.constant, let padding = padding.constant, size > 0, lineHeight > 0,
      spacing >= 0, part.anchor.isConstant, part.offset.isConstant, radialOffset.isConstant,
      variableAnchors.isConstant,
      variableOffsets.isConstant
    else { return nil }
    let anchor = drawing.value(part.anchor, in: context)
    return TextRuler(
      font: Font(names: names, size: size), transform: transform,
      candidates: candidates(
        anchor: anchor, size: size / labelScale(in: drawing), context, &drawing.warnings),
      translate: part.way(in: context, &drawing), maximumWidth: size * width,
      lineHeight: size * lineHeight, letterSpacing: size * spacing, padding: padding,
      letters: LetterAdvances(names: names))
  }

  /// The places of an item in the picture, and what its text covers there at least; `nil` where its letters have to be known
  /// first. Where the text may have to be moved to stay in the picture, nothing is certain of what it covers.
  private mutating func measuredPlaces(
    of item: SymbolItem, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [(point: Point, least: Size?)]? {
    // An expression that may fail is asked once.
    guard item.isPoint, let text = field.known(in: drawing.context(for: item.feature)),
      let measure = try ruler?.measure(text, in: &drawing)
    else { return nil }
    let places = item.places(in: drawing.frame, margin: measure.reach, shift: ruler?.shift ?? .zero)
    let picture = drawing.frame.picture
    let mayOverlap = part.rules(in: drawing.context(for: item.feature), &drawing).overlap == .always
    return places.compactMap { point in
      let most = measure.most.map { $0.offset(by: point) }
      // One that needs no room of its own, or has several places, is counted as cut by the edge.
      guard
        most.contains(where: picture.intersects) || (mayOverlap || most.count > 1) && picture.contains(point)
      else { return nil }
      return (point, most.allSatisfy(picture.contains) ? measure.least : nil)
    }
  }

  /// Adds an item's labels, their letters still to be found: a label that finds no point costs no letters.
  private func addUnfinished(
    _ item: SymbolItem, _ entry: Int, _ places: [(point: Point, least: Size?)],
    to labels: inout [Label], in drawing: inout LayerDrawing
  ) {
    guard !places.isEmpty else { return }
    let context = drawing.context(for: item.feature)
    var label = label(of: item, entry, isFitted: false, in: context, &drawing)
    for (point, least) in places {
      (label.point, label.least) = (point, least)
      labels.append(label)
    }
  }

  /// A label with its letters; `nil` where there is nothing to draw.
  func completed(
    _ label: Label, of items: SymbolItems, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Label? {
    if label.isForgotten {
      // What fails was noted the first time.
      let warnings = drawing.warnings
      defer { drawing.warnings = warnings }
      let iconTurn = drawing.mapTurn(icons.part.alignment, in: drawing.context())
      return try finished(items[label.entry], label.entry, turnedBy: iconTurn, in: &drawing).first {
        $0.point == label.point
      }
    }
    let item = items[label.entry]
    guard let text = try text(of: item, in: &drawing) else { return nil }
    var whole = label
    whole.least = nil
    whole.places = text.candidates.map { Label.Place(text: text.part(at: label.point, $0)) }
    return whole
  }

  /// Those drawn later lie over those drawn before: by sort key where there is one; where overlap is allowed, and nobody
  /// asked for the source's order, lower ones lie over higher ones.
  private func inOrder(
    _ labels: [Label], in context: EvaluationContext, noting warnings: inout StyleWarnings
  ) -> [Label] {
    let order = order.value(in: context, noting: &warnings)
    if order == .viewportY {
      // The lowest is placed first, and drawn last.
      return sorted(labels) { $0.point.y }.map { label in
        var label = label
        label.sortKey = -label.point.y
        return label
      }
    }
    if !sortKey.isConstant {
      return sorted(labels) { $0.sortKey }
    }
    let mayOverlap = labels.contains { label in
      label.text.overlap != .never || label.icon.overlap != .never || label.text.ignoresPlacement
        || label.icon.ignoresPlacement
    }
    guard order != .source, mayOverlap else { return labels }
    return sorted(labels) { $0.point.y }
  }
}

/// Texts that were laid out for their bubbles and are set as labels later: the first of a picture, by the number of the item.
final class KnownTexts {
  /// More of them are laid out twice, which takes less than to keep a million.
  private static let most = 10_000
  private var texts: [Int: LaidOutText] = [:]  // looked up, never iterated

  subscript(_ item: Int) -> LaidOutText? { texts[item] }

  func keep(_ text: LaidOutText, of item: Int) { if texts.count < KnownTexts.most { texts[item] = text } }
}
