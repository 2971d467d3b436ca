import MapGeometry
import MapSettings

/// The room of several maps in a row on a sheet, each under a caption.
enum MapRow {
  /// The distance between maps and around them, in points.
  static let gap = 10.0

  /// The height of captions of a text size above a row, in points.
  static func top(_ size: Double) -> Double { 26 + 1.25 * (size - 11) }

  /// The size of each of several maps on a sheet, in whole points.
  static func share(of sheet: ScreenSize, for count: Int, _ view: SnapshotRequest.View) -> ScreenSize {
    var own = view.view
    own.size = ScreenSize(width: sheet.width / Double(count), height: sheet.height)
    let (gap, top) = (gap * own.growth, top(11 * view.output.labelScale) * own.growth)
    return ScreenSize(
      width: ((sheet.width - gap) / Double(count) - gap).rounded(.down),
      height: (sheet.height - gap - top).rounded(.down))
  }
}
