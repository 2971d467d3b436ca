import Foundation
import MapFeatures
import TestSupport
import Testing

@Suite struct `Edges along great circles` {
  private func read(_ geometry: String, limit: Int? = nil) throws(FeatureError) -> ShapeFeature {
    var options = ReadingOptions()
    (options.edges, options.pointLimit) = (.geodesic, limit)
    let text = #"{"type": "Feature", "properties": {}, "geometry": \#(geometry)}"#
    return try FeatureTable.read(ByteArray(Array(text.utf8)), options: options).shapes[0]
  }

  /// By Clairaut's relation a great circle is farthest from the equator where sin α · cos φ of any of its points is cos φ.
  @Test func `reach as far north as Clairaut's relation has it`() throws {
    let line = try read(#"{"type": "LineString", "coordinates": [[-73.78, 40.64], [140.39, 35.76]]}"#)
      .coordinates(ofPath: 0)
    let radians = Double.pi / 180
    let (a, b, turn) = (40.64 * radians, 35.76 * radians, (140.39 + 73.78) * radians)
    let heading = atan2(sin(turn) * cos(b), cos(a) * sin(b) - sin(a) * cos(b) * cos(turn))
    let highest = acos(abs(sin(heading) * cos(a))) / radians
    #expect(abs(try #require(line.map(\.latitude).max()) - highest) < 0.01)
    // New York to Tokyo goes over Alaska, westward: the end is 360° less.
    #expect(abs(try #require(line.last).longitude - (140.39 - 360)) < 1e-9)
    #expect(zip(line, line.dropFirst()).allSatisfy { abs($0.longitude - $1.longitude) < 1 })
    #expect(line.count > 380)
  }

  @Test func `are straight along the border of a map, and where there is nothing to add`() throws {
    let box = try read(
      #"{"type": "Polygon", "coordinates": [[[-180, -90], [180, -90], [180, -70], [-180, -70], [-180, -90]]]}"#
    )
    let corners = box.coordinates(ofPath: 0).filter { abs($0.longitude) < 180 }
    #expect(corners.isEmpty)
    let short = try read(#"{"type": "LineString", "coordinates": [[0, 0], [0.1, 0.1]]}"#)
    expect(short.coordinates(ofPath: 0).count, equals: 2)
    // Opposite places have no shortest way.
    let opposite = try read(#"{"type": "LineString", "coordinates": [[0, 10], [180, -10]]}"#)
    expect(opposite.coordinates(ofPath: 0).count, equals: 2)
  }

  @Test func `of areas take the short way across the antimeridian`() throws {
    let ring = try read(
      #"{"type": "Polygon", "coordinates": [[[-177.1, 48.6], [179.6, 49], [179.3, 47.5], [-178.6, 47.1], [-177.1, 48.6]]]}"#
    ).coordinates(ofPath: 0)
    expect(ring.first, equals: ring.last)
    // From 179.3° to 182.9°, or the same a turn less: 3.6° wide, not 356.7°.
    let longitudes = ring.map(\.longitude)
    #expect(abs(longitudes.max()! - longitudes.min()! - 3.6) < 1e-9)
  }

  /// The ring about the pole at 60° north, counterclockwise: all that lies north of it and nothing else.
  @Test(arguments: [60.0, -60])
  func `of a ring around a pole are closed along it`(latitude: Double) throws {
    let ring = try read(
      "{\"type\": \"Polygon\", \"coordinates\": [[[170, \(latitude)], [-100, \(latitude)], [0, \(latitude)], [80, \(latitude)], [170, \(latitude)]]]}"
    ).coordinates(ofPath: 0)
    expect(ring.first, equals: ring.last)
    expect(ring.count { abs($0.latitude) == 90 }, equals: 2)
    let border = ring.filter { abs(abs($0.longitude) - 180) < 1e-9 || abs($0.longitude - 540) < 1e-9 }
    expect(border.count, equals: 4)
    // By the shoelace formula: 360° times the mean of 90° − |latitude| along the edges.
    let doubled = zip(ring, ring.dropFirst()).reduce(0) {
      $0 + $1.0.longitude * $1.1.latitude - $1.1.longitude * $1.0.latitude
    }
    #expect((360 * 5...360 * 30).contains(abs(doubled) / 2), "\(doubled)")
  }

  @Test func `of tracks are straight, and go on across the antimeridian`() throws {
    var options = ReadingOptions()
    options.areTracks = true
    let text =
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[178, -18], [179.5, -17], [-179, -16], [-172, -14]]}}"#
    func longitudes() throws -> [Double] {
      try FeatureTable.read(ByteArray(Array(text.utf8)), options: options).shapes[0].longitudes
    }
    try expect(longitudes(), equals: [178, 179.5, 181, 188])
    options.areTracks = false
    try expect(longitudes(), equals: [178, 179.5, -179, -172])
  }

  @Test func `keep paths apart, and rings closed`() throws {
    let shape = try read(
      #"{"type": "Polygon", "coordinates": [[[0, 40], [60, 40], [60, 60], [0, 40]], [[20, 45], [40, 45], [40, 50], [20, 45]]]}"#
    )
    expect(shape.pathCount, equals: 2)
    for path in 0..<2 {
      let ring = shape.coordinates(ofPath: path)
      expect(ring.first, equals: ring.last)
      #expect(ring.count > 20)
    }
    #expect(shape.coordinates(ofPath: 1).allSatisfy { (20...40).contains($0.longitude) })
  }

  @Test func `count in the limit of points`() {
    #expect(throws: FeatureError.self) {
      try read(#"{"type": "LineString", "coordinates": [[0, 0], [90, 0]]}"#, limit: 100)
    }
  }
}
