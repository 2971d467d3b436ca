import Foundation
import TestSupport
import Testing

/// A story as several presets cluster it, side by side.
@Suite struct `Presets side by side` {
  private static let story = """
    {"sources": {"a": [{"id": "1", "at": [10, 50]}, {"id": "2", "at": [11, 50]}, {"id": "3", "at": [12, 50]}]},
     "basemap": "none", "size": [200, 120], "center": [11, 50], "zoom": 2, "fps": 10, "hold": 0.1,
     "steps": [{"add": true}, {"snapshot": "one"}, {"zoom": 5}, {"snapshot": "two"}]}
    """

  private func place() throws -> Workplace {
    let place = try Workplace(["story.json": Self.story])
    return place
  }

  @Test func `stand in one picture under their names`() throws {
    let place = try place()
    let outcome = try place.run("animate story.json --beside cch,clustermap,tb --at 1 -o x.svg")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let svg = try String(contentsOfFile: place.path("x.svg"), encoding: .utf8)
    // Three pictures of 200×120 with gaps of 10, and 26 above for their names.
    #expect(svg.contains(#"width="640" height="156""#), "\(svg.prefix(300))")
    for name in ["cch", "clustermap", "tbannotationclustering"] { #expect(svg.contains(">\(name)<")) }
  }

  @Test func `play together, each in its own time, with the same bytes on any number of threads`() throws {
    let place = try place()
    var films: [Data] = []
    for threads in ["1", "3"] {
      let outcome = try place.run([
        "animate", "story.json", "--beside", "cch,tb", "--threads", threads, "-o", "x.png",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      films.append(try Data(contentsOf: URL(fileURLWithPath: place.path("x.png"))))
    }
    #expect(films[0] == films[1])
    try FileManager.default.createDirectory(atPath: place.path("frames"), withIntermediateDirectories: false)
    _ = try place.run(["animate", "story.json", "--beside", "cch,tb", "--format", "svg", "-o", "frames"])
    let frames = try FileManager.default.contentsOfDirectory(atPath: place.path("frames")).count {
      $0.hasSuffix(".svg")
    }
    // The camera's 0.4 s, then the longer change: the 0.6 s of tb's bounce. One frame for each snapshot.
    #expect(frames == 1 + 10 + 1)
  }

  @Test(arguments: [
    ("cch", "--beside: 1 is outside 2...8; name from two to eight presets, such as cch,clustermap"),
    ("cch,nothing", "--beside: \"nothing\" is no preset; write some of cch,"),
    ("cch,", "--beside: \"\" is no preset; write some of cch,"),
  ])
  func `refuses what are no presets`(words: String, message: String) throws {
    let outcome = try place().run(["animate", "story.json", "--beside", words, "-o", "x.png"])
    #expect(outcome.lacks(2, message) == nil)
  }

  @Test func `exclude a difference`() throws {
    let outcome = try place().run("animate story.json --beside cch,tb --difference one,two -o x.png")
    #expect(outcome.lacks(2, "--beside and --difference exclude each other") == nil)
  }
}
