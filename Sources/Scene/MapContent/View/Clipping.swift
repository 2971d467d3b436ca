package import Drawing

// Everything is cut in doubles to the picture plus a margin before a canvas sees it: canvases count in 24.8 fixed
// point and draw nonsense beyond a million points, without a word.

extension Rectangle {
  /// A ring cut to this rectangle, by Sutherland and Hodgman: one edge after the other.
  ///
  /// Edges that come to lie on the rectangle's border stay in the result, so a caller who strokes it clips to a
  /// rectangle larger than the picture by more than the stroke's width.
  ///
  /// - Parameter ring: corners in order; the last is joined to the first.
  /// - Returns: fewer than three corners when nothing is left.
  /// - Complexity: O(*corners*), without allocation where the ring lies inside.
  package func clipped(ring: [Point]) -> [Point] {
    var inside = true
    for point in ring where !contains(point) {
      inside = false
      break
    }
    if inside { return ring }
    var result = ring
    for edge in Edge.allCases where !result.isEmpty {
      result = clip(result, at: edge)
    }
    return result
  }

  /// The pieces of a line inside this rectangle, each with at least two points.
  package func clipped(line: [Point]) -> [[Point]] { parts(of: line).map(\.points) }

  /// The pieces of a line inside this rectangle, by Liang and Barsky, each with at least two points, and the number of the line's
  /// segment that each begins on.
  package func parts(of line: [Point]) -> [(points: [Point], segment: Int)] {
    var parts: [(points: [Point], segment: Int)] = []
    var part: (points: [Point], segment: Int) = ([], 0)
    func finish() {
      if part.points.count > 1 { parts.append(part) }
      part.points = []
    }
    for (segment, (start, end)) in zip(line, line.dropFirst()).enumerated() {
      guard let (from, to) = clipped(start, end) else {
        finish()
        continue
      }
      if part.points.last != from {
        finish()
        part = ([from], segment)
      }
      part.points.append(to)
      if to != end { finish() }
    }
    finish()
    return parts
  }

  /// The part of a segment inside the rectangle.
  package func clipped(_ start: Point, _ end: Point) -> (Point, Point)? {
    // Most segments lie wholly inside or on the far side of one edge.
    if contains(start), contains(end) { return (start, end) }
    if max(start.x, end.x) < minX || min(start.x, end.x) > maxX || max(start.y, end.y) < minY
      || min(start.y, end.y) > maxY
    {
      return nil
    }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    var (enter, leave) = (0.0, 1.0)
    for (slope, distance) in [
      (-dx, start.x - minX), (dx, maxX - start.x), (-dy, start.y - minY), (dy, maxY - start.y),
    ] {
      if slope == 0 {
        if distance < 0 { return nil }
      } else if slope < 0 {
        enter = max(enter, distance / slope)
      } else {
        leave = min(leave, distance / slope)
      }
    }
    guard enter <= leave else { return nil }
    func point(at share: Double) -> Point { Point(x: start.x + share * dx, y: start.y + share * dy) }
    return (enter == 0 ? start : point(at: enter), leave == 1 ? end : point(at: leave))
  }

  private enum Edge: CaseIterable {
    case left, right, top, bottom
  }

  private func clip(_ ring: [Point], at edge: Edge) -> [Point] {
    guard var previous = ring.last else { return [] }
    var result: [Point] = []
    result.reserveCapacity(ring.count + 4)
    var previousDepth = depth(of: previous, behind: edge)
    for point in ring {
      let depth = depth(of: point, behind: edge)
      if (depth >= 0) != (previousDepth >= 0) {
        let share = previousDepth / (previousDepth - depth)
        result.append(
          Point(
            x: previous.x + share * (point.x - previous.x), y: previous.y + share * (point.y - previous.y)))
      }
      if depth >= 0 { result.append(point) }
      (previous, previousDepth) = (point, depth)
    }
    return result
  }

  /// The distance of a point from the edge; negative outside.
  private func depth(of point: Point, behind edge: Edge) -> Double {
    switch edge {
    case .left: point.x - minX
    case .right: maxX - point.x
    case .top: point.y - minY
    case .bottom: maxY - point.y
    }
  }
}

extension Path {
  /// Closed rings; nothing of those of fewer than three corners.
  package init(rings: [[Point]]) {
    self.init()
    for ring in rings { addRing(ring) }
  }

  /// Open lines.
  package init(lines: [[Point]]) {
    self.init()
    for line in lines { addLine(line) }
  }

  /// Appends a closed ring; a last point that repeats the first is left out.
  package mutating func addRing(_ ring: [Point]) {
    let corners = ring.count > 1 && ring.last == ring.first ? ring.dropLast() : ring[...]
    guard corners.count > 2 else { return }
    add(lineThrough: corners)
    close()
  }

  /// Appends an open line.
  package mutating func addLine(_ line: [Point]) { add(lineThrough: line[...]) }
}
