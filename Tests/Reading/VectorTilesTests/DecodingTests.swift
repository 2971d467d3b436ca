import TestSupport
import Testing
@testable import VectorTiles

@Suite struct `A vector tile` {
  static let square = [(0, 0), (10, 0), (10, 10), (0, 10)]
  static let hole = [(2, 2), (2, 4), (4, 4), (4, 2)]

  @Test func `without bytes has no layers`() {
    let tile = VectorTile([])
    #expect(tile.layers.isEmpty)
    #expect(tile.faults.isEmpty)
  }

  @Test func `as the specification prints it is read`() throws {
    // Section 4.3.5 of the specification: commands of the examples.
    let cases: [(kind: UInt64, commands: [UInt64], parts: [[[Int32]]])] = [
      (1, [9, 50, 34], [[[25, 17]]]),
      (1, [17, 10, 14, 3, 9], [[[5, 7]], [[3, 2]]]),
      (2, [9, 4, 4, 18, 0, 16, 16, 0], [[[2, 2], [2, 10], [10, 10]]]),
      (
        2, [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8],
        [[[2, 2], [2, 10], [10, 10]], [[1, 1], [3, 5]]]
      ),
      (3, [9, 6, 12, 18, 10, 12, 24, 44, 15], [[[3, 6], [8, 12], [20, 34]]]),
      (
        3,
        [
          9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13, 26, 0, 8, 8,
          0,
          0, 7, 15,
        ],
        [
          [[0, 0], [10, 0], [10, 10], [0, 10]], [[11, 11], [20, 11], [20, 20], [11, 20]],
          [[13, 13], [13, 17], [17, 17], [17, 13]],
        ]
      ),
    ]
    for (kind, commands, parts) in cases {
      var layer = LayerWriter()
      layer.features = [FeatureWriter(kind: kind, commands: commands).bytes]
      let tile = layer.tile
      #expect(tile.faults.isEmpty)
      let feature = try #require(tile.layers.first?[0])
      expect(feature.kind.rawValue, equals: UInt8(kind))
      expect(feature.parts, equals: parts)
    }
  }

  @Test func `has layers with version, extent and order`() {
    let bytes =
      LayerWriter("b", version: nil, extent: nil, .points([(1, 2)])).bytes
      + LayerWriter("a", version: 2, extent: 512).bytes
    let tile = VectorTile(bytes)
    expect(tile.layers.map(\.name), equals: ["b", "a"])
    expect(tile.layers.map(\.version), equals: [1, 2])
    expect(tile.layers.map(\.extent), equals: [4096, 512])
    expect(tile.layers.map(\.count), equals: [1, 0])
  }

  @Test func `is read only where layers are wanted`() {
    var broken = LayerWriter("broken", .points([(1, 1)]))
    broken.features = [[0xFF]]
    let bytes = broken.bytes + LayerWriter("wanted", .points([(3, 4)])).bytes
    let tile = VectorTile(bytes, layers: ["wanted", "absent"])
    expect(tile.layers.map(\.name), equals: ["wanted"])
    #expect(tile.faults.isEmpty)
    expect(VectorTile(bytes).faults, equals: [TileFault(layer: "broken", problem: .cutOff)])
  }

