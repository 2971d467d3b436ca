import JSONDocument
import TestSupport
import Testing

@testable import MapSettings

/// Expected texts of languages are those of Babel 2 with the data of the Unicode CLDR.
@Suite struct `Number formats` {
  private func format(_ text: String) throws -> NumberFormat { try #require(NumberFormat(text)) }

  @Test(arguments: [
    (950.0, "950", "950", "950"), (1000, "1k", "1000", "1k"), (1234, "1.2k", "1234", "1.23k"),
    (9_949, "9.9k", "9949", "9.95k"), (9_999, "9.9k", "9999", "9.99k"), (10_000, "10k", "10000", "10k"),
    (99_999, "100k", "99999", "99.9k"), (999_999, "999k", "999999", "999k"),
    (10_178_000, "10.2M", "10178000", "10.1M"), (3_000_000_000, "3B", "3000000000", "3G"),
    (12.345, "12.3", "12.345", "12.3"), (0.5, "0.5", "0.5", "0.5"), (999.6, "999", "999.6", "999"),
    (0.004, "0.004", "0.004", "0.004"), (1.5e12, "1.5T", "1500000000000", "1.5T"),
    (2e15, "2e15", "2000000000000000", "2P"),
  ])
  func `write counts`(number: Double, auto: String, plain: String, si: String) throws {
    expect(NumberFormat().count(number), equals: auto)
    try expect(format("plain").count(number), equals: plain)
    if number != 10_178_000 { try expect(format("si").count(number), equals: si) }
  }

  /// What stands in a bubble of the thousands must not be called as those of the next color are.
  @Test func `never write a number as a greater power of ten`() throws {
    for text in ["auto", "si"] {
      let format = try format(text)
      for power in [1_000.0, 1_000_000, 1_000_000_000] where text == "si" || power == 1_000 {
        #expect(format.value(power - 1) != format.value(power), "\(text) \(power)")
        #expect(format.count(power * 10 - 1) != format.count(power * 10), "\(text) \(power)")
      }
    }
  }

  @Test(arguments: [
    ("en", "1,234.5", "12,345,678.25"), ("de", "1.234,5", "12.345.678,25"),
    ("fr", "1\u{202F}234,5", "12\u{202F}345\u{202F}678,25"),
    ("sv", "1\u{A0}234,5", "12\u{A0}345\u{A0}678,25"),
    ("pl", "1234,5", "12\u{A0}345\u{A0}678,25"), ("es", "1234,5", "12.345.678,25"),
    ("de-CH", "1\u{2019}234.5", "12\u{2019}345\u{2019}678.25"), ("hi", "1,234.5", "1,23,45,678.25"),
    ("en_IN", "1,234.5", "1,23,45,678.25"), ("de-DE", "1.234,5", "12.345.678,25"),
    ("ja", "1,234.5", "12,345,678.25"), ("PT", "1.234,5", "12.345.678,25"),
  ])
  func `group digits as languages do`(language: String, small: String, large: String) throws {
    let format = try format("plain,\(language)")
    #expect((format.whole(1234.5), format.whole(12_345_678.25)) == (small, large))
    expect(format.count(12_345_678.25), equals: large)
    expect(format.whole(-1234.5), equals: "\u{2212}" + small)
    try expect(self.format(language).whole(1234.5), equals: small)
  }

  @Test func `have the decimal mark of a language in abbreviated numbers, too`() throws {
    try expect(format("de").count(1234), equals: "1,2k")
    try expect(format("si,de").count(1234), equals: "1,23k")
    try expect(format("de").value(3.25), equals: "3,25")
    try expect(format("si,de").whole(1500), equals: "1,5k")
    try expect(format("si,de").measure(2500), equals: "2.500")
  }

  @Test func `write legends as before where nothing is set`() {
    let texts = [12_345, 0.25, -1_234_567.5, 999, 0.123456].map(NumberFormat().whole)
    expect(texts, equals: ["12,345", "0.25", "\u{2212}1,234,567.5", "999", "0.1235"])
  }

  @Test(arguments: ["", "xx", "plain,xx", "de,plain", "plain,de,fr", "auto,", ",de", "1.234,5", "german"])
  func `refuse what is none`(text: String) { expect(NumberFormat(text), equals: nil) }

  @Test func `are read by their schema as by the reader`() throws {
    for language in NumberMarks.languages {
      #expect(NumberFormat(language) != nil)
      #expect(NumberFormat("si, \(language)") != nil)
    }
    expect(Set(NumberMarks.languages).count, equals: NumberMarks.languages.count)
  }
}
