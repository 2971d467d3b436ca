import Drawing

/// A font's name as styles write it, taken apart: "Noto Sans Bold Italic" is family Noto Sans, bold, italic.
struct FontName {
  /// Lowercased families the name may mean, with how the words after it read, the longest family first.
  let readings: [Reading]

  struct Reading: Equatable {
    let family: String
    /// CSS weight, 100 (thin) to 900 (black).
    let weight: Int
    let isItalic: Bool

    /// The nearest weight of the built-in faces.
    var builtInWeight: Int { weight >= 600 ? 700 : 400 }
  }

  init(_ name: String) {
    var words = FontName.words(of: name)
    var weight = 400
    var isItalic = false
    var readings = [Reading(family: words.joined(separator: " "), weight: 400, isItalic: false)]
    while words.count > 1, let last = words.last {
      if last == "italic" || last == "oblique" {
        isItalic = true
      } else if let pair = Font.weights[(words.dropLast().last ?? "") + last], words.count > 2 {
        weight = pair
        words.removeLast()
      } else if let known = Font.weights[last] {
        weight = known
      } else {
        break
      }
      words.removeLast()
      readings.append(Reading(family: words.joined(separator: " "), weight: weight, isItalic: isItalic))
    }
    self.readings = readings
  }

  static func folded(_ name: String) -> String { words(of: name).joined(separator: " ") }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }.map(String.init)
  }
}