  @Test func `has values of seven types`() throws {
    let values = [
      LayerWriter.text("straße"), Wire.fixed32(2, Float(1.5).bitPattern), Wire.fixed64(3, (0.1).bitPattern),
      Wire.number(4, UInt64(bitPattern: -7)), Wire.number(5, .max), Wire.number(6, Wire.zigzag(-9)),
      Wire.number(7, 1), Wire.number(7, 0), LayerWriter.text(""),
    ]
    let keys = ["a", "b", "c", "d", "e", "f", "g", "h", "", "twice"]
    let tags: [UInt64] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 0, 9, 1]
    let tile = LayerWriter(keys: keys, values: values, .points([(0, 0)], tags: tags)).tile
    let feature = try #require(tile.layers.first?[0])
    let expected: [TileValue] = [
      .string("straße"), .double(1.5), .double(0.1), .int(-7), .uint(.max), .int(-9), .bool(true),
      .bool(false), .string(""), .string("straße"), .double(1.5),
    ]
    expect(feature.properties.map(\.value), equals: expected)
    expect(feature.properties.map(\.key), equals: keys + ["twice"])
    expect(keys.map { feature.property($0) }, equals: expected[..<9].map { $0 } + [.double(1.5)])
    expect(feature.property("absent"), equals: nil)
    expect(
      expected.map(\.number), equals: [nil, 1.5, 0.1, -7, Double(UInt64.max), -9, nil, nil, nil, nil, 1.5])
  }

  @Test func `has features with and without ids`() {
    let tile = LayerWriter(
      .points([(0, 0)], id: 0), .points([(0, 0)]), .points([(0, 0)], id: .max)
    ).tile
    expect(tile.layers[0].features.map(\.id), equals: [0, nil, .max])
  }

  @Test func `of version 2 has holes that run counterclockwise`() {
    let far = Self.square.map { ($0.0 + 20, $0.1) }
    let tile = LayerWriter(.rings([Self.square, Self.hole, far])).tile
    let feature = tile.layers[0][0]
    expect((0..<3).map(feature.isHole), equals: [false, true, false])
  }

  @Test func `that runs the other way is turned`() {
    let tile = LayerWriter(.rings([Self.square.reversed(), Self.hole.reversed()])).tile
    let feature = tile.layers[0][0]
    expect((0..<2).map(feature.isHole), equals: [false, true])
    expect(feature.parts[0], equals: [[0, 0], [10, 0], [10, 10], [0, 10]])
    expect(feature.parts[1], equals: [[2, 2], [2, 4], [4, 4], [4, 2]])
  }

  @Test func `of version 1 has holes where rings contain rings`() {
    // An island in a lake on an island, all clockwise, the inner ones first.
    let island = [(3, 3), (4, 3), (4, 4), (3, 4)]
    let lake = [(2, 2), (6, 2), (6, 6), (2, 6)]
    let far = Self.square.map { ($0.0 + 20, $0.1) }
    let tile = LayerWriter(version: 1, .rings([island, lake, Self.square, far])).tile
    let feature = tile.layers[0][0]
    expect((0..<4).map(feature.isHole), equals: [false, false, true, false])
    expect(feature.parts[0], equals: [[3, 3], [4, 3], [4, 4], [3, 4]])
    expect(feature.parts[1], equals: [[0, 0], [10, 0], [10, 10], [0, 10]])
    expect(feature.parts[2], equals: [[2, 6], [6, 6], [6, 2], [2, 2]])
    expect(feature.parts[3], equals: [[20, 0], [30, 0], [30, 10], [20, 10]])
    #expect(tile.faults.isEmpty)
  }

  @Test func `leaves out rings without area and vertices that repeat the first`() {
    let closed = Self.square + [Self.square[0]]
    let flat = [(0, 0), (5, 0), (10, 0)]
    let tile = LayerWriter(version: 1, .rings([closed, flat]), .rings([flat])).tile
    expect(tile.layers[0].features.map(\.parts), equals: [[[[0, 0], [10, 0], [10, 10], [0, 10]]]])
    #expect(tile.faults.isEmpty)
  }

  @Test func `may have fields that are not known`() {
    let unknown =
      Wire.number(20, 300) + Wire.fixed64(21, 1) + Wire.fixed32(22, 1) + Wire.message(23, [1, 2, 3])
    var layer = LayerWriter(keys: ["k"], values: [unknown + Wire.number(5, 4) + unknown])
    layer.features = [unknown + FeatureWriter.points([(1, 2)], tags: [0, 0]).bytes + unknown]
    layer.further = unknown
    let tile = VectorTile(unknown + layer.bytes + unknown)
    #expect(tile.faults.isEmpty)
    expect(tile.layers[0][0].parts, equals: [[[1, 2]]])
    expect(tile.layers[0][0].property("k"), equals: .uint(4))
  }

  @Test func `may have packed numbers in pieces or one by one`() {
    var layer = LayerWriter(keys: ["k"], values: [Wire.number(5, 4), Wire.number(5, 5)])
    layer.features = [
      Wire.packed(4, [9, 50]) + Wire.number(2, 0) + Wire.number(3, 1) + Wire.packed(4, [34])
        + Wire.number(2, 1)
    ]
    let tile = layer.tile
    #expect(tile.faults.isEmpty)
    expect(tile.layers[0][0].parts, equals: [[[25, 17]]])
    expect(tile.layers[0][0].property("k"), equals: .uint(5))
  }

  @Test func `may have features of unknown type, which are left out`() {
    let tile = LayerWriter(FeatureWriter(kind: 0, commands: [9, 2, 2]), .points([(5, 5)])).tile
    expect(tile.layers[0].features.map(\.parts), equals: [[[[5, 5]]]])
    #expect(tile.faults.isEmpty)
  }

  @Test func `reaches to the ends of 32 bits`() {
    let end = Int(Int32.max)
    let tile = LayerWriter(.points([(end, 0), (0, -end), (-1, -end - 1)])).tile
    expect(tile.layers[0][0].parts, equals: [[[.max, 0]], [[0, -.max]], [[-1, .min]]])
    #expect(tile.faults.isEmpty)
  }
}

