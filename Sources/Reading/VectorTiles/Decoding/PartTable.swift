/// The points, lines or rings of a layer's features: where each ends among the layer's vertices, and which rings are
/// holes.
struct PartTable: Sendable {
  /// For each part the vertex behind its last one.
  private var ends: [Int32] = []
  private var holes: [Bool] = []

  var count: Int { ends.count }

  subscript(part: Int) -> Range<Int> {
    (part == 0 ? 0 : Int(ends[part - 1]))..<Int(ends[part])
  }

  func isHole(_ part: Int) -> Bool { holes[part] }

  /// The place in the table of one of the parts of a feature.
  ///
  /// - Parameters:
  ///   - index: its number among the feature's own parts, from 0.
  func place(of index: Int, in own: Range<Int32>) -> Int {
    let part = Int(own.lowerBound) + index
    precondition(index >= 0 && part < own.upperBound, "part index out of range")
    return part
  }

  /// Adds a part.
  ///
  /// - Parameter end: the vertex behind its last one.
  mutating func append(end: Int, isHole: Bool = false) {
    ends.append(Int32(end))
    holes.append(isHole)
  }

  mutating func removeAll(from first: Int) {
    ends.removeLast(ends.count - first)
    holes.removeLast(holes.count - first)
  }

  /// Sets where a part ends, as rings in another order need it.
  mutating func setEnd(_ end: Int, of part: Int) { ends[part] = Int32(end) }

  mutating func setHole(_ isHole: Bool, of part: Int) { holes[part] = isHole }
}
