import JSONDocument
import MapFeatures
import MapSettings
import MapStyle

/// The base map below the data: the built-in world, files of areas and lines, tiles.
struct Basemap: Sendable {
  struct File: Sendable {
    let path: String
    let isFromDocument: Bool
    /// The number of base maps of tiles that are named before it and lie beneath.
    let tileCount: Int
    /// True if it lies over the built-in world alone.
    let isOverWorld: Bool

    var sourceID: String { isOverWorld ? WorldBasemap.overlayID : WorldBasemap.sourceID(above: tileCount) }
  }

  private(set) var hasWorld = false
  /// Files of areas and lines, lowest first.
  private(set) var files: [File] = []
  /// Tiles, lowest first.
  private(set) var tiles: [TileSetLocation] = []
  private(set) var isNone = false

  var isWorldAlone: Bool { hasWorld && files.isEmpty && tiles.isEmpty }

  static let none = "none"

  /// The files that options and a request name.
  ///
  /// - Parameter isWorldDefault: whether the world is drawn where they name nothing.
  /// - Throws: where nothing and something is named at once.
  init(
    _ requested: RequestedMap, isWorldDefault: Bool, _ resources: any ResourceLoader
  ) throws(SessionError) {
    // Options replace what the request names.
    let isRequested = requested.own.basemaps.isEmpty
    let place = isRequested ? requested.requestName : nil
    let names = isRequested ? requested.asked.basemaps : requested.own.basemaps
    hasWorld = names.isEmpty && isWorldDefault
    isNone = names.contains(Basemap.none)
    if names.contains(Basemap.none), names.count > 1 {
      throw .input("the base map is none and something else at once; remove one of them", at: place)
    }
    for name in names where name != Basemap.none {
      if name == WorldBasemap.name {
        guard tiles.isEmpty, files.isEmpty else {
          throw .input(
            "the base map world would cover what is named before it; name it first, as the lowest", at: place)
        }
        hasWorld = true
        continue
      }
      let isAddress = name.contains("://")
      let path = isRequested && !isAddress ? requested.path(name) : name
      if isAddress || Basemap.isArchive(name) || name.contains("{z}")
        || resources.kind(of: path, followingLinks: true) == .folder
      {
        tiles.append(TileSetLocation(path))
      } else {
        if !name.contains("/"), !name.contains("."),
          resources.kind(of: path, followingLinks: true) == .missing
        {
          throw .input(
            "there is no base map \"\(escapedForMessage(name))\"; name world, none, a file (GeoJSON, PMTiles, MBTiles), or a server's tiles as https://…/{z}/{x}/{y}.png",
            at: place)
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
}
