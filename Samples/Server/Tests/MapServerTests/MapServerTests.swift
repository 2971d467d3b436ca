import Foundation
import MapServer
import Testing

@Suite struct `Map server` {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path(
      percentEncoded: false)

  private func request(longitude: Int, latitude: Int) -> String {
    """
    {"sources": {"capitals": "capitals.csv"}, "basemap": "world", "size": [120, 90],
     "center": [\(longitude), \(latitude)], "zoom": 2}
    """
  }

  @Test func `draws land, and shows what is wrong with a request`() async throws {
    let server = MapServer(folder: Self.samples)
    let land = await server.answer(Array(request(longitude: 10, latitude: 50).utf8))
    let sea = await server.answer(
      Array(
        #"{"sources": {"capitals": "capitals.csv"}, "basemap": "none", "size": [120, 90], "center": [10, 50], "zoom": 2}"#
          .utf8))
    #expect(land.status == 200 && sea.status == 200)
    #expect(land.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(land.body != sea.body)
    #expect(land.warnings == [])

    let faults = [
      (
        #"{"sources": {"capitals": "capitols.csv"}}"#,
        "cannot be read: No such file or directory; check the name"
      ),
      (#"{"sources": {"hosts": "/etc/hosts"}}"#, "/etc/hosts: error: this lies outside of the folder"),
      (
        #"{"sources": {"capitals": "capitals.csv"}, "zom": 2}"#,
        #"request:1:43: error: zom: there is no member "zom""#
      ),
      (#"{"sources": "#, "request:1:13: error: "),
    ]
    for (body, message) in faults {
      let answer = await server.answer(Array(body.utf8))
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.status == 400)
      #expect(text.contains(message), "\(text)")
    }
  }

  @Test func `draws 1,000 requests from four tasks as the command does, in memory that does not grow`()
    async throws
  {
    let places = (0..<10).map { (longitude: $0 * 30 - 140, latitude: $0 * 9 - 40) }
    var drawn: [[UInt8]] = []
    for place in places {
      drawn.append(try command(request(longitude: place.longitude, latitude: place.latitude)))
    }
    let expected = drawn
    let server = MapServer(folder: Self.samples)
    var sizes: [Int] = []
    let began = ContinuousClock.now
    for _ in 0..<5 {
      let wrong = await withTaskGroup(of: Int.self) { group in
        for task in 0..<4 {
          group.addTask {
            var wrong = 0
            for number in 0..<50 {
              let index = (task * 3 + number) % places.count
              let body = request(longitude: places[index].longitude, latitude: places[index].latitude)
              if await server.answer(Array(body.utf8)).body != expected[index] { wrong += 1 }
            }
            return wrong
          }
        }
        return await group.reduce(0, +)
      }
      #expect(wrong == 0)
      sizes.append(residentBytes())
    }
    let time = ContinuousClock.now - began
    print(
      "1,000 requests in \(time), \(server.keptBytes >> 10) kB kept, resident after each 200: "
        + sizes.map { "\($0 >> 20) MB" }.joined(separator: ", "))
    // The first 200 fill caches and the allocator's pools.
    #expect(sizes[4] - sizes[0] < 8 << 20, "\(sizes)")
  }

  @Test func `is the example of the README`() throws {
    let root = URL(filePath: Self.samples).deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(path: "Samples/Server/Sources/MapServer/MapServer.swift"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "## In a server\n").dropFirst().first)
    let code = try #require(
      section.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```").first)
    let known = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    for line in code.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) })
    where !line.isEmpty {
      #expect(known.contains(line), "\(line)")
    }
  }

  /// What the command draws for a request that lies in the samples' folder.
  private func command(_ request: String) throws -> [UInt8] {
    let process = Process()
    let tests = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.executableURL = tests.deletingLastPathComponent().appending(path: "clustersnap")
    let absolute = request.replacing("\"capitals.csv\"", with: "\"\(Self.samples)/capitals.csv\"")
    process.arguments = ["render", "--request", "-", "-o", "-", "--format", "png"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(absolute.utf8))
    try input.fileHandleForWriting.close()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(bytes)
  }

  /// The memory of this process; 0 where the system does not say in a file.
  private func residentBytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * Int(getpagesize())
  }
}
