import Foundation
import JSONDocument
import TestSupport
import Testing

@Suite struct `Number text` {
  /// Numbers, and what any JavaScript engine answers to `String(x)`.
  private static let spellings: [(Double, String)] = [
    (42, "42"), (-0.0, "0"), (0, "0"), (-1.5, "-1.5"), (1e21, "1e+21"), (1e-7, "1e-7"), (1e-6, "0.000001"),
    (1.5e-6, "0.0000015"), (1.234e-7, "1.234e-7"), (123_456_789_012_345_683_968, "123456789012345680000"),
    (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (0.1 + 0.2, "0.30000000000000004"),
    (1e20, "100000000000000000000"), (9_007_199_254_740_992, "9007199254740992"), (-1e-10, "-1e-10"),
    (1e16, "10000000000000000"), (0.001, "0.001"), (100.5, "100.5"), (1.0 / 3, "0.3333333333333333"),
    (4.35, "4.35"), (1e100, "1e+100"), (1.25e22, "1.25e+22"), (.nan, "NaN"), (.infinity, "Infinity"),
    (-.infinity, "-Infinity"), (2.2250738585072014e-308, "2.2250738585072014e-308"),
    (123456.789, "123456.789"),
    (18_446_744_073_709_551_616, "18446744073709552000"),
    (-9_223_372_036_854_775_808, "-9223372036854776000"),
  ]

  @Test(arguments: spellings)
  func `is JavaScript's`(number: Double, text: String) {
    expect(javaScriptText(of: number), equals: text)
  }

  @Test func `reads back as the same number`() throws {
    var generator = Seeded(seed: 11)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite, number != 0 else { continue }
      let text = javaScriptText(of: number)
      expect(Double(text), equals: number)
      try expect(JSONText(parsing: text).root.number, equals: number)
    }
  }

  @Test(arguments: [
    (1.005, 2, "1"), (1.255, 2, "1.25"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.5, 0, "1"), (1.45, 1, "1.4"),
    (-0.001, 2, "0"), (13.377829, 6, "13.377829"), (1e-9, 3, "0"), (0.1, 15, "0.1"), (999.9996, 3, "1000"),
    (123_456_789_012_345_680, 2, "123456789012345680"), (.nan, 2, "0"), (.infinity, 2, "0"),
    (1e300, 2, "1e+300"),
    (8.345, 2, "8.35"), (0.045, 2, "0.04"), (889_373_475_799_956.25, 1, "889373475799956.3"),
    (0.125, 2, "0.13"), (-180, 6, "-180"), (1.5, 99, "1.5"),
  ])
  func `with decimals is rounded exactly`(number: Double, decimals: Int, text: String) {
    expect(decimalText(of: number, decimals: decimals), equals: text)
  }

  @Test(arguments: [
    (1.5, 2, "1.50"), (0, 2, "0.00"), (-0.001, 2, "0.00"), (7, 0, "7"), (9.1e15, 1, "9100000000000000.0"),
  ])
  func `with decimals can keep its zeros`(number: Double, decimals: Int, text: String) {
    expect(decimalText(of: number, decimals: decimals, keepsZeros: true), equals: text)
  }

  @Test func `with decimals agrees with C's printf off the halves`() {
    var generator = Seeded(seed: 5)
    for _ in 0..<20_000 {
      let number = Double.random(in: -400...400, using: &generator)
      let decimals = Int.random(in: 0...9, using: &generator)
      let expected = String(format: "%.\(decimals)f", number)
      let negativeZero = expected.hasPrefix("-") && !expected.contains { "123456789".contains($0) }
      expect(
        decimalText(of: number, decimals: decimals, keepsZeros: true),
        equals: negativeZero ? String(expected.dropFirst()) : expected)
    }
  }
}
