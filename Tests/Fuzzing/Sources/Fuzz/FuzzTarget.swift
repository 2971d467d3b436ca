import CairoCanvas
import CellSources
import JSONDocument
import MapFeatures
import MapGeometry
import MapSession
import MapSettings
import MapStories
import MapStyle
import VectorTiles

/// A reader of bytes that anybody may have written.
///
/// What a reader answers is looked at by the tests; here it must only end, without a crash, in bounded memory. Where it can be
/// checked at little cost that two ways of reading agree, they are compared.
enum FuzzTarget: String, CaseIterable {
  case csv, geojson, json, style, expression, tile, directory, pmtiles, picture, request, scenario, cells

  func read(_ bytes: [UInt8]) {
    switch self {
    case .csv, .geojson: readTable(bytes)
    case .json: _ = try? JSONText(parsing: bytes)
    case .style: _ = Style.parseWithSettings(bytes)
    case .expression: _ = answer(evalRequest: bytes)
    case .tile: readTile(bytes)
    case .directory: _ = try? PMTilesDirectory(bytes)
    case .pmtiles: readArchive(bytes)
    case .picture: _ = try? PictureReader.decode(bytes, limits: PixelLimits(side: 512, area: 1 << 16))
    case .request: _ = (try? JSONText(parsing: bytes)).map { SnapshotRequest.parse($0) }
    case .scenario: _ = (try? JSONText(parsing: bytes)).map { Scenario.parse($0) }
    case .cells: _ = try? ReadCells(reading: ByteArray(bytes))
    }
  }

  /// As a whole and as a stream of small pieces, which must agree.
  private func readTable(_ bytes: [UInt8]) {
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
  }

  private func readTile(_ bytes: [UInt8]) {
    guard let id = TileID(zoom: 3, column: 2, row: 5) else { return }
    _ = VectorTile(bytes).geoJSON(of: id)
  }

  /// The header and the root directory, as they stand in the file.
  private func readArchive(_ bytes: [UInt8]) {
    guard let header = try? PMTilesHeader(bytes, fileSize: bytes.count),
      header.rootDirectory.upperBound <= bytes.count,
      let directory = try? PMTilesDirectory(Array(bytes[header.rootDirectory]))
    else { return }
    for number in [UInt64(0), 1, 5, 1 << 40] { _ = directory.entry(for: number) }
  }
}
