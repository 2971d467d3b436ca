import Drawing
import MapContent
import MapStyle

extension SymbolLayer {
  /// The direction of a text's letters.
  enum TextDirection {
    /// In lines across.
    case across
    /// In single letters that are not wrapped.
    case alongLine
    /// In columns from top to bottom.
    case down
  }

  /// The directions that a layer's texts at points may have, those to be tried first at the beginning.
  func writingModes(in context: EvaluationContext, noting warnings: inout StyleWarnings) -> [WritingMode] {
    guard let modes = writingMode.value(in: context, noting: &warnings), !modes.isEmpty else {
      return [.horizontal]
    }
    return modes.first == .vertical
      ? modes.contains(.horizontal) ? [.vertical, .horizontal] : [.vertical]
      : modes.contains(.vertical) ? [.horizontal, .vertical] : [.horizontal]
  }

  /// An item's text in each direction that it may have, best first; none where there is nothing to draw.
  func texts(
    of item: SymbolItem, scaledBy factor: Double = 1, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [LaidOutText] {
    let text =
      factor == 1
      ? try text(of: item, in: &drawing) : try text(of: item.feature, scaledBy: factor, in: &drawing)
    guard let across = text else { return [] }
    let modes = writingModes(in: drawing.context(for: item.feature), noting: &drawing.warnings)
    guard modes.contains(.vertical), across.plain.canStandUpright,
      let down = try self.text(of: item.feature, .down, scaledBy: factor, in: &drawing)
    else { return [across] }
    return modes.map { $0 == .vertical ? down : across }
  }

  /// The growth of the layer's texts: those in bubbles stay, and so do distances from points, whose marks do not grow.
  func labelScale(in drawing: LayerDrawing) -> Double {
    fit == nil && bubbleLayer == nil ? drawing.labelScale : 1
  }

  /// An item's text at its own size, shaped once for its bubble and its label.
  func text(of item: SymbolItem, in drawing: inout LayerDrawing) throws(SnapshotError) -> LaidOutText? {
    if item.isPoint, let known = known[item.index] { return known }
    return try text(of: item.feature, in: &drawing)
  }

  /// The name of a city without the sign of its point, beside a mark that lies over it.
  func text(
    of feature: any StyleFeature, beside mark: CollisionIndex.Disc, of point: Point,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> LaidOutText? {
    var text = try text(of: feature, withoutSign: true, in: &drawing)
    let gap = mark.radius + (text?.padding ?? 0) + 1
    text?.candidates = [LabelAnchor.left, .right, .top, .bottom].map { anchor in
      LaidOutText.Candidate(anchor: anchor, offset: mark.center - point + anchor.away(gap))
    }
    return text
  }

  func text(
    of feature: any StyleFeature, _ direction: TextDirection = .across, scaledBy factor: Double = 1,
    withoutSign: Bool = false, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> LaidOutText? {
    let context = drawing.context(for: feature)
    let formatted = drawing.value(field, in: context)
    guard formatted.sections.contains(where: { !$0.text.isEmpty || $0.image != nil }) else { return nil }
    let size = drawing.value(part.size, in: context) * factor * labelScale(in: drawing)
    guard size > 0 else { return nil }
    let transform = drawing.value(transform, in: context)
    let names = drawing.value(font, in: context)
    let textColor = drawing.value(part.color, in: context)
    var sections: [TextRequest.Section] = []
    var colors: [Color] = []
    var images: [LaidOutText.InlineImage] = []
    for section in formatted.sections {
      if let name = section.image?.name {
        guard
          let (blank, image) = try inlineImage(
            name, section, at: sections.count, size: size, scaledBy: factor,
            color: section.textColor ?? textColor, isDown: direction == .down, in: &drawing)
        else { continue }
        sections.append(blank)
        images.append(image)
      } else if !section.text.isEmpty {
        sections.append(
          TextRequest.Section(
            text: transform.applied(
              to: withoutSign ? String(section.text.drop { $0 == "•" || $0 == " " }) : section.text.beginning),
            font: Font(
              names: section.fontNames ?? names,
              size: min(SymbolLayer.largestSize, size * (section.scale ?? 1))),
            rise: section.rise))
      } else {
        continue
      }
      colors.append(section.textColor ?? textColor)
    }
    guard !sections.isEmpty else { return nil }
    let anchor = drawing.value(part.anchor, in: context)
    let width = drawing.value(maximumWidth, in: context)
    let spacing = drawing.value(letterSpacing, in: context)
    let justification = drawing.value(justification, in: context).resolved(for: anchor)
    var request = TextRequest(
      sections: sections,
      maximumWidth: direction != .alongLine && width < SymbolLayer.endlessWidth ? size * width : nil,
      breaking: .balanced,
      lineHeight: size * drawing.value(lineHeight, in: context), em: size,
      letterSpacing: sections.contains { $0.text.unicodeScalars.contains(where: \.isJoined) }
        ? 0 : size * spacing, justification: direction == .down ? .start : justification,
      separatesLetters: direction != .across)
    request.takesGlyphs = true
    let shaped = try shaped(request, direction, in: &drawing)
    guard !shaped.fragments.isEmpty else { return nil }
    let halo = drawing.value(part.haloColor, in: context)
    let haloWidth = drawing.value(part.haloWidth, in: context)
    return LaidOutText(
      shaped: shaped, images: images, fonts: request.sections.map(\.font), colors: colors, size: size,
      request: request,
      candidates: candidates(
        anchor: anchor, size: size / labelScale(in: drawing), hasFixedAnchor: direction == .alongLine,
        context, &drawing.warnings),
      translate: part.way(in: context, &drawing),
      rotation: turn(drawing.value(part.rotation, in: context))
        + (direction == .alongLine ? 0 : drawing.mapTurn(part.alignment, in: context)),
      padding: drawing.value(padding, in: context),
      opacity: drawing.value(part.opacity, in: context),
      halo: haloWidth > 0 && halo.alpha > 0
        ? TextRun.Halo(color: halo, width: haloWidth, blur: drawing.value(part.haloBlur, in: context)) : nil,
      isVertical: direction == .down, ownRotation: turn(drawing.value(part.rotation, in: context)))
  }

  /// A text laid out; in columns with the punctuation of columns, where the font has it.
  private func shaped(
    _ request: TextRequest, _ direction: TextDirection, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> ShapedText {
    if direction == .down {
      var standing = request
      for index in standing.sections.indices {
        standing.sections[index].text = standing.sections[index].text.withVerticalPunctuation
      }
      var shaped = try drawing.shape(standing, notesMissing: false)
      if !shaped.missing.isEmpty || !shaped.missingGlyphs.isEmpty || shaped.outlineReason != nil {
        shaped = try drawing.shape(request, font: fontPlace, text: textPlace)
      }
      return shaped.withUprightLettersApart(request.sections.map(\.font.size), inColumn: true)
    }
    return try drawing.shape(request, font: fontPlace, text: textPlace)
  }

  /// An image in the text, and blank letters as wide as it, so that the text leaves room.
  ///
  /// - Parameters:
  ///   - size: the em in points.
  ///   - scale: what the image's own size is multiplied by.
  ///   - color: of an image that is a bare shape.
  ///   - isDown: whether it stands in a column, so that its room is as wide as it is high.
  private func inlineImage(
    _ name: String, _ section: FormattedText.Section, at index: Int, size: Double, scaledBy scale: Double,
    color: Color, isDown: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> (TextRequest.Section, LaidOutText.InlineImage)? {
    guard let image = drawing.image(name, for: textPlace) else { return nil }
    let factor = (section.scale ?? 1) * scale
    let extent = Size(width: image.size.width * factor, height: image.size.height * factor)
    let blank = try drawing.width(of: LayerDrawing.blank) * size
    guard blank > 0, extent.width > 0, extent.width < 1000, extent.height < 1000 else { return nil }
    var bitmap = image.bitmap
    if image.isSDF {
      let scale = drawing.frame.viewport.scale
      let raster = IconRaster(
        name: name, width: extent.width * scale, height: extent.height * scale,
        magnification: factor * scale / image.pixelRatio, scale: scale, color: color, halo: nil)
      bitmap = drawing.bitmap(of: raster, image) ?? bitmap
    }
    let room = isDown ? Size(width: extent.height, height: extent.width) : extent
    // As many blanks as have about the size of the letters, so that the line stays as high as it was.
    let count = max(1, (room.width / blank).rounded())
    return (
      TextRequest.Section(
        text: String(repeating: LayerDrawing.blank, count: Int(count)),
        font: Font(names: [], size: size * room.width / (count * blank)), rise: section.rise,
        imageHeight: room.height),
      LaidOutText.InlineImage(section: index, bitmap: bitmap, size: room, scale: factor)
    )
  }

  /// The positions of the text about its point, best first: variable anchors where there are any.
  func candidates(
    anchor: LabelAnchor, size: Double, hasFixedAnchor: Bool = false, _ context: EvaluationContext,
    _ warnings: inout StyleWarnings
  ) -> [LaidOutText.Candidate] {
    let offset = part.offset.value(in: context, noting: &warnings)
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
      candidate.isScreenBound = true
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

extension String {
  /// The text, or more of its beginning than is ever drawn: a text of a million letters would be hashed whole for every
  /// label that has it.
  fileprivate var beginning: String { utf8.count <= 5000 ? self : String(unicodeScalars.prefix(5000)) }
}

extension CollisionIndex.Disc {
  /// True if it lies over a point, near its middle.
  func covers(_ point: Point) -> Bool { (center - point).length <= max(6, radius * 0.7) }
}
