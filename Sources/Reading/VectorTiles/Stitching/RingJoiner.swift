import MapGeometry

/// Joins areas cut at borders of squares.
///
/// Edges of rings along borders are summed: opposite ones of neighbors cancel. The rest is traced to rings.
/// Winding numbers are kept, so that the result is the union of the parts for any input.
struct RingJoiner {
  /// A line at x (axis 0) or y (axis 1).
  struct Border: Hashable {
    let axis: Int
    let coordinate: Double
  }

  /// A part of a border with an area beside it; `turns` is the net winding south or east.
  struct Stretch {
    var low, high: Double
    var turns: Int
  }

  private struct Side {
    let node, identity: Int
    let tolerance: Double
    let isBefore: Bool
    var stretch: Stretch
    var isMatched = false
  }

  /// Edges of a ring between borders, or a whole open ring.
  struct Chain {
    let node: Int
    var points: [GridPoint]
    let isRing: Bool
  }

  private struct Move: Hashable {
    let node: Int
    let border: Border
    let from: Double
  }

  private(set) var chains: [Chain] = []
  private var sides = OrderedValues<Border, [Side]>()
  private var sorted: [(border: Border, sides: [Side])] = []
  private var moves: [Move: Double] = [:]

  mutating func add(_ rings: [[GridPoint]], node: Int, identity: Int, frame: SquareFrame) {
    var along = OrderedValues<Border, [Stretch]>()
    for ring in rings where ring.count > 2 {
      let edges = ring.indices.map { border(ring[$0], ring[($0 + 1) % ring.count], frame) }
      guard let first = edges.firstIndex(where: { $0 != nil }) else {
        chains.append(Chain(node: node, points: ring, isRing: true))
        continue
      }
      var chain: [GridPoint] = []
      for step in 1...ring.count {
        let index = (first + step) % ring.count
        let (from, to) = (ring[index], ring[(index + 1) % ring.count])
        guard let border = edges[index] else {
          if chain.isEmpty { chain.append(from) }
          chain.append(to)
          continue
        }
        if !chain.isEmpty { chains.append(Chain(node: node, points: chain, isRing: false)) }
        chain = []
        let (a, b) = border.axis == 0 ? (from.y, to.y) : (from.x, to.x)
        let stretch = Stretch(low: min(a, b), high: max(a, b), turns: a < b ? 1 : -1)
        along.add([stretch], for: border) { $0.append(stretch) }
      }
    }
    for (border, stretches) in zip(along.keys, along.values) {
      let corner = border.axis == 0 ? frame.column : frame.row
      let own = RingJoiner.sum(stretches).map { stretch in
        Side(
          node: node, identity: identity, tolerance: frame.tolerance,
          isBefore: border.coordinate > Double(corner), stretch: stretch)
      }
      sides.add(own, for: border) { $0 += own }
    }
  }

  private func border(_ a: GridPoint, _ b: GridPoint, _ frame: SquareFrame) -> Border? {
    for (axis, corner) in [(0, Double(frame.column)), (1, Double(frame.row))] where a[axis] == b[axis] {
      if a[axis] == corner || a[axis] == corner + 1 { return Border(axis: axis, coordinate: a[axis]) }
    }
    return nil
  }

  /// Sums stretches; opposite ones cancel.
  static func sum(_ stretches: [Stretch]) -> [Stretch] {
    if stretches.count == 1 { return stretches }
    let changes = stretches.flatMap { [($0.low, $0.turns), ($0.high, -$0.turns)] }.sorted { $0.0 < $1.0 }
    var sums: [Stretch] = []
    var turns = 0
    var index = 0
    while index < changes.count {
      let coordinate = changes[index].0
      var now = turns
      while index < changes.count, changes[index].0 == coordinate {
        now += changes[index].1
        index += 1
      }
      if now != turns {
        if turns != 0 { sums[sums.count - 1].high = coordinate }
        if now != 0 { sums.append(Stretch(low: coordinate, high: coordinate, turns: now)) }
        turns = now
      }
    }
    return sums
  }

  /// Joins features across borders: first by equal ends, then by overlap.
  mutating func join(_ sets: inout DisjointSets) {
    sorted = zip(sides.keys, sides.values).map { border, sides in
      (
        border,
        sides.sorted { ($0.identity, $0.stretch.low, $0.node) < ($1.identity, $1.stretch.low, $1.node) }
      )
    }
    for (border, var sides) in sorted {
      matchEnds(border, &sides, &sets)
      matchOverlaps(sides, &sets)
    }
  }

