import CBuiltIns

/// The styles that come with the program: the files in `Styles/`, known by their names without the ending.
public enum BuiltInStyles {
  /// All names but those of ``streets(_:isDark:)``; the first is the default.
  public static var names: [String] { (0..<style_count()).map { String(cString: style_at($0).name) } }

  /// UTF-8 JSON of a built-in style; `nil` for a name that is not in ``names``.
  public static func style(named name: String) -> [UInt8]? {
    let all =
      (0..<style_count()).map { style_at($0) } + (0..<street_style_count()).map { street_style_at($0) }
    return all.first { String(cString: $0.name) == name }
      .map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)) }
  }

  /// The source of the street styles that vector tiles fill.
  public static let tileSource = "streets"

  /// Name of the style of streets beneath the bubbles of `light` or `dark`.
  public static func streets(_ schema: TileSchema, isDark: Bool) -> String {
    "streets-" + (isDark ? "dark" : "light") + (schema == .protomaps ? "-protomaps" : "")
  }
}
