/// The words that stand for a picture where it cannot be seen, in one language.
public struct AltText: Hashable, Sendable {
  /// The picture in a few words, and its content in sentences.
  public var title, details: String
  /// The language of the words, as BCP 47 names it: `en`.
  public var language: String

  /// Words in a language.
  public init(title: String, details: String, language: String) {
    (self.title, self.details, self.language) = (title, details, language)
  }
}
