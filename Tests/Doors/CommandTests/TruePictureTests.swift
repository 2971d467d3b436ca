import Foundation
import TestSupport
import Testing

@Suite struct `Pictures that are true` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    // A tie of twelve, a majority of three to one, and a single point.
    var rows = "lon,lat,kind,order,n,name\n"
    for index in 0..<12 { rows += "0,0.001,\(["a", "b", "c"][index % 3]),o\(index),\(index),\n" }
    rows += "40,0,a,o12,30,\n40,0,a,o13,31,\n40,0,a,o14,32,\n40,0,b,o15,33,\n80,0,c,o16,90,Alone\n"
    try place.write("in.csv", rows)
  }

  private func svg(_ words: [String], basemap: [String] = ["--basemap", "none"]) throws -> Outcome {
    try place.run(
      ["render", "in.csv", "-o", "-", "--format", "svg", "--size", "600x400"] + basemap + words)
  }

  private func circles(_ text: String) -> [String] {
    text.matches(of: /<circle[^>]*>/).map { String($0.output) }
  }

  @Test func `color no cluster by one of several that are as frequent`() throws {
    let run = try svg(["--color-by", "kind", "--legend"]).succeeding()
    expect(run.errors, equals: "")
    run.text.shows(">mixed</")
    // The twelve are grey, the four have the color of a, the first of three equally frequent.
    run.text.shows("#6e6e6e", "#0072b2")
    let data = try place.run("clusters in.csv --size 600x400 --color-by kind --format csv")
    data.text.shows("mixed")
  }

  @Test func `count points without a value in rings, legends and descriptions`() throws {
    try place.write(
      "ten.csv",
      "lon,lat,k,w\n" + (0..<10).map { "\(10 + Double($0) / 100),50,\($0 < 2 ? "x" : ""),5\n" }.joined())
    func drawn(_ words: [String]) throws -> String {
      try place.run(
        [
          "render", "ten.csv", "-o", "-", "--format", "svg", "--center", "10,50", "--zoom", "4", "--size",
          "200x200",
        ]
          + ["--basemap", "none", "--legend"] + words
      ).succeedingQuietly().text
    }
    let ring = try drawn(["--donut-by", "k"])
    ring.shows(">10</text>", "<title>x: 2</title>", "<title>no value: 8</title>", ">no value</text>")
    for text in [ring, try drawn(["--color-by", "k"])] { #expect(text.contains("x 20%, no value 80%")) }
    try drawn(["--donut-by", "k", "--weight", "w"]).shows(">50</text>", "no value: 40")
  }

  @Test func `miss no counts in the legend of pins, which single points are without`() throws {
    try place.write("two.csv", "lon,lat\n5,50\n9,52\n")
    let run = try place.run(
      "render two.csv -o - --format svg --legend --basemap none --method peaks --form pin"
    ).succeeding()
    run.text.shows(">two</text>")
    run.text.hides("no value")
  }

  @Test(arguments: ["light", "dark", "print", "debug", "supercluster", "cch"])
  func `draw single points as such, whatever their columns are called`(style: String) throws {
    func drawn(_ column: String?) throws -> Outcome {
      let values = ["1,1", "1.1,1", "20,5", "40,-5"].map { $0 + (column == nil ? "\n" : ",99\n") }
      try place.write("in.csv", "lon,lat\(column.map { "," + $0 } ?? "")\n" + values.joined())
      return try svg(["--method", "grid", "--style", style]).succeedingQuietly()
    }
    let plain = try drawn(nil)
    for column in ["point_count", "point_count_abbreviated", "cluster", "cluster_id", "leaf_count", "n"] {
      try expect(drawn(column).text, equals: plain.text, "\(column)")
    }
    // It sizes them where it is named: three markers of 198, 99 and 99.
    try place.write("in.csv", "lon,lat,point_count\n1,1,99\n1.1,1,99\n20,5,99\n40,-5,99\n")
    let sized = try svg(["--method", "grid", "--size-by", "point_count"]).text
    expect(sized.matches(of: />(198|99)<\/text>/).map { String($0.1) }.sorted(), equals: ["198", "99", "99"])
  }

  @Test func `describe the shares of what they show`() throws {
    try place.write("in.csv", "lon,lat,k,w\n1,1,a,1\n2,1,a,2\n3,1,b,9\n1.5,1.2,,4\n50,1,c,8\n")
    func described(_ words: [String]) throws -> String {
      let text = try svg(["--color-by", "k"] + words).text
      return String(try #require(text.firstMatch(of: /<desc[^>]*>([^<]*)/)?.1))
    }
    // The point in the east is not in view. The others weigh 3, 9 and 4 of 16.
    for method in ["none", "grid", "peaks"] {
      let view = ["--bbox", "0,0,4,3", "--method", method]
      #expect(try described(view).hasSuffix("Color shows k: a 50%, b 25%, no value 25%."), "\(method)")
      let weighed = try described(view + ["--weight", "w"])
      #expect(weighed.hasSuffix("Color shows k: b 56%, a 19%, no value 25%."), "\(method)")
    }
    // Small maps leave the point without a value out, and are described once.
    let maps = try described(["--facet-by", "k"])
    #expect(maps.hasPrefix("4 points: "))
    expect(maps.components(separatedBy: "Color shows").count, equals: 2)
    #expect(maps.hasSuffix("Color shows k: a 50%, b 25%, c 25%."))
  }

  @Test func `name single points and classes of counts in the legend`() throws {
    let legend =
      try svg(["--legend", "--style", "light"]).text.components(separatedBy: "decorations").last ?? ""
    // Twelve, four and one.
    legend.shows(">1</text>", ">2–9</text>", ">10–99</text>")
    let radii = legend.matches(of: /<circle[^>]* r="([0-9.]+)"/).compactMap { Double($0.1) }
    // Each class has the size of its least count, with half of its rim.
    expect(radii, equals: [5.13, 11, 13.5], "\(radii)")
  }

  @Test(
    arguments: commands(
      """
      --color-by order → --color-by: order has 17 categories, and 8 colors; the others are grey; choose rows with --filter
      --color-by n --classes categories → --color-by: n has 17 categories, and 8 colors; the others are grey; class its numbers with --classes quantile, or choose rows with --filter
      --donut-by order → --donut-by: order has 17 categories, and 8 colors; the others are grey; choose rows with --filter
      """))
  func `warn of more categories than colors`(words: [String], message: String) throws {
    try expect(svg(words).lines, equals: ["clustersnap: warning: \(message)"])
  }

  @Test func `warn of more categories than colors where a request sets them`() throws {
    var rows = "lon,lat,kind\n"
    for index in 0..<30 { rows += "\(index),0,k\(index < 9 ? index : 0)\n" }
    try place.write("kinds.csv", rows)
    try place.write(
      "map.json", #"{"sources": {"p": "kinds.csv"}, "basemap": "none", "colorBy": "kind", "output": "a.png"}"#
    )
    try place.run(["render", "--request", "map.json"]).reports(
      "map.json:1:63: warning: colorBy: kind has 9 categories, and 8 colors; the others are grey; draw shares with donutBy, or choose rows with filter"
    )
    try expect(svg(["--color-by", "kind"]).errors, equals: "")
  }

  @Test func `class the numbers that are shown, and name what classes are of`() throws {
    let words = ["--color-by", "n", "--classes", "equal:2", "--legend"]
    let run = try svg(words)
    expect(run.errors, equals: "")
    // Means are 5.5, 31.5 and 90: halves are parted at 47.75, and nothing lies between that and 48.
    for text in ["n (mean)", "colors by cluster", "&lt; 48", "≥ 48"] {
      run.text.shows(">\(text)</")
    }
    // Numbers of rows go from 0 to 90.
    let rows = try svg(words + ["--class-by", "rows"])
    for text in ["colors by row", "&lt; 45", "≥ 45"] {
      rows.text.shows(">\(text)</")
    }
    try place.write(
      "map.json",
      #"{"sources": {"p": "in.csv"}, "basemap": "none", "cluster": {"p": {"colorBy": "n", "classBy": "rows"}}, "legend": true, "output": "map.svg"}"#
    )
    try expect(place.run(["render", "--request", "map.json"]).errors, equals: "")
    place.text("map.svg").shows(">colors by row</")
  }

  @Test func `show a class in one color in every view of a zoom`() throws {
    func colors(_ center: String) throws -> [String] {
      let run = try svg(["--color-by", "n", "--center", center, "--zoom", "2", "--size", "200x200"])
      expect(run.errors, equals: "")
      return run.text.matches(of: /<circle[^>]* fill="(#[0-9a-f]+)"/).map { String($0.1) }
    }
    let all = try svg(["--color-by", "n", "--center", "40,0", "--zoom", "2", "--size", "1400x200"]).text
      .matches(of: /<circle[^>]* fill="(#[0-9a-f]+)"/).map { String($0.1) }
    expect(all.count, equals: 3)
    let each = try ["0,0", "40,0", "80,0"].flatMap(colors)
    expect(Set(each), equals: Set(all))
    expect(Set(all).count, equals: 3)
  }

  @Test func `name where classes are those of the view`() throws {
    let note =
      "clustersnap: info: --color-by: the classes of n are those of the markers in view; --class-by rows has the same colors in every view"
    let run = try svg(["--color-by", "n", "--preset", "pins", "--legend"])
    expect(run.lines, equals: [note])
    run.text.shows(">colors by cluster in view</")
    try expect(svg(["--color-by", "n", "--preset", "pins", "--class-by", "rows"]).errors, equals: "")
  }

  @Test(
    arguments: commands(
      """
      render in.csv -o a.png --class-by rows → clustersnap: warning: --class-by belongs to --color-by; no column colors markers
      render in.csv -o a.png --class-by points → clustersnap: error: --class-by: "points" is none of markers, rows; write one of these
      """))
  func `report what --class-by cannot be`(words: [String], message: String) throws {
    let run = try place.run(words)
    expect(run.lines, equals: [message])
  }

  @Test func `name the basis of classes before they are drawn`() throws {
    for (basis, text) in [
      ("markers", "colors for classes of markers"), ("rows", "colors for classes of rows"),
    ] {
      let run = try place.run([
        "render", "in.csv", "-o", "a.png", "--color-by", "n", "--class-by", basis, "--dry-run",
      ])
      #expect(run.text.contains(text) || run.errors.contains(text), "\(run.text)\(run.errors)")
    }
    let plain = try place.run(["render", "in.csv", "-o", "a.png", "--color-by", "kind", "--dry-run"])
    #expect(!(plain.text + plain.errors).contains("classes of"))
  }

  @Test(arguments: ["light", "dark", "print", "supercluster"])
  func `keep their marks where labels are added`(style: String) throws {
    let plain = try svg(["--style", style])
    let labeled = try svg(["--style", style, "--label-by", "name"])
    labeled.text.shows(">Alone</text")
    plain.text.hides(">Alone</text")
    #expect(!circles(plain.text).isEmpty)
    expect(circles(labeled.text), equals: circles(plain.text))
  }

  private func looks(_ style: String) throws -> (sea: String, land: String) {
    let data = try Data(contentsOf: URL(filePath: "\(Workplace.checkout)/Styles/\(style).json"))
    let layers =
      (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["layers"] as? [[String: Any]]
    func paint(_ id: String, _ key: String) -> Any? {
      (layers?.first { $0["id"] as? String == id }?["paint"] as? [String: Any])?[key]
    }
    let land = paint("land", "fill-color") as? [Any]
    return (
      try #require(paint("background", "background-color") as? String), try #require(land?.last as? String)
    )
  }

  @Test(arguments: [("light", true), ("dark", true), ("print", false), ("debug", false)])
  func `without a base map are on paper: the lighter of sea and land`(style: String, isLand: Bool) throws {
    let (sea, land) = try looks(style)
    let run = try svg(["--style", style])
    let ground = try #require(run.text.firstMatch(of: /<rect[^>]* fill="(#[0-9a-f]+)"/)?.1)
    func full(_ color: String) -> String {
      color.count == 4 ? "#" + color.dropFirst().map { "\($0)\($0)" }.joined() : color
    }
    expect(full(String(ground)), equals: isLand ? land : sea)
    // A style's file that is drawn as one's own keeps its background.
    let own = try svg(["--style", "\(Workplace.checkout)/Styles/\(style).json"])
    expect(own.text.firstMatch(of: /<rect[^>]* fill="(#[0-9a-f]+)"/).map { full(String($0.1)) }, equals: sea)
  }

  @Test(arguments: ["light", "dark", "print"])
  func `show zones and tracks over the world`(style: String) throws {
    try place.write(
      "zone.geojson",
      #"""
      {"type": "FeatureCollection", "features": [
       {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[30, 10], [50, 10], [50, 30], [30, 30], [30, 10]]]}},
       {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[10, 10], [20, 20]]}}]}
      """#)
    let (sea, land) = try looks(style)
    let plain = try svg(["--style", style], basemap: ["--basemap", "world"])
    let run = try svg(["--style", style], basemap: ["--basemap", "world", "--basemap", "zone.geojson"])
    expect(run.status, equals: 0)
    expect(run.errors, equals: "")
    func paints(_ text: String, _ key: String) -> Set<String> {
      Set(
        text.matches(of: try! Regex("\(key)=\"(#[0-9a-f]+)\"")).map { String($0.output[1].substring ?? "") })
    }
    // The zone has a color of its own, and so has the track, which is not a hairline.
    let fills = paints(run.text, "fill").subtracting(paints(plain.text, "fill"))
    expect(fills.count, equals: 1)
    #expect(fills.isDisjoint(with: [sea, land]))
    let widths = run.text.matches(of: /stroke-width="([0-9.]+)"/).compactMap { Double($0.1) }
    #expect(widths.contains { $0 >= 2 })
    // The world beneath is what it was.
    #expect(paints(plain.text, "fill").isSubset(of: paints(run.text, "fill")))
  }
}
