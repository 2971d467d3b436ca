import JSONDocument

/// Compares text by language, as a Unicode library does; each style is read with its own.
public protocol TextCollation: Sendable {
  /// False if only Latin letters can be compared.
  var isAvailable: Bool { get }
  /// - Returns: -1, 0 or 1; `nil` without rules for the language.
  func order(_ a: String, _ b: String, by rules: Collator) -> Int?
}

extension Collator {
  /// Compares in dictionary order: -1, 0 or 1.
  ///
  /// - Parameter library: language rules; the table of Latin letters by default.
  func compare(_ a: String, _ b: String, with library: (any TextCollation)?) -> Int {
    library?.order(a, b, by: self) ?? compareByTable(a, b)
  }

  /// Compares by letters, then marks if ``isDiacriticSensitive``, then case (lowercase first) if
  /// ``isCaseSensitive``.
  ///
  /// Knows Latin letters with marks; other scripts sort by code point, without rules of languages (Swedish å
  /// after z).
  ///
  /// - SeeAlso: Unicode Technical Standard #10, levels 1 to 3.
  func compareByTable(_ a: String, _ b: String) -> Int {
    let (p, q) = (CollationKey(a), CollationKey(b))
    func order<T: Comparable>(_ x: [T], _ y: [T]) -> Int {
      x.lexicographicallyPrecedes(y) ? -1 : x == y ? 0 : 1
    }
    let letters = order(p.letters, q.letters)
    if letters != 0 { return letters }
    let marks = isDiacriticSensitive ? order(p.marks, q.marks) : 0
    if marks != 0 { return marks }
    return isCaseSensitive ? order(p.cases, q.cases) : 0
  }
}

extension StyleValue {
  /// The requested locale if its tag is well formed, else American English.
  var resolvedLocale: String {
    guard case .collator(let collator) = self, let locale = collator.locale else { return "en-US" }
    let tags = locale.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = tags.first, 2...3 ~= language.utf8.count,
      tags.allSatisfy({ 1...8 ~= $0.utf8.count && $0.utf8.allSatisfy(\.isLetterOrDigit) }),
      language.utf8.allSatisfy(\.isLetter)
    else { return "en-US" }
    return tags.enumerated().map { index, tag in
      switch (index, tag.utf8.count) {
      case (0, _): tag.lowercased()
      case (_, 2): tag.uppercased()
      case (_, 4): tag.prefix(1).uppercased() + tag.dropFirst().lowercased()
      default: tag.lowercased()
      }
    }.joined(separator: "-")
  }
}

private struct CollationKey {
  var letters: [UInt32] = []
  var marks: [UInt32] = []
  var cases: [UInt8] = []

  init(_ text: String) {
    for scalar in text.unicodeScalars {
      // A mark on its own goes with the letter before it.
      if (0x300...0x36F).contains(scalar.value) {
        if let last = marks.indices.last { marks[last] += scalar.value }
        continue
      }
      let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
      let isCapital = small != scalar
      if let (base, mark) = CollationKey.marked[small] {
        for letter in base.unicodeScalars { append(letter, mark: mark, isCapital: isCapital) }
      } else {
        append(small, mark: 0, isCapital: isCapital)
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, mark: UInt32, isCapital: Bool) {
    // Spaces and signs come before digits, digits before letters.
    let rank: UInt32 = scalar.properties.isAlphabetic ? 2 : scalar.properties.numericType != nil ? 1 : 0
    letters.append(rank << 24 | scalar.value)
    marks.append(mark)
    cases.append(isCapital ? 1 : 0)
  }

  /// Lowercase letters with a mark: base letter and combining character.
  private static let marked: [Unicode.Scalar: (base: String, mark: UInt32)] = {
    let rows: [(mark: UInt32, bases: String, letters: String)] = [
      (0x300, "aeiounwy", "àèìòùǹẁỳ"), (0x301, "acegiklmnoprsuwyz", "áćéǵíḱĺḿńóṕŕśúẃýź"),
      (0x302, "aceghijosuwyz", "âĉêĝĥîĵôŝûŵŷẑ"), (0x303, "aeinouvy", "ãẽĩñõũṽỹ"),
      (0x304, "aegiouy", "āēḡīōūȳ"),
      (0x306, "aegiou", "ăĕğĭŏŭ"), (0x307, "abcdefghmnoprstwxyz", "ȧḃċḋėḟġḣṁṅȯṗṙṡṫẇẋẏż"),
      (0x308, "aehiotuwxy", "äëḧïöẗüẅẍÿ"), (0x309, "aeiouy", "ảẻỉỏủỷ"), (0x30A, "auwy", "åůẘẙ"),
      (0x30B, "ou", "őű"), (0x30C, "acdeghijklnorstuz", "ǎčďěǧȟǐǰǩľňǒřšťǔž"), (0x31B, "ou", "ơư"),
      (0x323, "abdehiklmnorstuvwyz", "ạḅḍẹḥịḳḷṃṇọṛṣṭụṿẉỵẓ"), (0x326, "st", "șț"),
      (0x327, "cdeghklnrst", "çḑȩģḩķļņŗşţ"), (0x328, "aeiou", "ąęįǫų"), (0x338, "dhlo", "đħłø"),
      (0x400, "aeo", "ấếố"), (0x401, "aeo", "ầềồ"), (0x402, "aeo", "ẩểổ"), (0x403, "aeo", "ẫễỗ"),
      (0x404, "aeo", "ậệộ"),
      (0x405, "aou", "ắớứ"), (0x406, "aou", "ằờừ"), (0x407, "aou", "ẳởử"), (0x408, "aou", "ẵỡữ"),
      (0x409, "aou", "ặợự"), (0x40A, "uuuu", "ǘǜǚǖ"),
    ]
    var table: [Unicode.Scalar: (base: String, mark: UInt32)] = [
      "ß": ("ss", 0x40B), "æ": ("ae", 0x40B), "œ": ("oe", 0x40B), "ı": ("i", 0x40B), "ĳ": ("ij", 0x40B),
    ]
    for row in rows {
      for (base, letter) in zip(row.bases.unicodeScalars, row.letters.unicodeScalars) {
        table[letter] = (String(base), row.mark)
      }
    }
    return table
  }()
}
