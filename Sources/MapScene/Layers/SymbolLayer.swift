import Drawing
import JSONDocument
import MapStyle

/// Sets texts and icons at points, on areas and along lines.
struct SymbolLayer {
  let resolved: ResolvedLayer
  private let placement: BoundProperty<SymbolPlacement>
  let field: BoundProperty<FormattedText>
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
  private let translateAnchor: BoundProperty<RotationAlignment>
  private let alignment: BoundProperty<RotationAlignment>
  private let rotation: BoundProperty<Double>
  let transform: BoundProperty<TextTransform>
  private let padding: BoundProperty<Double>
  private let color: BoundProperty<Color>
  private let opacity: BoundProperty<Double>
  private let haloColor: BoundProperty<Color>
  private let haloWidth: BoundProperty<Double>
  private let haloBlur: BoundProperty<Double>
  let sortKey: BoundProperty<Double?>
  private let order: BoundProperty<SymbolOrder>
  private let allowsOverlap: BoundProperty<Bool>
  private let overlap: BoundProperty<Overlap?>
  private let ignoresPlacement: BoundProperty<Bool>
  private let isOptional: BoundProperty<Bool>
  let icons: IconLayer
  /// Where the style names the font, and says the text.
  private let fontPlace, textPlace: StylePlace

  /// The largest letters of a section, in points.
  private static let largestSize = 2000.0
  /// A width of lines, in ems, that no text reaches: people write 99999 for text that is never broken.
  private static let endlessWidth = 10_000.0
  /// How far from its place a text can stand, in points.
  private static let farthest = 10_000.0

  init(_ layer: ResolvedLayer) {
    resolved = layer
    placement = layer.property(.symbolPlacement)
    fontPlace = layer.layer.place(of: .textFont, .textField)
    textPlace = layer.layer.place(of: .textField)
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
    translateAnchor = layer.property(.textTranslateAnchor)
    alignment = layer.property(.textRotationAlignment)
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
    isOptional = layer.property(.textOptional)
    icons = IconLayer(layer)
  }

  /// The labels of all items, in the order in which they are drawn.
  func labels(of items: [SymbolItem], in drawing: inout LayerDrawing) throws(SnapshotError) -> [Label] {
    var labels: [(label: Label, y: Double)] = []
    var lines = LineLabels(
      resolved, placement: placement.value(in: drawing.context(), noting: &drawing.warnings), in: &drawing)
    let pixel = 1 / drawing.frame.viewport.scale
    var ruler = ruler(in: drawing.context(), &drawing)
    let iconTurn = icons.mapTurn(in: drawing.context(), &drawing)
    for (entry, item) in items.enumerated() {
      if let ways = item.lines {
        labels += try self.labels(of: item, along: ways, &lines, in: &drawing)
        continue
      }
      if ruler != nil, let (measure, places) = try roomyPlaces(of: item, &ruler, in: &drawing) {
        labels += unfinished(item, entry, measure, places, in: &drawing)
        continue
      }
      let context = drawing.context(for: item.feature)
      let text = try text(of: item.feature, in: &drawing)
      let isFitted = text != nil && icons.fitsText(in: context, noting: &drawing.warnings)
      // An icon that is fitted goes where its text goes.
      let fits: [LaidOutIcon?] =
        if isFitted, let text {
          text.candidates.map { icons.icon(around: text.block(of: $0), in: context, &drawing) }
        } else {
          [icons.icon(around: nil, in: context, &drawing)]
        }
      guard text != nil || fits[0] != nil else { continue }
      // A text that stands far from its point, all of it to one side, is looked for where it stands.
      let shift = fits[0] == nil ? text?.shift ?? .zero : .zero
      let places = item.places(
        in: drawing.frame,
        margin: max(text?.reach(from: shift) ?? 0, fits.reduce(0) { max($0, $1?.reach ?? 0) }), shift: shift)
      guard !places.isEmpty else { continue }
      let key = sortKey.value(in: context, noting: &drawing.warnings)
      let iconRules = icons.rules(in: context, noting: &drawing.warnings)
      let textRules = rules(in: context, noting: &drawing.warnings)
      for place in places {
        let icons = fits.map { $0?.place(at: place, turnedBy: iconTurn, pixel: pixel) }
        let candidates = text.map { text in
          text.candidates.enumerated().map { index, candidate in
            Label.Place(
              text: text.place(at: place, candidate), icon: icons[isFitted ? index : 0])
          }
        }
        let label = Label(
          item: item.index, point: place, places: candidates ?? [Label.Place(icon: icons[0])],
          subject: item.subject, text: textRules, icon: iconRules, isFitted: isFitted, sortKey: key ?? 0)
        labels.append((label, place.y))
      }
    }
    return inOrder(labels, in: drawing.context(), noting: &drawing.warnings)
  }

