import Foundation
import TestSupport
import Testing

@Suite struct `Advice` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in.csv", Sample.places)
  }

  private func render(_ words: [String], to output: String = "out.png") throws -> [String] {
    let outcome = try place.run(["render", "in.csv", "-o", output] + words).succeeding()
    return outcome.lines.map { $0.replacing("clustersnap: warning: ", with: "") }
  }

  @Test(
    arguments: commands(
      """
      --cell-size 60 --radius 30 → --radius belongs to methods peaks and radius; the method is grid
      --distance 50 → --distance belongs to method distance; the method is peaks
      --method peaks --cell-size 50 → --cell-size belongs to methods grid, hex and leader; the method is peaks
      --preset supercluster --cell-size 30 → --cell-size belongs to methods grid, hex and leader; the method is radius
      --method kmeans --clusters 1 --eps 3 → --eps belongs to method dbscan; the method is kmeans
      --anchor view --align-world yes → --align-world belongs to grids anchored at the world; the anchor is the view
      --method none --min-count 3 → --min-count belongs to methods that cluster; the method is none
      --method radius --position cell-center → --position belongs to methods with cells where it is cell-center; the method is radius
      --cluster in.eps=3 → --cluster in.eps belongs to method dbscan; the method is peaks
      --method none --debug-grid → --debug-grid belongs to methods grid, peaks and leader; the method is none
      --method leader --overlap shift → --overlap belongs to methods grid, peaks, hex, radius, distance, kmeans, dbscan and none; the method is leader
      --center 13.4,52.5 --zoom 4 --padding 30 → --padding belongs to views that are fitted; --center and --zoom set the view exactly
      --center 13.4,52.5 --zoom 4 --max-zoom-fit 3 → --max-zoom-fit belongs to views that are fitted; --center and --zoom set the view exactly
      --text outlines → --text belongs to SVG and PDF; the picture is png
      --author Ada → --author belongs to PDF; the picture is png
      --svg native → --svg belongs to SVG; the picture is png
      --missing-weight skip → --missing-weight belongs to --weight; points have no weights
      --weighted-singles yes → --weighted-singles belongs to --weight; points have no weights
      --palette viridis → --palette belongs to markers that are drawn by columns; set --color-by or --donut-by
      --classes jenks → --classes belongs to --color-by; no column colors markers
      --callout-rows 3 → --callout-rows belongs to callouts; no marker gets one
      --basemap none --borders no → --borders belongs to the built-in world; it is not drawn
      --basemap none --place-names yes → --place-names belongs to base maps with names; there is none
      """))
  func `reports options that do nothing`(words: [String], message: String) throws {
    try expect(render(["--size", "200x160"] + words), equals: [message])
    try expect(place.run(["render", "in.csv", "-o", "strict.png", "--strict"] + words).status, equals: 2)
    expect(place.read("strict.png"), equals: nil)
  }

  @Test func `is not given for options that do something`() throws {
    try expect(
      render(["--method", "radius", "--radius", "30", "--min-points", "2", "--margin", "0.1"]), equals: [])
    try expect(render(["--text", "outlines", "--debug-grid"], to: "out.svg"), equals: [])
    try expect(render(["--text", "outlines", "--svg", "native"], to: "out.svg"), equals: [])
    try expect(
      render([
        "--color-by", "name", "--palette", "#a00,#0a0,#00a", "--callouts", "all", "--callout-rows", "2",
      ]),
      equals: [])
    try expect(render(["--borders", "no", "--place-names", "yes"]), equals: [])
    try expect(render(["b=in.csv", "--cell-size", "30", "--cluster", "b.method=radius"]), equals: [])
  }

  @Test(
    arguments: commands(
      """
      render in.csv -o o.png --cell-size 80 → --cell-size sets cells
      render in.csv -o o.png --cluster in.margin=0.5 → --cluster in.margin sets cells
      render in.csv -o o.png --align-world no → --align-world sets cells
      render in.csv -o o.png --anchor view → --anchor sets cells
      render in.csv -o o.png --form square → --form sets cells
      render in.csv -o o.png --debug-grid → cells are requested
      clusters in.csv --grid o.json → cells are requested
      tiles in.csv -o o.pmtiles --zoom 0-1 → cells are requested
      render --cells in=cells.csv -o o.png --center 0,0 --zoom 0 → its cells are not fine enough for peaks
      """))
  func `notes a grid that options, tiles and coarse cells take in place of peaks`(
    words: [String], reason: String
  ) throws {
    try place.write("cells.csv", "cell_x,cell_y,n,point_count\n3,3,8,3\n")
    let note = "in is clustered by a grid: \(reason); set --method to choose another [grid]"
    #expect(try place.run(words + ["-v"]).succeeding().errors.contains(note))
    #expect(try !place.run(words).errors.contains("by a grid"))
    let named = try place.run(words + ["-v", "--method", "grid"]).succeeding()
    named.errors.hides("by a grid")
    let plain = try place.run(["render", "in.csv", "-o", "o.png", "-v"]).succeeding()
    plain.errors.hides("by a grid")
  }

  @Test func `reports options in a request`() throws {
    try place.write(
      "r.json",
      #"{"sources": {"p": "in.csv"}, "method": "grid", "radius": 5, "cluster": {"p": {"eps": 3}}}"#)
    let outcome = try place.run(["render", "--request", "r.json", "-o", "out.png"])
    outcome.reports(
      "r.json: warning: radius belongs to methods peaks and radius; the method is grid",
      "r.json: warning: cluster.p.eps belongs to method dbscan; the method is grid")
    try place.write("r.json", "{}")
    try place.run(["render", "--request", "r.json", "-o", "out.png"]).reports(
      "r.json:1:1: error: the request names no sources; add \"sources\": {\"points\": \"points.csv\"}, or name an input beside it"
    )
  }

  @Test func `reports pictures' settings in a request`() throws {
    try place.write(
      "r.json",
      """
      {"sources": {"p": "in.csv"}, "compression": 9, "padding": 30, "members": true, "selectSpan": 500, "views": [
      {"center": [13.4, 52.5], "zoom": 4, "output": "a.svg", "dump": "a.geojson", "maxZoomFit": 5},
      {"bbox": [0, 40, 20, 60], "output": "b.pdf", "text": "outlines", "calloutColumns": ["name"]},
      {"name": "c", "output": "c.svg", "text": "outlines", "callouts": "all", "calloutColumns": ["name"]}]}
      """)
    let outcome = try place.run(["render", "--request", "r.json"])
    outcome.reports(
      "r.json: warning: views[0].maxZoomFit belongs to views that are fitted; center and zoom set the view exactly",
      "r.json: warning: selectSpan belongs to views that are found by select alone; no point is selected",
      "r.json: warning: views[1].calloutColumns belongs to callouts; no marker gets one",
      "r.json: warning: compression belongs to PNG; the pictures are svg and pdf")
    try expect(place.run(["render", "--request", "r.json", "--strict"]).status, equals: 2)
    // An option that replaces what the request sets decides.
    try place.write("s.json", #"{"sources": {"p": "in.csv"}, "center": [2, 48], "zoom": 5, "padding": 9}"#)
    try place.run(["render", "--request", "s.json", "-o", "s.png"]).reports(
      "s.json: warning: padding belongs to views that are fitted; center and zoom set the view exactly")
    try expect(place.run(["render", "--request", "s.json", "-o", "s.png", "--fit"]).lines, equals: [])
    try expect(
      place.run(["render", "--request", "s.json", "-o", "s.png", "--fit", "--members"]).lines.count, equals: 1
    )
  }

  @Test func `reports pictures' settings in a story`() throws {
    try place.write(
      "t.json",
      """
      {"sources": {"p": "in.csv"}, "text": "outlines", "padding": 9, "center": [9, 50], "zoom": 4, "calloutRows": 2,
      "steps": [{"add": true}, {"snapshot": "a"}, {"view": {"fit": true}}, {"snapshot": "b"}]}
      """)
    try place.run(["animate", "t.json", "-o", "t.png", "--at", "1", "--compression", "3"]).reports(
      "t.json: warning: text belongs to SVG and PDF; the picture is png")
    try expect(place.run(["animate", "t.json", "-o", "t.svg", "--at", "1"]).lines, equals: [])
  }

  @Test func `reports where there are points, but none in the picture`() throws {
    let view = ["--center", "-150,-40", "--zoom", "5"]
    let message =
      "none of the 3 points lies in the picture; show them all with --fit, or with --bbox 2.35,48.85,13.41,52.51"
    try expect(render(view), equals: [message])
    try expect(place.run(["clusters", "in.csv"] + view).lines, equals: ["clustersnap: warning: " + message])
    try expect(render(["--center", "2.35,48.85", "--zoom", "5"]), equals: [])
    // The same place a world further east.
    try expect(render(["--center", "170,48.85", "--zoom", "0", "--size", "600x100"]), equals: [])
  }

  @Test func `reports inputs that look alike`() throws {
    try expect(render(["b=in.csv", "c=in.csv"]).filter { $0.contains("alike") }, equals: [])
    try expect(
      render(["b=in.csv", "c=in.csv", "d=in.csv"]).filter { $0.contains("alike") },
      equals: [
        "inputs 1 and 4 look alike; a style of your own can distinguish them"
      ])
  }

  @Test func `reports layers that find nothing to draw and of circles without end`() throws {
    try place.write(
      "s.json",
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": "in.csv"}}, "layers": [
      {"id": "f", "type": "fill", "source": "p"},
      {"id": "c", "type": "circle", "source": "p", "paint": {"circle-radius": 1e300, "circle-opacity": 0.1}},
      {"id": "d", "type": "circle", "source": "p", "paint": {"circle-radius": ["*", 1e9, ["id"]]}}]}
      """)
    let outcome = try place.run(["render", "--style", "s.json", "-o", "a.png", "--size", "40x40"])
    outcome.reports(
      "s.json:2:1: warning: layers[0]: a fill layer draws areas, but the source p has points alone; draw these with a circle or symbol layer [nothing-to-draw]",
      "s.json:3:73: warning: layers[1].paint.circle-radius: 1e+300 is more than can be drawn; 9999 is taken [too-large]",
      "s.json:4:73: warning: layers[2].paint.circle-radius: 1000000000 is more than can be drawn; 9999 is taken; first met in feature 1 [too-large] (3 times)"
    )
  }

  @Test(arguments: [
    ("nosuch", "there is no property nosuch to weigh points by; there are id, lon, lat, name"),
    ("nmae", "there is no property nmae to weigh points by; did you mean name?"),
    ("name", "record 1, in line 2, column name: \"Mitte\" is no number; weights are numbers of at least 0"),
  ])
  func `reports which property can weigh`(property: String, message: String) throws {
    let outcome = try place.run(["clusters", "in.csv", "--weight", property])
    #expect((outcome.status, outcome.lines) == (2, ["clustersnap: error: source in: " + message]))
  }

  @Test func `joins sentences with one sign alone`() throws {
    try place.write(
      "s.json",
      #"{"version": 8, "sources": {"p": {"type": "geojson", "data": "https://a.org/b"}}, "layers": [{"id": "c", "type": "circle", "source": "p", "paint": {"circle-radius": ["get", "r"]}}]}"#
    )
    let words = ["--style", "s.json", "-o", "a.png"]
    let drawn = try place.run(["render", "in.csv"] + words)
    #expect(
      drawn.errors.contains("found null instead; the property's default is used; first met in feature 1 ["))
    try place.run(["render", "--center", "0,0", "--zoom", "1"] + words).reports(
      "s.json:1:61: warning: sources.p.data: https://a.org/b is not fetched; bring its data with --source p=FILE [not-fetched]"
    )
  }
}
