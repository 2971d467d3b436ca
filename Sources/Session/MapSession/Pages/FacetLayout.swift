import Drawing
import JSONDocument
import MapGeometry
import MapSettings

/// Small maps in rows on a sheet, each under the value that it shows.
struct FacetLayout {
  /// So many maps have a sheet at most.
  static let most = 24
  /// A column of more values is none of categories.
  private static let mostValues = 1000
  private static let gap = 8.0
  private static let leastSide = 48.0

  /// The values in the order of the maps.
  let values: [String]
  /// The size of a map.
  let size: ScreenSize
  /// The size of the sheet.
  let sheet: ScreenSize
  let titleHeight: Double
  private let columns: Int

  /// The layout with the largest maps, or with maps of a size.
  ///
  /// - Parameters:
  ///   - isRow: whether all maps stand side by side.
  ///   - isAttributed: whether the sheet has a line of text in its lower corner.
  /// - Throws: ``SessionError`` for values that are no categories, and for maps that would be too small.
  init(
    _ values: [String], in sheet: ScreenSize, panel: ScreenSize?, isRow: Bool, textSize: Double,
    isAttributed: Bool
  ) throws(SessionError) {
    guard values.count <= FacetLayout.mostValues else {
      throw .input(
        "\(name: .facets): the column has \(values.count) different values, and a sheet has \(FacetLayout.most) maps at most; name a column of fewer values, or longer periods with \(setting: "facetEvery")"
      )
    }
    self.values = Array(values.prefix(FacetLayout.most))
    titleHeight = textSize + 7
    let (count, gap, title) = (self.values.count, FacetLayout.gap, titleHeight)
    let foot = isAttributed ? 10.0 : 0
    if let panel {
      // The sheet is about 4:3.
      let best = (Double(count) * 4 / 3 * panel.height / panel.width).squareRoot().rounded()
      columns = isRow ? count : min(count, max(1, Int(best)))
      let rows = Double((count + columns - 1) / columns)
      self.size = panel
      self.sheet = ScreenSize(
        width: gap + Double(columns) * (panel.width + gap),
        height: gap + foot + rows * (panel.height + gap + title))
      return
    }
    self.sheet = sheet
    func size(_ columns: Int) -> ScreenSize {
      let rows = Double((count + columns - 1) / columns)
      return ScreenSize(
        width: ((sheet.width - gap) / Double(columns) - gap).rounded(.down),
        height: ((sheet.height - gap - foot) / rows - gap - title).rounded(.down))
    }
    // As wide as high counts most; of equal ones the fewest columns.
    let best = (isRow ? count...count : 1...max(1, count)).max {
      min(size($0).width, size($0).height) < min(size($1).width, size($1).height)
    }
    columns = best ?? 1
    self.size = size(columns)
    guard min(self.size.width, self.size.height) >= FacetLayout.leastSide else {
      throw .input(
        "\(name: isRow ? "zooms" : .facets): \(count) maps on a sheet of \(Int(sheet.width))×\(Int(sheet.height)) points are smaller than \(Int(FacetLayout.leastSide)) points each; make the picture larger, or \(isRow ? "set fewer of them" : "choose rows with \(setting: "filter", of: "CONDITION")" as SettingText)"
      )
    }
  }

  /// The upper left corner of a map on the sheet.
  func origin(of number: Int) -> Point {
    Point(
      x: FacetLayout.gap + Double(number % columns) * (size.width + FacetLayout.gap),
      y: FacetLayout.gap + titleHeight
        + Double(number / columns) * (size.height + FacetLayout.gap + titleHeight))
  }
}
