import Foundation
import JSONDocument
import MapSettings
import MapStyle
import TestSupport
import Testing

@testable import StyleSettings

@Suite struct `What settings of ours mean` {
  @Test func `are written down as they are`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/Style/StyleSettings/StyleSettings.docc/Settings.md")
    let written = try String(contentsOf: file, encoding: .utf8)
    expect(written, equals: settingsDocument(), "the code has changed; make coverage writes the page anew")
    let rows = written.split(separator: "\n").filter { $0.hasPrefix("| `") }
    // Each setting of each table once.
    let names = [
      ClusterOptions.table.descriptions, OutputSettings.table.descriptions,
      OutputSettings.Decoration.table.descriptions, LayerSettings.descriptions, Donut.table.descriptions,
      Donut.Segment.table.descriptions, LabelFit.table.descriptions, ClassBreaks.table.descriptions,
    ].joined().map { "| `\($0.name)` |" }
    expect(rows.count, equals: names.count)
    #expect(rows.count > 100)
    #expect(zip(rows, names).allSatisfy { $0.hasPrefix($1) })
    #expect(rows.allSatisfy { $0.replacing("\\|", with: "").count { $0 == "|" } == 6 })
  }

  @Test(arguments: [SchemaDocument.request, .scenario])
  func `of requests and scenarios are written down, too`(document: SchemaDocument) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Documentation/reference/\(document.rawValue)s.md")
    let written = try String(contentsOf: file, encoding: .utf8)
    expect(written, equals: document.page, "the code has changed; make coverage writes the page anew")
    // Every member of the schema's root stands in the page, or, of a scenario's, in that of requests.
    let pages = written + SchemaDocument.request.page
    for member in document.members { #expect(pages.contains("| `\(member.name)` |"), "\(member.name)") }
  }

  /// A style that sets one thing of ours; the rest of what is needed there stands beside it.
  private func style(
    root: String = "{}", layer: String = "{}", type: String = "circle", layout: String = ""
  ) -> [UInt8] {
    Array(
      """
      {"version": 8, "metadata": \(root),
       "sources": {"a": {"type": "geojson", "data": "a.json", "cluster": true}},
       "layers": [{"id": "l", "type": "\(type)", "source": "a", "layout": {\(layout)}, "metadata": \(layer)},
                  {"id": "counts", "type": "symbol", "source": "a"}]}
      """.utf8)
  }

  private func expectClean(_ bytes: [UInt8], _ entry: SettingDescription) {
    let reported = Style.parseWithSettings(bytes).diagnostics
    #expect(reported.isEmpty, "\(entry.name): \(reported)")
    #expect(!entry.type.isEmpty)
    #expect(!entry.initial.isEmpty)
    #expect(entry.meaning.hasSuffix("."))
  }

  @Test func `have examples that can be read`() {
    for entry in ClusterOptions.table.descriptions {
      expectClean(
        style(root: #"{"clustersnap:sources": {"a": {"\#(entry.name)": \#(entry.example)}}}"#), entry)
    }
    for entry in OutputSettings.table.descriptions {
      expectClean(style(root: #"{"clustersnap:output": {"\#(entry.name)": \#(entry.example)}}"#), entry)
    }
    for entry in OutputSettings.Decoration.table.descriptions {
      let owner =
        ["step": "graticule", "lineWidth": "graticule", "bbox": "locator", "country": "locator"][entry.name]
        ?? "legend"
      expectClean(
        style(root: #"{"clustersnap:output": {"\#(owner)": {"\#(entry.name)": \#(entry.example)}}}"#), entry)
    }
    for entry in LayerSettings.descriptions {
      if entry.name == "clustersnap:text-fit" { continue }
      let types = ["clustersnap:normalize": "heatmap", "clustersnap:avoid-bubbles": "symbol"]
      let type = types[entry.name] ?? "circle"
      let pair = entry.name == "clustersnap:fit-text" ? #", "clustersnap:pair": "counts""# : ""
      expectClean(style(layer: #"{"\#(entry.name)": \#(entry.example)\#(pair)}"#, type: type), entry)
    }
    let fit = LayerSettings.descriptions.filter { $0.name == "clustersnap:text-fit" }
    for entry in fit + LabelFit.table.descriptions {
      let method = ["method", "clustersnap:text-fit"].contains(entry.name) ? "" : #", "method": "shrink""#
      let value =
        fit.contains { $0.name == entry.name }
        ? entry.example : #"{"\#(entry.name)": \#(entry.example)\#(method)}"#
      expectClean(
        style(
          layer: #"{"clustersnap:text-fit": \#(value)}"#, type: "symbol", layout: #""icon-image": "pin""#),
        entry)
    }
    for entry in Donut.table.descriptions {
      let segments = entry.name == "segments" ? "" : #", "segments": [{"property": "a", "color": "red"}]"#
      expectClean(
        style(layer: #"{"clustersnap:donut": {"\#(entry.name)": \#(entry.example)\#(segments)}}"#), entry)
    }
    for entry in Donut.Segment.table.descriptions {
      let property = ["property", "value"].contains(entry.name) ? "" : #", "property": "a""#
      let color = entry.name == "color" ? "" : #", "color": "red""#
      expectClean(
        style(
          layer:
            #"{"clustersnap:donut": {"segments": [{"\#(entry.name)": \#(entry.example)\#(property)\#(color)}]}}"#
        ),
        entry)
    }
    for entry in ClassBreaks.table.descriptions {
      let others = [
        ("method", #""log""#), ("property", #""a""#), ("radii", "[1, 2, 3]"),
        ("colors", #"["red", "green", "blue"]"#),
      ]
      .filter { $0.0 != entry.name && !(entry.name == "value" && $0.0 == "property") }
      .map { #", "\#($0.0)": \#($0.1)"# }.joined()
      expectClean(
        style(layer: #"{"clustersnap:classes": {"\#(entry.name)": \#(entry.example)\#(others)}}"#), entry)
    }
  }
}
