import MapFeatures
import MapGeometry
import TestSupport
import Testing

@Suite struct `Areas and lines as points` {
  private static func feature(_ type: String, _ coordinates: String) -> String {
    #"{"type":"Feature","id":"f","geometry":{"type":"\#(type)","coordinates":\#(coordinates)},"properties":{"w":3}}"#
  }

  private static func options(_ rule: ShapePoints) -> ReadingOptions {
    var options = ReadingOptions(columns: ["w"])
    options.shapePoints = rule
    return options
  }

  /// Geometries and their centroids as GEOS 3.13 (shapely 2.2) gives them.
  static let centroids: [(type: String, coordinates: String, x: Double, y: Double)] = [
    ("Polygon", "[[[0,0],[10,0],[10,2],[2,2],[2,10],[0,10],[0,0]]]", 3.2222222222222223, 3.2222222222222223),
    (
      "Polygon", "[[[0,0],[8,0],[8,8],[0,8],[0,0]],[[1,1],[1,3],[3,3],[3,1],[1,1]]]", 4.133333333333334,
      4.133333333333334
    ),
    // A hole that runs the same way as its edge.
    (
      "Polygon", "[[[0,0],[8,0],[8,8],[0,8],[0,0]],[[1,1],[3,1],[3,3],[1,3],[1,1]]]", 4.133333333333334,
      4.133333333333334
    ),
    (
      "MultiPolygon", "[[[[0,0],[4,0],[4,4],[0,4],[0,0]]],[[[10,10],[12,10],[12,12],[10,12],[10,10]]]]", 3.8,
      3.8
    ),
    ("LineString", "[[0,0],[4,0],[4,2]]", 2.6666666666666665, 0.3333333333333333),
    ("MultiLineString", "[[[0,0],[4,0]],[[10,10],[10,12]]]", 4.666666666666667, 3.6666666666666665),
    ("Polygon", "[[[0,0],[4,0],[2,0],[0,0]]]", 2, 0),
  ]

  @Test(arguments: centroids.indices)
  func `have the center that GEOS finds`(index: Int) throws {
    let (type, coordinates, x, y) = Self.centroids[index]
    let table = try read(Self.feature(type, coordinates), Self.options(.center))
    expect(table.points.count, equals: 1)
    #expect(table.shapes.isEmpty)
    #expect(abs(table.points.longitudes[0] - x) < 1e-12)
    #expect(abs(table.points.latitudes[0] - y) < 1e-12)
    expect(table.identifier(ofPoint: 0), equals: .string("f"))
    expect(table.column("w")?[0], equals: .number(3))
  }

  @Test func `have centers on the side of the antimeridian where most of them lies`() throws {
    // Halves of equal size at both sides: their common edge is the antimeridian.
    let halves =
      "[[[[178,0],[180,0],[180,2],[178,2],[178,0]]],[[[-180,0],[-178,0],[-178,2],[-180,2],[-180,0]]]]"
    let even = try read(Self.feature("MultiPolygon", halves), Self.options(.center))
    expect(even.places, equals: [[-180, 1]])
    let uneven = halves.replacing("[-178,", with: "[-176,")
    let east = try read(Self.feature("MultiPolygon", uneven), Self.options(.center))
    // Two parts of 2 and 4 degrees: (179·2 + 182·4)/6.
    #expect(abs(east.points.longitudes[0] - (181 - 360)) < 1e-12)
  }

  @Test func `have a pole inside, as far from the edge as any point of a fine lattice`() throws {
    let rings = [
      "[[0,0],[10,0],[10,2],[2,2],[2,10],[0,10],[0,0]]",
      "[[0,0],[9,1],[8,3],[3,2],[2,9],[5,8],[4,10],[-1,10],[0,0]]",
      "[[0,0],[8,0],[8,8],[0,8],[0,0]],[[3,3],[5,3],[5,5],[3,5],[3,3]]",
      "[[10,60],[60,61],[60,62],[10,63],[10,60]]",
    ]
    for text in rings {
      let table = try read(Self.feature("Polygon", "[\(text)]"), Self.options(.pole))
      expect(table.points.count, equals: 1)
      let numbers = text.split(whereSeparator: { !"-0123456789".contains($0) }).compactMap { Double($0) }
      let vertices = stride(from: 0, to: numbers.count, by: 2).map {
        WorldPoint(Coordinate(latitude: numbers[$0 + 1], longitude: numbers[$0]))
      }
      let parts = Self.rings(vertices)
      let (pole, inside) = (WorldPoint(table.points[0]), Self.distance)
      let (xs, ys) = (vertices.map(\.x), vertices.map(\.y))
      let (minX, maxX, minY, maxY) = (xs.min() ?? 0, xs.max() ?? 0, ys.min() ?? 0, ys.max() ?? 0)
      var best = 0.0
      for row in 0...100 {
        for column in 0...100 {
          let point = WorldPoint(
            x: minX + (maxX - minX) * Double(column) / 100, y: minY + (maxY - minY) * Double(row) / 100)
          best = max(best, inside(point, parts))
        }
      }
      #expect(inside(pole, parts) > 0)
      #expect(inside(pole, parts) >= best - min(maxX - minX, maxY - minY) / 64, "\(text)")
    }
  }

