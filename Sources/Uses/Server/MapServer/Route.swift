import JSONDocument
import MapGeometry

enum Route: Hashable, Sendable {
  case page, health, ready, metrics, openAPI, catalog, styles
  case map(name: String, view: String?, ending: String)
  case style(name: String)
  case tileService(style: String)
  case tileServer(style: String, view: String, file: String)
  case mapbox(style: String, parts: [String])
  case styleTile(style: String, tile: TileFile, size: Int)
  case google
  case render
  case clusterSet(source: String)
  case clusterTile(source: String, tile: TileFile)
  case dataSet(name: String)
  case dataTile(name: String, tile: TileFile)
  case glyphs(fonts: String, range: String)
  case sprite(file: String)

  /// True if every answer is made when it is asked for, and may be seen by anyone who asks for it.
  var isOfServer: Bool { [.health, .ready, .metrics].contains(self) }

  var tile: TileFile? {
    switch self {
    case .styleTile(_, let tile, _), .clusterTile(_, let tile), .dataTile(_, let tile): tile
    default: nil
    }
  }

  static func read(_ address: RequestAddress) throws(ServerError) -> (Route, RouteEntry) {
    for (entry, pattern) in RouteEntry.patterns {
      if let parts = RouteEntry.parts(of: address.segments, by: pattern) {
        return (try entry.read(parts), entry)
      }
    }
    let known = Set(RouteEntry.all.compactMap { $0.path.split(separator: "/").first.map(String.init) })
    let first = address.segments.first ?? ""
    let isKnown = known.contains(first)
    let advice = isKnown ? nil : didYouMean(first, among: known.sorted()).map { "did you mean /\($0)?" }
    throw ServerError(404, "there is nothing at this address; \(advice ?? "see /openapi.json")")
  }
}

struct RouteEntry: Sendable {
  typealias Own = (name: String, words: String)
  let name: String
  let path: String
  let summary: String
  var method = "GET"
  var parts: [Own] = []
  var query: [Own] = []
  var hasSettings = false
  var hasSources: Bool {
    name != "maps" && !["/clusters/{file}", "/clusters/{source}/{z}/{x}/{file}"].contains(path)
  }
  var type: String?
  var writesAddresses = false
  let read: @Sendable ([String]) throws(ServerError) -> Route

  var methods: [String] { method == "POST" ? ["POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"] }

