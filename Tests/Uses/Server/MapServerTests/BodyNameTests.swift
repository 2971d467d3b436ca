import FileResources
import Foundation
import MapFeatures
import MapGeometry
import MapServer
import MapSession
import MapSettings
import Parallel
import TestSupport
import Testing
import TileSources

/// Opens what a loader of files opens, and notes the names.
final class NotingLoader: ResourceLoader {
  private let base: any ResourceLoader
  private let names = Mutex<[String]>([])
  /// True if a statement of a database takes until it is cancelled.
  private let isSlow: Bool

  init(_ base: any ResourceLoader, isSlow: Bool = false) { (self.base, self.isSlow) = (base, isSlow) }

  var opened: [String] { names.withLock { $0 } }
  func forget() { names.withLock { $0 = [] } }
  private func note(_ resource: Resource) { names.withLock { $0.append(resource.name) } }

  func version(of resource: Resource) -> ResourceVersion? { base.version(of: resource) }
  func kind(of path: String, followingLinks: Bool) -> ResourceKind {
    base.kind(of: path, followingLinks: followingLinks)
  }
  func content(of resource: Resource, limit: Int) throws(ResourceError) -> ResourceContent {
    note(resource)
    return try base.content(of: resource, limit: limit)
  }
  func passing(_ resource: Resource) throws(ResourceError) -> ResourceContent {
    note(resource)
    return try base.passing(resource)
  }
  func foreignTable(
    _ resource: Resource, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) -> (any ForeignTable)? {
    note(resource)
    while isSlow, !isCancelled() { usleep(1000) }
    return try base.foreignTable(resource, isCancelled: isCancelled)
  }
  func table(ofArrow bytes: [UInt8]) throws(ResourceError) -> any ForeignTable {
    try base.table(ofArrow: bytes)
  }
  func bytes(of resource: Resource, in range: Range<Int>?, limit: Int) throws(ResourceError) -> [UInt8] {
    note(resource)
    return try base.bytes(of: resource, in: range, limit: limit)
  }
  func names(in folder: String, limit: Int) throws(ResourceError) -> [String] {
    try base.names(in: folder, limit: limit)
  }
  func path(of name: String, below folder: String) throws(ResourceError) -> String {
    try base.path(of: name, below: folder)
  }
  func localPath(of resource: Resource) -> String? {
    note(resource)
    return base.localPath(of: resource)
  }
  func facts(ofTilesAt place: TileSetLocation) throws(ResourceError) -> TileFacts {
    note(Resource(path: place.name, isFromDocument: true))
    return try base.facts(ofTilesAt: place)
  }
  func tiles(_ query: TileQuery) throws(ResourceError) -> TileAnswer {
    note(Resource(path: query.location.name, isFromDocument: true))
    return try base.tiles(query)
  }
}

@Suite struct `Names in bodies` {
  private let place: Workplace
  private let loader: NotingLoader
  private let server: MapServer

  init() throws {
    place = try Workplace([
      "maps/db.json":
        #"{"sources": {"db": "postgresql://joe:HUNTER2@127.0.0.1:1/shop|layername=t"}, "zoom": 1, "center": [0, 0]}"#,
      "maps/cells.json":
        #"{"cells": {"counted": "../counts.csv"}, "cluster": {"counted": {"cellSize": 512}}}"#,
      "maps/low.json":
        #"{"sources": {"low": "../low.csv"}, "headerLine": 2, "geometry": "spot", "missing": "none yet"}"#,
      "low.csv": "lon,lat,id\nid,spot,lon,lat\nnone yet,POINT(13.4 52.5),1,1\n",
      "counts.csv": "z,x,y,point_count\n4,8,5,7\n", "stones.csv": "lon,lat\n13.4,52.5\n13.41,52.51\n",
      "deep/areas.geojson":
        #"{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[13,52],[14,52],[14,53],[13,52]]]}}"#,
      "versions/other.sql": "SELECT 'HUNTER2' AS secret", ".env": "KEY=HUNTER2\nlon,lat\n1,1\n",
      "server.key": "-----BEGIN HUNTER2-----\n", ".hidden/points.csv": "lon,lat\n1,1\n",
      "styles/plain.json":
        ##"{"version": 8, "sources": {}, "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#123456"}}]}"##,
    ])
    loader = NotingLoader(
      FileLoader(
        root: place.folder, mapsFiles: false, network: TileOptions(userAgent: "test")))
    server = try MapServer(
      folder: place.folder, resources: loader, session: MapSession.Options(), options: MapServer.Options())
  }

  private func post(_ body: String, _ query: String = "") async -> (status: Int, text: String) {
    let answer = await server.answer(
      ServerRequest(
        "POST", Array("/render?format=svg\(query)".utf8), headers: [("Content-Type", "application/json")],
        body: Array(body.utf8)))
    return (answer.status, String(decoding: answer.body.bytes, as: UTF8.self))
  }

  /// Names of files that the folder does not offer, of files outside of it, and of the network.
  private static let names = [
    "maps/db.json", ".env", "server.key", "versions/other.sql", ".hidden/points.csv", "./stones.csv",
    "deep/../stones.csv", "stones.csv|layername=t", "/etc/passwd", "../stones.csv", "-",
    "http://127.0.0.1:1/a.csv", "https://127.0.0.1:1/{z}/{x}/{y}.png",
    "pmtiles://http://127.0.0.1:1/a.pmtiles",
    "postgresql://127.0.0.1:1/a|layername=t", "clickhouse://127.0.0.1:1/a|layername=t", "duckdb:stones.csv",
  ]

