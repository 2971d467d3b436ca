import Drawing

struct FontFace: Hashable {
  /// The value of `font-family`: names in order, then the face that counts are drawn in, then any without serifs.
  let families: String
  let weight: Int
  let isItalic: Bool

  /// The face of names as styles write them: `Noto Sans Bold Italic`. Weight and slant are the first name's.
  ///
  /// - Parameter standard: the family that stands for Noto Sans; `nil` for none.
  init(names: [String], standard: String? = nil) {
    var families: [String] = []
    var style: (weight: Int, isItalic: Bool) = (400, false)
    for (index, name) in names.enumerated() {
      let parsed = FontFace.parse(name)
      if index == 0 { style = (parsed.weight, parsed.isItalic) }
      if parsed.family == "Noto Sans", let standard, !families.contains(standard) {
        families.append(standard)
      }
      if !parsed.family.isEmpty, !families.contains(parsed.family) { families.append(parsed.family) }
    }
    for family in ["Noto Sans", "sans-serif"] where !families.contains(family) { families.append(family) }
    self.families = families.map(FontFace.quoted).joined(separator: ",")
    self.weight = style.weight
    self.isItalic = style.isItalic
  }

  static func parse(_ name: String) -> (family: String, weight: Int, isItalic: Bool) {
    var words = name.split(whereSeparator: \.isWhitespace).map(String.init)
    var weight: Int?
    var isItalic = false
    while words.count > 1, let last = words.last?.lowercased() {
      if last == "italic" || last == "oblique" {
        isItalic = true
      } else if words.count > 2, let pair = Font.weights[words[words.count - 2].lowercased() + last] {
        weight = weight ?? pair
        words.removeLast()
      } else if let value = Font.weights[last] {
        weight = weight ?? value
      } else {
        break
      }
      words.removeLast()
    }
    return (words.joined(separator: " "), weight ?? 400, isItalic)
  }

  /// A family as CSS takes it: bare where all words are identifiers, else in single quotes.
  private static func quoted(_ family: String) -> String {
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
    let isBare = family.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { word in
      word.unicodeScalars.first.map(isLetter) == true
        && word.unicodeScalars.allSatisfy {
          isLetter($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
        }
    }
    let reserved = ["inherit", "initial", "unset", "revert", "revert-layer", "default"]
    if isBare, !reserved.contains(family.lowercased()) { return family }
    var result = "'"
    for scalar in family.unicodeScalars {
      switch scalar {
      case "'": result += "\\27 "
      case "\\": result += "\\5c "
      case "\0"..<" ": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}
