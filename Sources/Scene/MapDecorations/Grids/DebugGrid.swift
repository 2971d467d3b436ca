package import Drawing
package import MapClusters
package import MapContent
package import MapSettings
import MapGeometry
import MapStyle

/// The room for captions of cells.
package struct CaptionPlaces {
  private var markers: CollisionIndex
  private var captions: CollisionIndex

  package init(picture: Rectangle, markers: [Rectangle]) {
    self.markers = CollisionIndex(area: picture)
    captions = CollisionIndex(area: picture)
    for box in markers { self.markers.take(box) }
  }

  /// Takes the place that the fewest markers hide, the first of equals; never one that another caption has.
  ///
  /// - Parameter givesWay: whether a caption that markers would hide wherever it stood is left out.
  package mutating func take(firstOf boxes: [Rectangle], givesWay: Bool = false) -> Rectangle? {
    let free = boxes.filter { !captions.isTaken($0.expanded(by: 2)) }
    let counts = free.map(markers.takenCount)
    guard let best = counts.indices.min(by: { (counts[$0], $0) < (counts[$1], $1) }),
      counts[best] == 0 || !givesWay
    else { return nil }
    captions.take(free[best])
    return free[best]
  }
}

/// Draws the cells a grid considered: what an observer must see to understand how points are clustered.
package struct DebugGrid {
  /// One color a group; the first is the blue of the debug grids people know.
  package static let colors = [
    Color(red: 0, green: 0, blue: 1, alpha: 0.7),
    Color(red: 0.84, green: 0.37, blue: 0, alpha: 0.8),
    Color(red: 0, green: 0.62, blue: 0.45, alpha: 0.8),
    Color(red: 0.8, green: 0.47, blue: 0.65, alpha: 0.8),
  ]

  /// More cells than this are neither counted nor drawn.
  private static let mostCells = 1 << 20

  package let grid: GridCells
  private let options: DebugGridSetting
  package let color: Color
  private let source: String
  private let font: Font

  /// - Parameter textSize: of captions, in points.
  package init(
    _ grid: GridCells, of source: String, options: DebugGridSetting, color: Color, textSize: Double
  ) {
    (self.grid, self.source, self.options, self.color) = (grid, source, options, color)
    font = Font(size: textSize)
  }

  /// Lines one point wide, and in each cell what was asked for, in a corner where nothing hides it.
  package func marks(
    in drawing: inout LayerDrawing, around places: inout CaptionPlaces
  ) throws(SnapshotError) -> [DrawItem] {
    let frame = drawing.frame
    // The same limit as for cells as data.
    let count = grid.columns.multipliedReportingOverflow(by: grid.rows)
    guard !count.overflow, count.partialValue <= DebugGrid.mostCells else {
      throw .tooManyCells(source: source, count: count.overflow ? .max : count.partialValue)
    }
    let showsIndices = options.showsIndices ? try indicesFit(&drawing) : false
    let isUpright = isUpright(in: frame)
    let area = frame.picture.expanded(by: 2)
    var lines = Path()
    var captions: [DrawItem] = []
    for copy in copies(in: frame) {
      for column in 0..<grid.columns {
        for row in 0..<grid.rows {
          let cell = isUpright ? rectangle(column: column, row: row, copy: copy, in: frame) : nil
          if let cell, !cell.intersects(area) { continue }
          let corners =
            cell.map { Path($0).points }
            ?? grid.corners(column: column, row: row).map {
              frame.project(WorldPoint(x: $0.x + Double(copy), y: $0.y))
            }
          guard isUpright || area.clipped(ring: corners).count > 2 else { continue }
          // Each cell draws its left and upper edge, the last ones close the grid.
          let edges = [
            (isUpright ? [0, 3] : [3, 0], true), ([0, 1], true), ([1, 2], column == grid.columns - 1),
            ([3, 2], row == grid.rows - 1),
          ]
          for (ends, isDrawn) in edges where isDrawn {
            for piece in frame.clip.clipped(line: ends.map { corners[$0] }) { lines.addLine(piece) }
          }
          for word in words(column: column, row: row, showsIndices) {
            let shaped = try shaped(word.text, in: &drawing)
            let tries =
              cell.map { boxes(of: shaped.inkBox, in: $0, frame.picture) }
              ?? boxes(of: shaped.inkBox, between: corners, frame.picture)
            // Where markers stand everywhere a count has the place that the fewest hide, and an index is left out.
            let box = places.take(firstOf: tries, givesWay: !word.isCount)
            if let box { captions.append(mark(shaped, in: box)) }
          }
        }
      }
    }
    return (lines.isEmpty ? [] : [.stroke(lines, color, width: 1)]) + captions
  }

  private func isUpright(in frame: ViewFrame) -> Bool {
    guard let view = grid.turnedView else { return frame.viewport.bearing == 0 }
    return view == frame.viewport.aroundGround
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

  /// True if the longest column and row fit a cell; where they do not, none is shown: half of them would look like a
  /// smaller grid.
  private func indicesFit(_ drawing: inout LayerDrawing) throws(SnapshotError) -> Bool {
    let (first, last) = (
      grid.cell(column: 0, row: 0), grid.cell(column: grid.columns - 1, row: grid.rows - 1)
    )
    let column = max(String(first.column).count, String(last.column).count)
    let row = max(String(first.row).count, String(last.row).count)
    let longest = String(repeating: "0", count: column) + ", " + String(repeating: "0", count: row)
    let shaped = try shaped(longest, in: &drawing)
    let side = grid.side * drawing.frame.viewport.worldSize
    guard shaped.inkBox.width + 8 > side else { return true }
    drawing.note(
      "debug-grid-small",
      "cells are too small for their columns and rows, which are left out; make them larger or show counts")
    return false
  }

  private struct Caption {
    let text: String
    let isCount: Bool
  }

  /// The positions that are tried for captions: shares of the room that a cell has, its corners first.
  private static let tries: [Point] = {
    let steps = [0.0, 1, 0.5, 0.25, 0.75]
    let all = steps.flatMap { y in steps.map { x in Point(x: x, y: y) } }
    func rank(_ place: Point) -> Int { [place.x, place.y].count { $0 != 0 && $0 != 1 } }
    return all.filter { rank($0) == 0 } + all.filter { rank($0) == 1 } + all.filter { rank($0) == 2 }
  }()

  private func words(column: Int, row: Int, _ showsIndices: Bool) -> [Caption] {
    var words: [Caption] = []
    if showsIndices {
      let index = grid.cell(column: column, row: row)
      words.append(Caption(text: "\(index.column), \(index.row)", isCount: false))
    }
    if options.showsCounts, !grid.counts.isEmpty {
      let count = grid.counts[row * grid.columns + column]
      if count > 0 { words.append(Caption(text: "\(count)", isCount: true)) }
    }
    return words
  }

  /// The places of a caption in the visible part of an upright cell; none where it does not fit.
  private func boxes(of ink: Rectangle, in cell: Rectangle, _ picture: Rectangle) -> [Rectangle] {
    let (left, right) = (max(cell.minX, picture.minX) + 4, min(cell.maxX, picture.maxX) - 4 - ink.width)
    let (top, bottom) = (max(cell.minY, picture.minY) + 4, min(cell.maxY, picture.maxY) - 4 - ink.height)
    guard left <= right, top <= bottom else { return [] }
    return DebugGrid.tries.map { share in
      Rectangle(
        x: left + (right - left) * share.x, y: top + (bottom - top) * share.y, width: ink.width,
        height: ink.height)
    }
  }

  /// The places of an upright caption inside of a cell that does not lie along the picture's edges.
  private func boxes(of ink: Rectangle, between corners: [Point], _ picture: Rectangle) -> [Rectangle] {
    // Along the cell's own edges.
    let (across, down) = (corners[1] - corners[0], corners[3] - corners[0])
    let (width, height) = (across.length, down.length)
    guard width > 0, height > 0 else { return [] }
    func reach(_ way: Point, _ length: Double) -> Double {
      (abs(way.x) * ink.width + abs(way.y) * ink.height) / (2 * length) + 4
    }
    let (aside, above) = (reach(across, width), reach(down, height))
    guard 2 * aside <= width, 2 * above <= height else { return [] }
    return DebugGrid.tries.map { share in
      let (x, y) = (aside + share.x * (width - 2 * aside), above + share.y * (height - 2 * above))
      let middle =
        corners[0]
        + Point(x: across.x * x / width + down.x * y / height, y: across.y * x / width + down.y * y / height)
      return Rectangle(center: middle, width: ink.width, height: ink.height)
    }.filter { picture.expanded(by: -4).contains($0) }
  }

  /// A caption whose ink fills a box.
  private func mark(_ shaped: ShapedText, in box: Rectangle) -> DrawItem {
    let ink = shaped.inkBox
    let halo = TextRun.Halo(color: Color.white.multiplyingAlpha(by: 0.8), width: 1.5)
    return DrawItem(
      .text(
        TextRun(
          shaped, at: Point(x: box.minX - ink.minX, y: box.minY - ink.minY), font: font,
          color: color, halo: halo)))
  }

  private func shaped(_ text: String, in drawing: inout LayerDrawing) throws(SnapshotError) -> ShapedText {
    try drawing.shape(
      TextRequest(
        sections: [.init(text: text, font: font)], lineHeight: font.size * 11 / 9, justification: .start))
  }
}
