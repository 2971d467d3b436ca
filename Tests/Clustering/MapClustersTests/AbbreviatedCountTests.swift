import MapClusters
import TestSupport
import Testing

@Suite struct `Abbreviated counts` {
  @Test(arguments: [
    (950, "950"), (9999, "9.9k"), (999_499, "999k"), (999_999, "999k"), (1_000_000, "1M"),
    (999_499_999, "999M"),
    (999_500_000, "999M"), (1_000_000_000, "1B"), (99_950_000_000, "99.9B"), (999_499_999_999, "999B"),
    (999_500_000_000, "999B"), (999_999_999_999, "999B"), (1_000_000_000_000, "1T"),
    (12_340_000_000_000, "12.3T"),
  ])
  func `have three digits at most, and the unit of their size`(count: Int, text: String) {
    expect(abbreviatedCount(count), equals: text)
  }
}
