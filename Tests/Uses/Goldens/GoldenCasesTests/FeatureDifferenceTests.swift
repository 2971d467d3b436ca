import Drawing
import ImageDiff
import JSONDocument
import TestSupport
import Testing

@testable import GoldenCases

@Suite struct `Markers that differ` {
  /// A collection of clusters: id, count, longitude, latitude.
  private func clusters(_ rows: [(id: Int, count: Int, lon: Double, lat: Double)], zoom: Int = 3) -> String {
    let features = rows.map { row in
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [\#(row.lon), \#(row.lat)]}, "properties": {"cluster_id": \#(row.id), "point_count": \#(row.count), "source": "p", "x": \#(row.lon * 2)}}"#
    }
    return
      #"{"type": "FeatureCollection", "view": {"zoom": \#(zoom)}, "features": [\#(features.joined(separator: ", "))]}"#
  }

  private func difference(_ old: String, _ new: String) throws -> FeatureDifference {
    try #require(
      FeatureDifference(
        between: try JSONText(parsing: old).root, and: try JSONText(parsing: new).root, tolerance: 1e-9))
  }

  @Test func `are paired by their ids, wherever they stand`() throws {
    let old = clusters([(1, 12, 13.3, 52.47), (2, 5, 0, 0), (3, 4, 1, 1), (4, 4, 2, 2)])
    let new = clusters([(9, 2, 7, 8), (1, 13, 13.3, 52.4712), (2, 5, 0, 0)])
    let found = try difference(old, new)
    expect(found.text, equals: "cluster 12 → 13 at 13.30, 52.47; 1 new; 2 gone")
    expect(
      found.lines,
      equals: [
        "cluster 12 → 13 at 13.30, 52.47", "new: cluster of 2 at 7.00, 8.00",
        "gone: cluster of 4 at 1.00, 1.00",
        "gone: cluster of 4 at 2.00, 2.00",
      ])
    #expect(try difference(old, old).isEmpty)
  }

