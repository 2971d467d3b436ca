import Drawing
import MapContent
import MapGeometry

/// The tiles of a picture that is turned, or of a sheet, as one picture of its own pixels: tiles drawn one by one would show seams
/// where smooth edges meet.
struct TurnedTiles {
  private let frame: ViewFrame
  private let count: Double
  /// Those that there are, column by column and row by row of the rectangle that holds them.
  private var bitmaps: [Bitmap?] = []
  private var columns = 0..<0
  private var rows = 0..<0

  init(_ cover: TileCover, _ tiles: [TileID: Bitmap], in frame: ViewFrame) {
    self.frame = frame
    let shownTiles = cover.shownTiles(in: frame.viewport)
    count = cover.zoom(in: frame.viewport).map { Double(1 << $0) } ?? 1
    let count = count
    let cells = shownTiles.compactMap { shown -> (column: Int, row: Int, tile: TileID)? in
      guard let column = Int(exactly: (shown.rectangle.minX * count).rounded()) else { return nil }
      return (column, shown.tile.row, shown.tile)
    }
    guard let west = cells.map(\.column).min(), let east = cells.map(\.column).max(),
      let north = cells.map(\.row).min(), let south = cells.map(\.row).max()
    else { return }
    (columns, rows) = (west..<east + 1, north..<south + 1)
    bitmaps = Array(repeating: nil, count: columns.count * rows.count)
    for cell in cells {
      guard let bitmap = tiles[cell.tile] else { continue }
      bitmaps[(cell.row - north) * columns.count + cell.column - west] = bitmap
    }
  }

  func picture(isSmooth: Bool) -> Bitmap? {
    guard bitmaps.contains(where: { $0 != nil }) else { return nil }
    return frame.warped { point in
      frame.mercatorPoint(at: point).map { color(at: $0, isSmooth: isSmooth) }
    }
  }

  private func color(at world: WorldPoint, isSmooth: Bool) -> Color {
    let (x, y) = (world.x * count, world.y * count)
    guard x >= Double(columns.lowerBound), x < Double(columns.upperBound), y >= Double(rows.lowerBound),
      y < Double(rows.upperBound)
    else { return .transparent }
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let index = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
    guard let bitmap = bitmaps[index] else { return .transparent }
    return bitmap.color(
      (x - Double(column)) * Double(bitmap.width), (y - Double(row)) * Double(bitmap.height),
      isSmooth: isSmooth)
  }
}

extension ViewFrame {
  /// The point of Mercator's plane that is drawn at a point of the picture; of a sheet those beyond the plane are
  /// moved onto its edge, and it is `nil` beside the sheet.
  func mercatorPoint(at screenPoint: ScreenPoint) -> WorldPoint? {
    let point = viewport.worldPoint(at: screenPoint)
    guard let sheet = viewport.sheet else { return point }
    guard let found = sheet.coordinate(point) else { return nil }
    let center = sheet.center.longitude
    let x = (center + Coordinate.wrappedLongitude(found.longitude - center)) / 360 + 0.5
    return WorldPoint(x: x, y: min(1 - 1e-12, WorldPoint.y(ofLatitude: found.latitude)))
  }

  /// True if pixels of the map do not stay squares: on a sheet, and where the camera does not look straight down.
  var isWarped: Bool { viewport.sheet != nil || viewport.camera != nil }

  var wholePixels: Rectangle {
    let scale = viewport.scale
    return Rectangle(
      x: 0, y: 0, width: (viewport.size.width * scale).rounded(.up) / scale,
      height: (viewport.size.height * scale).rounded(.up) / scale)
  }
}
