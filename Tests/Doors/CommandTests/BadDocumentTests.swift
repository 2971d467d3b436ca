import Foundation
import TestSupport
import Testing

@Suite struct `A style that cannot be drawn` {
  private static func drawing(_ data: String) -> String {
    """
    {"version": 8,
     "sources": {"p": {"type": "geojson", "data": \(data)}},
     "layers": [{"id": "a", "type": "circle", "source": "p"}]}
    """
  }

  static let refused: [(style: String, message: String)] = [
    (
      "{\"version\":8,\n \"sources\":{},,}",
      "s.json:2:15: error: expected a key in double quotes, found , [json-syntax]"
    ),
    (
      drawing("\"../in.csv\""), "s.json:2:47: error: sources.p.data: \"../in.csv\" leaves the style's folder;"
    ),
    (
      drawing("\"/etc/passwd\""),
      "s.json:2:47: error: sources.p.data: \"/etc/passwd\" leaves the style's folder;"
    ),
    (
      drawing("\"away.csv\""),
      "s.json:2:47: error: sources.p.data: away.csv: this leads out of the style's folder;"
    ),
    (drawing("\"fifo\""), "s.json:2:47: error: sources.p.data: fifo: this is no regular file; name one"),
    (drawing("\"zero\""), "s.json:2:47: error: sources.p.data: zero: this leads out of the style's folder;"),
    (drawing("\"-\""), "s.json:2:47: error: sources.p.data: -: cannot be read: No such file or directory;"),
    (drawing("\"gone.csv\""), "s.json:2:47: error: sources.p.data: gone.csv: cannot be read: No such file"),
    (
      #"{"version": 8, "sources": {}, "layers": [{"id": 5, "type": "background"}]}"#,
      "s.json:1:49: error: layers[0].id: "
    ),
  ]

  @Test(arguments: refused)
  func `is reported with file, line and column`(style: String, message: String) throws {
    let place = try Workplace(["style/s.json": style, "in.csv": Sample.places])
    let before = "cd style && ln -s ../in.csv away.csv && ln -s /dev/zero zero && mkfifo fifo"
    let outcome = try place.run(
      ["render", "--style", "s.json", "-o", "out.png"] + small, before: before, environment: nil)
    expect(outcome.status, equals: 2)
    expect(place.read("style/out.png"), equals: nil)
    #expect(outcome.errors.hasPrefix(message))
    expect(outcome.lines.count, equals: 1, "\(outcome.errors)")
  }

  @Test(
    arguments: commands(
      """
      --style gone.json → gone.json: error: cannot be read: No such file or directory; check the name
      --style . → .: error: this is a folder; name a file
      --style /dev/zero → /dev/zero: error: the file is larger than 64 MB; name a style or request
      --style drak → clustersnap: error: --style: "drak" is no file and none of the built-in styles
      --source pionts=in.csv → clustersnap: error: the style has no source pionts with features; did you mean points?
      """))
  func `is reported where it is missing`(words: [String], message: String) throws {
    let place = try Workplace(["in.csv": Sample.places])
    let outcome = try place.run(["render", "in.csv", "-o", "out.png"] + words)
    #expect((outcome.status, outcome.lines.count) == (2, 1), "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(message))
    expect(place.names, equals: ["in.csv"])
  }
}

@Suite struct `A request that cannot be drawn` {
  static let refused = cases(
    """
    {"sources": {"a": "in.csv"}, "viws": []} → r.json:1:30: error: viws: there is no member "viws" here; did you mean views? [unknown-member]
    {"sources": {"a": "in.csv"}, "zoom": "far", "output": "o.png"} → r.json:1:38: error: zoom: expected a number, found "far" [wrong-type]
    {"sources": {"a": "in.csv"}, "size": [0, 0], "output": "o.png"} → r.json:1:38: error: size: expected 1…16384 points across and down [out-of-range]
    {"sources": {"a": "in.csv"}, "scale": 11, "output": "o.png"} → r.json:1:39: error: scale: expected a number in 0.5…10, found 11 [out-of-range]
    {"sources": {"a": "fifo"}, "output": "o.png"} → fifo: error: this is no regular file; name one
    {"basemap": "fifo", "output": "o.png"} → fifo: error: this is no regular file; name one
    {"style": "./fifo", "output": "o.png"} → ./fifo: error: this is no regular file; name one
    {"sources": {"a": "in.csv"}, "format": "jpg", "output": "o.jpg"} → r.json:1:40: error: format: "jpg" is none of png, svg, pdf, webp, avif, jpeg, html; did you mean jpeg? [invalid-value]
    {"sources": {"a": "in.csv"}, "views": [{"output": "o.png"}, {"output": "./o.png"}]} → ./o.png: error: two results go here; give each a name of its own
    {"sources": {"a": "in.csv"}, "views": [{}]} → r.json:1:40: error: view 0 has no output; add one, or use -o map.png
    {"sources": {"a": "in.csv"}, "size": [16000, 16000], "scale": 2, "output": "o.png"} → r.json:1:1: error: a picture of 16000x16000 points at scale 2 is too large;
    {"sources": {"a": "in.csv"}, "cluster": {"b": {}}, "output": "o.png"} → r.json: error: there is no source b to cluster;
    {"sources": {⏎"a": NaN}} → r.json:2:6: error: NaN is no JSON value;
    """)

  @Test(arguments: refused)
  func `is reported with file, line and column`(request: String, message: String) throws {
    let place = try Workplace(["r.json": request, "in.csv": Sample.places])
    let outcome = try place.run(["render", "--request", "r.json"], before: "mkfifo fifo")
    #expect((outcome.status, outcome.lines.count) == (2, 1), "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(message))
    expect(place.names, equals: ["fifo", "in.csv", "r.json"])
  }
}
