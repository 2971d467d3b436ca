import JSONDocument
import MapContent
import MapSession
import MapSettings

/// The description of all addresses, OpenAPI 3.1, made from the table of addresses and that of settings.
enum OpenAPI {
  static func document(_ options: MapServer.Options) -> [UInt8] {
    var json = JSONWriter(layout: .indented)
    json.object { json in
      json.member("openapi", "3.1.0")
      json.object("info") { json in
        json.member("title", "ClusterSnap")
        json.member("version", "1")
        json.member("description", options.limits)
      }
      json.object("paths") { json in
        for entry in RouteEntry.all { json.object(entry.path) { write(entry, options, &$0) } }
      }
      json.object("components") { json in
        json.object("parameters") { json in
          for (name, words, type) in [
            ("source", "A source of the folder; may be repeated.", JSONSchema.text),
            ("basemap", "The base map.", .oneOf(["world", "none"])),
            ("sig", "The signature, where the server has a key.", .text),
            ("exp", "When the signature ends, in seconds since 1970.", .text),
          ] + OverlayAddress.described.map({ ($0.name, $0.words, .text) }) {
            json.key(name)
            parameter(name, words, in: "query", &json) { $0.schema(type) }
          }
          for setting in QuerySettings.descriptions {
            json.key(setting.name)
            parameter(setting.name, setting.meaning, in: "query", &json) { $0.schema(.text, of: setting) }
          }
        }
        json.object("schemas") { json in
          json.object("Problem") { json in
            json.member("type", "object")
            json.object("properties") { json in
              for (name, type) in [
                ("type", "string"), ("title", "string"), ("status", "integer"), ("detail", "string"),
                ("place", "string"),
              ] {
                json.object(name) { $0.member("type", type) }
              }
            }
          }
        }
      }
    }
    return json.bytes
  }

  private static func write(_ entry: RouteEntry, _ options: MapServer.Options, _ json: inout JSONWriter) {
    json.object(entry.method.lowercased()) { json in
      json.member("summary", entry.summary)
      json.array("parameters") { json in
        for own in entry.parts { parameter(own.name, own.words, in: "path", &json) { $0.schema(.text) } }
        for own in entry.query { parameter(own.name, own.words, in: "query", &json) { $0.schema(.text) } }
        let settings = entry.hasSettings ? QuerySettings.keys : []
        let overlays = OverlayAddress.described.map(\.name)
        let sources = entry.hasSettings && entry.hasSources ? ["source", "basemap"] + overlays : []
        let signature = options.signature == nil ? [] : AddressSignature.parameters
        for name in sources + settings + signature {
          json.object { $0.member("$ref", "#/components/parameters/\(name)") }
        }
      }
      if entry.method == "POST" {
        json.object("requestBody") { json in
          json.member("required", true)
          json.object("content") { json in
            for type in BodyTypes.all { json.object(type) { $0.object("schema") { _ in } } }
          }
        }
      }
      json.object("responses") { json in
        json.object("200") { json in
          json.member("description", "The answer.")
          json.object("content") { json in
            let pictures = PictureFormat.allCases.map { AnswerForm.picture($0).mediaType }
            let data = MarkerDocument.Format.allCases.map { AnswerForm.markers($0).mediaType }
            for type in entry.type.map({ [$0] }) ?? pictures + data {
              json.object(type) { $0.object("schema") { _ in } }
            }
          }
        }
        for (status, words) in [
          ("4XX", "The request is at fault."), ("503", "The server is busy, or its data cannot be read."),
        ] {
          json.object(status) { json in
            json.member("description", words)
            json.object("content") { json in
              json.object("application/problem+json") { json in
                json.object("schema") { $0.member("$ref", "#/components/schemas/Problem") }
              }
            }
          }
        }
      }
    }
  }

  private static func parameter(
    _ name: String, _ words: String, in location: String, _ json: inout JSONWriter,
    _ schema: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.member("name", name)
      json.member("in", location)
      json.member("description", words)
      if location == "path" { json.member("required", true) }
      json.key("schema")
      schema(&json)
    }
  }
}
