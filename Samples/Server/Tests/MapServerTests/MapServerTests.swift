import CairoCanvas
import Drawing
import Foundation
import MapServer
import Testing

@Suite struct `Map server` {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path(
      percentEncoded: false)

  private func request(longitude: Int, latitude: Int, more: String = "") -> String {
    """
    {"sources": {"capitals": "capitals.csv"}, "basemap": "world", "size": [96, 64],
     "center": [\(longitude), \(latitude)], "zoom": 2\(more)}
    """
  }

  @Test func `draws land, and shows what is wrong with a request`() async throws {
    let server = MapServer(folder: Self.samples)
    // The Sahara without a capital near, the southern Pacific, and the Sahara without a map beneath.
    func middle(_ longitude: Int, _ latitude: Int, _ more: String = "") async throws -> [UInt8] {
      let answer = await server.answer(
        Array(request(longitude: longitude, latitude: latitude, more: more).utf8))
      #expect(answer.status == 200)
      #expect(answer.warnings.allSatisfy { $0.contains("none of the 197 points lies in the picture") })
      let pixel = try PNG.decode(answer.body)[48, 32]
      return [pixel.red, pixel.green, pixel.blue]
    }
    let (land, sea) = (try await middle(9, 24), try await middle(-120, -35))
    #expect(land != sea && land != [255, 255, 255])
    // Land in the dark style is darker.
    let dark = try await middle(9, 24, #", "style": "dark""#)
    #expect(zip(dark, land).allSatisfy { $0 < $1 })

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

  /// How many requests are drawn: those that the environment asks for, else 1,000.
  private static let requests = ProcessInfo.processInfo.environment["REQUESTS"].flatMap(Int.init) ?? 1000

  @Test func `draws many requests from four tasks as the command does, in memory that does not grow`()
    async throws
  {
    // Many kinds: methods with and without an index, styles of its own and built in, streets beneath.
    let kinds = [
      "", #", "method": "radius""#, #", "style": "dark", "preset": "cch""#,
      #", "style": "kinds.json", "sources": {"towns": "towns-5000.csv"}"#,
      #", "method": "radius", "radius": 60, "style": "print""#,
      #", "sources": {"town": "town.csv"}, "basemap": "town.pmtiles", "center": [0, 0], "zoom": 13"#,
    ]
    let bodies = (0..<12).map { index in
      let text = request(longitude: index * 30 - 140, latitude: index * 9 - 40)
      // Those that take longest once, the others several times.
      return Self.merged(text, kinds[index < kinds.count ? index : index % 3])
    }
    var drawn: [[UInt8]] = []
    for body in bodies { drawn.append(try command(body)) }
    // Two are of the same town, and some of nothing but sea.
    #expect(Set(drawn).count >= 8 && drawn.allSatisfy { $0.count > 100 })
    let expected = drawn
    // So little room that files, indexes and tiles go and come again.
    let server = MapServer(folder: Self.samples, budget: 8 << 20)
    var sizes: [Int] = []
    let began = ContinuousClock.now
    for _ in 0..<5 {
      let wrong = await withTaskGroup(of: Int.self) { group in
        for task in 0..<4 {
          group.addTask {
            var wrong = 0
            for number in 0..<max(1, Self.requests / 20) {
              let index = (task * 3 + number) % bodies.count
              if await server.answer(Array(bodies[index].utf8)).body != expected[index] { wrong += 1 }
            }
            return wrong
          }
        }
        return await group.reduce(0, +)
      }
      #expect(wrong == 0)
      sizes.append(try #require(residentBytes()))
    }
    let time = ContinuousClock.now - began
    print(
      "\(Self.requests) requests in \(time), \(server.keptBytes >> 10) kB kept, resident after each fifth: "
        + sizes.map { "\($0 >> 20) MB" }.joined(separator: ", "))
    #expect(server.keptBytes <= 8 << 20)
    // The first fifth fills caches and the allocator's pools.
    #expect(sizes[4] - sizes[0] < 8 << 20, "\(sizes)")
  }

  /// A request with members over its own.
  private static func merged(_ request: String, _ more: String) -> String {
    guard let base = try? JSONSerialization.jsonObject(with: Data(request.utf8)) as? [String: Any],
      let over = try? JSONSerialization.jsonObject(with: Data("{\(more.dropFirst())}".utf8))
        as? [String: Any],
      let data = try? JSONSerialization.data(
        withJSONObject: base.merging(over) { $1 }, options: [.sortedKeys])
    else { return request }
    return String(decoding: data, as: UTF8.self)
  }

  /// What the command draws for a request that lies in the samples' folder.
  private func command(_ request: String) throws -> [UInt8] {
    let process = Process()
    let tests = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.executableURL = tests.deletingLastPathComponent().appending(path: "clustersnap")
    var absolute = request
    for file in ["capitals.csv", "towns-5000.csv", "town.csv", "kinds.json", "town.pmtiles"] {
      absolute = absolute.replacing("\"\(file)\"", with: "\"\(Self.samples)/\(file)\"")
    }
    process.environment = [:]
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

  /// The memory of this process; `nil` where the system does not report it.
  private func residentBytes() -> Int? {
    #if os(macOS)
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : nil
    #else
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { return nil }
      return pages * Int(getpagesize())
    #endif
  }
}
