import Drawing
import MapContent
import MapSettings

// What legends show as one figure instead of a row for each number.
extension Legend {
  /// Circles within each other on one ground, each with a line from its top to its words.
  ///
  /// - Returns: `nil` where words would stand lower than the circles: rows are clearer there.
  func nested(_ rows: [LegendSection.Row], in drawing: inout LayerDrawing) throws(SnapshotError) -> Box? {
    var steps: [(circle: Circle, reach: Double, text: Box)] = []
    for row in rows {
      guard case .circle(let circle, nil) = row.symbol else { return nil }
      steps.append((circle, circle.radius + circle.strokeWidth, try look.box(row.label, in: &drawing)))
    }
    steps.sort { $0.reach > $1.reach }
    guard steps.count > 1, let largest = steps.first?.reach, let leading = steps.map(\.text.size.height).max()
    else { return nil }
    // As high as the top of each disc, and a line below the words before.
    var heights: [Double] = []
    for step in steps {
      let top = 2 * largest - step.reach - step.circle.radius
      heights.append(max(top, (heights.last ?? -leading) + 0.9 * leading))
    }
    let lowest = heights[heights.count - 1]
    guard lowest <= 2 * largest + 0.3 * leading else { return nil }
    let (above, edge) = (leading / 2, 2 * largest + Legend.air)
    let size = Size(
      width: edge + 4 + (steps.map(\.text.size.width).max() ?? 0),
      height: above + max(2 * largest, lowest + leading / 2))
    let color = look.color.multiplyingAlpha(by: 0.6)
    return Box(size) { frame in
      let top = frame.y + above
      var (lines, circles, texts): (Path, [DrawItem], [DrawItem]) = (Path(), [], [])
      for (step, height) in zip(steps, heights) {
        var circle = step.circle
        circle.center = Point(x: frame.x + largest, y: top + 2 * largest - step.reach)
        circles.append(DrawItem(.circle(circle)))
        let start = circle.center.y - circle.radius
        lines.addLine([
          Point(x: circle.center.x, y: start), Point(x: frame.x + 2 * largest + 2, y: start),
          Point(x: frame.x + edge, y: top + height),
        ])
        texts += step.text.marks(at: Point(x: frame.x + edge + 4, y: top + height - step.text.middle))
      }
      return circles + [.stroke(lines, color, width: 0.75)] + texts
    }
  }

  /// The colors of a section as one bar, where it is set or colors run into each other.
  ///
  /// - Returns: `nil` where there is none, or no room for its numbers side by side.
  func bar(_ section: LegendSection, limit: Double, in drawing: inout LayerDrawing) throws(SnapshotError)
    -> Box?
  {
    guard let bar = section.bar, settings.classes ?? (bar.isSmooth ? .bar : .swatches) == .bar else {
      return nil
    }
    var marks: [(share: Double, text: Box)] = []
    for tick in bar.ticks { marks.append((tick.share, try look.box(tick.label, in: &drawing))) }
    let widest = marks.map(\.text.size.width).max() ?? 0
    let parts = Double(bar.isSmooth ? marks.count - 1 : bar.colors.count)
    let length = max(110, parts * (widest + 8))
    let start = bar.isSmooth ? widest / 2 : 0
    let height = marks.map(\.text.size.height).max() ?? 0
    guard settings.classes == .bar || length + 2 * start <= limit else { return nil }
    let (depth, tick) = (12.0, 4.0)
    return Box(Size(width: length + 2 * start, height: depth + tick + height)) { frame in
      let area = Rectangle(x: frame.x + start, y: frame.y, width: length, height: depth)
      var ticks = Path()
      var texts: [DrawItem] = []
      for (share, text) in marks {
        let x = area.x + share * length
        ticks.addLine([Point(x: x, y: area.maxY), Point(x: x, y: area.maxY + tick)])
        texts += text.marks(at: Point(x: x - text.size.width / 2, y: area.maxY + tick))
      }
      let gradient = Gradient(
        from: Point(x: area.minX, y: area.minY), to: Point(x: area.maxX, y: area.minY), stops: bar.stops)
      return [
        DrawItem(.fill(Fill(Path(area), .gradient(gradient)))), .stroke(ticks, look.color, width: 0.75),
      ] + texts
    }
  }
}

extension LegendSection.Bar {
  /// The colors as stops of a gradient: each class with its own edges, or from middle to middle.
  fileprivate var stops: [Gradient.Stop] {
    let count = Double(isSmooth ? colors.count - 1 : colors.count)
    return colors.enumerated().flatMap { index, color in
      (isSmooth ? [0.0] : [0, 1]).map { Gradient.Stop(offset: (Double(index) + $0) / count, color: color) }
    }
  }
}
