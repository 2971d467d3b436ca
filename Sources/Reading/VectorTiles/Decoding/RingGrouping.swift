import MapGeometry

/// Assigns holes to outer rings; orients outer rings clockwise on screen and holes counterclockwise.
struct RingGrouping {
  let version: Int
  let first: Int

  /// Limit of vertex comparisons, beyond which version 1 is grouped as version 2.
  private static let costLimit = 50_000_000

  func group(_ geometry: inout GeometryDecoder, _ columns: inout FeatureColumns) {
    let rings = (first..<columns.parts.count).map { columns.parts[$0] }
    guard let begin = rings.first?.lowerBound, let end = rings.last?.upperBound else { return }
    if version == 1, rings.count > 1, rings.count * (end - begin) <= RingGrouping.costLimit {
      groupByContainment(rings, &geometry, &columns)
    } else {
      groupByArea(rings, &geometry, &columns)
    }
  }

  /// Version 2: rings that run like the first are outer ones. If it runs counterclockwise, against the
  /// format, all are reversed.
  private func groupByArea(
    _ rings: [Range<Int>], _ geometry: inout GeometryDecoder, _ columns: inout FeatureColumns
  ) {
    let outerIsClockwise = geometry.doubledArea(rings[0]) > 0
    for (index, ring) in rings.enumerated() {
      let isHole = index > 0 && (geometry.doubledArea(ring) > 0) != outerIsClockwise
      columns.parts.setHole(isHole, of: first + index)
      if !outerIsClockwise { geometry.reverse(ring) }
    }
  }

  /// Version 1 has no rule of direction: a ring inside an odd number of others is a hole.
  private func groupByContainment(
    _ rings: [Range<Int>], _ geometry: inout GeometryDecoder, _ columns: inout FeatureColumns
  ) {
    let boxes = rings.map { RingGrouping.box(of: $0, geometry) }
    let areas = rings.map { abs(geometry.doubledArea($0)) }
    // The rings around each ring; of those the smallest is the nearest.
    var depths = Array(repeating: 0, count: rings.count)
    var nearest: [Int?] = Array(repeating: nil, count: rings.count)
    for inner in rings.indices {
      for outer in rings.indices
      where outer != inner && areas[outer] > areas[inner] && boxes[outer].contains(boxes[inner]) {
        guard isInside(rings[inner], rings[outer], geometry) else { continue }
        depths[inner] += 1
        if nearest[inner].map({ areas[outer] < areas[$0] }) ?? true { nearest[inner] = outer }
      }
    }
    var holes: [[Int]] = Array(repeating: [], count: rings.count)
    for index in rings.indices where depths[index] % 2 == 1 {
      if let outer = nearest[index] { holes[outer].append(index) }
    }
    let order = rings.indices.filter { depths[$0] % 2 == 0 }.flatMap { [$0] + holes[$0] }
    guard order.count == rings.count else { return groupByArea(rings, &geometry, &columns) }
    for index in rings.indices {
      let isClockwise = geometry.doubledArea(rings[index]) > 0
      if isClockwise == (depths[index] % 2 == 1) { geometry.reverse(rings[index]) }
    }
    geometry.reorder(order.map { rings[$0] })
    var end = rings[0].lowerBound
    for (position, index) in order.enumerated() {
      end += rings[index].count
      columns.parts.setEnd(end, of: first + position)
      columns.parts.setHole(depths[index] % 2 == 1, of: first + position)
    }
  }

  /// Tests the first vertex of a ring that is not on the outer ring's edges.
  private func isInside(_ ring: Range<Int>, _ outer: Range<Int>, _ geometry: GeometryDecoder) -> Bool {
    // Rings of a valid polygon touch in single vertices only; more than a few need not be tried.
    for index in ring.prefix(4) {
      if let isInside = isInside(geometry.vertex(index), outer, geometry) { return isInside }
    }
    return true
  }

  private func isInside(_ point: (x: Int32, y: Int32), _ ring: Range<Int>, _ geometry: GeometryDecoder)
    -> Bool?
  {
    let (x, y) = (Double(point.x), Double(point.y))
    var isInside = false
    var last = geometry.vertex(ring.upperBound - 1)
    for index in ring {
      let vertex = geometry.vertex(index)
      defer { last = vertex }
      let (ax, ay, bx, by) = (Double(last.x), Double(last.y), Double(vertex.x), Double(vertex.y))
      let side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
      if side == 0, min(ax, bx) <= x, x <= max(ax, bx), min(ay, by) <= y, y <= max(ay, by) { return nil }
      if (ay > y) != (by > y), (side > 0) == (by > ay) { isInside.toggle() }
    }
    return isInside
  }

  private static func box(of ring: Range<Int>, _ geometry: GeometryDecoder) -> Extent<Int32> {
    var box = Extent<Int32>()
    for index in ring {
      let (x, y) = geometry.vertex(index)
      box.include(x, y)
    }
    return box
  }
}
