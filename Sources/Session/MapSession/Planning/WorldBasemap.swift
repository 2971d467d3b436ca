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

  /// True for land in a sea that is white as ice is elsewhere.
  var isOnWhite: Bool { sea.relativeLuminance > land.relativeLuminance }

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
    guard let style = Style(.paper, ["paper": paper?.hexadecimal ?? ""]) else { return self }
    return with(style.layers + layers.filter { $0.type != .background })
  }

  /// The style with layers for the built-in world: in place of those of its own base map, or else above its background.
  ///
  /// - Parameters:
  ///   - standard: the style whose colors hold where this one has no base map, and whose background where it has none.
  ///   - hasOverlays: whether areas and lines are drawn over the world.
  func drawingWorld(like standard: Style, withOverlays hasOverlays: Bool) -> Style {
    let own = BasemapColors(self)
    guard let colors = own ?? BasemapColors(standard),
      let world = Style(.world, colors.ofWorld)
    else { return self }
    let layers = Dictionary(grouping: world.layers) { layer in
      layer.type == .symbol
        ? "names" : layer.sourceLayer == "boundary" ? "borders" : layer.type == .fill ? "land" : "coast"
    }
    func drawn(_ kinds: String...) -> [StyleLayer] { kinds.flatMap { layers[$0, default: []] } }
    var style = self
    if own != nil {
      var missing = Set(layers.keys)
      let replaced = self.layers.flatMap { layer in
        guard layer.source == WorldBasemap.sourceID else { return [layer] }
        let kind =
          layer.type == .fill
          ? "land" : layer.type == .symbol ? "names" : missing.contains("coast") ? "coast" : "borders"
        return missing.remove(kind) == nil ? [] : drawn(kind)
      }
      style = with(replaced, sources: sources + world.sources)
    } else {
      let backgrounds = self.layers.prefix { $0.type == .background }
      let base = backgrounds.isEmpty ? standard.layers.prefix { $0.type == .background } : backgrounds
      let ground: [StyleLayer] = base + drawn("land", "coast", "borders", "names")
      style = with(ground + self.layers.drop { $0.type == .background }, sources: sources + world.sources)
    }
    let gaps = ["id": WorldBasemap.overlayID, "ink": colors.ink, "land": colors.land.hexadecimal]
    guard hasOverlays, let overlay = Style(.overWorld, gaps) else { return style }
    let shapes = style.layers.lastIndex {
      $0.source == WorldBasemap.tilesID && [.fill, .line].contains($0.type)
    }
    return style.inserting(overlay, at: shapes.map { $0 + 1 } ?? 0)
  }
}

extension BasemapColors {
  /// The colors and widths of the world's tiles.
  fileprivate var ofWorld: [String: String] {
    let coast = of("coast", .lineColor, else: .black)
    let town = of("city-names", .textColor, else: .black)
    let width = of("coast", .lineWidth, else: 0.75)
    return [
      "source": WorldBasemap.tilesID, "address": BuiltInTiles.address, "landLayer": BuiltInTiles.landLayer,
      "land": land.hexadecimal, "sea": sea.hexadecimal,
      "ice": isDark || isOnWhite ? mixed(isDark ? .white : .black, 0.06, into: land) : "#ffffff",
      "coast": coast.hexadecimal, "width": "\(width)", "shoreWidth": "\(width * 2 / 3)",
      "river": isDark ? sea.hexadecimal : mixed(coast, 0.45, into: sea),
      "border": of("borders", .lineColor, else: .black).hexadecimal,
      "fade": "\(of("borders", .lineOpacity, else: 1))",
      "waterName": isDark || isGray ? mixed(town, 0.65, into: sea) : deepSea.hexadecimal,
      "stateName": mixed(town, 0.75, into: land), "town": town.hexadecimal,
      "country": of("country-names", .textColor, else: .black).hexadecimal,
    ]
  }

  /// The color of areas and lines over the world, which neither land nor sea has.
  fileprivate var ink: String { isGray ? "#4d4d4d" : isDark ? "#8fc1cf" : "#1f6f78" }
}

extension Style {
  /// A built-in style with gaps, filled.
  init?(_ text: BuiltInText, _ gaps: [String: String]) {
    guard let style = Style.parseWithSettings(Array(text.text.filling(gaps).utf8)).style else { return nil }
    self = style
  }
}
