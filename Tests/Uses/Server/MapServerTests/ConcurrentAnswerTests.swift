import Foundation
import MapServer
import TestSupport
import Testing

extension `Map server` {
  private static let targets = [
    "/maps/city/near.png", "/maps/city/far.svg", "/maps/city/near.geojson", "/clusters/stones/0/0/0.mvt",
    "/clusters/stones/3/4/2.mvt?buffer=64", "/clusters/stones/3/4/2.json", "/clusters/stones/4/8/5.png",
    "/styles/plain/static/13,52,6/40x40.png?source=stones",
    "/styles/light/static/auto/300x900.png?source=stones",
    "/clusters/stones.json", "/metrics", "/maps/ctiy.png",
  ]

  /// Replaces the points by those of a number, as a whole.
  private static func change(_ folder: String, _ number: Int) throws {
    let rows = (0...number % 5 + 2).map { "\(13.4 + Double($0 * number) / 100),52.5,a\n" }
    let fresh = folder + "-new"
    try ("lon,lat,kind\n" + rows.joined()).write(toFile: fresh, atomically: false, encoding: .utf8)
    expect(rename(fresh, folder + "/stones.csv"), equals: 0)
  }

  /// Sends requests one after the other, some of which leave, and returns the tagged bytes.
  private static func ask(_ server: MapServer, worker: Int) async -> [(tag: String, bytes: [UInt8])] {
    var (found, tags): ([(String, [UInt8])], [String: String]) = ([], [:])
    for number in 0..<48 {
      let target = targets[(number * 5 + worker * 7) % targets.count]
      var headers = [("Host", "a"), ("Accept-Encoding", number % 3 == 0 ? "gzip" : "identity")]
      if number % 4 == 0, let tag = tags[target] { headers.append(("If-None-Match", tag)) }
      if number % 6 == worker % 6 {
        let request = ServerRequest("GET", Array((target + "?&").utf8), headers: headers, body: [])
        if case .waiting(let pending) = server.begin(request) {
          pending.start { _ in }
          pending.cancel()
        }
      }
      let answer = await server.answer(
        ServerRequest("GET", Array(target.utf8), headers: headers, body: []))
      let known = target == "/maps/ctiy.png" ? [404] : [200, 204, 304]
      #expect(known.contains(answer.status), "\(target): \(answer.status)")
      if let tag = answer["ETag"] { tags[target] = tag }
      if answer.status == 200, answer["Cache-Control"] != "no-store", let tag = answer["ETag"] {
        found.append((tag, answer.body.bytes))
      }
    }
    return found
  }

  @Test func `gives equal tags equal bytes while files change, clients leave and caches are small`()
    async throws
  {
    let store = place.folder + "-kept"
    defer { try? FileManager.default.removeItem(atPath: store) }
    let server = try server {
      ($0.cacheBytes, $0.levelBytes, $0.store, $0.storeBytes) = (60 << 10, 20 << 10, store, 100 << 10)
    }
    let folder = place.folder
    let found = try await withThrowingTaskGroup(of: [(tag: String, bytes: [UInt8])].self) { group in
      for worker in 0..<6 { group.addTask { await Self.ask(server, worker: worker) } }
      for changer in 0..<2 {
        group.addTask {
          for number in 0..<12 {
            if changer == 0 { try Self.change(folder, number) }
            try server.reload()
            try await Task.sleep(for: .milliseconds(15))
          }
          return []
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    var bytes: [String: [UInt8]] = [:]
    for answer in found {
      expect(bytes[answer.tag, default: answer.bytes], equals: answer.bytes)
      bytes[answer.tag] = answer.bytes
    }
    #expect(bytes.count > Self.targets.count)
    // Nothing of a former state is left.
    try server.reload()
    let fresh = try self.server()
    for target in Self.targets where target != "/metrics" {
      let (own, new) = (await get(server, target, [("Host", "a")]), await get(fresh, target, [("Host", "a")]))
      expect(own.body.bytes, equals: new.body.bytes, "\(target)")
      expect(own["ETag"], equals: new["ETag"], "\(target)")
    }
  }
}
