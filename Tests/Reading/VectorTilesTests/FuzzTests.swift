import MapGeometry
import TestSupport
import Testing
import VectorTiles

@Suite struct `Tiles with random faults` {
  /// A tile with every kind of geometry and value.
  static let tile: [UInt8] = {
    let values = [
      LayerWriter.text("straße"), Wire.fixed32(2, 7), Wire.fixed64(3, 9), Wire.number(4, 5),
      Wire.number(5, 6),
      Wire.number(6, 7), Wire.number(7, 1),
    ]
    let square = [(-10, -10), (4110, -10), (4110, 4110), (-10, 4110)]
    let hole = [(20, 20), (20, 4100), (40, 4100), (40, 20)]
    let layers = [1, 2].map { (version: UInt64) in
      LayerWriter(
        "layer \(version)", version: version, keys: ["a", "b"], values: values,
        .points([(1, 2), (4096, 7)], id: 9, tags: [0, 1, 1, 6]), .rings([square, hole], tags: [0, 0]),
        .lines([[(-5, 5), (5000, 600)], [(10, 10), (20, 20), (4097, 20)]], tags: [1, 3, 0, 2]))
    }
    return layers.flatMap(\.bytes)
  }()

  @Test func `are read without a crash, and nothing they hold is out of reach`() throws {
    var random = Seeded(seed: 10)
    let squares = [(3, 3), (4, 3)].compactMap { TileID(zoom: 3, column: $0.0, row: $0.1) }
    let whole = VectorTile(Self.tile)
    try #require(whole.faults.isEmpty && whole.layers.count == 2)
    var (features, faults) = (0, 0)
    for round in 0..<20_000 {
      var bytes = Self.tile
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0..<20, using: &random)))
        }
      }
      let tile = VectorTile(bytes)
      faults += tile.faults.reduce(0) { $0 + $1.count }
      for layer in tile.layers {
        features += layer.count
        for feature in layer.features {
          #expect(feature.properties.count <= bytes.count)
          for part in 0..<feature.partCount {
            #expect(2 * feature.part(part).upperBound <= layer.coordinates.count)
            #expect(!feature.part(part).isEmpty)
          }
        }
        if round % 10 == 0 {
          let stitched = StitchedLayer(
            layer.name, of: [PlacedTile(whole, at: squares[0]), PlacedTile(tile, at: squares[1])])
          #expect(stitched.positions.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        }
      }
    }
    #expect(features > 20_000)
    #expect(faults > 10_000)
  }

  @Test func `as directories are read without a crash`() throws {
    var random = Seeded(seed: 11)
    let good = PMTilesWriter.directory(
      (0..<20).map { .init(id: $0 * 3, run: $0 % 3, length: $0 + 1, offset: $0 * 50) })
    var read = 0
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let directory = try? PMTilesDirectory(bytes) else { continue }
      read += 1
      #expect(zip(directory.entries, directory.entries.dropFirst()).allSatisfy { $0.tileID < $1.tileID })
      _ = directory.entry(for: UInt64.random(in: 0...100, using: &random))
    }
    #expect(read > 100)
  }
}
