import JSONDocument
import MapStyle
import TestSupport
import Testing

@Suite struct `Style diagnostics` {
  @Test func `report nothing about a style without faults`() {
    let parsing = Style.parse(style(paint: #""circle-radius": 3"#))
    #expect(parsing.diagnostics.isEmpty)
    #expect(parsing.style != nil)
    #expect(parsing.portability.isEmpty)
  }

  // MARK: The document

  @Test func `refuse what is not JSON, with its place`() {
    #expect(reported(Array("{ \"version\": 8,\n  }".utf8)).hasPrefix("1:15 error json-syntax : "))
    #expect(Style.parse([]).style == nil)
    #expect(reported(Array("[]".utf8)).hasPrefix("1:1 error wrong-type : expected a style"))
  }

  @Test(
    arguments: cases(
      """
      {"sources": {}, "layers": []} → 1:1 error missing-key : a style needs "version": 8; is this a style at all?
      {"version": 7, "sources": {}, "layers": []} → 1:13 error wrong-version /version: expected version 8, found 7; only version 8 of the style specification is read
      {"version": "8", "sources": {}, "layers": []} → 1:13 error wrong-version /version: expected version 8, found "8"; only version 8 of the style specification is read
      {"version": 8, "layers": []} → 1:1 error missing-key : a style needs "sources"; write {} for none
      {"version": 8, "sources": {}} → 1:1 error missing-key : a style needs "layers"; add it
      {"version": 8, "sources": [], "layers": []} → 1:27 error wrong-type /sources: expected an object of sources, found an array
      {"version": 8, "sources": {}, "layers": [3]} → 1:42 error wrong-type /layers/0: expected a layer: an object with id and type, found 3
      """))
  func `ask for version, sources and layers`(text: String, expected: String) {
    expect(reported(Array(text.utf8)), equals: expected)
    #expect(Style.parse(Array(text.utf8)).style == nil)
  }

  @Test func `warn about repeated keys`() {
    let bytes = style(paint: #""circle-radius": 3, "circle-radius": 4"#)
    #expect(reported(bytes).hasPrefix("6:31 warning repeated-key /layers/0/paint/circle-radius: "))
    #expect(Style.parse(bytes).style != nil)
  }

  @Test(arguments: [
    (
      #", "center": [13.4, 152.5]"#,
      "1:27 error out-of-range /center: latitude 152.5 is outside -90…90; are longitude and latitude swapped?"
    ),
    (
      #", "center": [13.4]"#,
      "1:27 error wrong-type /center: expected a center: [longitude, latitude], found a list of 1"
    ),
    (#", "center": [13.4, 52.5, 30]"#, ""),
    (#", "center": [13.4, "x"]"#, "1:34 error wrong-type /center/1: expected a number, found \"x\""),
    (#", "zoom": "3""#, "1:25 error wrong-type /zoom: expected a number, found \"3\""),
    (#", "name": 3"#, "1:25 error wrong-type /name: expected a string, found 3"),
    (
      #", "pitch": 75"#,
      "1:26 warning unsupported-key /pitch: pitches of 0 to 60 are drawn; the map has one of 60"
    ),
    (#", "pitch": "steep""#, "1:26 error wrong-type /pitch: expected a number, found \"steep\""),
    (
      #", "roll": 30"#,
      "1:25 warning unsupported-key /roll: roll is not supported; the map is drawn upright"
    ),
    (#", "bearing": 30, "pitch": 50"#, ""),
    (#", "projection": {"type": "globe"}"#, ""),
    (#", "bearing": "east""#, "1:28 error wrong-type /bearing: expected a number, found \"east\""),
    (
      #", "projection": {"type": "albers"}"#,
      "1:31 warning unsupported-key /projection: styles have mercator, vertical-perspective, globe; mercator is used instead unless \"projection\": \"albers\" is set"
    ),
    (
      #", "projection": {"type": "dymaxion"}"#,
      "1:31 warning unsupported-key /projection: of projections mercator, vertical-perspective, globe are drawn, without expressions; mercator is used instead"
    ),
    (
      #", "fog": {}"#, "1:17 warning unsupported-key /fog: fog belongs to styles of Mapbox; no fog is drawn"
    ),
    (
      #", "imports": []"#,
      "1:17 warning unsupported-key /imports: imports belongs to styles of Mapbox; the imported layers are not drawn; save the whole style in one file"
    ),
    (
      #", "transition": {}"#,
      "1:31 info no-effect /transition: transition has no meaning in a flat, still picture"
    ),
    (
      #", "sky": {"sky-color": "red"}"#,
      "1:24 warning unsupported-key /sky: sky is not supported; a view with a pitch shows the ground alone"
    ),
    (
      #", "light": {"position": [1, 0, 120]}"#,
      "1:39 warning no-effect /light/position: a light 120 degrees from straight above is below the ground, and lights no roof; write 0 to 90"
    ),
    (
      #", "terrain": {"source": "d"}"#,
      "1:28 warning unsupported-key /terrain: terrain is not supported; the ground is drawn without heights"
    ),
    (
      #", "glyphs": "https://example.org/{fontstack}/{range}.pbf""#,
      "1:27 info glyphs-ignored /glyphs: glyphs are not loaded; text is drawn with the fonts of font-faces, \"font\" and \"fonts\", or with glyphs by \"glyphs\""
    ),
    (
      #", "layer": []"#,
      "1:17 warning unknown-key /layer: unknown key \"layer\" is ignored; did you mean layers?"
    ),
    (#", "foggy": {}"#, ""),
    (#", "state": {"size": {}}"#, "1:35 error missing-key /state/size: a state needs \"default\"; add one"),
    (
      #", "sprite": [{"id": "a", "url": "s"}, {"id": "a", "url": "t"}]"#,
      "1:53 error duplicate-id /sprite/1: a sprite of the id \"a\" is there already; give each its own"
    ),
    (
      #", "font-faces": {"Mono": 3}"#,
      "1:40 error wrong-type /font-faces/Mono: expected the name of a font file or a list of files, found 3"
    ),
  ])
  func `check the root's keys`(root: String, expected: String) {
    expect(reported(style(root: root)), equals: expected)
  }

  // MARK: Sources

  @Test(
    arguments: cases(
      """
      , "clusterRadus": 40 → 2:61 error unknown-key /sources/a/clusterRadus: a geojson source has no "clusterRadus"; did you mean clusterRadius?
      , "cluster": "yes" → 2:72 error wrong-type /sources/a/cluster: expected true or false, found "yes"
      , "clusterRadius": -1 → 2:78 error out-of-range /sources/a/clusterRadius: expected a number of at least 0, found -1
      , "cluster": true, "clusterMaxZoom": 0 → 2:96 info zero-cluster-zoom /sources/a/clusterMaxZoom: clusterMaxZoom 0 counts as not set, as in other renderers; points cluster up to zoom 17
      , "clusterProperties": {"n": ["+"]} → 2:88 error wrong-type /sources/a/clusterProperties/n: expected [operator, map] or [reduce, map], found a list of 1
      , "promoteId": {"x": "y"} → 2:74 error wrong-type /sources/a/promoteId: expected the name of a property, found an object
      """))
  func `check geojson sources`(source: String, expected: String) {
    expect(reported(style(source: source)), equals: expected)
  }

  @Test(
    arguments: cases(
      """
      {"type": "geojson"} → 1:1 error missing-key /sources/b: a geojson source needs "data"; add it
      {} → 1:1 error missing-key /sources/b: a source needs "type"; add it
      {"type": "geojson", "data": 3} → 1:29 warning invalid-value /sources/b/data: the source is empty: expected a URL, a relative path or GeoJSON with its "type", found 3
      {"type": "geojson", "data": {}} → 1:29 warning invalid-value /sources/b/data: the source is empty: expected a URL, a relative path or GeoJSON with its "type", found an object
      {"type": "geojson", "data": {"type": "Points"}} → 1:38 warning invalid-value /sources/b/data/type: the source is empty: "Points" is no type of GeoJSON; did you mean Point?
      {"type": "geojson", "data": ""} → 1:29 error invalid-value /sources/b/data: expected a URL or a relative path, found an empty string
      {"type": "geojson", "data": "/etc/passwd"} → 1:29 error unsafe-path /sources/b/data: "/etc/passwd" leaves the style's folder; files of a style lie beside or below it, named relative to it
      {"type": "geojson", "data": "x/../../a.json"} → 1:29 error unsafe-path /sources/b/data: "x/../../a.json" leaves the style's folder; files of a style lie beside or below it, named relative to it
      {"type": "geojson", "data": "file:a.json"} → 1:29 error unsafe-path /sources/b/data: "file:a.json" leaves the style's folder; files of a style lie beside or below it, named relative to it
      {"type": "geojson", "data": "mapbox://x"} → 1:29 warning unsupported-url /sources/b/data: addresses with mapbox: are known to Mapbox's own libraries only, and nothing is loaded; use http, https or a relative path
      {"type": "vector", "url": "x", "encoding": "mlt"} → 1:44 warning unsupported-source /sources/b/encoding: tiles encoded as "mlt" are not supported, source skipped; use mvt
      {"type": "vector", "url": "x", "promoteId": 3} → 1:45 error wrong-type /sources/b/promoteId: expected the name of a property, or an object of them by layer, found 3
      {"type": "geojsn", "data": "x"} → 1:1 warning unknown-source-type /sources/b: "geojsn" is no type of source, source skipped; did you mean geojson?
      {"type": "raster"} → 1:1 error missing-key /sources/b: a raster source needs "tiles" or "url"; add one
      {"type": "raster", "tiles": ["tiles/{z}.png"]} → 1:30 error invalid-value /sources/b/tiles/0: expected a template with {z}, {x} and {y}, found "tiles/{z}.png"
      {"type": "raster", "tiles": ["{z}/{x}/{y}.png"], "scheme": "yxz"} → 1:60 error invalid-value /sources/b/scheme: expected "xyz" or "tms", found "yxz"; did you mean xyz?
      {"type": "raster", "tiles": ["{z}/{x}/{y}.png"], "tileSize": 256.5} → 1:62 error wrong-type /sources/b/tileSize: expected a whole number, found 256.5
      {"type": "image", "url": "a.png"} → 1:1 error missing-key /sources/b: an image source needs "coordinates"; add it
      {"type": "image", "url": "a.png", "coordinates": [[0, 0]]} → 1:50 error wrong-type /sources/b/coordinates: expected four corners, clockwise from the upper left, found a list of 1
      """))
  func `check sources`(source: String, expected: String) {
    let bytes = Array("{\"version\": 8, \"layers\": [], \"sources\": {\"b\":\n\(source)}}".utf8)
    expect(reported(bytes), equals: "2" + expected.dropFirst())
  }
}
