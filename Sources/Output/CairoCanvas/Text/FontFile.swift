/// A font that text may be set in, beside the built-in Noto Sans and DejaVu Sans.
public struct FontFile: Hashable, Sendable {
  /// The location of the font's bytes.
  public enum Source: Hashable, Sendable {
    /// In a file; any format FreeType reads, collections too.
    case path(String)
    /// The content of a font file, in memory.
    case bytes([UInt8])
  }

  /// Names styles call its first face by (`font-faces`), whole: "Noto Sans Bold". Empty: the names inside the file.
  ///
  /// A font with names is found by them alone; letters that others lack come from it as from any font.
  public var names: [String]
  /// The location of the font's bytes.
  public var source: Source

  /// A font in a file.
  public init(path: String, names: [String] = []) {
    (self.names, source) = (names, .path(path))
  }

  /// A font in memory.
  public init(bytes: [UInt8], names: [String] = []) {
    (self.names, source) = (names, .bytes(bytes))
  }
}
