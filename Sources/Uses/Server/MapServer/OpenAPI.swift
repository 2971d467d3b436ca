import JSONDocument

/// The description of all addresses, OpenAPI 3.1, made from the table of settings.
enum OpenAPI {
  private struct Address {
    let path, summary: String
    var method = "get"
    var own: [(name: String, words: String)] = []
    var hasSettings = false
  }

  private static let place = "LON,LAT,ZOOM with @BEARING behind it, or WEST,SOUTH,EAST,NORTH, or auto."
  private static let file = "WIDTHxHEIGHT in points, @2x for more pixels, and the form: 640x480@2x.png."
  private static let addresses = [
    Address(
      path: "/styles/{style}/static/{view}/{file}", summary: "A static map.",
      own: [
        ("style", "A style of the folder, or a built-in one."), ("view", place), ("file", file),
      ], hasSettings: true),
    Address(
      path: "/styles/v1/{user}/{style}/static/{view}/{file}", summary: "A static map by Mapbox's scheme.",
      own: [
        ("user", "Any name."), ("style", "A style of the folder, or a built-in one."),
        ("view", "LON,LAT,ZOOM, [WEST,SOUTH,EAST,NORTH] or auto."), ("file", file),
      ], hasSettings: true),
    Address(path: "/staticmap", summary: "A static map by Google's scheme.", hasSettings: true),
    Address(
      path: "/maps/{file}", summary: "A request of the folder with one view.",
      own: [("file", "The request's name and the form: berlin.png.")]),
    Address(
      path: "/maps/{name}/{file}", summary: "A view of a request of the folder.",
      own: [("name", "The request's name."), ("file", "The view's name and the form: city.svg.")]),
    Address(
      path: "/render", summary: "A request, GeoJSON, CSV or a stream of Arrow in the body, drawn.",
      method: "post", hasSettings: true),
    Address(
      path: "/clusters/{source}/{z}/{x}/{file}", summary: "A tile of the clusters of a source.",
      own: [
        ("source", "A source of the folder."), ("z", "The zoom, of a world 512 points wide."),
        ("x", "The column from the west."),
        ("file", "The row from the north and the form: mvt, json, or a picture such as png."),
      ], hasSettings: true),
    Address(
      path: "/clusters/{file}", summary: "The TileJSON of a source.",
      own: [("file", "The source's name with .json behind it.")]),
    Address(path: "/health", summary: "200 while the server runs."),
    Address(path: "/ready", summary: "200 while the folder can be served, else 503."),
    Address(path: "/metrics", summary: "Figures in the format of Prometheus."),
    Address(path: "/openapi.json", summary: "This document."),
  ]

  static func document(_ options: MapServer.Options) -> [UInt8] {
    var json = JSONWriter(layout: .indented)
    json.object { json in
      json.member("openapi", "3.1.0")
      json.object("info") { json in
        json.member("title", "ClusterSnap")
        json.member("version", "1")
        json.member("description", options.limits)
      }
      json.object("paths") { json in for address in addresses { write(address, &json) } }
      json.object("components") { json in
        json.object("parameters") { json in
          json.key("source")
          parameter("source", "A source of the folder; may be repeated.", in: "query", &json) {
            $0.schema(.text)
          }
          json.key("basemap")
          parameter("basemap", "The base map.", in: "query", &json) { $0.schema(.oneOf(["world", "none"])) }
          for setting in QuerySettings.descriptions {
            json.key(setting.name)
            parameter(setting.name, setting.meaning, in: "query", &json) { $0.schema(.text, of: setting) }
          }
        }
        json.object("schemas") { json in
          json.key("Problem")
          json.schema(.open([], required: []))
        }
      }
    }
    return json.bytes
  }

  private static func write(_ address: Address, _ json: inout JSONWriter) {
    json.object(address.path) { json in
      json.object(address.method) { json in
        json.member("summary", address.summary)
        json.array("parameters") { json in
          for own in address.own { parameter(own.name, own.words, in: "path", &json) { $0.schema(.text) } }
          guard address.hasSettings else { return }
          for name in ["source", "basemap"] + QuerySettings.keys {
            json.object { $0.member("$ref", "#/components/parameters/\(name)") }
          }
        }
        json.object("responses") { json in
          for (status, words) in [
            ("200", "The answer."), ("4XX", "A problem document, application/problem+json."),
          ] {
            json.object(status) { $0.member("description", words) }
          }
        }
      }
    }
  }

  private static func parameter(
    _ name: String, _ words: String, in place: String, _ json: inout JSONWriter,
    _ schema: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.member("name", name)
      json.member("in", place)
      json.member("description", words)
      if place == "path" { json.member("required", true) }
      json.key("schema")
      schema(&json)
    }
  }
}
