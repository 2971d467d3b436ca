import Drawing
import MapContent
import MapSettings
import MapStyle

/// The layers of overlays: areas and lines beneath the marks of the data, pins above all; by the members of simplestyle.
///
/// - SeeAlso: Mapbox, simplestyle-spec 1.1.0.
struct OverlayStyle {
  /// A file whose features are drawn over the map.
  struct File: Sendable {
    let sourceID: String
    let path: String
    let isFromDocument: Bool
  }

  private(set) var files: [File] = []
  private var sources: [(id: String, json: String, overlay: MapOverlay?)] = []

  init(_ requested: RequestedMap) {
    let asked = requested.request?.overlays ?? []
    var features: [String] = []
    for (number, overlay) in (asked + requested.specification.overlays).enumerated() {
      guard let file = overlay.file else {
        features.append(overlay.features)
        continue
      }
      let id = "\(MapSource.overlayID):\(files.count + 1)"
      let isAsked = number < asked.count
      files.append(
        File(sourceID: id, path: isAsked ? requested.path(file) : file, isFromDocument: isAsked))
      sources.append((id, OverlayStyle.collection([]), overlay))
    }
    if !features.isEmpty { sources.append((MapSource.overlayID, OverlayStyle.collection(features), nil)) }
  }

  private static func collection(_ features: [String]) -> String {
    #"{"type": "geojson", "data": {"type": "FeatureCollection", "features": ["#
      + features.joined(separator: ", ") + "]}}"
  }

  /// The style with the sources and layers of the overlays.
  func over(_ style: Style) -> Style {
    guard !sources.isEmpty else { return style }
    func parsed(_ layers: (String, MapOverlay?) -> [String]) -> Style? {
      let text = """
        {"version": 8, "sources": {\(sources.map { "\"\($0.id)\": \($0.json)" }.joined(separator: ", "))},
         "layers": [\(sources.flatMap { layers($0.id, $0.overlay) }.joined(separator: ", "))]}
        """
      return Style.parseWithSettings(Array(text.utf8)).style
    }
    guard let shapes = parsed(OverlayStyle.shapes), let pins = parsed(OverlayStyle.pins) else { return style }
    return style.inserting(shapes, beneathPointsExcept: WorldBasemap.isSource).appending(pins.layers)
  }

  // MARK: Layers

  private static let accent = "#c8322b"

  private static func layer(
    _ id: String, _ name: String, _ type: String, of kind: String, _ more: String = "", _ paint: String
  ) -> String {
    """
    {"id": "\(id)-\(name)", "type": "\(type)", "source": "\(id)",
     "filter": ["match", ["geometry-type"], ["\(kind)", "Multi\(kind)"], true, false]\(more), "paint": {\(paint)}}
    """
  }

  /// A member of simplestyle as an expression: that of the feature, or the overlay's own.
  private static func value(_ name: String, _ overlay: MapOverlay?, or standard: String) -> String {
    overlay?.properties.first { $0.name == name }?.json ?? standard
  }

  private static func color(_ name: String, _ overlay: MapOverlay?) -> String {
    let own = value(name, overlay, or: "\"\(accent)\"")
    return ##"["to-color", ["get", "\##(name)"], ["concat", "#", ["get", "\##(name)"]], \##(own)]"##
  }

  private static func number(_ name: String, _ overlay: MapOverlay?, or standard: String) -> String {
    #"["to-number", ["coalesce", ["get", "\#(name)"], \#(value(name, overlay, or: standard))]]"#
  }

  private static func shapes(_ id: String, _ overlay: MapOverlay?) -> [String] {
    let round = #", "layout": {"line-cap": "round", "line-join": "round"}"#
    let width = number("stroke-width", overlay, or: "3")
    let stroke =
      #""line-color": \#(color("stroke", overlay)), "line-opacity": \#(number("stroke-opacity", overlay, or: "1"))"#
    return [
      layer(
        id, "areas", "fill", of: "Polygon", "",
        #""fill-color": \#(color("fill", overlay)), "fill-opacity": \#(number("fill-opacity", overlay, or: "0.2"))"#
      ),
      layer(
        id, "edges", "line", of: "Polygon", round,
        #"\#(stroke), "line-width": \#(number("stroke-width", overlay, or: "2"))"#),
      layer(
        id, "casings", "line", of: "LineString", round,
        ##""line-color": "#ffffff", "line-opacity": 0.75, "line-width": ["+", 2.5, \##(width)]"##),
      layer(id, "lines", "line", of: "LineString", round, #"\#(stroke), "line-width": \#(width)"#),
    ]
  }

  private static func pins(_ id: String, _ overlay: MapOverlay?) -> [String] {
    let radius = #"["match", ["get", "marker-size"], "small", 7, "large", 13, 10]"#
    func text(_ name: String) -> String { #"["to-string", ["coalesce", ["get", "\#(name)"], ""]]"# }
    let (title, symbol) = (text("title"), text("marker-symbol"))
    func isShort(_ text: String) -> String { #"["<=", ["length", \#(text)], 2]"# }
    let letter =
      #"["case", ["all", ["!=", \#(title), ""], \#(isShort(title))], \#(title), \#(isShort(symbol)), \#(symbol), ""]"#
    let letters = """
      , "layout": {"text-field": \(letter), "text-font": ["DejaVu Sans Bold"], "text-allow-overlap": true,
       "text-size": ["match", ["get", "marker-size"], "small", 9, "large", 15, 12], "text-ignore-placement": true}
      """
    let names = """
      , "layout": {"text-field": ["case", \(isShort(title)), "", \(title)], "text-font": ["DejaVu Sans Bold"],
       "text-size": 11, "text-anchor": "left", "text-offset": [1.25, 0], "text-justify": "left", "text-max-width": 14}
      """
    return [
      layer(
        id, "pins", "circle", of: "Point",
        #", "metadata": {"clustersnap:shape": "balloon", "clustersnap:pair": "\#(id)-letters"}"#,
        ##""circle-color": \##(color("marker-color", overlay)), "circle-radius": \##(radius), "circle-stroke-width": 1.25, "circle-stroke-color": "#ffffff""##
      ),
      layer(id, "letters", "symbol", of: "Point", letters, ##""text-color": "#ffffff""##),
      layer(
        id, "names", "symbol", of: "Point", names,
        ##""text-color": "#222222", "text-halo-color": "#ffffff", "text-halo-width": 1.5"##),
    ]
  }
}
