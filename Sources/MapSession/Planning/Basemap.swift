import BuiltIns
import Drawing
import JSONDocument
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings

/// The base map below the data: the built-in world, files of areas and lines, tiles.
struct Basemap: Sendable {
  struct File: Sendable {
    let path: String
    let isFromDocument: Bool
    /// How many base maps of tiles are named before it, which lie beneath.
    let tileCount: Int
    /// Whether it lies over the built-in world alone.
    let isOverWorld: Bool

    var sourceID: String {
      isOverWorld ? WorldBasemap.overlayID : WorldBasemap.sourceID(above: tileCount)
    }
  }

  private(set) var hasWorld = false
  /// Files of areas and lines, lowest first.
  private(set) var files: [File] = []
  /// Tiles, lowest first.
  private(set) var tiles: [TilePlace] = []
  private(set) var isNone = false
  /// Whether nothing was named, so that the style decides.
  private(set) var isUnset = true

  var isWorldAlone: Bool { hasWorld && files.isEmpty && tiles.isEmpty }

  static let none = "none"

  /// What options and a request name.
  ///
  /// - Throws: where nothing and something is named at once.
  init(
    _ specification: MapSpecification, _ request: SnapshotRequest?, requestName: String?,
    _ resources: any ResourceLoader
  ) throws(SessionError) {
    // Options replace what the request names.
    let isRequested = specification.basemaps.isEmpty
    let names = isRequested ? request?.basemaps ?? [] : specification.basemaps
    isUnset = names.isEmpty
    isNone = names.contains(Basemap.none)
    if names.contains(Basemap.none), names.count > 1 {
      throw .input(
        "the base map is none and something else at once; remove one of them",
        at: isRequested ? requestName : nil)
    }
    for name in names where name != Basemap.none {
      if name == WorldBasemap.name {
        guard tiles.isEmpty else {
          throw .input(
            "the base map world would cover the tiles that are named before it; name it first, as the lowest",
            at: isRequested ? requestName : nil)
        }
        hasWorld = true
        // What is named before the world lies beneath it.
        files = files.map {
          File(path: $0.path, isFromDocument: $0.isFromDocument, tileCount: 0, isOverWorld: false)
        }
        continue
      }
      let isAddress = name.contains("://")
      let path = isRequested && !isAddress ? Resource.path(of: name, in: requestName) : name
      if isAddress || Basemap.isArchive(name) || name.contains("{z}")
        || resources.kind(of: path, followingLinks: true) == .folder
      {
        tiles.append(TilePlace(path))
      } else {
        if !name.contains("/"), !name.contains("."),
          resources.kind(of: path, followingLinks: true) == .missing
        {
          throw .input(
            "there is no base map \"\(escapedForMessage(name))\"; name world, none, a file (GeoJSON, PMTiles, MBTiles), or a server's tiles as https://…/{z}/{x}/{y}.png",
            at: isRequested ? requestName : nil)
        }
        files.append(
          File(
            path: path, isFromDocument: isRequested, tileCount: tiles.count,
            isOverWorld: hasWorld && tiles.isEmpty))
      }
    }
  }

  static func isArchive(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".mbtiles") || name.hasSuffix(".pmtiles")
  }

  static func namesPictures(_ name: String) -> Bool {
    let path = name.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".png", ".jpg", ".jpeg", ".webp"].contains(where: path.hasSuffix)
  }

  mutating func takeDefault(of style: Style, isBuiltIn: Bool) {
    if isUnset && isBuiltIn && style.source(WorldBasemap.sourceID) != nil { hasWorld = true }
  }
}

// MARK: Styles without the world, and over it

extension Style {
  /// The colors of the background, which is the sea, and of land; `nil` for a style without them.
  private var ground: (background: Color, land: Color)? {
    var ignored = StyleWarnings()
    let view = context(zoom: 0)
    guard let background = layers.first(where: { $0.type == .background }),
      let land = layers.first(where: { $0.type == .fill && $0.source == WorldBasemap.sourceID })
    else { return nil }
    return (
      background.value(.backgroundColor, in: view, noting: &ignored),
      land.value(.fillColor, in: view, noting: &ignored)
    )
  }

  /// A built-in style where no base map is drawn: on paper, the lighter of its land and its sea.
  func onPaper() -> Style {
    guard let ground else { return self }
    let paper = [ground.background, ground.land].max { $0.relativeLuminance < $1.relativeLuminance }
    let text = """
      {"version": 8, "sources": {}, "layers": [{"id": "background", "type": "background",
       "paint": {"background-color": "\(paper?.hexadecimal ?? "")"}}]}
      """
    guard let style = Style.parseWithSettings(Array(text.utf8)).style else { return self }
    return replacingBackgrounds(with: style.layers)
  }

  /// The style with layers for areas and lines over the built-in world, in a color that neither land nor sea has.
  func drawingOverlays() -> Style {
    guard let ground, source(WorldBasemap.overlayID) == nil else { return self }
    let channels = [ground.background, ground.land].map { [$0.red, $0.green, $0.blue] }
    let isGray = channels.allSatisfy { ($0.max() ?? 0) - ($0.min() ?? 0) < 0.02 }
    let isDark = ground.land.relativeLuminance < 0.2
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
      layer(
        "casings", "line", "LineString", #""line-color": "\#(ground.land.hexadecimal)", "line-width": 4.5"#),
      layer("lines", "line", "LineString", #""line-color": "\#(ink)", "line-width": 2.5"#),
    ]
    let text = """
      {"version": 8, "sources": {"\(id)": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [\(layers.joined(separator: ", "))]}
      """
    guard let overlay = Style.parseWithSettings(Array(text.utf8)).style else { return self }
    return inserting(overlay, aboveShapesOf: WorldBasemap.sourceID)
  }
}
