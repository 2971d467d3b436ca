import FileResources
import Foundation
import JSONDocument
import MapSession
import Parallel
import TestSupport
import Testing

@testable import MapServer

extension `Map server` {
  @Test func `has each header once, from the cache, the disk and the client's own`() async throws {
    let store = place.folder + "-kept"
    defer { try? FileManager.default.removeItem(atPath: store) }
    for round in 0..<2 {
      let server = try server { ($0.origin, $0.store) = ("https://a.example", store) }
      for target in [
        "/maps/city/near.png", "/clusters/stones/0/0/0.mvt", "/clusters/stones/9/0/0.mvt", "/health",
        "/nothing",
        "/openapi.json", "/styles/light/static/0,0,0/64x64.gif",
      ] {
        var tag: String?
        for _ in 0..<3 {
          let answer = await get(server, target, tag.map { [("If-None-Match", $0)] } ?? [])
          let names = answer.headers.map { $0.name.lowercased() }
          expect(Set(names).count, equals: names.count, "\(round) \(target): \(names)")
          expect(answer["Access-Control-Allow-Origin"], equals: "https://a.example", "\(target)")
          expect(answer["X-Content-Type-Options"], equals: "nosniff", "\(target)")
          tag = tag == nil && answer.status == 200 ? answer["ETag"] : nil
        }
      }
    }
    let empty = await get(try server { $0.origin = "*" }, "/clusters/stones/9/0/0.mvt")
    expect(empty.status, equals: 204)
    expect(empty["Access-Control-Allow-Methods"], equals: nil)
  }

  @Test func `cuts the description in a header, between letters`() async throws {
    let server = try server()
    let title = String(repeating: "ß", count: 11_000)
    let answer = await get(
      server, "/render", [("Content-Type", "application/json")], method: "POST",
      body: #"{"sources": {"a": "stones"}, "basemap": "none", "size": [64, 48], "title": "\#(title)"}"#)
    expect(answer.status, equals: 200, "\(String(decoding: answer.body.bytes.prefix(400), as: UTF8.self))")
    let alt = try #require(answer["X-ClusterSnap-Alt"])
    #expect((2000...2048).contains(alt.utf8.count))
    expect(alt.removingPercentEncoding, equals: String(repeating: "ß", count: alt.utf8.count / 6))
  }

  @Test func `answers bodies at one address`() async throws {
    let server = try server { $0.signature = AddressSignature(key: Array("sixteen bytes and more".utf8)) }
    let signature = try #require(server.options.signature)
    func signed(_ target: String, _ method: String = "") -> String {
      target + "&sig=" + signature.sign(Array((method + target).utf8))
    }
    let csv = "lon,lat\n1,1\n"
    for target in [
      "/styles/light/static/0,0,0/64x64.png?exp=99999999999", "/maps/city/near.png?exp=99999999999",
    ] {
      let refused = await get(
        server, signed(target), [("Content-Type", "text/csv")], method: "POST", body: csv)
      expect(refused.status, equals: 405)
      expect(refused["Allow"], equals: "GET, HEAD, OPTIONS")
      for method in ["GET", "HEAD"] {
        await expect(get(server, signed(target), method: method).status, equals: 200)
      }
    }
    let render = "/render?size=64x48&exp=99999999999"
    func post(_ target: String) async -> Int {
      await get(server, target, [("Content-Type", "text/csv")], method: "POST", body: csv).status
    }
    await expect(post(signed(render)), equals: 403)
    await expect(post(signed(render, "POST ")), equals: 200)
    await expect(get(server, signed("/maps/city/near.png?exp=99999999999", "POST ")).status, equals: 403)
  }

  @Test func `hands out tiles with the query and a signature of their template`() async throws {
    let host = [(name: "Host", value: "a.example")]
    func template(_ answer: ServerAnswer) throws -> String {
      let root = try JSONText(parsing: answer.body.bytes).root
      return try #require(root["tiles"]?.elements?.first?.string)
    }
    let open = try server()
    let about = await get(open, "/clusters/stones.json?properties=kind&method=radius&radius=30", host)
    try expect(
      template(about),
      equals: "http://a.example/clusters/stones/{z}/{x}/{y}.mvt?properties=kind&method=radius&radius=30")
    for (query, part) in [
      ("methd=radius", "did you mean method?"), ("method=radios", "radius"), ("buffer=9999", "0 to 4096"),
    ] {
      let refused = await get(open, "/clusters/stones.json?\(query)", host)
      expect(refused.status, equals: 400)
      #expect(String(decoding: refused.body.bytes, as: UTF8.self).contains(part))
    }

    let server = try server { $0.signature = AddressSignature(key: Array("sixteen bytes and more".utf8)) }
    let target = "/clusters/stones.json?properties=kind&exp=99999999999"
    let signature = try #require(server.options.signature).sign(Array(target.utf8))
    let whole = try template(await get(server, target + "&sig=" + signature, host))
    let tiles = String(whole.dropFirst("http://a.example".count))
    func tile(_ name: String, _ change: (String) -> String = { $0 }) async -> Int {
      let parts = name.split(separator: "/")
      let path = tiles.replacing("{z}", with: parts[0]).replacing("{x}", with: parts[1])
        .replacing("{y}", with: parts[2])
      return await get(server, change(path)).status
    }
    await expect(tile("0/0/0"), equals: 200)
    await expect(tile("3/4/2"), equals: 200)
    await expect(tile("0/0/0") { $0.replacing("properties=kind", with: "properties=lon") }, equals: 403)
    await expect(tile("0/0/0") { $0.replacing("exp=9", with: "exp=8") }, equals: 403)
    await expect(tile("0/0/0") { $0.replacing("stones", with: "others") }, equals: 403)
    await expect(tile("0/0/0") { $0.replacing(".mvt", with: ".json") }, equals: 403)
    let ended = "/clusters/stones/{z}/{x}/{y}.mvt?exp=1"
    let end =
      ended.replacing("{z}/{x}/{y}", with: "0/0/0") + "&sig="
      + (server.options.signature?.sign(Array(ended.utf8)) ?? "")
    await expect(get(server, end).status, equals: 403)
  }

  @Test func `shows no address of a database to anyone`() async throws {
    try place.write("shop.csv", "lon,lat\n1,1\n")
    let server = try server()
    try place.write(
      "maps/shop.json",
      #"{"sources": {"shop": "postgresql://joe:HUNTER2@db.example/a?key=HUNTER3|layername=t"}}"#)
    #expect { try server.reload() } throws: { error in
      let text = "\(error)"
      return !text.contains("HUNTER")
        && text.contains("shop is two things: the file shop.csv and that of maps/shop.json")
    }
    let ready = await get(server, "/ready")
    let text = String(decoding: ready.body.bytes, as: UTF8.self)
    expect(ready.status, equals: 503)
    #expect(text.contains("the source shop is two things"))
    #expect(
      !text.contains("HUNTER") && !text.contains("db.example") && !text.contains(place.folder), "\(text)")
  }

