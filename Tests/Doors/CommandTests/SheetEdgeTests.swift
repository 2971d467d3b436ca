import TestSupport
import Testing

@Suite struct `The edge of a sheet` {
  private let place: Workplace

  init() throws { place = try Workplace([:]) }

  @Test func `has no name across it, and a line around plates there`() throws {
    let words = "--style print --place-names yes --size 800x500".words
    func names(_ projection: String, _ view: String = "") throws -> [String] {
      let file = "\(Workplace.checkout)/Samples/capitals.csv"
      let run = try place.run(
        ["render", file, "-o", "-", "--format", "svg", "--projection", projection] + words + view.words)
      return run.succeeding().text.matches(of: />([A-Za-z •]+)<\/t(ext|span)>/).map { String($0.1) }
    }
    let globe = try names("orthographic", "--center 2,11.5 --zoom 1.2")
    #expect(globe.contains("Libya"), "\(globe)")
    #expect(globe.contains("Mali"), "\(globe)")
    #expect(Set(globe).isDisjoint(with: ["Russia", "China", "India", "• Mumbai"]), "\(globe)")
    #expect(try names("equirectangular").contains("Antarctica"))
    func hasFrame(_ size: String) throws -> Bool {
      let file = "\(Workplace.checkout)/Samples/capitals.csv"
      let words = "-o - --format svg --projection equal-earth --legend --color-by population --size \(size)"
      let text = try place.run("render \(file) \(words)").succeeding().text
      let layer = try #require(text.firstMatch(of: /id="decorations"[^>]*>(.*?)<\/g>/.dotMatchesNewlines()))
      return String(layer.1).contains(#"stroke-width=".75""#)
    }
    #expect(try hasFrame("600x300 --style print"))
    #expect(try !hasFrame("600x600 --style print"))
  }

  /// Bering Strait lies 169° west, half a turn from 11° east.
  @Test(arguments: [
    ("-100,40 170,-40 -175,-20 10,50 20,50", "11,0"),
    ("-100,40 170,-40 -175,-20 120,5 140,30 10,50", "150,0"),
    ("-170,60 -80,10 10,50 100,0 179,-10 -130,50 -30,30 40,0", "11,0"),
  ])
  func `cuts no land on maps of the world, and the Atlantic on those about the Pacific`(
    rows: String, center: String
  ) throws {
    try place.write("wide.csv", "lon,lat\n" + rows.replacing(" ", with: "\n"))
    let run = try place.run(["render", "wide.csv", "-o", "a.png", "--dry-run"])
    #expect(run.succeeding().text.contains("projection equal-earth about \(center)"), "\(run.text)")
  }

  @Test func `draws no line where areas were cut at the antimeridian and the pole`() throws {
    try place.write("one.csv", "lon,lat\n0,80\n")
    try place.write(
      "cap.geojson",
      #"{"type": "Polygon", "coordinates": [[[-180, 70], [0, 70], [180, 70], [180, 90], [-180, 90], [-180, 70]]]}"#
    )
    let run = try place.run(
      [
        "render", "one.csv", "-o", "-", "--format", "svg", "--basemap", "cap.geojson", "--size", "400x400",
        "--projection", "orthographic", "--center", "0,90", "--zoom", "1",
      ])
    // The parallel is a circle of 512 · 2 / 2π · sin 20° = 55.74 points about the pole: the area goes there, its line does not.
    let text = run.succeeding().text
    let paths = text.matches(of: /<path d="(M200 144[^"]*)" fill="([^"]+)"/)
    expect(paths.count, equals: 2)
    for path in paths { expect(path.1.contains("v55.74"), equals: (path.2 != "none"), "\(path.2)") }
  }

  @Test(arguments: [
    ("--zoom 1 --projection robinson", "show less of the Earth"),
    ("--zoom 7 --pitch 40", "leave out the pitch"),
  ])
  func `has no scale bar where none would hold`(view: String, advice: String) throws {
    try place.write("one.csv", "lon,lat\n0,0\n")
    let words = "render one.csv --center 0,0 --size 300x200 --scale-bar -o a.png".words + view.words
    #expect(
      try place.run(words).succeeding().errors.contains(
        "the scale differs by more than a tenth within the picture, so the scale bar is left out; \(advice)"))
    let slight = "render one.csv --center 0,0 --size 300x200 --scale-bar --zoom 7 --pitch 5 -o a.png".words
    try expect(place.run(slight).errors, equals: "")
  }

  @Test func `is Mercator's, at which points beyond it stand`() throws {
    try place.write("pole.csv", "lon,lat\n0,89\n20,-90\n10,0\n")
    let run = try place.run(["render", "pole.csv", "-o", "a.png"])
    expect(
      run.succeeding().errors,
      equals:
        "clustersnap: warning: points beyond 85° of latitude stand at the edge of Mercator's map; set another --projection, or set mercator to have them there\n"
    )
    try expect(
      place.run(["render", "pole.csv", "-o", "a.png", "--projection", "mercator"]).errors, equals: "")
    try expect(
      place.run(["render", "pole.csv", "-o", "a.png", "--projection", "robinson"]).errors, equals: "")
  }

  @Test func `takes a central meridian where no projection is named`() throws {
    let place = try Workplace([
      "wide.csv": "lon,lat\n-120,40\n0,0\n100,20\n", "narrow.csv": "lon,lat\n10,50\n20,45\n",
    ])
    let wide = try place.run("render wide.csv -o a.png --central-meridian 150 --dry-run")
    #expect(
      (wide.errors, wide.text.contains("projection equal-earth about 150,0")) == ("", true), "\(wide.text)")
    for words in ["", "--center 10,50 --zoom 3"] {
      let run = try place.run("render narrow.csv -o a.png --central-meridian 150 \(words)")
      expect(
        run.lines,
        equals: [
          "clustersnap: warning: --central-meridian belongs to other projections than mercator; set --projection"
        ], "\(words)")
    }
  }
}
