import TestSupport
import Testing

@testable import Drawing

@Suite struct `Balanced lines` {
  private func letters(_ text: String) -> [LineBreaking.Letter] {
    text.unicodeScalars.map { LineBreaking.Letter($0, advance: $0 == "\u{200B}" ? 0 : 12) }
  }

  /// The lines of a text whose letters are all 12 points wide, half an em.
  private func lines(_ text: String, maximumWidth: Double) -> [String] {
    let breaks = LineBreaking(letters(text), maximumWidth: maximumWidth, em: 24).breaks()
    let scalars = Array(text.unicodeScalars)
    return zip([0] + breaks, breaks + [scalars.count]).map { begin, end in
      var line = String.UnicodeScalarView()
      line.append(contentsOf: scalars[begin..<end])
      return String(line)
    }
  }

  @Test(arguments: [
    ("aaaa bbbb cccc d", 15, ["aaaa bbbb ", "cccc d"]),
    // Of lines alike the later break is taken, and short last lines are better than long ones.
    ("aa bb cc", 5, ["aa bb ", "cc"]),
    ("a\nbbbbbbbb", 20, ["a\n", "bbbbbbbb"]), ("a\n\nb", 20, ["a\n", "\n", "b"]),
    ("Ost-West/Nord", 7, ["Ost-West/", "Nord"]),
    ("abc(def)", 4, ["abc", "(def)"]), ("漢字漢字", 2, ["漢字", "漢字"]),
    // With a zero width space ideographs are kept together.
    ("漢\u{200B}字漢字", 2, ["漢\u{200B}", "字漢字"]),
    ("endless", 2, ["endless"]), ("", 2, [""]),
    ("aaaa\u{AD}bbbb", 5, ["aaaa\u{AD}", "bbbb"]), ("aaaa\u{B7}bbbb", 5, ["aaaa\u{B7}", "bbbb"]),
    ("aaaa\u{2010}bbbb", 5, ["aaaa\u{2010}", "bbbb"]), ("aaaa\u{2013}bbbb", 5, ["aaaa\u{2013}", "bbbb"]),
    ("aaaa\u{2027}bbbb", 5, ["aaaa\u{2027}", "bbbb"]),
    // In the middle of eight letters, but for the parenthesis: 50² weigh more than a letter too many.
    ("漢字漢（字漢字漢", 5, ["漢字漢（字", "漢字漢"]), ("漢字漢字）漢字漢", 5, ["漢字漢字）", "漢字漢"]),
    ("漢字漢字字漢字漢", 5, ["漢字漢字", "字漢字漢"]),
  ])
  func `are broken where they come out about equally long`(text: String, width: Double, expected: [String]) {
    expect(lines(text, maximumWidth: width * 12), equals: expected)
  }

  @Test func `end with words of scripts without spaces where a dictionary finds them`() {
    var thai = letters("ไทยแลนด์ไทย")
    expect(LineBreaking(thai, maximumWidth: 72, em: 24).breaks(), equals: [])
    thai[2].endsWord = true
    thai[7].endsWord = true
    expect(LineBreaking(thai, maximumWidth: 72, em: 24).breaks(), equals: [8])
    expect(LineBreaking(thai, maximumWidth: 60, em: 24).breaks(), equals: [3, 8])
  }

  /// The places at which a line may begin, by the words of the rule.
  private func places(_ text: [Unicode.Scalar]) -> [Int] {
    let behind: [Unicode.Scalar] = ["\n", " ", "&", ")", "+", "-", "/", "\u{200B}", "漢"]
    return text.indices.dropFirst().filter { index in
      behind.contains(text[index - 1]) || (text[index] == "(" && index < text.count - 1)
    }
  }

  @Test func `are never worse than those of any other choice, by their own measure`() {
    var random = Seeded(seed: 3)
    let alphabet: [Unicode.Scalar] = ["a", "b", "c", " ", " ", "-", "(", ")", "漢", "\n", "\u{200B}"]
    for _ in 0..<150 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let letters = text.map { LineBreaking.Letter($0, advance: Double.random(in: 1...30, using: &random)) }
      let breaking = LineBreaking(
        letters, maximumWidth: Double.random(in: 10...200, using: &random), em: 20)
      let breaks = breaking.breaks()
      let places = places(text)
      #expect(breaks.allSatisfy(places.contains))
      let least = breaking.weight(of: breaks)
      for choice in 0..<(1 << places.count) {
        let other = places.indices.filter { choice >> $0 & 1 == 1 }.map { places[$0] }
        #expect(least <= breaking.weight(of: other) + 1e-6, "\(text) at \(other)")
      }
    }
  }

  @Test func `of long texts are never worse than greedy ones`() {
    var random = Seeded(seed: 5)
    for _ in 0..<100 {
      let words = (0..<30).map { _ in String(repeating: "m", count: Int.random(in: 1...12, using: &random)) }
      let text = words.joined(separator: " ")
      let breaking = LineBreaking(letters(text), maximumWidth: 240, em: 24)
      var greedy: [Int] = []
      var (begin, place) = (0, 0)
      for word in words {
        if place > begin, place + word.count - begin > 20 {
          greedy.append(place)
          begin = place
        }
        place += word.count + 1
      }
      #expect(breaking.weight(of: breaking.breaks()) <= breaking.weight(of: greedy) + 1e-6)
    }
  }
}

extension LineBreaking {
  /// What a choice of breaks weighs; the lightest one is taken.
  ///
  /// - Parameter breaks: the letters that begin a line, but the first, ascending.
  fileprivate func weight(of breaks: [Int]) -> Double {
    var total = 0.0
    let punishesIdeographs = letters.contains { $0.scalar == "\u{200B}" }
    for (begin, end) in zip([0] + breaks, breaks + [letters.count]) {
      let width = letters[begin..<end].reduce(0) { $0 + ($1.scalar.isSpace ? 0 : $1.advance * unit) }
      var penalty = 0.0
      if end < letters.count {
        let (before, after) = (letters[end - 1].scalar, letters[end].scalar)
        penalty += before == "\n" ? -10_000 : 0
        penalty += before == "(" || before == "\u{FF08}" ? 50 : 0
        penalty += after == ")" || after == "\u{FF09}" ? 50 : 0
        penalty += before.allowsIdeographicBreak && punishesIdeographs ? 150 : 0
      }
      total += weight(ofLine: width, penalty: penalty, isLast: end == letters.count)
    }
    return total
  }
}