  @Test func `draws no more pixels than are allowed, with all that stands beside a map`() async throws {
    let wide =
      #"{"sources": {"s": "stones"}, "basemap": "none", "size": [300, 300], "panelSize": [300, 300], "center": [13, 52], "zoom": 6, "columns": ["cch", "clustermap"]}"#
    let type = [(name: "Content-Type", value: "application/json")]
    for (most, status) in [(100_000, 400), (700_000, 200)] {
      let server = try server { $0.mostPixels = most }
      let answer = await get(server, "/render", type, method: "POST", body: wide)
      let text = String(decoding: answer.body.bytes.prefix(600), as: UTF8.self)
      expect(answer.status, equals: status, "\(text)")
      #expect(
        status == 200 || text.contains("180000 pixels") && text.contains("100000 are allowed"), "\(text)")
    }
    // A legend below the map makes the sheet higher.
    let server = try server { $0.mostPixels = 90_000 }
    let plain =
      #"{"sources": {"s": "stones"}, "basemap": "none", "size": [300, 300], "panelSize": [300, 300], "center": [13, 52], "zoom": 6"#
    await expect(get(server, "/render", type, method: "POST", body: plain + "}").status, equals: 200)
    let titled = await get(
      server, "/render", type, method: "POST",
      body: plain + #", "title": {"text": "A title", "side": "above"}}"#)
    expect(titled.status, equals: 400, "\(String(decoding: titled.body.bytes.prefix(300), as: UTF8.self))")
    // And so are maps of the folder.
    let near = await get(try self.server { $0.mostPixels = 3000 }, "/maps/city/near.png")
    expect(near.status, equals: 500)
    #expect(String(decoding: near.body.bytes, as: UTF8.self).contains("3072 pixels"))
  }

  @Test func `draws nothing of a request of several views of which none is named`() async throws {
    let server = try server()
    let views = (0..<50).map { #"{"name": "v\#($0)", "center": [0, 0], "zoom": 1}"# }.joined(separator: ", ")
    let body = #"{"sources": {"s": "stones"}, "size": [64, 64], "views": [\#(views)]}"#
    let type = [(name: "Content-Type", value: "application/json")]
    for format in ["png", "geojson"] {
      let refused = await get(server, "/render?format=\(format)", type, method: "POST", body: body)
      expect(refused.status, equals: 400)
      #expect(
        String(decoding: refused.body.bytes, as: UTF8.self).contains(
          "the map has 50 views; name one of v0, v1"))
      let named = await get(server, "/render?format=\(format)&view=v7", type, method: "POST", body: body)
      expect(named.status, equals: 200)
    }
  }

