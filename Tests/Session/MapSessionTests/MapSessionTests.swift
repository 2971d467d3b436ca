import Dispatch
import FileResources
import MapFeatures
import MapContent
import MapSession
import MapSettings
import Parallel
import SessionSupport
import TestSupport
import Testing

@Suite struct `Map session` {
  private func points(_ seed: Int, count: Int = 400) -> String {
    var text = "id,lon,lat\n"
    var random = Seeded(seed: UInt64(seed))
    for number in 0..<count {
      text += "\(number),\(random.number(in: -30...36)),\(random.number(in: -30...36))\n"
    }
    return text
  }

  private func request(_ file: String, zoom: Double = 2, more: String = "") throws -> MapSpecification {
    try MapSpecification(
      json:
        #"{"sources": {"points": "\#(file)"}, "basemap": "none", "size": [160, 120], "center": [0, 0], "zoom": \#(zoom)\#(more)}"#
    )
  }

  @Test func `draws the same bytes from four tasks at once as one by one`() async throws {
    let resources = MemoryResources(["a.csv": points(1), "b.csv": points(2)])
    let variants = [
      ("a.csv", 1.0, ""), ("b.csv", 2.5, #", "method": "radius""#), ("a.csv", 3, #", "preset": "cch""#),
      ("b.csv", 0.5, #", "debugGrid": "counts""#),
    ]
    var expected: [[UInt8]] = []
    for (file, zoom, more) in variants {
      let alone = MapSession(resources: resources)
      let answer = try await alone.pictures(of: try request(file, zoom: zoom, more: more))
      expected.append(answer.pictures[0].bytes)
    }
    expect(Set(expected).count, equals: 4)
    let session = MapSession(resources: resources)
    let wanted = expected
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask {
          var wrong = 0
          for number in 0..<12 {
            let index = (task + number) % 4
            let (file, zoom, more) = variants[index]
            let answer = try await session.pictures(of: try request(file, zoom: zoom, more: more))
            if answer.pictures[0].bytes != wanted[index] { wrong += 1 }
          }
          return wrong
        }
      }
      return try await group.reduce(0, +)
    }
    expect(wrong, equals: 0)
    // The style, two tables, four sources: built once however many requests came.
    expect(session.buildCount, equals: 7)
  }

  @Test func `reads what two requests need once, while others go on`() async throws {
    let resources = MemoryResources(["slow.csv": points(1), "quick.csv": points(2)])
    let gate = resources.gate("slow.csv")
    let session = MapSession(resources: resources)
    async let first = session.pictures(of: try request("slow.csv"))
    await reached(gate.entered)
    async let second = session.pictures(of: try request("slow.csv", zoom: 3))
    // The file is held back: this one would never end if a lock were held meanwhile.
    let other = try await session.pictures(of: try request("quick.csv"))
    expect(other.pictures.count, equals: 1)
    gate.opens.signal()
    let pictures = (try await first.pictures[0], try await second.pictures[0])
    #expect((pictures.0.viewport.zoom, pictures.1.viewport.zoom) == (2, 3))
    expect(resources.opened("slow.csv"), equals: 1)
  }

