import MapGeometry
import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `Places of records` {
  @Test func `beyond 4 GB come back whole`() {
    let offsets = [
      5, 4_294_967_290, 4_294_967_296, 4_294_967_300, 8_589_934_592, 8_589_934_999, 30_000_000_000,
    ]
    for cut in 0...offsets.count {
      var places = RecordOffsets()
      for part in [offsets[..<cut], offsets[cut...]] where !part.isEmpty {
        let lows = part.map { UInt32(truncatingIfNeeded: $0) }
        lows.withUnsafeBufferPointer {
          places.append($0, from: part[part.startIndex], through: part[part.endIndex - 1])
        }
      }
      // One step of the upper half inside a chunk; a chunk is never so long that there would be more.
      guard cut == 2 || cut == 4 || cut == 6 else { continue }
      expect((0..<6).map { places[$0] }, equals: Array(offsets[..<6]), "cut at \(cut)")
    }
  }

  @Test func `numbers go on counting after gaps and repetitions`() {
    var numbers = RecordNumbers()
    for point in 0..<3 { expect(numbers[point], equals: point + 1) }
    numbers.append(.init(firstPoint: 2, firstRecord: 5, repeats: false))
    numbers.append(.init(firstPoint: 4, firstRecord: 7, repeats: true))
    numbers.append(.init(firstPoint: 7, firstRecord: 8, repeats: false))
    expect((0..<9).map { numbers[$0] }, equals: [1, 2, 5, 6, 7, 7, 7, 8, 9])
  }

  @Test func `bare points are numbered from 1`() {
    let table = FeatureTable(points: CoordinateTable([Coordinate(latitude: 1, longitude: 2)]))
    expect(table.identifier(ofPoint: 0), equals: .number(1))
    #expect(table.properties(ofPoint: 0).isEmpty)
    expect(table.property("a", ofPoint: 0), equals: nil)
  }
}
