import Drawing
import MapClusters
import MapGeometry
import MapStyle

/// Draws the cells a grid considered: what an observer must see to understand why points came together.
struct DebugGrid {
  /// One color a group; the first is the blue of the debug grids people know.
  static let colors = [
    Color(red: 0, green: 0, blue: 1, alpha: 0.7),
    Color(red: 0.84, green: 0.37, blue: 0, alpha: 0.8),
    Color(red: 0, green: 0.62, blue: 0.45, alpha: 0.8),
    Color(red: 0.8, green: 0.47, blue: 0.65, alpha: 0.8),
  ]

  private let grid: GridCells
  private let options: DebugGridSetting
  private let color: Color

  init(_ grid: GridCells, options: DebugGridSetting, color: Color) {
    self.grid = grid
    self.options = options
    self.color = color
  }

  /// Lines one point wide, and in each cell what was asked for.
  func marks(in drawing: inout LayerDrawing) throws(SnapshotError) -> [Mark] {
    let frame = drawing.frame
    var lines = Path()
    var marks: [Mark] = []
    for copy in copies(in: frame) {
      for column in 0..<grid.columns {
        for row in 0..<grid.rows {
          let cell = rectangle(column: column, row: row, copy: copy, in: frame)
          guard cell.intersects(frame.picture.expanded(by: 2)) else { continue }
          // Each cell draws its left and upper edge, the last ones close the grid.
          addLine(to: &lines, cell.minX, cell.minY, cell.minX, cell.maxY, frame)
          addLine(to: &lines, cell.minX, cell.minY, cell.maxX, cell.minY, frame)
          if column == grid.columns - 1 {
            addLine(to: &lines, cell.maxX, cell.minY, cell.maxX, cell.maxY, frame)
          }
          if row == grid.rows - 1 { addLine(to: &lines, cell.minX, cell.maxY, cell.maxX, cell.maxY, frame) }
          marks += try captions(column: column, row: row, in: cell, &drawing)
        }
      }
    }
    return (lines.isEmpty ? [] : [Mark(.stroke(Stroke(lines, .color(color), width: 1)))]) + marks
  }

  private func copies(in frame: ViewFrame) -> ClosedRange<Int> {
    let left = grid.origin.x
    let right = grid.origin.x + Double(grid.columns) * grid.side
    let first = Int(exactly: (frame.clipWorld.minX - right).rounded(.up)) ?? 0
    let last = Int(exactly: (frame.clipWorld.maxX - left).rounded(.down)) ?? 0
    return min(first, 0)...max(last, 0)
  }

  private func rectangle(column: Int, row: Int, copy: Int, in frame: ViewFrame) -> Rectangle {
    let cell = grid.area(column: column, row: row)
    let size = frame.viewport.worldSize
    return Rectangle(
      x: (cell.minX + Double(copy) - frame.origin.x) * size, y: (cell.minY - frame.origin.y) * size,
      width: cell.width * size, height: cell.height * size)
  }

  private func addLine(
    to path: inout Path, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ frame: ViewFrame
  ) {
    for piece in frame.clip.clipped(line: [Point(x: x1, y: y1), Point(x: x2, y: y2)]) { path.addLine(piece) }
  }

  private func captions(
    column: Int, row: Int, in cell: Rectangle, _ drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [Mark] {
    var words: [String] = []
    if options.showsIndices {
      let index = grid.cell(column: column, row: row)
      words.append("\(index.column), \(index.row)")
    }
    if options.showsCounts, !grid.counts.isEmpty {
      let count = grid.counts[row * grid.columns + column]
      if count > 0 { words.append("\(count)") }
    }
    guard !words.isEmpty, cell.width >= 24, cell.height >= 16 else { return [] }
    let size = 9.0
    let shaped = try drawing.shape(
      TextRequest(
        sections: [.init(text: words.joined(separator: "\n"), font: Font(size: size))],
        lineHeight: size * 1.25,
        justification: .left))
    let corner = Point(x: cell.minX + 4, y: cell.minY + 3)
    let fragments = shaped.fragments.map { fragment in
      TextRun.Fragment(
        text: fragment.text, font: Font(size: size), color: color, origin: fragment.origin + corner,
        advance: fragment.advance, outline: fragment.outline, images: fragment.images)
    }
    return [
      Mark(
        .text(
          TextRun(
            fragments: fragments, alignment: .start,
            halo: .init(color: Color.white.multiplyingAlpha(by: 0.8), width: 1.5)
          )))
    ]
  }
}
