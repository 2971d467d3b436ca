import JSONDocument
import MapServer
import TestSupport
import Testing

extension `Map server` {
  @Test func `draws GeoJSON of an address, by simplestyle`() async throws {
    let server = try server()
    func overlaid(_ overlay: String, _ query: String = "") async -> ServerAnswer {
      let words = percentEncoded(overlay)
      return await get(server, "/styles/v1/me/plain/static/\(words)/13.4,52.5,8/80x60\(query)")
    }
    func feature(_ geometry: String, _ properties: String) -> String {
      #"{"type": "Feature", "geometry": \#(geometry), "properties": \#(properties)}"#
    }
    let pin = feature(
      #"{"type": "Point", "coordinates": [13.4, 52.5]}"#,
      ##"{"marker-color": "#cc3333", "marker-size": "small", "title": "A", "note": ")"}"##)
    let line = feature(
      #"{"type": "LineString", "coordinates": [[13.3, 52.4], [13.5, 52.6]]}"#,
      ##"{"stroke": "#f00", "stroke-width": 4}"##)
    let both = await overlaid("geojson({\"type\": \"FeatureCollection\", \"features\": [\(pin), \(line)]})")
    expect(both.status, equals: 200, "\(String(decoding: both.body.bytes, as: UTF8.self))")
    let own = await overlaid("pin-s-a+cc3333(13.4,52.5),path-4+f00(_ky~H_tdpA_af@_af@)")
    expect(both.body.bytes, equals: own.body.bytes)
    await expect(
      overlaid("geojson(\(pin)),path-4+f00(_ky~H_tdpA_af@_af@)").body.bytes, equals: own.body.bytes)
    // Beneath the only layer, a background, nothing is seen of it.
    let bare = await get(server, "/styles/plain/static/13.4,52.5,8/80x60.png")
    await expect(overlaid("geojson(\(pin))", "?before_layer=b").body.bytes, equals: bare.body.bytes)
    await expect(
      overlaid(#"geojson({"type": "FeatureCollection", "features": []})"#).body.bytes, equals: bare.body.bytes
    )
    for (overlay, query, part) in [
      ("geojson({)", "", "cannot be read"), ("geojson({})", "", "is no geometry"),
      (#"geojson({"type": "Pint", "coordinates": [0, 0]})"#, "", "did you mean Point?"),
      (#"geojson({"type": "Point", "coordinates": [0, 95]})"#, "", "swapped"),
      (#"geojson({"type": "Point", "coordinates": [0]})"#, "", "write [longitude, latitude]"),
      (#"geojson({"type": "LineString", "coordinates": [[0, 0]]})"#, "", "write 2 or more"),
      (#"geojson({"type": "LineString", "coordinates": 5})"#, "", "write lists of"),
      ("geojson(\(pin)", "", "is no overlay"), ("geojson(\(pin))", "?before_layer=c", "there is no layer"),
      (
        #"geojson({"type": "FeatureCollection", "features": [\#(String(repeating: "0,", count: 1000))0]})"#,
        "",
        "1000 at most"
      ),
    ] {
      let answer = await overlaid(overlay, query)
      expect(answer.status, equals: 400)
      let text = String(decoding: answer.body.bytes, as: UTF8.self)
      #expect(text.contains(part), "\(text)")
    }
  }
}
