import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `Sums of weights` {
  /// The oracle is the library's own conversion, which is slow.
  @Test func `are turned into the nearest double`() {
    var random = Seeded(seed: 128)
    for size in 1...127 {
      for _ in 0..<50 {
        let bits = UInt128(random.next()) << 64 | UInt128(random.next())
        let value = Int128(bits >> UInt128(128 - size)) * (random.chance(0.5) ? 1 : -1)
        expect(value.double, equals: Double(value))
      }
    }
    // Halves go to even, and what lies below a half decides.
    for value in [1 << 53 + 1, 1 << 53 + 3, 1 << 100 + 1 << 47, 1 << 100 + 1 << 47 + 1, 3 << 100 + 1 << 48]
      as [Int128]
    {
      expect(value.double, equals: Double(value))
    }
  }

  @Test(arguments: [
    (0.1, 0.1), (0.123_456_75, 0.123_457), (2.5e-7, 0), (5e-7, 0), (1.5e-6, 2e-6), (3e9 + 0.25, 3e9 + 0.25),
    (1e21, 1e21), (1e22, 1e22),
  ])
  func `are of weights rounded half to even`(weight: Double, rounded: Double) {
    expect(roundedWeight(weight), equals: rounded)
  }

  @Test func `do not depend on the order`() throws {
    var random = Seeded(seed: 7)
    var points = (0..<500).map { _ in
      (random.number(in: 1...4), random.number(in: 50...51), random.number(in: 0...1e6))
    }
    let view = try view(50, 2, zoom: 0, width: 256, height: 256)
    var found: Set<String> = []
    for _ in 0..<5 {
      points.shuffle(using: &random)
      let table = CoordinateTable(longitudes: points.map(\.0), latitudes: points.map(\.1))
      let marker = try #require(
        try markers(of: ClusterInput(table, weights: points.map(\.2)), in: view).markers.first)
      expect(marker.count, equals: 500)
      found.insert("\(marker.position) \(marker.weight)")
    }
    expect(found.count, equals: 1)
  }

  @Test func `refuse what leaves 128 bits`() throws {
    let view = try view(0, 0, zoom: 0, width: 256, height: 256)
    let table = CoordinateTable(longitudes: [0, 1], latitudes: [0, 1])
    #expect(throws: ClusterError.tooHeavy(2e21)) {
      try markers(of: ClusterInput(table, weights: [1e21, 1e21]), in: view)
    }
  }
}
