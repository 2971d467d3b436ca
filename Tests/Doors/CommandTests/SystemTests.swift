import Foundation
import TestSupport
import Testing

@Suite(.wants(.proj)) struct `A system of PROJ` {
  private let place: Workplace
  private let capitals = "\(Workplace.checkout)/Samples/capitals.csv"

  init() throws {
    place = try Workplace(["far.csv": "lon,lat\n10,50\n-100,40\n"])
  }

  private func dots(_ input: String, _ words: [String]) throws -> (count: Int, outcome: Outcome) {
    let outcome = try place.run(
      ["render", input, "-o", "a.svg", "--method", "none", "--basemap", "none", "--size", "600x600"] + words)
    return (outcome.status == 0 ? place.text("a.svg").matches(of: /<circle/).count : 0, outcome)
  }

  @Test(arguments: [
    "EPSG:8857", "EPSG:8859", "+proj=eqearth", "+proj=robin", "+proj=moll +lon_0=20", "+proj=natearth",
    "+proj=wintri", "+proj=sinu", "+proj=laea +lat_0=90", "EPSG:3395", "+proj=eck4 +lon_0=-150",
  ])
  func `shows all capitals of the world where it has them`(system: String) throws {
    let (count, outcome) = try dots(capitals, ["--projection", system])
    #expect((outcome.status, outcome.errors) == (0, ""))
    expect(count, equals: 197)
  }

  @Test func `counts points outside of its area of use once, and shows that where most are`() throws {
    let (count, outcome) = try dots(capitals, ["--projection", "EPSG:2193"])
    expect(
      outcome.lines,
      equals: [
        "clustersnap: warning: 196 points lie outside of EPSG:2193's area of use, and are not drawn; --projection equal-earth shows the whole Earth"
      ])
    expect(count, equals: 1)
    place.text("a.svg").shows("sheet-edge")
  }

  @Test func `is refused where it shows no point`() throws {
    let (_, outcome) = try dots("far.csv", ["--projection", "EPSG:2193"])
    #expect((outcome.status, place.read("a.svg")) == (2, nil))
    expect(
      outcome.lines,
      equals: [
        "clustersnap: error: all 2 points lie outside of EPSG:2193's area of use; set another --projection, or show another part of the Earth with --center LON,LAT and --zoom Z"
      ])
  }

  @Test func `goes on beyond the edge of a zone, as surveys do`() throws {
    // The zone ends at 12° east; Berlin and Aachen are drawn in it.
    try place.write("german.csv", "lon,lat\n13.4,52.5\n6.1,50.8\n11,49.5\n")
    let (count, outcome) = try dots("german.csv", ["--projection", "EPSG:25832"])
    #expect((count, outcome.errors) == (3, ""))
    let places = place.text("a.svg").matches(of: /cx="([0-9.]+)" cy="([0-9.]+)"/).compactMap { Double($0.1) }
    // The points take what a tenth on each side leaves, not the zone that reaches to the pole.
    #expect(abs((places.min() ?? 0) - 60) < 0.01, "\(places)")
    #expect(abs((places.max() ?? 0) - 540) < 0.01, "\(places)")
  }

  @Test func `is as wide as the countries that use a zone`() throws {
    try place.write("german.csv", "lon,lat\n13.4,52.5\n6.1,50.8\n15,51.15\n10,53.5\n11.6,48.1\n")
    let (count, outcome) = try dots("german.csv", ["--projection", "EPSG:25832"])
    #expect((count, outcome.errors, place.text("a.svg").contains("sheet-edge")) == (5, "", false))
    // Germany, Italy, and Norway as far as its border with Russia.
    for (code, box) in [
      ("EPSG:32632", "5.5,47,15.5,55.2"), ("EPSG:32632", "7,36,18.6,47"),
      ("EPSG:25833", "4.5,57.9,31.1,71.2"),
    ] {
      let (_, outcome) = try dots("german.csv", ["--projection", code, "--bbox", box])
      expect(outcome.status, equals: 0, "\(outcome.errors)")
    }
  }

  @Test func `names a wider one where a map of a region ends`() throws {
    try place.write("german.csv", "lon,lat\n13.4,52.5\n6.1,50.8\n60,51\n")
    let (count, outcome) = try dots("german.csv", ["--projection", "EPSG:25832"])
    expect(count, equals: 2)
    expect(
      outcome.lines,
      equals: [
        "clustersnap: warning: 1 point lies outside of EPSG:25832's area of use, and is not drawn; --projection '+proj=utm +zone=32' shows more"
      ])
    for (code, box, wider) in [
      ("EPSG:32632", "-20,30,50,60", "+proj=utm +zone=32"),
      ("EPSG:2193", "100,-60,180,-10", "+proj=laea +lat_0=-35 +lon_0=140"),
    ] {
      let (_, outcome) = try dots("german.csv", ["--projection", code, "--bbox", box])
      expect(
        outcome.lines,
        equals: [
          "clustersnap: error: a part of the box lies outside of \(code)'s area of use; show less, or set a wider system, such as --projection '\(wider)'"
        ])
      let (_, other) = try dots("german.csv", ["--projection", wider, "--bbox", box])
      expect(other.status, equals: 0, "\(other.errors)")
      #expect(!other.errors.contains("outside of"), "\(other.errors)")
    }
  }

  @Test(arguments: [
    "igh", "igh_o", "imoll", "imoll_o", "rhealpix", "healpix",
    "ob_tran +o_proj=robin +o_lat_p=-30 +o_lon_p=20", "ob_tran +o_proj=moll +o_lat_p=45",
    "ob_tran +o_proj=longlat +o_lon_p=-162 +o_lat_p=39.25 +lon_0=180",
  ])
  func `is refused where it is torn`(name: String) throws {
    let (_, outcome) = try dots(capitals, ["--projection", "+proj=\(name)"])
    #expect((outcome.status, outcome.lines.count, place.read("a.svg")) == (2, 1, nil))
    #expect(
      outcome.errors.contains("is torn or oblique, and no sheet holds most of it; write a whole one such as"),
      "\(outcome.errors)")
  }

  @Test(arguments: [
    "+proj=tmerc +lon_0=9", "+proj=omerc +lat_0=4 +lonc=115 +alpha=53.3", "+proj=cass +lat_0=50",
    "+proj=utm +zone=32",
    "+proj=labrd +lat_0=-18.9 +lon_0=46.4 +azi=18.9", "+proj=goode", "+proj=poly",
    "+proj=gnom +lat_0=90",
  ])
  func `is drawn where it shows a part of the Earth in one piece`(system: String) throws {
    try place.write("near.csv", "lon,lat\n9,1\n")
    let (_, outcome) = try dots("near.csv", ["--projection", system, "--zoom", "4"])
    #expect(!outcome.errors.contains("torn"), "\(outcome.errors)")
  }

  @Test func `has a meridian of its own`() throws {
    let words = ["--projection", "EPSG:2193", "--center", "173,-41", "--zoom", "4"]
    let (_, plain) = try dots(capitals, words)
    let (count, outcome) = try dots(capitals, words + ["--central-meridian", "10"])
    expect(count, equals: 1)
    plain.errors.hides("meridian")
    expect(
      outcome.lines.first,
      equals: "clustersnap: warning: --central-meridian has no effect: EPSG:2193 has a meridian of its own")
    let (_, beyond) = try dots(capitals, ["--projection", "EPSG:2193", "--bbox", "-80,40,-70,50"])
    #expect(
      beyond.status == 2
        && beyond.errors.contains("such as --projection '+proj=laea +lat_0=45 +lon_0=-75'\n"),
      "\(beyond.errors)")
  }
}
