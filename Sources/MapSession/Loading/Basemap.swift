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
struct Basemap {
  /// A file of areas and lines.
  struct File {
    let path: String
    /// Whether a document names it.
    let isFromDocument: Bool
    /// How many base maps of tiles are named before it, which lie beneath.
    let tileCount: Int
    /// Whether it lies over the built-in world alone.
    let isOverWorld: Bool

    /// The source that it fills.
    var sourceID: String {
      isOverWorld ? WorldBasemap.overlayID : WorldBasemap.sourceID(above: tileCount)
    }
  }

  /// Whether the built-in world is drawn.
  private(set) var hasWorld = false
  /// Files of areas and lines, lowest first.
  private(set) var files: [File] = []
  /// Tiles, lowest first.
  private(set) var tiles: [TilePlace] = []
  /// Whether nothing is drawn below the data.
  private(set) var isNone = false
  /// Whether nothing was named, so that the style decides.
  private(set) var isUnset = true

  /// The word for nothing.
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
        files.append(
          File(
            path: path, isFromDocument: isRequested, tileCount: tiles.count,
            isOverWorld: hasWorld && tiles.isEmpty))
      }
    }
  }

  /// Whether a name ends as archives of tiles do.
  static func isArchive(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".mbtiles") || name.hasSuffix(".pmtiles")
  }

  /// Whether a name of tiles ends as pictures do.
  static func namesPictures(_ name: String) -> Bool {
    let path = name.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".png", ".jpg", ".jpeg", ".webp"].contains(where: path.hasSuffix)
  }

  /// Puts the world beneath a style that comes with the program, unless something else was named.
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

// MARK: Styles with tiles beneath

extension MapLoader {
  /// A style over the tiles of a base map, each with the style that draws it; and where the tiles of its sources are.
  ///
  /// The background is that of the lowest tiles' style. The style's own one, which is the sea of the world, stays beneath
  /// the world and beneath tiles that are pictures: these may leave gaps.
  ///
  /// - Parameter isBuiltIn: whether the style comes with the program.
  func stacked(
    _ style: Style, on basemap: Basemap, isBuiltIn: Bool
  ) throws(SessionError) -> (style: Style, places: [String: TilePlace]) {
    var style = style
    var places: [String: TilePlace] = [:]
    if !isBuiltIn, !basemap.tiles.isEmpty,
      let source = style.sources.first(where: { if case .vector = $0.content { true } else { false } })
    {
      throw .input(
        "\(basemapName): the style has vector tiles of its own; replace them with --tiles \(source.id)=FILE")
    }
    for count in Set(basemap.files.map(\.tileCount)).sorted(by: >) where count > 0 {
      style = style.copyingSource(WorldBasemap.sourceID, as: WorldBasemap.sourceID(above: count))
    }
    for (number, place) in basemap.tiles.enumerated().reversed() {
      var base = try tileStyle(of: place, isDark: isDark(style), number: number)
      // Several archives may be drawn by one style, and the user's style may have such a source, too.
      var source = base.source
      while style.source(source) != nil { source += "-\(number)" }
      base = (base.style.renamingSource(base.source, to: source), source)
      let own = style.layers.filter { $0.type != .background }
      // Areas and lines lie above the background and beneath the tiles, or above those that are named before them.
      let aboveID = WorldBasemap.sourceID(above: number + 1)
      func isBeneath(_ layer: StyleLayer) -> Bool {
        [WorldBasemap.sourceID, WorldBasemap.overlayID, aboveID].contains(layer.source)
      }
      var backgrounds = base.style.layers.filter { $0.type == .background }
      if basemap.hasWorld || backgrounds.isEmpty {
        backgrounds = style.layers.filter { $0.type == .background }
      }
      let above = base.style.layers.filter { $0.type != .background && $0.source == base.source }
      let land = own.filter { [WorldBasemap.sourceID, WorldBasemap.overlayID].contains($0.source) }
      let upper =
        (basemap.hasWorld || basemap.files.contains { $0.tileCount == 0 } ? land : []) + above
        + own.filter { $0.source == aboveID }
      // The rest of it is for points: sources of inputs are the upper style's, under the names that inputs may have.
      style = style.stacked(
        on: base.style.limited(to: [base.source]), lower: backgrounds + upper,
        upper: own.filter { !isBeneath($0) }, leads: false)
      places[base.source] = place
    }
    return (style, places)
  }

