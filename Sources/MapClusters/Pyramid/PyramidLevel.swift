/// The occupied cells of one zoom, in key order.
struct PyramidLevel: Sendable {
  /// Cells of more points than this keep their facts; those of fewer are visited when asked for.
  static let visitLimit = 16

  /// The number of cells.
  let count: Int
  /// The place of each cell's first point, and the number of points at the end.
  let starts: PlainBuffer<UInt32>
  /// The cells that keep facts, ascending, and their facts.
  let heavy: [UInt32]
  let heavyFacts: [PyramidFacts]

  /// The places of a cell's points.
  @inline(__always)
  func places(of cell: Int) -> Range<Int> { Int(starts[cell])..<Int(starts[cell + 1]) }

  /// What is known of a cell.
  func facts(of cell: Int, points: PyramidPoints) -> PyramidFacts {
    let places = places(of: cell)
    guard places.count > Self.visitLimit else { return points.facts(of: places) }
    var (low, high) = (0, heavy.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(heavy[middle]) <= cell { low = middle } else { high = middle }
    }
    return heavyFacts[low]
  }
}
