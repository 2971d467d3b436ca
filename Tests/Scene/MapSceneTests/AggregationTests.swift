import Foundation
import MapContent
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `What clusters carry` {
  private let layer = """
    {"id": "sums", "type": "symbol", "source": "a",
     "layout": {"text-field": ["to-string", ["get", "sum"]], "text-size": 4}}
    """

  private func drawn(_ property: String, of values: [String]) throws -> Snapshot {
    try MapSceneTests.drawn(
      layer, of: points(values.map { (0, 0, "{\"mag\": \($0)}") }),
      source: #", "cluster": true, "clusterProperties": {"sum": \#(property)}"#)
  }

  @Test(arguments: [
    // A map that fails, and one that gives null, which cannot be added: the points whose value it is are counted.
    (#"["+", ["case", ["<", ["get", "mag"], 2], 1, 0]]"#, ["5", "null", "1", "null", "7"], 2, "2"),
    (#"["+", ["case", ["<", ["get", "mag"], 2], 1, 0]]"#, ["null", "1", "1", "1"], 1, "1"),
    (#"["+", ["get", "mag"]]"#, ["5", "null", "1", "null", "7"], 2, "2"),
    (#"["+", ["get", "mag"]]"#, ["null", "5", "1", "2"], 1, "1"),
    (#"["+", ["get", "mag"]]"#, ["null", "null", "null"], 3, "1"),
    (#"["+", ["get", "mag"]]"#, ["1", "2", "3", "4", "null"], 1, "5"),
  ])
  func `reports the points that fail, not what follows from them`(
    property: String, values: [String], count: Int, first: String
  ) throws {
    let notes = try drawn(property, of: values).notes.filter { $0.code == "expression-failed" }
    expect(notes.map(\.count), equals: [count], "\(notes)")
    expect(notes.first?.message.hasSuffix("first met in feature \(first)"), equals: true, "\(notes)")
    expect(notes.first?.path.dotted, equals: "sources.a.clusterProperties.sum")
  }

  @Test func `is the reduced value where all points have one`() throws {
    let snapshot = try drawn(#"["+", ["get", "mag"]]"#, of: ["5", "1", "0.5"])
    expect(texts(snapshot.scene).flatMap(\.fragments).map(\.text), equals: ["6.5"])
    #expect(snapshot.notes.isEmpty)
  }

  @Test func `goes on where the reduction itself bears null`() throws {
    let property =
      #"[["+", ["coalesce", ["accumulated"], 0], ["coalesce", ["get", "sum"], 0]], ["get", "mag"]]"#
    let snapshot = try drawn(property, of: ["null", "1", "null", "3"])
    expect(texts(snapshot.scene).flatMap(\.fragments).map(\.text), equals: ["4"])
    #expect(snapshot.notes.isEmpty)
  }

  @Test func `counts points without a magnitude in no class of the donut style`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Styles")
    let bytes = try Data(contentsOf: folder.appending(path: "donut.json"))
    let style = try #require(Style.parseWithSettings(Array(bytes)).style)
    let values = ["1", "2.5", "null", "\"?\"", "5", "4", "3.9", "null"]
    let table = try geoFeatures(
      points(values.map { (0, 0, "{\"mag\": \($0)}") } + [(90, 0, #"{"mag": null}"#)]))
    let source = try #require(style.source("earthquakes"))
    let data = try MapSource(
      id: "earthquakes", features: table, clustering: SourceClustering(source, options: ClusterOptions()))
    let snapshot = try MapSnapshotter(style: style, sources: [data]).snapshot(
      of: frame(45, 0, width: 800), shaper: HalfEmShaper())
    #expect(snapshot.reported.isEmpty)
    let counts = try #require(snapshot.groups.first?.aggregates.first { !$0.isEmpty })
    expect(counts.map(\.value), equals: [1, 1, 1, 1, 1].map { .number($0) })
    expect(texts(snapshot.scene).flatMap(\.fragments).map(\.text), equals: ["5"])
  }
}
