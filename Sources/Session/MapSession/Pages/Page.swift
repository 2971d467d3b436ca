import Drawing
import JSONDocument
package import MapContent
package import MapGeometry
package import MapScene
import MapSettings

/// The sheet of a view before anything is drawn: its maps, and the furniture that stands around them.
///
/// A page is made once, of a plan and of what was read (``PageMaking``), and drawn as it is (``PageDrawing``).
struct Page: Sendable {
  /// The forms of pages.
  enum Form {
    /// One map, which is the picture.
    case single
    /// A map with small ones in strips beside it.
    case insets
    /// Small maps in rows, a value of a column each, with one legend.
    case facets
  }

  let form: Form
  /// The view, all settings merged.
  let view: SnapshotRequest.View
  /// The maps; the first one is that of the view.
  var panels: [Panel]
  /// The text above it where other pages stand beside it; `nil` where none do.
  var caption: String?
  /// The points of the picture per point of the page: above 1 for large sheets, which are seen from farther away.
  var growth = 1.0
  /// The height of a line of titles above small maps, in points.
  var titleHeight = 0.0
  /// The small map that shows where the view is; `nil` for none.
  var locator: Locator?
  /// True if words give its location, as the base map has no names so near.
  var hasWhereabouts = false
  /// The room for what stands beside its maps, which is filled; `nil` if the picture grows by it.
  var room: ScreenSize?
  /// The notes on pieces that have no room on its maps, by their names.
  var outside: [String: SettingText] = [:]
  /// Notes on what the form leaves of the picture.
  var notes: [SettingText] = []

  /// The size in points, without what stands outside of it.
  var size: ScreenSize { view.view.size ?? ViewOptions.standardSize }
  /// The map of the view.
  var main: Panel { panels[0] }
  /// The upper left corner of the map of the view; zero for maps that are equals.
  var mapCorner: Point { form == .facets ? .zero : main.origin }
  /// The page in words: a line for each map.
  var lines: [String] {
    panels.enumerated().map { number, panel in
      var name = caption.map { "column \($0)" } ?? "view"
      if number > 0 || form == .facets {
        let corner = [panel.origin.x, panel.origin.y].map { decimalText(of: $0, decimals: 2) }
        name = "map \(panel.title ?? "\(number)") at \(corner.joined(separator: ","))"
      }
      return "\(escapedForMessage(name)): \(panel.viewport.summary)"
    }
  }

  /// The views that are drawn, each once.
  var viewports: [Viewport] {
    form == .facets && view.view.zooms == nil ? [main.viewport] : panels.map(\.viewport)
  }
}

/// A map on a page.
struct Panel: Sendable {
  /// The settings of the map; its size is that of the panel.
  var view: SnapshotRequest.View
  var data: PanelData
  let viewport: Viewport
  /// The point whose marker is singled out, if one is.
  let selection: MapPoint?
  /// The value whose points are shown; `nil` for all.
  var facet: String?
  /// The upper left corner on the page, without what stands outside of the map.
  var origin = Point.zero
  /// The text above it.
  var title: String?
  /// True if a line is drawn around it.
  var isFramed = false
}

/// The points that a map shows, and the sheet that they lie on.
package struct PanelData: Sendable {
  /// The sheet; `nil` for Mercator's plane.
  package let sheet: Sheet?
  /// The data, with the points of the map alone.
  package internal(set) var sources: [MapSource]

  /// Returns a map of these points in the style of another one.
  package func map(_ whole: MapSnapshotter) -> MapSnapshotter { whole.on(sheet, sources) }
}
