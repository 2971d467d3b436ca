import JSONDocument
package import MapSettings

/// A document described by a JSON Schema (draft 2020-12), made from the readers' tables.
public enum SchemaDocument: String, CaseIterable, Hashable, Sendable {
  case request, scenario
  /// Root and layer metadata with `clustersnap:` keys; the rest of the style is open.
  case styleMetadata = "style-metadata"

  /// The schema, as indented JSON that ends with a line feed.
  public var schema: String { schema(golden: .any) }

  /// - Parameter golden: schema of the member `golden`.
  package func schema(golden: JSONSchema) -> String {
    var json = JSONWriter(layout: .indented)
    json.object { json in
      json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.member("title", title)
      switch self {
      case .request: json.schemaMembers(.object(members + [SchemaDocument.ownName], required: []))
      case .scenario: json.schemaMembers(.object(members + [SchemaDocument.ownName], required: ["steps"]))
      case .styleMetadata: writeStyle(to: &json)
      }
      json.object("$defs") { json in
        let goldens = self == .styleMetadata ? [] : [("golden", golden)]
        for (name, schema) in definitions + goldens {
          json.key(name)
          json.schema(schema)
        }
      }
    }
    json.lineFeed()
    return json.text
  }

  private var title: String {
    switch self {
    case .request: "A request of clustersnap"
    case .scenario: "A scenario of clustersnap"
    case .styleMetadata: "A style with metadata of clustersnap"
    }
  }

  private static let ownName = SettingDescription("$schema", in: "document", schema: .text)

  var members: [SettingDescription] {
    let clustering = SnapshotRequest.sourceKeys.compactMap { ClusterOptions.table[$0]?.description }
    switch self {
    case .request:
      return SnapshotRequest.members + SnapshotRequest.viewDescriptions
        + clustering.filter { !ClusterOptions.historyKeys.contains($0.name) }
    case .scenario:
      let foreign = ["views", "output", "format", "dump", "name"]
      // Scenarios add and remove points, and cells hold none.
      let request =
        SnapshotRequest.members.filter { $0.name != "cells" } + SnapshotRequest.viewDescriptions + clustering
      return ScenarioMembers.root + request.filter { !foreign.contains($0.name) }.map(inline)
    case .styleMetadata: return []
    }
  }

  /// Sources of scenarios may be lists of points.
  private func inline(_ member: SettingDescription) -> SettingDescription {
    guard member.name == "sources" else { return member }
    return SettingDescription(
      member.name, in: "scenario", schema: .dictionary(.either([.text, .list(.reference("point"))])))
  }

  private var definitions: [(String, JSONSchema)] {
    let clustering = ClusterOptions.table.descriptions
    let stateless = clustering.filter { !ClusterOptions.historyKeys.contains($0.name) }
    switch self {
    case .request:
      return [("clustering", .object(stateless)), ("view", .object(SnapshotRequest.viewMembers))]
    case .scenario:
      return [
        ("clustering", .object(clustering)),
        ("step", .either(ScenarioMembers.steps)), ("points", ScenarioMembers.points),
        ("point", ScenarioMembers.point),
      ]
    case .styleMetadata: return [("expression", .list(.any, count: 1...Int.max))]
    }
  }

  /// Styles are open, except for `clustersnap:` metadata.
  private func writeStyle(to json: inout JSONWriter) {
    json.member("type", "object")
    json.object("properties") { json in
      json.key("metadata")
      json.ours(SchemaDocument.rootMetadata)
      json.object("layers") { json in
        json.member("type", "array")
        json.object("items") { json in
          json.object("properties") { json in
            json.key("metadata")
            json.ours(LayerSettings.descriptions)
          }
        }
      }
    }
  }

  static let rootMetadata: [SettingDescription] = [
    .init(
      "clustersnap:sources", in: "style", filling: ["example": ClusterOptions.example],
      schema: .dictionary(.object(ClusterOptions.table.descriptions))),
    .init("clustersnap:output", in: "style", schema: .object(OutputSettings.table.descriptions)),
  ]
}

extension JSONWriter {
  /// Lists `clustersnap:` members; others are free.
  fileprivate mutating func ours(_ members: [SettingDescription]) {
    object { json in
      json.schemaMembers(.open(members, required: []))
      json.object("patternProperties") { json in
        let names = members.map { $0.name.dropFirst("clustersnap:".count) }
        json.member("^clustersnap:(?!(\(names.joined(separator: "|")))$)", false)
      }
    }
  }
}
