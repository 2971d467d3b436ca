import BuiltIns
import Drawing
import MapContent
import MapStyle

/// The built-in world as a base map: vector tiles, drawn in the colors of a style's own base map.
enum WorldBasemap {
  /// The source of styles that base maps fill.
  static let sourceID = "basemap"
  /// The source of the tiles of the built-in world.
  static let tilesID = "\(sourceID):world"
  /// The source of the base maps that lie over the built-in world.
  static let overlayID = "\(sourceID):over"
  /// The source of the base maps that are named behind so many others of tiles, which they lie above.
  static func sourceID(above tileCount: Int) -> String {
    tileCount == 0 ? sourceID : "\(sourceID):\(tileCount)"
  }
  static func isSource(_ id: String?) -> Bool { id == sourceID || id?.hasPrefix(sourceID + ":") == true }
  /// True for sources beside the data: base maps and overlays.
  static func isBeside(_ id: String?) -> Bool { isSource(id) || MapSource.isOverlay(id) }
  /// The word for the built-in world; a file of that name is `./world`.
  static let name = "world"
  /// The zoom from which on styles show names that nobody has set.
  static let namesZoom = 3.0
}

/// The colors of a style's base map.
private struct BasemapColors {
  /// The background, which is the sea.
  let sea: Color
  let land: Color
  private let style: Style

  /// - Returns: `nil` for a style without a background or without areas of a base map.
  init?(_ style: Style) {
    self.style = style
    var ignored = StyleWarnings()
    let view = style.context(zoom: 0)
    guard let background = style.layers.first(where: { $0.type == .background }),
      let land = style.layers.first(where: { $0.type == .fill && $0.source == WorldBasemap.sourceID })
    else { return nil }
    sea = background.value(.backgroundColor, in: view, noting: &ignored)
    self.land = land.value(.fillColor, in: view, noting: &ignored)
  }

  var isDark: Bool { land.relativeLuminance < 0.2 }

  func of<Value>(_ id: String, _ key: PropertyKey<Value>, else other: Value) -> Value {
    var ignored = StyleWarnings()
    let layer = style.layers.first { $0.id == id && $0.source == WorldBasemap.sourceID }
    return layer?.value(key, in: style.context(zoom: 0), noting: &ignored) ?? other
  }

  var isGray: Bool {
    [sea, land].allSatisfy { max($0.red, $0.green, $0.blue) - min($0.red, $0.green, $0.blue) < 0.02 }
  }

  /// The sea's color, darker and stronger.
  var deepSea: Color {
    let channels = [sea.red, sea.green, sea.blue].map { $0 * $0 * $0 * $0 }
    return Color(red: channels[0], green: channels[1], blue: channels[2])
  }

  /// A color between two, as hexadecimal digits.
  func mixed(_ color: Color, _ share: Double, into other: Color) -> String {
    Color(red: color.red, green: color.green, blue: color.blue, alpha: share).over(other).hexadecimal
  }
}

extension Style {
  /// A built-in style where no base map is drawn: on paper, the lighter of its land and its sea.
  func onPaper() -> Style {
    guard let colors = BasemapColors(self) else { return self }
    let paper = [colors.sea, colors.land].max { $0.relativeLuminance < $1.relativeLuminance }
    let text = """
      {"version": 8, "sources": {}, "layers": [{"id": "background", "type": "background",
       "paint": {"background-color": "\(paper?.hexadecimal ?? "")"}}]}
      """
    guard let style = Style.parseWithSettings(Array(text.utf8)).style else { return self }
    return replacingBackgrounds(with: style.layers)
  }

