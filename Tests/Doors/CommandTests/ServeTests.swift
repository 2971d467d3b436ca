import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to a port of this machine, closed with the last reference.
final class Client: Sendable {
  private let socket: Int32

  init(_ port: UInt16) {
    #if canImport(Glibc)
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var place = sockaddr_in()
    (place.sin_family, place.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    _ = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, 16) }
    }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  /// True if all of it was sent.
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var count = 0
    while count < bytes.count {
      let sent = bytes[count...].withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      count += sent
    }
    return true
  }

  /// Sends nothing more, and waits for the answer.
  func end() { shutdown(socket, Int32(SHUT_WR)) }

  /// The bytes until the server closes the connection.
  func answer() -> [UInt8] {
    var answer: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(socket, &room, room.count, 0), count > 0 { answer += room[..<count] }
    return answer
  }

  /// The answer as text.
  var text: String { String(decoding: answer(), as: UTF8.self) }
}

@Suite struct `Serving a folder` {
  func folder() throws -> Workplace {
    try Workplace([
      "site/maps/city.json":
        #"{"sources": {"stones": "../stones.csv"}, "size": [64, 48], "center": [13.4, 52.5], "zoom": 8}"#,
      "site/stones.csv": "lon,lat\n13.4,52.5\n13.41,52.51\n",
    ])
  }

  /// The bytes that come back until the server closes the connection.
  func sent(_ text: String, to port: UInt16, closes: Bool = false) -> [UInt8] {
    let client = Client(port)
    return client.send(text) && !closes ? client.answer() : []
  }

  func get(_ target: String, _ port: UInt16, headers: String = "") -> (head: String, body: [UInt8]) {
    let answer = sent("GET \(target) HTTP/1.1\r\nHost: a\r\n\(headers)Connection: close\r\n\r\n", to: port)
    let end = answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? answer.endIndex
    return (String(decoding: answer[..<end], as: UTF8.self), Array(answer[end...]))
  }

