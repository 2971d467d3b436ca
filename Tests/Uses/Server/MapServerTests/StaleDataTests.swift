import FileResources
import Foundation
import JSONDocument
import MapServer
import MapSession
import Parallel
import TestSupport
import Testing

extension `Map server` {
  private static let targets = [
    "/maps/city/near.svg", "/styles/plain/static/13.4,52.5,6/80x60.svg?source=stones",
    "/clusters/stones/0/0/0.json",
  ]

  @Test func `shows what was read last while a file of data is broken`() async throws {
    let warnings = Mutex<[String]>([])
    let server = try server { options in
      options.warn = { text in warnings.withLock { $0.append(text) } }
    }
    var before: [ServerAnswer] = []
    for target in Self.targets { before.append(await get(server, target)) }
    let others = place.text("stones.csv")
    try place.write("stones.csv", "lon,lat,kind\n\"13.4,52.5")
    try server.reload()
    for _ in 0..<2 {
      for (target, old) in zip(Self.targets, before) {
        let answer = await get(server, target)
        expect(answer.status, equals: 200, "\(String(decoding: answer.body.bytes, as: UTF8.self))")
        expect(answer.body.bytes, equals: old.body.bytes)
        expect(answer["ETag"], equals: old["ETag"])
        #expect(answer["X-ClusterSnap-Stale"] != nil)
        await expect(get(server, target, [("If-None-Match", try #require(old["ETag"]))]).status, equals: 304)
      }
    }
    await expect(get(server, "/styles/plain/static/0,0,0/40x40.png")["X-ClusterSnap-Stale"], equals: nil)
    let ready = await get(server, "/ready")
    expect(ready.status, equals: 200)
    expect(String(decoding: ready.body.bytes, as: UTF8.self), equals: "degraded: stones\n")
    await expect(figure("broken_files", of: server), equals: 1)
    let told = warnings.withLock { $0 }
    expect(told.count, equals: 1)
    expect(told.first?.hasPrefix("stones: "), equals: true, "\(told)")
    expect(told.first?.contains("what was read of it last is shown"), equals: true, "\(told)")

    try place.write("stones.csv", others + "13.5,52.5,c\n")
    try server.reload()
    let mended = await get(server, Self.targets[0])
    expect(mended.status, equals: 200)
    #expect(mended["ETag"] != before[0]["ETag"])
    while await figure("broken_files", of: server) != 0 { try await Task.sleep(for: .milliseconds(20)) }
    expect(String(decoding: await get(server, "/ready").body.bytes, as: UTF8.self), equals: "ready\n")
    await expect(get(server, Self.targets[0])["X-ClusterSnap-Stale"], equals: nil)
    expect(warnings.withLock { $0.last }, equals: "stones: the file is read again")
  }

  @Test func `logs why data cannot be read of which nothing is known`() async throws {
    let warnings = Mutex<[String]>([])
    try place.write(
      "maps/lost.json", #"{"sources": {"a": "../lost.csv"}, "basemap": "none", "size": [64, 48]}"#)
    let server = try server { options in
      options.warn = { text in warnings.withLock { $0.append(text) } }
    }
    await expect(get(server, "/maps/lost.png").status, equals: 503)
    expect(warnings.withLock { $0 }, equals: ["a: cannot be read: No such file or directory; check the name"])
  }

  @Test func `takes the blame for files of its folder, and none for addresses`() async throws {
    try place.write("styles/bad.json", "{")
    try place.write("styles/sprite.json", #"{"pin": {"x": 0, "y": 0, "width": 1, "height": 1}}"#)
    try place.write("tiles/cut.pmtiles", "PMTiles\u{3}cut")
    try place.write(
      "styles/town.json",
      #"{"version": 8, "sources": {"cut": {"type": "vector", "url": "mbtiles://cut"}}, "layers": [{"id": "l", "type": "line", "source": "cut", "source-layer": "roads"}]}"#
    )
    try place.write(
      "maps/wide.json", #"{"sources": {"a": "../stones.csv"}, "size": [64, 48], "parameters": ["zoom"]}"#)
    let server = try server()
    for (target, status, part) in [
      ("/maps/wide.png?zoom=99", 400, "99 is outside -2...25"),
      ("/styles/bad/static/0,0,0/40x40.png", 500, "bad.json"),
      // The style's source is filled by the tiles of its name, which are broken.
      ("/styles/town/static/0,0,0/40x40.png", 500, "cut.pmtiles"),
      ("/styles/town/style.json", 200, "/data/cut.json"),
      ("/styles/sprite/static/0,0,0/40x40.png", 404, "there is no style"),
    ] {
      let answer = await get(server, target, [("Host", "maps.example")])
      expect(answer.status, equals: status, "\(target)")
      String(decoding: answer.body.bytes, as: UTF8.self).shows(part)
    }
  }

  @Test func `keeps what was read last whatever else is read`() async throws {
    var session = MapSession.Options()
    session.budget = 100_000
    let rows = (0..<2000).map { "\($0 % 90),\($0 % 80),row number \($0)\n" }.joined()
    for name in ["a", "b", "c", "d"] { try place.write("\(name).csv", "lon,lat,name\n" + rows) }
    let server = try MapServer(
      folder: place.folder, resources: FileLoader(root: place.folder, mapsFiles: false), session: session,
      options: MapServer.Options())
    let before = await get(server, Self.targets[1])
    try place.write("stones.csv", "lon,lat,kind\n\"13.4,52.5")
    try server.reload()
    await expect(get(server, Self.targets[1]).body.bytes, equals: before.body.bytes)
    for name in ["a", "b", "c", "d"] {
      await expect(get(server, "/styles/plain/static/0,0,0/40x40.svg?source=\(name)").status, equals: 200)
    }
    // Not kept as a picture.
    let other = await get(server, Self.targets[1] + "&attribution=x")
    expect(other.status, equals: 200, "\(String(decoding: other.body.bytes, as: UTF8.self))")
  }

  @Test func `answers 503 while a file of data is broken that was never read`() async throws {
    try place.write("stones.csv", "lon,lat\n\"13.4,HUNTER2")
    let warnings = Mutex<[String]>([])
    let server = try server { options in options.warn = { text in warnings.withLock { $0.append(text) } } }
    for target in Self.targets {
      let answer = await get(server, target)
      let text = String(decoding: answer.body.bytes, as: UTF8.self)
      expect(answer.status, equals: 503, "\(text)")
      expect(answer["Retry-After"], equals: "60")
      #expect(text.contains("the data of stones cannot be read at present"), "\(text)")
      #expect(!text.contains("HUNTER2"))
    }
    expect(warnings.withLock { $0.count }, equals: 1)
    expect(
      String(decoding: await get(server, "/ready").body.bytes, as: UTF8.self), equals: "degraded: stones\n")
  }

  @Test func `holds no file broken for what an address or a body asks of it`() async throws {
    let server = try server()
    let before = await get(server, Self.targets[0])
    let body =
      #"{"sources": {"a": "stones"}, "longitude": "kind", "latitude": "lat", "zoom": 1, "center": [0, 0]}"#
    let refused = await get(
      server, "/render", [("Content-Type", "application/json")], method: "POST", body: body)
    expect(refused.status, equals: 400)
    await expect(get(server, Self.targets[1] + "&colorBy=none").status, equals: 400)
    await expect(figure("broken_files", of: server), equals: 0)
    await expect(get(server, Self.targets[0])["ETag"], equals: before["ETag"])
  }
}
