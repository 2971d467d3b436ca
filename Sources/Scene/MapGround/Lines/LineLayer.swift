package import Drawing
package import MapContent
package import MapStyle

package struct LineLayer {
  private let opacity, width, gapWidth, offset, blur, miterLimit, roundLimit: BoundProperty<Double>
  private let color: BoundProperty<Color>
  private let cap: BoundProperty<Stroke.Cap>
  private let join: BoundProperty<Stroke.Join>
  private let resolved: ResolvedLayer
  private let translate: BoundProperty<Point>
  private let translateAnchor: BoundProperty<RotationAlignment>
  private let sortKey: BoundProperty<Double?>

  package init(_ layer: ResolvedLayer) {
    resolved = layer
    (color, opacity, blur) = layer.properties(.lineColor, .lineOpacity, .lineBlur)
    (width, gapWidth, offset) = layer.properties(.lineWidth, .lineGapWidth, .lineOffset)
    (cap, join) = layer.properties(.lineCap, .lineJoin)
    (miterLimit, roundLimit) = layer.properties(.lineMiterLimit, .lineRoundLimit)
    (translate, translateAnchor) = layer.properties(.lineTranslate, .lineTranslateAnchor)
    sortKey = layer.property(.lineSortKey)
  }

  /// The lines of all items, cut to the view; those that follow each other and look alike become one mark where
  /// nobody sees it.
  package func marks(
    of items: [OutlineItem], joinsAlike: Bool = false, threads: Int, in drawing: inout LayerDrawing
  ) -> [DrawItem] {
    let ordered = drawing.sorted(items, by: sortKey) { $0.feature }
    let stepped = SteppedLine(resolved, in: &drawing)
    if resolved.isUniform, !joinsAlike {
      guard let first = ordered.first, let look = look(of: first.feature, stepped, in: &drawing) else {
        return []
      }
      return OutlineItem.marks(of: ordered, threads: threads) { item, marks in
        var run = StrokeRun(joinsAlike: false)
        draw(item, look, with: &run, on: &marks)
      }
    }
    var marks: [DrawItem] = []
    var run = StrokeRun(joinsAlike: joinsAlike)
    var common: Look??
    for item in ordered {
      let look = common ?? look(of: item.feature, stepped, in: &drawing)
      if resolved.isUniform { common = look }
      if let look { draw(item, look, with: &run, on: &marks) }
    }
    run.end(into: &marks)
    return marks
  }

  private func draw(_ item: OutlineItem, _ look: Look, with run: inout StrokeRun, on marks: inout [DrawItem])
  {
    let pieces = look.pieces(of: item)
    if let filling = look.filling {
      let line = FilledLine(filling: filling, pen: look.solid, dashes: look.dashes)
      run.end(into: &marks)
      for line in line.faded(by: look.blur) {
        marks += pieces.flatMap { line.fills(of: $0, in: look.clip) }.map { DrawItem(.fill($0)) }
      }
      return
    }
    for stroke in strokes(of: pieces, like: look.solid, look.dashes, in: look.clip) {
      for stroke in joined(stroke, look.color, pieces, roundLimit: look.roundLimit) {
        for stroke in faded(stroke, look.color, by: look.blur) { run.add(stroke, to: &marks) }
      }
    }
  }

  private struct Look {
    var solid: Stroke
    let color: Color
    let filling: LineFilling?
    let dashes: DashPattern?
    let gap, offset, blur, roundLimit: Double
    let shift: Point
    let clip: Rectangle
    /// True if caps are squares that the line's own ends stand for.
    let isExtended: Bool

    func pieces(of item: OutlineItem) -> [OutlineItem.Piece] {
      // Dashes and what follows the line begin at its own first corner, however far outside that lies.
      let isPlain = dashes == nil && filling == nil
      var pieces = item.pieces(shift: shift, clip: isPlain ? clip : .everywhere, isRewound: !isPlain)
      let (width, join, miterLimit) = (solid.width, solid.join, solid.miterLimit)
      if isExtended { pieces = pieces.map { $0.extended(by: gap > 0 ? gap / 2 + width : width / 2) } }
      if gap > 0 {
        return pieces.flatMap { piece in
          // Dashes go on around every corner.
          piece.pair(
            around: min(10_000, (gap + width) / 2), at: offset * piece.side, join: join,
            miterLimit: miterLimit, opensSharpCorners: isPlain, isJoined: solid.cap == .round && isPlain)
        }
      }
      return offset == 0
        ? pieces : pieces.map { $0.parallel(at: offset * $0.side, join: join, miterLimit: miterLimit) }
    }
  }

  private func look(
    of feature: any StyleFeature, _ stepped: SteppedLine, in drawing: inout LayerDrawing
  ) -> Look? {
    let context = drawing.context(for: feature)
    let opacity = drawing.value(opacity, in: context)
    let color = drawing.value(color, in: context).multiplyingAlpha(by: opacity)
    let width = drawing.value(width, in: context)
    guard color.alpha > 0 || !stepped.isPlain, opacity > 0, width > 0 else { return nil }
    let filling = stepped.isPlain ? nil : stepped.filling(opacity: opacity, in: context, &drawing)
    guard stepped.isPlain || filling != nil else { return nil }
    let dashes = stepped.dashes(in: context, &drawing)
    let gap = drawing.value(gapWidth, in: context)
    let join = drawing.value(join, in: context)
    // A pointed corner that reaches farther than any picture is cut.
    let miterLimit = max(1, min(drawing.value(miterLimit, in: context), 10_000 / (width + gap)))
    // What lies farther off would be seen nowhere in a picture.
    let offset = min(10_000, max(-10_000, drawing.value(self.offset, in: context)))
    let shift = drawing.way(translate, translateAnchor, in: context)
    let cap = drawing.value(cap, in: context)
    // Such caps are the line's own: its ends lie farther out, dashes keep their lengths, and gaps stay open.
    let isExtended = cap == .square && (dashes != nil || gap > 0)
    return Look(
      solid: Stroke(
        Path(), .color(color), width: width, cap: isExtended ? .butt : cap,
        join: join, miterLimit: miterLimit),
      color: color, filling: filling, dashes: dashes, gap: gap, offset: offset,
      blur: drawing.value(blur, in: context),
      roundLimit: min(drawing.value(roundLimit, in: context), 10_000 / (width + gap)),
      shift: shift,
      clip: drawing.frame.clip.expanded(by: min(10_000, width + gap + abs(offset))), isExtended: isExtended)
  }

  /// The strokes that draw pieces: one, or of dashed lines one for each offset in the dashes that a part begins at.
  private func strokes(
    of pieces: [OutlineItem.Piece], like solid: Stroke, _ dashes: DashPattern?, in clip: Rectangle
  ) -> [Stroke] {
    guard let dashes else {
      var stroke = solid
      stroke.path = Path(pieces)
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

/// Strokes that follow each other and look alike, drawn as one: a street map has thousands in few colors.
///
/// Only opaque ones: where two that shine through cross, each is seen.
struct StrokeRun {
  let joinsAlike: Bool
  private var open: Stroke?

  init(joinsAlike: Bool) { self.joinsAlike = joinsAlike }

  mutating func add(_ stroke: Stroke, to marks: inout [DrawItem]) {
    guard joinsAlike, stroke.isOpaque else {
      end(into: &marks)
      marks.append(DrawItem(.stroke(stroke)))
      return
    }
    if open?.looksLike(stroke) == true {
      open?.path.append(stroke.path)
    } else {
      end(into: &marks)
      open = stroke
    }
  }

  mutating func end(into marks: inout [DrawItem]) {
    if let open { marks.append(DrawItem(.stroke(open))) }
    open = nil
  }
}

extension Stroke {
  fileprivate var isOpaque: Bool { if case .color(let color) = paint { color.alpha >= 1 } else { false } }

  fileprivate func looksLike(_ other: Stroke) -> Bool {
    paint == other.paint && width == other.width && cap == other.cap && join == other.join
      && miterLimit == other.miterLimit && dashes == other.dashes && dashPhase == other.dashPhase
  }
}
