import Drawing
import MapContent
import MapScene
import MapSession
import SessionSupport
import TestSupport
import Testing

/// Filters of several layers over one property, which are asked once for all points that are alike in it.
@Suite struct `Filters of several layers` {
  /// Conditions on the property `k` with the rows of ``rows`` that meet each.
  private static let conditions: [(filter: String, rows: Int)] = [
    (#"["==", ["get", "k"], 7]"#, 2), (#"["==", ["get", "k"], "07"]"#, 1), (#"["==", ["get", "k"], "a"]"#, 1),
    (#"["==", ["get", "k"], true]"#, 1), (#"["==", ["get", "k"], null]"#, 1), (#"["==", "k", 7]"#, 2),
    (#"["all", ["==", ["get", "k"], 7], ["has", "k"]]"#, 2), (#"["all", ["==", "k", "a"], ["has", "k"]]"#, 1),
    (#"["==", ["geometry-type"], "Point"]"#, 6), (#"["==", "$type", "LineString"]"#, 0),
    (#"["in", "k", "a", "07"]"#, 2), (#"["has", "k"]"#, 6), (#"[">", ["to-number", ["get", "k"]], 6.5]"#, 3),
    (#"["==", ["to-string", ["get", "k"]], "7"]"#, 2), (#"["==", ["to-string", ["get", "k"]], "a"]"#, 1),
    (#"["==", ["to-string", ["get", "k"]], "b"]"#, 0), (#"["==", ["typeof", ["get", "k"]], "string"]"#, 2),
  ]
  private static let rows = "lon,lat,k\n0,0,7\n10,0,07\n20,0,a\n30,0,true\n40,0,\n50,0,7.0\n"

  /// Returns how many marks each layer draws, where the style has these layers alone.
  private func marks(of numbers: [Int]) async throws -> [Int] {
    let scene = try await snapshot(numbers.map { Self.conditions[$0].filter }, Self.rows).scene
    return numbers.indices.map { number in
      scene.layers.first { $0.id == "l\(number)" }?.singleMarks.count ?? 0
    }
  }

  private func snapshot(_ filters: [String], _ rows: String) async throws -> Snapshot {
    let layers = filters.enumerated().map { number, filter in
      #"{"id": "l\#(number)", "type": "circle", "source": "p", "filter": \#(filter)}"#
    }
    let style = """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [\(layers.joined(separator: ","))]}
      """
    let session = MapSession(resources: MemoryResources(["a.csv": rows, "style.json": style]))
    let request = try MapSpecification(
      json:
        #"{"sources": {"p": "a.csv"}, "style": "style.json", "size": [512, 64], "center": [25, 0], "zoom": 1}"#
    )
    return try await session.pictures(of: request).pictures[0].snapshot
  }

  @Test func `let the rows pass that each condition names`() async throws {
    try await expect(marks(of: Array(Self.conditions.indices)), equals: Self.conditions.map(\.rows))
  }

  @Test func `let rows of a crowd pass, and note each for which they fail`() async throws {
    let rows = (0..<1200).map { "\(Double($0) / 100),0,\($0 % 3 == 0 ? "a" : "\($0 % 5)")" }
    let filters = [">", "!=", "=="].map { "[\"\($0)\", [\"number\", [\"get\", \"k\"]], 2]" }
    let snapshot = try await snapshot(filters, "lon,lat,k\n" + rows.joined(separator: "\n"))
    // Of 800 numbers two fifths are 3 or 4, and a fifth is 2.
    expect(
      snapshot.scene.layers.filter { $0.id.hasPrefix("l") }.map(\.singleMarks.count), equals: [320, 640, 160])
    expect(snapshot.notes.filter { $0.code == "filter-failed" }.map(\.count), equals: [400, 400, 400])
  }

  @Test(arguments: conditions.indices)
  func `let the same rows pass as one of them alone`(number: Int) async throws {
    try await expect(marks(of: [number]), equals: [Self.conditions[number].rows])
  }
}
