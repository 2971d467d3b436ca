import Foundation
import TestSupport
import Testing

@Suite struct `Columns on the map` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    var rows = "id,lon,lat,kind,pop,name\n"
    for index in 0..<40 {
      rows +=
        "\(index),\(index % 4 * 20),\(index % 5 * 10 + 1),\(["bar", "cafe", "park"][index % 3]),\(index * 100),n\(index)\n"
    }
    rows += "40,-60,-30,zoo,7000,alone\n"
    try place.write("in.csv", rows)
  }

  private func svg(_ words: [String]) throws -> Outcome {
    try place.run(
      "render in.csv -o - --format svg --basemap none --size 900x600 --fit --legend".words
        + words)
  }

  @Test func `color markers by category, with a legend`() throws {
    let run = try svg(["--color-by", "kind"]).succeedingQuietly()
    for text in ["kind", "zoo"] { #expect(run.text.contains(">\(text)</")) }
    // The fourth of four categories has the fourth color: vermilion.
    #expect(run.text.contains("#d55e00"))
  }

  @Test func `draw rings, whose segments are all listed`() throws {
    let run = try svg(["--donut-by", "kind", "--style", "dark"]).succeeding()
    for text in ["kind", "bar", "cafe", "park", "zoo"] { #expect(run.text.contains(">\(text)</")) }
  }

  @Test func `size bubbles, which show sums`() throws {
    let run = try svg(["--size-by", "pop", "--label-by", "name"]).succeeding()
    #expect(run.text.lacks(">7k</", ">alone</", "pop (sum)") == nil)
    let radii = Set(run.text.matches(of: /<circle[^>]* r="([0-9.]+)"/).map { String($0.1) })
    #expect(radii.count >= 4)
  }

  @Test func `show values of single points as of clusters`() throws {
    let run = try svg(["--aggregate", "sum:pop"]).succeedingQuietly()
    // 7000 of the point that stands alone.
    #expect((run.text.lacks(">7k</", ">pop (sum)</"), run.text.holds(">Points</")) == (nil, nil))
    let alone = try svg(["--aggregate", "mean:pop", "--method", "none"])
    #expect((alone.text.lacks(">pop</"), alone.text.holds("pop (mean)")) == (nil, nil))
  }

  @Test func `draw rings of what points weigh`() throws {
    let run = try svg(["--donut-by", "kind", "--weight", "pop"]).succeedingQuietly()
    #expect(run.text.contains(">7k</"))
  }

  @Test func `part bubbles with numbers, of leaders as well`() throws {
    // Two leaders stand closer than their bubbles are wide.
    try place.write("row.csv", "lon,lat,pop\n0,0,900\n5,0,901\n10,0,902\n15,0,903\n")
    let run = try place.run(
      "render row.csv -o - --format svg --basemap none --preset pins --size-by pop --center 10,0 --zoom 2 --size 400x300"
    )
    let discs = run.text.matches(of: /<circle[^>]* cx="([0-9.]+)"[^>]* r="([0-9.]+)"/).map {
      (x: Double($0.1) ?? 0, radius: Double($0.2) ?? 0)
    }
    try #require(discs.count == 2)
    #expect(abs(discs[1].x - discs[0].x) >= discs[0].radius + discs[1].radius)
  }

  @Test func `have areas proportional to them`() throws {
    try place.write("two.csv", "lon,lat,pop\n0,0,1000\n40,0,4000\n80,0,9000\n")
    let run = try place.run("render two.csv -o - --format svg --basemap none --size-by pop --fit")
    let radii = run.text.matches(of: /<circle[^>]* r="([0-9.]+)"/).compactMap { Double($0.1) }.sorted()
    // Of 1 to 4 to 9 the square roots, the greatest 32 points, each with half of its ring.
    #expect(radii.count == 3)
    #expect(zip(radii, [32.0 / 3, 64.0 / 3, 32]).allSatisfy { abs($0 - 0.625 - $1) < 0.02 }, "\(radii)")
  }

  @Test(
    arguments: commands(
      """
      --donut-by kind --color-by pop → --donut-by draws rings of shares; --color-by has no effect
      --style heatmap --color-by kind → --color-by draws bubbles in place of the style's heat map
      --aggregate mean:pop --weight pop → not the sums of --weight; leave one of them out
      """))
  func `that exclude each other cause a warning`(words: [String], message: String) throws {
    #expect(try svg(words).errors.contains(message))
  }

  @Test func `may be set in requests, and for one source`() throws {
    try place.write(
      "map.json",
      #"{"sources": {"points": "in.csv"}, "basemap": "none", "cluster": {"points": {"colorBy": "pop", "classes": "equal:3", "palette": "blues"}}, "legend": true, "output": "map.svg"}"#
    )
    #expect(try place.run(["render", "--request", "map.json"]).status == 0)
    let text = String(decoding: try #require(place.read("map.svg")), as: UTF8.self)
    #expect(text.lacks("pop (mean)", "#eff3ff") == nil)
    let option = try svg(["--cluster", "in.color-by=kind"])
    #expect((option.status, option.text.lacks("#d55e00")) == (0, nil), "\(option.errors)")
  }

  @Test func `that are empty are counted, with the line of the first`() throws {
    let rows = "id,lon,lat,pop\n1,0,0,10\n\n2,9,9,\n3,20,20,5\n4,30,30,\n"
    try place.write("gaps.csv", rows)
    let note = "2 points have no pop and are drawn as dots; the first is record 2, in line 4"
    let words = ["-o", "a.svg", "--basemap", "none", "--size-by", "pop"]
    #expect(try place.run(["render", "gaps.csv"] + words).lines == ["gaps.csv: warning: \(note)"])
    #expect(place.text("a.svg").contains(">10<"))
    // Read as a stream, lines are counted, too.
    try place.run(["render", "-"] + words, input: rows).reports("standard input: warning: \(note)")
  }

  @Test func `that requests name are an error at their place`() throws {
    try place.write(
      "map.json",
      """
      {"sources": {"p": "in.csv"}, "output": "a.png",
       "cluster": {"p": {"colorBy": "knd"}}}
      """)
    try place.run(["render", "--request", "map.json"]).reports(
      "map.json:2:31: error: cluster.p.colorBy: source p has no column knd; did you mean kind?")
  }

  @Test func `are carried by clusters as data`() throws {
    let run = try place.run(
      "clusters in.csv --size 900x600 --cell-size 300 --aggregate max:pop --color-by kind --filter 'kind != \"cafe\" and kind != \"park\"' --format json"
    ).succeeding()
    #expect(run.text.contains("\"kind\": \"bar\""))
  }

  @Test(
    arguments: commands(
      """
      --color-by knd → clustersnap: error: --color-by: source in has no column knd; did you mean kind?
      --cluster in.size-by=kind → --cluster in.size-by: source in has texts in column kind, such as "bar" (record 1, in line 2); name a column of numbers
      --aggregate avg:pop → --aggregate: "avg:pop" is no rule with a column; write sum, mean, min, max or median, a colon and the column's name
      --classes jenks:1 → --classes: "jenks:1" is no rule of classes; write quantile, jenks, equal or log, perhaps with :2 to :9, or categories
      --style donut → in.csv: error: the style donut draws shares of a column mag, which the file has not; name one of its own with --donut-by COLUMN
      """))
  func `that are wrong are an error with the remedy`(words: [String], message: String) throws {
    let run = try svg(words)
    #expect((run.status, run.lines.count) == (2, 1), "\(run.errors)")
    #expect(run.errors.contains(message))
  }
}
