import BuiltIns
import Inflate
import JSONDocument
import MapFeatures
import MapGeometry
import MapScene
import MapSession
import MapSettings

/// A document that is made from the folder, or a tile, glyphs or a sprite that are passed on as they are.
struct ServedContent: Sendable {
  let type: String
  var isText = true
  /// True if there may be none, as of tiles and ranges of glyphs.
  var mayBeEmpty = true
  let make: @Sendable (MapSession) async throws(SessionError) -> [UInt8]

  func answer(_ session: MapSession, _ encoding: ContentEncoding) async throws(SessionError) -> ServerAnswer {
    let bytes = try await make(session)
    guard !bytes.isEmpty else {
      return mayBeEmpty
        ? ServerAnswer(204, type, []) : ServerError(404, "there is no such file; see /catalog").answer
    }
    return ServerAnswer(type, bytes, isText ? encoding : .plain)
  }
}

struct ContentReader {
  let folder: SiteIndex
  let options: MapServer.Options
  let address: RequestAddress
  let addresses: PublicAddresses

  func content(of route: Route) throws(ServerError) -> ServedContent? {
    switch route {
    case .catalog: return try list(writeCatalog)
    case .styles: return try list(writeStyles)
    case .style(let name): return try style(name)
    case .tileService(let name): return try tileService(name)
    case .clusterSet(let name): return try clusterSet(name)
    case .dataSet(let name): return folder.tiles[name] == nil ? try clusterSet(name) : try archiveSet(name)
    case .dataTile(let name, let tile) where folder.tiles[name] != nil: return try archiveTile(name, tile)
    case .glyphs(let fonts, let range): return try glyphs(fonts, range)
    case .sprite(let file): return try sprite(file)
    default: return nil
    }
  }

  private func checkQuery() throws(ServerError) {
    guard let other = address.parameters.first(where: { !AddressSignature.parameters.contains($0.name) })
    else { return }
    throw ServerError(400, "this address has no parameters; leave it out", at: other.name)
  }

  // MARK: Lists

  private func list(_ write: (inout JSONWriter) -> Void) throws(ServerError) -> ServedContent {
    try checkQuery()
    var json = JSONWriter()
    write(&json)
    let bytes = json.bytes
    return ServedContent(type: "application/json") { _ in bytes }
  }

  private func writeCatalog(_ json: inout JSONWriter) {
    json.object { json in
      json.object("tiles") { json in
        for name in Set(folder.sources.keys).union(folder.tiles.keys).sorted() {
          json.object(name) { $0.member("content_type", "application/x-protobuf") }
        }
      }
      json.object("sprites") { json in
        for name in folder.sprites.keys.sorted() { json.object(name) { _ in } }
      }
      json.object("fonts") { json in
        for name in folder.glyphs.keys.sorted() { json.object(name) { $0.member("family", name) } }
      }
      json.object("styles") { json in
        for name in folder.styleNames {
          json.object(name) { $0.member("path", "/styles/\(percentEncoded(name))") }
        }
      }
    }
  }

  private func writeStyles(_ json: inout JSONWriter) {
    json.array { json in
      for name in folder.styleNames {
        json.object { json in
          json.member("version", 8)
          json.member("name", name)
          json.member("id", name)
          json.member("url", addresses.address("/styles/\(percentEncoded(name))/style.json"))
        }
      }
    }
  }

  // MARK: Tiles

  /// The TileJSON of a source: its tiles have the query that it was asked for with.
  private func clusterSet(_ name: String) throws(ServerError) -> ServedContent {
    let ending = address["format"] ?? "mvt"
    let isPicture = !AnswerForm.tiles.contains(ending)
    guard let id = TileID(zoom: 0, column: 0, row: 0) else { return try list { _ in } }
    let tile = TileFile(id: id, scale: 1, ending: ending)
    // Tiles have the same faults.
    let work = try PictureAddressReader(folder, options).tile(tile, of: name, address)
    let query = address.parameters.filter { $0.name != "format" }
    let path = "/clusters/\(percentEncoded(name))/{z}/{x}/{y}\(isPicture ? "{ratio}" : "").\(ending)"
    let tiles = addresses.address(path, query)
    let (specification, columns): (MapSpecification, [String]?) =
      switch work {
      case .tile(let tile): (tile.specification, tile.columns)
      case .picture(let picture): (picture.specification, nil)
      case .content: (MapSpecification(), nil)
      }
    return ServedContent(type: "application/json") { session throws(SessionError) in
      var set = TileSetDocument(name: name, tiles: tiles)
      set.bounds = try await session.read(specification)
      set.layers = columns.map(TileSetDocument.clusters)
      return set.bytes
    }
  }

