import Drawing
import MapStyle

enum LineFilling {
  case pattern(Bitmap, length: Double, opacity: Double)
  case gradient(GradientRamp)

  fileprivate var isOpaque: Bool {
    switch self {
    case .pattern(_, _, let opacity): opacity >= 1
    case .gradient(let ramp): ramp.isOpaque
    }
  }

  fileprivate func faded(_ step: LineFading.Step) -> LineFilling {
    switch self {
    case .pattern(let bitmap, let length, let opacity):
      .pattern(bitmap, length: length, opacity: step.alpha(of: opacity))
    case .gradient(let ramp): .gradient(ramp.mappingAlpha(step.alpha))
    }
  }
}

struct FilledLine {
  let filling: LineFilling
  var pen: Stroke
  var dashes: DashPattern?
  /// The width of a picture in points, if the line is one step of a wider one that fades; else `nil`.
  var pictureWidth: Double?

  /// So far neighboring areas overlap, so that what lies beneath does not show between them.
  private static let overlap = 0.3

  func faded(by blur: Double) -> [FilledLine] {
    guard blur > 0 else { return [self] }
    return LineFading.steps(width: pen.width, blur: blur).map { step in
      var line = FilledLine(filling: filling.faded(step), pen: pen, dashes: dashes, pictureWidth: pen.width)
      line.pen.width = step.width
      return line
    }
  }

  func fills(of piece: OutlineItem.Piece, in clip: Rectangle) -> [Fill] {
    let corners = Ribbon.straightened(piece.isClosed ? piece.points + piece.points.prefix(1) : piece.points)
    guard let line = MeasuredLine(corners), pen.width > 0 else { return [] }
    guard let dashes else {
      let isClosed = piece.isClosed || (corners.count > 3 && corners.first == corners.last)
      return fills(of: line, from: 0, along: line.length, isClosed: isClosed, in: clip)
    }
    let reach = clip.expanded(by: pen.width / 2 * max(1.5, pen.miterLimit))
    // A dash without length is seen by its caps alone.
    let shortest = pen.cap == .butt ? 0 : 0.01
    return dashes.spans(on: line, shortest: shortest, in: reach).flatMap { span in
      line.part(span).map {
        fills(of: $0, from: span.lowerBound, along: line.length, isClosed: false, in: clip)
      } ?? []
    }
  }

  private func fills(
    of line: MeasuredLine, from start: Double, along length: Double, isClosed: Bool, in clip: Rectangle
  ) -> [Fill] {
    let ribbon = Ribbon(
      line: line, isClosed: isClosed, pen: pen, overlap: filling.isOpaque ? FilledLine.overlap : 0)
    return ribbon.stretches(in: clip).compactMap { stretch in
      let path = Path(rings: [clip.clipped(ring: stretch.ring)])
      guard !path.isEmpty, let paint = paint(stretch, from: start, along: length) else { return nil }
      return Fill(path, paint)
    }
  }

  private func paint(_ stretch: Ribbon.Stretch, from start: Double, along whole: Double) -> Paint? {
    switch filling {
    case .pattern(let bitmap, let length, let opacity):
      guard length > 0 else { return nil }
      let direction = stretch.direction
      let phase = stretch.distances.start.truncatingRemainder(dividingBy: length)
      let height = pictureWidth ?? pen.width
      let corner = Point(x: -phase, y: -height / 2).rotated(by: direction)
      return .pattern(
        Pattern(
          bitmap: bitmap, origin: stretch.start + corner, size: Size(width: length, height: height),
          rotation: direction, opacity: opacity))
    case .gradient(let ramp):
      return ramp.paint(
        from: stretch.start, to: stretch.end, (start + stretch.distances.start) / whole,
        (start + stretch.distances.end) / whole)
    }
  }
}

/// The colors of `line-gradient` from a line's beginning to its end: few stops that replace many samples.
struct GradientRamp {
  /// Ascending in their offsets, at least two.
  let stops: [Gradient.Stop]

