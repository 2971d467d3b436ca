import CairoCanvas
import Drawing
import Foundation
import Testing

/// The Swift of the guide is compiled as it stands there, and run.
@Suite struct `Swift of the guide` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What an example printed, run in a folder.
  private func run(_ name: String, in folder: URL) throws -> String {
    let tests = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    let (process, output) = (Process(), Pipe())
    process.executableURL = tests.deletingLastPathComponent().appending(path: name)
    process.currentDirectoryURL = folder
    process.environment = [:]
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func scratchFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "maps"), withIntermediateDirectories: true)
    return folder
  }

  private func picture(_ name: String, in folder: URL) throws -> Bitmap {
    try PNG.decode(Array(Data(contentsOf: folder.appending(path: name))))
  }

  @Test(arguments: [
    ("A picture", "Readme/Sources/Map"), ("A live map", "LiveMap/Sources/LiveMap"),
    ("In a server", "Readme/Sources/Server"), ("By parts", "Readme/Sources/Picture"),
  ])
  func `is what is compiled, word for word`(section: String, target: String) throws {
    let guide = try String(
      contentsOf: Self.root.appending(path: "Documentation/guide/11-swift.md"), encoding: .utf8)
    let text = try #require(guide.components(separatedBy: "## \(section)\n").dropFirst().first)
    let code = try #require(
      text.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```").first)
    let source = try String(
      contentsOf: Self.root.appending(path: "Samples/\(target)/main.swift"), encoding: .utf8)
    #expect(code == source)
  }

  @Test func `draws a picture with clusters`() throws {
    let folder = try scratchFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run("Picture", in: folder)
    let picture = try picture("picture.png", in: folder)
    #expect(picture.width == 640 && picture.height == 480)
    // Where Hamburg lies, and Berlin and Potsdam: the world is 32,768 points wide at zoom 6.
    let middles = [(138, 156), (432, 322)]
    let paper = picture[0, 0]
    let drawn = (0..<480).flatMap { row in (0..<640).map { ($0, row) } }.filter {
      picture[$0.0, $0.1] != paper
    }
    func isNear(_ pixel: (Int, Int), _ middle: (Int, Int)) -> Bool {
      abs(pixel.0 - middle.0) <= 30 && abs(pixel.1 - middle.1) <= 30
    }
    for middle in middles { #expect(drawn.contains { isNear($0, middle) }) }
    #expect(drawn.allSatisfy { pixel in middles.contains { isNear(pixel, $0) } })
  }

  @Test func `draws a picture in five lines`() throws {
    let folder = try scratchFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run("Map", in: folder)
    let picture = try picture("map.png", in: folder)
    #expect(picture.width == 480 && picture.height == 260)
  }

  /// The markers of a map view after each line: no marker is removed that is not there, none comes twice, and points are neither lost
  /// nor doubled.
  @Test func `gives a map view the markers that come and go`() throws {
    var shown: [Int: Int] = [:]
    var regions = 0
    for line in try run("LiveMap", in: FileManager.default.temporaryDirectory).split(separator: "\n") {
      let words = line.split(separator: " ")
      let (identity, count) = (Int(words[1]) ?? 0, words.count > 2 ? Int(words[2]) : nil)
      switch words[0] {
      case "region":
        #expect(identity == regions)
        // The first regions show all points; half of them go after the fifteenth.
        if (1...6).contains(regions) { #expect(shown.values.reduce(0, +) == 600) }
        regions += 1
      case "remove": #expect(shown.removeValue(forKey: identity) == count)
      case "add": #expect(shown.updateValue(count ?? 0, forKey: identity) == nil)
      case "update": #expect(shown.updateValue(count ?? 0, forKey: identity) != nil)
      default: #expect(words[0] == "select")
      }
    }
    #expect(regions == 30)
  }

  @Test func `draws land, and shows errors`() throws {
    let folder = try scratchFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "Samples/capitals.csv"), to: folder.appending(path: "maps/capitals.csv"))
    let output = try run("Server", in: folder)
    #expect(output.hasPrefix("200 400 maps/capitols.csv: error: cannot be read: "), "\(output)")
    // The Sahara fills the picture: one color in its middle and its corners, and no white.
    let picture = try picture("land.png", in: folder)
    let land = picture[48, 32]
    #expect(picture.width == 96 && picture.height == 64)
    #expect([land.red, land.green, land.blue] != [255, 255, 255])
    #expect([(40, 20), (56, 44), (30, 30)].allSatisfy { picture[$0.0, $0.1] == land })
  }
}
