import CairoCanvas
package import Drawing
import JSONDocument
import MapScene
package import MapSettings
import MapDecorations

/// Scenes in a row, each under its caption.
package struct SideBySide {
  private static let gap = 10.0
  private static let top = 26.0
  private let shaper: any TextShaper

  /// Rows of scenes whose captions a shaper sets.
  package init(_ shaper: any TextShaper) { self.shaper = shaper }

  /// The scenes as one; a lone one as it is.
  ///
  /// - Throws: ``SessionError`` for scenes of different sizes.
  package func scene(of columns: [(caption: String, scene: Scene)]) throws(SessionError) -> Scene {
    let first = columns[0].scene
    guard columns.count > 1 else { return first }
    if let other = columns.first(where: { $0.scene.size != first.size }) {
      throw .input(
        "pictures side by side need one size, but \(sizeText(columns[0])) and \(sizeText(other)); set titles and legends in a corner of the map"
      )
    }
    var (insets, captions): ([Inset], [Mark]) = ([], [])
    var x = SideBySide.gap
    for (caption, scene) in columns {
      insets.append(Inset(scene, at: Point(x: x, y: SideBySide.top)))
      captions.append(try mark(caption, at: Point(x: x + 1, y: 6), within: scene.size.width))
      x += scene.size.width + SideBySide.gap
    }
    return Scene(
      size: Size(width: x, height: SideBySide.top + first.size.height + SideBySide.gap), scale: first.scale,
      background: Color(red: 1, green: 1, blue: 1), title: first.title,
      layers: [SceneLayer(id: "captions", marks: captions)], insets: insets)
  }

  private func sizeText(_ column: (caption: String, scene: Scene)) -> String {
    "\(escapedForMessage(column.caption)) is \(column.scene.size.text)"
  }

  /// A line of small text with its upper left corner at a point.
  ///
  /// - Parameter width: the room that it has; as much of the text as leaves room for the ending and `…` stands there.
  ///
  /// - Throws: ``SessionError`` for text that cannot be set.
  package func mark(
    _ text: String, ending: String = "", at corner: Point, within width: Double = .infinity,
    color: Color = Color(red: 0.26, green: 0.32, blue: 0.38), look: OutputSettings.Decoration? = nil,
    size: Double = 11
  ) throws(SessionError) -> Mark {
    func line(_ text: String) throws(TextShapingError) -> TextLine {
      try TextLine(text + ending, size: look?.textSize ?? size, fonts: look?.textFont, shaper: shaper)
    }
    do throws(TextShapingError) {
      var shaped = try line(text)
      var beginning = text
      while shaped.size.width > width, beginning.popLast() != nil { shaped = try line(beginning + "…") }
      return shaped.mark(at: corner, color: color)
    } catch {
      throw .output("\(error)")
    }
  }
}

extension Size {
  fileprivate var text: String {
    decimalText(of: width, decimals: 2) + "×" + decimalText(of: height, decimals: 2)
  }
}

extension LoadedMap {
  /// The plans of the columns beside the first, column by column; what they are drawn with is loaded.
  mutating func plansBeside(
    _ plans: [PicturePlan], log: SessionLog
  ) throws(SessionError) -> [[PicturePlan]] {
    var columns: [[PicturePlan]] = []
    for index in beside.indices {
      var own: [PicturePlan] = []
      for plan in plans {
        own.append(try beside[index].plan(of: plan.number, as: plan.format, place: plan.place))
        try beside[index].checkCells(of: plan.view, own[own.count - 1].viewport)
      }
      try beside[index].loadPictures(for: beside[index].viewports(of: own), log: log)
      columns.append(own)
    }
    return columns
  }

  /// Draws all columns on so many threads.
  mutating func setThreads(_ count: Int) {
    snapshotter = snapshotter.with(threads: count)
    for index in beside.indices { beside[index].setThreads(count) }
  }

  func snapshot(
    of plan: PicturePlan, _ shaper: PangoTextShaper, _ observer: (SnapshotStage) -> Void
  ) throws(SessionError) -> Snapshot {
    if let facets = try facetLayout(of: plan.view) { return try snapshot(of: plan, facets, shaper, observer) }
    guard let layout = try insetLayout(of: plan.view) else {
      return try snapshot(
        of: plan.view, in: plan.viewport, selection: plan.selection,
        describesMarks: [.svg, .html].contains(plan.format), shaper: shaper, observer: observer)
    }
    return try snapshot(of: plan, layout, shaper, observer)
  }

  /// The first column's snapshot with all columns in its scene.
  func joined(
    _ first: Snapshot, _ beside: [Snapshot], _ shaper: PangoTextShaper
  ) throws(SessionError) -> Snapshot {
    guard !beside.isEmpty, themes.isEmpty else { return first }
    var result = first
    let scenes = [(caption, first.scene)] + zip(self.beside, beside).map { ($0.caption, $1.scene) }
    result.scene = try SideBySide(shaper).scene(of: scenes)
    return result
  }
}
