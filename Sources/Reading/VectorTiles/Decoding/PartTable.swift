/// Parts of a layer's features: end vertices, and which rings are holes.
struct PartTable: Sendable {
  private var ends: [Int32] = []
  private var holes: [Bool] = []

  var count: Int { ends.count }

  subscript(part: Int) -> Range<Int> { (part == 0 ? 0 : Int(ends[part - 1]))..<Int(ends[part]) }

  func isHole(_ part: Int) -> Bool { holes[part] }

  func index(of index: Int, in own: Range<Int32>) -> Int {
    let part = Int(own.lowerBound) + index
    precondition(index >= 0 && part < own.upperBound, "part index out of range")
    return part
  }

  mutating func append(end: Int, isHole: Bool = false) {
    ends.append(Int32(end))
    holes.append(isHole)
  }

  mutating func removeAll(from first: Int) {
    ends.removeLast(ends.count - first)
    holes.removeLast(holes.count - first)
  }

  mutating func setEnd(_ end: Int, of part: Int) { ends[part] = Int32(end) }

  mutating func setHole(_ isHole: Bool, of part: Int) { holes[part] = isHole }
}
