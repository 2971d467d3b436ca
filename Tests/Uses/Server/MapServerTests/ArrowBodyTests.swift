import FileResources
import Foundation
import MapServer
import MapSession
import TestSupport
import Testing

/// Bodies that `Tests/Fuzzing/make-arrow.py` wrote.
@Suite struct `Streams of Arrow in bodies` {
  private static let type = "application/vnd.apache.arrow.stream"
  private let server: MapServer

  init() throws {
    let place = try Workplace(["stones.csv": "lon,lat\n1,2\n"])
    server = try MapServer(
      folder: place.folder, resources: FileLoader(root: place.folder, mapsFiles: false),
      session: MapSession.Options(), options: MapServer.Options())
  }

  private func body(_ name: String) throws -> [UInt8] {
    let file = URL(filePath: Workplace.checkout + "/Tests/Corpus/address/" + name)
    let bytes = [UInt8](try Data(contentsOf: file))
    return Array(bytes[try #require(bytes.firstRange(of: Array("\n\n".utf8))).upperBound...])
  }

  private func drawn(
    _ body: [UInt8], _ type: String = type, _ format: String = "geojson"
  ) async -> (status: Int, text: String) {
    let target = "/render?format=\(format)&center=13.4,52.5&zoom=8&size=200x160&basemap=none&cellSize=8"
    let answer = await server.answer(
      ServerRequest("POST", Array(target.utf8), headers: [("Content-Type", type)], body: body))
    return (answer.status, String(decoding: answer.body.bytes, as: UTF8.self))
  }

  @Test func `are drawn as the same rows of CSV`() async throws {
    let rows =
      "lon,lat,name,kind,n\n13.4,52.5,a,x,1\n13.41,52.51,,y,2\n,1,c,x,3\n13.2,52.4,a name of more than twelve,,4\n"
    let (own, other) = (try body("arrow"), Array(rows.utf8))
    #expect(await drawn(own, Self.type, "csv") == drawn(other, "text/csv", "csv"))
    #expect(await drawn(own, Self.type, "svg") == drawn(other, "text/csv", "svg"))
    #expect(await drawn(own).text.contains("\"a name of more than twelve\""))
    #expect(try await drawn(body("arrow-types"), Self.type, "svg") == drawn(own, Self.type, "svg"))
    try await expect(drawn(body("arrow-points")).status, equals: 200)
    let listed =
      "lon,lat,a,b,c\n13.4,52.5,1200,-2.5,0.25\n13.41,52.51,1200,-2.5,0.25\n13.4,52.5,1200,-2.5,0.25\n"
    #expect(
      try await drawn(body("arrow-listed"), Self.type, "csv") == drawn(Array(listed.utf8), "text/csv", "csv"))
  }

  @Test(arguments: [
    ("broken-arrow-cut", "its stream ends in the middle of a message"),
    ("broken-arrow-packed", "its columns are packed; write them without compression"),
    ("broken-arrow-none", "the body is no stream of Arrow"),
    ("broken-arrow-old", "the body is no stream of Arrow"), ("broken-arrow-rows", "its stream is damaged"),
  ])
  func `are refused where they are damaged`(name: String, part: String) async throws {
    let (status, text) = await drawn(try body(name))
    expect(status, equals: 400)
    #expect(text.contains(part), "\(text)")
  }

  @Test func `are refused wherever they are cut, but behind a batch`() async throws {
    let whole = try body("arrow")
    var refused = 0
    for end in stride(from: 8, to: whole.count, by: 8) {
      let (status, text) = await drawn(Array(whole[..<end]))
      #expect(status == 200 || status == 400 && text.contains("\"detail\""), "\(end): \(text)")
      if status == 400 { refused += 1 }
    }
    // Behind the first batch, a list of values or the second batch there may be no more.
    #expect(refused > whole.count / 8 - 10)
  }

  @Test func `name the types that are read where it is another`() async throws {
    let (status, text) = await drawn([1], "application/vnd.apache.parquet")
    expect(status, equals: 415)
    #expect(text.contains("or application/vnd.apache.arrow.stream"))
  }
}
