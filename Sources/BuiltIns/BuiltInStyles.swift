import CBuiltIns

/// The styles that come with the program: the files in `Styles/`, known by their names without the ending.
public enum BuiltInStyles {
  /// All names; the first is the default look.
  public static var names: [String] {
    (0..<style_count()).map { String(cString: style_at($0).name) }
  }

  /// A look's MapLibre style as UTF-8 JSON.
  ///
  /// - Returns: `nil` when no look goes by that name; ``names`` lists those that do.
  public static func style(named name: String) -> [UInt8]? {
    (0..<style_count()).lazy.map { style_at($0) }.first { String(cString: $0.name) == name }
      .map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)) }
  }
}