  /// The style with layers for the built-in world: in place of those of its own base map, or else above its background.
  ///
  /// - Parameters:
  ///   - standard: the style whose colors hold where this one has no base map, and whose background where it has none.
  ///   - hasOverlays: whether areas and lines are drawn over the world.
  func drawingWorld(like standard: Style, withOverlays hasOverlays: Bool) -> Style {
    let own = BasemapColors(self)
    guard let colors = own ?? BasemapColors(standard),
      let world = Style.parseWithSettings(Array(colors.worldStyle.utf8)).style
    else { return self }
    let layers = Dictionary(grouping: world.layers) { layer in
      layer.type == .symbol
        ? "names" : layer.sourceLayer == "boundary" ? "borders" : layer.type == .fill ? "land" : "coast"
    }
    func drawn(_ kinds: String...) -> [StyleLayer] { kinds.flatMap { layers[$0, default: []] } }
    var style = self
    if own != nil {
      var missing = Set(layers.keys)
      style = style.replacing(WorldBasemap.sourceID, from: world) { layer in
        let kind =
          layer.type == .fill
          ? "land" : layer.type == .symbol ? "names" : missing.contains("coast") ? "coast" : "borders"
        return missing.remove(kind) == nil ? [] : drawn(kind)
      }
    } else {
      let backgrounds = self.layers.prefix { $0.type == .background }
      let base = backgrounds.isEmpty ? standard.layers.prefix { $0.type == .background } : backgrounds
      style = style.replacingGround(with: base + drawn("land", "coast", "borders", "names"), from: world)
    }
    guard hasOverlays, let overlay = Style.parseWithSettings(Array(colors.overlayStyle.utf8)).style else {
      return style
    }
    return style.inserting(overlay, aboveShapesOf: WorldBasemap.tilesID)
  }
}

