import MapGeometry
import TestSupport
import Testing

@testable import VectorTiles

@Suite struct `Stitched areas` {
  let maker = TileMaker()

  private func rings(_ layer: StitchedLayer) -> [[TileMaker.Point]] {
    layer.features.flatMap { feature in
      (0..<feature.partCount).map { feature.part($0).map { maker.units(layer.positions[$0]) } }
    }
  }

  /// A star of many corners about the middle of the tiles, with a hole of half its size.
  private func star(_ random: inout Seeded) -> [[TileMaker.Point]] {
    let count = Int.random(in: 5...40, using: &random)
    let reach = (0..<count).map { _ in Double.random(in: 2500...4800, using: &random) }
    let (x, y) = (
      Double.random(in: 6.2...6.8, using: &random) * 4096, Double.random(in: 7.2...7.8, using: &random) * 4096
    )
    func ring(_ size: Double) -> [TileMaker.Point] {
      reach.enumerated().map { index, reach in
        // Corners of a square path instead of a circle's: no sine is needed, and none wanted.
        let turn = Double(index) / Double(count) * 4
        let side = turn - turn.rounded(.down)
        let (dx, dy): (Double, Double) =
          switch Int(turn) {
          case 0: (1 - side, side)
          case 1: (-side, 1 - side)
          case 2: (side - 1, -side)
          default: (side, side - 1)
          }
        return ((x + dx * reach * size).rounded(), (y + dy * reach * size).rounded())
      }
    }
    return [ring(1), ring(0.5).reversed()]
  }

  @Test(arguments: 0..<40)
  func `are what they were before they were cut`(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let shape = star(&random)
    let id: UInt64? = seed % 2 == 0 ? 7 : nil
    let layer = StitchedLayer("shapes", of: maker.tiles { maker.area(shape, in: $0, featureID: id) })
    expect(layer.count, equals: 1)
    #expect(!layer.marks.contains { $0.contains(.hiddenEdge) })
    let found = rings(layer)
    expect(found.count, equals: 2)
    expect((0..<layer[0].partCount).map(layer[0].isHole), equals: [false, true])
    expect(layer[0].origin.property("kind"), equals: .string("a"))
    for _ in 0..<400 {
      let point = (
        x: Double.random(in: 5.1...7.9, using: &random) * 4096,
        y: Double.random(in: 6.1...8.9, using: &random) * 4096
      )
      let expected = place(point, in: shape)
      if expected.distance > 3 { expect(place(point, in: found).isInside, equals: expected.isInside) }
    }
    // Every true vertex is there, and of those that clipping made every one is marked and near to the outline.
    for (position, mark) in zip(layer.positions, layer.marks) {
      let unit = maker.units(position)
      #expect(place(unit, in: shape).distance < 2)
      let isCorner = shape.joined().contains { $0.x == unit.x && $0.y == unit.y }
      #expect(isCorner || mark.contains(.cut))
    }
  }

  @Test func `are the same for any order of tiles`() {
    var random = Seeded(seed: 3)
    let shape = star(&random)
    let tiles = maker.tiles { maker.area(shape, in: $0) }
    let layer = StitchedLayer("shapes", of: tiles)
    for _ in 0..<10 {
      let other = StitchedLayer("shapes", of: tiles.shuffled(using: &random))
      expect(other.positions, equals: layer.positions)
      expect(other.marks, equals: layer.marks)
      expect(other.records.map(\.parts), equals: layer.records.map(\.parts))
    }
  }

  @Test func `of different properties or ids stay apart, their cuts without an outline`() throws {
    let box: [[TileMaker.Point]] = [[(24_000, 30_000), (25_000, 30_000), (25_000, 31_000), (24_000, 31_000)]]
    let border = 6 * 4096.0
    for isByID in [false, true] {
      let layer = StitchedLayer(
        "shapes",
        of: maker.tiles {
          let number = UInt64($0.column % 2)
          return maker.area(box, in: $0, tag: isByID ? 0 : number, featureID: isByID ? number : nil)
        })
      expect(layer.count, equals: 2)
      for feature in layer.features {
        let part = feature.part(0)
        let hidden = part.filter { layer.marks[$0].contains(.hiddenEdge) }
        expect(hidden.count, equals: 1)
        let index = try #require(hidden.first)
        let next = index + 1 == part.upperBound ? part.lowerBound : index + 1
        expect([index, next].map { maker.units(layer.positions[$0]).x }, equals: [border, border])
        #expect([index, next].allSatisfy { layer.marks[$0].contains(.cut) })
        expect(part.count, equals: 4)
      }
    }
  }

