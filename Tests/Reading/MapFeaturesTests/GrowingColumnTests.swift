import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `A column that grows by pieces` {
  @Test(arguments: [0, 5, 100])
  func `holds all values in order`(reserved: Int) {
    var column = GrowingColumn<Int>(pieceSize: 64)
    column.reserve(reserved)
    var all: [Int] = []
    for count in [3, 8, 0, 30, 1] {
      let values = Array(all.count..<all.count + count)
      values.withUnsafeBufferPointer { column.append(contentsOf: $0) }
      all += values
    }
    expect(column.take(), equals: all)
    expect(column.take(), equals: [])
  }
}
