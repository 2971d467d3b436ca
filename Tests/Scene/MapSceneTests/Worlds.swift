import Drawing
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
import MapContent
import MapDecorations
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import Testing

/// A style of layers over one source `points` and one source `shapes`.
func layered(_ layers: String, clustered: String = "") throws -> Style {
  let empty = #"{"type": "FeatureCollection", "features": []}"#
  let text = """
    {"version": 8, "sources": {
      "points": {"type": "geojson", "data": \(empty)\(clustered)},
      "shapes": {"type": "geojson", "data": \(empty)}},
     "layers": [\(layers)]}
    """
  let parsing = Style.parseWithSettings(Array(text.utf8))
  return try #require(parsing.style, "\(parsing.diagnostics)")
}

/// A table read from GeoJSON.
func geoFeatures(_ geoJSON: String) throws -> FeatureTable {
  try FeatureTable.read(ByteArray(geoJSON))
}

/// A table of points.
func bare(_ places: [(longitude: Double, latitude: Double)]) -> FeatureTable {
  FeatureTable(
    points: CoordinateTable(
      longitudes: places.map { Coordinate.wrappedLongitude($0.longitude) }, latitudes: places.map(\.latitude))
  )
}

/// A view of 400 by 300 points.
func frame(
  _ longitude: Double = 0, _ latitude: Double = 0, zoom: Double = 0, width: Double = 400, height: Double = 300
) throws -> Viewport {
  try viewport(longitude: longitude, latitude: latitude, zoom: zoom, width: width, height: height)
}

/// The scene of sources in a view.
func picture(
  _ style: Style, _ sources: [MapSource], _ viewport: Viewport, options: PictureOptions = PictureOptions()
) throws -> Scene {
  try MapSnapshotter(style: style, sources: sources)
    .snapshot(of: viewport, options: options, shaper: HalfEmShaper()).scene
}

/// The circles of a scene in draw order.
func circles(_ scene: Scene) -> [Circle] { scene.layers.flatMap(\.marks).compactMap(\.circle) }

/// The texts of a scene in draw order.
func texts(_ scene: Scene) -> [TextRun] { scene.layers.flatMap(\.marks).compactMap(\.run) }

extension DrawItem {
  var circle: Circle? { if case .circle(let circle) = shape { circle } else { nil } }
  var run: TextRun? { if case .text(let run) = shape { run } else { nil } }
  var image: ImageMark? { if case .image(let image) = shape { image } else { nil } }
  var fill: Fill? { if case .fill(let fill) = shape { fill } else { nil } }
  var stroke: Stroke? { if case .stroke(let stroke) = shape { stroke } else { nil } }
}

/// A value, changed where it is made.
func with<Value, E>(_ value: Value, _ change: (inout Value) throws(E) -> Void) throws(E) -> Value {
  var value = value
  try change(&value)
  return value
}
