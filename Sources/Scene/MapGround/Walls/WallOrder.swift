import Drawing
import MapGeometry
import Parallel

/// Faces from behind to the front, as far as they cover each other.
///
/// The camera is above all faces, so that of two on one line of sight the higher one is in front: roofs lie over walls beneath
/// them and under walls above. Of two walls the one nearer to the point beneath the camera is in front. A wall that runs
/// through the height of a roof, and is seen both under and above it, is cut there.
struct WallOrder {
  private let camera: WallCamera
  private let picture: Rectangle
  private let buildings: [Building]
  private var shapes: FaceShapes
  /// The faces that are drawn, in their order: the parts of a wall follow in its stead.
  private var numbers: [Int32]
  private var pairs: [(Int32, Int32)] = []

  private static let parts = 16
  /// Pairs of faces looked at in a part; one with more of them is drawn in the order found so far.
  private static let mostPairs = 5_000_000

  init(
    _ shapes: FaceShapes, of buildings: [Building], _ camera: WallCamera, _ picture: Rectangle, threads: Int
  ) {
    (self.camera, self.picture, self.buildings, self.shapes) = (camera, picture, buildings, shapes)
    numbers = shapes.faces.indices.map { Int32($0) }
    var old = 0
    // A wall that is cut may be cut by another roof; what is left then is drawn in front.
    for isLast in [false, false, true] {
      let cuts = findPairs(with: old, isLast: isLast, threads: threads)
      if cuts.isEmpty { break }
      old = self.shapes.faces.count
      cut(cuts)
    }
  }

  subscript(number: Int32) -> WallFace { shapes.faces[Int(number)] }

  /// Cuts walls, and forgets the pairs of those.
  private mutating func cut(_ cuts: [Int32: Cuts]) {
    let old = numbers
    numbers = []
    for number in old {
      guard let cuts = cuts[number] else {
        numbers.append(number)
        continue
      }
      let first = Int32(shapes.faces.count)
      for face in shapes.faces[Int(number)].parts(cutAt: cuts.shares.sorted()) {
        var low = face.low
        for height in cuts.heights.sorted() where height > low + 1e-6 {
          shapes.add(face.part(from: low, to: height), of: buildings, camera, in: picture)
          low = height
        }
        shapes.add(
          low == face.low ? face : face.part(from: low, to: face.high), of: buildings, camera, in: picture)
      }
      numbers += first..<Int32(shapes.faces.count)
    }
    pairs.removeAll { cuts[$0.0] != nil || cuts[$0.1] != nil }
  }

  /// Finds the pairs of new faces with all others, and where walls are to be cut; the pairs of the first `old` faces
  /// with each other are known.
  private mutating func findPairs(with old: Int, isLast: Bool, threads: Int) -> [Int32: Cuts] {
    let cells = FaceCells(shapes.boxes, numbers, picture)
    let found = concurrentMap(Self.parts, threads: threads) { [self] part in
      pairs(
        in: cells, cells.count * part / Self.parts..<cells.count * (part + 1) / Self.parts, with: old,
        isLast: isLast)
    }
    var cuts: [Int32: Cuts] = [:]
    for part in found {
      pairs += part.pairs
      for (number, cut) in part.cuts { cuts[number, default: Cuts()].add(cut) }
    }
    return cuts
  }

  private func pairs(in cells: FaceCells, _ range: Range<Int>, with old: Int, isLast: Bool) -> Found {
    var (found, count) = (Found(), 0)
    for cell in range {
      let members = cells.members(of: cell)
      for (index, first) in members.enumerated() {
        let box = shapes.boxes[Int(first)]
        for second in members[(members.startIndex + index + 1)...] where first >= old || second >= old {
          let other = shapes.boxes[Int(second)]
          count += 1
          guard box.nears(other), cells.isFirst(cell, of: box, other) else { continue }
          guard count < Self.mostPairs else { return found }
          switch relation(Int(first), Int(second), isLast: isLast) {
          case .apart: break
          case .behind: found.pairs.append((first, second))
          case .inFront: found.pairs.append((second, first))
          case .cut(let wall, let height): found.cuts.append((Int32(wall), Cuts(heights: [height])))
          case .cross(let share, let other):
            found.cuts.append((first, Cuts(shares: [share])))
            found.cuts.append((second, Cuts(shares: [other])))
          }
        }
      }
    }
    return found
  }

  private enum Relation {
    case apart, behind, inFront
    case cut(wall: Int, at: Double)
    /// Walls that run through each other, at shares of the first and of the second.
    case cross(Double, Double)
  }

  /// The heights and the shares of its way at which a wall is cut.
  private struct Cuts {
    var heights: [Double] = []
    var shares: [Double] = []

    mutating func add(_ other: Cuts) {
      heights += other.heights
      shares += other.shares
    }
  }

