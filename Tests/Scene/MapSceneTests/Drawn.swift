import Drawing
import JSONDocument
import MapContent
import MapDecorations
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import Testing

/// A picture of a style whose one source `a` holds some GeoJSON; 200 points square about 0°, 0° at zoom 0, so that a
/// degree is 512/360 points wide and the middle of the picture is the middle of the world.
func drawn(
  _ layers: String, of geoJSON: String, root: String = "", source: String = "", images: ImageSet = ImageSet(),
  size: Double = 200, zoom: Double = 0, scale: Double = 1, shaper: any TextShaper = HalfEmShaper(),
  options: PictureOptions = PictureOptions()
) throws -> Snapshot {
  let text = """
    {"version": 8\(root),
     "sources": {"a": {"type": "geojson", "lineMetrics": true, "data": {"type": "FeatureCollection", "features": []}\(source)}},
     "layers": [\(layers)]}
    """
  let parsing = Style.parseWithSettings(Array(text.utf8))
  let style = try #require(parsing.style, "\(parsing.diagnostics)")
  let features = try FeatureTable.read(
    ByteArray(Array(geoJSON.utf8)), options: ReadingOptions(format: .geojson))
  let data = try MapSource(
    id: "a", features: features, clustering: SourceClustering(style.source("a"), options: ClusterOptions()),
    filter: style.source("a")?.geoJSON?.filter,
    identity: style.source("a")?.geoJSON.map(FeatureIdentity.init) ?? .own)
  let viewport = try Viewport(
    center: Coordinate(latitude: 0, longitude: 0), zoom: zoom,
    size: ScreenSize(width: size, height: size), scale: scale)
  return try MapSnapshotter(style: style, sources: [data], images: images)
    .snapshot(of: viewport, options: options, shaper: shaper)
}

/// A FeatureCollection of points: longitude, latitude, properties as JSON.
func points(_ places: [(Double, Double, String)]) -> String {
  let features = places.map { longitude, latitude, properties in
    """
    {"type": "Feature", "properties": \(properties),
     "geometry": {"type": "Point", "coordinates": [\(longitude), \(latitude)]}}
    """
  }
  return "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ","))]}"
}

/// One feature of a geometry.
func feature(_ type: String, _ coordinates: String, properties: String = "{}") -> String {
  """
  {"type": "Feature", "properties": \(properties), "geometry": {"type": "\(type)", "coordinates": \(coordinates)}}
  """
}

extension Snapshot {
  /// The marks of the layer of an id, one line each.
  func marks(_ layer: String) -> [String] {
    scene.layers.first { $0.id == layer }?.marks.map(\.text) ?? []
  }

  /// The codes and messages of what is reported.
  var reported: [String] { notes.map { "\($0.code): \($0.message)" } }
}
