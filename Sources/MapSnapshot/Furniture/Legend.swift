import Drawing
import MapStyle

/// Lays a legend out: a heading, then a bubble and its words on each row.
struct Legend {
  let sections: [LegendSection]

  /// The legend as a piece; `nil` where there is nothing to explain.
  func piece(
    _ settings: OutputSettings.Furniture, isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> FurniturePiece? {
    let rows = sections.flatMap(\.rows)
    guard !rows.isEmpty else { return nil }
    let look = FurnitureLook(settings, isDark: isDark, size: 11)
    let pad = 9.0
    let symbolWidth = rows.map { 2 * ($0.circle.radius + $0.circle.strokeWidth) }.max() ?? 0
    let limit = max(40, drawing.frame.picture.width * 0.45 - symbolWidth - 8 - 2 * pad)
    var parts: [(y: Double, marks: (Point) -> [Mark])] = []
    var (y, width) = (0.0, 0.0)
    if let text = settings.text, !text.isEmpty {
      let title = try FurnitureText(
        text, look, size: look.textSize * 1.1, isBold: settings.textFont == nil,
        maximumWidth: limit + symbolWidth + 8, in: &drawing)
      parts.append((y, title.marks))
      y += title.height + 5
      width = max(width, title.width)
    }
    for (index, section) in sections.enumerated() {
      if index > 0 { y += 6 }
      // A legend's own heading says what the only section would.
      if !section.heading.isEmpty, sections.count > 1 || settings.text == nil {
        let heading = try FurnitureText(
          section.heading, look, isBold: settings.textFont == nil, maximumWidth: limit + symbolWidth + 8,
          in: &drawing)
        parts.append((y, heading.marks))
        y += heading.height + 3
        width = max(width, heading.width)
      }
      for row in section.rows {
        let text = try FurnitureText(row.label, look, maximumWidth: limit, in: &drawing)
        let reach = row.circle.radius + row.circle.strokeWidth
        let height = max(2 * reach + 2, text.height)
        let middle = height / 2
        parts.append(
          (
            y,
            { corner in
              var circle = row.circle
              circle.center = corner + Point(x: symbolWidth / 2, y: middle)
              return [Mark(.circle(circle))]
                + text.marks(at: corner + Point(x: symbolWidth + 8, y: middle - text.middle))
            }
          ))
        y += height + 1
        width = max(width, symbolWidth + 8 + text.width)
      }
    }
    let content = parts
    return FurniturePiece(
      name: "legend", size: Size(width: width + 2 * pad, height: y - 1 + 2 * pad),
      corners: settings.position.map { [$0] } ?? [.bottomRight, .topRight, .bottomLeft, .topLeft],
      plate: look.plate,
      marks: { corner in content.flatMap { $0.marks(corner + Point(x: pad, y: pad + $0.y)) } })
  }
}

extension FurnitureText {
  /// How far below the block's upper edge the eye sees the middle of its ink.
  var middle: Double { shaped.inkBox.height > 0 ? shaped.inkBox.center.y : height / 2 }
}