  private struct Found {
    var pairs: [(Int32, Int32)] = []
    var cuts: [(Int32, Cuts)] = []
  }

  private func relation(_ first: Int, _ second: Int, isLast: Bool) -> Relation {
    guard shapes.overlap(first, second) else { return .apart }
    let (a, b) = (shapes.faces[first], shapes.faces[second])
    switch (a.form, b.form) {
    case (.roof, .roof): return a.high <= b.high ? .behind : .inFront
    case (.wall(let edge), .wall(let other)):
      if a.high <= b.low + 1e-6 { return .behind }
      if b.high <= a.low + 1e-6 { return .inFront }
      if !isLast, let (share, otherShare) = edge.crossing(other) { return .cross(share, otherShare) }
      return isNearer((edge.start, edge.end), than: (other.start, other.end)) ? .inFront : .behind
    case (.wall(let edge), .roof): return relation(wall: first, edge, roof: second, isLast: isLast)
    case (.roof, .wall(let edge)):
      switch relation(wall: second, edge, roof: first, isLast: isLast) {
      case .behind: return .inFront
      case .inFront: return .behind
      case let other: return other
      }
    }
  }

  private func relation(wall: Int, _ edge: WallFace.Edge, roof: Int, isLast: Bool) -> Relation {
    let (face, height) = (shapes.faces[wall], shapes.faces[roof].high)
    if face.high <= height + 1e-6 { return .behind }
    if face.low >= height - 1e-6 { return .inFront }
    let isUnder = shapes.overlap(roof, WallFace.corners(edge, camera, face.low, height))
    let isAbove = shapes.overlap(roof, WallFace.corners(edge, camera, height, face.high))
    switch (isUnder, isAbove) {
    case (true, true): return isLast ? .inFront : .cut(wall: wall, at: height)
    case (true, false): return .behind
    case (false, true): return .inFront
    case (false, false): return .apart
    }
  }

  /// True if the first of two edges is nearer to the middle where a line from it meets both.
  private func isNearer(_ first: (Point, Point), than second: (Point, Point)) -> Bool {
    func directed(_ edge: (Point, Point)) -> (Point, Point) {
      product(edge.0, edge.1) < 0 ? (edge.1, edge.0) : edge
    }
    let (first, second) = (directed(first), directed(second))
    var direction = Point.zero
    for end in [first.0, first.1, second.0, second.1] {
      let tolerance = -1e-9 * (1 + end.length)
      guard product(first.0, end) >= tolerance * first.0.length,
        product(end, first.1) >= tolerance * first.1.length,
        product(second.0, end) >= tolerance * second.0.length,
        product(end, second.1) >= tolerance * second.1.length
      else { continue }
      direction = direction + end * (1 / max(end.length, 1e-9))
    }
    func distance(_ edge: (Point, Point)) -> Double {
      product(edge.0, edge.1 - edge.0) / product(direction, edge.1 - edge.0)
    }
    return distance(first) < distance(second) - 1e-9
  }

  /// The numbers of the faces, each after those behind it. Of faces in a circle the first found is drawn last.
  func order() -> [Int32] {
    let count = shapes.faces.count
    var starts = [Int](repeating: 0, count: count + 1)
    for (_, front) in pairs { starts[Int(front) + 1] += 1 }
    for number in 0..<count { starts[number + 1] += starts[number] }
    var (next, behind) = (starts, [Int32](repeating: 0, count: pairs.count))
    for (back, front) in pairs {
      behind[next[Int(front)]] = back
      next[Int(front)] += 1
    }
    next = starts
    var (isFound, order): ([Bool], [Int32]) = (Array(repeating: false, count: count), [])
    order.reserveCapacity(numbers.count)
    var stack: [Int32] = []
    for face in numbers where !isFound[Int(face)] {
      isFound[Int(face)] = true
      stack.append(face)
      while let top = stack.last.map(Int.init) {
        guard next[top] < starts[top + 1] else {
          order.append(stack.removeLast())
          continue
        }
        let back = behind[next[top]]
        next[top] += 1
        if !isFound[Int(back)] {
          isFound[Int(back)] = true
          stack.append(back)
        }
      }
    }
    return order
  }
}

extension WallFace.Edge {
  /// The crossing with another edge, not at an end: the share of this one's way, and of the other's.
  fileprivate func crossing(_ other: WallFace.Edge) -> (Double, Double)? {
    let (way, otherWay) = (end - start, other.end - other.start)
    let area = product(way, otherWay)
    guard abs(area) > 1e-9 else { return nil }
    let share = product(other.start - start, otherWay) / area
    let otherShare = product(other.start - start, way) / area
    guard (1e-6..<1 - 1e-6).contains(share), (1e-6..<1 - 1e-6).contains(otherShare) else { return nil }
    return (share, otherShare)
  }
}
