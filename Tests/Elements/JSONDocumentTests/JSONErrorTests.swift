import JSONDocument
import TestSupport
import Testing

@Suite struct `JSON error` {
  @Test(
    arguments: cases(
      #"""
       → 1:1: there is no JSON here, only nothing or white space; write at least {}
      {"a": 1⏎ "b": 2} → 2:2: expected a comma or }, found "b"
      [1 2] → 1:4: expected a comma or ], found 2
      [1} → 1:3: expected a comma or ], found }
      {"a" 1} → 1:6: expected a colon, found 1
      {1: 2} → 1:2: expected a key in double quotes, found 1
      [,1] → 1:2: expected a value, found ,
      [😀] → 1:2: expected a value, found 😀
      [1,] → 1:3: a comma before ]; remove it
      {"a": 1,⏎} → 1:8: a comma before }; remove it
      {a: 1} → 1:2: key a stands without quotes; write "a"
      {'a': 1} → 1:2: found a single quote; write strings and keys in double quotes
      ['a'] → 1:2: found a single quote; write strings and keys in double quotes
      [1, // one⏎2] → 1:5: JSON knows no comments; remove it, or make it a member such as "metadata"
      [1 /* one */] → 1:4: JSON knows no comments; remove it, or make it a member such as "metadata"
      [NaN] → 1:2: NaN is no JSON value; write a number, a string in double quotes, true, false or null
      [-Infinity] → 1:2: -Infinity is no JSON number: write a digit first, such as 0.5
      {"a": True} → 1:7: True is no JSON value; write a number, a string in double quotes, true, false or null
      nulls → 1:1: nulls is no JSON value; write a number, a string in double quotes, true, false or null
      [007] → 1:2: 007 is no JSON number: remove the leading zero
      [-01] → 1:2: -01 is no JSON number: remove the leading zero
      [+1] → 1:2: +1 is no JSON number: remove the plus sign
      [.5] → 1:2: .5 is no JSON number: write a digit first, such as 0.5
      [-.5] → 1:2: -.5 is no JSON number: write a digit first, such as 0.5
      [1.] → 1:2: 1. is no JSON number: write a digit after the point, or no point
      [1.e5] → 1:2: 1.e5 is no JSON number: write a digit after the point, or no point
      [1e+] → 1:2: 1e+ is no JSON number: write digits after the e, or no e
      [0x10] → 1:2: 0x10 is no JSON number: write decimal digits only, or put it in double quotes
      [12px] → 1:2: 12px is no JSON number: write decimal digits only, or put it in double quotes
      [1.2.3] → 1:2: 1.2.3 is no JSON number: write decimal digits only, or put it in double quotes
      [1e400] → 1:2: 1e400 is too large for a number; the largest is about 1.8e308
      [-1e999999999999] → 1:2: -1e999999999999 is too large for a number; the largest is about 1.8e308
      [1, "abc → 1:5: this string is never closed; add a double quote, and write line breaks as \n
      ["abc⏎def"] → 1:2: this string is never closed; add a double quote, and write line breaks as \n
      ["a\ → 1:4: \ is no escape; write \\ for a backslash
      ["C:\dir"] → 1:5: \d is no escape; write \\ for a backslash
      ["\u12g4"] → 1:3: \u needs four hexadecimal digits, such as \u00e9
      ["\ud800"] → 1:3: \ud800 is half of a surrogate pair; write both halves or the character itself
      ["\ude00"] → 1:3: \ude00 is half of a surrogate pair; write both halves or the character itself
      ["\ud800\u0041"] → 1:3: \ud800 is half of a surrogate pair; write both halves or the character itself
      {"a": [1, 2 → 1:12: the text ends inside the array opened at 1:7; close it with ], or is the file cut off?
      {} {} → 1:4: expected nothing after the document's end, found {; a document is one value
      1 2 → 1:3: expected nothing after the document's end, found 2; a document is one value
      {} // end → 1:4: JSON knows no comments; remove it, or make it a member such as "metadata"
      <!DOCTYPE html>⏎<html> → 1:1: this is an HTML page, not JSON; did a download answer with an error page?
      """#) + [
        (" \n\t ", "2:3: there is no JSON here, only nothing or white space; write at least {}"),
        ("[\u{1}]", "1:2: expected a value, found \\u0001"),
        ("[\"a\tb\"]", "1:4: a control character (U+0009) inside a string; write it as \\u0009"),
        (
          "{\"a\": ",
          "1:7: the text ends inside the object opened at 1:1; close it with }, or is the file cut off?"
        ),
        ("[1,\u{FEFF}2]", "1:4: a byte order mark (U+FEFF) may only stand at the very start; remove it"),
        ("  <?xml version='1.0'?>", "1:1: this is an XML document, not JSON; name another file"),
        ("\0\0\0\0\0", "1:1: this is a file of zero bytes, not JSON; was it cut off or never written?"),
        ("[\0]", "1:2: expected a value, found \\u0000"),
      ])
  func `names where, what and what to do`(text: String, description: String) {
    let error = #expect(throws: JSONError.self) { try JSONText(parsing: text) }
    expect(error.map { "\($0)" }, equals: description)
  }

  @Test(arguments: [
    ([0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D], 3, "c3"), ([0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D], 3, "c0"),
    ([0x22, 0xED, 0xA0, 0x80, 0x22], 2, "ed"), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 2, "f4"),
    ([0x22, 0xF8, 0x22], 2, "f8"), ([0x22, 0xE2, 0x82], 2, "e2"), ([0x22, 0xC3, 0xA9, 0xFF, 0x22], 3, "ff"),
    ([0x22, 0xE0, 0x9F, 0x80, 0x22], 2, "e0"), ([0x22, 0xF0, 0x8F, 0x80, 0x80, 0x22], 2, "f0"),
  ])
  func `names the first byte that is not UTF-8`(bytes: [UInt8], column: Int, byte: String) {
    let error = #expect(throws: JSONError.self) { try JSONText(parsing: bytes) }
    expect(error?.position, equals: TextPosition(line: 1, column: column))
    expect(error?.message, equals: "byte 0x\(byte) is not UTF-8; save the file as UTF-8")
  }

  @Test func `agrees with the standard library on what UTF-8 is`() {
    var generator = Seeded(seed: 7)
    let interesting: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
      0xF1, 0xF4,
      0xF5, 0xFF,
    ]
    for _ in 0..<20_000 {
      let inside = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        interesting[Int.random(in: 0..<interesting.count, using: &generator)]
      }
      let isValid = String(validating: inside, as: UTF8.self) != nil
      let read = try? JSONText(parsing: [0x22] + inside + [0x22])
      expect(read != nil, equals: isValid, "\(inside)")
    }
  }

  @Test func `never traps, whatever is cut off or changed`() throws {
    let text = Array(#"{"é": [1.5e3, "\ud83d\ude00 \n", {"b": null}], "t": true, "e": {}}"#.utf8)
    for end in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONText(parsing: Array(text[..<end])) }
    }
    var generator = Seeded(seed: 3)
    for _ in 0..<20_000 {
      var changed = text
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        changed[Int.random(in: 0..<text.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = try? JSONText(parsing: changed)
    }
  }

  @Test func `becomes a diagnostic`() {
    let error = #expect(throws: JSONError.self) { try JSONText(parsing: "{\n]") }
    expect(
      error?.diagnostic.text(file: "a.json"),
      equals: "a.json:2:1: error: expected a key in double quotes, found ] [json-syntax]")
  }
}

@Suite struct `Foreign content` {
  @Test(arguments: [
    ([0xFF, 0xFE, 0x7B, 0], "text in UTF-16"), ([0x7B, 0, 0x7D, 0], "text in UTF-16"),
    ([0, 0x7B, 0, 0x7D], "text in UTF-16"), ([0xFF, 0xFE, 0, 0], "text in UTF-32"),
    ([0x1F, 0x8B, 8, 0], "a gzip file"), ([0x50, 0x4B, 3, 4, 0], "a zip archive"),
    ([0x89, 0x50, 0x4E, 0x47, 13, 10], "a PNG picture"), (Array("%PDF-1.4".utf8), "a PDF document"),
    (Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8".utf8), "a WebP picture"),
    (Array("\u{FEFF}\n<html lang=en>".utf8), "an HTML page"), (Array("<kml>".utf8), "an XML document"),
  ])
  func `is recognized by how it begins`(bytes: [UInt8], name: String) {
    expect(FileSignature(recognizing: bytes)?.name, equals: name)
  }

  @Test(arguments: ["", "{", "id,lon\n", "<3,4\n", "BM", "PK", "\u{FEFF}a", "日本"])
  func `is not seen in text`(text: String) {
    expect(FileSignature(recognizing: Array(text.utf8)), equals: nil)
  }

  @Test func `always has a name and a remedy`() {
    for content in FileSignature.allCases {
      #expect(!content.name.isEmpty)
      #expect(!content.remedy.isEmpty)
    }
  }
}