  @Test func `that only touch a border keep their outline there, if tiles have a buffer`() {
    let box = [(3000, 500), (4096, 500), (4096, 900), (3000, 900)]
    let across = [(3000, 1500), (4100, 1500), (4100, 1900), (3000, 1900)]
    for isBuffered in [false, true] {
      var layer = LayerWriter("shapes", .rings([box]))
      if isBuffered { layer.features.append(FeatureWriter.rings([across]).bytes) }
      let tile = layer.tile
      let stitched = StitchedLayer("shapes", of: maker.ids.prefix(1).map { PlacedTile(tile, at: $0) })
      expect(
        stitched[0].part(0).filter { stitched.marks[$0].contains(.hiddenEdge) }.count,
        equals: isBuffered ? 0 : 1)
    }
  }

  @Test func `that cover whole tiles leave no trace of them`() {
    let edge = (low: 5 * 4096.0 - 300, high: 8 * 4096.0 + 300)
    let north = (low: 6 * 4096.0 - 300, high: 9 * 4096.0 + 300)
    let sea: [[TileMaker.Point]] = [
      [(edge.low, north.low), (edge.high, north.low), (edge.high, north.high), (edge.low, north.high)]
    ]
    let layer = StitchedLayer("shapes", of: maker.tiles { maker.area(sea, in: $0) })
    expect(layer.count, equals: 1)
    expect(layer[0].partCount, equals: 1)
    // All of its edges are those of the tiles that are there.
    #expect(layer.marks.allSatisfy { $0.contains(.hiddenEdge) })
    let area = rings(layer).map { ring in
      var twice = 0.0
      for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) { twice += a.x * b.y - b.x * a.y }
      return twice / 2
    }
    let expected: Double = 9 * 4096 * 4096
    expect(area, equals: [expected])
  }

  @Test func `fill missing tiles from an ancestor, cut to them`() throws {
    let parent = try #require(TileID(zoom: 3, column: 3, row: 3))
    let tile = LayerWriter(
      "shapes", keys: ["kind"], values: [LayerWriter.text("a")],
      .rings([[(1000, 1000), (3000, 1000), (3000, 3000), (1000, 3000)]], tags: [0, 0])
    ).tile
    let squares = [(6, 6), (7, 6), (6, 7), (7, 7)].compactMap { TileID(zoom: 4, column: $0.0, row: $0.1) }
    let whole = StitchedLayer(
      "shapes", of: squares.compactMap { PlacedTile(tile, filling: $0, from: parent) })
    expect(whole.count, equals: 1)
    #expect(!whole.marks.contains { $0.contains(.hiddenEdge) })
    let quarter = StitchedLayer(
      "shapes", of: [try #require(PlacedTile(tile, filling: squares[3], from: parent))])
    let far = 6 + 3000.0 / 2048
    let corners = [(7, 7), (far, 7), (far, far), (7, far)].map { WorldPoint(x: $0.0 / 16, y: $0.1 / 16) }
    expect(Set(quarter.positions), equals: Set(corners))
    expect(quarter.marks.filter { $0.contains(.hiddenEdge) }.count, equals: 2)
    #expect(PlacedTile(tile, filling: parent, from: squares[0]) == nil)
  }
}

@Suite struct `Stitched lines` {
  let maker = TileMaker()

  private func line(_ random: inout Seeded) -> [(Int, Int)] {
    var (x, y) = (
      Int.random(in: 21_000...32_000, using: &random), Int.random(in: 25_000...36_000, using: &random)
    )
    return (0..<Int.random(in: 2...60, using: &random)).map { _ in
      x = min(32_700, max(20_500, x + Int.random(in: -900...900, using: &random)))
      y = min(36_800, max(24_600, y + Int.random(in: -900...900, using: &random)))
      return (x, y)
    }
  }

  @Test(arguments: 0..<60)
  func `are what they were before they were cut`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let shape = line(&random)
    let id: UInt64? = seed % 2 == 0 ? 7 : nil
    let layer = StitchedLayer("shapes", of: maker.tiles { maker.line(shape, in: $0, featureID: id) })
    expect(layer.count, equals: 1)
    expect(layer[0].partCount, equals: 1)
    let kept = zip(layer.positions, layer.marks).filter { !$0.1.contains(.cut) }.map { maker.units($0.0) }
    expect(kept.map(\.x), equals: shape.map { Double($0.0) })
    expect(kept.map(\.y), equals: shape.map { Double($0.1) })
    for (position, mark) in zip(layer.positions, layer.marks) where mark.contains(.cut) {
      let unit = maker.units(position)
      #expect(unit.x / 4096 == (unit.x / 4096).rounded() || unit.y / 4096 == (unit.y / 4096).rounded())
    }
  }

  @Test func `join where ends lie within two units, and not beyond`() throws {
    let tiles = { (gap: Int) in
      maker.tiles { id in
        guard id.row == 7 else { return nil }
        switch id.column {
        case 5: return .lines([[(4000, 500), (4200, 500)]])
        case 6: return .lines([[(-100, 500 + gap), (90, 500 + gap)]])
        default: return nil
        }
      }
    }
    for gap in [0, 1, 2] {
      let layer = StitchedLayer("shapes", of: tiles(gap))
      expect(layer.count, equals: 1)
      expect(layer.positions.count, equals: 3)
      expect(maker.units(layer.positions[1]).y, equals: 7 * 4096 + 500 + Double(gap) / 2)
      expect(layer.marks, equals: [[], .cut, []])
    }
    expect(StitchedLayer("shapes", of: tiles(3)).count, equals: 2)
  }

  @Test func `keep their direction, and so do not join head to head`() {
    let layer = StitchedLayer(
      "shapes",
      of: maker.tiles { id in
        guard id.row == 7 else { return nil }
        switch id.column {
        case 5: return .lines([[(4000, 500), (4200, 500)]])
        case 6: return .lines([[(90, 500), (-100, 500)]])
        default: return nil
        }
      })
    expect(layer.count, equals: 2)
  }

  @Test func `of different kinds stay apart`() {
    let shape = [(24_000, 30_000), (25_000, 30_000)]
    let layer = StitchedLayer(
      "shapes", of: maker.tiles { maker.line(shape, in: $0, tag: UInt64($0.column % 2)) })
    expect(layer.features.map { $0.origin.property("kind") }, equals: [.string("b"), .string("a")])
    expect(layer.marks, equals: [[], .cut, .cut, []])
  }

  @Test func `along a border are there once`() {
    for shape in [[(24_576, 29_000), (24_576, 31_000)], [(21_000, 28_672), (30_000, 28_672)]] {
      let layer = StitchedLayer("shapes", of: maker.tiles { maker.line(shape, in: $0) })
      let length = layer.features.reduce(0.0) { sum, feature in
        (0..<feature.partCount).reduce(sum) { sum, part in
          zip(feature.part(part), feature.part(part).dropFirst()).reduce(sum) { sum, pair in
            let (a, b) = (maker.units(layer.positions[pair.0]), maker.units(layer.positions[pair.1]))
            return sum + abs(a.x - b.x) + abs(a.y - b.y)
          }
        }
      }
      expect(length, equals: Double(shape[1].0 - shape[0].0 + shape[1].1 - shape[0].1))
      expect(layer.count, equals: 1)
    }
  }

  @Test func `that run in a ring through tiles close`() {
    let shape = [(24_000, 28_000), (25_000, 28_000), (25_000, 29_500), (24_000, 29_500), (24_000, 28_000)]
    let layer = StitchedLayer("shapes", of: maker.tiles { maker.line(shape, in: $0) })
    expect(layer.count, equals: 1)
    expect(layer[0].partCount, equals: 1)
    expect(layer.positions.first, equals: layer.positions.last)
    expect(layer.marks.filter { $0.contains(.cut) }.count, equals: 4)
  }
}

