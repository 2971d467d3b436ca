/// Finds the ends of words in scripts that are written without spaces, by dictionaries.
public protocol WordFinder: Sendable {
  /// Returns the offsets where a line of a text may end, in UTF-16 units from its beginning; none where it knows none.
  func lineEnds(in text: String) -> [Int]
}

extension Unicode.Scalar {
  /// The script of a letter of Lao, Khmer or Burmese, whose words Pango does not know; `nil` for any other.
  var scriptWithoutSpaces: String? {
    switch value {
    case 0x0E80...0x0EFF: "Lao"
    case 0x1780...0x17FF: "Khmer"
    case 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F: "Burmese"
    default: nil
    }
  }
}
