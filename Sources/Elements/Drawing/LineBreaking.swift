/// Breaks text into lines of about equal length.
///
/// Lines cost the square of their deviation from the average; breaks cost by their letters. Lines may exceed
/// the limit.
///
/// - SeeAlso: MapLibre GL JS, `determineLineBreaks`, with the same rules; they follow Knuth and Plass, 1981.
public struct LineBreaking {
  /// A character as it counts for breaking.
  public struct Letter: Hashable, Sendable {
    /// The character, a Unicode scalar.
    public var scalar: Unicode.Scalar
    /// Its width in points, letter spacing and all.
    public var advance: Double
    /// True if it ends an image in the text, behind which a line may be broken.
    public var endsImage: Bool
    /// True if it ends a word of a script without spaces, by a dictionary.
    public var endsWord = false

    /// A character as it counts for breaking.
    public init(_ scalar: Unicode.Scalar, advance: Double, endsImage: Bool = false) {
      (self.scalar, self.advance, self.endsImage) = (scalar, advance, endsImage)
    }
  }

  let letters: [Letter]
  private let average: Double
  /// Units a point: a unit is 1/24 em.
  let unit: Double

  /// - Parameters:
  ///   - letters: in reading order, with line feeds.
  ///   - maximumWidth: target in points, above 0.
  ///   - em: text size in points, above 0.
  public init(_ letters: [Letter], maximumWidth: Double, em: Double) {
    self.letters = letters
    unit = 24 / em
    let total = letters.reduce(0) { $0 + $1.advance } * unit
    average = total / max(1, (total / (maximumWidth * unit)).rounded(.up))
  }

  private struct Candidate {
    let index: Int
    /// Width up to here, in units, without spaces.
    let width: Double
    let previous: Int?
    let weight: Double
  }

  /// Indices of the letters that begin lines, without the first.
  public func breaks() -> [Int] {
    var candidates: [Candidate] = []
    let punishesIdeographs = letters.contains { $0.scalar == "\u{200B}" }
    var width = 0.0
    for (index, letter) in letters.enumerated() {
      if !letter.scalar.isSpace { width += letter.advance * unit }
      guard index < letters.count - 1 else { break }
      let next = letters[index + 1].scalar
      let isIdeograph = letter.scalar.allowsIdeographicBreak
      guard
        letter.scalar.allowsBreakBehind || isIdeograph || letter.endsImage || letter.endsWord
          || (index < letters.count - 2 && next == "(")
      else { continue }
      var penalty = 0.0
      if letter.scalar == "\n" { penalty -= 10_000 }
      if letter.scalar == "(" || letter.scalar == "\u{FF08}" { penalty += 50 }
      if next == ")" || next == "\u{FF09}" { penalty += 50 }
      if isIdeograph && punishesIdeographs { penalty += 150 }
      candidates.append(candidate(at: index + 1, width, penalty: penalty, isLast: false, behind: candidates))
    }
    var last = candidate(at: letters.count, width, penalty: 0, isLast: true, behind: candidates)
    var breaks: [Int] = []
    while let previous = last.previous {
      last = candidates[previous]
      breaks.append(last.index)
    }
    return breaks.reversed()
  }

  private func candidate(
    at index: Int, _ width: Double, penalty: Double, isLast: Bool, behind candidates: [Candidate]
  ) -> Candidate {
    var best: Int?
    var weight = self.weight(ofLine: width, penalty: penalty, isLast: isLast)
    for (number, candidate) in candidates.enumerated() {
      let own =
        self.weight(ofLine: width - candidate.width, penalty: penalty, isLast: isLast) + candidate.weight
      // Of equal choices the later break is taken.
      if own <= weight { (best, weight) = (number, own) }
    }
    return Candidate(index: index, width: width, previous: best, weight: weight)
  }

  func weight(ofLine width: Double, penalty: Double, isLast: Bool) -> Double {
    let raggedness = (width - average) * (width - average)
    if isLast { return width < average ? raggedness / 2 : raggedness * 2 }
    return raggedness + penalty * abs(penalty)
  }
}

extension Unicode.Scalar {
  var isSpace: Bool {
    switch self {
    case "\t", "\n", "\u{0B}", "\u{0C}", "\r", " ": true
    default: false
    }
  }

  var allowsBreakBehind: Bool {
    switch self {
    case "\n", " ", "&", ")", "+", "-", "/", "\u{AD}", "\u{B7}", "\u{200B}", "\u{2010}", "\u{2013}",
      "\u{2027}":
      true
    default: false
    }
  }

  /// True for ideographs and syllables, beside which lines may break.
  var allowsIdeographicBreak: Bool {
    switch value {
    case 0x2E80...0x2FDF, 0x2FF0...0x303F, 0x3040...0x312F, 0x31A0...0x4DBF, 0x4E00...0xA4CF,
      0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
