import CairoCanvas
import CellSources
import FileResources
import Foundation
import Inflate
import JSONDocument
import MapFeatures
import MapGeometry
import MapSession
import MapSettings
import MapStories
import MapStyle
import StyleSettings
import VectorTiles

/// A reader of bytes that anybody may have written, by the name that `make fuzz TARGET=…` knows it by.
///
/// Other tests look at what the readers answer; here they must end, without a crash and in bounded memory. Where two ways of
/// reading can be compared at little cost, they are.
enum FuzzTarget: String, CaseIterable {
  case csv, geojson, json, style, expression, tile, directory, pmtiles, picture, request, scenario, cells,
    tilejson, sqlite, address, body, glyphs, zip

  /// Reads an input.
  ///
  /// - Returns: whether the reader accepts it.
  func read(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .csv, .geojson: readTable(bytes)
    case .json: (try? JSONText(parsing: bytes)) != nil
    case .style: Style.parseWithSettings(bytes).style != nil
    case .expression:
      String(decoding: answer(evalRequest: bytes), as: UTF8.self).contains(#""outputs""#)
    case .tile: readTile(bytes)
    case .directory: (try? PMTilesDirectory(bytes)) != nil
    case .pmtiles: readArchive(bytes)
    case .picture: (try? PictureReader.decode(bytes, limits: PixelLimits(side: 512, area: 1 << 16))) != nil
    case .request: (try? JSONText(parsing: bytes)).flatMap { SnapshotRequest.parse($0).request } != nil
    case .scenario: (try? JSONText(parsing: bytes)).flatMap { Scenario.parse($0).scenario } != nil
    case .cells: (try? ReadCells(reading: ByteArray(bytes))) != nil
    case .tilejson: FuzzedTiles.all.read(bytes)
    case .sqlite: readDatabase(bytes)
    case .address: FuzzedServer.all.read(bytes)
    case .body: FuzzedServer.all.read(body: bytes)
    case .glyphs: (try? GlyphRange(bytes)) != nil
    case .zip: readZip(bytes)
    }
  }

  /// As a whole and as a stream of small pieces, which must agree.
  private func readTable(_ bytes: [UInt8]) -> Bool {
    let whole = try? FeatureTable.read(ByteArray(bytes))
    var position = 0
    let streamed = try? FeatureTable.read { (buffer) throws(FeatureError) -> Int in
      let count = min(buffer.count, 7, bytes.count - position)
      for index in 0..<count { buffer[index] = bytes[position + index] }
      position += count
      return count
    }
    precondition(
      whole?.points.count == streamed?.points.count,
      "a stream has other points than the same bytes as a whole")
    return whole != nil
  }

  private func readTile(_ bytes: [UInt8]) -> Bool {
    guard let id = TileID(zoom: 3, column: 2, row: 5) else { return false }
    return !VectorTile(bytes).geoJSON(of: id).isEmpty
  }

  /// As a table, as text and as points, and as an archive of tiles. libFuzzer limits the time of each input.
  private func readDatabase(_ bytes: [UInt8]) -> Bool {
    let path = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID()).sqlite").path
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return false }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let loader = FileLoader()
    let resource = Resource(path: path, isFromDocument: true)
    var isRead = false
    if let table = try? loader.foreignTable(resource, isCancelled: { false }) {
      let areFeatures = table.hasGeometry
      if let rows = try? table.numbered(areFeatures: areFeatures) {
        isRead = (try? FeatureTable.read(rows, areFeatures: areFeatures)) != nil
      }
      if let rows = try? table.rows(areFeatures: areFeatures) {
        isRead = (try? FeatureTable.read(rows, areFeatures: areFeatures)) != nil || isRead
      }
    }
    let squares = [TileID(zoom: 0, column: 0, row: 0), TileID(zoom: 3, column: 2, row: 5)].compactMap(\.self)
    let query = TileQuery(TileSetLocation("mbtiles://" + path), tiles: squares)
    let limited = loader.limited(to: NetworkLimits(seconds: 1))
    if let answer = try? limited.tiles(query), !answer.tiles.isEmpty { isRead = true }
    return isRead
  }

  /// All files of an archive, as glyphs.
  private func readZip(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let directory = try? ZipDirectory(bytes) else { return false }
      var isRead = true
      for name in directory.names {
        let content = try? directory.content(of: name, in: bytes, limit: 1 << 20)
        isRead = isRead && content.flatMap { try? GlyphRange($0) } != nil
      }
      return isRead
    }
  }

  /// The header and the root directory, as they stand in the file.
  private func readArchive(_ bytes: [UInt8]) -> Bool {
    guard let header = try? PMTilesHeader(bytes, fileSize: bytes.count),
      header.rootDirectory.upperBound <= bytes.count,
      let directory = try? PMTilesDirectory(Array(bytes[header.rootDirectory]))
    else { return false }
    for number in [UInt64(0), 1, 5, 1 << 40] { _ = directory.entry(for: number) }
    return true
  }
}

/// A folder with tiles for TileJSON documents, and a file beside it that none of them may lead to.
///
/// An input is a document, and behind a zero byte the bytes of the tiles in the folder.
private struct FuzzedTiles {
  static let all = FuzzedTiles()
  private let folder: String
  /// Held by one reader at a time: all write the same files.
  private let turn = NSLock()
  private static let secret = Array("{\"secret\": true}".utf8)

  private init() {
    folder = NSTemporaryDirectory() + "/clustersnap-tilejson-\(getpid())"
    let files = FileManager.default
    try? files.createDirectory(atPath: folder + "/in/0/0", withIntermediateDirectories: true)
    try? Data(FuzzedTiles.secret).write(to: URL(filePath: folder + "/0.pbf"))
    try? files.createSymbolicLink(atPath: folder + "/in/1", withDestinationPath: "..")
  }

  /// Reads some tiles of a document without a network: what is answered are the bytes of the input.
  func read(_ bytes: [UInt8]) -> Bool {
    turn.lock()
    defer { turn.unlock() }
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    let stored = parts.count > 1 ? parts[1] : []
    for (name, content) in [("0/0/0.pbf", stored), ("archive", stored), ("tiles.json", parts[0])] {
      guard (try? Data(content).write(to: URL(filePath: "\(folder)/in/\(name)"))) != nil else { return false }
    }
    let ids = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (3, 2, 5)]
      .compactMap { TileID(zoom: $0.0, column: $0.1, row: $0.2) }
    let place = TileSetLocation("tiles.json", below: folder + "/in/")
    var isRead = false
    for id in ids {
      let query = TileQuery(place, tiles: [id], ancestorZoom: id.zoom)
      let found = try? FileLoader(root: folder + "/in").tiles(query)
      for tile in found?.tiles.values.map(\.bytes) ?? [] {
        precondition(!tile.elementsEqual(FuzzedTiles.secret), "a document led out of its folder")
        isRead = true
      }
    }
    return isRead
  }
}
