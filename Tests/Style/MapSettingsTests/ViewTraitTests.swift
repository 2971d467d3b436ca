import JSONDocument
import TestSupport
import Testing

@testable import MapSettings

@Suite struct `Settings of views` {
  private func codes(of json: String) throws -> [String] {
    SnapshotRequest.parse(try JSONText(parsing: json)).diagnostics.map(\.code)
  }

  @Test func `are in styles and in steps where they can hold`() {
    expect(
      Set(ViewOptions.styleKeys),
      equals: [
        "size", "scale", "dpi", "padding", "fit", "bbox", "maxZoomFit", "worldCopies", "projection",
        "centralMeridian", "parallels", "panelSize",
      ])
    expect(
      Set(ViewOptions.stepKeys),
      equals: [
        "center", "zoom", "bbox", "fit", "padding", "maxZoomFit", "tileSize", "bearing", "pitch",
      ])
    expect(
      Set(ViewOptions.exclusions.map(Set.init)),
      equals: [
        ["center", "bbox", "fit"], ["scale", "dpi"], ["select", "fitCluster", "expand"],
        ["expand", "center"],
        ["expand", "bbox"], ["expand", "fit"], ["zooms", "expand"], ["zooms", "fitCluster"],
      ])
  }

  @Test func `of which a view has one conflict, every two of them`() throws {
    for keys in ViewOptions.exclusions {
      for first in keys {
        for other in keys where other != first {
          let members = try [first, other].map { key in
            let entry = try #require(ViewOptions.table[key])
            return "\"\(key)\": \(entry.description.example)"
          }
          let view = "{\(members.joined(separator: ", "))}"
          #expect(try codes(of: view).contains("conflict"), "\(view)")
          #expect(try codes(of: "{\"views\": [\(view)]}").contains("conflict"), "\(view)")
          #expect(try !codes(of: "{\(members[0])}").contains("conflict"), "\(members[0])")
          // The same of the command's words.
          var options = ViewOptions()
          for (key, word) in zip([first, other], try [first, other].map(word)) {
            try #require(ViewOptions.table[key]).take(word: word, into: &options)
          }
          let names = try [first, other].map { try #require(ViewOptions.table[$0]).optionName }
          let conflict = try #require(options.conflict).spelled(SettingSpelling(.options))
          #expect(names.allSatisfy(conflict.contains), "\(conflict)")
          #expect(conflict.hasSuffix("; set one of them"), "\(conflict)")
        }
      }
    }
  }

  /// A value of a setting as the command line has it.
  private func word(of key: String) throws -> String {
    let words = ["center": "1,2", "bbox": "1,2,3,4", "fit": "all", "zooms": "3,5"]
    return try words[key] ?? #require(ViewOptions.table[key]).description.example.filter { $0 != "\"" }
  }

  @Test func `that are one alone, or that refine another, are no conflict`() throws {
    try expect(codes(of: #"{"select": "a", "center": [1, 2], "zoom": 3, "selectSpan": 9}"#), equals: [])
    try expect(codes(of: #"{"fit": false, "expand": "a", "scale": 2}"#), equals: [])
    // What the root sets for all views and a view sets otherwise is the view's.
    try expect(
      codes(of: #"{"center": [1, 2], "zoom": 3, "views": [{"expand": "a"}, {"fit": true}]}"#), equals: [])
    var options = ViewOptions()
    expect(options.conflict, equals: nil)
    (options.expandedPoint, options.fit) = ("a", .off)
    expect(options.conflict, equals: nil)
  }

  @Test(arguments: [("10,20", [10, 20, 10, 20.0]), ("1,2,3", [1, 2, 3, 2]), ("5", [5, 5, 5, 5])])
  func `read padding from words as from documents`(word: String, sides: [Double]) throws {
    var options = ViewOptions()
    try #require(ViewOptions.table["padding"]).take(word: word, into: &options)
    let text = try JSONText(parsing: "{\"padding\": [\(word)]}")
    let (request, diagnostics) = SnapshotRequest.parse(text)
    #expect(diagnostics.isEmpty)
    for padding in [options.padding, request?.views.first?.view.padding] {
      expect(padding.map { [$0.top, $0.right, $0.bottom, $0.left] }, equals: sides)
    }
  }

  // A request has thousands of views, and each stands in several lists.
  @Test func `take little memory, whatever decorations there are`() {
    #expect(MemoryLayout<OutputSettings.Decoration?>.size > 100)
    expect(MemoryLayout<Indirect<OutputSettings.Decoration>>.size, equals: MemoryLayout<Int>.size)
    #expect(MemoryLayout<SnapshotRequest.View>.size < 1100)
  }

  @Test func `share no decoration with their copies`() {
    var one = OutputSettings()
    one.title = OutputSettings.Decoration(text: "Towns")
    var other = one
    other.title?.text = "Rivers"
    other.legend = OutputSettings.Decoration()
    #expect((one.title?.text, one.legend) == ("Towns", nil))
    expect(other.title?.text, equals: "Rivers")
    #expect(other.legend != nil)
    other.title = nil
    expect(other.title, equals: nil)
    #expect(one.title != nil)
  }
}
