import JSONDocument
import Testing

@testable import MapSettings

@Suite struct `Settings of views` {
  private func codes(of json: String) throws -> [String] {
    SnapshotRequest.parse(try JSONText(parsing: json)).diagnostics.map(\.code)
  }

  @Test func `are in styles and in steps where they can hold`() {
    #expect(
      Set(ViewOptions.styleKeys) == [
        "size", "scale", "dpi", "padding", "fit", "bbox", "maxZoomFit", "worldCopies",
      ])
    #expect(
      Set(ViewOptions.stepKeys) == [
        "center", "zoom", "bbox", "fit", "padding", "maxZoomFit", "tileSize", "bearing",
      ])
    #expect(Set(ViewOptions.exclusiveKeys) == ["center", "bbox", "fit"])
    #expect(Set(ViewOptions.densityKeys) == ["scale", "dpi"])
  }

  @Test func `of which a view has one conflict, every two of them`() throws {
    for keys in [ViewOptions.exclusiveKeys, ViewOptions.densityKeys] {
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
        }
      }
    }
  }

  // A request has thousands of views, and each stands in several lists.
  @Test func `take little memory, whatever decorations there are`() {
    #expect(MemoryLayout<OutputSettings.Decoration?>.size > 100)
    #expect(MemoryLayout<Boxed<OutputSettings.Decoration>>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<SnapshotRequest.View>.size < 1000)
  }

  @Test func `share no decoration with their copies`() {
    var one = OutputSettings()
    one.title = OutputSettings.Decoration(text: "Towns")
    var other = one
    other.title?.text = "Rivers"
    other.legend = OutputSettings.Decoration()
    #expect(one.title?.text == "Towns" && one.legend == nil)
    #expect(other.title?.text == "Rivers" && other.legend != nil)
    other.title = nil
    #expect(other.title == nil && one.title != nil)
  }
}