@Suite struct `A broken vector tile` {
  typealias Problem = TileFault.Problem

  static let brokenGeometries: [(what: String, kind: UInt64, commands: [UInt64], problem: Problem)] = [
    ("a count beyond the bytes", 1, [641, 2, 2], Problem.countBeyondBytes),
    ("2^29 vertices", 2, [9, 2, 2, 4_294_967_290, 2, 2], .countBeyondBytes),
    ("command 3", 2, [9, 2, 2, 11, 2, 2], .unknownCommand),
    ("a command beyond 32 bits", 2, [9, 2, 2, 34_359_738_378, 2, 2], .unknownCommand),
    ("LineTo first", 2, [10, 2, 2], .misplacedCommand),
    ("LineTo in points", 1, [9, 2, 2, 10, 2, 2], .misplacedCommand),
    ("ClosePath in lines", 2, [9, 2, 2, 10, 2, 2, 15], .misplacedCommand),
    ("MoveTo twice at once", 2, [17, 2, 2, 4, 4], .misplacedCommand),
    ("MoveTo of nothing", 1, [1], .misplacedCommand),
    ("LineTo of nothing", 2, [9, 2, 2, 2], .misplacedCommand),
    ("a ClosePath too many", 3, [9, 0, 0, 18, 20, 0, 0, 20, 15, 15], .misplacedCommand),
    ("ClosePath twice at once", 3, [9, 0, 0, 18, 20, 0, 0, 20, 23], .misplacedCommand),
    ("an open ring", 3, [9, 0, 0, 18, 20, 0, 0, 20], .openRing),
    ("a ring in an open ring", 3, [9, 0, 0, 18, 20, 0, 0, 20, 9, 0, 0], .openRing),
    ("a coordinate beyond 2^31", 1, [17, 4_294_967_294, 0, 2, 0], .coordinateOverflow),
    ("a number beyond 32 bits", 1, [9, 4_294_967_296, 0], .coordinateOverflow),
    ("geometry type 4", 4, [9, 2, 2], .unknownGeometryType),
  ]

  /// A layer whose middle feature is broken: the others must be there, and the fault counted.
  @Test(arguments: brokenGeometries)
  func `loses a feature of`(what: String, kind: UInt64, commands: [UInt64], problem: Problem) {
    var layer = LayerWriter(keys: ["k"], values: [Wire.number(5, 4)])
    let good = FeatureWriter.points([(7, 8)], tags: [0, 0]).bytes
    layer.features = [good, FeatureWriter(kind: kind, tags: [0, 0], commands: commands).bytes, good]
    let tile = layer.tile
    expect(tile.faults, equals: [TileFault(layer: "roads", problem: problem)])
    expect(tile.layers[0].features.map(\.parts), equals: [[[[7, 8]]], [[[7, 8]]]])
    expect(tile.layers[0].features.map { $0.property("k") }, equals: [.uint(4), .uint(4)])
  }

  static let point: [UInt8] = Wire.number(3, 1) + Wire.packed(4, [9, 2, 2])

  static let brokenFeatures: [(what: String, bytes: [UInt8], problem: Problem)] = [
    ("an odd tag", Wire.packed(2, [0]) + point, Problem.oddTags),
    ("a key beyond", Wire.packed(2, [1, 0]) + point, .tagsOutOfRange),
    ("a value beyond", Wire.packed(2, [0, 9]) + point, .tagsOutOfRange),
    ("no geometry", Wire.number(3, 1), .featureWithoutGeometry),
    ("half a coordinate", Wire.number(3, 1) + Wire.message(4, [9, 2, 0x80]), .cutOff),
    ("half a field", [0x80], .cutOff),
    ("a message beyond the end", [0x22, 100, 1], .cutOff),
    ("a geometry of doubles", Wire.number(3, 1) + Wire.fixed64(4, 9), .wrongWireType),
    ("tags of floats", Wire.fixed32(2, 9), .wrongWireType),
    ("a group", [0x23], .wrongWireType),
    ("field 0", [0x02, 0], .wrongWireType),
    ("a number of eleven bytes", [0x08] + [UInt8](repeating: 0xFF, count: 10) + [1], .wrongWireType),
  ]