  private func archiveSet(_ name: String) throws(ServerError) -> ServedContent {
    try checkQuery()
    let location = TileSetLocation(folder.tiles[name] ?? "")
    let addresses = addresses
    return ServedContent(type: "application/json") { session throws(SessionError) in
      let facts = try await session.reading(location.name) { loader throws(ResourceError) in
        try loader.facts(ofTilesAt: location)
      }
      let isVector = facts.isVector ?? !facts.layers.isEmpty
      let tiles = addresses.address("/data/\(percentEncoded(name))/{z}/{x}/{y}.\(isVector ? "pbf" : "png")")
      let last = min(max(facts.maximumZoom ?? 14, 0), 24)
      var set = TileSetDocument(
        name: name, tiles: tiles, zooms: min(max(facts.minimumZoom ?? 0, 0), last)...last)
      (set.bounds, set.center, set.attribution) = (facts.bounds, facts.center, facts.attribution)
      if isVector { set.layers = facts.layers.map { ($0.name, $0.fields.map { ($0, "String") }) } }
      return set.bytes
    }
  }

  private func archiveTile(_ name: String, _ tile: TileFile) throws(ServerError) -> ServedContent {
    try checkQuery()
    let types = [
      "pbf": "application/x-protobuf", "mvt": "application/x-protobuf", "png": "image/png",
      "webp": "image/webp",
      "jpg": "image/jpeg",
    ]
    guard let type = types[tile.ending] else {
      throw .unknown("form", tile.ending, among: types.keys.sorted(), at: "format")
    }
    let query = TileQuery(TileSetLocation(folder.tiles[name] ?? ""), tiles: [tile.id])
    return ServedContent(type: type, isText: type == "application/x-protobuf") {
      session throws(SessionError) in
      try await session.reading(query.location.name) { loader throws(ResourceError) in
        let answer = try loader.tiles(query)
        if let fault = answer.faults.first { throw fault }
        return answer.tiles[tile.id]?.bytes ?? []
      }
    }
  }

  // MARK: Files

