import Foundation
import MapClusters
import MapGeometry
import TestSupport
import Testing

/// The AMap cluster-marker demo, feature by feature.
@Suite struct `AMapMarkerDemo` {
  @Test(
    arguments: [(80.0, [1, 1, 1, 1, 1]), (90, [2, 2, 1]), (140, [3, 2]), (200, [4, 1])] as [(Double, [Int])])
  func `annotations within a distance of meters join`(meters: Double, counts: [Int]) throws {
    let places = [0, 0.0008, 0.0016, 0.0024, 0.0032].map { (0.0, $0) }
    let settings = ClusterPreset.amapDistance.settings.with { $0.distance = .meters(meters) }
    try expect(MapClustersTests.counts(places, view(0, 0, zoom: 14), settings), equals: counts)
  }

  @Test func `the grid clusters below zoom 19 only`() {
    let settings = ClusterPreset.amap.settings
    #expect(settings.clusters(atZoom: ClusterPreset.zoom(18.99)))
    #expect(!settings.clusters(atZoom: ClusterPreset.zoom(19)))
  }

  @Test func `cells by zoom`() throws {
    for (zoom256, points) in [
      (-1, 64), (12.99, 64.0), (13, 32), (14.99, 32), (15, 16), (17.99, 16), (18, 8),
    ] {
      try expect(cell(of: .amap, zoom256: zoom256), equals: points)
    }
  }

  @Test func `didSelectAnnotationView, didDeselectAnnotationView: a ring about the marker`() throws {
    let place = try hotels()
    for (step, isRinged) in [("", true), (#"{"deselect": true}, "#, false)] {
      try place.write(
        "story.json",
        #"{"sources": {"a": "a.csv"}, "preset": "amap", "basemap": "none", "size": [300, 200], "center": [10, 50], "zoom": 5, "#
          + #""steps": [{"add": true}, {"snapshot": "one"}, {"select": "2"}, \#(step){"snapshot": "two"}]}"#)
      _ = try place.succeed("animate story.json --at 1 -o two.svg")
      expect(place.text("two.svg").contains("id=\"selection\""), equals: isRinged)
    }
  }

  @Test func `CustomCalloutView: names and addresses of a cluster's members; a single's address`() throws {
    let place = try hotels()
    _ = try place.succeed(
      "render a.csv -o a.svg --preset amap --style amap --basemap none --center 20,40 --zoom 2 --size 600x400 "
        + "--callouts all --callout-columns name,address")
    let svg = place.text("a.svg")
    for text in ["Inn", "Main St", "Ritz", "High St", "Alone", "Far St"] {
      #expect(svg.contains(">\(text)<"))
    }
  }

  @Test func `search for a keyword: what it leaves is clustered`() throws {
    let place = try hotels()
    let lines = try place.run(
      "clusters a.csv --preset amap --center 20,40 --zoom 2 --format csv --members --size 600x400 --quiet"
        .words
        + ["--filter", "kind = 'hotel'"]
    ).outputLines
    try #require(lines.count == 3)
    lines[1].shows(",1 2,")
    lines[2].shows(",4,Alone,")
  }

  private func hotels() throws -> Workplace {
    let place = try Workplace()
    try place.write(
      "a.csv",
      "id,lon,lat,name,address,kind\n1,10,50,Inn,Main St,hotel\n2,10.001,50,Ritz,High St,hotel\n"
        + "3,10.002,50,Bar,Low St,bar\n4,40,20,Alone,Far St,hotel\n")
    return place
  }

  @Test func `bubbles are as large as their counts make them, and bounce for 0.6 seconds`() throws {
    try expect(diameters(style: "amap"), equals: expectedDiameters)
    try expect(framesOfTransition(preset: "amap"), equals: 12)
  }

  @Test func `knows amap's annotations by place and count`() async throws {
    let manager = ClusterManager(preset: .amap)
    try await manager.add(points([(10, 10), (10.1, 10.1)]))
    let viewport = try view(10, 10, zoom: 4)
    try await manager.reload(viewport)
    try await manager.remove(["p0"])
    try await manager.add(points([(10.000001, 10.000001)], from: 2))
    #expect(try await manager.reload(viewport).isEmpty)
  }
}