  /// A ruler for the layer's texts, where letters need not be known before their places are tried: texts alone, that stand
  /// one way, all alike, and give way to others.
  private func ruler(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> TextRuler? {
    guard icons.isEmpty, rules(in: context, noting: &drawing.warnings).overlap != .always,
      placement.value(in: context, noting: &drawing.warnings) == .point, rotation.constant == 0,
      mapTurn(in: context, &drawing) == 0,
      let size = size.constant, let names = font.constant, let transform = transform.constant,
      let width = maximumWidth.constant, let lineHeight = lineHeight.constant,
      let spacing = letterSpacing.constant, let padding = padding.constant, anchor.isConstant,
      offset.isConstant, radialOffset.isConstant, variableAnchors.isConstant, variableOffsets.isConstant
    else { return nil }
    let anchor = anchor.value(in: context, noting: &drawing.warnings)
    let candidates = candidates(anchor: anchor, size: size, context, &drawing.warnings)
    guard candidates.count == 1 else { return nil }
    return TextRuler(
      TextRuler.Setting(
        font: Font(names: names, size: size), transform: transform, candidate: candidates[0],
        translate: drawing.way(translate, translateAnchor, in: context), maximumWidth: size * max(1, width),
        lineHeight: size * lineHeight, letterSpacing: size * spacing, padding: padding))
  }

  /// Degrees by which texts at points are turned with the map.
  private func mapTurn(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> Double {
    guard drawing.frame.viewport.bearing != 0 else { return 0 }
    return drawing.frame.turn(of: alignment.value(in: context, noting: &drawing.warnings))
  }

  /// What an item's text covers about, and its places in the picture, where all lie so far inside that it needs not be
  /// moved; else `nil`.
  private func roomyPlaces(
    of item: SymbolItem, _ ruler: inout TextRuler?, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> (TextRuler.Measure, [Point])? {
    // An expression that may fail is asked once.
    guard item.isPoint,
      let text = field.known(in: drawing.context(for: item.feature)),
      let measure = try ruler?.measure(text, in: &drawing)
    else { return nil }
    let places = item.places(in: drawing.frame, margin: measure.reach, shift: ruler?.shift ?? .zero)
    let picture = drawing.frame.picture
    guard places.allSatisfy({ picture.contains(measure.most.offset(by: $0)) }) else { return nil }
    return (measure, places)
  }

  /// An item's labels, their letters still to be found.
  private func unfinished(
    _ item: SymbolItem, _ entry: Int, _ measure: TextRuler.Measure, _ places: [Point],
    in drawing: inout LayerDrawing
  ) -> [(label: Label, y: Double)] {
    guard !places.isEmpty else { return [] }
    let context = drawing.context(for: item.feature)
    let key = sortKey.value(in: context, noting: &drawing.warnings)
    let textRules = rules(in: context, noting: &drawing.warnings)
    let iconRules = icons.rules(in: context, noting: &drawing.warnings)
    return places.map { place in
      var label = Label(
        item: item.index, point: place, places: [], subject: item.subject, text: textRules, icon: iconRules,
        isFitted: false, sortKey: key ?? 0)
      label.entry = entry
      label.least = measure.least.offset(by: place)
      return (label, place.y)
    }
  }

  /// A label with its letters; `nil` where there is nothing to draw.
  ///
  /// - Parameter items: those that the label was made of.
  func completed(
    _ label: Label, of items: [SymbolItem], in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Label? {
    guard items.indices.contains(label.entry),
      let text = try text(of: items[label.entry].feature, in: &drawing)
    else { return nil }
    var whole = label
    whole.least = nil
    whole.places = text.candidates.map { Label.Place(text: text.place(at: label.point, $0)) }
    return whole
  }

  /// Those drawn later lie over those drawn before: by sort key where there is one; where overlap is allowed, and nobody
  /// asked for the source's order, lower ones lie over higher ones.
  private func inOrder(
    _ labels: [(label: Label, y: Double)], in context: EvaluationContext, noting warnings: inout StyleWarnings
  ) -> [Label] {
    let order = order.value(in: context, noting: &warnings)
    if order == .viewportY {
      // The lowest is placed first, and drawn last.
      return sorted(labels) { $0.y }.map { label, y in
        var label = label
        label.sortKey = -y
        return label
      }
    }
    if !sortKey.isConstant {
      return sorted(labels.map(\.label)) { $0.sortKey }
    }
    let mayOverlap = labels.contains { label, _ in
      label.text.overlap != .never || label.icon.overlap != .never || label.text.ignoresPlacement
        || label.icon.ignoresPlacement
    }
    guard order != .source, mayOverlap else { return labels.map(\.label) }
    return sorted(labels) { $0.y }.map(\.label)
  }

  /// Where texts may be.
  func rules(in context: EvaluationContext, noting warnings: inout StyleWarnings) -> Label.Rules {
    let allows = allowsOverlap.value(in: context, noting: &warnings)
    return Label.Rules(
      overlap: overlap.value(in: context, noting: &warnings) ?? (allows ? .always : .never),
      ignoresPlacement: ignoresPlacement.value(in: context, noting: &warnings),
      isOptional: isOptional.value(in: context, noting: &warnings))
  }

  /// The radius of the smallest disc about the item's place that holds its ink.
  func radiusHoldingText(of item: PointItem, in drawing: inout LayerDrawing) throws(SnapshotError) -> Double {
    guard let text = try text(of: item.feature, in: &drawing), let candidate = text.candidates.first else {
      return 0
    }
    let ink = text.shaped.inkBox.offset(by: text.origin(of: candidate))
    let (x, y) = (max(abs(ink.minX), abs(ink.maxX)), max(abs(ink.minY), abs(ink.maxY)))
    return (x * x + y * y).squareRoot()
  }

  /// A feature's text, shaped; along a line, in single letters that are not wrapped.
  func text(
    of feature: any StyleFeature, alongLine: Bool = false, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> LaidOutText? {
    let context = drawing.context(for: feature)
    let formatted = field.value(in: context, noting: &drawing.warnings)
    guard formatted.sections.contains(where: { !$0.text.isEmpty || $0.image != nil }) else { return nil }
    let size = size.value(in: context, noting: &drawing.warnings)
    guard size > 0 else { return nil }
    let transform = transform.value(in: context, noting: &drawing.warnings)
    let names = font.value(in: context, noting: &drawing.warnings)
    let textColor = color.value(in: context, noting: &drawing.warnings)
    var sections: [TextRequest.Section] = []
    var colors: [Color] = []
    var images: [LaidOutText.InlineImage] = []
    for section in formatted.sections {
      if let name = section.image?.name {
        guard
          let (blank, image) = try inlineImage(
            name, section, at: sections.count, size: size, color: section.textColor ?? textColor, in: &drawing
          )
        else { continue }
        sections.append(blank)
        images.append(image)
      } else if !section.text.isEmpty {
        sections.append(
          TextRequest.Section(
            text: transform.applied(to: section.text),
            font: Font(
              names: section.fontNames ?? names,
              size: min(SymbolLayer.largestSize, size * (section.scale ?? 1)))))
      } else {
        continue
      }
      colors.append(section.textColor ?? textColor)
    }
    guard !sections.isEmpty else { return nil }
    let anchor = anchor.value(in: context, noting: &drawing.warnings)
    let width = maximumWidth.value(in: context, noting: &drawing.warnings)
    let request = TextRequest(
      sections: sections,
      maximumWidth: !alongLine && width < SymbolLayer.endlessWidth ? size * max(1, width) : nil,
      breaking: .balanced,
      lineHeight: size * lineHeight.value(in: context, noting: &drawing.warnings), em: size,
      letterSpacing: size * letterSpacing.value(in: context, noting: &drawing.warnings),
      justification: justification.value(in: context, noting: &drawing.warnings).resolved(for: anchor),
      separatesLetters: alongLine)
    let shaped = try drawing.shape(request, font: fontPlace, text: textPlace)
    guard !shaped.fragments.isEmpty else { return nil }
    let halo = haloColor.value(in: context, noting: &drawing.warnings)
    let haloWidth = haloWidth.value(in: context, noting: &drawing.warnings)
    return LaidOutText(
      shaped: shaped, images: images, fonts: request.sections.map(\.font), colors: colors, size: size,
      request: request,
      candidates: candidates(
        anchor: anchor, size: size, hasFixedAnchor: alongLine, context, &drawing.warnings),
      translate: drawing.way(translate, translateAnchor, in: context),
      rotation: turn(rotation.value(in: context, noting: &drawing.warnings))
        + (alongLine ? 0 : mapTurn(in: context, &drawing)),
      padding: padding.value(in: context, noting: &drawing.warnings),
      opacity: opacity.value(in: context, noting: &drawing.warnings),
      halo: haloWidth > 0 && halo.alpha > 0
        ? TextRun.Halo(
          color: halo, width: haloWidth, blur: haloBlur.value(in: context, noting: &drawing.warnings)) : nil)
  }

  /// An image in the text, and blank letters as wide as it, so that the text leaves room.
  ///
  /// - Parameter color: of an image that is a bare shape.
  private func inlineImage(
    _ name: String, _ section: FormattedText.Section, at index: Int, size: Double, color: Color,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> (TextRequest.Section, LaidOutText.InlineImage)? {
    guard let image = drawing.image(name, for: textPlace) else { return nil }
    let factor = section.scale ?? 1
    let extent = Size(width: image.size.width * factor, height: image.size.height * factor)
    let blank = try drawing.blankAdvance() * size
    guard blank > 0, extent.width > 0, extent.width < 1000, extent.height < 1000 else { return nil }
    var bitmap = image.bitmap
    if image.isSDF {
      let scale = drawing.frame.viewport.scale
      let raster = IconRaster(
        name: name, width: max(1, Int(extent.width * scale)), height: max(1, Int(extent.height * scale)),
        magnification: factor * scale / image.pixelRatio, scale: scale, color: color, halo: nil)
      bitmap = drawing.bitmap(of: raster, image) ?? bitmap
    }
    // As many blanks as have about the size of the letters, so that the line stays as high as it was.
    let count = max(1, (extent.width / blank).rounded())
    return (
      TextRequest.Section(
        text: String(repeating: LayerDrawing.blank, count: Int(count)),
        font: Font(names: [], size: size * extent.width / (count * blank))),
      LaidOutText.InlineImage(
        section: index, bitmap: bitmap, size: extent, alignment: section.verticalAlignment ?? .bottom)
    )
  }

  /// Where the text may stand about its place, best first: variable anchors where there are any.
  private func candidates(
    anchor: LabelAnchor, size: Double, hasFixedAnchor: Bool = false, _ context: EvaluationContext,
    _ warnings: inout StyleWarnings
  ) -> [LaidOutText.Candidate] {
    let offset = offset.value(in: context, noting: &warnings)
    let radial = radialOffset.value(in: context, noting: &warnings)
    func candidate(_ anchor: LabelAnchor, _ ems: Point) -> LaidOutText.Candidate {
      func points(_ ems: Double) -> Double {
        min(max(ems * size, -SymbolLayer.farthest), SymbolLayer.farthest)
      }
      return .init(anchor: anchor, offset: Point(x: points(ems.x), y: points(ems.y)))
    }
    // The label keeps its padding from its point, as from others.
    let padding = padding.value(in: context, noting: &warnings)
    func variable(_ anchor: LabelAnchor, _ ems: Point) -> LaidOutText.Candidate {
      var candidate = candidate(anchor, anchor.nearer(ems))
      candidate.offset = candidate.offset + anchor.away(along: Point(x: padding, y: padding))
      candidate.justification = justification.value(in: context, noting: &warnings).resolved(for: anchor)
      return candidate
    }
    if !hasFixedAnchor, let offsets = variableOffsets.value(in: context, noting: &warnings), !offsets.isEmpty
    {
      return offsets.map { variable($0.anchor, Point(x: $0.x, y: $0.y)) }
    }
    if !hasFixedAnchor, let anchors = variableAnchors.value(in: context, noting: &warnings), !anchors.isEmpty
    {
      let isRadial = resolved.layer.sets(.textRadialOffset)
      return anchors.map { anchor in
        variable(anchor, isRadial ? anchor.away(max(0, radial)) : anchor.away(along: offset))
      }
    }
    return [candidate(anchor, radial != 0 ? anchor.nearer(anchor.away(max(0, radial))) : offset)]
  }
}
