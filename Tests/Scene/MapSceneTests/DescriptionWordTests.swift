import MapSettings
import TestSupport
import Testing

@testable import MapScene

@Suite struct `Words of descriptions` {
  @Test(arguments: AltLanguage.allCases)
  func `are there in each language`(language: AltLanguage) {
    let words = DescriptionWords(language)
    for name in DescriptionWords.Name.allCases { #expect(!words[name].isEmpty, "\(name)") }
    expect(Set(words.directions).count, equals: 8)
  }
}