  @Test func `keeps the data that a style brings for its version, and none of overlays`() async throws {
    let place = try Workplace()
    func write(_ data: String) throws {
      try place.write(
        "s.json",
        """
        {"version": 8, "sources": {"p": {"type": "geojson", "cluster": true, "data": \(data)}},
         "layers": [{"id": "a", "type": "circle", "source": "p", "paint": {"circle-radius": 9}}]}
        """)
    }
    let session = MapSession(resources: FileLoader(root: place.folder))
    func picture(_ overlay: String) async throws -> [UInt8] {
      let request =
        #"{"style": "s.json", "basemap": "none", "center": [0, 0], "zoom": 0, "size": [256, 128], "overlays": [\#(overlay)]}"#
      let map = try MapSpecification(json: request, name: place.path("request.json"))
      return try await session.pictures(of: map).pictures[0].bytes
    }
    let (pin, mark) = (#"{"marker": [10, 10]}"#, #"{"marker": [-30, 10]}"#)
    try write(#"{"type": "MultiPoint", "coordinates": [[0, 0], [40, 20]]}"#)
    let first = try await picture(pin)
    // The style, its data, their source.
    expect(session.buildCount, equals: 3)
    #expect(try await picture(mark) != first)
    try await expect(picture(pin), equals: first)
    expect(session.buildCount, equals: 3)
    try write(#"{"type": "MultiPoint", "coordinates": [[0, 0], [20, 40]]}"#)
    #expect(try await picture(pin) != first)
    expect(session.buildCount, equals: 6)
  }

  @Test func `answers others while as many as may run wait for the same`() async throws {
    let resources = MemoryResources(["slow.csv": points(1), "quick.csv": points(2)])
    let gate = resources.gate("slow.csv")
    let session = MapSession(resources: resources)
    let waiting = session.options.requestsAtOnce + 2
    let request = try request("slow.csv")
    let tasks = (0..<waiting).map { _ in
      Task { () throws(SessionError) -> [UInt8] in try await session.pictures(of: request).pictures[0].bytes }
    }
    await reached(gate.entered)
    let other = try await session.pictures(of: try self.request("quick.csv"))
    expect(other.pictures.count, equals: 1)
    gate.opens.signal()
    var bytes: Set<[UInt8]> = []
    for task in tasks { bytes.insert(try await task.value) }
    #expect((bytes.count, resources.opened("slow.csv")) == (1, 1))
    // Every place was given back.
    for zoom in 1...8 {
      _ = try await session.pictures(of: try self.request("quick.csv", zoom: Double(zoom)))
    }
  }

  @Test func `keeps no more than its budget, and forgets first what was not used for longest`() async throws {
    let names = (0..<6).map { "\($0).csv" }
    let resources = MemoryResources(
      Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, points($0, count: 4000)) }))
    var options = MapSession.Options()
    // The style and a little more than two of the files with their sources.
    options.budget = (1 << 20) + 1_300_000
    let session = MapSession(resources: resources, options: options)
    _ = try await session.pictures(of: try request(names[0]))
    for name in names.dropFirst() {
      _ = try await session.pictures(of: try request(name))
      _ = try await session.pictures(of: try request(names[0], zoom: 4))
      #expect(session.keptBytes <= options.budget)
      #expect(session.keptBytes > 1 << 20)
    }
    expect(resources.opened(names[0]), equals: 1)
    _ = try await session.pictures(of: try request(names[1]))
    expect(resources.opened(names[1]), equals: 2)
    session.removeAll()
    expect(session.keptBytes, equals: 0)
    _ = try await session.pictures(of: try request(names[0]))
    expect(resources.opened(names[0]), equals: 2)
  }

