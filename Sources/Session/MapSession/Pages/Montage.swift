package import Drawing
import JSONDocument
import MapDecorations
package import MapGeometry
import MapScene
package import MapSettings

/// Scenes on a sheet of paper, with lines of text and frames beside them: what every page of several maps is composed by.
package struct Montage {
  private static let gap = MapRow.gap
  static let gray = Color(red: 0.26, green: 0.32, blue: 0.38)
  private let shaper: any TextShaper
  private let look: OutputSettings.Decoration?
  private let size: Double
  private let color: Color
  private var insets: [Inset] = []
  /// The lines of text.
  private var lines: [DrawItem] = []

  /// An empty sheet.
  ///
  /// - Parameters:
  ///   - look: the face and size of text; `nil` for the default face.
  ///   - size: of text in points, unless the look sets one.
  ///   - color: of text; `nil` for gray.
  package init(
    _ shaper: any TextShaper, look: OutputSettings.Decoration? = nil, size: Double = 11, color: Color? = nil
  ) {
    (self.shaper, self.look, self.size, self.color) = (shaper, look, size, color ?? Montage.gray)
  }

  /// Adds a scene with its upper left corner at a point.
  package mutating func add(_ scene: Scene, at corner: Point) { insets.append(Inset(scene, at: corner)) }

  /// Adds a line of small text with its upper left corner at a point.
  ///
  /// - Parameter width: the room that it has; as much of the text as leaves room for the ending and `…` stands there.
  /// - Throws: ``SessionError`` for text that cannot be set.
  package mutating func write(
    _ text: String, ending: String = "", at corner: Point, within width: Double
  ) throws(SessionError) {
    func line(_ text: String) throws(TextShapingError) -> TextLine {
      try TextLine(text + ending, size: look?.textSize ?? size, fonts: look?.textFont, shaper: shaper)
    }
    do throws(TextShapingError) {
      var shaped = try line(text)
      var beginning = text
      while shaped.size.width > width, beginning.popLast() != nil { shaped = try line(beginning + "…") }
      lines.append(shaped.mark(at: corner, color: color))
    } catch {
      throw .output("\(error)")
    }
  }

  /// The whole as one scene.
  ///
  /// - Parameters:
  ///   - id: of the layer with the lines of text.
  ///   - marks: a layer above these.
  package func scene(
    _ id: String, size: Size, scale: Double, paper: Color = .white, title: String? = nil,
    marks: SceneLayer? = nil
  ) -> Scene {
    Scene(
      size: size, scale: scale, background: paper, title: title,
      layers: [SceneLayer(id: id, marks: lines)] + (marks.map { [$0] } ?? []), insets: insets)
  }

  /// Scenes in a row, each under its caption; a lone one as it is.
  ///
  /// - Parameter sheet: the size of the whole; `nil` for that of all scenes.
  /// - Throws: ``SessionError`` for text that cannot be set.
  package static func row(
    of columns: [(caption: String, scene: Scene)], on sheet: ScreenSize? = nil, size: Double = 11,
    _ shaper: any TextShaper
  ) throws(SessionError) -> Scene {
    let first = columns[0].scene
    guard columns.count > 1 else { return first }
    var montage = Montage(shaper, size: size)
    let top = MapRow.top(size)
    var x = gap
    for (caption, scene) in columns {
      montage.add(scene, at: Point(x: x, y: top))
      try montage.write(caption, at: Point(x: x + 1, y: 6), within: scene.size.width)
      x += scene.size.width + gap
    }
    var row = montage.scene(
      "captions",
      size: sheet.map { Size(width: $0.width, height: $0.height) }
        ?? Size(width: x, height: top + (columns.map(\.scene.size.height).max() ?? 0) + gap),
      scale: first.scale, title: first.title)
    row.growth = first.growth
    return row
  }
}