  /// The style that draws tiles.
  private func tileStyle(
    of place: TilePlace, isDark: Bool, number: Int
  ) throws(SessionError) -> (style: Style, source: String) {
    var facts: TileFacts
    do throws(ResourceError) {
      facts = try resources.limited(to: network).facts(ofTilesAt: place)
    } catch {
      throw .input("\(basemapName): \(error)")
    }
    var probed: [String] = []
    if facts.isVector != false, facts.layers.isEmpty, !Basemap.namesPictures(place.name) {
      do throws(ResourceError) {
        probed = try tileProbe(of: place).complete(&facts) { BuiltInStyles.TileSchema($0) != nil }
      } catch {
        throw .input("\(basemapName): \(error)")
      }
    }
    guard facts.isVector ?? !facts.layers.isEmpty else {
      return (try rasterStyle(number: number), "tiles-\(number)")
    }
    guard let schema = BuiltInStyles.TileSchema(facts) else {
      let name = addressForMessage(place.name)
      if BuiltInStyles.TileSchema.isOldProtomaps(layers: facts.fieldsByLayer) {
        throw .input(
          "\(basemapName): \(name) is of the Protomaps basemap before version 4; make it anew, or name a style for it with --style"
        )
      }
      let layers = facts.layers.map(\.name).joined(separator: ", ")
      let reason = probed.isEmpty ? "no tile was found to look into" : probed.joined(separator: ", ")
      throw .input(
        "\(basemapName): \(name) is neither of OpenMapTiles nor of Protomaps; "
          + (layers.isEmpty ? "it names no layers, and \(reason)" : "its layers are \(layers)")
          + "; name a style for it with --style, and its tiles with --tiles")
    }
    let name = BuiltInStyles.streets(schema, isDark: isDark)
    return (try builtInStyle(name), BuiltInStyles.tileSource)
  }

  /// What looks into tiles where the picture is.
  private func tileProbe(of place: TilePlace) -> TileProbe {
    let view = specification.view.over(request?.views.first?.view ?? ViewOptions())
    let middle = view.box.map { box in
      Coordinate(
        latitude: (box.south + box.north) / 2, longitude: box.west + box.longitudes.width / 2)
    }
    return TileProbe(
      place: place, resources: resources.limited(to: network), center: view.center ?? middle,
      zoom: view.center == nil ? nil : view.zoom)
  }

  /// A style that the program brings, read once.
  func builtInStyle(_ name: String) throws(SessionError) -> Style {
    guard let style = session.builtInStyle(name).style else {
      throw .input("the built-in style \(name) cannot be read")
    }
    return style
  }

  private func rasterStyle(number: Int) throws(SessionError) -> Style {
    let text = """
      {"version": 8, "sources": {"tiles-\(number)": {"type": "raster", "url": "tiles", "tileSize": 256}},
       "layers": [{"id": "tiles-\(number)", "type": "raster", "source": "tiles-\(number)"}]}
      """
    guard let style = Style.parseWithSettings(Array(text.utf8)).style else {
      throw .input("the base map's own style cannot be read")
    }
    return style
  }

  /// Whether the base map is dark.
  func isDark(_ style: Style) -> Bool {
    guard let layer = style.layers.first(where: { $0.type == .background }) else { return false }
    var warnings = StyleWarnings()
    let color = layer.value(
      .backgroundColor, in: style.context(zoom: style.zoom ?? 0), noting: &warnings)
    return color.over(.white).relativeLuminance < 0.2
  }

  /// What sets the base map and the style above, as messages call it.
  var basemapName: String {
    specification.basemaps.isEmpty && requestName != nil ? "basemap" : "--basemap"
  }
  private var overlayName: String { specification.overlay == nil ? "overlay" : "--overlay" }

  // MARK: Styles beneath data

  /// A user's own style with the point layers of a built-in one above, where it has no place for inputs.
  func overlaid(_ style: Style, isBuiltIn: Bool) throws(SessionError) -> Style {
    let wanted = specification.overlay ?? request?.overlay
    if let wanted, isBuiltIn {
      throw .input(
        "\(overlayName) \(wanted) belongs to a style of your own; --style names a built-in style already")
    }
    let inputs =
      specification.inputs.count + specification.cells.count + (request?.sources.count ?? 0)
      + (request?.cells.count ?? 0)
    guard !isBuiltIn, wanted != nil || inputs > 0 && !SourceAssignments.hasPlace(in: style, for: self) else {
      return style
    }
    let name = wanted ?? (isDark(style) ? "dark" : "light")
    guard BuiltInStyles.names.contains(name) else {
      let guess = didYouMean(name, among: BuiltInStyles.names).map { "; did you mean \($0)?" } ?? ""
      throw .input(
        "\(overlayName): \"\(name)\" is none of \(BuiltInStyles.names.joined(separator: ", "))\(guess)")
    }
    let above = try builtInStyle(name)
    let points = above.layers.filter { layer in
      [.circle, .symbol, .heatmap].contains(layer.type) && layer.source != WorldBasemap.sourceID
    }
    return above.stacked(on: style, upper: points, leads: true)
  }
}

extension BuiltInStyles.TileSchema {
  /// The schema of tiles whose layers are known.
  fileprivate init?(_ facts: TileFacts) {
    self.init(layers: facts.fieldsByLayer)
  }
}

extension TileFacts {
  /// The fields of each layer by the layer's name.
  fileprivate var fieldsByLayer: [String: Set<String>] {
    Dictionary(layers.map { ($0.name, Set($0.fields)) }) { $0.union($1) }
  }
}
