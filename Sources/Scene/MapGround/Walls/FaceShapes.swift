import Drawing
import MapGeometry

/// Faces that lie in the picture at least in part, their outlines there, and the boxes around them.
struct FaceShapes {
  typealias Box = Extent<Double>

  private struct Area {
    let edges: Range<Int>
    let inner: Point
  }

  private(set) var faces: [WallFace] = []
  private(set) var boxes: [Box] = []
  private var areas: [Area] = []
  private var edges: [(Point, Point)] = []

  init() {}

  init(joining lists: [FaceShapes]) {
    faces = Array(lists.lazy.map(\.faces).joined())
    boxes = Array(lists.lazy.map(\.boxes).joined())
    edges.reserveCapacity(lists.reduce(0) { $0 + $1.edges.count })
    areas.reserveCapacity(faces.count)
    for list in lists {
      for area in list.areas {
        areas.append(
          Area(
            edges: edges.count + area.edges.lowerBound..<edges.count + area.edges.upperBound,
            inner: area.inner))
      }
      edges += list.edges
    }
  }

  mutating func add(_ face: WallFace, of buildings: [Building], _ camera: WallCamera, in picture: Rectangle) {
    let count = edges.count
    let inner: Point
    switch face.form {
    case .roof:
      for ring in buildings[Int(face.building)].rings { add(ring.map { camera.place($0, at: face.high) }) }
      inner = edges[count].1
    case .wall(let edge):
      let corners = WallFace.corners(edge, camera, face.low, face.high)
      add(corners)
      inner = FaceShapes.middle(of: corners)
    }
    let box = Box(of: edges[count...]) { ($0.1.x, $0.1.y) }
    guard box.maxX > 0, box.maxY > 0, box.minX < picture.width, box.minY < picture.height else {
      edges.removeLast(edges.count - count)
      return
    }
    faces.append(face)
    boxes.append(box)
    areas.append(Area(edges: count..<edges.count, inner: inner))
  }

  private mutating func add(_ ring: [Point]) {
    guard var start = ring.last else { return }
    for end in ring {
      edges.append((start, end))
      start = end
    }
  }

  private static func middle(of corners: [Point]) -> Point {
    (corners[0] + corners[1] + corners[2] + corners[3]) * 0.25
  }

  func overlap(_ first: Int, _ second: Int) -> Bool {
    edges.withUnsafeBufferPointer { edges in
      let (a, b) = (areas[first], areas[second])
      let (own, others) = (Edges(rebasing: edges[a.edges]), Edges(rebasing: edges[b.edges]))
      // The box of the one with fewer edges passes over more of the other's.
      let cross =
        own.count < others.count
        ? FaceShapes.cross(others, own, within: boxes[first])
        : FaceShapes.cross(own, others, within: boxes[second])
      return cross || FaceShapes.holds(others, a.inner) || FaceShapes.holds(own, b.inner)
    }
  }

  func overlap(_ area: Int, _ corners: [Point]) -> Bool {
    let box = Box(of: corners) { ($0.x, $0.y) }
    guard box.nears(boxes[area]) else { return false }
    let ring = corners.indices.map { (corners[($0 + 3) % 4], corners[$0]) }
    return edges.withUnsafeBufferPointer { edges in
      ring.withUnsafeBufferPointer { ring in
        let own = Edges(rebasing: edges[areas[area].edges])
        return FaceShapes.cross(own, ring, within: box)
          || FaceShapes.holds(own, FaceShapes.middle(of: corners))
          || FaceShapes.holds(ring, areas[area].inner)
      }
    }
  }

  private typealias Edges = UnsafeBufferPointer<(Point, Point)>

  private static func cross(_ first: Edges, _ second: Edges, within box: Box) -> Bool {
    for (a, b) in first {
      guard max(a.x, b.x) > box.minX, min(a.x, b.x) < box.maxX, max(a.y, b.y) > box.minY,
        min(a.y, b.y) < box.maxY
      else { continue }
      for (c, d) in second {
        let (left, right) = (product(b - a, c - a), product(b - a, d - a))
        guard left > 1e-6 && right < -1e-6 || left < -1e-6 && right > 1e-6 else { continue }
        let (before, after) = (product(d - c, a - c), product(d - c, b - c))
        if before > 1e-6 && after < -1e-6 || before < -1e-6 && after > 1e-6 { return true }
      }
    }
    return false
  }

  /// True if a point is inside, by the even-odd rule.
  private static func holds(_ edges: Edges, _ point: Point) -> Bool {
    var isInside = false
    for (start, end) in edges {
      if (start.y > point.y) != (end.y > point.y),
        point.x < start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
      {
        isInside.toggle()
      }
    }
    return isInside
  }
}

extension Extent<Double> {
  @inline(__always) func nears(_ other: Extent) -> Bool {
    minX < other.maxX - 1e-6 && other.minX < maxX - 1e-6 && minY < other.maxY - 1e-6
      && other.minY < maxY - 1e-6
  }
}

/// The area that two ways span, positive where the second turns clockwise as seen.
@inline(__always) func product(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }

struct FaceCells {
  private static let side = 24.0
  /// Faces that reach into more squares together are left out from there on.
  private static let most = 4_000_000
  private let columns, rows: Int
  private let starts: [Int]
  private let entries: [Int32]

  init(_ boxes: [FaceShapes.Box], _ numbers: [Int32], _ picture: Rectangle) {
    columns = max(1, Int((picture.width / Self.side).rounded(.up)))
    rows = max(1, Int((picture.height / Self.side).rounded(.up)))
    var starts = [Int](repeating: 0, count: columns * rows + 1)
    var (total, last) = (0, numbers.count)
    for (index, number) in numbers.enumerated() {
      let (across, down) = Self.cells(of: boxes[Int(number)], columns, rows)
      total += across.count * down.count
      guard total <= Self.most else {
        last = index
        break
      }
      for row in down { for column in across { starts[row * columns + column + 1] += 1 } }
    }
    for cell in 0..<columns * rows { starts[cell + 1] += starts[cell] }
    var (next, entries) = (starts, [Int32](repeating: 0, count: starts[columns * rows]))
    for number in numbers[..<last] {
      let (across, down) = Self.cells(of: boxes[Int(number)], columns, rows)
      for row in down {
        for column in across {
          let cell = row * columns + column
          entries[next[cell]] = number
          next[cell] += 1
        }
      }
    }
    (self.starts, self.entries) = (starts, entries)
  }

  var count: Int { columns * rows }

  func members(of cell: Int) -> ArraySlice<Int32> { entries[starts[cell]..<starts[cell + 1]] }

  func isFirst(_ cell: Int, of a: FaceShapes.Box, _ b: FaceShapes.Box) -> Bool {
    cell == Self.index(max(a.minY, b.minY), rows) * columns + Self.index(max(a.minX, b.minX), columns)
  }

  private static func cells(of box: FaceShapes.Box, _ columns: Int, _ rows: Int) -> (
    across: ClosedRange<Int>, down: ClosedRange<Int>
  ) {
    (index(box.minX, columns)...index(box.maxX, columns), index(box.minY, rows)...index(box.maxY, rows))
  }

  private static func index(_ coordinate: Double, _ count: Int) -> Int {
    Int(min(Double(count - 1), max(0, (coordinate / side).rounded(.down))))
  }
}
