import Dispatch
import FileResources
import Foundation
import MapFeatures
import MapSession
import TestSupport
import Testing

@testable import MapServer

/// A table of two points whose rows are there when the test lets them be.
private final class SlowTable: ForeignTable, @unchecked Sendable {
  let columns = [ForeignColumn("lon", .number), ForeignColumn("lat", .number)]
  let hasGeometry = false
  let query: ForeignQuery? = nil
  let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  func rows(areFeatures: Bool) -> any TableRows {
    begun.signal()
    goesOn.wait()
    goesOn.signal()
    return TwoRows()
  }
}

private final class TwoRows: TableRows {
  let columnNames = ["lon", "lat"]
  let identifier: PropertyValue? = nil
  private var row = 0

  func next() -> Bool {
    row += 1
    return row <= 2
  }

  func value(_ column: Int) -> PropertyValue? { number(column).map { .number($0) } }
  func number(_ column: Int) -> Double? { Double(row * 10 + column) }
}

@Suite struct `Waiting for a tile of clusters` {
  private let place: Workplace
  private let table = SlowTable()

  init() throws {
    place = try Workplace([
      "maps/slow.json": #"{"sources": {"slow": "../slow.csv"}}"#, "quick.csv": "lon,lat\n13.4,52.5\n",
    ])
  }

  /// A server with one drawing at once, whose slow source waits for the test.
  private func server(seconds: Double) throws -> MapServer {
    var loader = FileLoader(root: place.folder, mapsFiles: false)
    for path in ["slow.csv", "maps/../slow.csv"] { loader.memory[place.path(path)] = .table(table) }
    var (options, session) = (MapServer.Options(), MapSession.Options())
    // The markers of a source without a version are kept as long as others may keep the answer.
    (options.seconds, options.maxAge, session.requestsAtOnce) = (seconds, 3600, 1)
    return try MapServer(folder: place.folder, resources: loader, session: session, options: options)
  }

  /// Waits without holding a thread of Swift's tasks, which are as many as processors.
  private func soon(_ isSo: () -> Bool) async -> Bool {
    for _ in 0..<6000 {
      if isSo() { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  private func request(_ target: String) -> ServerRequest { ServerRequest("GET", Array(target.utf8)) }

  @Test func `ends with the time limit`() async throws {
    let server = try server(seconds: 0.2)
    defer { table.goesOn.signal() }
    for target in ["/clusters/slow/0/0/0.mvt", "/clusters/slow/1/0/0.json", "/clusters/slow/1/0/0.png"] {
      let answer = await server.answer(request(target))
      expect(answer.status, equals: 503, "\(target)")
      expect(answer["Retry-After"], equals: "10")
      #expect(
        String(decoding: answer.body.bytes, as: UTF8.self).contains(
          "the drawing took longer than 0.2 s; ask for less, or later"))
    }
    #expect(server.state.withLock { $0.drawings.isEmpty })
  }

  @Test func `ends with the last who leaves, and gives its place to others`() async throws {
    let server = try server(seconds: 600)
    defer { table.goesOn.signal() }
    // Two tiles of one zoom wait for one search of markers.
    var waiting: [PendingAnswer] = []
    for target in ["/clusters/slow/1/0/0.mvt", "/clusters/slow/1/1/0.mvt"] {
      guard case .waiting(let pending) = server.begin(request(target)) else {
        Issue.record("\(target) is answered at once")
        return
      }
      pending.start { _ in Issue.record("who has left is answered") }
      waiting.append(pending)
    }
    #expect(await soon { server.state.withLock { $0.drawings.count == 2 } })
    #expect(await soon { table.begun.wait(timeout: .now()) == .success })
    for pending in waiting { pending.cancel() }
    // The thread that reads the table still waits for its first row.
    let answer = await server.answer(request("/clusters/quick/1/1/0.mvt"))
    expect(answer.status, equals: 200)
    #expect(await soon { server.state.withLock { $0.drawings.isEmpty } })
  }

  @Test func `goes on for those who stay`() async throws {
    let server = try server(seconds: 600)
    guard case .waiting(let leaver) = server.begin(request("/clusters/slow/1/0/0.json")) else { return }
    leaver.start { _ in Issue.record("who has left is answered") }
    #expect(await soon { table.begun.wait(timeout: .now()) == .success })
    let other = request("/clusters/slow/1/1/0.json")
    async let stayer = server.answer(other)
    #expect(await soon { server.state.withLock { $0.drawings.count == 2 } })
    leaver.cancel()
    table.goesOn.signal()
    let answer = await stayer
    expect(answer.status, equals: 200)
    #expect(String(decoding: answer.body.bytes, as: UTF8.self).contains("FeatureCollection"))
  }
}

extension `Map server` {
  @Test(arguments: [
    ("POST", "/render", true), ("POST", "/styles/light/static/auto/64x48.png", false),
    ("GET", "/styles/light/static/auto/64x48.png", false), ("GET", "/maps/city/near.png", false),
    ("POST", "/maps/city/near.png", false), ("POST", "/nowhere", false), ("PUT", "/render", false),
    ("OPTIONS", "/render", false), ("POST", "/render%", false), ("POST", "/render?sig=00", true),
  ])
  func `reads the bodies that it has a use for`(method: String, target: String, reads: Bool) throws {
    let request = ServerRequest(method, Array(target.utf8), headers: [("Content-Length", "9")])
    try expect(server().readsBody(of: request), equals: reads)
    // A signature that does not hold refuses the body, too.
    let closed = try server { $0.signature = AddressSignature(key: Array("sixteen bytes and more".utf8)) }
    #expect(!closed.readsBody(of: request))
    let twice = ServerRequest(
      method, Array(target.utf8), headers: [("Content-Length", "9"), ("Transfer-Encoding", "chunked")])
    #expect(try !server().readsBody(of: twice))
  }
}
