/// A square of the world map: at zoom `z` the world has 2^z columns and rows.
public struct TileID: Hashable, Sendable {
  /// The zooms that tiles have; at zoom 30 a column still fits into 32 bits.
  public static let zooms = 0...30

  /// The zoom of the tile, `0...30`.
  public let zoom: Int
  /// From the antimeridian eastward, and from the north, from 0.
  public let column, row: Int

  /// `nil` if there is no such tile.
  public init?(zoom: Int, column: Int, row: Int) {
    guard TileID.zooms.contains(zoom), (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row) else {
      return nil
    }
    self.init(knownZoom: zoom, column: column, row: row)
  }

  private init(knownZoom: Int, column: Int, row: Int) {
    (self.zoom, self.column, self.row) = (knownZoom, column, row)
  }

  /// The numbers of a text `ZOOM/COLUMN/ROW`, whether or not there is such a square; `nil` for any other text.
  public static func numbers(of text: String) -> (zoom: Int, column: Int, row: Int)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let zoom = parts[0], let column = parts[1], let row = parts[2] else { return nil }
    return (zoom, column, row)
  }

  /// The row counted from the south, as TMS has it.
  public var flippedRow: Int { (1 << zoom) - 1 - row }

  /// The tile of the next lower zoom that holds this one; `nil` for the whole world.
  public var parent: TileID? { ancestor(atZoom: zoom - 1) }

  /// The tile of a lower zoom that holds this one, or the tile itself; `nil` for other zooms.
  public func ancestor(atZoom zoom: Int) -> TileID? {
    guard (0...self.zoom).contains(zoom) else { return nil }
    let steps = self.zoom - zoom
    return TileID(knownZoom: zoom, column: column >> steps, row: row >> steps)
  }

  /// The square's upper left corner and its side, in worlds: exact in a `Double`.
  public var worldRect: (west: Double, north: Double, size: Double) {
    let size = 1 / Double(1 << zoom)
    return (Double(column) * size, Double(row) * size, size)
  }
}
