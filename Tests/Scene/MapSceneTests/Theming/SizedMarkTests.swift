import Drawing
import Foundation
import MapContent
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `Sizes of marks` {
  /// The discs of a source that columns draw, from west to east; its points lie on the equator, 20 points apart a degree.
  private func discs(_ rows: [(longitude: Double, number: String)], _ change: (inout ClusterOptions) -> Void)
    throws -> [Circle]
  {
    let options = with(ClusterOptions()) {
      $0.method = .grid
      change(&$0)
    }
    let csv = "lon,lat,v\n" + rows.map { "\($0.longitude),0,\($0.number)\n" }.joined()
    let source = try MapSource(
      id: "points", features: try table(csv), clustering: SourceClustering(nil, options: options),
      drawing: options)
    let style = try layered(#"{"id": "dots", "type": "circle", "source": "points"}"#)
      .drawing("points", by: try #require(source.theme))
    let view = try viewport(zoom: log2(20 * 360 / 512), width: 3000, height: 400)
    let shot = try MapSnapshotter(style: style, sources: [source]).snapshot(of: view, shaper: BoxShaper())
    return circles(shot.scene).sorted { $0.center.x < $1.center.x }
  }

  @Test(arguments: [true, false])
  func `have the areas of their numbers, however wide these are written`(isAggregate: Bool) throws {
    let numbers = [1, 100, 174.25, 195, 1950]
    let rows = numbers.enumerated().map { (Double($0.offset) * 20 - 40, "\($0.element)") }
    let found = try discs(rows) {
      if isAggregate { $0.aggregate = ColumnAggregate(.sum, of: "v") } else { $0.sizeBy = "v" }
    }
    // The greatest has 32 points, the least that is seen 3.5.
    let expected = numbers.map { max(3.5, 32 * ($0 / 1950).squareRoot()) }
    expect(found.count, equals: 5)
    for (disc, radius) in zip(found, expected) { #expect(abs(disc.radius - radius) < 1e-9) }
  }

  @Test(arguments: [ColumnAggregate.Rule.sum, .mean, nil])
  func `of numbers below 0 are those of their magnitudes, and hollow`(rule: ColumnAggregate.Rule?) throws {
    let rows = [
      (-60.0, "-100"), (-40, "-1"), (-20, "0"), (0, "25"), (20, "100"), (40, "5"), (40.1, "-5"), (61, "-9"),
      (61.1, "-16"),
    ]
    let found = try discs(rows) {
      if let rule { $0.aggregate = ColumnAggregate(rule, of: "v") } else { $0.sizeBy = "v" }
    }
    let last = rule == .mean ? -12.5 : -25
    let expected = [-100, -1, 0, 25, 100, 0, last]
    expect(found.count, equals: expected.count)
    let blue = try #require(found.first { $0.radius == 32 }).fill
    for (disc, number) in zip(found, expected) {
      let radius = max(3.5, 32 * (number.magnitude / 100).squareRoot())
      // The rim of a hollow disc ends where a whole one does.
      #expect(abs(disc.radius + (number < 0 ? disc.strokeWidth : 0) - radius) < 1e-9, "\(number)")
      expect(disc.fill == blue, equals: (number >= 0), "\(number)")
      if number < 0 {
        expect(disc.stroke.hexadecimal, equals: blue.multiplyingAlpha(by: 1 / blue.alpha).hexadecimal)
      }
    }
  }

  @Test(arguments: ["light", "dark", "print"])
  func `grow with the logarithm of the count in built-in styles`(name: String) throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = (0..<5).reduce(here) { url, _ in url.deletingLastPathComponent() }
    let style = try style(
      String(contentsOf: root.appendingPathComponent("Styles/\(name).json"), encoding: .utf8))
    let layer = try #require(style.layers.first { $0.id == "clusters" })
    func value<Value>(_ count: Double, _ read: (EvaluationContext, inout StyleWarnings) -> Value) -> Value {
      let feature = MemberFeature([StyleMember(key: "point_count", value: .number(count))])
      var warnings = StyleWarnings()
      return read(EvaluationContext(feature: feature, globalState: style.state), &warnings)
    }
    for (count, radius) in [
      (2, 10.5), (10, 13), (100, 17), (1000, 22), (10_000, 28), (100_000, 35), (5e6, 35),
      (55, 13 + 4 * log10(5.5)),
    ] {
      let found = value(count) { layer.value(.circleRadius, in: $0, noting: &$1) }
      #expect(abs(found - radius) < 1e-3, "\(count)")
    }
    // A single point is never darker than the least cluster, as both look on the map.
    let single = try #require(style.layers.first { $0.id == "singles" })
    let point = value(1) { single.value(.circleColor, in: $0, noting: &$1) }
    let least = value(2) { layer.value(.circleColor, in: $0, noting: &$1) }
    let opacity = value(2) { layer.value(.circleOpacity, in: $0, noting: &$1) }
    let ground =
      name.contains("dark")
      ? Color(red: 0.11, green: 0.15, blue: 0.19) : Color(red: 0.97, green: 0.96, blue: 0.94)
    #expect(
      point.relativeLuminance >= least.multiplyingAlpha(by: opacity).over(ground).relativeLuminance - 1e-3)
  }
}