  @Test(arguments: names) func `open nothing but what the folder offers`(name: String) async throws {
    // Whatever a member is: each is given the first name, alone, in a list, under the name of a source, and in overlays. The others
    // go to those that name files.
    let files = [
      "sources", "cells", "style", "themes", "basemap", "relief", "tiles", "overlay", "overlays", "cluster",
      "columns",
      "font", "fonts", "icons", "sprite", "glyphs", "groupAreas",
    ]
    let all =
      SnapshotRequest.members.map(\.name) + SnapshotRequest.viewDescriptions.map(\.name)
      + ClusterOptions.table.descriptions.map(\.name)
    let keys = name == Self.names[0] ? all : files
    #expect(Set(all).isSuperset(of: files))
    _ = await post(#"{"sources": {"a": "stones.csv"}, "style": "plain", "zoom": 1, "center": [0, 0]}"#)
    loader.forget()
    for key in keys {
      for value in [
        #""\#(name)""#, #"["\#(name)"]"#, #"{"a": "\#(name)"}"#, #"[{"path": "\#(name)"}]"#,
        #"[{"area": "\#(name)"}]"#, #"{"a": {"groupAreas": "\#(name)"}}"#,
        #"[{"caption": "a", "settings": {"groupAreas": "\#(name)"}}, "grid"]"#,
      ] {
        let body = #"{"size": [64, 64], "zoom": 1, "center": [0, 0], "\#(key)": \#(value)}"#
        let (status, text) = await post(body)
        #expect(!text.contains("HUNTER2") && !text.contains("BEGIN"), "\(body): \(text)")
        #expect(!text.contains("No such file"), "\(body): \(text)")
        #expect(status == 200 || status == 400 || status == 403, "\(body): \(text)")
      }
    }
    expect(loader.opened, equals: [])
  }

  @Test(arguments: [
    (#""sources": {"a": ".env"}"#, #"there is no file of data \".env\"; there are"#),
    (#""sources": {"a": "stones"}, "style": "plian""#, #"there is no style \"plian\"; did you mean plain?"#),
    (#""basemap": "deep/area.geojson""#, "did you mean deep/areas.geojson?"),
    (#""relief": "http://127.0.0.1:1/{z}/{x}/{y}.png""#, "there is no archive of tiles"),
    (#""icons": "maps""#, "name a style of the folder that has them"),
    (#""cluster": {"a": {"groupAreas": "/etc/passwd"}}"#, #"there is no file of data \"/etc/passwd\""#),
  ]) func `have a remedy`(members: String, part: String) async throws {
    let (status, text) = await post("{\(members)}")
    #expect(status == 400 || status == 403)
    #expect(text.contains(part), "\(text)")
  }

  @Test(arguments: [
    #""sources": {"a": "stones.csv"}"#, #""sources": {"a": "stones"}"#,
    #""sources": {"a": "stones"}, "style": "plain", "overlays": [{"area": "deep/areas.geojson"}]"#,
    #""sources": {"a": "stones"}, "basemap": ["world", "deep/areas.geojson"]"#,
    #""sources": {"a": "stones"}, "cluster": {"a": {"groupAreas": "deep/areas.geojson"}}"#,
    #""sources": {"a": [[13.4, 52.5]]}"#, #""themes": ["light", "dark"], "sources": {"a": "stones"}"#,
  ]) func `are those of sources, files of data and styles`(members: String) async throws {
    let (status, text) = await post("{\(members), \"size\": [64, 64], \"zoom\": 4, \"center\": [13, 52]}")
    expect(status, equals: 200, "\(text)")
  }

  @Test func `bring what the folder sets for a source`() async throws {
    let body =
      #"{"sources": {"a": "counted"}, "basemap": "none", "size": [640, 640], "zoom": 4, "center": [11, 48]}"#
    let answer = await server.answer(
      ServerRequest(
        "POST", Array("/render?format=json".utf8), headers: [("Content-Type", "application/json")],
        body: Array(body.utf8)))
    #expect(String(decoding: answer.body.bytes, as: UTF8.self).contains("\"point_count\": 7"))
    expect(answer.status, equals: 200)
    // A database that the folder names is asked, and its password is in no answer.
    let (status, text) = await post(#"{"sources": {"a": "db"}, "zoom": 1, "center": [0, 0]}"#)
    expect(status, equals: 503)
    #expect(text.contains("the data of db cannot be read at present"), "\(text)")
    #expect(!text.contains("HUNTER2"))
  }

  @Test func `bring how the folder reads a source`() async throws {
    // By line 2 the point has neither longitude and latitude 1 nor an id of its own.
    let body = #"{"sources": {"a": "low"}, "basemap": "none", "zoom": 4, "center": [13, 52]}"#
    let answer = await server.answer(
      ServerRequest(
        "POST", Array("/render?format=json".utf8), headers: [("Content-Type", "application/json")],
        body: Array(body.utf8)))
    let text = String(decoding: answer.body.bytes, as: UTF8.self)
    expect(answer.status, equals: 200)
    #expect(text.contains("13.4") && text.contains("52.5"), "\(text)")
    #expect(!text.contains("none yet"), "\(text)")
  }

  @Test func `of areas in addresses are those of files of data`() async throws {
    func get(_ name: String) async -> String {
      let target = "/styles/light/static/13,52,4/64x64.svg?source=stones&groupAreas=\(name)"
      return String(
        decoding: await server.answer(ServerRequest("GET", Array(target.utf8))).body.bytes, as: UTF8.self)
    }
    #expect(await get("deep/areas.geojson").hasPrefix("<svg"))
    for name in [place.path(".env"), ".env", "maps/db.json"] {
      #expect(await get(name).contains("there is no file of data"), "\(name)")
    }
  }
}
