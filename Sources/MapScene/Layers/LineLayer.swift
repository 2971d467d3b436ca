import Drawing
import MapContent
import MapStyle

/// Draws lines, and the edges of areas.
struct LineLayer {
  private let opacity, width, gapWidth, offset, blur, miterLimit, roundLimit: BoundProperty<Double>
  private let color: BoundProperty<Color>
  private let cap: BoundProperty<Stroke.Cap>
  private let join: BoundProperty<Stroke.Join>
  private let resolved: ResolvedLayer
  private let translate: BoundProperty<Point>
  private let translateAnchor: BoundProperty<RotationAlignment>
  private let sortKey: BoundProperty<Double?>

  init(_ layer: ResolvedLayer) {
    color = layer.property(.lineColor)
    opacity = layer.property(.lineOpacity)
    width = layer.property(.lineWidth)
    gapWidth = layer.property(.lineGapWidth)
    offset = layer.property(.lineOffset)
    blur = layer.property(.lineBlur)
    cap = layer.property(.lineCap)
    join = layer.property(.lineJoin)
    miterLimit = layer.property(.lineMiterLimit)
    roundLimit = layer.property(.lineRoundLimit)
    resolved = layer
    translate = layer.property(.lineTranslate)
    translateAnchor = layer.property(.lineTranslateAnchor)
    sortKey = layer.property(.lineSortKey)
  }

  /// The lines of all items, cut to the view.
  ///
  /// - Parameters:
  ///   - joinsAlike: whether lines that follow each other and look alike become one mark where nobody sees it.
  func marks(of items: [OutlineItem], joinsAlike: Bool = false, in drawing: inout LayerDrawing) -> [Mark] {
    let ordered =
      sortKey.isConstant
      ? items
      : sorted(items) { item in
        drawing.value(sortKey, in: drawing.context(for: item.feature))
      }
    var marks: [Mark] = []
    var run = StrokeRun(joinsAlike: joinsAlike)
    let stepped = SteppedLine(resolved, in: &drawing)
    for item in ordered {
      let context = drawing.context(for: item.feature)
      let opacity = drawing.value(opacity, in: context)
      let color = drawing.value(color, in: context).multiplyingAlpha(by: opacity)
      let width = drawing.value(width, in: context)
      guard color.alpha > 0 || !stepped.isPlain, opacity > 0, width > 0 else { continue }
      let filling = stepped.isPlain ? nil : stepped.filling(opacity: opacity, in: context, &drawing)
      guard stepped.isPlain || filling != nil else { continue }
      let dashes = stepped.dashes(in: context, &drawing)
      let gap = drawing.value(gapWidth, in: context)
      let join = drawing.value(join, in: context)
      // A pointed corner that reaches farther than any picture is cut.
      let miterLimit = max(
        1, min(drawing.value(miterLimit, in: context), 10_000 / (width + gap)))
      // What lies farther off would be seen nowhere in a picture.
      let offset = min(10_000, max(-10_000, drawing.value(self.offset, in: context)))
      let clip = drawing.frame.clip.expanded(by: min(10_000, width + gap + abs(offset)))
      // Dashes and what follows the line begin at its own first corner, however far outside that lies.
      var pieces = item.pieces(
        shift: drawing.way(translate, translateAnchor, in: context),
        clip: dashes == nil && filling == nil ? clip : .everywhere, isRewound: dashes != nil || filling != nil
      )
      var cap = drawing.value(cap, in: context)
      if cap == .square, dashes != nil || gap > 0 {
        // Such caps are the line's own: its ends lie farther out, dashes keep their lengths, and gaps stay open.
        pieces = pieces.map { $0.extended(by: gap > 0 ? gap / 2 + width : width / 2) }
        cap = .butt
      }
      if gap > 0 {
        let isOutlined = cap == .round && dashes == nil && filling == nil
        pieces = pieces.flatMap { piece in
          // Dashes go on around every corner.
          piece.pair(
            around: min(10_000, (gap + width) / 2), at: offset * piece.side, join: join,
            miterLimit: miterLimit, opensSharpCorners: dashes == nil && filling == nil, isJoined: isOutlined)
        }
      } else if offset != 0 {
        pieces = pieces.map { $0.parallel(at: offset * $0.side, join: join, miterLimit: miterLimit) }
      }
      let blur = drawing.value(blur, in: context)
      if let filling {
        let line = FilledLine(
          filling: filling, width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes)
        run.end(into: &marks)
        for line in line.faded(by: blur) {
          marks += pieces.flatMap { line.fills(of: $0, in: clip) }.map { Mark(.fill($0)) }
        }
        continue
      }
      let solid = Stroke(
        Path(), .color(color), width: width, cap: cap, join: join, miterLimit: miterLimit)
      let limit = min(drawing.value(roundLimit, in: context), 10_000 / (width + gap))
      for stroke in strokes(of: pieces, like: solid, dashes, in: clip) {
        for stroke in joined(stroke, color, pieces, roundLimit: limit) {
          for stroke in faded(stroke, color, by: blur) { run.add(stroke, to: &marks) }
        }
      }
    }
    run.end(into: &marks)
    return marks
  }

  /// The strokes that draw pieces: one, or of dashed lines one for each place in the dashes that a part begins at.
  private func strokes(
    of pieces: [OutlineItem.Piece], like solid: Stroke, _ dashes: DashPattern?, in clip: Rectangle
  ) -> [Stroke] {
    guard let dashes else {
      var stroke = solid
      for piece in pieces { stroke.path.add(piece) }
      return stroke.path.isEmpty ? [] : [stroke]
    }
    var strokes: [Stroke] = []
    var numbers: [Double: Int] = [:]
    func add(_ piece: OutlineItem.Piece, phase: Double) {
      if let number = numbers[phase] { return strokes[number].path.add(piece) }
      numbers[phase] = strokes.count
      var stroke = solid
      (stroke.dashes, stroke.dashPhase) = (dashes.lengths, phase)
      stroke.path.add(piece)
      strokes.append(stroke)
    }
    for piece in pieces {
      for part in piece.parts(in: clip) { add(part.piece, phase: dashes.phase(at: part.distance)) }
    }
    return strokes.filter { !$0.path.isEmpty }
  }

  /// The strokes that give round joins the pointed ones that slight corners have below the round limit.
  ///
  /// A pointed join holds the round one of the same corner, and a cut one lies within it: drawn over each other they
  /// give each corner its own. Where that would shine through, corners stay round.
  private func joined(
    _ stroke: Stroke, _ color: Color, _ pieces: [OutlineItem.Piece], roundLimit: Double
  ) -> [Stroke] {
    // Up to the usual limit the two differ by a twentieth of half the width at most.
    guard stroke.join == .round, roundLimit > 1.05 else { return [stroke] }
    let sharpest = pieces.reduce(1) { max($0, $1.sharpestMiter) }
    var pointed = stroke
    pointed.join = .miter
    pointed.miterLimit = roundLimit
    if sharpest <= roundLimit { return [pointed] }
    return color.alpha == 1 && stroke.dashes.isEmpty ? [pointed, stroke] : [stroke]
  }

  /// The strokes, from wide to narrow, that together fade from the line's edges inward over `blur` points.
  private func faded(_ stroke: Stroke, _ color: Color, by blur: Double) -> [Stroke] {
    guard blur > 0 else { return [stroke] }
    return LineFading.steps(width: stroke.width, blur: blur).map { step in
      var part = stroke
      part.width = step.width
      part.paint = .color(
        Color(red: color.red, green: color.green, blue: color.blue, alpha: step.alpha(of: color.alpha)))
      return part
    }
  }
}
