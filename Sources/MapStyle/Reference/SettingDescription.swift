/// A key of our own settings, as the documentation explains it and as the parser knows it.
public struct SettingDescription: Hashable, Sendable {
  /// The key.
  public let name: String
  /// What may stand there, in words.
  public let type: String
  /// What holds where the key is not set, in words.
  public let initial: String
  /// What it does, in a sentence.
  public let meaning: String
  /// A value, as JSON.
  public let example: String

  init(_ name: String, _ type: String, or initial: String, _ meaning: String, _ example: String) {
    (self.name, self.type, self.initial) = (name, type, initial)
    (self.meaning, self.example) = (meaning, example)
  }
}
