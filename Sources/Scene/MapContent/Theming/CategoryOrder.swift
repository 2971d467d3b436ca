import BuiltIns
import MapSettings

/// The order of categories, and the color of each: names that are set, then the most frequent, these by name.
package struct CategoryOrder: Sendable {
  /// The numbers of values whose order is set.
  private let ranks: [String: Int]
  /// The most categories that have colors.
  private let count: Int
  /// The numbers of colors of values that have their own.
  private let colors: [String: Int]

  init(_ drawing: ClusterOptions) {
    func numbered(_ names: [String]) -> [String: Int] {
      Dictionary(
        names.distinct(by: \.self).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let palette = drawing.palette ?? .okabeIto
    count = palette.categories(isOnDark: false).count
    ranks = numbered((drawing.order ?? []) + palette.values)
    colors = numbered(palette.values)
  }

  /// The numbers of colors of the first categories; the rest share one.
  ///
  /// A name that is set keeps its color where no point has it.
  func colorNumbers(of texts: [String]) -> [Int] {
    guard colors.isEmpty else { return texts.prefix { colors[$0] != nil }.compactMap { colors[$0] } }
    var next = ranks.count - 1
    return texts.prefix(count).map { text in
      if let rank = ranks[text] { return rank }
      next += 1
      return next
    }.filter { $0 < count }
  }

  /// The order of texts: the first so many in their order, then others, the most frequent first.
  ///
  /// - Parameter most: how many are first; `nil` for as many as there are colors.
  package func order(of texts: [String], counts: [Int], first most: Int? = nil) -> [Int] {
    let isClosed = most == nil && !colors.isEmpty
    let ranks = texts.map { text in
      (self.ranks[text] ?? self.ranks.count) + (isClosed && colors[text] == nil ? self.ranks.count : 0)
    }
    let all = texts.indices.sorted {
      (ranks[$0], counts[$1], texts[$0]) < (ranks[$1], counts[$0], texts[$1])
    }
    let known = all.prefix(most ?? count).prefix { ranks[$0] < self.ranks.count }
    let others = Array(all.prefix(most ?? count).dropFirst(known.count))
    let sorted = NaturalOrder.order(of: others.map { texts[$0] }).map { others[$0] }
    return known + sorted + all.dropFirst(known.count + others.count)
  }
}

/// Texts as people list them: numbers by value, months and weekdays by the calendar, letters in either case.
enum NaturalOrder {
  /// The indices of different texts in their order.
  static func order(of texts: [String]) -> [Int] {
    let days = calendars.lazy.compactMap { names -> [Int]? in
      let found = texts.compactMap { text -> Int? in
        let word = text.lowercased().prefix { $0 != "." }
        return word.count < 2 ? nil : names.firstIndex { $0.hasPrefix(word) }
      }
      return found.count == texts.count && Set(found).count == found.count ? found : nil
    }.first
    if let days { return texts.indices.sorted { days[$0] < days[$1] } }
    let keys = texts.map(pieces)
    return texts.indices.sorted { a, b in
      keys[a] == keys[b] ? texts[a] < texts[b] : keys[a].lexicographicallyPrecedes(keys[b])
    }
  }

  /// The names of months and weekdays in English, German, French and Spanish.
  private static let calendars = BuiltInText.calendars.text.split(separator: "\n").map {
    $0.split(separator: " ")
  }

  private struct Piece: Comparable {
    var rank: Int
    var number = 0.0
    var text = ""

    static func < (a: Piece, b: Piece) -> Bool { (a.rank, a.number, a.text) < (b.rank, b.number, b.text) }
  }

  /// Numbers and characters; what is less than a number comes first.
  private static func pieces(of text: String) -> [Piece] {
    let characters = Array(text.lowercased())
    func isDigit(_ index: Int) -> Bool { index < characters.count && "0"..."9" ~= characters[index] }
    var (pieces, index): ([Piece], Int) = ([], 0)
    while index < characters.count {
      let isAfterBlank = index == 0 || characters[index - 1] == " "
      let isNegative = "-−".contains(characters[index]) && isAfterBlank && isDigit(index + 1)
      if isNegative { index += 1 }
      guard isDigit(index) else {
        pieces.append(Piece(rank: "<≤".contains(characters[index]) ? 0 : 2, text: String(characters[index])))
        index += 1
        continue
      }
      var digits = ""
      while isDigit(index) || index < characters.count && isDigit(index + 1) && isMark(index) {
        if characters[index] != "," { digits.append(characters[index]) }
        index += 1
      }
      pieces.append(Piece(rank: 1, number: (Double(digits) ?? 0) * (isNegative ? -1 : 1)))
      /// True for a point before decimals, or a comma between thousands.
      func isMark(_ index: Int) -> Bool {
        characters[index] == "." && !digits.contains(".")
          || characters[index] == "," && (1...3).allSatisfy { isDigit(index + $0) } && !isDigit(index + 4)
      }
    }
    return pieces
  }
}
