import MapClusters
import TestSupport
import Testing

@Suite struct `An exact sum` {
  /// The smallest number above 0.
  private static let least = Double.leastNonzeroMagnitude

  private func sum(_ numbers: [Double]) -> Double {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return sum.value
  }

  @Test(
    arguments: [
      ([], 0), ([0.1, 0.2], 0.30000000000000004), ([1e100, 1, -1e100], 1), ([1e308, 1e308, -1e308], 1e308),
      ([1, 0x1p-53], 1), ([1, 0x1p-53, 0x1p-106], 1 + 0x1p-52), ([-1, -0x1p-53, -0x1p-106], -1 - 0x1p-52),
      ([1 + 0x1p-52, 0x1p-53], 1 + 0x1p-51), ([least, least], 2 * least), ([least, -least], 0),
      ([0x1p-1022, -least], 0x1p-1022 - least), ([1e308, 1e308], .infinity), ([-.infinity, 1], -.infinity),
      ([0x1p32, -0x1p-20], 0x1p32 - 0x1p-20),
    ] as [([Double], Double)])
  func `is rounded once, to the nearest number`(numbers: [Double], expected: Double) {
    expect(sum(numbers), equals: expected)
    expect(sum(numbers.reversed()), equals: expected)
  }

  @Test func `takes whole numbers of units`() {
    var sum = ExactSum()
    sum.add(1 << 100, exponent: -100)
    sum.add(-3, exponent: -1)
    sum.add(-(1 << 126) - 1, exponent: -52)
    sum.add((1 << 126) + 1, exponent: -52)
    expect(sum.value, equals: -0.5)
  }

  @Test func `is that of whole numbers, whatever the order and the parts`() {
    var random = Seeded(seed: 17)
    // Whole multiples of 2^-40, which 128 bits sum exactly.
    let steps = (0..<5000).map { _ in
      Int64.random(in: -(1 << 52)...(1 << 52), using: &random) >> Int64.random(in: 0..<40, using: &random)
    }
    let expected = Double(steps.reduce(into: Int128(0)) { $0 += Int128($1) }) * 0x1p-40
    let numbers = steps.map { Double($0) * 0x1p-40 }
    expect(sum(numbers), equals: expected)
    expect(sum(numbers.shuffled(using: &random)), equals: expected)
    var parts = (0..<7).map { _ in NumberSummary() }
    for (index, number) in numbers.enumerated() { parts[index % 7].add(number) }
    let all = parts.reduce(into: NumberSummary()) { $0.add($1) }
    // As the sum of decimal numbers it has 15 digits of the largest.
    #expect(abs(all.sum - expected) <= 1e-9)
    expect(all.count, equals: 5000)
    #expect((all.least, all.greatest) == (numbers.min(), numbers.max()))
  }

  /// Sums in decimals, by hand.
  private static let decimals: [(numbers: [Double], sum: Double)] = [
    ([0.0001, 0.0003], 0.0004), ([0.7, 0.7, 0.7], 2.1), ([0.1, 0.2], 0.3), ([1e9, -999_999_999.9], 0.1),
    ([-0.1, -0.2, 0.3], 0), ([0.1, 0.7, 2.2], 3), ([1e-5, 3e-5], 4e-5), ([123456.7, 0.1], 123456.8),
  ]

  @Test(arguments: decimals)
  func `is that of the decimals that the numbers stand for`(numbers: [Double], expected: Double) {
    expect(numbers.reduce(into: NumberSummary()) { $0.add($1) }.sum, equals: expected)
  }

  @Test func `keeps the digits of one number, and of sums with more than 15 of them`() {
    func sum(_ numbers: Double...) -> Double { numbers.reduce(into: NumberSummary()) { $0.add($1) }.sum }
    expect(sum(0.300_000_000_000_000_04), equals: 0.300_000_000_000_000_04)
    expect(sum(1_000_000_000.123_456, 1), equals: 1_000_000_001.123_456)
    expect(sum(9_007_199_254_740_991, 1), equals: 9_007_199_254_740_992)
  }

  @Test func `leaves out what is no number`() {
    var summary = NumberSummary()
    for number in [3, .nan, -1, .nan] as [Double] { summary.add(number) }
    #expect((summary.count, summary.sum, summary.least, summary.greatest) == (2, 2, -1, 3))
  }
}
