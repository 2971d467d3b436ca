import JSONDocument
import MapScene
import MapSession
import MapSettings
import SessionSupport
import TestSupport
import Testing

/// Pictures and data of a session are checked as the command's are.
@Suite struct `One way from a request to its results` {
  private static let points = "id,lon,lat\na,0,0\nb,0.1,0.1\nc,20,20\n"
  private static let view = #""basemap": "none", "size": [64, 64], "center": [0, 0], "zoom": 1"#

  private func session(_ files: [String: String]) -> (MapSession, MemoryResources) {
    let resources = MemoryResources(files)
    return (MapSession(resources: resources), resources)
  }

  private func fault(_ body: () async throws -> Void) async -> SessionError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? SessionError
    }
  }

  @Test func `lists no members of points that were counted elsewhere`() async throws {
    let (session, _) = session([
      "cells.csv": "cell_x,cell_y,n,point_count,lon_e8,lat_e8\n3,5,16,3,-30000000000,15000000000\n"
    ])
    let message = "the members of c are counted and not listed; leave it out"
    func request(_ more: String) throws -> MapSpecification {
      try MapSpecification(
        json: "{\"cells\": {\"c\": \"cells.csv\"}, \"cellSize\": 64, \(Self.view)\(more)}", name: "r.json")
    }
    let asked = try request(#", "members": true"#)
    let plain = try request("")
    let place = try #require(asked.position(of: "members"))
    for error in [
      await fault { _ = try await session.pictures(of: asked, as: .svg) },
      await fault { _ = try await session.markers(of: asked) },
    ] {
      expect(error?.description, equals: "r.json:\(place.line):\(place.column): error: members: \(message)")
    }
    let error = await fault { _ = try await session.markers(of: plain, listsMembers: true) }
    expect(error?.message?.hasSuffix("members: \(message)"), equals: true, "\(error?.description ?? "")")
    let answer = try await session.markers(of: plain)
    expect(answer.documents.count, equals: 1)
    #expect(!answer.notes.contains { $0.message.contains("members") })
  }

  @Test(arguments: [true, false])
  func `keeps the points whose members are listed, whoever lists them`(inRequest: Bool) async throws {
    let (session, _) = session(["a.csv": Self.points])
    let members = inRequest ? #", "members": true"# : ""
    let request = try MapSpecification(
      json: #"{"sources": {"a": "a.csv"}, "stream": true, \#(Self.view)\#(members)}"#)
    let (documents, notes) = try await session.markers(of: request, listsMembers: !inRequest)
    expect(notes.map(\.message), equals: ["stream: members are listed; the points of a are kept"])
    let text = String(decoding: documents[0], as: UTF8.self)
    #expect(text.contains(#"["a","b"]"#) || text.contains(#"["a", "b"]"#))
    guard inRequest else { return }
    // A picture's data is the same.
    let picture = try await session.pictures(of: request).pictures[0]
    try expect(picture.markers(as: .geojson), equals: documents[0])
  }

  @Test func `refuses inputs that were changed while they were read`() async throws {
    let request = #"{"sources": {"a": "a.csv"}, \#(Self.view)}"#
    let (session, resources) = session(["a.csv": Self.points])
    let drawn = await fault {
      _ = try await session.pictures(of: try MapSpecification(json: request)) { step in
        if step == .drawing { resources.change("a.csv") }
      }
    }
    #expect((drawn?.place, drawn?.message?.hasPrefix("it was changed while it was read")) == ("a.csv", true))

    let (other, others) = self.session(["a.csv": Self.points])
    let log = SessionLog()
    let map = try other.load(try MapSpecification(json: request), log: log)
    try map.findMarkers(log: log) { _, _, _ in }
    others.change("a.csv")
    #expect(throws: SessionError.self) { try map.findMarkers(log: log) { _, _, _ in } }
  }

  @Test func `leaves advice to views that are drawn`() throws {
    let (session, _) = session(["a.csv": Self.points])
    let log = SessionLog()
    let map = try session.load(
      try MapSpecification(
        json: """
          {"sources": {"a": "a.csv"}, \(Self.view), "views": [{"text": "outlines"}, {"compression": 9}]}
          """, name: "r.json"), log: log)
    func notes(_ plans: [PicturePlan]) throws -> [String] {
      let own = SessionLog()
      try map.check(plans, log: own)
      return own.notes.map(\.message)
    }
    try expect(notes([map.plan(of: 1, as: .png)]), equals: [])
    try expect(notes([map.plan(of: 0, as: .svg)]), equals: [])
    try expect(
      notes([map.plan(of: 1, as: .svg)]), equals: ["views[1].compression belongs to PNG; the picture is svg"])
    // A setting that one of a view's pictures uses has an effect.
    try expect(notes([map.plan(of: 1, as: .svg), map.plan(of: 1, as: .png)]), equals: [])
  }
}

extension MapSpecification {
  /// Where a member of the request stands.
  fileprivate func position(of key: String) -> TextPosition? {
    if case .text(let text, _)? = request { return text.root[key]?.position }
    return nil
  }
}
