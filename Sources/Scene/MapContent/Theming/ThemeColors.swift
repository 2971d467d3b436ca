import Drawing
import JSONDocument
import MapSettings
import MapStyle

// The colors of markers, letters and rims.
extension ThemeLayers {
  var paper: JSONValue { isOnDark ? "#1b232d" : "#ffffff" }
  var ink: JSONValue { isOnDark ? "#ffffff" : "#222222" }
  var stroke: JSONValue { isOnDark ? "rgba(255, 255, 255, 0.85)" : "#ffffff" }

  /// Grays that differ from the paper's land, light to dark.
  private static let grays = Palette(rawValue: "#c6c6c6,#252525") ?? .blues
  private var standardRamp: Palette { isOnPaper ? ThemeLayers.grays : .sunset }

  private func palette(for column: ColumnValues) -> Palette {
    theme.drawing.palette ?? (isOnPaper ? ThemeLayers.grays : column.isNumeric ? .sunset : .okabeIto)
  }

  /// The colors of the first categories; grays as far apart as their number allows.
  func colors(of column: ColumnValues) -> [Color] {
    let palette = palette(for: column)
    guard palette != ThemeLayers.grays else {
      return palette.classes(column.colorNumbers.count, isOnDark: isOnDark)
    }
    let colors = palette.categories(isOnDark: isOnDark)
    return column.colorNumbers.map { colors[$0] }
  }

  func donutColors(_ column: ColumnValues) -> [Color] {
    guard theme.donutScale != nil else { return colors(of: column) }
    return (theme.drawing.palette ?? standardRamp).classes(column.categories.count, isOnDark: isOnDark)
  }

  /// The color of markers as an expression.
  ///
  /// - Parameter change: what becomes of each color, such as that of letters on it.
  func color(_ change: (Color) -> Color = { $0 }) -> JSONValue {
    func text(_ color: Color) -> JSONValue { .text(change(color).hexadecimal) }
    guard let column = theme.donut ?? theme.color else {
      let palette = theme.drawing.palette ?? standardRamp
      if theme.classProperty != nil { return classColors(palette, text) }
      guard theme.sizeProperty == nil else {
        let own = text(palette.classes(5, isOnDark: isOnDark)[isOnDark ? 3 : 1])
        return ["case", ["has", .text(SizeScale.property)], own, text(Palette.missing)]
      }
      return countSteps(palette.classes(limits.count + 1, isOnDark: isOnDark).map(text))
    }
    let value: JSONValue = [
      "get", .text(theme.donut == nil ? theme.colorProperty ?? column.name : column.name),
    ]
    let other = text(Palette.other)
    if let scale = theme.donutScale {
      let classed = JSONValue.steps(over: value, donutColors(column).map(text), from: scale.breaks)
      return ["case", ["==", ["typeof", value], "number"], classed, text(Palette.missing)]
    }
    guard !column.isNumeric else { return classColors(palette(for: column), text) }
    var pairs = zip(column.categories, colors(of: column)).map { (JSONValue.text($0.text), text($1)) }
    guard !pairs.isEmpty else { return other }
    if column.categories.count > pairs.count,
      !column.categories.prefix(pairs.count).contains(where: { $0.text == "other" })
    {
      pairs.append(("other", other))
    }
    pairs.append(("", text(Palette.missing)))
    if theme.donut == nil { pairs.append((.text(theme.mixedName), text(Palette.mixed))) }
    return .list(["match", ["to-string", value]] + pairs.flatMap { [$0, $1] } + [other])
  }

  private func classColors(_ palette: Palette, _ text: (Color) -> JSONValue) -> JSONValue {
    let colors = MarkerClasses.expression(theme.classCount) { count in
      palette.classes(count, isOnDark: isOnDark).map(text)
    }
    return ["case", ["has", .text(MarkerClasses.property)], colors, text(Palette.missing)]
  }
}
