import BuiltIns
import Drawing
import JSONDocument
import MapFeatures
import MapGeometry
import MapContent
import MapSettings
import MapStyle

/// Puts styles over one another: that of points over that of the user, that over those of tiles.
struct StyleStacking {
  let requested: RequestedMap
  let session: MapSession
  private var resources: any ResourceLoader { session.resources }
  private var limited: any ResourceLoader { resources.limited(to: requested.resources.network) }

  /// A style over the tiles of a base map, each with the style that draws it; and where the tiles of its sources are.
  ///
  /// The background is that of the lowest tiles' style. The style's own one, which is the sea of the world, stays beneath
  /// the world and beneath tiles that are pictures: these may leave gaps.
  ///
  /// - Parameter builtIn: the name of the style where it is a built-in one as it stands.
  func stacked(
    _ style: Style, on basemap: Basemap, builtIn: String?
  ) throws(SessionError) -> (style: Style, places: [String: TileSetLocation]) {
    var style = style
    var places: [String: TileSetLocation] = [:]
    if builtIn == nil, !basemap.tiles.isEmpty,
      let source = style.sources.first(where: { if case .vector = $0.content { true } else { false } })
    {
      throw .input(
        "\(basemapName): the style has vector tiles of its own; replace them with \(setting: "tiles", of: "\(source.id)=FILE")"
      )
    }
    for count in Set(basemap.files.map(\.tileCount)).sorted(by: >) where count > 0 {
      style = style.copyingSource(WorldBasemap.sourceID, as: WorldBasemap.sourceID(above: count))
    }
    if basemap.hasWorld {
      let standard = try builtInStyle(BuiltInStyles.names[0])
      let (ground, hasOverlays) = (style, basemap.files.contains(where: \.isOverWorld))
      func drawn() -> Style { ground.drawingWorld(like: standard, withOverlays: hasOverlays) }
      if basemap.isWorldAlone, let builtIn {
        style = session.cache.value(.world(style: builtIn), [], size: { _ in 1 << 20 }, build: drawn)
      } else {
        style = drawn()
      }
    }
    for (number, place) in basemap.tiles.enumerated().reversed() {
      var base = try tileStyle(of: place, under: style, number: number)
      // Several archives may be drawn by one style, and the user's style may have such a source, too.
      var source = base.source
      while style.source(source) != nil { source += "-\(number)" }
      base = (base.style.renamingSource(base.source, to: source), source)
      let own = style.layers.filter { $0.type != .background }
      // Areas and lines lie above the background and beneath the tiles, or above those that are named before them.
      let aboveID = WorldBasemap.sourceID(above: number + 1)
      let groundIDs = [WorldBasemap.sourceID, WorldBasemap.tilesID, WorldBasemap.overlayID]
      var backgrounds = base.style.layers.filter { $0.type == .background }
      if basemap.hasWorld || backgrounds.isEmpty {
        backgrounds = style.layers.filter { $0.type == .background }
      }
      let above = base.style.layers.filter { $0.type != .background && $0.source == base.source }
      let land = own.filter { groundIDs.contains($0.source ?? "") }
      let upper =
        (basemap.hasWorld || basemap.files.contains { $0.tileCount == 0 } ? land : []) + above
        + own.filter { $0.source == aboveID }
      // The rest of it is for points: sources of inputs are the upper style's, under the names that inputs may have.
      style = style.stacked(
        on: base.style.limited(to: [base.source]), lower: backgrounds + upper,
        upper: own.filter { !(groundIDs + [aboveID]).contains($0.source ?? "") }, leads: false)
      places[base.source] = place
    }
    return (style, places)
  }

