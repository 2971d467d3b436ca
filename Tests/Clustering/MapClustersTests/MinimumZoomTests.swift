import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `The coarsest zoom of the method radius` {
  // What the zoom itself shows is known without this setting.
  @Test(arguments: [0, 3, 7])
  func `is what all zooms below it show`(coarsest: Int) throws {
    let input = ClusterInput(randomTable(2000, seed: 91, latitudes: -70...70))
    let plain = ClusterSettings.standard(.radius)
    let limited = plain.with { $0.minimumZoom = coarsest }
    let index = try RadiusIndex(of: input, settings: plain)
    for zoom in 0...9 {
      let viewport = try view(20, 10, zoom: Double(zoom) + 0.5)
      let expected = items(of: index, zoom: max(zoom, coarsest), in: viewport)
      let found = try markers(of: input, in: viewport, settings: limited).markers
      expect(found.map(\.count).sorted(), equals: expected.map(\.count).sorted(), "zoom \(zoom)")
      expect(
        Set(found.filter(\.isCluster).map { Int($0.id.rawValue) }),
        equals: Set(expected.compactMap(\.clusterID)))
    }
  }

  @Test func `is refused beyond the finest, by its own name`() throws {
    let settings = ClusterSettings.standard(.radius).with { ($0.minimumZoom, $0.maximumZoom) = (9, 8) }
    let error = #expect(throws: ClusterError.clusterZooms(minimum: 9, maximum: 8)) {
      try markers(of: ClusterInput(table([(1, 1)])), in: view(0, 0, zoom: 3), settings: settings)
    }
    expect(error?.setting, equals: "clusterMinZoom")
  }

  @Test func `is an option, a member of requests and a key of styles`() throws {
    let place = try Workplace()
    // They join at zoom 0 alone: 40 / 512 of the world are 28°, at zoom 1 14°.
    try place.write("a.csv", "lon,lat\n0,0\n20,0\n")
    let view = "--center 10,0 --zoom 0 --size 512x512"
    func counts(_ line: String) throws -> [String] {
      try place.succeed("clusters \(line) --format csv").outputLines.dropFirst()
        .map { String($0.split(separator: ",")[4]) }
    }
    try expect(counts("a.csv --method radius \(view)"), equals: ["2"])
    try expect(counts("a.csv --method radius --cluster-min-zoom 1 \(view)"), equals: ["1", "1"])
    try place.write(
      "r.json",
      #"{"sources": {"a": "a.csv"}, "cluster": {"a": {"method": "radius", "clusterMinZoom": 1}}, "center": [10, 0], "#
        + #""zoom": 0, "size": [512, 512]}"#)
    try expect(counts("--request r.json"), equals: ["1", "1"])
    let wrong = try place.run(
      "clusters a.csv --method radius --cluster-min-zoom 9 --cluster-max-zoom 8 \(view)")
    expect(wrong.status, equals: 2, "\(wrong)")
    wrong.errors.shows("--cluster-min-zoom")
    let unused = try place.run("clusters a.csv --cluster-min-zoom 1 \(view)")
    unused.errors.shows("--cluster-min-zoom belongs to method radius; the method is peaks")
  }
}
