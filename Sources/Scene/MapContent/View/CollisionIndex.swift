package import Drawing

/// The areas of the picture that are taken: rectangles and discs in the cells of a coarse grid, so that asking costs what lies
/// nearby, not all there is.
package struct CollisionIndex {
  /// A disc that keeps others away from what it stands for.
  package struct Disc: Hashable {
    package var center: Point
    package var radius: Double

    package init(center: Point, radius: Double) { (self.center, self.radius) = (center, radius) }
  }

  private static let cellSide = 64.0

  private let area: Rectangle
  private let columns: Int
  private let rows: Int
  private var cells: [[Int32]]
  private var boxes: [Rectangle] = []
  /// Truth values of the boxes: true for one that stands for the disc that fills it.
  private var isRound: [Bool] = []
  /// The areas that are taken, where nobody asks who took them.
  private var known: Set<Area>?

  /// A rectangle, or the disc that fills it.
  private struct Area: Hashable {
    let box: Rectangle
    let isRound: Bool
  }

  /// An empty index over the part of the plane where labels may lie.
  ///
  /// - Parameter isCounted: whether an area that is taken twice counts twice; else it is looked at once.
  package init(area: Rectangle, isCounted: Bool = true) {
    self.area = area
    known = isCounted ? nil : []
    columns = CollisionIndex.cellCount(area.width)
    rows = CollisionIndex.cellCount(area.height)
    cells = Array(repeating: [], count: columns * rows)
  }

  package func isTaken(_ box: Rectangle) -> Bool { isAny(about: box) { meets($0, box) } }

  /// True if some area of `box` is taken by a place that meets a condition; places are numbered as they were taken, from 0.
  package func isTaken(_ box: Rectangle, where condition: (Int) -> Bool) -> Bool {
    isAny(about: box) { meets($0, box) && condition($0) }
  }

  package func isTaken(_ disc: Disc) -> Bool { isAny(about: disc.box) { meets($0, disc) } }

  package func takenCount(in box: Rectangle) -> Int {
    var met = Set<Int>()
    _ = isAny(about: box) { number in
      if meets(number, box) { met.insert(number) }
      return false
    }
    return met.count
  }

  package mutating func take(_ box: Rectangle) { take(box, isRound: false) }

  package mutating func take(_ disc: Disc) { take(disc.box, isRound: true) }

  private mutating func take(_ box: Rectangle, isRound: Bool) {
    if known?.insert(Area(box: box, isRound: isRound)).inserted == false { return }
    // The number of labels is far below 2^31: each costs more than a byte of picture.
    let index = Int32(truncatingIfNeeded: boxes.count)
    boxes.append(box)
    self.isRound.append(isRound)
    let (across, down) = cells(touchedBy: box)
    for row in down { for column in across { cells[row * columns + column].append(index) } }
  }

  private func meets(_ index: Int, _ box: Rectangle) -> Bool {
    guard boxes[index].intersects(box) else { return false }
    return !isRound[index] || disc(index).meets(box)
  }

  private func meets(_ index: Int, _ disc: Disc) -> Bool {
    guard boxes[index].intersects(disc.box) else { return false }
    guard isRound[index] else { return disc.meets(boxes[index]) }
    let other = self.disc(index)
    let reach = other.radius + disc.radius
    return (other.center - disc.center).squaredLength < reach * reach
  }

  private func disc(_ index: Int) -> Disc {
    Disc(center: boxes[index].center, radius: boxes[index].width / 2)
  }

  /// True if an area in the cells of a box meets a condition; one that lies in several is asked about in each.
  private func isAny(about box: Rectangle, _ condition: (Int) -> Bool) -> Bool {
    let (across, down) = cells(touchedBy: box)
    for row in down {
      for column in across {
        for index in cells[row * columns + column] where condition(Int(index)) { return true }
      }
    }
    return false
  }

  private func cells(touchedBy box: Rectangle) -> (across: ClosedRange<Int>, down: ClosedRange<Int>) {
    (
      cell(box.minX - area.minX, limit: columns)...cell(box.maxX - area.minX, limit: columns),
      cell(box.minY - area.minY, limit: rows)...cell(box.maxY - area.minY, limit: rows)
    )
  }

  /// Boxes beyond the area count to its border cells, where they still meet each other.
  private func cell(_ distance: Double, limit: Int) -> Int {
    Int(exactly: (max(0, distance) / CollisionIndex.cellSide).rounded(.down)).map { min($0, limit - 1) }
      ?? limit - 1
  }

  private static func cellCount(_ length: Double) -> Int {
    max(1, Int(exactly: (min(1e6, length) / cellSide).rounded(.up)) ?? 1)
  }
}

extension CollisionIndex.Disc {
  package func meets(_ box: Rectangle) -> Bool {
    let (dx, dy) = (
      center.x - min(box.maxX, max(box.minX, center.x)), center.y - min(box.maxY, max(box.minY, center.y))
    )
    return dx * dx + dy * dy < radius * radius
  }

  package var box: Rectangle { Rectangle(around: center, reach: radius) }
}