  /// Rings that end where they begin.
  private static func rings(_ vertices: [WorldPoint]) -> [[WorldPoint]] {
    var (rings, ring): ([[WorldPoint]], [WorldPoint]) = ([], [])
    for vertex in vertices {
      ring.append(vertex)
      if ring.count > 1, ring.first == vertex {
        rings.append(ring)
        ring = []
      }
    }
    return rings
  }

  /// The distance to the nearest edge, below 0 outside.
  private static func distance(_ p: WorldPoint, _ rings: [[WorldPoint]]) -> Double {
    var (nearest, crossings) = (Double.infinity, 0)
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) {
        let (ux, uy) = (b.x - a.x, b.y - a.y)
        let t = min(1, max(0, ((p.x - a.x) * ux + (p.y - a.y) * uy) / (ux * ux + uy * uy)))
        let (dx, dy) = (a.x + t * ux - p.x, a.y + t * uy - p.y)
        nearest = min(nearest, (dx * dx + dy * dy).squareRoot())
        if (a.y <= p.y) != (b.y <= p.y), a.x + ux * (p.y - a.y) / uy > p.x { crossings += 1 }
      }
    }
    return crossings % 2 == 1 ? nearest : -nearest
  }

  @Test func `have the pole of their largest part on the globe, and of a line its middle`() throws {
    // Greenland is small on the globe: 20° by 4° at 80° north is less than 8° by 5° at the equator.
    let parts = "[[[[0,78],[20,78],[20,82],[0,82],[0,78]]],[[[0,0],[8,0],[8,5],[0,5],[0,0]]]]"
    let pole = try read(Self.feature("MultiPolygon", parts), Self.options(.pole))
    #expect(abs(pole.points.latitudes[0] - 2.5) < 0.1)
    let line = try read(Self.feature("LineString", "[[0,0],[4,0],[4,2]]"), Self.options(.pole))
    expect(line.places, equals: [[3, 0]])
    let lines = try read(
      Self.feature("MultiLineString", "[[[0,0],[1,0]],[[10,10],[10,12]]]"), Self.options(.pole))
    expect(lines.places, equals: [[10, 11]])
  }

  @Test func `have their vertices, the last one of a ring once`() throws {
    let table = try read(Self.feature("Polygon", "[[[0,0],[2,0],[2,1],[0,0]]]"), Self.options(.vertices))
    expect(table.places, equals: [[0, 0], [2, 0], [2, 1]])
    expect((0..<3).map { table.recordNumber(ofPoint: $0) }, equals: [1, 1, 1])
    expect((0..<3).map { table.column("w")?[$0] }, equals: [.number(3), .number(3), .number(3)])
    let line = try read(Self.feature("LineString", "[[0,0],[2,0],[0,0]]"), Self.options(.vertices))
    expect(line.places, equals: [[0, 0], [2, 0], [0, 0]])
  }

  @Test func `stay what they are without the option, and points stay beside them with it`() throws {
    let collection =
      #"{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[7,8]},{"type":"LineString","coordinates":[[0,0],[2,0]]}]},"properties":{}}"#
    let plain = try read(collection)
    expect(plain.places, equals: [[7, 8]])
    expect(plain.shapes.count, equals: 1)
    try expect(read(collection, Self.options(.center)).places, equals: [[7, 8], [1, 0]])
    let bare = #"{"type":"LineString","coordinates":[[0,0],[2,0]]}"#
    try expect(read(bare, Self.options(.center)).places, equals: [[1, 0]])
    let row = #"[{"id":1,"geometry":\#(bare)}]"#
    try expect(read(row, Self.options(.center)).places, equals: [[1, 0]])
  }

  @Test(arguments: ShapePoints.allCases)
  func `give the same from streams and on any number of threads`(rule: ShapePoints) throws {
    let features = (0..<2000).map { index in
      let (x, y) = (index % 340 - 170, index % 160 - 80)
      return index % 3 == 0
        ? Self.feature("Point", "[\(x),\(y)]")
        : Self.feature("Polygon", "[[[\(x),\(y)],[\(x + 3),\(y)],[\(x + 1),\(y + 2)],[\(x),\(y)]]]")
    }
    let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
    let options = Self.options(rule)
    let whole = Contents { () throws(FeatureError) in
      try FeatureTable.read(ByteArray(text), options: options)
    }
    expect(whole.lines.count, equals: (rule == .vertices ? 667 + 3 * 1333 : 2000) + 1)
    var several = options
    several.threads = 3
    let table = try InputReader.table(of: ByteArray(text), several, pieceSize: 5000)
    expect(Contents(.success(table)), equals: whole)
    expect(Contents(.success(try readStream(Array(text.utf8), options, blockSize: 4096))), equals: whole)
  }
}
