import Foundation
import MapClusters
import MapGeometry
import TestSupport
import Testing

/// TBAnnotationClustering, feature by feature, named as it names them.
@Suite struct `TBAnnotationClustering` {
  @Test func `TBCellSizeForZoomScale`() throws {
    for (zoom256, points) in [(0.0, 88.0), (12.5, 64), (15.5, 32), (18.5, 16), (19.4, 16), (19.5, 88)] {
      try expect(cell(of: .tb, zoom256: zoom256), equals: points)
    }
  }

  @Test func `buildTree from a CSV file, without a header of its own names`() throws {
    let place = try Workplace()
    // As its own file is written: longitude, latitude, name, address, telephone.
    try place.write(
      "hotels.csv",
      """
      -149.8935557,61.21759217,Sheraton Anchorage,401 East 6th Avenue - Anchorage AK,(907) 276-8700
      -149.8933557,61.21759217,Hilton Anchorage,500 West 3rd Avenue - Anchorage AK,(907) 272-7411
      -87.8911,30.6597,Alone Inn,1 Main Street,(251) 580-1000
      """)
    let lines = try place.run(
      "clusters hotels.csv --preset tb --center -120,45 --zoom 2 --format csv"
    ).outputLines
    try #require(lines.count == 3)
    #expect(lines.contains { $0.contains(",2 hotels in this area,") })
    // Its title is the name, and its subtitle the telephone number.
    let drawn = try place.run(
      "render hotels.csv --preset tb --basemap none --callouts all -o a.svg")
    expect(drawn.status, equals: 0)
    for text in [">2 hotels in this area<", ">Alone Inn<", ">(251) 580-1000<"] {
      #expect(place.text("a.svg").contains(text))
    }
  }

  @Test func `clusters at every zoom`() {
    #expect(ClusterPreset.tb.settings.clusters(atZoom: ClusterPreset.zoom(22)))
  }

  @Test func `TBScaledValueForValue: bubbles are as large as their counts make them`() throws {
    try expect(diameters(style: "tb"), equals: expectedDiameters)
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
    expect(markers.map(\.isCluster), equals: [true, false])
    await expect(manager.title(of: markers[0]), equals: "2 hotels in this area")
    await expect(manager.title(of: markers[1]), equals: "Inn")
    await expect(manager.subtitle(of: markers[1]), equals: "+49 30 1")
  }

  @Test func `addBounceAnnimationToView: 0.6 seconds`() throws {
    try expect(framesOfTransition(preset: "tb"), equals: 12)
  }
}
