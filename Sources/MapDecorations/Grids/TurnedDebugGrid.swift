import Drawing
import MapContent
import MapGeometry

extension DebugGrid {
  /// Lines and captions of cells that do not lie along the picture's edges.
  func turnedMarks(
    showsIndices: Bool, in drawing: inout LayerDrawing, around places: inout CaptionPlaces
  ) throws(SnapshotError) -> [Mark] {
    let frame = drawing.frame
    let area = frame.picture.expanded(by: 2)
    var lines = Path()
    var captions: [Mark] = []
    for copy in copies(in: frame) {
      for column in 0..<grid.columns {
        for row in 0..<grid.rows {
          let corners = grid.corners(column: column, row: row).map {
            frame.place(WorldPoint(x: $0.x + Double(copy), y: $0.y))
          }
          guard area.clipped(ring: corners).count > 2 else { continue }
          let edges = [
            (corners[3], corners[0], true), (corners[0], corners[1], true),
            (corners[1], corners[2], column == grid.columns - 1),
            (corners[3], corners[2], row == grid.rows - 1),
          ]
          // Each cell draws its first two edges, the last ones close the grid.
          for (start, end, isDrawn) in edges where isDrawn {
            addLine(to: &lines, start.x, start.y, end.x, end.y, frame)
          }
          for word in words(column: column, row: row, showsIndices) {
            if let mark = try caption(word, in: corners, &drawing, &places) { captions.append(mark) }
          }
        }
      }
    }
    return (lines.isEmpty ? [] : [Mark(.stroke(Stroke(lines, .color(color), width: 1)))]) + captions
  }

  /// An upright caption inside of a cell, where fewest markers stand.
  private func caption(
    _ word: Caption, in corners: [Point], _ drawing: inout LayerDrawing, _ places: inout CaptionPlaces
  ) throws(SnapshotError) -> Mark? {
    let shaped = try shaped(word.text, in: &drawing)
    let ink = shaped.inkBox
    // Along the cell's own edges.
    let (across, down) = (corners[1] - corners[0], corners[3] - corners[0])
    let (width, height) = (across.length, down.length)
    guard width > 0, height > 0 else { return nil }
    func reach(_ way: Point, _ length: Double) -> Double {
      (abs(way.x) * ink.width + abs(way.y) * ink.height) / (2 * length) + 4
    }
    let (aside, above) = (reach(across, width), reach(down, height))
    guard 2 * aside <= width, 2 * above <= height else { return nil }
    let boxes = DebugGrid.tries.map { share in
      let (x, y) = (aside + share.x * (width - 2 * aside), above + share.y * (height - 2 * above))
      let middle =
        corners[0]
        + Point(x: across.x * x / width + down.x * y / height, y: across.y * x / width + down.y * y / height)
      return Rectangle(center: middle, width: ink.width, height: ink.height)
    }.filter { drawing.frame.picture.expanded(by: -4).contains($0) }
    return places.take(firstOf: boxes, givesWay: !word.isCount).map { mark(shaped, in: $0) }
  }
}