  private mutating func matchEnds(_ border: Border, _ sides: inout [Side], _ sets: inout DisjointSets) {
    let after = sides.indices.filter { !sides[$0].isBefore }
    var begin = 0
    for index in sides.indices where sides[index].isBefore {
      let side = sides[index]
      let (from, to) = (side.stretch.low - side.tolerance, side.stretch.low + side.tolerance)
      while begin < after.count {
        let other = sides[after[begin]]
        guard (other.identity, other.stretch.low) < (side.identity, from) else { break }
        begin += 1
      }
      var best: (index: Int, distance: Double)?
      for candidate in after[begin...].prefix(64) {
        let other = sides[candidate]
        guard other.identity == side.identity, other.stretch.low <= to else { break }
        let tolerance = min(side.tolerance, other.tolerance)
        let (low, high) = (
          abs(other.stretch.low - side.stretch.low), abs(other.stretch.high - side.stretch.high)
        )
        guard !other.isMatched, other.stretch.turns == -side.stretch.turns, low <= tolerance,
          high <= tolerance, low + high < best?.distance ?? .infinity
        else { continue }
        best = (candidate, low + high)
      }
      guard let best else { continue }
      sides[index].isMatched = true
      sides[best.index].isMatched = true
      let other = sides[best.index]
      sets.join(side.node, other.node)
      meet(border, (side.node, side.stretch.low), (other.node, other.stretch.low))
      meet(border, (side.node, side.stretch.high), (other.node, other.stretch.high))
    }
  }

  /// Moves two ends to their middle; corners of squares stay.
  private mutating func meet(_ border: Border, _ a: (node: Int, at: Double), _ b: (node: Int, at: Double)) {
    guard a.at != b.at else { return }
    let (moveA, moveB) = (
      Move(node: a.node, border: border, from: a.at), Move(node: b.node, border: border, from: b.at)
    )
    guard moves[moveA] == nil, moves[moveB] == nil else { return }
    let corner = [a.at, b.at].first { $0 == $0.rounded() }
    let middle = corner ?? (a.at + b.at) / 2
    moves[moveA] = middle
    moves[moveB] = middle
  }

  private mutating func matchOverlaps(_ sides: [Side], _ sets: inout DisjointSets) {
    var reach: [Bool: (identity: Int, node: Int, high: Double)] = [:]
    for side in sides where !side.isMatched {
      if let other = reach[!side.isBefore], other.identity == side.identity,
        other.high > side.stretch.low + side.tolerance
      {
        sets.join(side.node, other.node)
      }
      let known = reach[side.isBefore]
      if known?.identity != side.identity || (known?.high ?? 0) < side.stretch.high {
        reach[side.isBefore] = (side.identity, side.node, side.stretch.high)
      }
    }
  }

  func edges(_ sets: inout DisjointSets) -> [Int: [RingTracer.Edge]] {
    var edges: [Int: [RingTracer.Edge]] = [:]
    for chain in chains {
      var points = chain.points
      if chain.isRing {
        points.append(points[0])
      } else {
        points[0] = moved(points[0], chain.node)
        points[points.count - 1] = moved(points[points.count - 1], chain.node)
      }
      edges[sets.root(of: chain.node), default: []].append(
        RingTracer.Edge(points: points, isRing: chain.isRing, isHidden: false))
    }
    for (border, sides) in sorted {
      var stretches: [Int: (stretches: [Stretch], sides: Set<Bool>, tolerance: Double)] = [:]
      for side in sides {
        var stretch = side.stretch
        stretch.low = moves[Move(node: side.node, border: border, from: stretch.low)] ?? stretch.low
        stretch.high = moves[Move(node: side.node, border: border, from: stretch.high)] ?? stretch.high
        if stretch.low == stretch.high { continue }
        let root = sets.root(of: side.node)
        stretches[root, default: ([], [], 0)].stretches.append(stretch)
        stretches[root]?.sides.insert(side.isBefore)
        stretches[root]?.tolerance = side.tolerance
      }
      for (root, found) in stretches.sorted(by: { $0.key < $1.key }) {
        for stretch in RingJoiner.sum(found.stretches) {
          // Where both squares have the area and differ a little, the outline goes on along the difference:
          // up to eight units, as edges that cross a border at a flat angle differ by more than two.
          let isHidden = found.sides.count < 2 || stretch.high - stretch.low > 4 * found.tolerance
          let ends = [stretch.low, stretch.high].map {
            border.axis == 0 ? GridPoint(border.coordinate, $0) : GridPoint($0, border.coordinate)
          }
          for _ in 0..<abs(stretch.turns) {
            edges[root, default: []].append(
              RingTracer.Edge(
                points: stretch.turns > 0 ? ends : ends.reversed(), isRing: false, isHidden: isHidden))
          }
        }
      }
    }
    return edges
  }

  private func moved(_ point: GridPoint, _ node: Int) -> GridPoint {
    if moves.isEmpty { return point }
    var point = point
    if let y = moves[Move(node: node, border: Border(axis: 0, coordinate: point.x), from: point.y)] {
      point.y = y
    }
    if let x = moves[Move(node: node, border: Border(axis: 1, coordinate: point.y), from: point.x)] {
      point.x = x
    }
    return point
  }
}
