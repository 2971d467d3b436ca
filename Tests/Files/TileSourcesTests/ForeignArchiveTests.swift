import Foundation
import Inflate
import MapGeometry
import TestSupport
import Testing
import TileSources
import VectorTiles

/// Archives that other programs write, where these are installed: PyPI's `pmtiles` (`pip install pmtiles`) and Debian's
/// `tilemaker`. The data is made here.
@Suite struct `Archives that others write` {
  /// Runs a script of Python in a place.
  ///
  /// - Returns: whether it ended well.
  private static func python(_ script: String, in place: Workplace) throws -> Bool {
    try place.write("script.py", script)
    return try place.shell("python3 script.py").status == 0
  }

  private static let hasPMTiles = Program.python(has: "pmtiles")

  /// The name of a tile's only layer.
  private func name(of tile: TileBytes?) -> String? {
    tile.flatMap { VectorTile($0.bytes).layers.first?.name.split(separator: " ").first.map(String.init) }
  }

  @Test(
    .wants(programs: ["python3"]),
    .enabled(if: hasPMTiles, "there is no pmtiles for python3; pip install pmtiles"))
  func `as PyPI's pmtiles, with leaf directories, are read tile by tile`() throws {
    let place = try Workplace()
    // Every tile has a layer of its own name and some more, so that directories do not pack well; most of zoom 8 are the
    // same, in long runs.
    let script = """
      import gzip, hashlib
      from pmtiles.writer import write
      from pmtiles.tile import zxy_to_tileid, TileType, Compression
      from pmtiles.convert import pmtiles_to_mbtiles
      def layer(name):
          digest = hashlib.sha1(name.encode()).hexdigest()
          name = (name + " " + digest[:int(digest[0], 16) * 2 + int(digest[1], 16) % 3]).encode()
          return gzip.compress(bytes([0x1A, 4 + len(name), 0x78, 2, 0x0A, len(name)]) + name, mtime=0)
      with write("all.pmtiles") as writer:
          tiles = sorted((zxy_to_tileid(z, x, y), z, x, y) for z in range(9) for x in range(1 << z) for y in range(1 << z))
          sea = layer("sea")
          for number, z, x, y in tiles:
              writer.write_tile(number, sea if z == 8 and max(x, y) > 127 else layer(f"{z}/{x}/{y}"))
          writer.finalize({"tile_type": TileType.MVT, "tile_compression": Compression.GZIP, "min_lon_e7": -1800000000,
            "min_lat_e7": -850000000, "max_lon_e7": 1800000000, "max_lat_e7": 850000000, "center_zoom": 0,
            "center_lon_e7": 0, "center_lat_e7": 0}, {"name": "all", "attribution": "© Us",
            "vector_layers": [{"id": "sea", "fields": {}}]})
      pmtiles_to_mbtiles("all.pmtiles", "all.mbtiles")
      """
    #expect(try Self.python(script, in: place))
    let file = [UInt8](try Data(contentsOf: URL(filePath: place.path("all.pmtiles"))))
    #expect(try !PMTilesHeader(file, fileSize: file.count).leafDirectories.isEmpty)
    let packed = try PMTiles(path: place.path("all.pmtiles"))
    let base = try MBTiles(path: place.path("all.mbtiles"))
    var wrong: [String] = []
    for zoom in 0...8 {
      // Of the last zoom a part: a run's beginning, middle and end are in it.
      for column in stride(from: 0, to: 1 << zoom, by: zoom == 8 ? 17 : 1) {
        for row in stride(from: 0, to: 1 << zoom, by: zoom == 8 ? 5 : 1) {
          let id = try tileID(zoom, column, row)
          let expected = zoom == 8 && max(column, row) > 127 ? "sea" : "\(zoom)/\(column)/\(row)"
          if try name(of: packed.tile(id)) != expected { wrong.append("PMTiles \(id)") }
          if zoom < 5, try name(of: base.tile(id)) != expected { wrong.append("MBTiles \(id)") }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
    try expect(packed.tile(tileID(9, 0, 0)), equals: nil)
    let (a, b) = (try packed.description(), try base.description())
    #expect((a.attribution, b.attribution, a.name) == ("© Us", "© Us", b.name))
    #expect((a.layers.map(\.name), b.layers.map(\.name)) == (["sea"], ["sea"]))
    #expect((a.minimumZoom, a.maximumZoom, b.maximumZoom) == (0, 8, 8))
  }

  @Test(
    .wants(programs: ["python3", "tilemaker"]),
    .enabled(if: hasPMTiles, "there is no pmtiles for python3; pip install pmtiles"))
  func `as tilemaker, and converted by pmtiles, are read the same`() throws {
    let place = try Workplace()
    let map = StreetData()
    try place.write("own.osm.pbf", Data(map.bytes))
    try place.write("config.json", StreetData.configuration)
    try place.write("process.lua", StreetData.process)
    let tilemaker = try place.shell("tilemaker --input own.osm.pbf --output own.mbtiles")
    expect(tilemaker.status, equals: 0, "\(tilemaker.errors)")
    let convert =
      "from pmtiles.convert import mbtiles_to_pmtiles; mbtiles_to_pmtiles('own.mbtiles', 'own.pmtiles', None)"
    #expect(try Self.python(convert, in: place))
    let base = try MBTiles(path: place.path("own.mbtiles"))
    let packed = try PMTiles(path: place.path("own.pmtiles"))
    let (a, b) = (try base.description(), try packed.description())
    #expect((a.format, b.format, a.maximumZoom, b.maximumZoom) == (.mvt, .mvt, 14, 14))
    expect(Set(a.layers.map(\.name)), equals: ["places", "roads", "water"])
    expect(Set(b.layers.map(\.name)), equals: Set(a.layers.map(\.name)))
    let zoom = 14
    let count = Double(1 << zoom)
    let point = WorldPoint(Coordinate(latitude: map.place.latitude, longitude: map.place.longitude))
    let (column, row) = (Int(point.x * count), Int(point.y * count))
    var found: [String: Int] = [:]
    for x in column - 2...column + 2 {
      for y in row - 2...row + 2 {
        let id = try tileID(zoom, x, y)
        let (one, other) = (try base.tile(id), try packed.tile(id))
        expect(one?.bytes, equals: other?.bytes)
        guard let bytes = one?.bytes else { continue }
        let tile = VectorTile(bytes)
        #expect(tile.faults.isEmpty)
        for layer in tile.layers { found[layer.name, default: 0] += layer.count }
        guard x == column, y == row, let places = tile.layer("places") else { continue }
        // The point is where it was written, to a unit of the tile.
        let extent = Double(places.extent)
        #expect(abs(Double(places.coordinates[0]) - (point.x * count - Double(x)) * extent) <= 1)
        #expect(abs(Double(places.coordinates[1]) - (point.y * count - Double(y)) * extent) <= 1)
        expect(places[0].property("name"), equals: .string("Mitte"))
      }
    }
    expect(found["places"], equals: 1, "\(found)")
    #expect(found["roads", default: 0] > 1, "\(found)")
    #expect(found["water", default: 0] > 0, "\(found)")
  }
}

/// A place, a road across tiles and a lake as OpenStreetMap's protobuf format has them.
private struct StreetData {
  let place = (latitude: 52.501, longitude: 13.401)

  static let configuration = """
    {"layers": {"places": {"minzoom": 12, "maxzoom": 14}, "roads": {"minzoom": 12, "maxzoom": 14},
      "water": {"minzoom": 12, "maxzoom": 14}},
     "settings": {"minzoom": 12, "maxzoom": 14, "basezoom": 14, "include_ids": false, "name": "own", "version": "1",
       "description": "own", "compress": "gzip"}}
    """
  static let process = """
    node_keys = {"place"}
    function init_function() end
    function exit_function() end
    function node_function(node)
      node:Layer("places", false)
      node:Attribute("name", node:Find("name"))
    end
    function way_function(way)
      if way:Find("highway") ~= "" then
        way:Layer("roads", false)
        way:Attribute("class", way:Find("highway"))
      elseif way:Find("natural") == "water" then
        way:Layer("water", true)
      end
    end
    """

  private static let words = [
    "", "place", "suburb", "name", "Mitte", "highway", "primary", "natural", "water",
  ]

  var bytes: [UInt8] {
    // 1 the place, 2 to 4 the road, 5 to 8 the lake; in units of 1e-7 degrees.
    let offsets = [(0, 0), (-3, -30), (2, 0), (1, 35), (-10, -10), (-10, 12), (5, 12), (5, -10)]
    let nodes = offsets.map { (south: Int, east: Int) -> (Int, Int) in
      let latitude: Double = place.latitude + Double(south) * 0.001
      let longitude: Double = place.longitude + Double(east) * 0.001
      return (Int(latitude * 1e7), Int(longitude * 1e7))
    }
    func deltas(_ numbers: [Int]) -> [UInt64] {
      zip(numbers, [0] + numbers).map { Wire.zigzag($0.0 - $0.1) }
    }
    let dense =
      Wire.packed(1, deltas(Array(1...nodes.count))) + Wire.packed(8, deltas(nodes.map(\.0)))
      + Wire.packed(9, deltas(nodes.map(\.1)))
      + Wire.packed(10, [1, 2, 3, 4, 0] + nodes.dropFirst().map { _ in 0 })
    func way(_ id: UInt64, _ key: UInt64, _ value: UInt64, _ refs: [Int]) -> [UInt8] {
      Wire.message(
        3, Wire.number(1, id) + Wire.packed(2, [key]) + Wire.packed(3, [value]) + Wire.packed(8, deltas(refs))
      )
    }
    let table = StreetData.words.flatMap { Wire.message(1, Array($0.utf8)) }
    let block =
      Wire.message(1, table) + Wire.message(2, Wire.message(2, dense))
      + Wire.message(2, way(1, 5, 6, [2, 3, 4]) + way(2, 7, 8, [5, 6, 7, 8, 5]))
    func degrees(_ number: Double) -> UInt64 { Wire.zigzag(Int(number * 1e9)) }
    let box =
      Wire.number(1, degrees(13.3)) + Wire.number(2, degrees(13.5)) + Wire.number(3, degrees(52.6))
      + Wire.number(4, degrees(52.4))
    let features = ["OsmSchema-V0.6", "DenseNodes"].flatMap { Wire.message(4, Array($0.utf8)) }
    return blob("OSMHeader", Wire.message(1, box) + features) + blob("OSMData", block)
  }

  private func blob(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let blob = Wire.number(2, UInt64(content.count)) + Wire.message(3, zlib(content))
    let header = Wire.message(1, Array(kind.utf8)) + Wire.number(3, UInt64(blob.count))
    return little(UInt32(header.count)).reversed() + header + blob
  }

  /// A zlib stream of one stored block: tilemaker reads no plain ones.
  private func zlib(_ content: [UInt8]) -> [UInt8] {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in content {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let count = UInt16(content.count)
    return [0x78, 1, 1] + little(count) + little(~count) + content + little(b << 16 | a).reversed()
  }
}
