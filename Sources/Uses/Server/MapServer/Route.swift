import JSONDocument

/// An address that was read: its kind, and the parts of its path.
enum Route: Hashable, Sendable {
  case page, health, ready, metrics, openAPI, catalog, styles
  case map(name: String, view: String?, ending: String)
  case style(name: String)
  case tileService(style: String)
  case tileServer(style: String, place: String, file: String)
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

  /// The tile that the address is of; `nil` for another kind.
  var tile: TileFile? {
    switch self {
    case .styleTile(_, let tile, _), .clusterTile(_, let tile), .dataTile(_, let tile): tile
    default: nil
    }
  }

  /// The address, and the entry of its kind.
  ///
  /// - Throws: ``ServerError`` with status 404.
  static func read(_ address: RequestAddress) throws(ServerError) -> (Route, RouteEntry) {
    for entry in RouteEntry.all {
      if let parts = entry.parts(of: address.segments) { return (try entry.read(parts), entry) }
    }
    let known = Set(RouteEntry.all.compactMap { $0.path.split(separator: "/").first.map(String.init) })
    let first = address.segments.first ?? ""
    let isKnown = known.contains(first)
    let advice = isKnown ? nil : didYouMean(first, among: known.sorted()).map { "did you mean /\($0)?" }
    throw ServerError(404, "there is nothing at this address; \(advice ?? "see /openapi.json")")
  }
}
