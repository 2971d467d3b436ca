import Foundation
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@testable import MapContent

@Suite struct `Classes found in numbers` {
  @Test func `are equally wide`() {
    expect(ClassScale(4, by: .equal, of: [0, 3, 100]).breaks, equals: [25, 50, 75])
  }

  @Test func `have equal ratios`() {
    let breaks = ClassScale(4, by: .log, of: [10000, 1, 50, 0, -3]).breaks
    #expect(zip(breaks, [10.0, 100, 1000]).allSatisfy { abs($0 - $1) < 1e-9 * $1 })
  }

  @Test func `hold as many numbers each`() {
    let scale = ClassScale(4, by: .quantile, of: (1...100).map(Double.init))
    expect(scale.breaks, equals: [26, 51, 76])
    expect(
      (0..<4).map { index in (1...100).count { scale.index(of: Double($0)) == index } },
      equals: [25, 25, 25, 25])
  }

  @Test func `never cut a run of equal numbers`() {
    let numbers = [1.0, 1, 1, 1, 1, 1, 1, 2, 3, 4]
    let scale = ClassScale(3, by: .quantile, of: numbers)
    #expect((scale.breaks, scale.index(of: 1), scale.index(of: 4)) == ([2], 0, 1))
  }

  @Test(arguments: ClassMethod.allCases)
  func `begin with their break`(method: ClassMethod) {
    let scale = ClassScale(3, by: method, of: [1, 2, 4, 8, 16, 32, .nan, .infinity])
    for (index, number) in scale.breaks.enumerated() {
      #expect((scale.index(of: number), scale.index(of: number.nextDown)) == (index + 1, index))
    }
  }

  @Test(arguments: ClassMethod.allCases)
  func `need different numbers`(method: ClassMethod) {
    expect(ClassScale(5, by: method, of: []).breaks, equals: [])
    expect(ClassScale(5, by: method, of: [7, 7, 7]).breaks, equals: [])
    expect(ClassScale(1, by: method, of: [7, 8]).breaks, equals: [])
    let two = ClassScale(5, by: method, of: [1, 2, 2])
    #expect(two.index(of: 1) < two.index(of: 2))
    #expect(two.breaks.count <= 4)
    expect(two.breaks, equals: two.breaks.sorted())
  }

  @Test(arguments: 1...60)
  func `by Jenks lie closest to their means`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let numbers = (0..<Int.random(in: 4...11, using: &random)).map { _ in
      Double(Int.random(in: 0...30, using: &random))
    }
    let classes = Int.random(in: 2...4, using: &random)
    let scale = ClassScale(classes, by: .jenks, of: numbers)
    let groups = Dictionary(grouping: numbers) { scale.index(of: $0) }
    expect(groups.count, equals: min(classes, Set(numbers).count))
    let found = groups.values.reduce(0) { $0 + spread($1) }
    #expect(abs(found - least(numbers.sorted()[...], classes)) < 1e-9)
  }

  @Test func `are parted by few digits where they are means`() {
    // No decimal is a third: limits lie just below, within a twentieth of the narrower class.
    let scale = ClassScale(4, by: .quantile, of: [4.0 / 3, 5.0 / 3, 7.0 / 3, 8.0 / 3])
    expect(scale.breaks, equals: [1.66, 2.33, 2.66])
  }

  @Test func `by Jenks find far groups at once`() {
    let numbers = (0..<2000).map { (index: Int) -> Double in Double(index % 5 * 1000 + index % 7) }
    expect(ClassScale(5, by: .jenks, of: numbers).breaks, equals: [1000, 2000, 3000, 4000])
  }

  @Test(arguments: ClassMethod.allCases)
  func `begin at limits that people can read`(method: ClassMethod) {
    var random = Seeded(seed: 5)
    let numbers = (0..<2000).map { _ in 965.4894 + 92_251.4858 * pow(random.number(in: 0...1), 3) }
    let breaks = ClassScale(5, by: method, of: numbers).breaks
    #expect((breaks.count, breaks, Set(breaks).count) == (4, breaks.sorted(), 4))
    for limit in breaks {
      let digits = String(format: "%.6f", limit).split(separator: ".")[0].reversed().drop { $0 == "0" }
      expect(limit, equals: limit.rounded(), "\(limit)")
      #expect(digits.count <= 3, "\(limit)")
    }
    // Just below a number that is alone in its class, by less than a twentieth of the 20.9 million below it.
    expect(ClassScale(2, by: .jenks, of: [1_000_000, 1_200_000, 21_893_095]).breaks, equals: [21_000_000])
  }

  @Test(arguments: 1...40)
  func `begin at round numbers that move a twentieth of the numbers at most`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let power = [1.0, 100, 0.01][random.below(3)]
    let numbers = (0..<400).map { _ in power * random.number(in: 0.3...9) }.sorted()
    let exact = ClassScale(5, by: .quantile, of: numbers).breaks
    let round = ClassScale(5, by: .quantile, of: numbers, isRound: true).breaks
    #expect((round.count, round) == (exact.count, round.sorted()))
    for (limit, place) in zip(round, [80, 160, 240, 320]) {
      // Three digits at most, by the C library.
      expect(Double(String(format: "%.2e", limit)), equals: limit, "\(round)")
      #expect(abs(numbers.count { $0 < limit } - place) <= 20 + 8)
    }
  }

  @Test func `begin at tens and fives where these are near`() {
    let numbers = (1...100).map(Double.init)
    expect(ClassScale(4, by: .quantile, of: numbers, isRound: true).breaks, equals: [30, 50, 80])
  }

  @Test(arguments: [
    ([1.0, 2, 3, 10_001, 10_002], 2, [5001.5]),
    ([0, 0.1, 0.2, 0.3], 3, [0.1, 0.2]), ([1_000_001, 1_000_002, 1_000_003, 1_000_004], 2, [1_000_002.5]),
  ])
  func `keep every number in its class where four digits suffice`(
    numbers: [Double], count: Int, limits: [Double]
  ) {
    let breaks = ClassScale(count, by: .equal, of: numbers).breaks
    for (found, limit) in zip(breaks, limits) {
      #expect(numbers.allSatisfy { ($0 < found) == ($0 < limit) }, "\(breaks)")
    }
    expect(breaks.count, equals: limits.count)
  }

  private func spread(_ numbers: [Double]) -> Double {
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    return numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }

  /// The least sum over all ways to cut, by trying them all.
  private func least(_ numbers: ArraySlice<Double>, _ classes: Int) -> Double {
    if numbers.isEmpty { return 0 }
    if classes == 1 { return spread(Array(numbers)) }
    return (1...numbers.count).map { cut in
      spread(Array(numbers.prefix(cut))) + least(numbers.dropFirst(cut), classes - 1)
    }.min() ?? 0
  }
}
