import Foundation
import TestSupport
import Testing

@Suite struct `Stories from tables` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "trips.csv",
      "id,lon,lat,when,n\na,0,0,2018-05-01T10:00Z,1\nb,10,5,2018-07-01,2\nc,20,10,2020,3\nd,5,5,,4\n")
  }

  private static let small = ["--size", "200x140", "--basemap", "none", "--fps", "10"]

  @Test func `write frames, and a list of them with times, durations and names`() throws {
    let run = try place.run(
      ["animate", "trips.csv", "--time", "when", "-o", "frames", "--format", "svg", "--hold", "2"]
        + Self.small)
    run.reports(
      0,
      "clustersnap: warning: 1 row of trips has no time in when and is left out; the first is record 4, in line 5"
    )
    let bytes = try #require(place.read("frames/frames.json"))
    let list = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let frames = try #require(list["frames"] as? [[String: Any]])
    // 2018 stands still; to 2019 and to 2020 lead two frames of 0.1 s each before it stands.
    expect(
      frames.compactMap { $0["name"] as? String },
      equals: ["2018"] + Array(repeating: "2019", count: 3)
        + Array(repeating: "2020", count: 3))
    expect(frames.compactMap { $0["duration"] as? Double }, equals: [2, 0.1, 0.1, 2, 0.1, 0.1, 2])
    expect(frames.compactMap { $0["time"] as? Double }, equals: [0, 2, 2.1, 2.2, 4.2, 4.3, 4.4])
    for frame in frames {
      let file = try #require(frame["file"] as? String)
      #expect(place.read("frames/\(file)") != nil)
    }
    let last = String(decoding: try #require(place.read("frames/frame-00007.svg")), as: UTF8.self)
    last.shows(">2020</", "<circle")
    let empty = String(decoding: try #require(place.read("frames/frame-00004.svg")), as: UTF8.self)
    #expect(empty.contains(">2019</"))
    #expect(!empty.contains("<circle"))
  }

  @Test func `take the options of maps, and may be animations`() throws {
    try place.run(
      "animate trips.csv --time n --every 1 --cumulative -o story.png --style dark --cell-size 30 --bbox -5,-5,25,15 --animator none --basemap none --size 400x300"
    ).succeedingQuietly()
    #expect(place.read("story.png")?.range(of: Data("acTL".utf8)) != nil)
  }

  @Test(
    arguments: commands(
      """
      trips.csv --time whn → --time: trips has no column whn; did you mean when?
      trips.csv --time when --every weeks → --every: "weeks" is no period; write hour, day, week, month, quarter, year, decade, several such as 10years, or a number above 0
      trips.csv --time when --time-format dd/mm/yyyy → --time-format: "dd/mm/yyyy" is no form of dates; write a year and other directives, such as %d/%m/%Y %H:%M
      trips.csv --time n --every 1 --time-format %Y → --time-format is for dates, --every N for numbers; leave one of them out
      trips.csv --time-format %Y → --time-format belongs to --time; name a column of times
      trips.csv --every year → --every belongs to --time; name a column of times
      trips.csv --cumulative → --cumulative belongs to --time; name a column of times
      --time when → --time: name the tables, such as trips.csv
       → name one scenario, such as clustersnap animate story.json -o story.png, or tables and --time COLUMN
      trips.csv --time when --request a.json → --request: --time makes the steps from tables; leave --request out
      """))
  func `that cannot be read are an error`(words: [String], message: String) throws {
    let run = try place.run(["animate"] + words + ["-o", "story.png"])
    #expect((run.status, run.errors) == (2, "clustersnap: error: \(message)\n"))
    expect(place.read("story.png"), equals: nil)
  }
}
