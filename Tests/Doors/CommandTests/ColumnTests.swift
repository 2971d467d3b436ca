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
    run.text.shows("#d55e00")
  }

  @Test func `draw rings, whose segments are all listed`() throws {
    let run = try svg(["--donut-by", "kind", "--style", "dark"]).succeeding()
    for text in ["kind", "bar", "cafe", "park", "zoo"] { #expect(run.text.contains(">\(text)</")) }
  }

  @Test func `size bubbles, which show sums`() throws {
    let run = try svg(["--size-by", "pop", "--label-by", "name"]).succeeding()
    run.text.shows(">7k</", ">alone</", "pop (sum)")
    let radii = Set(run.text.matches(of: /<circle[^>]* r="([0-9.]+)"/).map { String($0.1) })
    #expect(radii.count >= 4)
  }

  @Test func `show values of single points as of clusters`() throws {
    let run = try svg(["--aggregate", "sum:pop"]).succeedingQuietly()
    // 7000 of the point that stands alone.
    run.text.shows(">7k</", ">pop (sum)</")
    run.text.hides(">Points</")
    let alone = try svg(["--aggregate", "mean:pop", "--method", "none"])
    alone.text.shows(">pop</")
    alone.text.hides("pop (mean)")
  }

  @Test func `have a unit in bubbles, in the legend and in words`() throws {
    let run = try svg(["--size-by", "pop", "--unit", "km"]).succeedingQuietly()
    run.text.shows(">7k\u{A0}km</", "pop (sum), km", "Size shows pop, km.")
    let share = try svg(["--aggregate", "mean:pop", "--unit", "%"]).succeedingQuietly()
    share.text.shows(">7k%</", "pop (mean), %")
    // Counts have none: it belongs to what colors them.
    let colors = try svg(["--color-by", "pop", "--unit", "km"]).succeedingQuietly()
    colors.text.shows("pop (mean), km")
    colors.text.hides("\u{A0}km")
    #expect(try svg(["--unit", "km"]).errors.contains("--unit belongs to markers that are drawn by columns"))
    // Sums of weights have it, too; a long one stands in the legend alone, so that small bubbles keep their numbers.
    let weighed = try svg(["--weight", "pop", "--unit", "t"]).succeedingQuietly()
    weighed.text.shows("k\u{A0}t</", "pop, t</")
    let long = try svg(["--weight", "pop", "--unit", "people"]).succeedingQuietly()
    long.text.shows("pop, people</")
    long.text.hides("\u{A0}people")
  }

  @Test(arguments: [("si", "123k"), ("plain", "123456"), ("de", "123.456"), ("auto", "123,456")])
  func `are written in the picture's notation where it is described`(format: String, count: String) throws {
    let rows = (0..<300).map { "\($0 % 3),\($0 / 100)\n" }.joined()
    try place.write("many.csv", "lon,lat\n" + String(repeating: rows, count: 412).dropLast(576))
    let run = try place.run([
      "render", "many.csv", "-o", "-", "--format", "svg", "--basemap", "none", "--number-format", format,
      "--alt", "{count}",
    ])
    #expect(run.text.contains("<desc>\(count)</desc>") || run.text.contains(">\(count)</desc>"))
  }

  @Test func `are one bar where that is set, with the limits between classes`() throws {
    let words = ["--color-by", "pop", "--method", "none", "--breaks", "1000,2500"]
    let bar = try svg(words + ["--legend-classes", "bar"]).succeedingQuietly()
    bar.text.shows(">1,000</", ">2,500</", "linearGradient")
    bar.text.hides("≥")
    // Three colors with an edge each, and no circles but the map's.
    expect(bar.text.matches(of: /<stop\s/).count, equals: 6)
    expect(bar.text.matches(of: /<circle\s/).count, equals: 41)
  }

  @Test func `that color and size stand in one legend`() throws {
    let run = try svg(["--color-by", "pop", "--size-by", "pop", "--aggregate", "sum:pop"]).succeedingQuietly()
    expect(run.text.matches(of: />pop \(sum\)</).count, equals: 1)
    // Of sizes and of classes.
    let legend = run.text.components(separatedBy: "id=\"decorations\"").last ?? ""
    let circles = legend.matches(of: /<circle[^>]* r="([0-9.]+)"[^>]* fill="(#[0-9a-f]+)"/)
    #expect(Set(circles.map { String($0.2) }).count > 1)
    #expect(Set(circles.map { String($0.1) }).count > 1)
  }

  @Test func `have radii between those that are set`() throws {
    try place.write("two.csv", "lon,lat,pop\n0,0,1000\n40,0,4000\n80,0,9000\n120,0,1\n")
    let run = try place.run(
      "render two.csv -o - --format svg --basemap none --size-by pop --size-range 4,30 --fit")
    let radii = run.text.matches(of: /<circle[^>]* r="([0-9.]+)"/).compactMap { Double($0.1) }.sorted()
    expect(radii.count, equals: 4)
    #expect(zip(radii, [4.0, 10, 20, 30]).allSatisfy { abs($0 - 0.5 - $1) < 0.02 }, "\(radii)")
    let counts = try svg(["--size-range", "5,9"]).succeedingQuietly()
    let sizes = counts.text.matches(of: /<circle[^>]* r="([0-9.]+)"/).compactMap { Double($0.1) }
    #expect(sizes.allSatisfy { (5...10).contains($0) }, "\(sizes)")
    #expect(!sizes.isEmpty, "\(sizes)")
  }

  @Test func `draw rings of what points weigh`() throws {
    let run = try svg(["--donut-by", "kind", "--weight", "pop"]).succeedingQuietly()
    run.text.shows(">7k</")
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
    expect(radii.count, equals: 3)
    #expect(zip(radii, [32.0 / 3, 64.0 / 3, 32]).allSatisfy { abs($0 - 0.5 - $1) < 0.02 }, "\(radii)")
  }

  @Test(
    arguments: commands(
      """
      --donut-by kind --color-by pop → --donut-by draws rings of shares; --color-by has no effect
      --style heatmap --color-by kind → --color-by draws bubbles in place of the style's heat map
      --color-by pop --classes jenks --breaks 10,50 → --breaks sets the limits of classes; --classes has no effect
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
    try expect(place.run(["render", "--request", "map.json"]).status, equals: 0)
    let text = String(decoding: try #require(place.read("map.svg")), as: UTF8.self)
    text.shows("pop (mean)", "#eff3ff")
    let option = try svg(["--cluster", "in.color-by=kind"])
    expect(option.status, equals: 0, "\(option.errors)")
    option.text.shows("#d55e00")
  }

  @Test func `have classes between limits that are set, of counts and sums as well`() throws {
    let classes = try svg(["--color-by", "pop", "--method", "none", "--breaks", "1000,2500"])
      .succeedingQuietly()
    classes.text.shows("&lt; 1,000", "1,000–2,499", "≥ 2,500")
    classes.text.hides("classes of")
    let fills = classes.text.matches(of: /<circle[^>]* fill="(#[0-9a-f]+)"/).map { String($0.1) }
    expect(Set(fills).count, equals: 3, "\(Set(fills))")
    let counts = try svg(["--breaks", "2,3"]).succeedingQuietly()
    counts.text.hides("≥ 10", "10–99")
    let sums = try svg(["--weight", "pop", "--breaks", "3000,20000000"]).succeedingQuietly()
    #expect(sums.text.contains("&lt; 3,000") || sums.text.contains("&lt; 3k"))
  }

  @Test func `that are empty are counted, with the line of the first`() throws {
    let rows = "id,lon,lat,pop\n1,0,0,10\n\n2,9,9,\n3,20,20,5\n4,30,30,\n"
    try place.write("gaps.csv", rows)
    let note = "2 points have no pop and are drawn as dots; the first is record 2, in line 4"
    let words = ["-o", "a.svg", "--basemap", "none", "--size-by", "pop"]
    try expect(place.run(["render", "gaps.csv"] + words).lines, equals: ["gaps.csv: warning: \(note)"])
    place.text("a.svg").shows(">10<")
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
    run.text.shows("\"kind\": \"bar\"")
  }

  @Test(
    arguments: commands(
      """
      --color-by knd → clustersnap: error: --color-by: source in has no column knd; did you mean kind?
      --cluster in.size-by=kind → --cluster in.size-by: source in has texts in column kind, such as "bar" (record 1, in line 2); name a column of numbers
      --aggregate avg:pop → --aggregate: "avg:pop" is no rule with a column; write sum, mean, min, max or median, a colon and the column's name
      --classes jenks:1 → --classes: "jenks:1" is no rule of classes; write quantile, jenks, equal or log, perhaps with :2 to :9, or categories
      --breaks 10,x → --breaks: "x" is no finite decimal number; write one such as 12.5
      --breaks 10,50,50 → --breaks: "10,50,50" does not rise; write each number once, from the least to the greatest
      --breaks 1,2,3,4,5,6,7,8,9 → --breaks: "1,2,3,4,5,6,7,8,9" has 9 numbers; write 1 to 8, such as 10,50,100
      --size-range 4 → --size-range: "4" has 1 numbers; write 2, such as 4,30
      --size-range 4,300 → --size-range: 300 is outside 0.5...200; write a number in between
      --scale-furniture 0 → --scale-furniture: 0 is outside 0.25...20; write a number in between
      --style donut → in.csv: error: the style donut draws shares of a column mag, which the file has not; name one of its own with --donut-by COLUMN
      """))
  func `that are wrong are an error with the remedy`(words: [String], message: String) throws {
    let run = try svg(words)
    #expect((run.status, run.lines.count) == (2, 1), "\(run.errors)")
    #expect(run.errors.contains(message))
  }
}
