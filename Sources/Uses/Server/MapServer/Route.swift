import JSONDocument
import MapGeometry

/// The kinds of addresses.
enum Route: Hashable, Sendable {
  case page, health, ready, metrics, openAPI
  case map(name: String, view: String?, ending: String)
  case tileServer(style: String, place: String, file: String)
  case mapbox(style: String, parts: [String])
  case google
  case render
  case clusterSet(source: String)
  case clusterTile(source: String, tile: TileID, ending: String)

  /// The kind's name in figures and logs.
  var name: String {
    switch self {
    case .page: "page"
    case .health: "health"
    case .ready: "ready"
    case .metrics: "metrics"
    case .openAPI: "openapi"
    case .map: "maps"
    case .tileServer: "static"
    case .mapbox: "mapbox"
    case .google: "staticmap"
    case .render: "render"
    case .clusterSet: "tilejson"
    case .clusterTile: "tile"
    }
  }

  /// The methods that the address has.
  var methods: [String] {
    switch self {
    case .render: ["POST", "OPTIONS"]
    default: ["GET", "HEAD", "OPTIONS"]
    }
  }

  /// True if every answer is made when it is asked for, and may be seen by anyone who asks for it.
  var isOfServer: Bool { [.health, .ready, .metrics].contains(self) }

  /// - Throws: ``ServerError`` with status 404.
  init(_ address: RequestAddress) throws(ServerError) {
    let segments = address.segments
    switch (segments.first, segments.count) {
    case (nil, _): self = .page
    case ("health", 1): self = .health
    case ("ready", 1): self = .ready
    case ("metrics", 1): self = .metrics
    case ("openapi.json", 1): self = .openAPI
    case ("render", 1): self = .render
    case ("staticmap", 1): self = .google
    case ("maps", 2...3):
      let (name, ending) = try Self.named(segments[segments.count - 1])
      self = .map(
        name: segments.count == 3 ? segments[1] : name, view: segments.count == 3 ? name : nil, ending: ending
      )
    case ("clusters", 2):
      let (name, ending) = try Self.named(segments[1])
      guard ending == "json" else { throw Self.unknown(segments) }
      self = .clusterSet(source: name)
    case ("clusters", 5):
      let (row, ending) = try Self.named(segments[4])
      func number(_ text: String) -> Int? { text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil }
      guard let zoom = number(segments[2]), let column = number(segments[3]), let row = number(row),
        zoom <= 24,
        let tile = TileID(zoom: zoom, column: column, row: row)
      else {
        throw ServerError(
          404,
          "\(quotedForMessage(segments[2...].joined(separator: "/"))) is no tile; write ZOOM/COLUMN/ROW.mvt, zooms to 24",
          at: "tile")
      }
      self = .clusterTile(source: segments[1], tile: tile, ending: ending)
    case ("styles", 6...) where segments[1] == "v1" && segments[4] == "static":
      self = .mapbox(style: segments[3], parts: Array(segments[5...]))
    case ("styles", 5), ("style", 5):
      guard segments[2] == "static" else { throw Self.unknown(segments) }
      self = .tileServer(style: segments[1], place: segments[3], file: segments[4])
    default: throw Self.unknown(segments)
    }
  }

  private static func named(_ file: String) throws(ServerError) -> (String, String) {
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else {
      throw ServerError(404, "\(quotedForMessage(file)) has no ending; write one such as .png", at: "format")
    }
    return (String(file[..<dot]), String(file[file.index(after: dot)...]))
  }

  private static func unknown(_ segments: [String]) -> ServerError {
    let known = [
      "styles", "maps", "clusters", "render", "staticmap", "health", "ready", "metrics", "openapi.json",
    ]
    let first = segments[0]
    let advice = didYouMean(first, among: known).map { "did you mean /\($0)?" } ?? "see /openapi.json"
    return ServerError(404, "there is nothing at this address; \(advice)")
  }
}
