import MapSession
import MapStyle
import Testing

@Suite struct `Text in expressions` {
  private func holds(_ comparison: String) -> Bool {
    let answer = answer(evalRequest: Array("{\"expression\": \(comparison), \"inputs\": [[{}, {}]]}".utf8))
    return String(decoding: answer, as: UTF8.self).hasSuffix("\"outputs\":[true]}")
  }

  @Test(
    .enabled(if: SystemCollation.isAvailable),
    arguments: [
      // The same two letters in Swedish and in German.
      (#"[">", "ä", "z", ["collator", {"locale": "sv", "diacritic-sensitive": true}]]"#, true),
      (#"["<", "ä", "z", ["collator", {"locale": "de", "diacritic-sensitive": true}]]"#, true),
      // Letters beyond Latin, which the built-in table knows nothing of.
      (#"["==", "Ё", "ё", ["collator", {"locale": "ru"}]]"#, true),
      (#"["==", "Ω", "ώ", ["collator", {}]]"#, true),
      (#"["==", "ｱ", "ア", ["collator", {"locale": "ja"}]]"#, true),
      // Base, case, accent and variant.
      (#"["==", "a", "Á", ["collator", {}]]"#, true),
      (#"["==", "a", "A", ["collator", {"case-sensitive": true}]]"#, false),
      (#"["==", "a", "á", ["collator", {"case-sensitive": true}]]"#, true),
      (#"["==", "a", "A", ["collator", {"diacritic-sensitive": true}]]"#, true),
      (#"["==", "a", "á", ["collator", {"diacritic-sensitive": true}]]"#, false),
      (#"["==", "a", "A", ["collator", {"case-sensitive": true, "diacritic-sensitive": true}]]"#, false),
    ])
  func `is compared by the rules of its language`(comparison: String, expected: Bool) {
    SystemCollation.install()
    #expect(holds(comparison) == expected)
  }
}
