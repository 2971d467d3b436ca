import Testing

@testable import MapFeatures

@Suite struct `Decimal numbers` {
  @Test func `a number with a remainder is rounded as the standard library does`() {
    #expect(Decimal.quotient(9_007_199_254_740_993, byTenTo: 0) == 9_007_199_254_740_992)
  }
}
