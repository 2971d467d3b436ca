package import Drawing
package import MapContent

/// The meaning of sizes and colors, section by section.
package struct LegendSection: Hashable {
  package enum Symbol: Hashable {
    /// A bubble or a swatch, wherever its middle is, perhaps with a sign in it.
    case circle(Circle, sign: MarkSign? = nil)
    /// A cell of a map of cells, by the number of its corners: a hexagon or a square.
    case cell(corners: Int, Color)
    /// Colors from the least to the most, a pixel each.
    case ramp(Bitmap)
  }

  package struct Row: Hashable {
    package let symbol: Symbol
    /// The text before the symbol, such as where a ramp begins.
    var lead: String?
    package let label: String

    /// The radius of the bubble in points; 0 where there is none.
    package var radius: Double { if case .circle(let circle, _) = symbol { circle.radius } else { 0 } }
  }

  /// Colors side by side, from the least numbers to the greatest.
  package struct Bar: Hashable {
    /// A number along the bar, from its start, 0, to its end, 1.
    struct Tick: Hashable {
      let share: Double
      let label: String
    }

    let colors: [Color]
    let ticks: [Tick]
    /// True if colors run into each other.
    let isSmooth: Bool
  }

  /// The text that the rows have in common; empty for none.
  var heading: String
  /// The numbers that classes are of, in words; `nil` where rows are no classes.
  var basis: String?
  package var rows: [Row]
  /// True if the sizes of bubbles are those of the numbers that stand beside them.
  var isToScale = false
  /// Rows to show instead where room is scarce; empty where these are the same, smaller.
  var smallRows: [Row] = []
  /// True if the rows are numbers of points.
  var isOfCounts = false
  /// The mark of points without a value, below all other rows.
  var missing: Row?
  /// The rows as one bar; `nil` where they are more than colors.
  var bar: Bar?
}

extension LegendSection.Symbol {
  var color: Color? {
    switch self {
    case .circle(let circle, _): circle.fill
    case .cell(_, let color): color
    case .ramp: nil
    }
  }
}
