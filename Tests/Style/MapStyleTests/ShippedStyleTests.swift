import Foundation
import MapStyle
import TestSupport
import Testing

@Suite struct `The styles in Styles` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Styles")
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  /// Those that draw streets from vector tiles.
  static let streets = names.filter { $0.hasPrefix("streets-") }

  @Test(arguments: streets)
  func `for streets are at fault in nothing`(name: String) throws {
    let parsing = Style.parse(Array(try Data(contentsOf: Self.folder.appending(path: name))))
    let faults = parsing.diagnostics.filter { $0.severity > .info }.map { $0.text(file: name) }
    expect(faults, equals: [])
    expect(parsing.style.map { $0.layers.count > 40 }, equals: true)
    expect(parsing.style?.layers.contains { $0.sourceLayer != nil }, equals: true)
  }

  @Test(arguments: names.filter { !streets.contains($0) })
  func `check clean`(name: String) throws {
    let parsing = Style.parse(Array(try Data(contentsOf: Self.folder.appending(path: name))))
    let reported = parsing.diagnostics.filter { $0.severity > .info }.map { $0.text(file: name) }
    expect(reported, equals: [])
    expect(parsing.style?.layers.isEmpty, equals: false)
  }

  @Test func `are those that are promised`() {
    let promised = [
      "amap", "cch", "create-and-style-clusters", "dark", "debug", "donut", "light", "print",
      "several-groups", "tb", "clustermap", "pablo", "pins", "supercluster", "heatmap",
    ]
    #expect(promised.allSatisfy { Self.names.contains("\($0).json") })
  }

  @Test func `need nothing of ours to cluster elsewhere`() throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "create-and-style-clusters.json")))
    let parsing = Style.parse(bytes)
    let clustering = try #require(parsing.style?.source("earthquakes")?.geoJSON?.clustering)
    #expect((clustering.radius, clustering.maxZoom) == (50, 14))
  }

  @Test(arguments: ["amap", "tb"])
  func `have the diameters that people know`(name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "\(name).json")))
    let layer = try #require(Style.parse(bytes).style?.layer("clusters"))
    var warnings = StyleWarnings()
    for count in [2.0, 10, 100, 1000] {
      var context = EvaluationContext(zoom: 3)
      context.feature = SketchedFeature(["point_count": .number(count)])
      let radius = layer.value(.circleRadius, in: context, noting: &warnings)
      let ring = layer.value(.circleStrokeWidth, in: context, noting: &warnings)
      expect(2 * (radius + ring), equals: (44 / (1 + exp(-0.3 * pow(count, 0.4)))).rounded())
    }
  }

  @Test func `have the sizes of cch`() throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "cch.json")))
    let layer = try #require(Style.parse(bytes).style?.layer("clusters"))
    var warnings = StyleWarnings()
    let sizes = [
      (5.0, 21.0), (6, 24), (10, 24), (11, 25), (21, 28), (51, 31), (101, 34), (201, 36), (501, 38),
      (1000, 38),
      (1001, 39),
    ]
    for (count, diameter) in sizes {
      var context = EvaluationContext(zoom: 3)
      context.feature = SketchedFeature(["point_count": .number(count)])
      let radius = layer.value(.circleRadius, in: context, noting: &warnings)
      let ring = layer.value(.circleStrokeWidth, in: context, noting: &warnings)
      expect(2 * (radius + ring), equals: diameter, "\(count)")
    }
  }
}
