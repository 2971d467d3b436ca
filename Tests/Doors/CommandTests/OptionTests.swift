import Foundation
import TestSupport
import Testing

@Suite struct `Options` {
  static let refused = commands(
    """
    --width 800 → there is no option --width; write --size 800x600
    --filter a&&b>3 → --filter: character 2: && has no meaning here; write and
    --filter a>3|b>3 → --filter: character 4: | has no meaning here; write or
    --basemap osm → there is no base map "osm"; name world, none, a file (GeoJSON, PMTiles, MBTiles), or a server's tiles as https://…/{z}/{x}/{y}.png
    --style mapbox://styles/mapbox/light-v11 → --style: styles of Mapbox are not read by their address; save the style as a file, and name the tiles of its sources with --tiles
    --size 1000x1500mm --dpi 300 → a picture of 2835x4252 points at scale 4.17 is too large; at most 16384 pixels a side, so 277 dots an inch fit
    --paddin 5 → unknown option --paddin; did you mean --padding?
    --size 0x0 → --size: "0x0" is no size; write WIDTHxHEIGHT in points, from 1x1 on, such as 1024x768, or in millimeters: 180x120mm
    --size 1000000000x1 → a picture of 1000000000x1 points at scale 1 is too large; at most 16384 pixels a side
    --size nanx5 → --size: "nanx5" is no size; write WIDTHxHEIGHT in points, from 1x1 on, such as 1024x768, or in millimeters: 180x120mm
    --size 10x → --size: "10x" is no size; write WIDTHxHEIGHT in points, from 1x1 on, such as 1024x768, or in millimeters: 180x120mm
    --size 1e3x5 → --size: "1e3x5" is no size; write WIDTHxHEIGHT in points, from 1x1 on, such as 1024x768, or in millimeters: 180x120mm
    --size 0x10x5 → --size: "0x10x5" is no size; write WIDTHxHEIGHT in points, from 1x1 on, such as 1024x768, or in millimeters: 180x120mm
    --scale 11 → --scale: 11 is outside 0.5...10; write a number in between
    --scale -1 → --scale: -1 is outside 0.5...10; write a number in between
    --scale=1e400 → --scale: "1e400" is no finite decimal number; write one such as 12.5
    --scale 0x1p1 → --scale: "0x1p1" is no finite decimal number; write one such as 12.5
    --scale → --scale needs a value; write --scale N
    --scale --quiet → --scale needs a value; write --scale N
    --scale --help → --scale needs a value; write --scale N
    --quiet=yes → --quiet takes no value; write it alone
    -qx → unknown option -x; see clustersnap render --help
    --center 1,1 → a center needs a zoom; add --zoom Z, or fit the view with --bbox or --fit
    --center 52,113 --zoom 1 → --center: latitude 113.0 is outside -90...90; are longitude and latitude swapped?
    --center 1,1 --bbox 1,1,2,2 → --bbox and --center exclude each other; set one of them
    --bbox 1,2,3 → --bbox: "1,2,3" is no box; write WEST,SOUTH,EAST,NORTH, such as 13.1,52.3,13.8,52.7
    --padding 1000 → the padding leaves no room in the picture; make --padding smaller than half of the size
    --method grd → --method: "grd" is none of grid, peaks, hex, radius, distance, leader, kmeans, dbscan, none; did you mean grid?
    --clusters 99999999999999999999 → --clusters: "99999999999999999999" is no whole number; write digits such as 12
    --min-count 0 → --min-count: 0 is outside 1...1000000000; write a number in between
    --margin 1e9 → --margin: 1e9 is outside -0.5...100; write a number in between
    --tile-size 300 → --tile-size: "300" is none of 512, 256; write one of these
    --cell-size 0 → --cell-size: "0" is no cell size; write points above 0 (60), points by zoom (0:88,13:64) or a part of the width (1/8)
    --cluster in → --cluster: "in" lacks a name or a value; write NAME=VALUE
    --cluster in=5 → --cluster: "in" names no source and option; write NAME.OPTION=VALUE, such as pins.cell-size=80
    --cluster in.cell-sise=5 → --cluster in: unknown option --cell-sise; did you mean --cell-size?
    --cluster in.cluster=a.b=1 → --cluster in: unknown option --cluster; did you mean --clusters?
    --cluster im.radius=5 → there is no source im to cluster; there is in
    --compression 10 → --compression: 10 is outside 0...9; write a number in between
    --background blu → --background: "blu" is no color; write none or a CSS color, such as white or #e8f0f4
    --dump d.txt → --dump: d.txt ends in no known format; name a .geojson, .csv or .json file
    --threads 0 → --threads: 0 is outside 1...64; write a number in between
    """)

