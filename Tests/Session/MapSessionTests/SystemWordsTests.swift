import TestSupport
import Testing

@testable import MapSession

@Suite struct `Words found by ICU` {
  @Test(
    .wantsInProcess(.icu),
    arguments: [
      // Language and Lao; hello and world; I and Myanmar.
      ["ພາສາ", "ລາວ"], ["សួស្តី", "ពិភពលោក"], ["ကျွန်တော်", "မြန်မာ"],
    ])
  func `are those of Lao, Khmer and Burmese`(words: [String]) throws {
    let found = try #require(SystemWords.shared).lineEnds(in: words.joined())
    #expect(found.contains(words[0].utf16.count), "\(found)")
    expect(found.last, equals: words.joined().utf16.count)
  }

  @Test func `are none without ICU`() { #expect(SystemWords.shared == nil) }
}
