import Drawing

/// The order in which a layer's marks are written: those that stand for most points first, so that readers hear them first.
///
/// Marks that lie over others stay behind them, so that the picture is the same.
struct ReadingOrder {
  /// Marks that stay together: one that has a subject, and what follows it without one.
  private struct Unit {
    var marks: Range<Int>
    var count: Int
    var box: Rectangle
    /// The disc that all of them lie in, as bubbles and their counts do; `nil` where there is none.
    var disc: (center: Point, radius: Double)?

    func meets(_ other: Unit) -> Bool {
      guard box.y <= other.box.maxY, other.box.y <= box.maxY else { return false }
      guard let disc, let beside = other.disc else { return true }
      return (disc.center - beside.center).length < disc.radius + beside.radius
    }
  }

  /// In crowds with more overlaps a unit than this, the order stays.
  private static let mostOverlaps = 16

  static func order(of marks: [DrawItem]) -> [Int] {
    guard marks.contains(where: { $0.subject != nil }), let units = units(of: marks),
      zip(units, units.dropFirst()).contains(where: { $0.count < $1.count }),
      let above = overlaps(of: units)
    else { return Array(marks.indices) }
    var waiting = Array(repeating: 0, count: units.count)
    for others in above { for other in others { waiting[other] += 1 } }
    // The ready ones, the next at the end.
    func goesBefore(_ a: Int, _ b: Int) -> Bool { (units[b].count, a) < (units[a].count, b) }
    var ready = units.indices.filter { waiting[$0] == 0 }.sorted { goesBefore($1, $0) }
    var order: [Int] = []
    while let next = ready.popLast() {
      order += units[next].marks
      for other in above[next] {
        waiting[other] -= 1
        guard waiting[other] == 0 else { continue }
        var (low, high) = (0, ready.count)
        while low < high {
          let middle = (low + high) / 2
          if goesBefore(ready[middle], other) { high = middle } else { low = middle + 1 }
        }
        ready.insert(other, at: low)
      }
    }
    return order
  }

  private static func units(of marks: [DrawItem]) -> [Unit]? {
    var units: [Unit] = []
    for (index, mark) in marks.enumerated() {
      guard let box = mark.shape.reach else { return nil }
      if mark.subject == nil, let last = units.indices.last {
        units[last].marks = units[last].marks.lowerBound..<index + 1
        units[last].box = units[last].box.union(box)
        if let disc = units[last].disc, !mark.shape.isInside(disc) { units[last].disc = nil }
      } else {
        var disc: (Point, Double)?
        if case .circle(let circle) = mark.shape {
          disc = (circle.center, circle.radius + circle.strokeWidth)
        }
        units.append(Unit(marks: index..<index + 1, count: mark.subject?.count ?? .max, box: box, disc: disc))
      }
    }
    return units
  }

  /// By unit, the later ones whose boxes meet its own; `nil` for a crowd.
  private static func overlaps(of units: [Unit]) -> [[Int]]? {
    var above: [[Int]] = Array(repeating: [], count: units.count)
    var (active, pairs): ([Int], Int) = ([], 0)
    for index in units.indices.sorted(by: { (units[$0].box.x, $0) < (units[$1].box.x, $1) }) {
      let box = units[index].box
      active.removeAll { units[$0].box.maxX < box.x }
      for other in active {
        guard units[other].meets(units[index]) else { continue }
        above[min(index, other)].append(max(index, other))
        pairs += 1
        if pairs > mostOverlaps * units.count { return nil }
      }
      active.append(index)
    }
    return above
  }
}

extension Shape {
  /// A rectangle beyond which nothing of it is drawn; `nil` where that is not known.
  fileprivate var reach: Rectangle? {
    switch self {
    case .fill(let fill): return fill.path.bounds ?? Rectangle(x: 0, y: 0, width: 0, height: 0)
    case .stroke(let stroke):
      let margin = stroke.width * max(1, stroke.miterLimit) / 2
      return stroke.path.bounds?.expanded(by: margin) ?? Rectangle(x: 0, y: 0, width: 0, height: 0)
    case .circle(let circle):
      return Rectangle(around: circle.center, reach: circle.radius + circle.strokeWidth)
    case .circles: return nil
    case .image(let image): return image.rotation == 0 ? image.rectangle : nil
    case .text(let run):
      guard run.rotation == 0 else { return nil }
      var result: Rectangle?
      for fragment in run.fragments {
        guard fragment.rotation == 0 else { return nil }
        let box = Rectangle(x: fragment.origin.x, y: fragment.origin.y, width: fragment.advance, height: 0)
          .expanded(by: 1.5 * fragment.font.size + (run.halo?.width ?? 0))
        result = result?.union(box) ?? box
      }
      return result
    }
  }

  /// True if all of it lies in a disc; of level text its letters.
  fileprivate func isInside(_ disc: (center: Point, radius: Double)) -> Bool {
    var (boxes, margin) = ([reach], 0.0)
    if case .text(let run) = self, run.rotation == 0 {
      margin = 1 + (run.halo?.width ?? 0)
      boxes = run.fragments.map { $0.rotation == 0 ? $0.outline.bounds?.offset(by: $0.origin) : nil }
    }
    return boxes.allSatisfy { box in
      guard let box = box?.expanded(by: margin) else { return false }
      let corner = Point(
        x: max(disc.center.x - box.minX, box.maxX - disc.center.x),
        y: max(disc.center.y - box.minY, box.maxY - disc.center.y))
      return corner.length <= disc.radius
    }
  }
}
