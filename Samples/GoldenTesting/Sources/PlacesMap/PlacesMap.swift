import BuiltIns
import CairoCanvas
import MapFeatures
import MapGeometry
import MapContent
import MapScene
import MapSettings
import MapStyle

/// Places in clusters, on a map of their own.
public struct PlacesMap {
  /// A table with a header, such as `name,longitude,latitude`.
  public var csv: String
  /// The width of a cell in points; what lies in one cell is one bubble.
  public var cellSize = 60.0

  /// A map of a table.
  public init(csv: String) {
    self.csv = csv
  }

  /// A picture of the places: a scene, which a canvas draws as PNG, SVG or PDF, and the markers in it.
  public func snapshot(around center: Coordinate, zoom: Double, size: ScreenSize) throws -> Snapshot {
    guard let bytes = BuiltInStyles.style(named: "light"), let style = Style.parseWithSettings(bytes).style,
      let source = style.source("points")
    else { throw PlacesMapError.noStyle }
    var options = ClusterOptions(source.settings)
    options.cellSize = .points(cellSize)
    let places = try MapSource(
      id: "points", features: .read(ByteArray(Array(csv.utf8))),
      clustering: SourceClustering(source, options: options))
    let snapshotter = MapSnapshotter(style: style, sources: [places])
    return try snapshotter.snapshot(
      of: Viewport(center: center, zoom: zoom, size: size, scale: 1), shaper: PangoTextShaper())
  }
}

/// Why there is no map.
public enum PlacesMapError: Error {
  /// The style is not there.
  case noStyle
}
