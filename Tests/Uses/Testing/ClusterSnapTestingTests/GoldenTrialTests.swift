import Drawing
import Foundation
import GoldenCases
import MapSettings
import TestSupport
import Testing

@testable import ClusterSnapTesting

@Suite struct `Map snapshot expectation` {
  /// A test file in a folder of its own, for which nothing is set in the environment.
  private final class Place {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trial-\(UUID())")

    deinit { try? FileManager.default.removeItem(at: folder) }

    func trial(_ name: String? = "map", _ format: GoldenFormat = .png) -> GoldenTrial {
      GoldenTrial(
        named: name, format: format, settings: .exact, function: "`shows hotels`()",
        filePath: folder.appending(path: "Tests/MapTests.swift").path(percentEncoded: false),
        environment: ["CLUSTERSNAP_ARTIFACTS": folder.appending(path: "out").path(percentEncoded: false)])
    }

    func has(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.appending(path: path).path(percentEncoded: false))
    }
  }

  private func scene(_ gray: Double) -> Scene {
    Scene(size: Size(width: 8, height: 6), background: Color(red: gray, green: gray, blue: gray))
  }

  @Test func `keeps goldens beside the test, under the test's name where there is none`() {
    let place = Place()
    #expect(place.trial().golden.path(percentEncoded: false).hasSuffix("/Tests/Goldens/MapTests/map.png"))
    expect(place.trial(nil, .svg).golden.lastPathComponent, equals: "shows-hotels.svg")
    expect(place.trial("../a/b").golden.lastPathComponent, equals: "golden..-a-b.png")
    expect(place.trial("Köln, 2x").golden.lastPathComponent, equals: "Köln-2x.png")
    expect(place.trial("?").golden.lastPathComponent, equals: "golden.png")
  }

  @Test func `fails without a golden and writes none unless asked`() throws {
    let place = Place()
    let result = place.trial().result(of: scene(0.5), mode: .never)
    let failure = try #require(result.failure)
    #expect(failure.hasPrefix("golden map: there is no golden; look at the picture"))
    failure.shows("CLUSTERSNAP_RECORD=missing", "/out/MapTests/map.actual.png")
    #expect(place.has("out/MapTests/map.actual.png"))
    #expect(!place.has("Tests/Goldens"))
    expect(result.attachments.map(\.name), equals: ["map.actual.png"])
  }

  @Test func `records, then holds the picture against it`() throws {
    let place = Place()
    let recorded = place.trial().result(of: scene(0.5), mode: .missing)
    #expect((recorded.failure, recorded.notice?.contains("map.png was recorded")) == (nil, true))
    let met = place.trial().result(of: scene(0.5), mode: .never)
    #expect((met.failure, met.notice) == (nil, nil))
    #expect(met.attachments.isEmpty)
    let missed = place.trial().result(of: scene(0.25), mode: .missing)
    let failure = try #require(missed.failure)
    #expect(
      failure.hasPrefix(
        "golden map: 48 of 48 pixels differ (100 %), in 8x6 at 0,0; 48 in the 32x32 at 0,0; by up to 64 of 255"
      ))
    #expect(failure.contains("/Tests/Goldens/MapTests/map.png"))
    #expect(place.has("out/MapTests/map.difference.png"))
    expect(
      missed.attachments.map(\.name), equals: ["map.golden.png", "map.actual.png", "map.difference.png"])
    #expect(place.trial().result(of: scene(0.25), mode: .failed).notice != nil)
    expect(place.trial().result(of: scene(0.25), mode: .all).notice, equals: nil, "the same to the byte")
  }

  @Test func `shares no golden with another call, nor with another picture of the same`() throws {
    let (place, claims) = (Place(), GoldenClaims())
    func failure(_ name: String?, _ gray: Double, _ call: String) -> String? {
      place.trial(name).result(of: scene(gray), mode: .missing, claims: claims, call: call).failure
    }
    expect(failure(nil, 0.5, "A.swift:1:1"), equals: nil)
    // A test that is repeated.
    expect(failure(nil, 0.5, "A.swift:1:1"), equals: nil)
    let golden = place.trial(nil).golden.path(percentEncoded: false)
    expect(
      failure(nil, 0.5, "A.swift:9:1"),
      equals:
        "golden shows-hotels: \(golden) is compared at A.swift:1:1, too; give each call a name of its own")
    expect(
      failure(nil, 0.25, "A.swift:1:1"),
      equals:
        "golden shows-hotels: \(golden) is compared with two pictures at A.swift:1:1; give the golden of each argument a name of its own"
    )
    expect(failure("a b", 0.5, "A.swift:2:1"), equals: nil)
    expect(failure("A/B", 0.5, "A.swift:3:1")?.contains("is compared at A.swift:2:1, too"), equals: true)
    #expect(place.has("Tests/Goldens/MapTests/shows-hotels.png"))
  }

  @Test func `compares SVG as text`() throws {
    let place = Place()
    _ = place.trial("map", .svg).result(of: scene(1), mode: .missing)
    let result = place.trial("map", .svg).result(of: scene(0), mode: .never)
    let failure = try #require(result.failure)
    failure.shows("\n@@ -", "\n-")
    #expect(failure.contains("\n+"))
    expect(result.attachments.map(\.name), equals: ["map.golden.svg", "map.actual.svg"])
  }

  @Test func `reports what cannot be drawn or compared`() throws {
    let place = Place()
    expect(
      place.trial("map", .geojson).result(of: scene(1), mode: .all).failure,
      equals:
        "golden map: cannot be drawn: a scene has no form as geojson; leave the format out, or hand over something else"
    )
    try FileManager.default.createDirectory(at: place.trial().golden, withIntermediateDirectories: true)
    expect(
      place.trial().result(of: scene(1), mode: .all).failure?.contains(
        "a folder stands in the golden's place"), equals: true)
  }

  @Test func `records by environment or trait, never on a server`() throws {
    typealias Recording = GoldenRecording
    try expect(Recording.mode(environment: [:]), equals: .never)
    try expect(Recording.mode(environment: ["CLUSTERSNAP_RECORD": "failed"]), equals: .failed)
    try expect(Recording.mode(environment: ["CLUSTERSNAP_RECORD": "failed", "CI": "true"]), equals: .never)
    try expect(Recording.mode(environment: ["CLUSTERSNAP_RECORD": "", "CI": "false"]), equals: .never)
    #expect(throws: SettingError("CLUSTERSNAP_RECORD=yes is none of missing, failed, all, never")) {
      try Recording.mode(environment: ["CLUSTERSNAP_RECORD": "yes"])
    }
  }

  @Test(.goldens(record: .all)) func `takes the mode from a trait, unless the environment sets another`()
    throws
  {
    expect(GoldenRecording.mode, equals: .all)
    try expect(GoldenRecording.mode(environment: [:]), equals: .all)
    try expect(GoldenRecording.mode(environment: ["CLUSTERSNAP_RECORD": "never"]), equals: .never)
    try expect(GoldenRecording.mode(environment: ["CI": "1"]), equals: .never)
  }

  @Test func `fails the test that expects another picture`() {
    let place = Place()
    let file = place.folder.appending(path: "Tests/MapTests.swift").path(percentEncoded: false)
    withKnownIssue {
      expectMapSnapshot(of: scene(0.5), named: "nowhere", filePath: file)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("golden nowhere: there is no golden") }
    }
  }
}
