/// Words in fields that stand for a missing value.
public struct MissingWords: Hashable, Sendable {
  /// The words, without blanks around them.
  public let words: Set<String>
  /// True if the words are missing values in every column; else in columns of numbers alone, as texts mean them: NA is Namibia.
  public let areOfTexts: Bool
  private let longest: Int

  /// Words that stand for a missing value.
  public init(_ words: Set<String>, areOfTexts: Bool) {
    (self.words, self.areOfTexts) = (words, areOfTexts)
    longest = words.map(\.utf8.count).max() ?? 0
  }

  /// Words as people write them, between commas; `none` for no word.
  public init(word: String) {
    let words = word == "none" ? [] : word.split(separator: ",").map { $0.trimmed }
    self.init(Set(words), areOfTexts: word != "none")
  }

  /// The words of statistics programs, spreadsheets and databases, in columns of numbers.
  public static let usual = MissingWords(
    ["NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", "-", "–", ".", "?"],
    areOfTexts: false)
  /// Null in database exports, in all columns.
  package static let ofDatabases = MissingWords(["NULL", "\\N"], areOfTexts: true)

  package func contains(_ text: String) -> Bool {
    guard !words.isEmpty, text.utf8.count <= longest + 8 else { return false }
    return words.contains(text) || words.contains(text.trimmed)
  }

  /// Replaces missing words by null, if they count in every column.
  func applied(to value: PropertyValue?) -> PropertyValue? {
    guard areOfTexts, let value else { return value }
    return switch value {
    case .string, .number, .wholeNumber, .bool: contains(value.text) ? .null : value
    case .null, .array, .object: value
    }
  }
}
