import Drawing

/// Writes paths as SVG path data: relative steps, shortest commands, nothing that draws nothing.
///
/// Every point is rounded first and then written relative to the point before, so errors do not add up. Points that
/// fall together or lie on the straight way between their neighbors are left out: the shape is the same.
/// Curves that are quadratic at heart, as the letters of most fonts are, are written as such.
struct PathWriter {
  private struct GridPoint: Equatable {
    var x: Int64 = 0
    var y: Int64 = 0
    static func - (a: GridPoint, b: GridPoint) -> GridPoint { GridPoint(x: a.x - b.x, y: a.y - b.y) }
    static let zero = GridPoint()
  }

  /// True if a line of no length matters: with round or square ends it is a dot.
  let isStroke: Bool
  /// The pen in the text written so far.
  private var pen = GridPoint.zero
  /// The pen in the path; ahead of ``pen`` by a straight line that may still grow.
  private var head = GridPoint.zero
  private var start = GridPoint.zero
  /// True if the beginning of this subpath is written.
  private var isOpen = false
  /// True if nothing but the beginning of this subpath is written.
  private var isBare = false
  /// The command that the next numbers belong to unless another is written; 0 at the very beginning.
  private var command: UInt8 = 0
  /// True if a number went before, and whether it had a decimal point.
  private var follows = false
  private var hasPoint = false

  init(isStroke: Bool) { self.isStroke = isStroke }

  mutating func write(_ path: Path, offset: Point = .zero, to out: inout Markup) {
    var next = 0
    for verb in path.verbs {
      switch verb {
      case .move:
        endLine(&out)
        begin(at: gridPoint(path.points[next] + offset, &out))
      case .line: line(to: gridPoint(path.points[next] + offset, &out), &out)
      case .curve:
        let before = next > 0 ? path.points[next - 1] : path.points[next]
        curve(
          before + offset, path.points[next] + offset, path.points[next + 1] + offset,
          path.points[next + 2] + offset, isJoined: next > 0, &out)
      case .close: close(&out)
      }
      next += verb.pointCount
    }
    endLine(&out)
  }

  private func gridPoint(_ point: Point, _ out: inout Markup) -> GridPoint {
    GridPoint(x: out.steps(point.x), y: out.steps(point.y))
  }

  private mutating func begin(at point: GridPoint) {
    isOpen = false
    start = point
    head = point
  }

  private mutating func line(to point: GridPoint, _ out: inout Markup) {
    if !isOpen, point == head, !isStroke { return }
    if isOpen, pen != head, !goesStraightOn(head - pen, point - head) { flush(&out) }
    open(&out)
    head = point
  }

  private func goesStraightOn(_ first: GridPoint, _ second: GridPoint) -> Bool {
    let limit: UInt64 = 1 << 31  // keeps the products below 2^63
    guard first.x.magnitude < limit, first.y.magnitude < limit, second.x.magnitude < limit,
      second.y.magnitude < limit
    else { return false }
    return first.x * second.y == first.y * second.x && first.x * second.x >= 0 && first.y * second.y >= 0
  }

  private mutating func curve(
    _ before: Point, _ first: Point, _ second: Point, _ end: Point, isJoined: Bool, _ out: inout Markup
  ) {
    flush(&out)
    let target = gridPoint(end, &out)
    let (a, b) = (gridPoint(first, &out) - head, gridPoint(second, &out) - head)
    let way = target - head
    if a == .zero, b == .zero, way == .zero { return }
    open(&out)
    // A cubic raised from a quadratic has 3·first − before = 3·second − end = 2·control.
    let one = Point(x: (3 * first.x - before.x) / 2, y: (3 * first.y - before.y) / 2)
    let two = Point(x: (3 * second.x - end.x) / 2, y: (3 * second.y - end.y) / 2)
    let slack = 0.25 / out.unit
    if isJoined, abs(one.x - two.x) <= slack, abs(one.y - two.y) <= slack {
      let control = gridPoint(Point(x: (one.x + two.x) / 2, y: (one.y + two.y) / 2), &out) - head
      write("q", &out)
      numbers([control, way], &out)
    } else {
      write("c", &out)
      numbers([a, b, way], &out)
    }
    isBare = false
    pen = target
    head = target
  }

  private mutating func close(_ out: inout Markup) {
    if isOpen, head == start { head = pen }  // closing draws the line that waits
    endLine(&out)
    if isStroke { open(&out) }
    if isOpen {
      write("z", &out)
      pen = start
    }
    begin(at: start)
  }

  /// Writes the beginning of the subpath, once something is drawn from there.
  private mutating func open(_ out: inout Markup) {
    guard !isOpen else { return }
    isOpen = true
    isBare = true
    if command == 0 {
      write("M", &out)
      numbers([start], &out)
      command = UInt8(ascii: "L")
    } else {
      command = 0  // never implied
      write("m", &out)
      numbers([start - pen], &out)
      command = UInt8(ascii: "l")
    }
    pen = start
    head = start
  }

  private mutating func flush(_ out: inout Markup) {
    guard isOpen, pen != head else { return }
    let way = head - pen
    if way.y == 0 {
      write("h", &out)
      number(way.x, &out)
    } else if way.x == 0 {
      write("v", &out)
      number(way.y, &out)
    } else {
      write("l", &out)
      numbers([way], &out)
    }
    isBare = false
    pen = head
  }

  /// Ends a stretch: what waits is written, and a dot where all was so short that nothing is left.
  private mutating func endLine(_ out: inout Markup) {
    flush(&out)
    if isStroke, isOpen, isBare {
      write("h", &out)
      number(0, &out)
    }
  }

  private mutating func write(_ letter: StaticString, _ out: inout Markup) {
    let byte = letter.utf8Start[0]
    guard byte != command else { return }
    out.byte(byte)
    command = byte
    follows = false
  }

  private mutating func numbers(_ points: [GridPoint], _ out: inout Markup) {
    for point in points {
      number(point.x, &out)
      number(point.y, &out)
    }
  }

  private mutating func number(_ steps: Int64, _ out: inout Markup) {
    let isFraction = steps.magnitude < UInt64(out.unit) && steps != 0
    if follows, steps >= 0, !(isFraction && hasPoint) { out.byte(UInt8(ascii: " ")) }
    hasPoint = out.number(steps, decimals: out.decimals)
    follows = true
  }
}
