import Dispatch
import Foundation
import TestSupport
import Testing

extension `Serving a folder` {
  /// A folder with maps whose style a server on this machine does not send before the end of the test.
  private func slowFolder(_ count: Int) throws -> (Workplace, LoopbackServer, DispatchSemaphore) {
    let end = DispatchSemaphore(value: 0)
    let remote = try LoopbackServer { _, _ in .stall([UInt8](repeating: 32, count: 9), until: end) }
    let place = try folder()
    for number in 0..<count {
      try place.write(
        "site/maps/slow\(number).json",
        #"{"style": "\#(remote.address("/look.json"))", "size": [64, 48], "center": [13.4, 52.5], "zoom": 8}"#
      )
    }
    return (place, remote, end)
  }

  private func ask(_ port: UInt16, _ target: String, version: String = "1.1") -> Client {
    let client = Client(port)
    #expect(client.send("GET \(target) HTTP/\(version)\r\nHost: a\r\nConnection: close\r\n\r\n"))
    return client
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .seconds(Sanitizer.isWatching ? 10 : 1)
  }

  @Test(.wants(.microhttpd), .wants(.curl))
  func `ends within its time limit while pictures and tiles are made`() throws {
    let (place, remote, end) = try slowFolder(4)
    defer { for _ in 0..<4 { end.signal() } }
    // Markers of 300,000 points, found 36 times: some minutes of work.
    let rows = (0..<300_000).map { index in
      "\(index * 104_729 % 1_700_000 / 10_000 - 85).\(index % 10_000),\(index * 7919 % 360 - 180).\(index * 31 % 10_000)\n"
    }
    try place.write("site/many.csv", "lat,lon\n" + rows.joined())
    let (command, port) = try started(place, ["--network", "--timeout", "3", "--threads", "2"])
    var clients = (0..<4).map { ask(port, "/maps/slow\($0).png") }
    clients += (0..<36).map { ask(port, "/clusters/many/20/0/0.mvt?cellSize=\(20 + $0)") }
    #expect(eventually { remote.counts["/look.json"] != nil })
    let start = ContinuousClock.now
    let outcome = try command.end(by: SIGTERM)
    #expect(seconds(since: start) < 5)
    #expect((outcome.status, outcome.signal) == (0, nil))
    for client in clients {
      let answer = client.text
      #expect(answer.hasPrefix("HTTP/1.1 503") || answer.hasPrefix("HTTP/1.1 20"), "\(answer)")
    }
  }

  @Test(.wants(.microhttpd), .wants(.curl))
  func `ends the drawing of who leaves, and answers who ends one half of the connection`() throws {
    let (place, remote, end) = try slowFolder(3)
    defer { for _ in 0..<3 { end.signal() } }
    let (command, port) = try started(place, ["--network", "--timeout", "5", "--threads", "5"])
    var leaver: Client? = ask(port, "/maps/slow0.png")
    let (stayer, older) = (ask(port, "/maps/slow1.png"), ask(port, "/maps/slow2.png", version: "1.0"))
    let quick = ask(port, "/maps/city.png")
    for client in [stayer, older, quick] { client.end() }
    // A slow machine may send the line, see below, before the answer.
    quick.text.shows("HTTP/1.1 200")
    #expect(eventually { remote.counts["/look.json"] == 3 })
    let start = ContinuousClock.now
    withExtendedLifetime(leaver) {}
    leaver = nil
    #expect(
      eventually {
        String(decoding: get("/metrics", port).body, as: UTF8.self).contains(
          "route=\"other\",status=\"503\"} 1")
      })
    #expect(seconds(since: start) < 1.5)
    // What ends one half is sent a line that HTTP/1.1 passes over; HTTP/1.0 knows none.
    for (client, first) in [(stayer, "HTTP/1.1 100 Continue\r\n\r\n"), (older, "")] {
      let text = client.text
      #expect(text.hasPrefix(first + "HTTP/1.1 503"), "\(text)")
      #expect(text.contains("the drawing took longer than 5 s"))
    }
    let outcome = try command.end(by: SIGTERM)
    let line = try #require(outcome.outputLines.first { $0.contains("slow0.png") })
    #expect(line.contains("\"sent\":false"))
  }

  @Test(.wants(.microhttpd)) func `stays open to others while clients send half of a request`() throws {
    let (command, port) = try started(try folder(), before: "ulimit -n 300")
    for _ in 0..<200 { _ = Client(port).send("G") }
    var start = ContinuousClock.now
    #expect(get("/health", port).head.hasPrefix("HTTP/1.1 200"))
    #expect(seconds(since: start) < 3)
    let clients = (0..<200).map { _ in Client(port) }
    for client in clients { _ = client.send("GET /") }
    start = .now
    #expect(get("/health", port).head.hasPrefix("HTTP/1.1 200"))
    #expect(seconds(since: start) < 8)
    // A head has five seconds, and a body that ends early is not waited for.
    let body = Client(port)
    #expect(body.send("POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf"))
    body.end()
    start = .now
    #expect(body.answer().isEmpty)
    #expect(seconds(since: start) < 3)
    withExtendedLifetime(clients) {}
    try expect(command.end(by: SIGTERM).status, equals: 0)
  }

  @Test(.wants(.microhttpd)) func `bounds the bodies in flight, and drops those without a use`() throws {
    let (command, port) = try started(try folder(), ["--max-body", "2", "--max-bodies", "4"])
    let part = String(repeating: " ", count: 2_000_000)
    func head(_ target: String, _ method: String = "POST", more: Int = 1) -> String {
      "\(method) \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(part.utf8.count + more)\r\n\r\n"
    }
    let filling = (0..<2).map { _ in Client(port) }
    for client in filling { #expect(client.send(head("/render") + part)) }
    // They are read.
    usleep(500_000)
    let third = Client(port)
    #expect(third.send(head("/render") + part + "{"))
    third.end()
    let refused = third.text
    #expect(refused.hasPrefix("HTTP/1.1 503"), "\(refused.prefix(300))")
    #expect(refused.contains("Retry-After: 1\r\n"))
    #expect(refused.contains("bodies of other requests fill the room for them; repeat the request"))
    // Bodies without a use take no room, and the connection goes on.
    for (method, target, status) in [
      ("GET", "/maps/city.png", 200), ("POST", "/maps/city.png", 405), ("POST", "/nowhere", 404),
    ] {
      let client = Client(port)
      #expect(client.send(head(target, method) + part + " GET /health HTTP/1.1\r\nHost: a\r\n\r\n"))
      client.end()
      let answer = client.answer()
      #expect(answer.firstRange(of: Array("HTTP/1.1 \(status) ".utf8)) != nil, "\(method) \(target)")
      #expect(answer.suffix(3).elementsEqual("ok\n".utf8), "\(method) \(target)")
    }
    for client in filling {
      #expect(client.send("{"))
      client.end()
      #expect(client.text.hasPrefix("HTTP/1.1 400"))
    }
    let fourth = Client(port)
    #expect(fourth.send(head("/render") + part + "{"))
    fourth.end()
    #expect(fourth.text.hasPrefix("HTTP/1.1 400"))
    try expect(command.end(by: SIGTERM).status, equals: 0)
  }
}
