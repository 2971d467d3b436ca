import CairoCanvas
import Foundation
import GoldenCases
import MapSettings
import TestSupport
import Testing

@testable import ClusterSnapTesting

/// Requests as the subjects of goldens.
@Suite struct `Map requests in tests` {
  private static let request = """
    {"sources": {"places": "places.csv"}, "basemap": "none", "size": [120, 90], "center": [0, 0],
     "views": [{"name": "far", "zoom": 1, "output": "far.png"}, {"name": "near", "zoom": 4, "output": "near.png"}]}
    """

  /// A folder with a test's file, its data, and its request.
  private static func place() throws -> Workplace {
    let place = try Workplace(["Tests/places.csv": "id,lon,lat\na,0,0\nb,1,1\nc,-1,1\n"])
    try place.write("Tests/map.json", request)
    return place
  }

  private func trial(_ place: Workplace, _ name: String, _ format: GoldenFormat = .png) -> GoldenTrial {
    GoldenTrial(
      named: name, format: format, settings: .exact, function: "test()",
      filePath: place.path("Tests/MapTests.swift"),
      environment: ["CLUSTERSNAP_ARTIFACTS": place.path("out")])
  }

  @Test(arguments: ["far", "near"])
  func `are drawn as the command draws them`(view: String) throws {
    let place = try Self.place()
    let request = MapRequest(json: Self.request, folder: place.path("Tests"), view: view)
    expect(trial(place, view).result(of: request, mode: .missing).failure, equals: nil)
    let outcome = try place.run(["render", "--request", "Tests/map.json", "--quiet"])
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    let golden = try #require(place.read("Tests/Goldens/MapTests/\(view).png"))
    let drawn = try #require(place.read("Tests/\(view).png"))
    try expect(PNG.decode(Array(golden)), equals: PNG.decode(Array(drawn)))
  }

  @Test func `are held against their goldens, from memory and from a file`() throws {
    let place = try Self.place()
    let file = place.path("Tests/map.json")
    let (far, near) = (MapRequest(file: file), MapRequest(file: file, view: "near"))
    _ = trial(place, "map").result(of: far, mode: .missing)
    expect(trial(place, "map").result(of: far, mode: .never).failure, equals: nil)
    let memory = MapRequest(json: Self.request, folder: place.path("Tests"), view: "far")
    expect(trial(place, "map").result(of: memory, mode: .never).failure, equals: nil)
    let missed = trial(place, "map").result(of: near, mode: .never)
    expect(missed.failure?.contains("pixels differ"), equals: true)
    expect(
      missed.attachments.map(\.name), equals: ["map.golden.png", "map.actual.png", "map.difference.png"])
  }

  @Test func `give their markers as GeoJSON`() throws {
    let place = try Self.place()
    let request = MapRequest(file: place.path("Tests/map.json"))
    expect(trial(place, "map", .geojson).result(of: request, mode: .missing).failure, equals: nil)
    let document = try #require(place.read("Tests/Goldens/MapTests/map.geojson"))
    let json = try #require(JSONSerialization.jsonObject(with: document) as? [String: Any])
    let features = try #require(json["features"] as? [[String: Any]])
    let counts = features.map { ($0["properties"] as? [String: Any])?["point_count"] as? Int ?? 1 }
    expect(counts.reduce(0, +), equals: 3)
  }

  @Test(arguments: [
    (#"{"sources": {"places": "no.csv"}}"#, nil, "no.csv: error: cannot be read"),
    (#"{"sources": "#, nil, "request:1:13: error: "),
    (request, "middle", "the request has no view middle; it has far, near"),
  ])
  func `that cannot be drawn fail with the reason`(json: String, view: String?, reason: String) throws {
    let place = try Self.place()
    let request = MapRequest(json: json, folder: place.path("Tests"), view: view)
    let failure = try #require(trial(place, "map").result(of: request, mode: .all).failure)
    #expect(failure.hasPrefix("golden map: cannot be drawn: "))
    #expect(failure.contains(reason))
    expect(place.read("Tests/Goldens/MapTests/map.png"), equals: nil)
  }

  @Test func `are expected in one line, relative to the test's own folder`() throws {
    let place = try Self.place()
    let file = place.path("Tests/MapTests.swift")
    _ = trial(place, "memory").result(
      of: MapRequest(json: Self.request, folder: place.path("Tests")), mode: .missing)
    _ = trial(place, "file").result(
      of: MapRequest(file: place.path("Tests/map.json")), mode: .missing)
    #expect(expectMapSnapshot(request: Self.request, named: "memory", filePath: file))
    #expect(expectMapSnapshot(requestFile: "map.json", named: "file", filePath: file))
    _ = trial(place, "near").result(
      of: MapRequest(json: Self.request, folder: place.path("Tests")), mode: .missing)
    let near = MapRequest(file: place.path("Tests/map.json"), view: "near")
    withKnownIssue {
      expectMapSnapshot(of: near, named: "near", filePath: file)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("pixels differ") }
    }
  }
}
