import FileResources
import Foundation
import Inflate
import JSONDocument
import MapSession
import TestSupport
import Testing

@testable import MapServer

/// Addresses that clients of other servers ask for.
@Suite struct `Addresses of clients` {
  private let place: Workplace
  private let host = [(name: "Host", value: "a.example")]

  init() throws {
    place = try Workplace([
      "stones.csv": "lon,lat,kind\n13.25,52.5,a\n13.5,52.75,b\n13,52,a\n",
      "styles/own/style.json": ##"""
      {"version": 8, "name": "Own", "glyphs": "../fonts/{fontstack}/{range}.pbf", "sprite": "sprite",
       "sources": {"streets": {"type": "vector", "url": "mbtiles://town.mbtiles", "attribution": "A"},
                   "far": {"type": "vector", "url": "https://far.example/t.json"}},
       "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#123456"}}]}
      """##,
      "styles/own/sprite.json": "{}", "styles/own/sprite.png": "no picture", "styles/own/town.mbtiles": "",
      "styles/plain.json": #"{"version": 8, "sources": {}, "layers": []}"#,
      "fonts/Own Sans/0-255.pbf": "glyphs", "sprites/signs.json": "{}", "sprites/signs@2x.png": "finer",
      "maps/city.json": #"""
      {"sources": {"stones": "../stones.csv"}, "basemap": "none", "size": [64, 48], "center": [13, 52], "zoom": 8,
       "parameters": ["center", "zoom", "filter"]}
      """#,
    ])
  }

  private func server(_ change: (inout MapServer.Options) -> Void = { _ in }) throws -> MapServer {
    var options = MapServer.Options()
    options.seconds = 600
    change(&options)
    return try MapServer(
      folder: place.folder, resources: FileLoader(root: place.folder, mapsFiles: false),
      session: MapSession.Options(), options: options)
  }

  private func get(
    _ server: MapServer, _ target: String, _ headers: [(name: String, value: String)]? = nil,
    client: String = ""
  ) async -> ServerAnswer {
    var request = ServerRequest("GET", Array(target.utf8), headers: headers ?? host)
    request.client = client
    return await server.answer(request)
  }

  private func json(_ answer: ServerAnswer) throws -> JSONValue {
    expect(answer.status, equals: 200, "\(String(decoding: answer.body.bytes, as: UTF8.self))")
    return try JSONText(parsing: answer.body.bytes).root
  }

  @Test func `list styles, tiles, sprites and fonts`() async throws {
    let server = try server()
    let styles = try json(await get(server, "/styles.json")).elements ?? []
    let own = try #require(styles.first { $0["id"]?.string == "own" })
    expect(own["url"]?.string, equals: "http://a.example/styles/own/style.json")
    #expect(styles.contains { $0["id"]?.string == "light" })
    let catalog = try json(await get(server, "/catalog"))
    #expect(catalog["tiles"]?["stones"] != nil)
    #expect(catalog["tiles"]?["styles/own/town.mbtiles"] != nil)
    #expect(catalog["fonts"]?["Own Sans"] != nil)
    #expect(catalog["sprites"]?["signs"] != nil && catalog["sprites"]?["own"] != nil)
    #expect(catalog["styles"]?["own"] != nil)
  }

  @Test func `have addresses of the server in styles`() async throws {
    let style = try json(await get(try server(), "/styles/own/style.json"))
    expect(style["name"]?.string, equals: "Own")
    expect(style["glyphs"]?.string, equals: "http://a.example/fonts/{fontstack}/{range}.pbf")
    expect(style["sprite"]?.string, equals: "http://a.example/sprites/own")
    let streets = try #require(style["sources"]?["streets"])
    expect(streets["url"]?.string, equals: "http://a.example/data/styles%2Fown%2Ftown.mbtiles.json")
    expect(streets["attribution"]?.string, equals: "A")
    expect(style["sources"]?["far"]?["url"]?.string, equals: "https://far.example/t.json")
    expect(style["layers"]?.elements?.count, equals: 1)
    // What a built-in style draws is drawn by the server.
    let light = try json(await get(try server(), "/styles/light/style.json"))
    expect(
      light["sources"]?["map"]?["tiles"]?.elements?.first?.string,
      equals: "http://a.example/styles/light/512/{z}/{x}/{y}{ratio}.png")
  }

  @Test func `give glyphs and sprites as they are`() async throws {
    let server = try server()
    await expect(get(server, "/fonts/Other,Own%20Sans/0-255.pbf").body.bytes, equals: Array("glyphs".utf8))
    await expect(get(server, "/fonts/Own%20Sans/256-511.pbf").status, equals: 204)
    await expect(get(server, "/sprites/own.json").body.bytes, equals: Array("{}".utf8))
    await expect(get(server, "/sprites/own.png")["Content-Type"], equals: "image/png")
    await expect(get(server, "/sprites/signs@2x.png").body.bytes, equals: Array("finer".utf8))
    for (target, part) in [
      ("/fonts/Own%20Snas/0-255.pbf", "did you mean Own Sans?"), ("/fonts/Own%20Sans/1-2.pbf", "is no range"),
      ("/fonts/Own%20Sans/0-255.txt", "does not end in .pbf"), ("/sprites/sings.json", "did you mean signs?"),
      ("/styles/onw/style.json", "did you mean own?"), ("/styles.json?a=b", "has no parameters"),
      ("/data/nothing.json", "there is no source"), ("/styles/own/0/0/0@9x.png", "is no scale"),
    ] {
      let answer = await get(server, target)
      #expect([400, 404].contains(answer.status), "\(target)")
      #expect(String(decoding: answer.body.bytes, as: UTF8.self).contains(part), "\(target)")
    }
  }

  @Test func `draw tiles of styles, each a quarter of the one above`() async throws {
    let server = try server()
    for (target, side) in [
      ("/styles/plain/0/0/0.png", 256), ("/styles/plain/3/4/2@2x.png", 512),
      ("/styles/plain/512/3/4/2.png", 512),
      ("/styles/light/512/1/1/0@2x.svg", nil), ("/clusters/stones/3/4/2@2x.png", 1024),
    ] as [(String, Int?)] {
      let answer = await get(server, target)
      expect(
        answer.status, equals: 200,
        "\(target) \(String(decoding: answer.body.bytes.prefix(300), as: UTF8.self))")
      #expect(answer["ETag"] != nil)
      guard let side else { continue }
      let size = answer.body.bytes[16..<24].map(Int.init)
      #expect(size[2] * 256 + size[3] == side && size[6] * 256 + size[7] == side, "\(target)")
    }
    await expect(get(server, "/clusters/stones/3/4/2@2x.mvt").status, equals: 400)
    // A tile of 256 points shows as much of the world as one of 512.
    let small = await get(server, "/styles/light/2/2/1.png"),
      large = await get(server, "/styles/light/512/2/2/1.png")
    expect(small["X-ClusterSnap-Bounds"], equals: large["X-ClusterSnap-Bounds"])
    let box = (small["X-ClusterSnap-Bounds"] ?? "").split(separator: ",").compactMap { Double($0) }
    #expect(zip(box, [0, 0, 90, 66.513_260]).allSatisfy { abs($0 - $1) < 1e-5 }, "\(box)")
  }

  @Test func `have TileJSON with bounds, a center and a tag`() async throws {
    let server = try server()
    let answer = await get(server, "/clusters/stones.json")
    let set = try json(answer)
    expect(set["bounds"]?.elements?.compactMap(\.number), equals: [13, 52, 13.5, 52.75])
    // 0.75° of latitude at 52° are 0.0034 of the world: eight zooms.
    expect(set["center"]?.elements?.compactMap(\.number), equals: [13.25, 52.375, 8])
    #expect(set["minzoom"]?.number == 0 && set["maxzoom"]?.number == 16)
    let tag = try #require(answer["ETag"])
    await expect(get(server, "/clusters/stones.json", host + [("If-None-Match", tag)]).status, equals: 304)
    await expect(
      get(server, "/clusters/stones.json", [("Host", "b.example"), ("If-None-Match", tag)]).status,
      equals: 200)
    try expect(json(await get(server, "/data/stones.json"))["tiles"], equals: set["tiles"])
    let pictures = try json(await get(server, "/clusters/stones.json?format=png&cellSize=40"))
    expect(
      pictures["tiles"]?.elements?.first?.string,
      equals: "http://a.example/clusters/stones/{z}/{x}/{y}{ratio}.png?cellSize=40")
    expect(pictures["vector_layers"], equals: nil)
  }

  @Test func `begin as clients see the server`() async throws {
    func first(
      _ headers: [(name: String, value: String)], client: String = "",
      _ change: (inout MapServer.Options) -> Void = { _ in }
    ) async throws -> String? {
      let answer = await get(try server(change), "/styles.json", headers, client: client)
      return try json(answer).elements?.first?["url"]?.string?.components(separatedBy: "/styles/").first
    }
    let behind = [
      ("Host", "inner:8080"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "maps.example"),
      ("X-Forwarded-Prefix", "/geo/"),
    ]
    try await expect(first(behind), equals: "https://maps.example/geo")
    try await expect(first(behind, client: "127.0.0.1"), equals: "https://maps.example/geo")
    try await expect(first(behind, client: "192.0.2.7"), equals: "http://inner:8080")
    try await expect(
      first(behind, client: "192.0.2.7") { $0.proxies = ["192.0.2.7"] },
      equals: "https://maps.example/geo")
    try await expect(
      first(behind, client: "192.0.2.7") { $0.publicAddress = "https://public.example/p" },
      equals: "https://public.example/p")
    await expect(get(try server(), "/styles.json", [("Host", "a\"b")]).status, equals: 400)
    await expect(
      get(try server(), "/styles.json", [("Host", "a"), ("X-Forwarded-Prefix", "/a?b")]).status, equals: 400)
    var request = ServerRequest(
      "GET", [], headers: [("X-Forwarded-For", "198.51.100.9, 203.0.113.5, 127.0.0.1")])
    request.client = "127.0.0.1"
    expect(request.client(trusting: ["127.0.0.1"]), equals: "203.0.113.5")
    expect(request.client(trusting: []), equals: "127.0.0.1")
  }

  @Test func `are signed in documents that were`() async throws {
    let server = try server { $0.signature = AddressSignature(key: Array("sixteen bytes and more".utf8)) }
    let signature = try #require(server.options.signature)
    func signed(_ target: String) -> String { target + "&sig=" + signature.sign(Array(target.utf8)) }
    let style = try json(await get(server, signed("/styles/own/style.json?exp=99999999999")))
    func path(_ text: String?) throws -> String {
      String(try #require(text).dropFirst("http://a.example".count))
    }
    let glyphs = try path(style["glyphs"]?.string).replacing("{fontstack}", with: "Own%20Sans")
    await expect(get(server, glyphs.replacing("{range}", with: "0-255")).status, equals: 200)
    // Clients put the ending before the query.
    let sprite = try path(style["sprite"]?.string)
    await expect(get(server, sprite.replacing("/own?", with: "/own@2x.json?")).status, equals: 404)
    await expect(get(server, sprite.replacing("/own?", with: "/own.json?")).status, equals: 200)
    await expect(get(server, sprite.replacing("/own?", with: "/signs.json?")).status, equals: 403)
    let light = try json(await get(server, signed("/styles/light/style.json?exp=99999999999")))
    let tiles = try path(light["sources"]?["map"]?["tiles"]?.elements?.first?.string)
      .replacing("{z}", with: "1").replacing("{x}", with: "0").replacing("{y}", with: "0")
    await expect(get(server, tiles.replacing("{ratio}", with: "")).status, equals: 200)
    await expect(get(server, tiles.replacing("{ratio}", with: "@2x")).status, equals: 200)
    await expect(
      get(server, tiles.replacing("/light/", with: "/dark/").replacing("{ratio}", with: "")).status,
      equals: 403)
  }

  @Test func `set what a request lists over it`() async throws {
    let server = try server()
    let whole = await get(server, "/maps/city.png")
    expect(whole["X-ClusterSnap-Center"], equals: "13,52")
    let moved = await get(server, "/maps/city.png?center=13.5,52.5&zoom=6")
    expect(moved["X-ClusterSnap-Center"], equals: "13.5,52.5")
    expect(moved["X-ClusterSnap-Zoom"], equals: "6")
    #expect(moved["ETag"] != whole["ETag"])
    let (all, some) = (
      await get(server, "/maps/city.csv"), await get(server, "/maps/city.csv?filter=kind%3D%22b%22")
    )
    #expect(some.status == 200 && some.body.bytes != all.body.bytes)
    for (query, part) in [
      ("size=1x1", "the map takes no"), ("centre=1,1", "did you mean center?"), ("center=1,99", "99"),
    ] {
      let answer = await get(server, "/maps/city.png?\(query)")
      expect(answer.status, equals: 400)
      #expect(String(decoding: answer.body.bytes, as: UTF8.self).contains(part), "\(query)")
    }
  }

  @Test func `name what a picture lacks in a header`() async throws {
    let server = try server()
    let close = await get(server, "/styles/light/static/13,52,11/64x64.png")
    expect(close["X-ClusterSnap-Warning"]?.removingPercentEncoding?.contains("no coasts"), equals: true)
    expect(
      close["X-ClusterSnap-Warning"]?.removingPercentEncoding?.contains(#""basemap": "none""#), equals: true)
    expect(close.reason?.contains("no coasts"), equals: true)
    await expect(get(server, "/styles/light/static/13,52,3/64x64.png")["X-ClusterSnap-Warning"], equals: nil)
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] != nil, "CLUSTERSNAP_DATA is not set"))
  func `draw streets by built-in styles where there are some`() async throws {
    let data = try #require(ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"])
    let archive = data + "/san-francisco.pmtiles"
    let target = "/styles/light/static/-122.41,37.78,13/200x200.png"
    var options = MapServer.Options()
    options.seconds = 600
    options.tiles = ["streets": archive]
    var loader = FileLoader(root: place.folder, mapsFiles: false)
    loader.others = [archive]
    let named = try MapServer(
      folder: place.folder, resources: loader, session: MapSession.Options(), options: options)
    let plain = await get(try server(), target)
    let drawn = await get(named, target)
    expect(drawn.status, equals: 200, "\(String(decoding: drawn.body.bytes.prefix(300), as: UTF8.self))")
    #expect(drawn["X-ClusterSnap-Warning"] == nil && plain["X-ClusterSnap-Warning"] != nil)
    #expect(drawn.body.bytes.count > 4 * plain.body.bytes.count)
    await expect(get(named, target + "?basemap=world").body.bytes, equals: plain.body.bytes)
    // An archive among the tiles of the folder is drawn likewise, and given as it is.
    try place.write("tiles/town.pmtiles", try Data(contentsOf: URL(filePath: archive)))
    let listed = try server()
    await expect(get(listed, target).body.bytes, equals: drawn.body.bytes)
    let set = try json(await get(listed, "/data/town.json"))
    expect(set["tiles"]?.elements?.first?.string, equals: "http://a.example/data/town/{z}/{x}/{y}.pbf")
    expect(set["vector_layers"]?.elements?.isEmpty, equals: false)
    #expect(await get(listed, "/data/town/12/655/1583.pbf").body.bytes.count > 1000)
  }

  @Test func `carry the attribution of streets in the style, and repeat it in no tile`() async throws {
    let archive = URL(filePath: Workplace.checkout + "/Samples/town.pmtiles")
    try place.write("tiles/town.pmtiles", try Data(contentsOf: archive))
    let server = try server()
    let words = "Nullburg, a town that does not exist"
    try expect(json(await get(server, "/data/town.json"))["attribution"]?.string, equals: words)
    let style = try json(await get(server, "/styles/light/style.json"))
    expect(style["sources"]?["map"]?["attribution"]?.string, equals: words)
    for (address, isThere) in [("512/14/8192/8192.svg", false), ("static/0.005,-0.01,13/300x200.svg", true)] {
      let answer = await get(server, "/styles/light/" + address)
      expect(answer.status, equals: 200)
      expect(
        String(decoding: answer.body.bytes, as: UTF8.self).contains(words), equals: isThere, "\(address)")
    }
  }

  @Test func `have capabilities of WMTS`() async throws {
    let answer = await get(try server(), "/styles/own/wmts.xml")
    let text = String(decoding: answer.body.bytes, as: UTF8.self)
    expect(answer["Content-Type"], equals: "application/xml")
    #expect(text.contains("template=\"http://a.example/styles/own/{TileMatrix}/{TileCol}/{TileRow}.png\""))
    #expect(text.contains("<ScaleDenominator>559082264.0287178</ScaleDenominator>"))
  }

  @Test func `are described by a valid document`() async throws {
    let root = try json(await get(try server { $0.signature = nil }, "/openapi.json"))
    expect(root["openapi"]?.string, equals: "3.1.0")
    #expect(root["info"]?["title"]?.string != nil && root["info"]?["version"]?.string != nil)
    let components = root["components"]?["parameters"]
    let paths = try #require(root["paths"]?.members)
    expect(Set(paths.map(\.key)), equals: Set(RouteEntry.all.map(\.path)))
    for path in paths {
      #expect(path.key.hasPrefix("/"))
      for operation in path.value.members ?? [] {
        #expect(["get", "post"].contains(operation.key))
        let responses = operation.value["responses"]?.members ?? []
        #expect(!responses.isEmpty && responses.allSatisfy { $0.value["description"]?.string != nil })
        var found: [String] = []
        for parameter in operation.value["parameters"]?.elements ?? [] {
          var parameter = parameter
          if let reference = parameter["$ref"]?.string {
            let name = String(reference.dropFirst("#/components/parameters/".count))
            parameter = try #require(components?[name], "\(reference)")
          }
          let name = try #require(parameter["name"]?.string)
          found.append("\(parameter["in"]?.string ?? "") \(name)")
          #expect(parameter["schema"]?.members != nil, "\(name)")
          #expect(parameter["in"]?.string != "path" || parameter["required"]?.bool == true)
        }
        expect(Set(found).count, equals: found.count, "\(path.key): \(found)")
        let gaps = path.key.split(separator: "/").filter { $0.hasPrefix("{") }.map {
          "path \($0.dropFirst().dropLast())"
        }
        expect(found.filter { $0.hasPrefix("path ") }, equals: gaps, "\(path.key)")
      }
    }
  }
}
