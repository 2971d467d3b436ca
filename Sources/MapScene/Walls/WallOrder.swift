import Drawing
import MapGeometry

/// Faces from behind to the front, as far as they cover each other.
///
/// The camera is above all faces, so that of two on one line of sight the higher one is in front: roofs lie over walls beneath
/// them and under walls above. Of two walls the one nearer to the place beneath the camera is in front. A wall that runs
/// through the height of a roof, and is seen both under and above it, is cut there.
struct WallOrder {
  private(set) var faces: [WallFace] = []
  private let camera: WallCamera
  private let picture: Rectangle
  private var shapes = FaceShapes()
  /// Pairs in which one face covers another, the one behind first.
  private var pairs: [(Int32, Int32)] = []

  /// Pairs of faces looked at; a picture with more of them is drawn in the order found so far.
  private static let mostPairs = 20_000_000

  /// - Complexity: O(*n* + pairs of faces that lie near each other).
  init(_ faces: [WallFace], _ camera: WallCamera, _ picture: Rectangle) {
    (self.camera, self.picture) = (camera, picture)
    for face in faces { add(face) }
    var fresh = [Bool](repeating: true, count: self.faces.count)
    // A wall that is cut may be cut by another roof; what is left then is drawn in front.
    for isLast in [false, false, true] {
      let cuts = findPairs(fresh, isLast: isLast)
      if cuts.isEmpty { break }
      fresh = cut(cuts)
    }
    self.faces = order().map { self.faces[$0] }
  }

  /// Adds a face that lies in the picture at least in part.
  private mutating func add(_ face: WallFace) {
    if shapes.add(face, camera, in: picture) { faces.append(face) }
  }

  /// Cuts walls, and forgets the pairs of those.
  ///
  /// - Returns: which faces are new.
  private mutating func cut(_ cuts: [Int: Cuts]) -> [Bool] {
    let (old, oldPairs) = (faces, pairs)
    (faces, shapes, pairs) = ([], FaceShapes(), [])
    var (fresh, numbers): ([Bool], [Int32]) = ([], [])
    for (number, face) in old.enumerated() {
      numbers.append(cuts[number] == nil ? Int32(faces.count) : -1)
      for face in face.parts(cutAt: (cuts[number]?.shares ?? []).sorted()) {
        var low = face.low
        for height in (cuts[number]?.heights ?? []).sorted() where height > low + 1e-6 {
          add(face.part(from: low, to: height))
          low = height
        }
        add(low == face.low ? face : face.part(from: low, to: face.high))
      }
      fresh += repeatElement(cuts[number] != nil, count: faces.count - fresh.count)
    }
    for (back, front) in oldPairs where numbers[Int(back)] >= 0 && numbers[Int(front)] >= 0 {
      pairs.append((numbers[Int(back)], numbers[Int(front)]))
    }
    return fresh
  }

  /// Finds the pairs of new faces with all others.
  ///
  /// - Returns: where walls are to be cut.
  private mutating func findPairs(_ fresh: [Bool], isLast: Bool) -> [Int: Cuts] {
    let cells = FaceCells(shapes.boxes, picture)
    var (cuts, count): ([Int: Cuts], Int) = ([:], 0)
    for cell in 0..<cells.count {
      let members = cells.members(of: cell)
      for (place, first) in members.enumerated() {
        let (box, isFresh) = (shapes.boxes[Int(first)], fresh[Int(first)])
        for second in members[(members.startIndex + place + 1)...] where isFresh || fresh[Int(second)] {
          let other = shapes.boxes[Int(second)]
          count += 1
          guard box.nears(other), cells.isFirst(cell, of: box, other) else { continue }
          guard count < Self.mostPairs else { return isLast ? [:] : cuts }
          switch relation(Int(first), Int(second), isLast: isLast) {
          case .apart: break
          case .behind: pairs.append((first, second))
          case .inFront: pairs.append((second, first))
          case .cut(let wall, let height):
            cuts[wall, default: Cuts()].heights.append(height)
          case .cross(let share, let other):
            cuts[Int(first), default: Cuts()].shares.append(share)
            cuts[Int(second), default: Cuts()].shares.append(other)
          }
        }
      }
    }
    return cuts
  }

  private enum Relation {
    case apart, behind, inFront
    /// A wall that is seen both under a roof and above it.
    case cut(wall: Int, at: Double)
    /// Walls that run through each other, at shares of the first and of the second.
    case cross(Double, Double)
  }

  /// The heights and the shares of its way at which a wall is cut.
  private struct Cuts {
    var heights: [Double] = []
    var shares: [Double] = []
  }

  /// The relation of the first face to the second; of the last round none of cuts.
  private func relation(_ first: Int, _ second: Int, isLast: Bool) -> Relation {
    guard shapes.overlap(first, second) else { return .apart }
    let (a, b) = (faces[first], faces[second])
    switch (a.form, b.form) {
    case (.roof, .roof): return a.high <= b.high ? .behind : .inFront
    case (.wall(let edge), .wall(let other)):
      if a.high <= b.low + 1e-6 { return .behind }
      if b.high <= a.low + 1e-6 { return .inFront }
      if !isLast, let (share, place) = edge.crossing(other) { return .cross(share, place) }
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
    let (face, height) = (faces[wall], faces[roof].high)
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

  /// The faces, each after those behind it. Of faces in a circle the first found is drawn last.
  private func order() -> [Int] {
    var starts = [Int](repeating: 0, count: faces.count + 1)
    for (_, front) in pairs { starts[Int(front) + 1] += 1 }
    for number in faces.indices { starts[number + 1] += starts[number] }
    var (next, behind) = (starts, [Int32](repeating: 0, count: pairs.count))
    for (back, front) in pairs {
      behind[next[Int(front)]] = back
      next[Int(front)] += 1
    }
    next = starts
    var (isFound, order): ([Bool], [Int]) = (Array(repeating: false, count: faces.count), [])
    order.reserveCapacity(faces.count)
    var stack: [Int] = []
    for face in faces.indices where !isFound[face] {
      isFound[face] = true
      stack.append(face)
      while let top = stack.last {
        guard next[top] < starts[top + 1] else {
          order.append(stack.removeLast())
          continue
        }
        let back = Int(behind[next[top]])
        next[top] += 1
        if !isFound[back] {
          isFound[back] = true
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
    let place = product(other.start - start, way) / area
    guard (1e-6..<1 - 1e-6).contains(share), (1e-6..<1 - 1e-6).contains(place) else { return nil }
    return (share, place)
  }
}
