import MapGeometry

/// The alpha shape of points with the smallest radius that leaves one area with all of them: the union of the triangles of
/// the Delaunay triangulation whose circumscribed circles are no larger.
///
/// - SeeAlso: H. Edelsbrunner, D. Kirkpatrick and R. Seidel, On the shape of a set of points in the plane (1983); CGAL,
///   `Alpha_shape_2::find_optimal_alpha(1)`.
struct AlphaShape {
  typealias Step = (x: Int64, y: Int64)

  private let places: [Step]
  /// By half-edge, three a triangle: the point where it begins.
  private var origins: [Int] = []
  /// By half-edge: the one that runs the other way, -1 on the edge of all triangles.
  private var twins: [Int] = []
  /// Of points on the edge of all triangles: those after and before them clockwise as seen, and the half-edge that
  /// begins there.
  private var next, previous, border: [Int]

  /// Triangulates points in ascending order, each once, in O(*n* log *n*) for points as they come.
  init(_ places: [Step]) {
    self.places = places
    next = Array(repeating: 0, count: places.count)
    (previous, border) = (next, next)
    // Until a point leaves the line of those before it there is no triangle.
    guard let apex = places.indices.dropFirst(2).first(where: { turn(0, 1, $0) != 0 }) else { return }
    let isRight = turn(0, 1, apex) > 0
    let line = isRight ? Array(0..<apex) : (0..<apex).reversed()
    for (from, to) in zip(line, line.dropFirst()) {
      (next[from], previous[to]) = (to, from)
      border[from] = origins.count
      append(from, to, apex)
      let first = origins.count - 3
      if first > 0 { link(first + 2, first - 2) }
    }
    for (from, to) in [(line[apex - 1], apex), (apex, line[0])] { (next[from], previous[to]) = (to, from) }
    border[line[apex - 1]] = origins.count - 2
    border[apex] = 2
    for index in places.indices.dropFirst(apex + 1) { add(index) }
  }

  /// The corners of the shape's outer edge clockwise as seen; empty for points on one line.
  var ring: [Step] {
    let radii = origins.indices.filter { $0 % 3 == 0 }.map(squaredRadius)
    let order = radii.indices.sorted { (radii[$0], $0) < (radii[$1], $1) }
    var sets = DisjointSets(count: radii.count)
    var (isKept, isHeld) = (
      Array(repeating: false, count: radii.count), Array(repeating: false, count: places.count)
    )
    var (parts, bare, limit) = (0, places.count, Double.infinity)
    for triangle in order {
      guard radii[triangle] <= limit else { break }
      isKept[triangle] = true
      parts += 1
      for edge in 3 * triangle..<3 * triangle + 3 {
        if !isHeld[origins[edge]] { bare -= 1 }
        isHeld[origins[edge]] = true
        if twins[edge] >= 0, isKept[twins[edge] / 3], sets.join(triangle, twins[edge] / 3) { parts -= 1 }
      }
      // Those as large to the last bits belong to it.
      if bare == 0, parts == 1, limit == .infinity { limit = radii[triangle] * (1 + 1e-9) }
    }
    return outerRing(isKept)
  }

  /// The longest way around kept triangles: holes, which may touch it, are left out.
  private func outerRing(_ isKept: [Bool]) -> [Step] {
    func isOpen(_ edge: Int) -> Bool { twins[edge] < 0 || !isKept[twins[edge] / 3] }
    var isDone = Array(repeating: false, count: origins.count)
    var best: (area: Double, ring: [Int]) = (0, [])
    func take(_ ring: [Int]) {
      let first = places[ring[0]]
      let area = zip(ring, ring.dropFirst()).reduce(0.0) { sum, pair in
        let (a, b) = (places[pair.0], places[pair.1])
        return sum + Double(a.x - first.x) * Double(b.y - first.y)
          - Double(b.x - first.x) * Double(a.y - first.y)
      }
      if area > best.area { best = (area, ring) }
    }
    for start in origins.indices where isKept[start / 3] && isOpen(start) && !isDone[start] {
      var (edge, way): (Int, [Int]) = (start, [])
      var depth: [Int: Int] = [:]  // looked up, never iterated
      repeat {
        isDone[edge] = true
        if let before = depth[origins[edge]] {
          take(Array(way[before...]))
          for index in way[before...] { depth[index] = nil }
          way.removeSubrange(before...)
        }
        depth[origins[edge]] = way.count
        way.append(origins[edge])
        edge = after(edge)
        while !isOpen(edge) { edge = after(twins[edge]) }
      } while edge != start
      take(way)
    }
    return best.ring.map { places[$0] }
  }

