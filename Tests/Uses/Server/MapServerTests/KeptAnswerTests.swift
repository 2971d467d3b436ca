import Foundation
import Inflate
import MapServer
import TestSupport
import Testing

extension `Map server` {
  @Test func `knows the tag before it draws, and draws nothing for who has it`() async throws {
    let server = try server()
    let target = "/maps/city/near.svg"
    let first = await get(server, target)
    let tag = try #require(first["ETag"])
    await expect(figure("pictures_drawn_total", of: server), equals: 1)
    for list in [tag, "\"a\", W/\(tag)", "*"] {
      let again = await get(server, target, [("If-None-Match", list)])
      expect(again.status, equals: 304)
      expect(again["ETag"], equals: tag)
      #expect(again.body.bytes.isEmpty)
    }
    await expect(get(server, target, [("If-None-Match", "\"other\"")]).status, equals: 200)
    await expect(figure("pictures_drawn_total", of: server), equals: 1)
    // Another server of the same folder has the same tag, and draws nothing either.
    let other = try self.server()
    await expect(get(other, target, [("If-None-Match", tag)]).status, equals: 304)
    await expect(figure("pictures_drawn_total", of: other), equals: 0)
    // Another coding is another representation.
    let packed = await get(server, target, [("Accept-Encoding", "gzip")])
    #expect(packed["ETag"] != tag)
    expect(packed["Content-Encoding"], equals: "gzip")
    expect(Compression(of: packed.body.bytes), equals: .gzip)
    try expect(inflated(packed.body.bytes, limit: .max), equals: first.body.bytes)

    try place.write("stones.csv", "lon,lat,kind\n13.4,52.5,a\n")
    try server.reload()
    let changed = await get(server, target, [("If-None-Match", tag)])
    expect(changed.status, equals: 200)
    #expect(changed.body.bytes != first.body.bytes)
  }

