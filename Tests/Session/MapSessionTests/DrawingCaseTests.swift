import FileResources
import Foundation
import JSONDocument
import MapContent
import MapSession
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

/// A style of `Tests/DrawingCases` and its scene as text beside it.
private struct DrawingCase: Sendable, CustomTestStringConvertible {
  /// Subject and name: `circle.blur`.
  let name: String
  /// The style's file.
  let style: URL
  /// Whether it draws streets, which are not part of the project.
  let needsStreets: Bool

  var testDescription: String { name }
  /// The file with the scene.
  var scene: URL { style.deletingPathExtension().appendingPathExtension("txt") }

  static let folder = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.deletingLastPathComponent().appendingPathComponent("Tests/DrawingCases")

  static let environment = ProcessInfo.processInfo.environment
  /// The folder with `san-francisco.mbtiles`; `nil` where there is none.
  static let data = environment["CLUSTERSNAP_DATA"]
  /// Whether scenes are written instead of compared.
  static let isRecording = environment["CLUSTERSNAP_RECORD"] == "all" && environment["CI"] == nil

  static let all: [DrawingCase] = {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix("published.") }.map { file in
      let style = folder.appendingPathComponent(file)
      let text = (try? String(contentsOf: style, encoding: .utf8)) ?? ""
      return DrawingCase(
        name: String(file.dropLast(5)), style: style, needsStreets: text.contains("mbtiles://san-francisco"))
    }
  }()

  /// The cases that can be drawn here.
  static var drawable: [DrawingCase] { all.filter { data != nil || !$0.needsStreets } }
}

/// The comparison set: what `make compare-maplibre` holds against MapLibre Native stays as it was seen to be right.
///
/// `CLUSTERSNAP_RECORD=all` writes the texts; look at the pictures before committing them.
@Suite struct `Drawing cases` {
  private static let session = MapSession(resources: FileLoader())

  /// What a case draws, a line each; the data's attribution first where it is someone's.
  private func lines(of drawing: DrawingCase) throws -> [String] {
    var specification = MapSpecification()
    specification.style = drawing.style.path
    // As MapLibre draws them.
    specification.output.edgeLabels = .cut
    if let data = DrawingCase.data, drawing.needsStreets {
      specification.tiles = [.init(name: "streets", path: data + "/san-francisco.mbtiles")]
    } else if drawing.name.hasPrefix("relief.") {
      specification.tiles = [.init(name: "hills", path: Workplace.checkout + "/Samples/hills.mbtiles")]
    }
    let log = SessionLog()
    var map = try Self.session.load(specification, log: log)
    let picture = try map.plan(of: 0, as: .png)
    try map.loadPictures(for: [picture.viewport], log: log)
    let shaper = try map.shaper(log: log)
    defer { map.giveBack(shaper) }
    let snapshot = try map.snapshot(of: picture, shaper: shaper)
    let scene = snapshot.scene.text.split(separator: "\n").map(String.init)
    return drawing.needsStreets ? ["# Streets: © OpenStreetMap contributors, ODbL 1.0"] + scene : scene
  }

  @Test(arguments: DrawingCase.drawable)
  fileprivate func `are drawn as recorded`(drawing: DrawingCase) throws {
    let lines = try lines(of: drawing)
    if DrawingCase.isRecording {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: drawing.scene)
      return
    }
    let text = try String(contentsOf: drawing.scene, encoding: .utf8)
    let recorded = text.split(separator: "\n").map(String.init)
    let number = zip(lines, recorded).enumerated().first { $1.0 != $1.1 }?.offset
    let place = number ?? min(lines.count, recorded.count)
    guard lines != recorded else { return }
    let pair = [recorded, lines].map { place < $0.count ? $0[place] : "(nothing)" }
    Issue.record("\(drawing.name).txt:\(place + 1):\nrecorded \(pair[0])\ndrawn    \(pair[1])")
  }

  @Test func `of a published kind hold what published styles are made of, without a fault`() throws {
    let file = DrawingCase.folder.appendingPathComponent("published.streets.json")
    let bytes = [UInt8](try Data(contentsOf: file))
    let parsing = Style.parseWithSettings(bytes)
    let faults = parsing.diagnostics.filter { $0.severity > .info }.map(\.message)
    expect(faults, equals: [])
    #expect((parsing.style?.layers.count ?? 0) >= 60)
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = ["\"ref\"", "\"stops\"", "{name:latin}\\n{name:nonlatin}", "line-dasharray", "fill-pattern"]
    expect((parts + ["fill-extrusion", "\"$type\""]).filter { !text.contains($0) }, equals: [])
  }

  @Test func `are many, of streets too, each with its scene`() throws {
    let all = DrawingCase.all
    func count(_ subject: String) -> Int { all.count { $0.name.hasPrefix(subject + ".") } }
    #expect(all.count >= 120)
    #expect(count("street-labels") >= 20)
    #expect(count("street-breaking") >= 10)
    #expect(count("street-dashes") >= 10)
    #expect(count("relief") >= 20)
    let files = try FileManager.default.contentsOfDirectory(atPath: DrawingCase.folder.path)
    let scenes = Set(files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) })
    expect(scenes.symmetricDifference(all.map(\.name)).sorted(), equals: [], "no scene, or no case")
  }
}