  private func glyphs(_ fonts: String, _ range: String) throws(ServerError) -> ServedContent {
    try checkQuery()
    let names = fonts.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init)
    guard let folder = names.lazy.compactMap({ folder.glyphs[$0] }).first else {
      throw .unknown("font", fonts, among: folder.glyphs.keys.sorted(), at: "fonts")
    }
    let parts = range.split(separator: "-").map { Int($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first % 256 == 0, last == first + 255,
      (0...65_280).contains(first)
    else {
      throw ServerError(404, "\(quotedForMessage(range)) is no range; write one such as 0-255", at: "range")
    }
    return file("\(folder)/\(first)-\(last).pbf", type: "application/x-protobuf", isText: true)
  }

  private func sprite(_ file: String) throws(ServerError) -> ServedContent {
    try checkQuery()
    let name = Sprite.name(file)
    guard let path = folder.sprites[name] else {
      throw .unknown("sprite", name, among: folder.sprites.keys.sorted(), at: "sprite")
    }
    let isText = file.hasSuffix(".json")
    var content = self.file(
      path + file.dropFirst(name.count), type: isText ? "application/json" : "image/png", isText: isText)
    content.mayBeEmpty = false
    return content
  }

  private func file(_ path: String, type: String, isText: Bool) -> ServedContent {
    ServedContent(type: type, isText: isText) { session throws(SessionError) in
      try await session.reading(path) { loader throws(ResourceError) in
        guard loader.kind(of: path, followingLinks: true) == .file else { return [] }
        return try loader.bytes(of: Resource(path: path, isFromDocument: true), in: nil, limit: 64 << 20)
      }
    }
  }

  // MARK: Styles

  private func checkStyle(_ name: String) throws(ServerError) {
    try checkQuery()
    guard folder.styleNames.contains(name) else {
      throw .unknown("style", name, among: folder.styleNames, at: "style")
    }
  }

  private func style(_ name: String) throws(ServerError) -> ServedContent {
    try checkStyle(name)
    guard let path = folder.styles[name] else {
      // What the built-in ones draw is drawn here alone.
      let tiles = addresses.address("/styles/\(percentEncoded(name))/512/{z}/{x}/{y}{ratio}.png")
      let streets = folder.basemaps([], style: name).first.map { TileSetLocation($0) }
      return ServedContent(type: "application/json") { session throws(SessionError) in
        var attribution: String?
        if let streets {
          attribution = try await session.reading(streets.name) { loader throws(ResourceError) in
            try loader.facts(ofTilesAt: streets)
          }.attribution
        }
        var json = JSONWriter()
        json.object { json in
          json.member("version", 8)
          json.member("name", name)
          json.object("sources") { json in
            json.object("map") { json in
              json.member("type", "raster")
              json.key("tiles")
              json.array { $0.string(tiles) }
              json.member("tileSize", 512)
              // Tiles show none, as each would repeat it.
              if let attribution { json.member("attribution", attribution) }
            }
          }
          json.array("layers") { json in
            json.object { json in
              json.member("id", "map")
              json.member("type", "raster")
              json.member("source", "map")
            }
          }
        }
        return json.bytes
      }
    }
    let writer = StyleWriter(folder: folder, addresses: addresses, name: name, path: path)
    return ServedContent(type: "application/json") { session throws(SessionError) in
      let bytes = try await session.reading(path) { loader throws(ResourceError) in
        try loader.bytes(of: Resource(path: path, isFromDocument: true), in: nil, limit: 64 << 20)
      }
      return writer.bytes(try rethrowing(JSONText(parsing: bytes), as: SessionError.notJSON(in: path)).root)
    }
  }

  private func tileService(_ name: String) throws(ServerError) -> ServedContent {
    try checkStyle(name)
    let encoded = percentEncoded(name)
    let title = markupText(name, at: .content)
    let tiles = addresses.address("/styles/\(encoded)/{TileMatrix}/{TileCol}/{TileRow}.png")
    let matrices = (0...22).map { zoom in
      let count = 1 << zoom
      return
        "<TileMatrix><ows:Identifier>\(zoom)</ows:Identifier><ScaleDenominator>\(559_082_264.0287178 / Double(count))</ScaleDenominator><TopLeftCorner>-20037508.342789244 20037508.342789244</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>\(count)</MatrixWidth><MatrixHeight>\(count)</MatrixHeight></TileMatrix>\n"
    }.joined()
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" version="1.0.0">
      <ows:ServiceIdentification><ows:Title>\(title)</ows:Title><ows:ServiceType>OGC WMTS</ows:ServiceType><ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>
      <Contents>
      <Layer><ows:Title>\(title)</ows:Title><ows:WGS84BoundingBox><ows:LowerCorner>-180 -85.051129</ows:LowerCorner><ows:UpperCorner>180 85.051129</ows:UpperCorner></ows:WGS84BoundingBox><ows:Identifier>\(title)</ows:Identifier><Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/png</Format><TileMatrixSetLink><TileMatrixSet>GoogleMapsCompatible</TileMatrixSet></TileMatrixSetLink><ResourceURL format="image/png" resourceType="tile" template="\(markupText(tiles, at: .attribute))"/></Layer>
      <TileMatrixSet><ows:Identifier>GoogleMapsCompatible</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>
      \(matrices)</TileMatrixSet>
      </Contents>
      </Capabilities>

      """
    return ServedContent(type: "application/xml") { _ in Array(text.utf8) }
  }
}

enum Sprite {
  /// The name of a sprite's file without `@2x` and ending.
  static func name(_ file: String) -> String {
    for ending in ["@2x.json", "@2x.png", ".json", ".png"] where file.hasSuffix(ending) {
      return String(file.dropLast(ending.count))
    }
    return file
  }
}

/// Writes a style of the folder for clients that draw it themselves: its files get addresses of this server.
struct StyleWriter: Sendable {
  let folder: SiteIndex
  let addresses: PublicAddresses
  let name: String
  let path: String

  func bytes(_ root: JSONValue) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for member in root.members ?? [] {
        switch (member.key, member.value.string) {
        case ("sprite", let text?) where !Resource.isWebAddress(text):
          json.member("sprite", addresses.address("/sprites/\(percentEncoded(name))"))
        case ("glyphs", let text?) where !Resource.isWebAddress(text):
          json.member("glyphs", addresses.address("/fonts/{fontstack}/{range}.pbf"))
        case ("sources", _):
          json.object("sources") { json in
            for source in member.value.members ?? [] {
              json.object(source.key) { write(source, &$0) }
            }
          }
        default: json.member(member.key, member.value)
        }
      }
    }
    return json.bytes
  }

  private func write(_ source: JSONMember, _ json: inout JSONWriter) {
    let tiles = [source.value["url"], source.value["tiles"]?.elements?.first].compactMap(\.?.string)
    let isFilled = folder.tiles(ofStyle: name).contains { $0.name == source.key }
    let archive = isFilled ? source.key : tiles.lazy.compactMap(archive).first
    for member in source.value.members ?? [] {
      if archive != nil, ["url", "tiles"].contains(member.key) { continue }
      json.member(member.key, member.value)
    }
    if let archive { json.member("url", addresses.address("/data/\(percentEncoded(archive)).json")) }
  }

  private func archive(_ text: String) -> String? {
    var text = text[...]
    for scheme in ["pmtiles://", "mbtiles://"] where text.hasPrefix(scheme) {
      text = text.dropFirst(scheme.count)
    }
    guard !Resource.isWebAddress(String(text)) else { return nil }
    let end = text.firstRange(of: "/{z}")?.lowerBound ?? text.endIndex
    let own = folder.canonical(Resource.path(of: String(text[..<end]), in: path))
    return folder.tiles.filter { folder.canonical($0.value) == own }.keys.min {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }
  }
}
