import CommandParts
import Arguments
import BuiltIns
import JSONDocument
import MapGeometry
import MapSession
import MapSettings
import TileSources
import VectorTiles

struct TileCommand: ParsableCommand {
  @Argument() var words: [String]
  @Option() var layer: String?
  @Flag() var raw: Bool
  @Option() var format: ReportForm?
  @SettingOptions(ResourceSettings.network) var network: ResourceSettings
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration("tile")

  func run() throws -> Int32 {
    guard let name = words.first, words.count <= 2 else {
      throw Failure.input(
        "name an archive of tiles, and perhaps one tile: clustersnap tile city.pmtiles 14/2620/6332")
    }
    let id = words.count == 1 ? nil : try TileCommand.tile(words[1])
    var options = TileOptions(cache: "none")
    options.allowsPrivateNetworks = network.privateNetworks ?? false
    let load = TileLoad(secondsAllowed: network.tileTimeout ?? options.secondsAllowed)
    let log = common.messages.log(Progress(isQuiet: common.quiet))
    let bytes: [UInt8]
    let isAlone = id == nil && namesLoneTile(name)
    if isAlone, !raw {
      throw Failure.input(
        "\(escapedForMessage(name)) is one tile, whose place is not known; add --raw, or name its archive")
    }
    do throws(TileError) {
      if isAlone {
        bytes = try features(of: readLoneTile(name), log)
      } else {
        let archive = try openTiles(
          at: TileLocation(naming: name), under: AccessRules(network: options), during: load)
        bytes = if let id { try features(archive, id, load, log) } else { try described(archive, load) }
      }
    } catch {
      throw Failure.input("\(error.message.spelled(SettingSpelling(.options)))")
    }
    try log.endIfStrict()
    try OutputFile(path: "-").write(bytes)
    return ExitStatus.done
  }

  // MARK: The archive

  private func described(_ archive: some TileArchive, _ load: TileLoad) throws(TileError) -> [UInt8] {
    let facts = try ArchiveSummary(of: archive, during: load)
    let about = facts.description
    let bounds = about.bounds.map { box in
      let longitudes = [box.west, box.west + box.longitudes.width]
      return [longitudes[0], box.south, longitudes[1], box.north]
    }
    let zooms = (about.minimumZoom, about.maximumZoom)
    if format == .json {
      var json = JSONWriter()
      json.object { json in
        json.member("name", about.name)
        json.member("content", facts.content.map { "\($0)" })
        json.member("encoding", about.encoding)
        json.member("minzoom", zooms.0)
        json.member("maxzoom", zooms.1)
        json.member("tiles", facts.tileCount)
        json.member("attribution", about.attribution)
        if let bounds {
          json.array("bounds") { json in for edge in bounds { json.number(edge) } }
        }
        json.array("layers") { json in
          for layer in about.layers {
            json.object { json in
              json.member("id", layer.name)
              json.array("fields") { json in for field in layer.fields { json.string(field) } }
            }
          }
        }
      }
      json.lineFeed()
      return json.takeBytes()
    }
    var lines = ["\(facts.name)" + (about.name.map { ": \(escapedForMessage($0))" } ?? "")]
    lines.append("tiles: " + (facts.content.map { "\($0)" } ?? "none found"))
    if let encoding = about.encoding { lines.append("encoding: \(escapedForMessage(encoding))") }
    if let first = zooms.0, let last = zooms.1 { lines.append("zooms: \(first) to \(last)") }
    if let count = facts.tileCount { lines.append("count: \(count)") }
    if let bounds { lines.append("bounds: " + bounds.map(javaScriptText).joined(separator: ",")) }
    if let attribution = about.attribution { lines.append("attribution: \(escapedForMessage(attribution))") }
    for layer in about.layers {
      lines.append(
        "layer \(escapedForMessage(layer.name)): "
          + layer.fields.map { escapedForMessage($0) }.joined(separator: ", "))
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  // MARK: One tile

  private static func tile(_ word: String) throws(Failure) -> TileID {
    guard let (zoom, column, row) = TileID.numbers(of: word),
      let id = TileID(zoom: zoom, column: column, row: row)
    else {
      throw .input(
        "\(escapedForMessage(word)) is no tile; write zoom/column/row, such as 14/2620/6332, columns and rows below 2^zoom"
      )
    }
    return id
  }

  private func features(
    _ archive: some TileArchive, _ id: TileID, _ load: TileLoad, _ log: SessionLog
  ) throws(TileError) -> [UInt8] {
    // The built-in world has tiles of few zooms; those between are cut from their ancestors, as maps draw them.
    let lowest = archive.name == BuiltInTiles.address ? 0 : nil
    let batch = TileBatch([id], from: archive, minimumZoom: lowest, during: load)
    if let fault = batch.faults.first { throw fault.error }
    guard let found = batch.tiles[id] else {
      throw .noTile(name: archive.name, tile: "\(id.zoom)/\(id.column)/\(id.row)")
    }
    return try features(of: found, in: id, log)
  }

  private func features(
    of found: TileBytes, in square: TileID? = nil, _ log: SessionLog
  ) throws(TileError) -> [UInt8] {
    guard found.content == .vector || found.content == .unknown else {
      throw .noFeatures(name: found.name, found: found.content)
    }
    let tile = VectorTile(found.bytes, layers: layer.map { [$0] })
    for fault in tile.faults { log.warning("\(fault)", at: found.name) }
    if let layer, tile.layer(layer) == nil {
      let names = VectorTile(found.bytes).layers.map(\.name)
      let others = names.isEmpty ? "none" : names.map(escapedForMessage).joined(separator: ", ")
      let advice = nameAdvice(layer, among: names, else: "it has \(others)")
      log.warning("there is no layer \(escapedForMessage(layer)); \(advice)", at: found.name)
    }
    let square = square ?? found.id
    return (tile.cut(to: square, from: found.id) ?? tile).geoJSON(of: square, inUnits: raw)
  }
}