  func started(
    _ place: Workplace, _ words: [String] = [], before: String = "", environment: [String: String]? = nil
  ) throws -> (RunningCommand, UInt16) {
    let command = try place.start(
      ["serve", "site", "--listen", "127.0.0.1:0"] + words, redirections: "2>'\(place.path("log"))'",
      before: before, environment: environment)
    let isUp = eventually { place.text("log").contains("/\n") }
    let digits = place.text("log").split(separator: ":").last?.prefix { $0.isNumber }
    return (command, try #require(isUp ? digits.flatMap { UInt16($0) } : nil, "\(place.text("log"))"))
  }

  @Test(.wants(.microhttpd)) func `gives the bytes of the command, and outlives what is sent to it`() throws {
    let place = try folder()
    let own = try place.run(["render", "--request", "site/maps/city.json", "-o", "own.png", "-q"])
    expect(own.status, equals: 0)
    let (command, port) = try started(place)
    let picture = get("/maps/city.png", port)
    #expect(picture.head.hasPrefix("HTTP/1.1 200"))
    expect(picture.body, equals: Array(try #require(place.read("own.png"))))
    let tag = try #require(
      picture.head.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }?.dropFirst(6))
    #expect(get("/maps/city.png", port, headers: "If-None-Match: \(tag)\r\n").head.hasPrefix("HTTP/1.1 304"))

    // What the library itself refuses, and clients that leave: the next request is answered.
    for text in [
      "GARBAGE\r\n\r\n", "GET /\r\n\r\n", "GET /maps/../x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "GET /%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n",
      "POST /render HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X-A: \(String(repeating: "b", count: 900))\r\n", count: 100))\r\n",
    ] {
      #expect(
        !String(decoding: sent(text, to: port), as: UTF8.self).hasPrefix("HTTP/1.1 2"), "\(text.prefix(60))")
      #expect(get("/health", port).head.hasPrefix("HTTP/1.1 200"), "\(text.prefix(60))")
    }
    // What stands behind a zero byte is a part of the address.
    #expect(
      sent("GET /health\0x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", to: port)
        .starts(with: Array("HTTP/1.1 400".utf8)))
    // Lists of parameters are not the library's work: it left such requests without an answer.
    let long = String(repeating: "a=b&", count: 3000)
    #expect(get("/maps/city.png?\(long)", port).head.hasPrefix("HTTP/1.1 400"))
    #expect(get("/health?a?\(long)", port).head.hasPrefix("HTTP/1.1 200"))
    for lengths in ["Content-Length: 4", "Transfer-Encoding: chunked"] {
      let answer = sent(
        "POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\(lengths)\r\n\r\n0\r\n\r\n", to: port)
      #expect(answer.starts(with: Array("HTTP/1.1 400".utf8)))
    }
    _ = sent(
      "GET /styles/light/static/auto/900x900.png?source=stones HTTP/1.1\r\nHost: a\r\n\r\n", to: port,
      closes: true)
    _ = sent("POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf", to: port, closes: true)
    // Requests one behind the other on one connection are answered in order.
    let two = sent(
      "GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /maps/city.png HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      to: port)
    expect(String(decoding: two, as: UTF8.self).split(separator: "HTTP/1.1 200").count, equals: 2)

    try place.write("site/stones.csv", "lon,lat\n13.4,52.5\n")
    kill(command.process, SIGHUP)
    #expect(eventually { place.text("log").contains("read the folder anew: 1 map") })
    #expect(get("/maps/city.png", port).body != picture.body)
    let end = try command.end(by: SIGTERM)
    expect(end.status, equals: 0)
    let line = try #require(end.outputLines.first { $0.contains("\"/maps/city.png\"") })
    #expect(line.contains("\"status\":200"))
    #expect(end.outputLines.allSatisfy { !$0.contains("source=") })
  }

  @Test(.wants(.microhttpd)) func `answers signed addresses alone where it has a key`() throws {
    let place = try folder()
    try place.write("key", "sixteen bytes and more\n")
    let signature = try place.run([
      "serve", "site", "--key-file", "key", "--sign", "/maps/city.png?exp=99999999999",
    ]).text
    let (command, port) = try started(place, ["--key-file", "key", "--access-log", "common"])
    #expect(get("/maps/city.png?exp=99999999999", port).head.hasPrefix("HTTP/1.1 403"))
    let target = "/maps/city.png?exp=99999999999&sig=\(signature.prefix { $0 != "\n" })"
    #expect(get(target, port).head.hasPrefix("HTTP/1.1 200"))
    let end = try command.end(by: SIGTERM)
    end.text.shows("\"GET /maps/city.png HTTP/1.1\" 403 ")
    end.text.hides("sig=")
  }

  @Test(.wants(.microhttpd)) func `answers requests of HTTP 1.1 that name one host alone`() throws {
    let (command, port) = try started(try folder())
    for (head, status) in [
      ("HTTP/1.1\r\n", 400), ("HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400), ("HTTP/1.0\r\n", 200),
      ("HTTP/1.1\r\nHost:\r\n", 200),
    ] {
      let answer = String(
        decoding: sent("GET /health \(head)Connection: close\r\n\r\n", to: port), as: UTF8.self)
      #expect(answer.contains(" \(status) "), "\(head)")
      #expect(status == 200 || answer.contains("there is not one Host header; send one"), "\(answer)")
    }
    try expect(command.end(by: SIGTERM).status, equals: 0)
  }

  @Test(
    .wants(.microhttpd), .enabled(if: TestDriver.path != nil, "there is no C compiler"),
    arguments: ["duckdb:../in.db", "duckdb:../in.db|layername=t", "postgresql://db.test/city"])
  func `counts the points of a tile in their database`(address: String) throws {
    let place = try folder()
    var (rows, values) = ("id,lon,lat\n", [String]())
    for index in 1...300 {
      let (x, y) = (Double(index * 7919 % 3600) / 10 - 180, Double(index * 104_729 % 1700) / 10 - 85)
      rows += "\(index),\(x),\(y)\n"
      values.append("(\(index), \(x), \(y))")
    }
    // One spot, and both sides of the antimeridian.
    for (x, y) in [(13.4, 52.5), (13.4, 52.5), (-180.0, 0.0), (179.9999999, 0.0), (180.0, 0.0)] {
      rows += "\(values.count + 1),\(x),\(y)\n"
      values.append("(\(values.count + 1), \(x), \(y))")
    }
    try place.write("site/rows.csv", rows)
    try place.write(
      "in.sql",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, lon REAL, lat REAL); INSERT INTO t VALUES \(values.joined(separator: ","));"
    )
    try place.write("site/in.db", "a file")
    try place.write(
      "site/maps/held.json",
      #"{"sources": {"held": "\#(address)"}, "center": [0, 0], "zoom": 1}"#)
    let environment = TestDriver.environment(tables: place.path("in.sql"), log: place.path("log.sql"))
    let (command, port) = try started(place, ["--network"], environment: environment)
    for zoom in 0...3 {
      var counts = 0
      for column in 0..<1 << zoom {
        for row in 0..<1 << zoom {
          let tile = "\(zoom)/\(column)/\(row).json"
          let (own, read) = (get("/clusters/held/" + tile, port), get("/clusters/rows/" + tile, port))
          expect(own.head.prefix(15), equals: read.head.prefix(15), "\(tile) \(own.head)")
          func features(_ bytes: [UInt8]) -> Set<String> {
            Set(
              String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
                $0.trimmingCharacters(in: [" ", ","])
              })
          }
          expect(features(own.body), equals: features(read.body), "\(tile)")
          for count in String(decoding: own.body, as: UTF8.self).split(separator: "\"type\": \"Feature\"")
            .dropFirst()
          {
            let digits = count.split(separator: "\"point_count\": ").dropFirst().first?.prefix(
              while: \.isNumber)
            counts += digits.flatMap { Int($0) } ?? 1
          }
        }
      }
      expect(counts, equals: values.count, "zoom \(zoom)")
    }
    #expect(get("/clusters/held/2/1/1.png", port).head.hasPrefix("HTTP/1.1 200"))
    // Without a query for its version nobody keeps what is made of it.
    #expect(!get("/clusters/held/2/1/1.mvt", port).head.contains("ETag"))
    try place.write("site/versions/held.sql", "SELECT COUNT(*) AS records FROM t")
    func tag() -> String? {
      get("/clusters/held/2/1/1.mvt", port).head.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }
        .map { String($0.dropFirst(6)) }
    }
    #expect(eventually { tag() != nil })
    let first = try #require(tag())
    let condition = "If-None-Match: \(first)\r\n"
    #expect(get("/clusters/held/2/1/1.mvt", port, headers: condition).head.hasPrefix("HTTP/1.1 304"))
    try place.write("in.sql", place.text("in.sql") + "INSERT INTO t VALUES (999, 1, 1);")
    #expect(eventually { tag() != first })
    #expect(get("/clusters/held/2/1/1.mvt", port, headers: condition).head.hasPrefix("HTTP/1.1 200"))
    let asked = place.text("log.sql")
    #expect(asked.contains("GROUP BY cell_x, cell_y"))
    try expect(command.end(by: SIGTERM).status, equals: 0)
  }

  @Test(.wants(.microhttpd), .wants(.curl)) func `fetches styles at addresses with --network alone`() throws {
    let remote = try LoopbackServer { path, time in
      guard path == "/look.json" else { return .answer(404) }
      let layer =
        ##"{"id": "b", "type": "background", "paint": {"background-color": "#12345\##(time % 10)"}}"##
      return .answer(200, Array(#"{"version": 8, "sources": {}, "layers": [\#(layer)]}"#.utf8))
    }
    let (place, address) = (try folder(), remote.address("/look.json"))
    let request = #"{"style": "\#(address)", "size": [64, 48], "center": [13.4, 52.5], "zoom": 8}"#
    try place.write("site/maps/far.json", request)
    let post = "POST /render?format=svg HTTP/1.1\r\nHost: a\r\nContent-Length: \(request.utf8.count)\r\n"
    let body = "Content-Type: application/json\r\nConnection: close\r\n\r\n" + request
    let (closed, first) = try started(place)
    let refused = String(decoding: get("/maps/far.svg", first).body, as: UTF8.self)
    #expect(
      refused.contains("\(address): nothing is fetched from the network here without \\\"network\\\""),
      "\(refused)"
    )
    #expect(String(decoding: sent(post + body, to: first), as: UTF8.self).contains("there is no style"))
    #expect(remote.counts.isEmpty)
    try expect(closed.end(by: SIGTERM).status, equals: 0)

    let other = try folder()
    try other.write("site/maps/far.json", request)
    let (open, second) = try started(other, ["--network"])
    let drawn = get("/maps/far.svg", second)
    #expect(drawn.head.hasPrefix("HTTP/1.1 200"))
    #expect(String(decoding: drawn.body, as: UTF8.self).contains("#123451"))
    // Nothing is known of its version, so that nobody keeps it.
    #expect(!drawn.head.contains("ETag"))
    // What a body writes itself is never asked for.
    #expect(String(decoding: sent(post + body, to: second), as: UTF8.self).contains("there is no style"))
    #expect(String(decoding: get("/maps/far.svg", second).body, as: UTF8.self).contains("#123452"))
    #expect(get("/maps/city.png", second).head.contains("ETag"))
    try expect(open.end(by: SIGTERM).status, equals: 0)
  }

  @Test func `names the package that it needs`() throws {
    try folder().run(["serve", "site"])
      .reports(
        "clustersnap: error: serve needs libmicrohttpd; install it (Debian: apt install libmicrohttpd12)")
  }

  @Test(
    arguments: [
      ([], "name one folder"), (["sit"], "is no folder"),
      (["site", "--listen", "8080"], "is no address with a port"),
      (["site", "--disk-cache", "site/kept"], "lies in the folder that is served"),
      (["site", "--disk-cache", "nowhere/kept"], "name another folder"),
      (["site", "--max-age", "stones"], "is no number of seconds"),
      (["site", "--max-age", "stoens=60"], "did you mean stones?"),
      (["site", "--tile-size", "300"], "neither 256 nor 512"), (["site", "--sign", "/"], "add --key-file"),
    ] as [([String], String)])
  func `refuses what cannot be served`(words: [String], part: String) throws {
    let outcome = try folder().run(["serve"] + words)
    expect(outcome.status, equals: 2)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }
}
