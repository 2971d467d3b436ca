import FileResources
import Foundation
import Inflate
import JSONDocument
import MapServer
import MapSession
import TestSupport
import Testing

@Suite struct `Map server` {
  let place: Workplace

  init() throws {
    place = try Workplace([
      "maps/city.json": #"""
      {"sources": {"stones": "../stones.csv"}, "style": "light", "cluster": {"stones": {"cellSize": 40}},
       "basemap": "none", "size": [64, 48],
       "views": [{"name": "near", "center": [13.4, 52.5], "zoom": 9}, {"name": "far", "center": [13, 52], "zoom": 4}]}
      """#,
      "maps/broken.json": "{",
      "stones.csv": "lon,lat,kind\n13.4,52.5,a\n13.41,52.51,b\n13,52,a\n",
      "styles/plain.json":
        ##"{"version": 8, "sources": {}, "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#123456"}}]}"##,
    ])
  }

  func server(_ change: (inout MapServer.Options) -> Void = { _ in }) throws -> MapServer {
    var options = MapServer.Options()
    // Sanitizers take many times as long.
    options.seconds = 600
    change(&options)
    return try MapServer(
      folder: place.folder, resources: FileLoader(root: place.folder, mapsFiles: false),
      session: MapSession.Options(), options: options)
  }

  func get(
    _ server: MapServer, _ target: String, _ headers: [(name: String, value: String)] = [],
    method: String = "GET",
    body: String = ""
  ) async -> ServerAnswer {
    await server.answer(ServerRequest(method, Array(target.utf8), headers: headers, body: Array(body.utf8)))
  }

  func figure(_ name: String, of server: MapServer) async -> Int? {
    let text = String(decoding: await get(server, "/metrics").body.bytes, as: UTF8.self)
    return text.split(separator: "\n").first { $0.hasPrefix("clustersnap_\(name) ") }
      .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
  }

  @Test func `answers three schemes with the same picture`() async throws {
    let server = try server()
    let own = await get(server, "/styles/light/static/13.4,52.5,8/80x60@2x.png?source=stones&basemap=none")
    expect(own.status, equals: 200)
    expect(own["Content-Type"], equals: "image/png")
    expect(own["X-ClusterSnap-Center"], equals: "13.4,52.5")
    expect(own["X-ClusterSnap-Zoom"], equals: "8")
    expect(own["X-ClusterSnap-Alt"]?.hasPrefix("Map%20"), equals: true)
    #expect(own.body.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The width in pixels, two a point.
    #expect(own.body.bytes[16..<24].elementsEqual([0, 0, 0, 160, 0, 0, 0, 120]))
    for other in [
      "/style/light/static/13.4,52.5,8@0,0/80x60@2x.png?source=stones&basemap=none",
      "/styles/light/static/13.4,52.5,9/80x60@2x.png?source=stones&basemap=none&tileSize=256",
      "/styles/v1/me/light/static/13.4,52.5,8,0,0/80x60@2x?source=stones&basemap=none&access_token=x",
      "/staticmap?center=52.5,13.4&zoom=9&size=80x60&scale=2&source=stones&basemap=none&key=x",
    ] {
      let answer = await get(server, other)
      expect(answer.status, equals: 200, "\(other)")
      expect(answer.body.bytes, equals: own.body.bytes, "\(other)")
    }
  }

  @Test(arguments: [
    (
      "marker=13.4,52.5;color=%23cc3333;label=A;size=s", "",
      "markers=size:small|color:0xcc3333|label:A|52.5,13.4",
      "pin-s-a+cc3333(13.4,52.5)"
    ),
    (
      "path=13.3,52.4%2013.5,52.6;color=%23f00;width=4", "path=stroke:red|width:4|13.3,52.4|13.5,52.6",
      "path=color:0xff0000|weight:4|52.4,13.3|52.6,13.5", "path-4+f00(_ky~H_tdpA_af@_af@)"
    ),
  ])
  func `draws marks and lines in the words of each scheme`(
    own: String, tileServer: String, google: String, mapbox: String
  ) async throws {
    let server = try server()
    let bare = await get(server, "/styles/plain/static/13.4,52.5,8/80x60.png")
    let drawn = await get(server, "/styles/plain/static/13.4,52.5,8/80x60.png?" + own)
    expect(drawn.status, equals: 200, "\(String(decoding: drawn.body.bytes, as: UTF8.self))")
    #expect(drawn.body.bytes != bare.body.bytes)
    var others = [
      "/staticmap?style=plain&center=52.5,13.4&zoom=9&size=80x60&" + google,
      "/styles/v1/me/plain/static/\(mapbox)/13.4,52.5,8/80x60",
    ]
    // The pins of tileserver-gl have icons in place of colors.
    if tileServer.hasPrefix("path") {
      others.append("/styles/plain/static/13.4,52.5,8/80x60.png?" + tileServer)
    }
    for other in others {
      let answer = await get(server, other)
      expect(answer.status, equals: 200, "\(other) \(String(decoding: answer.body.bytes, as: UTF8.self))")
      expect(answer.body.bytes, equals: drawn.body.bytes, "\(other)")
    }
  }

  @Test func `writes notes and rings markers by parameters`() async throws {
    let server = try server()
    let address = "/styles/light/static/13.4,52.5,5/200x160.svg?source=stones&basemap=none"
    func text(_ more: String) async throws -> String {
      let answer = await get(server, address + more)
      expect(answer.status, equals: 200, "\(more)")
      return String(decoding: answer.body.bytes, as: UTF8.self)
    }
    let bare = try await text("")
    let noted = try await text("&note=13.4,52.9;text=Here;to=13.4,52.5&note=13,52.5;to=13.4,52.5")
    #expect(!bare.contains(">Here<") && noted.contains(">Here<") && noted.contains(">▶<"))
    let ringed = try await text("&highlight=kind%20=%20%22a%22")
    #expect(ringed.matches(of: /<(circle|path)/).count > bare.matches(of: /<(circle|path)/).count)
    let empty = await get(server, address + "&note=13.4,52.9")
    expect(empty.status, equals: 400)
    #expect(String(decoding: empty.body.bytes, as: UTF8.self).contains("a note needs a text or a place"))
  }

  @Test func `draws requests of the folder as the session does`() async throws {
    let server = try server()
    let session = MapSession(resources: FileLoader(root: place.folder))
    let own = try await session.pictures(
      of: MapSpecification(requestFile: place.path("maps/city.json")), as: .png)
    await expect(get(server, "/maps/city/near.png").body.bytes, equals: own.pictures[0].bytes)
    await expect(get(server, "/maps/city/1.png").body.bytes, equals: own.pictures[1].bytes)
    let markers = try JSONText(parsing: await get(server, "/maps/city/far.geojson").body.bytes)
    #expect(markers.root["features"]?.elements?.count ?? 0 > 0)
    #expect(await get(server, "/maps/city/near.html").body.bytes.count > own.pictures[0].bytes.count)
  }

  @Test func `fetches no style that a request names`() async throws {
    let answer = await get(
      try server(), "/render", method: "POST",
      body: #"{"style": "https://example.org/style.json", "center": [0, 0], "zoom": 1, "size": [64, 64]}"#)
    expect(answer.status, equals: 400)
    #expect(
      String(decoding: answer.body.bytes, as: UTF8.self).contains(
        #"there is no style \"https://example.org/style.json\"; there are"#))
  }

  @Test func `makes tiles of cells that were counted elsewhere`() async throws {
    // Tiles of zoom 8, some with more than one point.
    var (rows, sum) = ("z,x,y,point_count\n", 0)
    for index in 0..<200 {
      rows += "8,\(index * 37 % 256),\(index * 91 % 256),\(index % 5 + 1)\n"
      sum += index % 5 + 1
    }
    try place.write("counts.csv", rows)
    try place.write("maps/cells.json", #"{"cells": {"counted": "../counts.csv"}}"#)
    let server = try server()
    for zoom in 0...4 {
      var found = 0
      for column in 0..<1 << zoom {
        for row in 0..<1 << zoom {
          let answer = await get(server, "/clusters/counted/\(zoom)/\(column)/\(row).json")
          #expect([200, 204].contains(answer.status))
          guard answer.status == 200 else { continue }
          let features = try JSONText(parsing: answer.body.bytes).root["features"]?.elements ?? []
          found += features.reduce(0) { $0 + Int($1["properties"]?["point_count"]?.number ?? 1) }
        }
      }
      expect(found, equals: sum, "zoom \(zoom)")
    }
    let picture = await get(server, "/styles/light/static/auto/80x60.png?source=counted&basemap=none")
    expect(picture.status, equals: 200)
    await expect(get(server, "/clusters/counted/3/4/2.png").status, equals: 200)
  }

  @Test func `draws equal requests in flight once`() async throws {
    let server = try server()
    let target = "/styles/dark/static/auto/300x200.png?source=stones"
    let bodies = await withTaskGroup(of: [UInt8].self) { group in
      // All are looked at before the first is drawn.
      for case .waiting(let pending) in (0..<8).map({ _ in
        server.begin(ServerRequest("GET", Array(target.utf8)))
      }) {
        group.addTask {
          await withCheckedContinuation { done in pending.start { done.resume(returning: $0.body.bytes) } }
        }
      }
      return await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    expect(bodies.count, equals: 8)
    expect(Set(bodies).count, equals: 1)
    try expect(#require(await figure("pictures_drawn_total", of: server)), equals: 1)
  }

  @Test(arguments: [
    ("/styles/lihgt/static/0,0,0/64x64.png", 404, "did you mean light?"),
    ("/styles/light/static/0,0,0/64x64.png?source=stonse", 404, "did you mean stones?"),
    ("/styles/light/static/0,0,0/64x64.png?cellSise=80", 400, "did you mean cellSize?"),
    ("/styles/light/static/0,0,0/64x64.png?cellSize=-1", 400, "-1"),
    ("/styles/light/static/0,95,0/64x64.png", 400, "95"),
    ("/styles/light/static/0,0,99/64x64.png", 400, "99"),
    ("/styles/light/static/0,0/64x64.png", 400, "is no view"),
    ("/styles/light/static/0,0,0/0x64.png", 400, "0"),
    ("/styles/light/static/nan,0,0/64x64.png", 400, "nan"),
    ("/styles/light/static/0,0,0/1000000000x64.png", 400, "pixels"),
    ("/styles/light/static/0,0,0/64x64@100x.png", 400, "100"),
    ("/styles/light/static/0,0,0/9000x9000.png", 400, "pixels"),
    ("/styles/light/static/0,0,0/64x64.gif", 404, "gif"),
    ("/styles/light/static/0,0,0@0,61/64x64.png", 400, "61 is outside 0...60"),
    ("/styles/light/static/0,0,0/64x64.png?basemap=/etc/passwd", 400, "write world or none"),
    ("/styles/light/static/0,0,0/64x64.png?svg=cairo", 400, "no parameter"),
    ("/styles/light/static/0,0,0/64x64.png?bbox=0,0,1,1", 400, "exclude each other"),
    ("/styles/light/static/auto/64x64.png?select=a&fitCluster=b", 400, "select and fitCluster exclude each"),
    ("/styles/light/static/0,0,0/64x64.png?marker=0,0;color", 400, "is no setting"),
    ("/styles/light/static/0,0,0/64x64.png?path=a.gpx", 400, "no files are read"),
    ("/styles/light/static/0,0,0/64x64.png?path=0,0", 400, "cannot make a path"),
    ("/styles/light/static/0,0,0/64x64.png?marker=0,99", 400, "are longitude and latitude swapped?"),
    ("/styles/light/static/0,0,0/64x64.png?linecap=butt", 501, "no effect here"),
    ("/staticmap?size=64x64&note=0,0;text=a", 400, "no parameter"),
    ("/staticmap?size=64x64&fill=red", 400, "no parameter"),
    ("/staticmap?size=64x64&markers=icon:https://a.example/b.png|0,0", 403, "are not fetched"),
    ("/styles/v1/me/light/static/url-http%3A%2F%2Fa(0,0)/0,0,0/64x64", 403, "are not fetched"),
    ("/styles/v1/me/light/static/pim-s(0,0)/0,0,0/64x64", 400, "did you mean pin?"),
    ("/styles/light/static/0,0,0/64x64.png?source=stones&colorBy=kinds", 400, "kind"),
    ("/styles/light/static/0,0,0/64x64.png?source=stones&filter=kind%3D%3D%3D1", 400, "expected a column"),
    ("/staticmap?center=Berlin&zoom=9&size=64x64", 400, "names are not looked up"),
    ("/maps/ctiy.png", 404, "did you mean city?"), ("/maps/city.png", 500, "has 2 views"),
    ("/maps/city/nera.png", 500, "did you mean near?"),
    ("/maps/city/near.png?size=1x1", 400, "it lists none"),
    ("/maps/broken.png", 500, "the text ends inside"),
    ("/maps/..%2f..%2fetc%2fpasswd.png", 404, "there is no map"),
    ("/clusters/stones/1/2/0.mvt", 404, "is no tile"), ("/clusters/stones/-1/0/0.mvt", 404, "is no tile"),
    ("/clusters/stones/99/0/0.mvt", 404, "is no tile"),
    ("/clusters/stonse/0/0/0.mvt", 404, "did you mean stones?"),
    ("/clusters/stones/0/0/0.mvt?buffer=9999", 400, "0 to 4096"),
    ("/clusters/stones/0/0/0.mvt?method=dbscan", 400, "depend on the view"),
    ("/nothing", 404, "nothing at this address"), ("/stlyes/x", 404, "did you mean /styles?"),
    ("/a/%2e%2e/b", 400, ".."),
  ])
  func `answers bad addresses with a problem that has a remedy`(target: String, status: Int, part: String)
    async throws
  {
    let server = try server()
    let answer = await get(server, target)
    let text = String(decoding: answer.body.bytes, as: UTF8.self)
    expect(answer.status, equals: status, "\(text)")
    expect(answer["Content-Type"], equals: "application/problem+json")
    let problem = try JSONText(parsing: answer.body.bytes).root
    expect(problem["status"]?.number, equals: Double(status))
    expect(problem["detail"]?.string?.contains(part), equals: true, "\(text)")
    #expect(!text.contains(place.folder))
    await expect(get(server, "/health").status, equals: 200)
  }

  @Test(arguments: [
    (#"{"sources": {"hosts": "/etc/hosts"}}"#, "application/json", 400, "there is no file of data"),
    (#"{"sources": {"t": "postgresql://a/b"}}"#, "application/json", 400, "there is no file of data"),
    (#"{"sources": {"a": "http://a.example/a.csv"}}"#, "application/json", 400, "there is no file of data"),
    (#"{"style": "https://a.example/style.json"}"#, "application/json", 400, "there is no style"),
    (#"{"size": [5000, 5000], "zoom": 1}"#, "application/json", 400, "25000000 pixels; 16000000"),
    (#"{"sources": "#, "application/json", 400, "request:1:13"), ("", "application/json", 400, "empty"),
    ("a", "image/png", 415, "send"), ("no places", "text/csv", 400, "no longitude column"),
  ])
  func `refuses bodies that reach out or cannot be read`(
    body: String, type: String, status: Int, part: String
  ) async throws {
    let answer = await get(try server(), "/render", [("Content-Type", type)], method: "POST", body: body)
    let text = String(decoding: answer.body.bytes, as: UTF8.self)
    expect(answer.status, equals: status, "\(text)")
    #expect(text.contains(part), "\(text)")
  }

  @Test func `draws data and requests in bodies`() async throws {
    let server = try server()
    let csv = place.text("stones.csv")
    let drawn = await get(
      server,
      "/styles/light/static/13.4,52.5,8/80x60.png?source=stones&basemap=none")
    let sent = await get(
      server, "/render?center=13.4,52.5&zoom=8&size=80x60&basemap=none&cellSize=40",
      [("Content-Type", "text/csv")],
      method: "POST",
      body: csv)
    expect(sent.status, equals: 200, "\(String(decoding: sent.body.bytes, as: UTF8.self))")
    // The words before the pixels name the sources.
    func pixels(_ answer: ServerAnswer) -> ArraySlice<UInt8>? {
      answer.body.bytes.firstRange(of: Array("IDAT".utf8)).map { answer.body.bytes[$0.lowerBound...] }
    }
    #expect(try #require(pixels(sent)).elementsEqual(try #require(pixels(drawn))))
    let point =
      #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.4, 52.5]}, "properties": {}}"#
    let over = await get(
      server, "/render?style=plain&center=13.4,52.5&zoom=8&size=80x60",
      [("Content-Type", "application/geo+json")], method: "POST",
      body: point)
    expect(over.status, equals: 200)
    let request = #"{"sources": {"stones": "stones.csv"}, "style": "light", "size": [64, 48]}"#
    let answer = await get(
      server, "/render?format=csv", [("Content-Type", "application/json")], method: "POST", body: request)
    expect(answer["Content-Type"]?.hasPrefix("text/csv"), equals: true)
  }

  @Test func `answers tiles of clusters as vector tiles, GeoJSON and pictures`() async throws {
    // The limit is that of pictures.
    await expect(get(try server { $0.mostPixels = 1 }, "/clusters/stones/0/0/0.mvt").status, equals: 200)
    let server = try server()
    let tile = await get(server, "/clusters/stones/0/0/0.mvt")
    expect(tile["Content-Type"], equals: "application/vnd.mapbox-vector-tile")
    // The second is written from what the first has left.
    let finer = await get(server, "/clusters/stones/1/1/0.mvt")
    expect(finer.status, equals: 200)
    await expect(get(server, "/clusters/stones/1/0/1.mvt").status, equals: 204)
    await expect(get(server, "/clusters/stones/24/9012914/5501645.mvt").status, equals: 204)
    let tag = try #require(finer["ETag"])
    await expect(get(server, "/clusters/stones/1/1/0.mvt", [("If-None-Match", tag)]).status, equals: 304)
    let packed = await get(server, "/clusters/stones/0/0/0.mvt", [("Accept-Encoding", "gzip")])
    expect(Compression(of: packed.body.bytes), equals: .gzip)
    try expect(inflated(packed.body.bytes, limit: .max), equals: tile.body.bytes)
    let document = try JSONText(parsing: await get(server, "/clusters/stones/0/0/0.json").body.bytes).root
    expect(document["features"]?.elements?.first?["properties"]?["point_count"]?.number, equals: 3)
    await expect(get(server, "/clusters/stones/0/0/0.png")["Content-Type"], equals: "image/png")
    let about = await get(server, "/clusters/stones.json", [("Host", "a.example:80")])
    #expect(
      String(decoding: about.body.bytes, as: UTF8.self).contains(
        "http://a.example:80/clusters/stones/{z}/{x}/{y}.mvt"))
    let behindTLS = await get(
      server, "/clusters/stones.json", [("Host", "a.example"), ("X-Forwarded-Proto", "https")])
    #expect(String(decoding: behindTLS.body.bytes, as: UTF8.self).contains("https://a.example/clusters/"))
  }

  @Test func `draws the bubbles of neighboring tiles as far as they reach in`() async throws {
    // Three points 3 pixels west of the edge between two tiles, one far from it.
    try place.write("edge.csv", "lon,lat\n-0.12,51.5\n-0.13,51.5\n-0.14,51.51\n11,48\n")
    let server = try server()
    func bubbles(_ tile: String) async -> Int {
      let answer = await get(server, "/clusters/edge/\(tile).svg")
      return String(decoding: answer.body.bytes, as: UTF8.self).split(separator: "<circle").count - 1
    }
    await expect(bubbles("4/7/5"), equals: 1)
    await expect(bubbles("4/8/5"), equals: 2)
    await expect(bubbles("4/9/5"), equals: 0)
  }

  @Test func `has the methods of HTTP`() async throws {
    let server = try server { $0.origin = "*" }
    let refused = await get(server, "/maps/city/near.png", method: "DELETE")
    expect(refused.status, equals: 405)
    expect(refused["Allow"], equals: "GET, HEAD, OPTIONS")
    let options = await get(server, "/render", method: "OPTIONS")
    expect(options.status, equals: 204)
    expect(options["Access-Control-Allow-Methods"], equals: "POST, OPTIONS")
    let (whole, head) = (
      await get(server, "/maps/city/near.png"), await get(server, "/maps/city/near.png", method: "HEAD")
    )
    expect(head["ETag"], equals: whole["ETag"])
    expect(whole["Access-Control-Allow-Origin"], equals: "*")
  }

  @Test func `refuses more drawings than may wait, and names the time to ask again`() async throws {
    let answer = await get(try server { $0.mostDrawings = 0 }, "/maps/city/near.png")
    expect(answer.status, equals: 503)
    expect(answer["Retry-After"], equals: "1")
  }

  @Test func `refuses a name of two sources`() throws {
    try place.write("more/stones.csv", "lon,lat\n1,1\n")
    #expect { try server() } throws: {
      ($0 as? ServerError)?.message.contains("stones is two things") == true
    }
  }

  @Test func `takes a title as the picture's`() async throws {
    let target = "/styles/light/static/13.4,52.5,5/300x200.svg?source=stones&basemap=none&title=Stones"
    let answer = await get(try server(), target)
    String(decoding: answer.body.bytes, as: UTF8.self).shows(">Stones</text>")
  }

  @Test func `describes its addresses from the table of settings`() async throws {
    let server = try server()
    let document = try JSONText(parsing: await get(server, "/openapi.json").body.bytes).root
    let parameters = try #require(document["components"]?["parameters"]?.members?.map(\.key))
    #expect(parameters.contains("colorBy"))
    #expect(!parameters.contains("svg"))
    #expect(Set(["highlight", "note", "marker", "path", "area", "circle"]).isSubset(of: parameters))
    #expect(document["paths"]?["/render"]?["post"] != nil)
    let page = String(decoding: await get(server, "/").body.bytes, as: UTF8.self)
    #expect(page.contains("<option>stones</option>"))
    #expect(!page.contains("src=\"http"))
  }
}