  @Test func `counts the indexes that views build`() async throws {
    let resources = MemoryResources(["a.csv": points(3, count: 20_000)])
    let session = MapSession(resources: resources)
    _ = try await session.pictures(of: try request("a.csv"))
    let grid = session.keptBytes
    _ = try await session.pictures(of: try request("a.csv", more: #", "method": "radius""#))
    // The radius index keeps some 26 bytes for each of the items of 18 zooms, most of which are single points here.
    let added = session.keptBytes - grid
    #expect(added > 20_000 * (16 + 20 * 10))
    var options = MapSession.Options()
    options.budget = grid + 1_000_000
    let small = MapSession(resources: resources, options: options)
    _ = try await small.pictures(of: try request("a.csv"))
    _ = try await small.pictures(of: try request("a.csv", more: #", "method": "radius""#))
    #expect(small.keptBytes <= options.budget)
  }

  @Test func `reads a file anew that changed, and only then`() async throws {
    let resources = MemoryResources(["a.csv": points(1)])
    let session = MapSession(resources: resources)
    let before = try await session.pictures(of: try request("a.csv")).pictures[0]
    let again = try await session.pictures(of: try request("a.csv")).pictures[0]
    expect(before.bytes, equals: again.bytes)
    expect(resources.opened("a.csv"), equals: 1)
    resources.write(points(9), to: "a.csv")
    let after = try await session.pictures(of: try request("a.csv")).pictures[0]
    #expect(after.bytes != before.bytes)
    expect(resources.opened("a.csv"), equals: 2)
    let fresh = try await MapSession(resources: resources).pictures(of: try request("a.csv")).pictures[0]
    expect(after.bytes, equals: fresh.bytes)
  }

  @Test func `ends a cancelled task before its next stage`() async throws {
    let resources = MemoryResources(["a.csv": points(1), "b.csv": points(2)])
    let gate = resources.gate("a.csv")
    let session = MapSession(resources: resources)
    let both = try MapSpecification(
      json: #"{"sources": {"points": "a.csv", "others": "b.csv"}, "center": [0, 0], "zoom": 2}"#)
    let task = Task { () throws(SessionError) -> PictureAnswer in try await session.pictures(of: both) }
    await reached(gate.entered)
    task.cancel()
    gate.opens.signal()
    let result = await task.result
    #expect(throws: SessionError.self) { try result.get() }
    if case .failure(let error) = result { expect((error as? SessionError)?.kind, equals: .cancelled) }
    expect(resources.opened("b.csv"), equals: 0)
    // What was begun was finished, and serves the next one.
    _ = try await session.pictures(of: try request("a.csv"))
    expect(resources.opened("a.csv"), equals: 1)
  }

  @Test func `returns errors and warnings as values`() async throws {
    let resources = MemoryResources([
      "a.csv": points(1), "cut.csv": "lon,lat\n1,2\nx,3\n", "style.json": #"{"version": 8}"#,
    ])
    let session = MapSession(resources: resources)
    func error(_ json: String, isStrict: Bool = false) async -> SessionError? {
      do throws(SessionError) {
        _ = try await session.pictures(
          of: try MapSpecification(json: json, name: "maps/r.json"), isStrict: isStrict)
        return nil
      } catch {
        return error
      }
    }
    await expect(error("{")?.description.hasPrefix("maps/r.json:1:2: error: "), equals: true)
    await expect(
      error(#"{"sources": {"a": "no.csv"}}"#)?.description,
      equals: "maps/no.csv: error: there is no such file; check the name")
    resources.write(points(1), to: "maps/a.csv")
    resources.write("lon,lat\n1,2\nx,3\n", to: "maps/cut.csv")
    resources.write(#"{"version": 8, "layers": 5, "sources": {}}"#, to: "maps/style.json")
    let unknown = await error(#"{"sources": {"a": "a.csv"}, "zom": 3, "sise": [1, 2]}"#)
    expect(
      unknown?.description.hasPrefix(#"maps/r.json:1:29: error: zom: there is no member "zom""#), equals: true
    )
    expect(unknown?.notes.count, equals: 2)
    await expect(
      error(#"{"sources": {"a": "a.csv"}, "style": "style.json"}"#)?.description
        .hasPrefix("maps/style.json:1:26: error: "), equals: true)
    let answer = try await session.pictures(
      of: try MapSpecification(
        json: #"{"sources": {"a": "cut.csv"}, "center": [1, 2], "zoom": 3}"#, name: "maps/r.json"))
    expect(
      answer.notes.map(\.description),
      equals: [
        "maps/cut.csv: warning: 1 of 2 records skipped, in line 3: longitude is no number"
      ])
    // Kept tables report what was skipped again.
    let strict = await error(#"{"sources": {"a": "cut.csv"}, "center": [1, 2], "zoom": 3}"#, isStrict: true)
    expect(strict?.notes, equals: answer.notes)
    expect(resources.opened("maps/cut.csv"), equals: 1)
  }

  @Test func `reads what sources need of every point along with the points`() async throws {
    let rows = (0..<4000).map { row in
      "\(row % 60 - 30).5,\(row % 37 - 18).25,\(row % 7),\(row % 9 == 0 ? "false" : "true"),k\(row % 4)"
    }
    let csv = "lon,lat,w,open,kind\n" + rows.joined(separator: "\n") + "\n"
    func source(_ kind: String) -> String {
      #"{"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true, "filter": ["!=", ["get", "kind"], "\#(kind)"], "clusterProperties": {"sum": ["+", ["get", "w"]]}}"#
    }
    let style = """
      {"version": 8, "sources": {"points": \(source("k2")), "others": \(source("k3"))},
       "metadata": {"clustersnap:sources": {"points": {"weight": "w", "optOut": "open"}}},
       "layers": [{"id": "a", "type": "circle", "source": "points"},
                  {"id": "b", "type": "circle", "source": "others"}]}
      """
    let resources = MemoryResources(["a.csv": csv, "style.json": style])
    let session = MapSession(resources: resources)
    let json =
      #"{"sources": {"points": "a.csv", "others": "a.csv"}, "style": "style.json", "basemap": "none", "size": [160, 120], "center": [0, 0], "zoom": 0}"#
    let answer = try await session.pictures(of: try MapSpecification(json: json))
    expect(answer.pictures.count, equals: 1)
    #expect(answer.notes.isEmpty)
    // One table for both sources, with the columns of both, and no pass over its records.
    expect(resources.opened("a.csv"), equals: 1)
    #expect((1..<100).contains(resources.lent("a.csv")), "\(resources.lent("a.csv"))")
    // Without columns every record is read again.
    let bytes = LentBytes(Array(csv.utf8))
    let table = try FeatureTable.read(bytes)
    var options = ClusterOptions()
    options.weight = "w"
    _ = try MapSource(id: "points", features: table, clustering: SourceClustering(nil, options: options))
    #expect(bytes.lent >= 4000)
  }

  @Test func `writes markers`() async throws {
    let resources = MemoryResources(["a.csv": points(1)])
    let session = MapSession(resources: resources)
    let picture = try await session.pictures(of: try request("a.csv"), as: .svg).pictures[0]
    #expect(String(decoding: picture.bytes.prefix(5), as: UTF8.self).hasPrefix("<"))
    let documents = try await session.markers(of: try request("a.csv")).documents
    expect(documents, equals: [try picture.markers(as: .geojson)])
    expect(resources.opened("a.csv"), equals: 1)
  }
}
