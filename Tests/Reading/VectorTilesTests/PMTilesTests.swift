import MapGeometry
import TestSupport
import Testing

@testable import VectorTiles

@Suite struct `A PMTiles header` {
  @Test func `is read field by field`() throws {
    let header = try PMTilesHeader(PMTilesWriter().header, fileSize: 227)
    expect(header.rootDirectory, equals: 127..<137)
    expect(header.metadata, equals: 137..<157)
    expect(header.leafDirectories, equals: 157..<187)
    expect(header.tileData, equals: 187..<227)
    expect(header.addressedTiles, equals: 7)
    #expect(header.isClustered)
    expect(header.internalCompression, equals: .gzip)
    expect(header.tileCompression, equals: .gzip)
    expect(header.tileType, equals: .mvt)
    #expect((header.minimumZoom, header.maximumZoom) == (0, 14))
    expect(header.bounds, equals: try BoundingBox(west: -122.43, south: 37.76, east: -122.38, north: 37.81))
    expect(header.centerZoom, equals: 12)
    expect(header.center, equals: Coordinate(latitude: 37.785, longitude: -122.405))
  }

  @Test(arguments: [
    (99, 6, "MLT"), (99, 5, "AVIF"), (99, 4, "WebP"), (99, 3, "JPEG"), (99, 2, "PNG"), (99, 9, "unknown"),
    (98, 3, "Brotli"), (98, 4, "zstd"), (98, 1, "none"), (98, 0, "unknown"), (98, 77, "unknown"),
  ])
  func `names what tiles are and how they are packed`(place: Int, value: UInt8, name: String) throws {
    var bytes = PMTilesWriter().header
    bytes[place] = value
    let header = try PMTilesHeader(bytes)
    expect(place == 99 ? header.tileType.name : header.tileCompression.name, equals: name)
  }

  @Test func `has no bounds where they make no box`() throws {
    var writer = PMTilesWriter()
    writer.degrees = [0, 0, 0, 0]
    writer.center = (0, 2_000_000_000, 0)
    let header = try PMTilesHeader(writer.header)
    expect(header.bounds, equals: nil)
    expect(header.center, equals: nil)
  }

  @Test(arguments: [
    ("nothing", [], VectorTileError.notPMTiles),
    ("a picture", [0x89, 0x50, 0x4E, 0x47], .notPMTiles),
    ("version 1", [0x50, 0x4D, 1, 0, 9, 9], .unsupportedVersion(1)),
    ("version 2", [0x50, 0x4D, 2, 0, 9, 9], .unsupportedVersion(2)),
    ("another PM", [0x50, 0x4D, 0x20, 0x69], .notPMTiles),
    ("version 4", Array("PMTiles".utf8) + [4], .unsupportedVersion(4)),
    ("letters alone", Array("PMTiles".utf8), .headerCutOff(bytes: 7)),
    ("half a header", Array(PMTilesWriter().header.prefix(126)), .headerCutOff(bytes: 126)),
  ])
  func `is refused`(what: String, bytes: [UInt8], error: VectorTileError) {
    #expect(throws: error) { try PMTilesHeader(bytes) }
  }

  @Test(arguments: [
    (0, VectorTileError.Section.rootDirectory), (1, .metadata), (2, .leafDirectories), (3, .tileData),
  ])
  func `is refused when a section ends behind the file`(index: Int, section: VectorTileError.Section) {
    var writer = PMTilesWriter()
    writer.sections[index].length = 200
    #expect(throws: VectorTileError.outsideFile(section)) { try PMTilesHeader(writer.header, fileSize: 227) }
    writer.sections[index] = (.max - 3, 10)
    #expect(throws: VectorTileError.outsideFile(section)) { try PMTilesHeader(writer.header) }
    writer.sections[index] = (UInt64(Int.max), 10)
    #expect(throws: VectorTileError.outsideFile(section)) { try PMTilesHeader(writer.header) }
  }

  @Test func `is refused without a root directory or with impossible zooms`() {
    var writer = PMTilesWriter()
    writer.sections[0].length = 0
    #expect(throws: VectorTileError.emptySection(.rootDirectory)) { try PMTilesHeader(writer.header) }
    writer = PMTilesWriter()
    writer.bytes96to101 = [1, 2, 2, 1, 5, 4]
    #expect(throws: VectorTileError.zoomsOutOfRange(minimum: 5, maximum: 4)) {
      try PMTilesHeader(writer.header)
    }
    writer.bytes96to101 = [1, 2, 2, 1, 5, 27]
    #expect(throws: VectorTileError.zoomsOutOfRange(minimum: 5, maximum: 27)) {
      try PMTilesHeader(writer.header)
    }
  }
}

@Suite struct `A PMTiles directory` {
  @Test func `is read column by column`() throws {
    let bytes = PMTilesWriter.directory([
      .init(id: 5, run: 1, length: 10, offset: 100), .init(id: 7, run: 3, length: 20, offset: 110),
      .init(id: 300, run: 0, length: 30, offset: 0), .init(id: 70_000, run: 1, length: 40, offset: 100),
    ])
    let directory = try PMTilesDirectory(bytes)
    expect(directory.entries.map(\.tileID), equals: [5, 7, 300, 70_000])
    expect(directory.entries.map(\.runLength), equals: [1, 3, 0, 1])
    expect(directory.entries.map(\.length), equals: [10, 20, 30, 40])
    expect(directory.entries.map(\.offset), equals: [100, 110, 0, 100])
    expect(directory.entries.map(\.isLeaf), equals: [false, false, true, false])
    let found = [0, 4, 5, 6, 7, 8, 9, 10, 299, 300, 500, 69_999, 70_000, 70_001, UInt64.max]
      .map { directory.entry(for: $0)?.tileID }
    expect(
      found, equals: [nil, nil, 5, nil, 7, 7, 7, nil, nil, 300, 300, 300, 70_000, nil, nil])
    try expect(PMTilesDirectory([0]).entry(for: 0), equals: nil)
  }

