import MapContent
import MapFeatures
import MapGeometry
import MapStyle
import TestSupport
import Testing

/// The oracle is the specification: `["id"]` gives "the feature's id, if it has one".
@Suite struct `The id of a feature` {
  private static let table = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "id": 70, "properties": {"name": "Oslo", "capital": true}, "geometry": {"type": "Point", "coordinates": [-40, 0]}},
      {"type": "Feature", "properties": {"name": "nowhere"}, "geometry": null},
      {"type": "Feature", "properties": {"name": "Rome", "capital": [1]}, "geometry": {"type": "Point", "coordinates": [0, 0]}},
      {"type": "Feature", "id": "z", "properties": {"name": null}, "geometry": {"type": "Point", "coordinates": [40, 0]}}]}
    """

  /// What a label shows of every point in turn.
  private func labels(_ text: String, source: String) throws -> [String] {
    let layer = """
      {"id": "labels", "type": "symbol", "source": "a",
       "layout": {"text-field": \(text), "text-allow-overlap": true, "text-size": 4}}
      """
    return try texts(drawn(layer, of: Self.table, source: source).scene).map { run in
      run.fragments.map(\.text).joined()
    }
  }

  @Test(arguments: [
    ("", ["number 70", "null ", "string z"]),
    (#", "promoteId": "name""#, ["string Oslo", "string Rome", "null "]),
    (#", "promoteId": "capital""#, ["number 1", "null ", "null "]),
    (#", "generateId": true"#, ["number 0", "number 2", "number 3"]),
    (#", "generateId": true, "promoteId": "name""#, ["string Oslo", "string Rome", "null "]),
  ])
  func `is what the source makes it`(source: String, ids: [String]) throws {
    let text = #"["concat", ["typeof", ["id"]], " ", ["to-string", ["id"]]]"#
    try expect(labels(text, source: source), equals: ids)
  }

  @Test(arguments: [
    ("", #"["==", "$id", "z"]"#, 1), ("", #"["!", ["==", ["id"], null]]"#, 2),
    (#", "promoteId": "name""#, #"["==", "$id", "Rome"]"#, 1),
    (#", "generateId": true"#, #"["in", "$id", 0, 3, 70]"#, 2),
  ])
  func `is what filters of layers and sources see`(source: String, filter: String, count: Int) throws {
    let layer = #"{"id": "dots", "type": "circle", "source": "a"}"#
    let filtered = #"{"id": "dots", "type": "circle", "source": "a", "filter": \#(filter)}"#
    try expect(circles(drawn(filtered, of: Self.table, source: source).scene).count, equals: count)
    let filtering = source + #", "filter": \#(filter)"#
    try expect(circles(drawn(layer, of: Self.table, source: filtering).scene).count, equals: count)
  }

  @Test func `leaves what markers are called as it is`() throws {
    let layer = #"{"id": "dots", "type": "circle", "source": "a"}"#
    let snapshot = try drawn(layer, of: Self.table, source: #", "promoteId": "name""#)
    let called = snapshot.scene.layers.flatMap(\.marks).compactMap { $0.subject?.id }
    expect(called, equals: ["70", "3", "z"])
  }

  @Test func `of features that have none is their place in the input`() throws {
    let layer =
      #"{"id": "dots", "type": "circle", "source": "a", "paint": {"circle-radius": ["get", "name"]}}"#
    let reported = try drawn(layer, of: points([(0, 0, #"{"name": "Rome"}"#)])).reported
    expect(reported.count, equals: 1, "\(reported)")
    #expect(reported.allSatisfy { $0.hasSuffix("first met in feature 1") }, "\(reported)")
  }

  @Test func `is the row number of separated values without an id column`() throws {
    let bytes = ByteArray("name,lon,lat\nOslo,0,0\nRome,40,0\n")
    let table = try FeatureTable.read(bytes)
    for (identity, ids) in [
      (FeatureIdentity.own, ["1", "2"]), (.property("name"), ["Oslo", "Rome"]), (.number, ["0", "1"]),
    ] {
      let source = try MapSource(id: "points", features: table, identity: identity)
      let style = try layered(
        #"{"id": "l", "type": "symbol", "source": "points", "layout": {"text-field": ["to-string", ["id"]]}}"#
      )
      try expect(
        texts(picture(style, [source], frame())).map { $0.fragments.map(\.text).joined() }, equals: ids)
    }
  }
}