extension BasemapColors {
  /// The layers of the world's tiles.
  fileprivate var worldStyle: String {
    let black = Color.black
    let coast = of("coast", .lineColor, else: black).hexadecimal
    let border = of("borders", .lineColor, else: black).hexadecimal
    let fade = of("borders", .lineOpacity, else: 1)
    let (town, country) = (
      of("city-names", .textColor, else: black), of("country-names", .textColor, else: black)
    )
    let ice = mixed(.white, isDark ? 0.06 : 0.45, into: land)
    let river = isDark ? sea.hexadecimal : mixed(of("coast", .lineColor, else: black), 0.45, into: sea)
    let width = of("coast", .lineWidth, else: 0.75)
    func shape(_ id: String, _ type: String, _ tiles: String, _ rest: String) -> String {
      #"{"id": "\#(id)", "type": "\#(type)", "source": "\#(WorldBasemap.tilesID)", "source-layer": "\#(tiles)", \#(rest)}"#
    }
    func line(_ id: String, _ tiles: String, from zoom: Int = 0, where filter: String? = nil, _ paint: String)
      -> String
    {
      let filter = filter.map { #""filter": \#($0), "# } ?? ""
      return shape(
        id, "line", tiles,
        #""minzoom": \#(zoom), \#(filter)"layout": {"line-join": "round", "line-cap": "round"}, "paint": {\#(paint)}"#
      )
    }
    func names(_ id: String, _ tiles: String, _ filter: String, _ color: String, _ text: String) -> String {
      let halo = (tiles == "place" ? land : sea).hexadecimal
      return shape(
        id, "symbol", tiles,
        #""filter": \#(filter), "layout": {"text-field": ["get", "name"], "text-font": ["DejaVu Sans"], "symbol-sort-key": ["coalesce", ["get", "rank"], 9], \#(text)}, "paint": {"text-color": "\#(color)", "text-halo-color": "\#(halo)", "text-halo-width": 1.25}"#
      )
    }
    let borderPaint =
      #""line-color": "\#(border)", "line-opacity": \#(fade), "line-width": ["interpolate", ["linear"], ["zoom"], "#
    let layers = [
      shape("land", "fill", BuiltInTiles.landLayer, #""paint": {"fill-color": "\#(land.hexadecimal)"}"#),
      shape("ice", "fill", "landcover", #""paint": {"fill-color": "\#(ice)"}"#),
      shape("lakes", "fill", "water", #""paint": {"fill-color": "\#(sea.hexadecimal)"}"#),
      line(
        "rivers", "waterway", from: 3,
        #""line-color": "\#(river)", "line-width": ["interpolate", ["linear"], ["zoom"], 3, 0.4, 7, 1.1]"#),
      line("shores", "water", from: 3, #""line-color": "\#(coast)", "line-width": \#(width * 2 / 3)"#),
      line("coast", BuiltInTiles.landLayer, #""line-color": "\#(coast)", "line-width": \#(width)"#),
      line(
        "state-borders", "boundary", from: 3, where: #"["==", ["get", "admin_level"], 4]"#,
        borderPaint + #"3, 0.4, 7, 0.8], "line-dasharray": [4, 3]"#),
      line(
        "borders", "boundary",
        where:
          #"["==", ["concat", ["get", "admin_level"], ["get", "disputed"], ["get", "maritime"]], "200"]"#,
        borderPaint + "0, 0.6, 6, 1.2]"),
      line(
        "disputed-borders", "boundary",
        where:
          #"["==", ["concat", ["get", "admin_level"], ["get", "disputed"], ["get", "maritime"]], "210"]"#,
        borderPaint + #"0, 0.6, 6, 1.2], "line-dasharray": [2, 2.5]"#),
      names(
        "water-names", "water_name",
        #"["<=", ["match", ["get", "class"], "ocean", 0, "sea", 3, 5], ["zoom"]]"#,
        isDark || isGray ? mixed(town, 0.65, into: sea) : deepSea.hexadecimal,
        #""text-size": ["match", ["get", "class"], "ocean", 11, "sea", 10, 9], "text-letter-spacing": 0.12, "text-max-width": 6"#
      ),
      names(
        "state-names", "place",
        #"["<=", ["match", ["get", "class"], "state", ["+", ["get", "rank"], 1], "province", 6, 99], ["zoom"]]"#,
        mixed(town, 0.75, into: land),
        #""text-size": ["interpolate", ["linear"], ["zoom"], 3, 8, 7, 10], "text-transform": "uppercase", "text-letter-spacing": 0.1, "text-max-width": 7"#
      ),
      names(
        "city-names", "place",
        #"["all", ["match", ["get", "class"], ["city", "town", "village"], true, false], ["<=", ["-", ["get", "rank"], ["match", ["get", "capital"], 2, 1, 0]], ["zoom"]]]"#,
        town.hexadecimal,
        #""text-field": ["concat", "• ", ["get", "name"]], "text-size": ["interpolate", ["linear"], ["zoom"], 2, 8.5, 7, 11], "text-anchor": "left", "text-offset": [-0.3, 0], "text-max-width": 100, "text-padding": 2"#
      ),
      names(
        "country-names", "place",
        #"["all", ["==", ["get", "class"], "country"], ["<=", ["get", "rank"], ["+", ["zoom"], 1]]]"#,
        country.hexadecimal,
        #""text-size": ["interpolate", ["linear"], ["zoom"], 1, 9, 3, 10.5, 6, 13], "text-letter-spacing": 0.06, "text-max-width": 7, "text-padding": 3"#
      ),
    ]
    return
      #"{"version": 8, "sources": {"\#(WorldBasemap.tilesID)": {"type": "vector", "url": "\#(BuiltInTiles.address)"}}, "layers": [\#(layers.joined(separator: ", "))]}"#
  }

  /// Layers for areas and lines over the world, in a color that neither land nor sea has.
  fileprivate var overlayStyle: String {
    let ink = isGray ? "#4d4d4d" : isDark ? "#8fc1cf" : "#1f6f78"
    let id = WorldBasemap.overlayID
    func layer(_ name: String, _ type: String, _ kind: String, _ paint: String) -> String {
      """
      {"id": "\(id):\(name)", "type": "\(type)", "source": "\(id)",
       "filter": ["match", ["geometry-type"], ["\(kind)", "Multi\(kind)"], true, false], "paint": {\(paint)}}
      """
    }
    let layers = [
      layer("areas", "fill", "Polygon", #""fill-color": "\#(ink)", "fill-opacity": 0.2"#),
      layer("edges", "line", "Polygon", #""line-color": "\#(ink)", "line-width": 1.5"#),
      layer("casings", "line", "LineString", #""line-color": "\#(land.hexadecimal)", "line-width": 4.5"#),
      layer("lines", "line", "LineString", #""line-color": "\#(ink)", "line-width": 2.5"#),
    ]
    return """
      {"version": 8, "sources": {"\(id)": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [\(layers.joined(separator: ", "))]}
      """
  }
}
