/// A square of the world map: at zoom `z` there are 2^z columns and rows.
public struct TileAddress: Hashable, Sendable {
  /// Zoom, `0...30`.
  public let zoom: Int
  /// From the antimeridian eastward, from 0.
  public let column: Int
  /// From the north, from 0.
  public let row: Int

  /// A square of the world map.
  ///
  /// - Returns: `nil` where there is no such square.
  public init?(zoom: Int, column: Int, row: Int) {
    guard (0...30).contains(zoom), (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row) else {
      return nil
    }
    (self.zoom, self.column, self.row) = (zoom, column, row)
  }

  /// The row counted from the south, as TMS has it.
  var flippedRow: Int { (1 << zoom) - 1 - row }

  /// A template with its `{z}`, `{x}`, `{y}`, `{-y}` and `{ratio}` filled in.
  ///
  /// - Parameters:
  ///   - isFlipped: whether `{y}` counts from the south.
  ///   - ratio: what `{ratio}` becomes: `@2x`, or nothing.
  func filled(into template: String, isFlipped: Bool, ratio: String = "") -> String {
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      switch rest[rest.index(after: open)..<close] {
      case "z": result += String(zoom)
      case "x": result += String(column)
      case "y": result += String(isFlipped ? flippedRow : row)
      case "-y": result += String(isFlipped ? row : flippedRow)
      case "ratio": result += ratio
      default: result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