  @Test(arguments: refused)
  func `that make no sense are reported in one line`(words: [String], message: String) throws {
    let place = try Workplace(["in.csv": Sample.places])
    let outcome = try place.run(["render", "in.csv", "-o", "out.png"] + words)
    expect(outcome.lines, equals: ["clustersnap: error: " + message])
    expect(outcome.status, equals: 2)
    expect(place.names, equals: ["in.csv"])
  }

  @Test(
    arguments: commands(
      """
      rendr → there is no subcommand rendr; did you mean render?
      help clusers → there is no subcommand clusers; did you mean clusters?
      help aggregte → no page, option or recipe of help has the word aggregte; did you mean --aggregate?
      help qqqqqqq → no page, option or recipe of help has the word qqqqqqq; see clustersnap help recipes
      in.csv -o out.png → in.csv is a file, and a subcommand stands before it; write clustersnap render in.csv …
      --verison → no option --verison stands before the subcommand; did you mean --version?
      render → there is nothing to draw; name an input, such as clustersnap render points.csv -o map.png
      clusters → there is nothing to cluster; name an input, such as clustersnap clusters points.csv
      render in.csv → no output is set; use -o map.png
      render in.csv -o out.png --colors 1 → --colors: 1 is outside 2...256; write a number in between
      render in.csv -o out.png --palette '#fee' → --palette: "#fee" is no palette and no list of two colors or more; write viridis, another name, colors such as #fee,#a00, or ok=#0a0,late=#c00
      render in.csv -o out.png --palette viridi-r → --palette: "viridi-r" is no palette and no list of two colors or more; did you mean viridis?
      render in.csv -o out.webp --quality 101 → --quality: 101 is outside 1...100; write a number in between
      render in.csv -o out → -o: out ends in no known format; name a .png, .svg, .pdf, .webp, .avif, .jpg or .html file, or use --format
      render in.csv -o '' → the output has no name; write -o map.png
      """))
  func `and subcommands that are missing are asked for`(words: [String], message: String) throws {
    let place = try Workplace(["in.csv": Sample.places])
    let outcome = try place.run(words)
    expect(outcome.lines, equals: ["clustersnap: error: " + message])
    expect(outcome.status, equals: 2)
  }

  @Test func `may stand anywhere and be written in every usual way`() throws {
    let place = try Workplace(["in.csv": Sample.places, "--in.csv": Sample.places])
    let base = try place.run("clusters x=in.csv --center -10,-20.5 --zoom 1 --format csv").succeedingQuietly()
    let others = [
      ["clusters", "--zoom=1", "--center=-10,-20.5", "x=in.csv", "--format=csv"],
      ["clusters", "--format", "csv", "--zoom", "1", "--center", "-10,-20.5", "--", "x=in.csv"],
      ["clusters", "--format", "csv", "--zoom", "1", "--center", "-10,-20.5", "--", "x=--in.csv"],
      ["clusters", "--zoom", "9", "x=in.csv", "--zoom", "1", "--center", "-10,-20.5", "--format", "csv"],
      ["--quiet", "clusters", "x=in.csv", "--zoom", "1", "--center", "-10,-20.5", "--format", "csv"],
      ["clusters", "-qo-", "x=in.csv", "--zoom", "1", "--center", "-10,-20.5", "--format", "csv"],
    ]
    for words in others {
      let outcome = try place.run(words)
      #expect((outcome.status, outcome.output) == (0, base.output), "\(words) \(outcome.errors)")
    }
    let attached = try place.run("clusters x=in.csv -oout.csv --zoom 1 --center -10,-20.5")
    #expect((attached.status, place.read("out.csv")) == (0, base.output))
  }

  @Test func `take none where that is their default, as if they were not there`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let words = "render in.csv --center 0,0 --zoom 0 --size 64x64 --format svg -o -".words
    let plain = try place.run(words)
    let none = try place.run(
      words + "--preset none --weight=none --font none --bbox none --dump none --select none".words)
    #expect((plain.status, none.output, none.lines) == (0, plain.output, plain.lines))
    // Where another word is the default, none is a value like others.
    try expect(place.run(words + ["--format", "none"]).status, equals: 2)
    let single = try place.run(["clusters", "in.csv", "--method", "none"])
    expect(single.status, equals: 0)
    single.text.hides("\"cluster\":true")
    try place.run(words + ["--font", "./none"]).reports(2, containing: "./none: error: ")
  }

  @Test func `that are not UTF-8 are refused instead of repaired`() throws {
    let place = try Workplace()
    let outcome = try place.run([], before: #"set -- render "$(printf '\377\376.csv')" -o out.png"#)
    #expect((outcome.status, outcome.lines.count) == (2, 1))
    #expect(outcome.errors.hasSuffix("is not UTF-8; rename the file\n"))
  }
}
