import Foundation
import JSONDocument
import MapSettings
import SessionSupport
import StyleSettings
import TestSupport
import Testing

@Suite struct `A schema of settings` {
  private func faults(_ document: SchemaDocument, _ text: String) throws -> [String] {
    try SchemaValidator(document).faults(in: JSONText(parsing: text).root)
  }

  private static let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Samples")

  @Test(arguments: [
    (SchemaDocument.request, "postcards.json"), (.scenario, "story.json"), (.styleMetadata, "kinds.json"),
    (.styleMetadata, "method.json"),
  ])
  func `holds for the samples`(document: SchemaDocument, sample: String) throws {
    let text = try String(contentsOf: Self.samples.appending(path: sample), encoding: .utf8)
    try expect(faults(document, text), equals: [])
  }

  @Test(arguments: SchemaDocument.allCases)
  func `names its draft and what it describes`(document: SchemaDocument) throws {
    let root = try JSONText(parsing: document.schema).root
    expect(root["$schema"]?.string, equals: "https://json-schema.org/draft/2020-12/schema")
    expect(root["title"]?.string?.contains("clustersnap"), equals: true)
    #expect(document.schema.hasSuffix("}\n"))
  }

  @Test func `knows every member that a request's reader reads, and no other`() throws {
    for document in [SchemaDocument.request, .scenario] {
      let known = try JSONText(parsing: document.schema).root["properties"]?.members?.map(\.key) ?? []
      expect(Set(known).count, equals: known.count)
      // What the scenario's own reader reads, an object is: goldens are checked where they are compared, filters where
      // they are compiled.
      let others = ScenarioMembers.root.map(\.name) + ["golden", "$schema", "filter", "highlight"]
      for key in known where !others.contains(key) {
        // A list with a list in it is no value of any member: whoever reads the member reports it.
        let parsed = SnapshotRequest.parse(
          try JSONText(parsing: "{\"\(key)\": [[[]]]}").root, alsoKnown: ScenarioMembers.root.map(\.name),
          hasHistory: document == .scenario)
        let place = parsed.diagnostics.filter { $0.path.pointer.hasPrefix("/\(key)") }
        #expect(!place.isEmpty, "\(key) is described, but nobody reads it")
        #expect(!place.contains { $0.code == "unknown-member" || $0.code == "no-history" }, "\(key)")
      }
      for key in ClusterOptions.table.keys + OutputSettings.table.keys + ViewOptions.table.keys {
        let isKnown = known.contains(key)
        let isForeign = document == .request && ClusterOptions.historyKeys.contains(key)
        #expect(isKnown != isForeign, "\(key)")
      }
    }
  }

  @Test func `may be named by what it describes`() throws {
    let text = #"{"$schema": "request.schema.json", "sources": {"a": "a.csv"}}"#
    try expect(faults(.request, text), equals: [])
    #expect(SnapshotRequest.parse(try JSONText(parsing: text)).diagnostics.isEmpty)
    let wrong = SnapshotRequest.parse(try JSONText(parsing: #"{"views": [{"$schema": "x"}]}"#))
    expect(wrong.diagnostics.map(\.code), equals: ["unknown-member"])
  }

  @Test func `takes every example, and holds every description and default`() throws {
    for document in SchemaDocument.allCases {
      let validator = try SchemaValidator(document)
      var count = 0
      func walk(_ schema: JSONValue) {
        if let example = schema["examples"]?.elements?.first {
          count += 1
          // The schema of the member, with the definitions of the whole.
          let members = (schema.members ?? []) + (validator.root.members ?? []).filter { $0.key == "$defs" }
          let own = SchemaValidator(root: JSONValue(.object(members), at: schema.position))
          let name = schema["description"]?.string ?? ""
          expect(own.faults(in: example), equals: [], "\(name)")
          if let initial = schema["default"] { expect(own.faults(in: initial), equals: [], "\(name)") }
          #expect(name.hasSuffix("."), "\(name)")
        }
        for member in schema.members ?? [] where member.key != "examples" && member.key != "default" {
          walk(member.value)
        }
        for element in schema.elements ?? [] { walk(element) }
      }
      walk(validator.root)
      #expect(count > 40, "\(document)")
    }
  }

  @Test(arguments: [
    (SchemaDocument.request, #"{"cellsize": 3}"#), (.request, #"{"margin": 101}"#),
    (.request, #"{"radius": 0}"#),
    (.request, #"{"views": []}"#), (.request, #"{"views": [{"cellSize": 3}]}"#),
    (.request, #"{"reuse": true}"#),
    (.request, #"{"cluster": {"a": {"method": "gird"}}}"#), (.request, #"{"legend": {"step": 3}}"#),
    (.scenario, #"{"steps": [{}]}"#), (.scenario, #"{"steps": [{"add": true, "zoom": 2}]}"#),
    (.scenario, #"{"steps": [{"span": 5}]}"#), (.scenario, #"{"steps": [{"zoom": "+1.2.3"}]}"#),
    (.scenario, #"{"steps": [{"settings": {"weight": "pop"}}]}"#),
    (.scenario, #"{"steps": [{"add": [{"idd": "a", "at": [1, 2]}]}]}"#), (.scenario, #"{"fps": 29.97}"#),
    (.scenario, #"{"sources": {"c": [{"idd": 3}]}, "steps": [{"snapshot": "a"}]}"#),
    (.scenario, "{}"), (.scenario, #"{"steps": [{"jump": true}]}"#),
    (.scenario, #"{"steps": [{"snapshot": "a"}], "views": [{}]}"#),
    (.styleMetadata, #"{"metadata": {"clustersnap:outputs": {}}}"#),
    (.styleMetadata, #"{"metadata": {"clustersnap:sources": {"a": {"minCount": 1.5}}}}"#),
    (.styleMetadata, #"{"layers": [{"metadata": {"clustersnap:donut": {}}}]}"#),
    (.styleMetadata, #"{"layers": [{"metadata": {"clustersnap:declutter": "shuft"}}]}"#),
  ])
  func `refuses what the readers refuse`(document: SchemaDocument, text: String) throws {
    #expect(try faults(document, text) != [])
  }

  @Test(arguments: [
    (SchemaDocument.request, #"{"cellSize": {"0": 88}, "coLocated": "ring:20pt", "title": {"text": "a"}}"#),
    (.request, #"{"bbox": "1, 2, 3, 4", "snapZoom": "yes", "preset": "pgclustering", "select": 7}"#),
    (
      .scenario,
      #"{"sources": {"a": []}, "reuse": true, "steps": [{"add": {"a": [1, {"id": "b", "at": [1, 2]}]}}]}"#
    ),
    (.styleMetadata, #"{"version": 8, "metadata": {"other": 1, "clustersnap:output": {"graticule": 10}}}"#),
    (
      .styleMetadata,
      #"{"layers": [{"metadata": {"clustersnap:donut": {"segments": [{"color": ["get", "c"]}]}}}]}"#
    ),
  ])
  func `takes what the readers take`(document: SchemaDocument, text: String) throws {
    try expect(faults(document, text), equals: [])
  }
}