  @Test func `are described by what changed of them`() throws {
    let old = clusters([(1, 12, 1, 2), (2, 5, 3, 4)])
    try expect(
      difference(old, clusters([(1, 12, 1.000001, 2), (2, 5, 3, 4)])).text,
      equals: "cluster of 12 moved from 1.000000, 2.000000 to 1.000001, 2.000000")
    try expect(
      difference(old, clusters([(1, 13, 1, 2), (2, 6, 3, 4)])).text,
      equals: "2 markers changed, first cluster 12 → 13 at 1.00, 2.00")
    try expect(
      difference(old, clusters([(2, 5, 3, 4), (1, 12, 1, 2)])).text, equals: "markers in another order")
    try expect(
      difference(old, clusters([(2, 6, 3, 4), (1, 12, 1, 2)])).text, equals: "cluster 5 → 6 at 3.00, 4.00")
    try expect(difference(old, clusters([], zoom: 4)).text, equals: "2 gone; view.zoom: expected 3, found 4")
    try expect(
      difference(clusters([(1, 1, 1, 2)], zoom: 13), clusters([(1, 2, 1, 2)], zoom: 13)).text,
      equals: "cluster 1 → 2 at 1.0000, 2.0000")
    let point =
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"id": "a", "name": "x"}}]}"#
    try expect(
      difference(point, point.replacing(#""x""#, with: #""y""#)).text,
      equals: #"point "a" at no position: properties.name: expected "x", found "y""#)
  }

  @Test func `are paired by their places where ids are numbers that all change`() throws {
    let old = clusters([(1, 12, 10, 50), (2, 5, 11, 50), (3, 4, 12, 50)])
    // A cluster before them shifts the numbers; the middle one grows, and moves with its points.
    let new = clusters([(1, 2, 30, 50), (2, 12, 10, 50), (3, 6, 11.1, 50.1), (4, 4, 12, 50)])
    let (before, after) = (try JSONText(parsing: old).root, try JSONText(parsing: new).root)
    let found = try #require(
      FeatureDifference(between: before, and: after, tolerance: 1e-9, pairsByPlace: true))
    expect(found.lines, equals: ["cluster 5 → 6 at 11.10, 50.10", "new: cluster of 2 at 30.00, 50.00"])
    let shifted = try #require(
      FeatureDifference(
        between: before,
        and: try JSONText(
          parsing: old.replacing(#""cluster_id": 3"#, with: #""cluster_id": 7"#)
        ).root, tolerance: 1e-9, pairsByPlace: true))
    #expect(shifted.isEmpty)
    // A golden of data holds the ids, too; what has grown comes first.
    let data = try difference(
      clusters([(7, 3, 10, 50), (1, 4, 20, 50)]), clusters([(8, 3, 10, 50), (1, 5, 20, 50)]))
    expect(
      data.lines,
      equals: [
        "cluster 4 → 5 at 20.00, 50.00",
        "cluster of 3 at 10.00, 50.00: properties.cluster_id: expected 7, found 8",
      ])
  }

  @Test(arguments: [
    "[]", #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}}]}"#,
    #"{"type": "FeatureCollection", "features": [{"id": 1}, {"id": 1}]}"#,
  ])
  func `are compared as values where ids do not separate them`(json: String) throws {
    let root = try JSONText(parsing: json).root
    expect(FeatureDifference(between: root, and: root, tolerance: 0), equals: nil)
  }

  // MARK: Explanations

  /// The outcome of a picture with markers beside its golden.
  private func outcome(
    _ gray: UInt8, _ markers: String, mode: RecordMode = .never, files: MemoryFiles
  ) throws -> GoldenOutcome {
    let document = try CaseDocument(#"{"golden": {"explain": true}}"#, path: "a.json") { files[$0] != nil }
    let run = GoldenRun(files: files, mode: mode) { _ in
      CaseDrawings(actuals: [drawn(plain(gray))], markers: [0: Array(markers.utf8)])
    }
    return try #require(run.outcomes(of: [document], jobs: 1).first)
  }

  @Test func `explain a picture that differs`() throws {
    let files = MemoryFiles([:])
    let old = clusters([(1, 12, 1, 2)])
    try expect(outcome(1, old, mode: .missing, files: files).message, equals: "new")
    let kept = String(decoding: try #require(files["a.markers.json"]), as: UTF8.self)
    #expect(kept.contains(#""markersOf": "a.json""#) && !kept.contains(#""x""#), "\(kept)")
    try expect(outcome(1, old, files: files).message, equals: "")
    // Columns that are drawn, such as x, are no part of it.
    let redrawn = old.replacing(#""x": 2.0"#, with: #""x": 7"#)
    #expect(try outcome(2, redrawn, files: files).message.hasSuffix("; same clusters, other drawing"))
    let changed = try outcome(2, clusters([(1, 13, 1, 2), (2, 1, 3, 4)]), files: files)
    #expect(changed.message.hasSuffix("by up to 1 of 255; cluster 12 → 13 at 1.00, 2.00; 1 new"))
  }

  @Test func `are written beside a golden that is the same, and over no file of another's`() throws {
    let files = MemoryFiles(["a.png": plain(1)])
    try expect(outcome(1, clusters([]), files: files).status, equals: .same)
    expect(files["a.markers.json"], equals: nil)
    try expect(outcome(1, clusters([]), mode: .missing, files: files).status, equals: .same)
    #expect(files["a.markers.json"] != nil)
    let other = MemoryFiles(["a.png": plain(1), "a.markers.json": Array("{}".utf8)])
    try expect(
      outcome(1, clusters([]), mode: .all, files: other).message,
      equals: "the golden cannot be written: a.markers.json is no file of its markers; rename it")
    expect(other["a.markers.json"], equals: Array("{}".utf8))
  }

  // MARK: Pictures

  @Test func `of another size are drawn over one another`() throws {
    let files = MemoryFiles(["a.png": plain(1, width: 2, height: 5)])
    let document = try CaseDocument("{}", path: "a.json") { files[$0] != nil }
    let report = MemoryReport()
    let run = GoldenRun(files: files, store: report.store) { _ in CaseDrawings(actuals: [drawn(plain(1))]) }
    let outcome = try #require(run.outcomes(of: [document], jobs: 1).first)
    expect(outcome.status, equals: .notComparable)
    let picture = try bitmap(of: try #require(report["a.png"]?.difference))
    #expect((picture.width, picture.height) == (4, 5))
    // What both have is the same; the rest is red, and what none has is empty.
    #expect(picture[0, 0] != (255, 0, 0, 255))
    #expect((picture[3, 0] == (255, 0, 0, 255), picture[0, 4] == (255, 0, 0, 255)) == (true, true))
    #expect(picture[3, 4] != (255, 0, 0, 255))
  }

  @Test func `count however little they do, but not beneath alpha 0`() throws {
    func picture(_ pixels: [UInt8]) throws -> Bitmap {
      try #require(Bitmap(width: 2, height: 1, pixels: pixels))
    }
    let one = try picture([1, 2, 3, 255, 9, 9, 9, 0])
    expect(unequalPixels(one, try picture([1, 2, 3, 255, 1, 1, 1, 0])), equals: 0)
    expect(unequalPixels(one, try picture([1, 2, 4, 255, 9, 9, 9, 1])), equals: 2)
    expect(unequalPixels(one, try #require(Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 0]))), equals: nil)
  }

  @Test func `by their name alone are a golden that was renamed`() throws {
    let files = MemoryFiles(["old.png": plain(3), "other.png": plain(4), "old.svg": Array("<svg/>".utf8)])
    let documents = [
      try CaseDocument("{}", path: "new.json") { files[$0] != nil },
      try CaseDocument(#"{"golden": {"formats": ["svg"]}}"#, path: "s.json") { files[$0] != nil },
    ]
    let run = GoldenRun(files: files) { document in
      CaseDrawings(actuals: [
        document.path == "s.json" ? .success(.file(Array("<svg/>".utf8), as: .svg)) : drawn(plain(3))
      ])
    }
    let stale = ["old.png", "other.png", "old.svg"].map {
      GoldenOutcome(name: $0, golden: nil, verdict: .stale)
    }
    expect(
      run.renamed(stale, among: run.outcomes(of: documents, jobs: 1)).map(\.message),
      equals: [
        "no case draws this golden, but new.png is missing and looks like it; rename it",
        "no case draws this golden; remove it",
        "no case draws this golden, but s.svg is missing and looks like it; rename it",
      ])
  }
}