  @Test(arguments: ["icons/a/b/c/d/e/f/g/h/own.png", "icons/.own/own.png"])
  func `has all files that a style names in its tags`(file: String) async throws {
    try place.write(
      "styles/deep.json",
      #"{"version": 8, "sources": {"p": {"type": "image", "url": "\#(file)", "coordinates": [[0,1],[1,1],[1,0],[0,0]]}}, "layers": []}"#
    )
    try place.write("styles/\(file)", "one")
    let server = try server()
    let target = "/styles/deep/static/0,0,0/64x64.png"
    func tag() async throws -> String? {
      try server.reload()
      guard case .waiting(let pending) = server.begin(ServerRequest("GET", Array(target.utf8))) else {
        return nil
      }
      return pending.terms?.tag?.text
    }
    let first = try #require(try await tag())
    try await expect(tag(), equals: first)
    try place.write("styles/\(file)", "other")
    #expect(try await tag() != first)
  }

  @Test func `waits for versions no longer than for a drawing, and a twentieth of the time at most`() throws {
    try place.write("maps/shop.json", #"{"sources": {"shop": "postgresql://db.example/a|layername=t"}}"#)
    try place.write("versions/shop.sql", "SELECT 1")
    let loader = NotingLoader(FileLoader(root: place.folder, mapsFiles: false), isSlow: true)
    var options = MapServer.Options()
    options.seconds = 0.2
    let start = ContinuousClock.now
    let server = try MapServer(
      folder: place.folder, resources: loader, session: MapSession.Options(), options: options)
    for _ in 0..<3 { try server.reload() }
    expect(loader.opened.count { $0.hasPrefix("postgresql://") }, equals: 1)
    #expect(start.duration(to: .now) < .seconds(30))
  }

  @Test func `has the limits that its pages name`() async throws {
    let options = MapServer.Options()
    let document = try JSONText(parsing: await get(try server { $0 = options }, "/openapi.json").body.bytes)
      .root
    let words = try #require(document["info"]?["description"]?.string)
    let checkout = URL(filePath: Workplace.checkout)
    let help = try String(
      contentsOf: checkout.appending(path: "Sources/System/CBuiltIns/words/commands.txt"), encoding: .utf8)
    let security = try String(contentsOf: checkout.appending(path: "SECURITY.md"), encoding: .utf8)
    func initial(_ key: String) -> Int? {
      let entry = help.components(separatedBy: "# ServeCommand").last?.components(separatedBy: "\n\(key)\n")
        .last
      return entry?.components(separatedBy: "\n").first { $0.hasPrefix("  default ") }.flatMap {
        Int($0.dropFirst(10))
      }
    }
    for (key, value, page) in [
      ("maxPixels", options.mostPixels, "16 million pixels"), ("maxPoints", options.mostPoints, "50 million"),
      ("maxBody", options.mostBodyBytes >> 20, "16 MB"), ("queue", options.mostDrawings, "64 run and wait"),
      ("timeout", Int(options.seconds), "30 seconds each"),
      ("maxBodies", options.mostBodiesBytes >> 20, "256 MB of all"),
    ] {
      expect(initial(key), equals: value, "\(key)")
      #expect(words.contains("\(value) "), "\(key): \(words)")
      #expect(security.contains(page), "\(key)")
    }
    #expect(words.contains("\(RequestAddress.mostBytes) bytes") && security.contains("32,768 bytes"))
  }

  @Test func `notices a byte that the disk has changed`() async throws {
    let store = place.folder + "-kept"
    defer { try? FileManager.default.removeItem(atPath: store) }
    let target = "/maps/city/near.svg"
    let whole = await get(try server { $0.store = store }, target)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: store).first)
    let kept = try #require(FileManager.default.contents(atPath: store + "/" + name))
    for index in stride(from: 0, to: kept.count, by: 97) {
      var broken = kept
      broken[index] ^= 0x10
      try broken.write(to: URL(filePath: store + "/" + name))
      let answer = await get(try server { $0.store = store }, target)
      expect(answer.body.bytes, equals: whole.body.bytes, "byte \(index)")
      expect(
        answer.headers.map { "\($0)" }.sorted(), equals: whole.headers.map { "\($0)" }.sorted(),
        "byte \(index)")
    }
  }

  @Test func `has its headers on what the listener refuses, too`() throws {
    let answer = try server { $0.origin = "*" }.answer(of: ServerError(413, "the body is too large"))
    expect(answer.status, equals: 413)
    expect(answer.headers.filter { $0.0 == "Access-Control-Allow-Origin" }.map(\.1), equals: ["*"])
    expect(answer.headers.filter { $0.0 == "X-Content-Type-Options" }.map(\.1), equals: ["nosniff"])
  }

  @Test func `shows the address of a database to nobody`() throws {
    let warned = Mutex([String]())
    let server = try server { $0.warn = { text in warned.withLock { $0.append(text) } } }
    let address = "postgresql://db.example:5432/trips"
    let error = server.fault(.input("no driver is installed", at: address), status: 400)
    expect(error.answer.status, equals: 503)
    #expect(!String(decoding: error.answer.body.bytes, as: UTF8.self).contains("db.example"))
    expect(warned.withLock { $0.count }, equals: 1)
  }
}
