import Foundation
import TestSupport
import Testing

@Suite struct `Points in one place` {
  private func run(_ count: Int, _ words: [String]) throws -> (run: Outcome, marks: [Int]) {
    let place = try Workplace()
    let rows = (0..<count).map { "p\($0),13.4,52.5\n" }.joined()
    try place.write("in.csv", "id,lon,lat\n" + rows + "far,13.6,52.6\n")
    let run = try place.run(["clusters", "in.csv", "-o", "out.csv", "--size", "600x400"] + words)
    let lines = place.text("out.csv").split(separator: "\n")
    let column = try #require(lines.first?.split(separator: ",").firstIndex { $0.contains("count") })
    return (
      run,
      lines.dropFirst().compactMap { Int($0.split(separator: ",", omittingEmptySubsequences: false)[column]) }
    )
  }

  @Test func `stand on a ring, each a mark of its own`() throws {
    let (run, marks) = try run(12, ["--co-located", "ring"])
    expect(run.status, equals: 0)
    expect(marks, equals: Array(repeating: 1, count: 13))
    run.errors.hides("ring")
  }

  @Test func `that would touch on a ring stay one bubble, which is reported`() throws {
    let (run, marks) = try run(250, ["--co-located", "ring"])
    expect(run.status, equals: 0)
    expect(marks.sorted(), equals: [1, 250])
    #expect(
      run.errors.contains(
        "the points of 1 place of in, up to 250, would touch on a ring and stay one marker each; set a wider ring, or zoom in"
      ))
  }
}

@Suite struct `Points at 0,0` {
  private func lines(_ zeros: Int, of count: Int, header: String = "id,lon,lat", _ words: [String] = [])
    throws -> [String]
  {
    let place = try Workplace()
    let rows = (0..<count).map { $0 < zeros ? "z\($0),0,0.0\n" : "p\($0),13.\($0),52.5\n" }.joined()
    try place.write("in.csv", header + "\n" + rows)
    return try place.run(
      ["render", "in.csv", "-o", "a.png", "--basemap", "none", "--size", "200x200"] + words
    ).lines
  }

  @Test func `are reported where they are more than one in a hundred, with the filter that leaves them out`()
    throws
  {
    let note =
      "in.csv: warning: 3 of 200 points lie at exactly 0,0; leave them out with --filter \"lon != 0 or lat != 0\""
    #expect(try lines(3, of: 200).contains(note))
    #expect(!(try lines(2, of: 200).contains { $0.contains("0,0") }))
    let left = try lines(3, of: 200, ["--filter", "lon != 0 or lat != 0", "--verbose"])
    #expect(left.contains { $0.contains("197 of 200 points of in pass the filter") })
    #expect(!left.contains { $0.contains("0,0") })
    // A single one may be meant.
    #expect(!(try lines(1, of: 10).contains { $0.contains("0,0") }))
  }

  @Test func `of columns with other names are left out by these`() throws {
    let words = ["--longitude", "x pos", "--latitude", "y1"]
    let found = try lines(2, of: 10, header: "id,x pos,y1", words)
    #expect(found.contains { $0.hasSuffix("--filter \"`x pos` != 0 or `y1` != 0\"") })
    let left = try lines(
      2, of: 10, header: "id,x pos,y1", words + ["--filter", "`x pos` != 0 or `y1` != 0", "--verbose"])
    #expect(left.contains { $0.contains("8 of 10 points") })
  }
}