  private func tileStyle(
    of place: TileSetLocation, under style: Style, number: Int
  ) throws(SessionError) -> (style: Style, source: String) {
    let fault = { (error: ResourceError) in SessionError.input("\(basemapName): \(error)") }
    var facts = try rethrowing(limited.facts(ofTilesAt: place), as: fault)
    var probed: [String] = []
    if facts.isVector != false, facts.layers.isEmpty, !Basemap.namesPictures(place.name) {
      let view = requested.specification.view.over(requested.request?.views.first?.view ?? ViewOptions())
      let middle = view.box.map { box in
        Coordinate(latitude: (box.south + box.north) / 2, longitude: box.west + box.longitudes.width / 2)
      }
      let probe = TileProbe(
        place: place, resources: limited, center: view.center ?? middle,
        zoom: view.center == nil ? nil : view.zoom)
      probed = try rethrowing(probe.complete(&facts) { BuiltInStyles.TileSchema($0) != nil }, as: fault)
    }
    guard facts.isVector ?? !facts.layers.isEmpty else {
      guard let style = Style(.raster, ["id": "tiles-\(number)"]) else {
        throw .input("the base map's own style cannot be read")
      }
      return (style, "tiles-\(number)")
    }
    guard let schema = BuiltInStyles.TileSchema(facts) else {
      let name = addressForMessage(place.name)
      if BuiltInStyles.TileSchema.isOldProtomaps(layers: facts.fieldsByLayer) {
        throw .input(
          "\(basemapName): \(name) is of the Protomaps basemap before version 4; make it anew, or name a style for it with \(setting: "style")"
        )
      }
      let layers = facts.layers.map(\.name).joined(separator: ", ")
      let reason = probed.isEmpty ? "no tile was found to look into" : probed.joined(separator: ", ")
      let found = layers.isEmpty ? "it names no layers, and \(reason)" : "its layers are \(layers)"
      throw .input(
        "\(basemapName): \(name) is neither of OpenMapTiles nor of Protomaps; \(found); name a style for it with \(setting: "style"), and its tiles with \(setting: "tiles")"
      )
    }
    let name = BuiltInStyles.streets(schema, isDark: style.isDark())
    guard style.isOnPaper, let text = BuiltInStyles.style(named: name),
      let gray = Style.parseWithSettings(text.inGrays).style
    else { return (try builtInStyle(name), BuiltInStyles.tileSource) }
    return (gray, BuiltInStyles.tileSource)
  }

  func builtInStyle(_ name: String) throws(SessionError) -> Style {
    guard let style = session.builtInStyle(name).style else {
      throw .input("the built-in style \(name) cannot be read")
    }
    return style
  }

  /// A style of light and shade for the heights that options or a request name, and the place of their tiles; `nil` where
  /// none are named.
  func relief(of style: Style) throws(SessionError) -> (style: Style, source: String, place: TileSetLocation)?
  {
    let asked = requested.asked.relief.map { $0.contains("://") ? $0 : requested.path($0) }
    guard let name = requested.own.relief ?? asked else { return nil }
    let place = TileSetLocation(name)
    let facts = try rethrowing(limited.facts(ofTilesAt: place)) { (error: ResourceError) in
      SessionError.input("\(reliefName): \(error)")
    }
    guard facts.isVector != true else {
      throw .input(
        "\(reliefName): \(addressForMessage(name)) holds features, not heights; name tiles of pictures in an encoding of heights"
      )
    }
    var id = "relief"
    while style.source(id) != nil || style.layers.contains(where: { $0.id == id }) { id += "-own" }
    let (shadow, highlight) = style.isDark() ? ("#000000", "#b4c2d0") : ("#3b3226", "#ffffff")
    let gaps = ["id": id, "shadow": shadow, "highlight": highlight]
    guard let shade = Style(.relief, gaps) else { throw .input("the relief's own style cannot be read") }
    return (shade, id, place)
  }

  /// The setting of the base map, as whoever set it spells it.
  var basemapName: SettingText { requested.name("basemap", isGiven: !requested.own.basemaps.isEmpty) }
  /// The setting of the heights.
  var reliefName: SettingText { requested.name("relief", isGiven: requested.own.relief != nil) }
  private var overlayName: SettingText { requested.name("overlay", isGiven: requested.own.overlay != nil) }

  // MARK: Styles beneath data

  /// A user's own style with the point layers of a built-in one above, where it has no place for inputs.
  func overlaid(_ style: Style, isBuiltIn: Bool) throws(SessionError) -> Style {
    let wanted = requested.own.overlay ?? requested.asked.overlay
    if let wanted, isBuiltIn {
      throw .input(
        "\(overlayName) \(wanted) belongs to a style of your own; \(setting: "style") names a built-in style already"
      )
    }
    let inputs =
      requested.specification.inputs.count + requested.specification.cells.count
      + requested.asked.sources.count + requested.asked.cells.count
    guard !isBuiltIn,
      wanted != nil || inputs > 0 && !SourceAssignments.hasPlace(in: style, for: requested, resources)
    else { return style }
    let name = wanted ?? (style.isDark() ? "dark" : "light")
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
  init?(_ facts: TileFacts) { self.init(layers: facts.fieldsByLayer) }
}

extension TileFacts {
  fileprivate var fieldsByLayer: [String: Set<String>] {
    Dictionary(layers.map { ($0.name, Set($0.fields)) }) { $0.union($1) }
  }
}

extension [UInt8] {
  /// A style with grays as light as its colors, which are written as six digits.
  fileprivate var inGrays: [UInt8] {
    var text = self
    for index in indices.dropLast(6) where self[index] == UInt8(ascii: "#") {
      let digits = String(decoding: self[index...index + 6], as: UTF8.self)
      guard let color = Color(css: digits) else { continue }
      let shade = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
      text.replaceSubrange(
        index...index + 6, with: Color(red: shade, green: shade, blue: shade).hexadecimal.utf8)
    }
    return text
  }
}
