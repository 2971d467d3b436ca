import MapGeometry

/// A name of tiles with gaps to fill in: `tiles/{z}/{x}/{y}.png`.
public struct TileTemplate: Hashable, Sendable {
  /// The template: `{z}`, `{x}`, `{y}`, `{-y}` (the row counted from the other side) and `{ratio}` are filled in.
  public var text: String
  /// True if `{y}` counts from the south (`"scheme": "tms"`), and if `{ratio}` becomes `@2x` for tiles of
  /// twice the size.
  public var isFlipped, prefersLarge: Bool

  /// A template of addresses or paths with `{z}`, `{x}` and `{y}`.
  public init(_ text: String, isFlipped: Bool = false, prefersLarge: Bool = false) {
    (self.text, self.isFlipped, self.prefersLarge) = (text, isFlipped, prefersLarge)
  }

  /// True if a text has all gaps of a template.
  public static func isTemplate(_ text: String) -> Bool {
    text.contains("{z}") && text.contains("{x}") && (text.contains("{y}") || text.contains("{-y}"))
  }

  func filled(_ tile: TileID) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      switch rest[rest.index(after: open)..<close] {
      case "z": result += String(tile.zoom)
      case "x": result += String(tile.column)
      case "y": result += String(isFlipped ? tile.flippedRow : tile.row)
      case "-y": result += String(isFlipped ? tile.row : tile.flippedRow)
      case "ratio": result += prefersLarge ? "@2x" : ""
      default: result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

extension TileID {
  var path: String { "\(zoom)/\(column)/\(row)" }
}