  @Test(arguments: brokenFeatures)
  func `loses a feature with`(what: String, bytes: [UInt8], problem: Problem) {
    var layer = LayerWriter(keys: ["k"], values: [Wire.number(5, 4)])
    let good = FeatureWriter.points([(7, 8)]).bytes
    layer.features = [good, bytes, bytes, good]
    expect(layer.tile.faults, equals: [TileFault(layer: "roads", problem: problem, count: 2)])
    expect(layer.tile.layers[0].count, equals: 2)
  }

  @Test func `keeps the whole parts of a feature`() {
    let short = FeatureWriter(kind: 3, commands: [9, 0, 0, 10, 2, 2, 15, 9, 0, 0, 18, 20, 0, 0, 20, 15])
    let dot = FeatureWriter(kind: 2, commands: [9, 2, 2, 9, 2, 2, 10, 4, 4])
    let tile = LayerWriter(short, dot).tile
    expect(
      tile.faults,
      equals: [
        TileFault(layer: "roads", problem: .shortRing), TileFault(layer: "roads", problem: .shortLine),
      ])
    expect(
      tile.layers[0].features.map(\.parts),
      equals: [[[[1, 1], [11, 1], [11, 11]]], [[[2, 2], [4, 4]]]])
  }

  @Test func `loses values without content`() {
    let layer = LayerWriter(
      keys: ["a", "b", "c", "d"], values: [[], Wire.number(1, 3), Wire.message(1, [65]), [0x0A, 9]],
      .points([(0, 0)], tags: [0, 0, 1, 1, 2, 2, 3, 3]))
    let tile = layer.tile
    expect(tile.layers[0][0].properties.map(\.key), equals: ["c"])
    expect(
      tile.faults,
      equals: [
        TileFault(layer: "roads", problem: .valueWithoutContent),
        TileFault(layer: "roads", problem: .wrongWireType), TileFault(layer: "roads", problem: .cutOff),
      ])
  }

  @Test func `loses layers`() {
    let good = LayerWriter("good", .points([(1, 1)])).bytes
    func further(_ bytes: [UInt8]) -> [UInt8] {
      var layer = LayerWriter()
      layer.further = bytes
      return layer.bytes
    }
    for (bytes, layer, problem) in [
      (LayerWriter(nil).bytes, nil, .layerWithoutName),
      (LayerWriter(version: 3).bytes, "roads", .unsupportedVersion(3)),
      (LayerWriter(version: 0).bytes, "roads", .unsupportedVersion(0)),
      (LayerWriter(extent: 0).bytes, "roads", .extentOutOfRange),
      (LayerWriter(extent: 1 << 31).bytes, "roads", .extentOutOfRange),
      (LayerWriter().bytes + LayerWriter().bytes, "roads", .repeatedLayer),
      (further([0x12, 50]), "roads", .cutOff), (further(Wire.fixed32(5, 4096)), "roads", .wrongWireType),
    ] as [([UInt8], String?, Problem)] {
      let tile = VectorTile(bytes + good)
      expect(tile.layers.map(\.name).last, equals: "good")
      expect(tile.faults, equals: [TileFault(layer: layer, problem: problem)])
    }
  }

  @Test func `ends where its bytes end`() {
    let good = LayerWriter("good", .points([(1, 1)])).bytes
    for (rest, problem) in [
      ([0x1A, 90, 1], Problem.cutOff), ([0x1A], .cutOff), (Array("<html>".utf8), .wrongWireType),
      (Wire.number(3, 1), .wrongWireType),
    ] {
      let tile = VectorTile(good + rest)
      expect(tile.layers.map(\.name), equals: ["good"])
      expect(tile.faults, equals: [TileFault(layer: nil, problem: problem)])
    }
  }

  @Test func `is reported in words`() {
    expect(
      TileFault(layer: "roads", problem: .openRing, count: 3).description,
      equals: "layer \"roads\": a polygon has a ring that is not closed; it is left out (3 times)")
    expect(
      TileFault(layer: nil, problem: .cutOff).description,
      equals: "the data is cut off; what follows is left out")
  }
}
