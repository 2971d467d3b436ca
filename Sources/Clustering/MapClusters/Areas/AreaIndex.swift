public import MapGeometry

/// Areas on the flat world, for finding the one that holds a point: by the even-odd rule in 32-bit steps, so that of areas that
/// share an edge one alone holds a point on it.
///
/// A square table over all areas knows for most of its cells which area holds every point in them; elsewhere the edges of the
/// area that lie beside the point are counted.
public struct AreaIndex: Sendable {
  /// A side of a ring, from its northern end.
  private struct Edge {
    let x0, y0, x1, y1: Int64

    init(_ a: (x: Int64, y: Int64), _ b: (x: Int64, y: Int64)) {
      let (top, bottom) = (a.y, a.x) < (b.y, b.x) ? (a, b) : (b, a)
      (x0, y0, x1, y1) = (top.x, top.y, bottom.x, bottom.y)
    }

    /// Above 0 if a point lies west of the side, 0 on its line.
    @inline(__always) func side(_ x: Int64, _ y: Int64) -> Int128 {
      Int128(x1 - x0) * Int128(y - y0) - Int128(x - x0) * Int128(y1 - y0)
    }

    /// True if two sides cross; those that only touch do not.
    func crosses(_ other: Edge) -> Bool {
      guard min(x0, x1) < max(other.x0, other.x1), min(other.x0, other.x1) < max(x0, x1), y0 < other.y1,
        other.y0 < y1
      else { return false }
      return side(other.x0, other.y0).signum() * side(other.x1, other.y1).signum() < 0
        && other.side(x0, y0).signum() * other.side(x1, y1).signum() < 0
    }
  }

  private struct Area {
    private(set) var edges: [Edge] = []
    private(set) var box = Extent<Int64>()
    private var starts: [Int32] = []
    private var members: [Int32] = []
    private var bandCount = 1

    init(_ rings: [[Coordinate]]) {
      for ring in rings {
        let steps = ring.map { coordinate in
          (
            x: Int64(((coordinate.longitude / 360 + 0.5) * worldSteps).rounded(.down)),
            y: Int64(FixedWorldPoint(coordinate).y)
          )
        }
        for (a, b) in zip(steps, steps.dropFirst() + steps.prefix(1)) where a != b {
          edges.append(Edge(a, b))
        }
        for step in steps { box.include(step.x, step.y) }
      }
      bandCount = max(1, min(4096, edges.count / 4))
      var counts = [Int32](repeating: 0, count: bandCount + 1)
      for edge in edges { for band in bands(of: edge) { counts[band + 1] += 1 } }
      for band in 0..<bandCount { counts[band + 1] += counts[band] }
      starts = counts
      members = Array(repeating: 0, count: Int(counts[bandCount]))
      for (number, edge) in edges.enumerated() {
        for band in bands(of: edge) {
          members[Int(counts[band])] = Int32(truncatingIfNeeded: number)
          counts[band] += 1
        }
      }
    }

    private func bands(of edge: Edge) -> ClosedRange<Int> { band(edge.y0)...band(edge.y1) }

    @inline(__always) private func band(_ y: Int64) -> Int {
      Int((y - box.minY) * Int64(bandCount) / (box.maxY - box.minY + 1))
    }

    @inline(__always) func holds(_ x: Int64, _ y: Int64) -> Bool {
      guard y >= box.minY, y <= box.maxY, x >= box.minX, x <= box.maxX else { return false }
      let band = band(y)
      var isInside = false
      for index in starts[band]..<starts[band + 1] {
        let edge = edges[Int(members[Int(index)])]
        guard edge.y0 <= y, y < edge.y1 else { continue }
        if x < min(edge.x0, edge.x1) || x <= max(edge.x0, edge.x1) && edge.side(x, y) > 0 {
          isInside.toggle()
        }
      }
      return isInside
    }

    var crossing: WorldPoint? {
      for band in 0..<bandCount {
        let own = members[Int(starts[band])..<Int(starts[band + 1])]
        for (first, number) in own.enumerated() {
          let edge = edges[Int(number)]
          if let other = own.dropFirst(first + 1).first(where: { edge.crosses(edges[Int($0)]) }) {
            let ends = edges[Int(other)]
            return WorldPoint(
              x: Double(max(min(edge.x0, edge.x1), min(ends.x0, ends.x1))) / worldSteps,
              y: Double(max(edge.y0, ends.y0)) / worldSteps)
          }
        }
      }
      return nil
    }
  }

  private static let world = Int64(worldSteps)
  private var areas: [Area]
  /// Cells along each side of the table, and the shift that takes steps to them.
  private let side: Int
  private let shift: Int64
  /// By cell: 0 for no area, above it the only one that holds all of the cell, from 1; below it the list of candidates, from -1.
  private var cells: [Int32]
  /// The candidates of cells in the order of the areas: twice the number of an area, 1 more where it holds all of the cell.
  private var lists: [[Int32]] = []