  @Test(arguments: [
    ("nothing", [], VectorTileError.directoryCutOff),
    ("half a number", [0x80], .directoryCutOff),
    ("a number of eleven bytes", [UInt8](repeating: 0x80, count: 11), .directoryCutOff),
    ("more entries than bytes", [200, 1, 0, 0, 0], .tooManyEntries(200)),
    ("2^63 entries", varint(1 << 63), .tooManyEntries(1 << 63)),
    ("a missing column", [1, 1, 1, 0x81, 0x81], .directoryCutOff),
    ("a tile twice", [2, 5, 0, 1, 1, 9, 9, 1, 0], .unsortedTiles(entry: 1)),
    ("ids that overflow", [2] + varint(9) + varint(.max) + [1, 1, 9, 9, 1, 0], .unsortedTiles(entry: 1)),
    ("an id beyond zoom 26", [1] + varint(TileID.archiveIDs) + [1, 9, 1], .unsortedTiles(entry: 0)),
    ("an empty tile", [1, 5, 1, 0, 1], .brokenEntry(0)),
    ("an endless run", [1, 5] + varint(1 << 32) + [9, 1], .brokenEntry(0)),
    ("nothing to follow", [1, 5, 1, 9, 0], .brokenEntry(0)),
    ("an offset beyond all files", [1, 5, 1, 9] + varint(.max), .brokenEntry(0)),
    (
      "an offset behind the last", [2, 5, 1, 1, 1, 9, 9] + varint(UInt64(Int.max)) + [0], .brokenEntry(1)
    ),
  ])
  func `is refused`(what: String, bytes: [UInt8], error: VectorTileError) {
    #expect(throws: error) { try PMTilesDirectory(bytes) }
  }

  @Test func `leads through leaves to a tile`() throws {
    let header = try PMTilesHeader(PMTilesWriter().header)
    let tile = try #require(TileID(zoom: 2, column: 1, row: 1))
    let id = try #require(tile.archiveID)
    let root = try PMTilesDirectory(PMTilesWriter.directory([.init(id: 0, run: 0, length: 10, offset: 5)]))
    let leaf = try PMTilesDirectory(PMTilesWriter.directory([.init(id: id, length: 12, offset: 28)]))
    let range = try header.range(of: tile, from: root, failure: { $0 }) { (place) throws(VectorTileError) in
      expect(place, equals: 162..<172)
      return leaf
    }
    expect(range, equals: 215..<227)
    let other = try #require(TileID(zoom: 3, column: 1, row: 1))
    try expect(
      header.range(of: other, from: root, failure: { $0 }) { (_) throws(VectorTileError) in leaf },
      equals: nil)
  }

  @Test func `that leads in circles or outside is refused`() throws {
    let header = try PMTilesHeader(PMTilesWriter().header)
    let tile = try #require(TileID(zoom: 0, column: 0, row: 0))
    let circle = try PMTilesDirectory(PMTilesWriter.directory([.init(id: 0, run: 0, length: 10, offset: 5)]))
    var fetches = 0
    #expect(throws: VectorTileError.leavesTooDeep(limit: 4)) {
      try header.range(of: tile, from: circle, failure: { $0 }) { (_) throws(VectorTileError) in
        fetches += 1
        return circle
      }
    }
    expect(fetches, equals: 4)
    for (run, section) in [(0 as UInt64, VectorTileError.Section.leafDirectories), (1, .tileData)] {
      for offset in [40, UInt64(Int.max) - 20] {
        let outside = try PMTilesDirectory(
          PMTilesWriter.directory([.init(id: 0, run: run, length: 10, offset: offset)]))
        #expect(throws: VectorTileError.entryOutside(section)) { try header.range(of: outside.entries[0]) }
      }
    }
  }
}

@Suite struct `The number of a tile in an archive` {
  @Test(arguments: [
    // Published with the specification and the reference implementation's tests.
    (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
    (12, 3423, 1763, 19_078_479),
  ])
  func `is its place on the curve`(zoom: Int, column: Int, row: Int, id: UInt64) throws {
    let tile = try #require(TileID(zoom: zoom, column: column, row: row))
    expect(tile.archiveID, equals: id)
    expect(TileID(archiveID: id), equals: tile)
  }

  @Test func `runs through each zoom once, from neighbor to neighbor`() throws {
    var last: TileID?
    for id in 0..<UInt64((1 << 14 - 1) / 3) {
      let tile = try #require(TileID(archiveID: id))
      expect(tile.archiveID, equals: id)
      if let last, last.zoom == tile.zoom {
        expect(abs(last.column - tile.column) + abs(last.row - tile.row), equals: 1)
      }
      last = tile
    }
  }

  @Test func `ends with zoom 26`() throws {
    let corner = try #require(TileID(zoom: 26, column: 1 << 26 - 1, row: 0))
    let last = try #require(corner.archiveID)
    expect(last, equals: TileID.archiveIDs - 1)
    expect(TileID(archiveID: last), equals: corner)
    expect(TileID(archiveID: last + 1), equals: nil)
    expect(TileID(archiveID: .max), equals: nil)
    expect(TileID(zoom: 27, column: 0, row: 0)?.archiveID, equals: nil)
  }
}
