import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

/// TBAnnotationClustering, feature by feature, named as it names them.
@Suite struct `TBAnnotationClustering` {
  @Test func `TBCellSizeForZoomScale`() throws {
    for (zoom256, points) in [(0.0, 88.0), (12.5, 64), (15.5, 32), (18.5, 16), (19.4, 16), (19.5, 88)] {
      #expect(try cell(of: .tb, zoom256: zoom256) == points)
    }
  }

  @Test func `buildTree from a CSV file, without a header of its own names`() throws {
    let place = try Workplace()
    try place.write("hotels.csv", "lon,lat,name,phone\n10,50,Inn,1\n10.001,50,Ritz,2\n60,-20,Alone,3\n")
    let lines = try place.run(
      "clusters hotels.csv --preset tb --center 30,20 --zoom 1 --format csv"
    ).outputLines
    try #require(lines.count == 3)
    #expect(lines[1].contains(",2 hotels in this area,"))
    #expect(lines[2].hasSuffix(",Alone,1,3,Alone,3"))
  }

  @Test func `clusters at every zoom`() {
    #expect(ClusterPreset.tb.settings.clusters(atZoom: ClusterPreset.zoom(22)))
  }

  @Test func `TBScaledValueForValue: bubbles are as large as their counts make them`() throws {
    #expect(try diameters(style: "tb") == expectedDiameters)
  }

  @Test func `titles: how many hotels, and a single's telephone number`() async throws {
    let manager = ClusterManager(preset: .tb)
    try await manager.add(
      points([(10, 10), (10, 10.01)]) + [
        ClusterPoint(
          id: "x", coordinate: Coordinate(latitude: 60, longitude: 60), title: "Inn",
          properties: ["phone": "+49 30 1"])
      ])
    try await manager.reload(view(30, 30, zoom: 2))
    let markers = await manager.markers
    #expect(markers.map(\.isCluster) == [true, false])
    #expect(await manager.title(of: markers[0]) == "2 hotels in this area")
    #expect(await manager.title(of: markers[1]) == "Inn")
    #expect(await manager.subtitle(of: markers[1]) == "+49 30 1")
  }

  @Test func `addBounceAnnimationToView: 0.6 seconds`() throws {
    #expect(try framesOfTransition(preset: "tb") == 12)
  }
}