@Suite struct `Stitched points` {
  @Test func `belong to the tile that they lie in`() {
    let maker = TileMaker()
    let points = [(24_576, 28_672), (24_575, 28_672), (24_576, 28_671), (24_600, 30_000), (32_768, 30_000)]
    let tiles = maker.tiles { id in
      .points(points.map { ($0.0 - id.column * 4096, $0.1 - id.row * 4096) }, tags: [0, 0])
    }
    let layer = StitchedLayer("shapes", of: tiles)
    let found = layer.positions.map { maker.units($0) }
    expect(found.count, equals: points.count)
    for point in points { #expect(found.contains { $0.x == Double(point.0) && $0.y == Double(point.1) }) }
    #expect(layer.features.allSatisfy { $0.kind == .point })
    expect(StitchedLayer("other", of: tiles).count, equals: 0)
    expect(StitchedLayer("shapes", of: []).count, equals: 0)
  }
}

@Suite struct `The order of stitched features` {
  private func order(_ sequences: [[Int]]) -> [Int] {
    var order = DrawingOrder(sequences.map { $0.map { $0 < 100 ? .whole($0) : .joined($0) } }, features: 1000)
    var found: [Int] = []
    order.forEach { _, entry in
      switch entry {
      case .whole(let number), .joined(let number): found.append(number)
      }
    }
    return found
  }

  @Test func `is that of each tile`() {
    expect(order([[1, 2], [3, 4]]), equals: [1, 2, 3, 4])
    expect(order([[1, 100, 2], [3, 100, 4]]), equals: [1, 3, 100, 2, 4])
    expect(order([[100, 1], [101, 2, 100], [3, 101]]), equals: [3, 101, 2, 100, 1])
    expect(order([[100, 1, 100], [100]]), equals: [100, 1])
  }

  @Test func `is the first tile's where tiles contradict each other`() {
    expect(order([[100, 1, 101], [101, 2, 100, 3]]), equals: [100, 1, 101, 2, 3])
  }
}