  /// Indexes areas.
  ///
  /// - Parameters:
  ///   - areas: the rings of each, outer ones and holes; longitudes not wrapped.
  ///   - count: how many points will be asked about.
  /// - Complexity: O(*edges* + *cells*), at most a million of these.
  public init(_ areas: [[[Coordinate]]], forPoints count: Int) {
    self.areas = areas.map(Area.init)
    let bits = max(4, min(10, (64 - max(1, count).leadingZeroBitCount + 1) / 2))
    (side, shift) = (1 << bits, Int64(32 - bits))
    cells = Array(repeating: 0, count: side * side)
    var touched = [Int32](repeating: -1, count: side * side)
    for number in self.areas.indices {
      let area = self.areas[number]
      guard !area.edges.isEmpty else { continue }
      for turn in -(area.box.maxX >> 32)...(AreaIndex.world - 1 - area.box.minX) >> 32 {
        add(Int32(truncatingIfNeeded: number), area, AreaIndex.world * turn, &touched)
      }
    }
  }

  private func cells(_ first: Int64, _ last: Int64) -> Range<Int> {
    let low = max(0, first >> shift)
    return Int(low)..<max(Int(low), Int(min(Int64(side) - 1, last >> shift)) + 1)
  }

  private mutating func add(_ number: Int32, _ area: Area, _ turn: Int64, _ touched: inout [Int32]) {
    for edge in area.edges {
      let slope = edge.y1 == edge.y0 ? 0 : Double(edge.x1 - edge.x0) / Double(edge.y1 - edge.y0)
      for row in cells(edge.y0, edge.y1) {
        // The part of the side in the row, a step wider on both ends.
        let (top, bottom) = (max(edge.y0, Int64(row) << shift), min(edge.y1, Int64(row + 1) << shift))
        var ends = [top, bottom].map { edge.x0 + Int64(slope * Double($0 - edge.y0)) }
        if edge.y0 == edge.y1 { ends = [edge.x0, edge.x1] }
        for column in cells(min(ends[0], ends[1]) - 2 + turn, max(ends[0], ends[1]) + 2 + turn) {
          touched[row * side + column] = number
        }
      }
    }
    for row in cells(area.box.minY, area.box.maxY) {
      var isHeld: Bool?
      for column in cells(area.box.minX + turn, area.box.maxX + turn) {
        let cell = row * side + column
        guard cells[cell] <= 0 else {
          isHeld = nil
          continue
        }
        if touched[cell] == number {
          isHeld = nil
          list(2 * number, in: cell)
          continue
        }
        let holds = isHeld ?? area.holds((Int64(column) << shift) + 1 - turn, (Int64(row) << shift) + 1)
        isHeld = holds
        guard holds else { continue }
        if cells[cell] == 0 { cells[cell] = number + 1 } else { list(2 * number + 1, in: cell) }
      }
    }
  }

  private mutating func list(_ candidate: Int32, in cell: Int) {
    if cells[cell] == 0 {
      lists.append([])
      cells[cell] = -Int32(truncatingIfNeeded: lists.count)
    }
    lists[-Int(cells[cell]) - 1].append(candidate)
  }

  /// The first area that holds a point; `nil` for none.
  public func area(holding point: FixedWorldPoint) -> Int? {
    let (x, y) = (Int64(point.x), Int64(point.y))
    let known = cells[Int(y >> shift) * side + Int(x >> shift)]
    guard known < 0 else { return known == 0 ? nil : Int(known) - 1 }
    return lists[-Int(known) - 1].first { candidate in
      guard candidate & 1 == 0 else { return true }
      let area = areas[Int(candidate / 2)]
      return area.holds(x, y) || area.box.maxX >= AreaIndex.world && area.holds(x + AreaIndex.world, y)
        || area.box.minX < 0 && area.holds(x - AreaIndex.world, y)
    }.map { Int($0 / 2) }
  }

  /// By point the first area that holds it; -1 for none.
  ///
  /// - Complexity: O(*points*), beside edges O(*points* · *edges of an area at a latitude*).
  public func areas(of points: CoordinateTable, threads: Int) -> [Int32] {
    let (longitudes, latitudes) = (points.longitudes, points.latitudes)
    return ParallelSlices(threads: threads).map(of: points.count) { range in
      range.map { index in
        let coordinate = Coordinate(latitude: latitudes[index], longitude: longitudes[index])
        return area(holding: FixedWorldPoint(coordinate)).map(Int32.init) ?? -1
      }
    }.flatMap(\.self)
  }

  /// A point near which a side of an area crosses another one of it; `nil` where none do.
  ///
  /// - Complexity: O(*edges*) for areas whose edges are short beside it.
  public func crossing(ofArea number: Int) -> WorldPoint? { areas[number].crossing }
}