  // MARK: Triangulation

  private func after(_ edge: Int) -> Int { edge % 3 == 2 ? edge - 2 : edge + 1 }

  private mutating func append(_ a: Int, _ b: Int, _ c: Int) {
    origins += [a, b, c]
    twins += [-1, -1, -1]
  }

  private mutating func link(_ edge: Int, _ twin: Int) {
    twins[edge] = twin
    if twin < 0 { border[origins[edge]] = edge } else { twins[twin] = edge }
  }

  /// Adds a point beyond all others: a triangle with each edge that it sees.
  private mutating func add(_ index: Int) {
    var start = index - 1
    while turn(previous[start], start, index) < 0 { start = previous[start] }
    var (end, seen): (Int, [Int]) = (start, [])
    while turn(end, next[end], index) < 0 {
      let first = origins.count
      append(next[end], end, index)
      link(first, border[end])
      if let last = seen.last { link(first + 1, last + 2) } else { border[start] = first + 1 }
      seen.append(first)
      end = next[end]
    }
    guard let last = seen.last else { return }
    border[index] = last + 2
    (next[start], previous[index], next[index], previous[end]) = (index, start, end, index)
    flip(seen)
  }

  private mutating func flip(_ edges: [Int]) {
    var open = edges
    while let a = open.popLast() {
      let b = twins[a]
      guard b >= 0 else { continue }
      let (ar, bl) = (after(after(a)), after(after(b)))
      let (apex, other) = (origins[ar], origins[bl])
      guard circle(apex, origins[a], origins[after(a)], holds: other) else { continue }
      (origins[a], origins[b]) = (other, apex)
      let (outer, own) = (twins[bl], twins[ar])
      link(a, outer)
      link(b, own)
      link(ar, bl)
      open += [a, after(b)]
    }
  }

  // MARK: Predicates, in whole numbers

  /// Above 0 if the way over three points turns clockwise as seen, y southward.
  static func turn(_ a: Step, _ b: Step, _ c: Step) -> Int128 {
    Int128(b.x - a.x) * Int128(c.y - b.y) - Int128(b.y - a.y) * Int128(c.x - b.x)
  }

  private func turn(_ a: Int, _ b: Int, _ c: Int) -> Int128 {
    AlphaShape.turn(places[a], places[b], places[c])
  }

  private func circle(_ a: Int, _ b: Int, _ c: Int, holds index: Int) -> Bool {
    let middle = places[index]
    typealias Way = (x: Int128, y: Int128)
    func way(_ corner: Int) -> Way {
      (Int128(places[corner].x - middle.x), Int128(places[corner].y - middle.y))
    }
    let (a, b, c) = (way(a), way(b), way(c))
    // Products of 132 bits: the squares in two parts.
    let part: Int128 = 1 << 40
    var (high, low): (Int128, Int128) = (0, 0)
    func add(_ own: Way, _ left: Way, _ right: Way) {
      let (square, cross) = (own.x * own.x + own.y * own.y, left.x * right.y - right.x * left.y)
      high += (square >> 40) * cross
      low += (square & (part - 1)) * cross
    }
    add(a, b, c)
    add(b, c, a)
    add(c, a, b)
    high += low >> 40
    return high > 0 || high == 0 && low & (part - 1) > 0
  }

  private func squaredRadius(_ edge: Int) -> Double {
    let corners = (0..<3).map { places[origins[edge + $0]] }
    func square(_ a: Step, _ b: Step) -> Double {
      let (x, y) = (Double(b.x - a.x), Double(b.y - a.y))
      return x * x + y * y
    }
    let doubled = Double(turn(origins[edge], origins[edge + 1], origins[edge + 2]))
    return square(corners[0], corners[1]) / doubled * square(corners[1], corners[2]) / doubled
      * square(corners[2], corners[0]) / 4
  }
}
