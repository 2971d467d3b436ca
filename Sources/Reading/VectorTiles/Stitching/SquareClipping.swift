import MapGeometry

struct SquareClipping {
  let frame: SquareFrame
  /// True if neighbors own lines along those borders.
  let hasEast, hasSouth: Bool

  func pieces(
    of part: Range<Int>, in layer: VectorTileLayer,
    _ body: (_ points: [GridPoint], _ startIsCut: Bool, _ endIsCut: Bool) -> Void
  ) {
    var piece: [GridPoint] = []
    var startIsCut = false
    func end(isCut: Bool) {
      if piece.count > 1 { body(piece, startIsCut, isCut) }
      piece.removeAll()
    }
    var last = vertex(part.lowerBound, layer)
    for index in part.dropFirst() {
      let to = vertex(index, layer)
      defer { last = to }
      guard let (a, b) = clipped(last, to) else {
        end(isCut: true)
        continue
      }
      if piece.isEmpty || a != last {
        end(isCut: true)
        startIsCut = index > part.lowerBound + 1 || a != last
        piece.append(frame.grid(a.x, a.y))
      }
      piece.append(frame.grid(b.x, b.y))
      if b != to { end(isCut: true) }
    }
    end(isCut: false)
  }

  /// Part of an edge in the square, in the layer's units; `nil` if outside, or on a neighbor's border.
  private func clipped(_ from: GridPoint, _ to: GridPoint) -> (GridPoint, GridPoint)? {
    if isWithin(from), isWithin(to) { return (from, to) }
    var (a, b) = (from, to)
    for side in 0..<4 {
      let (da, db) = (inside(a, side), inside(b, side))
      if da < 0 && db < 0 { return nil }
      if da < 0 { a = crossing(from, to, side) } else if db < 0 { b = crossing(from, to, side) }
    }
    // Rounding may leave an end a hair outside of a corner.
    let hair = 1e-6
    for side in 0..<4 where inside(a, side) < -hair || inside(b, side) < -hair { return nil }
    (a, b) = (clamped(a), clamped(b))
    if hasEast, a.x == frame.east, b.x == frame.east { return nil }
    if hasSouth, a.y == frame.south, b.y == frame.south { return nil }
    return a == b && from != to ? nil : (a, b)
  }

  /// Sutherland–Hodgman clipping; edges along the border and back cancel out later.
  func ring(_ part: Range<Int>, in layer: VectorTileLayer) -> [GridPoint] {
    var box = Extent<Int32>()
    for index in part { box.include(layer.coordinates[2 * index], layer.coordinates[2 * index + 1]) }
    let (upper, lower) = (
      GridPoint(Double(box.minX), Double(box.minY)), GridPoint(Double(box.maxX), Double(box.maxY))
    )
    // Most rings lie within the square, or wholly in the tile's buffer.
    if (0..<4).contains(where: { inside(upper, $0) < 0 && inside(lower, $0) < 0 }) { return [] }
    var ring = part.map { vertex($0, layer) }
    for side in 0..<4 where inside(upper, side) < 0 || inside(lower, side) < 0 {
      var kept: [GridPoint] = []
      guard var last = ring.last else { return [] }
      for point in ring {
        let (before, now) = (inside(last, side), inside(point, side))
        if before < 0 && now > 0 || before > 0 && now < 0 { kept.append(crossing(last, point, side)) }
        if now >= 0 { kept.append(point) }
        last = point
      }
      ring = kept
    }
    var points: [GridPoint] = []
    points.reserveCapacity(ring.count)
    for point in ring {
      let point = frame.grid(point.x, point.y)
      if point != points.last { points.append(point) }
    }
    while points.count > 1, points.last == points.first { points.removeLast() }
    return points
  }

  @inline(__always) private func vertex(_ index: Int, _ layer: VectorTileLayer) -> GridPoint {
    GridPoint(Double(layer.coordinates[2 * index]), Double(layer.coordinates[2 * index + 1]))
  }

  @inline(__always) private func inside(_ point: GridPoint, _ side: Int) -> Double {
    switch side {
    case 0: point.x - frame.west
    case 1: frame.east - point.x
    case 2: point.y - frame.north
    default: frame.south - point.y
    }
  }

  @inline(__always) private func isWithin(_ point: GridPoint) -> Bool {
    point.x > frame.west && point.x < frame.east && point.y > frame.north && point.y < frame.south
  }

  private func clamped(_ point: GridPoint) -> GridPoint {
    point.clamped(
      lowerBound: GridPoint(frame.west, frame.north), upperBound: GridPoint(frame.east, frame.south))
  }

  /// Crossing of an edge and a side, computed in one direction so that both give the same point.
  private func crossing(_ from: GridPoint, _ to: GridPoint, _ side: Int) -> GridPoint {
    if side < 2 {
      let (a, b) = from.x < to.x ? (from, to) : (to, from)
      let x = side == 0 ? frame.west : frame.east
      return GridPoint(x, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
    }
    let (a, b) = from.y < to.y ? (from, to) : (to, from)
    let y = side == 2 ? frame.north : frame.south
    return GridPoint(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y)
  }
}
