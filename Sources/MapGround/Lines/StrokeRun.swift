import Drawing

/// Strokes that follow each other and look alike, drawn as one: a street map has thousands in few colors.
///
/// Only opaque ones: where two that shine through cross, each is seen.
struct StrokeRun {
  let joinsAlike: Bool
  private var open: Stroke?

  init(joinsAlike: Bool) { self.joinsAlike = joinsAlike }

  /// Draws a stroke, with those before it where they look alike.
  mutating func add(_ stroke: Stroke, to marks: inout [Mark]) {
    guard joinsAlike, stroke.isOpaque else {
      end(into: &marks)
      marks.append(Mark(.stroke(stroke)))
      return
    }
    if open?.looksLike(stroke) == true {
      open?.path.append(stroke.path)
    } else {
      end(into: &marks)
      open = stroke
    }
  }

  mutating func end(into marks: inout [Mark]) {
    if let open { marks.append(Mark(.stroke(open))) }
    open = nil
  }
}

extension Stroke {
  fileprivate var isOpaque: Bool {
    if case .color(let color) = paint { color.alpha >= 1 } else { false }
  }

  fileprivate func looksLike(_ other: Stroke) -> Bool {
    paint == other.paint && width == other.width && cap == other.cap && join == other.join
      && miterLimit == other.miterLimit && dashes == other.dashes && dashPhase == other.dashPhase
  }
}