  @Test func `has another tag where the areas change that points are counted in`() async throws {
    func write(_ side: Int) throws {
      try place.write(
        "areas.geojson",
        #"{"type": "Polygon", "coordinates": [[[10, 50], [\#(side), 50], [\#(side), 55], [10, 50]]]}"#)
    }
    try write(15)
    let server = try server()
    let target = "/styles/light/static/13,52,4/64x64.svg?source=stones&groupAreas=areas.geojson"
    let first = await get(server, target)
    expect(first.status, equals: 200)
    try write(16)
    try server.reload()
    let second = await get(server, target, [("If-None-Match", first["ETag"] ?? "")])
    #expect((second.status, second.body.bytes == first.body.bytes) == (200, false))
  }

  @Test func `keeps its tags where another file of data changes`() async throws {
    try place.write("others.csv", "lon,lat\n1,1\n")
    let server = try server { ($0.maxAge, $0.maxAges) = (600, ["stones": 60, "city": 5]) }
    let targets = [
      "/maps/city/near.png", "/styles/plain/static/auto/40x40.png?source=stones",
      "/clusters/stones/0/0/0.mvt",
      "/styles/plain/static/auto/40x40.png?source=others", "/styles/plain/static/0,0,1/40x40.png",
    ]
    var tags: [String?] = []
    for (target, age) in zip(targets, [5, 60, 60, 600, 600]) {
      let answer = await get(server, target)
      tags.append(answer["ETag"])
      expect(answer["Cache-Control"], equals: "public, max-age=\(age)", "\(target)")
    }
    func unchanged() async throws -> [Bool] {
      try server.reload()
      var result: [Bool] = []
      for (target, tag) in zip(targets, tags) {
        result.append(await get(server, target, [("If-None-Match", tag ?? "")]).status == 304)
      }
      return result
    }
    try await expect(unchanged(), equals: [true, true, true, true, true])
    try place.write("others.csv", "lon,lat\n2,2\n3,3\n")
    try await expect(unchanged(), equals: [true, true, true, false, true])
    // A style is in every picture, and in no vector tile; so is what a style leads to.
    try place.write(
      "styles/more.json",
      #"{"version": 8, "sources": {"o": {"type": "geojson", "data": "../others.csv"}}, "layers": []}"#)
    try await expect(unchanged(), equals: [false, false, true, false, false])
    try place.write("stones.csv", "lon,lat,kind\n13.4,52.5,a\n")
    tags = [nil, nil, tags[2], nil, nil]
    try await expect(unchanged(), equals: [false, false, false, false, false])
    let before = await get(server, targets[4])["ETag"]
    try place.write("others.csv", "lon,lat\n4,4\n")
    try server.reload()
    #expect(await get(server, targets[4])["ETag"] != before)
    // The size of tiles that zooms count from is a part of what an address shows.
    #expect(await get(try self.server { $0.tileSize = 256 }, targets[4])["ETag"] != before)
  }

  @Test func `names the time of the last change, and answers who has it`() async throws {
    let server = try server()
    let facts = try FileManager.default.attributesOfItem(atPath: place.path("stones.csv"))
    let time = try #require(facts[.modificationDate] as? Date)
    let target = "/clusters/stones/0/0/0.mvt"
    let first = await get(server, target)
    let form = DateFormatter()
    (form.locale, form.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "GMT"))
    form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let words = form.string(from: time)
    expect(first["Last-Modified"], equals: words)
    await expect(get(server, target, [("If-Modified-Since", words)]).status, equals: 304)
    // The tag goes before the date, and an older file is another one.
    await expect(
      get(server, target, [("If-Modified-Since", words), ("If-None-Match", "\"a\"")]).status, equals: 200)
    await expect(
      get(server, target, [("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT")]).status, equals: 200)
    #expect(await get(server, "/styles/light/static/0,0,0/40x40.png")["ETag"] != nil)
  }

  @Test func `neither tags nor keeps what has no version`() async throws {
    try place.write(
      "maps/rows.json",
      #"{"sources": {"rows": "postgresql://nowhere.invalid/a|layername=b"}, "size": [9, 9]}"#)
    let server = try server()
    let answer = await get(
      server, "/styles/plain/static/0,0,0/40x40.png?source=rows", [("If-None-Match", "*")])
    expect(answer["ETag"], equals: nil)
    expect(answer.status, equals: 503)
    #expect(!String(decoding: answer.body.bytes, as: UTF8.self).contains("nowhere.invalid"))
  }

  @Test func `keeps pictures on disk for the next server, up to a number of bytes`() async throws {
    let store = place.folder + "-kept"
    defer { try? FileManager.default.removeItem(atPath: store) }
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: store) }
    let (target, other) = ("/maps/city/near.svg", "/maps/city/far.svg")
    let first = await get(try server { $0.store = store }, target, [("Accept-Encoding", "gzip")])
    let name = try #require(try names().first)
    let next = try server { $0.store = store }
    let again = await get(next, target, [("Accept-Encoding", "gzip")])
    await expect(figure("pictures_drawn_total", of: next), equals: 0)
    expect(again.body.bytes, equals: first.body.bytes)
    expect(again.headers.map { "\($0)" }.sorted(), equals: first.headers.map { "\($0)" }.sorted())
    // Cut short, it is drawn again.
    let whole = try #require(FileManager.default.contents(atPath: store + "/" + name))
    try whole.dropLast().write(to: URL(filePath: store + "/" + name))
    await expect(
      get(try server { $0.store = store }, target, [("Accept-Encoding", "gzip")]).body.bytes,
      equals: first.body.bytes)
    try expect(names(), equals: [name])
    expect(FileManager.default.contents(atPath: store + "/" + name), equals: whole)
    // The older one goes.
    _ = await get(try server { $0.store = store }, other)
    let added = try #require(try names().first { $0 != name })
    let size = try #require(FileManager.default.contents(atPath: store + "/" + added)).count
    _ = try server { ($0.store, $0.storeBytes) = (store, size) }
    try expect(names(), equals: [added])
  }
}