  /// The difference of a channel from what was sampled that is allowed: a quarter of a step of a byte.
  private static let tolerance = 1.0 / 1024
}

extension GradientRamp {
  /// A ramp of samples at even distances from 0 to 1.
  init(_ colors: [Color]) {
    let last = Double(max(1, colors.count - 1))
    var stops: [Gradient.Stop] = []
    func add(_ index: Int) { stops.append(Gradient.Stop(offset: Double(index) / last, color: colors[index])) }
    var from = 0
    if !colors.isEmpty { add(0) }
    while from < colors.count - 1 {
      var to = from + 1
      while to + 1 < colors.count, GradientRamp.isEven(colors, from, to + 1) { to += 1 }
      add(to)
      from = to
    }
    self.stops = stops
  }

  private static func isEven(_ colors: [Color], _ from: Int, _ to: Int) -> Bool {
    for index in from + 1..<to {
      let mixed = colors[from].mixed(with: colors[to], share: Double(index - from) / Double(to - from))
      if mixed.difference(from: colors[index]) > tolerance { return false }
    }
    return true
  }

  func multiplyingAlpha(by opacity: Double) -> GradientRamp {
    guard opacity != 1 else { return self }
    return mappingAlpha { $0 * opacity }
  }

  func mappingAlpha(_ opacity: (Double) -> Double) -> GradientRamp {
    GradientRamp(
      stops: stops.map { stop in
        var stop = stop
        stop.color.alpha = opacity(stop.color.alpha)
        return stop
      })
  }

  var isOpaque: Bool { stops.allSatisfy { $0.color.alpha >= 1 } }

  func color(at share: Double) -> Color {
    guard let next = stops.firstIndex(where: { $0.offset >= share }) else {
      return stops.last?.color ?? .transparent
    }
    guard next > 0 else { return stops[0].color }
    let (a, b) = (stops[next - 1], stops[next])
    return a.color.mixed(with: b.color, share: (share - a.offset) / (b.offset - a.offset))
  }

  func paint(from start: Point, to end: Point, _ first: Double, _ last: Double) -> Paint? {
    guard !stops.isEmpty, first < last else { return nil }
    let inner = stops.filter { $0.offset > first && $0.offset < last }.map { stop in
      Gradient.Stop(offset: (stop.offset - first) / (last - first), color: stop.color)
    }
    let (from, to) = (color(at: first), color(at: last))
    let all = [Gradient.Stop(offset: 0, color: from)] + inner + [Gradient.Stop(offset: 1, color: to)]
    guard all.contains(where: { $0.color.alpha > 0 }) else { return nil }
    // Where the ends hardly differ one color is enough.
    let isPlain = all.allSatisfy { $0.color.difference(from: from) < 1.0 / 256 }
    return isPlain
      ? .color(from.mixed(with: to, share: 0.5)) : .gradient(Gradient(from: start, to: end, stops: all))
  }
}

extension Color {
  fileprivate func difference(from other: Color) -> Double {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue), abs(alpha - other.alpha))
  }
}

/// The fading of a line from its edges inward: it is drawn over itself, from wide to narrow.
enum LineFading {
  struct Step {
    let width: Double
    /// The line's opacity in its middle, as a share of its own.
    fileprivate let share: Double
    fileprivate let number: Int
    fileprivate let count: Int

    /// The opacity that takes the line from the step before to this one.
    func alpha(of alpha: Double) -> Double {
      func reached(_ step: Int) -> Double { alpha * share * Double(step) / Double(count) }
      let before = number > 1 ? reached(number - 1) : 0
      return before < 1 ? (reached(number) - before) / (1 - before) : 1
    }
  }

  static func steps(width: Double, blur: Double) -> [Step] {
    let depth = min(blur, width / 2)
    let count = Int(min(16, max(4, (depth * 2).rounded(.up))))
    return (1...count).map { step in
      Step(
        width: width - 2 * depth * (Double(step) - 0.5) / Double(count), share: depth / blur, number: step,
        count: count)
    }
  }
}