  static let patterns = all.map { entry in
    (entry, entry.path.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) })
  }

  static func parts(of segments: [String], by pattern: [String?]) -> [String]? {
    guard pattern.count == segments.count else { return nil }
    var found: [String] = []
    for (part, segment) in zip(pattern, segments) {
      if part == nil { found.append(segment) } else if part != segment { return nil }
    }
    return found
  }

  private static let view: Own = (
    "view", "LON,LAT,ZOOM with @BEARING behind it, or WEST,SOUTH,EAST,NORTH, or auto."
  )
  private static let file: Own = (
    "file", "WIDTHxHEIGHT in points, @2x for more pixels, and the form: 640x480@2x.png."
  )
  private static let style: Own = ("style", "A style of the folder, or a built-in one.")
  private static let user: Own = ("user", "Any name.")
  private static let source: Own = ("source", "A source of the folder.")
  private static let tile: [Own] = [("z", "The zoom."), ("x", "The column from the west.")]
  private static let tileFile: Own = (
    "file", "The row from the north, @2x for more pixels, and the form: 5@2x.png."
  )
  private static let ofTiles: [Own] = [
    ("properties", "Columns that single points have, between commas."),
    ("buffer", "Units of 4096 around a tile whose markers are repeated in it."),
  ]
  private static let json = "application/json"

  /// All kinds, in the order in which they are tried.
  static let all: [RouteEntry] = [
    .init(name: "page", path: "/", summary: "A page that builds addresses.", type: "text/html") { _ in .page
    },
    .init(name: "health", path: "/health", summary: "200 while the server runs.", type: "text/plain") { _ in
      .health
    },
    .init(
      name: "ready", path: "/ready",
      summary: "200 while the folder can be served, with the data that cannot be read; else 503.",
      type: "text/plain"
    ) { _ in .ready },
    .init(
      name: "metrics", path: "/metrics", summary: "Figures in the format of Prometheus.", type: "text/plain"
    ) { _ in .metrics },
    .init(name: "openapi", path: "/openapi.json", summary: "This document.", type: json) { _ in .openAPI },
    .init(
      name: "catalog", path: "/catalog",
      summary: "The tiles, styles, sprites and fonts there are, as Martin lists them.",
      type: json
    ) { _ in .catalog },
    .init(
      name: "styles", path: "/styles.json", summary: "The styles there are, as tileserver-gl lists them.",
      type: json, writesAddresses: true
    ) { _ in .styles },
    .init(
      name: "maps", path: "/maps/{file}",
      summary: "A request of the folder with one view; it lists the settings that an address may have.",
      parts: [("file", "The request's name and the form: berlin.png.")], hasSettings: true
    ) { parts throws(ServerError) in
      let (name, ending) = try named(parts[0])
      return .map(name: name, view: nil, ending: ending)
    },
    .init(
      name: "maps", path: "/maps/{name}/{file}",
      summary: "A view of a request of the folder; it lists the settings that an address may have.",
      parts: [("name", "The request's name."), ("file", "The view's name and the form: city.svg.")],
      hasSettings: true
    ) { parts throws(ServerError) in
      let (view, ending) = try named(parts[1])
      return .map(name: parts[0], view: view, ending: ending)
    },
    .init(
      name: "style", path: "/styles/{style}/style.json",
      summary: "A style with the addresses of this server in it.", parts: [style], type: json,
      writesAddresses: true
    ) { .style(name: $0[0]) },
    .init(
      name: "wmts", path: "/styles/{style}/wmts.xml",
      summary: "The capabilities of the tiles of a style, as WMTS has them.", parts: [style],
      type: "application/xml", writesAddresses: true
    ) { .tileService(style: $0[0]) },
    .init(
      name: "static", path: "/styles/{style}/static/{view}/{file}", summary: "A static map.",
      parts: [style, view, file], hasSettings: true
    ) { .tileServer(style: $0[0], view: $0[1], file: $0[2]) },
    .init(
      name: "static", path: "/style/{style}/static/{view}/{file}", summary: "A static map, as Martin has it.",
      parts: [style, view, file], hasSettings: true
    ) { .tileServer(style: $0[0], view: $0[1], file: $0[2]) },
    .init(
      name: "mapbox", path: "/styles/v1/{user}/{style}/static/{view}/{file}",
      summary: "A static map by Mapbox's scheme.",
      parts: [user, style, ("view", "LON,LAT,ZOOM, [WEST,SOUTH,EAST,NORTH] or auto."), file],
      hasSettings: true
    ) { .mapbox(style: $0[1], parts: Array($0[2...])) },
    .init(
      name: "mapbox", path: "/styles/v1/{user}/{style}/static/{overlay}/{view}/{file}",
      summary: "A static map with overlays by Mapbox's scheme.",
      parts: [
        user, style, ("overlay", "Such as pin-s+f00(LON,LAT)."),
        ("view", "LON,LAT,ZOOM, [WEST,SOUTH,EAST,NORTH] or auto."), file,
      ], hasSettings: true
    ) { .mapbox(style: $0[1], parts: Array($0[2...])) },
    .init(
      name: "styletile", path: "/styles/{style}/{z}/{x}/{file}",
      summary: "A tile of a style as a picture of 256 points.", parts: [style] + tile + [tileFile],
      hasSettings: true
    ) { parts throws(ServerError) in
      .styleTile(style: parts[0], tile: try tileAddress(parts[1], parts[2], parts[3]), size: 256)
    },
    .init(
      name: "styletile", path: "/styles/{style}/512/{z}/{x}/{file}",
      summary: "A tile of a style as a picture of 512 points.", parts: [style] + tile + [tileFile],
      hasSettings: true
    ) { parts throws(ServerError) in
      .styleTile(style: parts[0], tile: try tileAddress(parts[1], parts[2], parts[3]), size: 512)
    },
    .init(
      name: "staticmap", path: "/staticmap", summary: "A static map by Google's scheme.", hasSettings: true
    ) { _ in .google },
    .init(
      name: "render", path: "/render",
      summary: "A request, GeoJSON, CSV or a stream of Arrow in the body, drawn.", method: "POST",
      query: [
        ("format", "The form, such as png or geojson."),
        ("view", "The view of a request, by its name or number."),
      ],
      hasSettings: true
    ) { _ in .render },
    .init(
      name: "tilejson", path: "/clusters/{file}", summary: "The TileJSON of the clusters of a source.",
      parts: [("file", "The source's name with .json behind it.")],
      query: ofTiles + [("format", "A form of pictures for tiles of these, such as png.")], hasSettings: true,
      type: json, writesAddresses: true
    ) { parts throws(ServerError) in .clusterSet(source: try name(parts[0], ending: "json")) },
    .init(
      name: "tile", path: "/clusters/{source}/{z}/{x}/{file}",
      summary: "A tile of the clusters of a source: mvt, json, or a picture of 512 points.",
      parts: [source] + tile + [tileFile], query: ofTiles, hasSettings: true
    ) { parts throws(ServerError) in
      .clusterTile(source: parts[0], tile: try tileAddress(parts[1], parts[2], parts[3]))
    },
    .init(
      name: "data", path: "/data/{file}", summary: "The TileJSON of an archive of tiles, or of a source.",
      parts: [("file", "The name of the archive or source with .json behind it.")], type: json,
      writesAddresses: true
    ) { parts throws(ServerError) in .dataSet(name: try name(parts[0], ending: "json")) },
    .init(
      name: "datatile", path: "/data/{name}/{z}/{x}/{file}",
      summary: "A tile of an archive as it is, or of the clusters of a source.",
      parts: [("name", "The name of the archive or source.")] + tile + [("file", "The row and its ending.")]
    ) { parts throws(ServerError) in
      .dataTile(name: parts[0], tile: try tileAddress(parts[1], parts[2], parts[3]))
    },
    .init(
      name: "glyphs", path: "/fonts/{fonts}/{file}",
      summary: "The glyphs of a font, where the folder has some.",
      parts: [("fonts", "Names of fonts between commas."), ("file", "The range, such as 0-255.pbf.")],
      type: "application/x-protobuf"
    ) { parts throws(ServerError) in .glyphs(fonts: parts[0], range: try name(parts[1], ending: "pbf")) },
    .init(
      name: "sprite", path: "/sprites/{file}", summary: "A sprite of the folder.",
      parts: [("file", "Its name, @2x for a finer one, and json or png: icons@2x.png.")]
    ) { .sprite(file: $0[0]) },
  ]

  private static func named(_ file: String) throws(ServerError) -> (String, String) {
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else {
      throw ServerError(404, "\(quotedForMessage(file)) has no ending; write one such as .png", at: "format")
    }
    return (String(file[..<dot]), String(file[file.index(after: dot)...]))
  }

  private static func name(_ file: String, ending: String) throws(ServerError) -> String {
    let (name, own) = try named(file)
    guard own == ending else {
      throw ServerError(
        404,
        "\(quotedForMessage(file)) does not end in .\(ending); write \(escapedForMessage(name)).\(ending)",
        at: "format")
    }
    return name
  }

  private static func tileAddress(
    _ zoom: String, _ column: String, _ file: String
  ) throws(ServerError) -> TileFile {
    var (row, ending) = try named(file)
    var scale = 1
    if let at = row.lastIndex(of: "@") {
      let word = row[row.index(after: at)...]
      guard word.count == 2, word.last == "x", let digit = word.first?.wholeNumberValue,
        (1...4).contains(digit)
      else { throw ServerError(404, "\(quotedForMessage("@" + word)) is no scale; write @2x", at: "tile") }
      (scale, row) = (digit, String(row[..<at]))
    }
    func number(_ text: String) -> Int? { text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil }
    guard let level = number(zoom), let x = number(column), let y = number(row), level <= 24,
      let tile = TileID(zoom: level, column: x, row: y)
    else {
      throw ServerError(
        404,
        "\(quotedForMessage("\(zoom)/\(column)/\(file)")) is no tile; write ZOOM/COLUMN/ROW.mvt, zooms to 24",
        at: "tile")
    }
    return TileFile(id: tile, scale: scale, ending: ending)
  }
}

struct TileFile: Hashable, Sendable {
  let id: TileID
  let scale: Int
  let ending: String
}
