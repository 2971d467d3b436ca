import Drawing
import JSONDocument
import MapGeometry
import TestSupport
import Testing

@testable import MapStyle

/// A feature with a place.
private final class Shape: StyleFeature {
  let identifier: StyleValue? = nil
  let geometryType: GeometryType
  let rings: [[Coordinate]]

  init(_ geometryType: GeometryType, _ rings: [[(Double, Double)]]) {
    self.geometryType = geometryType
    self.rings = rings.map { $0.map { Coordinate(latitude: $0.1, longitude: $0.0) } }
  }

  func property(_ name: String) -> StyleValue? { nil }
  var propertyObject: StyleValue { .object([]) }
}

@Suite struct `Distances` {
  private func meters(from shape: Shape, to geoJSON: String) throws -> Double {
    let expression = try CompiledExpression(
      compiling: JSONText(parsing: #"["distance", \#(geoJSON)]"#).root, as: PropertySpecification(.number))
    return try expression.evaluateNumber(EvaluationContext(feature: shape))
  }

  private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 * max(1, b) }

  @Test func `are those of the ellipsoid along its axes`() throws {
    let origin = Shape(.point, [[(0, 0)]])
    // A degree of the equator, and a degree of latitude there: a·π/180 and a·(1 − e²)·π/180.
    let degree = 6_378_137 * Double.pi / 180
    #expect(near(try meters(from: origin, to: #"{"type": "Point", "coordinates": [1, 0]}"#), degree))
    #expect(
      near(
        try meters(from: origin, to: #"{"type": "Point", "coordinates": [0, 1]}"#),
        degree * (1 - 0.0066943799901413165)))
  }

  @Test(arguments: [
    // Onto the middle of a segment, past its end, onto it.
    (#"{"type": "LineString", "coordinates": [[-1, 1], [1, 1]]}"#, [0.0, 1]),
    (#"{"type": "LineString", "coordinates": [[2, 0], [3, 0]]}"#, [2, 0]),
    (#"{"type": "LineString", "coordinates": [[-1, 0], [1, 0]]}"#, [0, 0]),
    (#"{"type": "MultiLineString", "coordinates": [[[5, 5], [6, 6]], [[2, 0], [3, 0]]]}"#, [2, 0]),
    (#"{"type": "MultiPoint", "coordinates": [[5, 5], [0, 3]]}"#, [0, 3]),
    // In an area, in its hole, outside.
    (#"{"type": "Polygon", "coordinates": [[[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]]}"#, [0, 0]),
    (
      #"{"type": "Polygon", "coordinates": [[[-9, -9], [9, -9], [9, 9], [-9, 9], [-9, -9]], [[-4, -5], [4, -5], [4, 5], [-4, 5], [-4, -5]]]}"#,
      [4, 0]
    ),
    (#"{"type": "MultiPolygon", "coordinates": [[[[2, -1], [3, -1], [3, 1], [2, 1], [2, -1]]]]}"#, [2, 0]),
    (
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [7, 0]}}, {"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 2]}}]}"#,
      [0, 2]
    ),
  ])
  func `are to the nearest place of any kind of geometry`(geoJSON: String, degrees: [Double]) throws {
    let ruler = Ruler(latitude: 0)
    let expected = degrees[0] * ruler.east + degrees[1] * ruler.north
    #expect(near(try meters(from: Shape(.point, [[(0, 0)]]), to: geoJSON), expected))
  }

  private static let shapes: [(GeometryType, [(Double, Double)], String, Double)] = [
    // A line across another, past one, within an area; an area around a place, apart from one, in a hole.
    (
      GeometryType.lineString, [(-1.0, 0.0), (1, 0)],
      #"{"type": "LineString", "coordinates": [[0, -1], [0, 1]]}"#, 0.0
    ),
    (.lineString, [(-1, 0), (1, 0)], #"{"type": "Point", "coordinates": [3, 0]}"#, 2),
    (
      .lineString, [(-1, 0), (1, 0)],
      #"{"type": "Polygon", "coordinates": [[[-9, -9], [9, -9], [9, 9], [-9, 9], [-9, -9]]]}"#, 0
    ),
    (
      .polygon, [(-1, 0), (1, 0), (1, 1), (-1, 1), (-1, 0)], #"{"type": "Point", "coordinates": [0, 0.5]}"#, 0
    ),
    (.polygon, [(-1, 0), (1, 0), (1, 1), (-1, 1), (-1, 0)], #"{"type": "Point", "coordinates": [4, 0]}"#, 3),
    (
      .polygon, [(-1, 0), (1, 0), (1, 1), (-1, 1), (-1, 0)],
      #"{"type": "Polygon", "coordinates": [[[-9, -9], [9, -9], [9, 9], [-9, 9], [-9, -9]], [[-3, -3], [-3, 4], [3, 4], [3, -3], [-3, -3]]]}"#,
      2
    ),
  ]

  @Test(arguments: shapes)
  func `are from lines and areas too`(
    kind: GeometryType, places: [(Double, Double)], geoJSON: String, degrees: Double
  ) throws {
    let expected = degrees * Ruler(latitude: 0).east
    #expect(near(try meters(from: Shape(kind, [places]), to: geoJSON), expected))
  }

  @Test func `go the shorter way across the antimeridian`() throws {
    let east = Shape(.point, [[(179.9, 0)]])
    #expect(
      near(
        try meters(from: east, to: #"{"type": "LineString", "coordinates": [[-179.9, -1], [-179.9, 1]]}"#),
        0.2 * Ruler(latitude: 0).east))
  }

  @Test func `are none for what has no place`() throws {
    #expect(try meters(from: Shape(.point, []), to: #"{"type": "Point", "coordinates": [0, 0]}"#).isNaN)
    #expect(
      try meters(from: Shape(.unknown, [[(0, 0)]]), to: #"{"type": "Point", "coordinates": [0, 0]}"#).isNaN)
    try expect(
      meters(from: Shape(.point, [[(0, 0)]]), to: #"{"type": "FeatureCollection", "features": []}"#),
      equals: .infinity)
    try expect(
      value(#"["distance"]"#),
      equals: ": 'distance' expression requires exactly one argument, but found 0 instead.")
  }

  @Test func `are those of trying all pairs`() {
    var seeded = Seeded(seed: 7)
    func random() -> Double { seeded.number(in: 0...1) }
    func line(_ count: Int, _ x: Double, _ y: Double) -> [Point] {
      (0..<count).map { _ in Point(x: x + random() * 4, y: y + random() * 4) }
    }
    let ruler = Ruler(latitude: 50)
    for round in 0..<40 {
      let (own, other) = (line(1 + round, 0, 50), line(2 + round * 3, 4.5, 51))
      guard let p = SpatialShape(.lines, [own]), let q = SpatialShape(.lines, [other]) else {
        Issue.record("no shape")
        return
      }
      // The shapes are apart, so that an end of one segment is nearest.
      var nearest = Double.infinity
      for (ends, line) in [(own, other), (other, own)] where line.count > 1 {
        for end in ends {
          for (a, b) in zip(line, line.dropFirst()) {
            nearest = min(nearest, ruler.squaredDistance(end, a, b).squareRoot())
          }
        }
      }
      #expect(near(p.distance(to: q, ruler, below: .infinity), nearest))
      #expect(near(q.distance(to: p, ruler, below: .infinity), nearest))
    }
  }

  @Test func `to an area of a million corners are found soon`() throws {
    let count = 1_000_000
    let ring = (0...count).map { index -> Point in
      let angle = Double(index % count) / Double(count) * 2 * .pi
      return Point(x: 10 * cosine(angle), y: 10 * cosine(angle - .pi / 2))
    }
    let area = try #require(SpatialShape(.area, [ring]))
    let ruler = Ruler(latitude: 0)
    let spent = try processorSeconds {
      for step in 0..<200 {
        let x = Double(step) / 10
        let place = try #require(SpatialShape(.points, [[Point(x: x, y: 0)]]))
        let found = place.distance(to: area, ruler, below: .infinity)
        #expect(abs(found - max(0, x - 10) * ruler.east) < 1)
      }
    }
    // Comparing each place with every corner would take 200 million distances.
    #expect(spent < 10, "\(spent)")
  }

  /// A cosine without Foundation: Taylor's series after taking whole turns off.
  private func cosine(_ angle: Double) -> Double {
    let x = angle.remainder(dividingBy: 2 * .pi)
    var (sum, term) = (1.0, 1.0)
    for n in 1...14 {
      let divisor: Int = (2 * n - 1) * (2 * n)
      term *= -x * x / Double(divisor)
      sum += term
    }
    return sum
  }
}
