import JSONDocument
import MapContent
import MapSettings
import MapStyle

/// The layers of overlays: areas and lines beneath the marks of the data, pins above all; by the members of simplestyle.
///
/// - SeeAlso: Mapbox, simplestyle-spec 1.1.0.
enum OverlayStyle {
  /// A style with the sources and layers of the overlays, and the files whose features are drawn over the map.
  ///
  /// - Throws: ``SessionError`` for a layer that the style does not have.
  static func over(
    _ style: Style, _ requested: RequestedMap
  ) throws(SessionError) -> (style: Style, files: [SourceAssignment]) {
    let asked = requested.asked.overlays
    var files: [SourceAssignment] = []
    var sources: [(id: String, features: [String], overlay: MapOverlay?)] = []
    var features: [String] = []
    for (number, overlay) in (asked + requested.own.overlays).enumerated() {
      guard let file = overlay.file else {
        features.append(overlay.features)
        continue
      }
      let id = "\(MapSource.overlayID):\(files.count + 1)"
      let isAsked = number < asked.count
      files.append(
        SourceAssignment(of: id, path: isAsked ? requested.path(file) : file, isFromDocument: isAsked))
      sources.append((id, [], overlay))
    }
    if !features.isEmpty { sources.append((MapSource.overlayID, features, nil)) }
    var index: Int?
    if let upper = requested.specification.overlaysBeneath {
      index = style.layers.firstIndex { $0.id == upper }
      guard index != nil else {
        throw .input(
          "there is no layer \(quotedForMessage(upper)); \(nameAdvice(upper, among: style.layers.map(\.id)))")
      }
    }
    var (result, others, marks): (Style, [StyleLayer], [StyleLayer]) = (style, [], [])
    for (id, features, overlay) in sources {
      let own = Dictionary((overlay?.properties ?? []).map { ($0.name, $0.json) }) { first, _ in first }
      var gaps = OverlayStyle.standards.merging(own) { $1 }
      gaps["edge-width"] = own["stroke-width"] ?? "2"
      (gaps["id"], gaps["features"]) = (id, features.joined(separator: ", "))
      guard let shapes = Style(.shapes, gaps), let pins = Style(.pins, gaps) else { return (style, files) }
      let points = result.layers.firstIndex {
        [.circle, .symbol, .heatmap].contains($0.type) && !WorldBasemap.isSource($0.source)
      }
      result = result.inserting(shapes, at: result.firstName(before: points ?? result.layers.count))
      others += shapes.layers
      marks += pins.layers
    }
    guard let index else { return (result.with(result.layers + marks), files) }
    return (result.with(style.layers[..<index] + others + marks + style.layers[index...]), files)
  }

  /// The members of simplestyle where neither a feature nor its overlay sets them, as JSON.
  private static let standards = [
    "fill": accent, "stroke": accent, "marker-color": accent, "fill-opacity": "0.2", "stroke-opacity": "1",
    "stroke-width": "3",
  ]
  private static let accent = ##""#c8322b""##
}
