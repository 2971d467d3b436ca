import Drawing

/// Which places of the picture are taken: rectangles in the cells of a coarse grid, so that asking costs what lies
/// nearby, not all there is.
struct CollisionIndex {
  private static let cellSize = 64.0

  private let area: Rectangle
  private let columns: Int
  private let rows: Int
  private var cells: [[Int32]]
  private var boxes: [Rectangle] = []

  /// An empty index over the part of the plane where labels may lie.
  init(area: Rectangle) {
    self.area = area
    columns = CollisionIndex.cellCount(area.width)
    rows = CollisionIndex.cellCount(area.height)
    cells = Array(repeating: [], count: columns * rows)
  }

  /// Whether some area of `box` is taken.
  func isTaken(_ box: Rectangle) -> Bool {
    for cell in cellsTouched(by: box) {
      for index in cells[cell] where boxes[Int(index)].intersects(box) { return true }
    }
    return false
  }

  /// How many taken places share some area with `box`.
  func takenCount(in box: Rectangle) -> Int {
    var met = Set<Int32>()
    for cell in cellsTouched(by: box) {
      for index in cells[cell] where boxes[Int(index)].intersects(box) { met.insert(index) }
    }
    return met.count
  }

  /// Takes the area of `box`.
  mutating func take(_ box: Rectangle) {
    // The number of labels is far below 2^31: each costs more than a byte of picture.
    let index = Int32(truncatingIfNeeded: boxes.count)
    boxes.append(box)
    for cell in cellsTouched(by: box) { cells[cell].append(index) }
  }

  private func cellsTouched(by box: Rectangle) -> [Int] {
    let firstColumn = cell(box.minX - area.minX, limit: columns)
    let lastColumn = cell(box.maxX - area.minX, limit: columns)
    let firstRow = cell(box.minY - area.minY, limit: rows)
    let lastRow = cell(box.maxY - area.minY, limit: rows)
    var result: [Int] = []
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn { result.append(row * columns + column) }
    }
    return result
  }

  /// Boxes beyond the area count to its border cells, where they still meet each other.
  private func cell(_ distance: Double, limit: Int) -> Int {
    Int(exactly: (max(0, distance) / CollisionIndex.cellSize).rounded(.down)).map { min($0, limit - 1) }
      ?? limit - 1
  }

  private static func cellCount(_ length: Double) -> Int {
    max(1, Int(exactly: (min(1e6, length) / cellSize).rounded(.up)) ?? 1)
  }
}
