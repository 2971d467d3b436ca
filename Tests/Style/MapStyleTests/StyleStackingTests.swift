import MapStyle
import TestSupport
import Testing

@Suite struct `Styles over each other` {
  private func style(_ sources: [String], _ layers: [(id: String, source: String)]) throws -> Style {
    let sources = sources.map { #""\#($0)": {"type": "vector", "tiles": ["\#($0)/{z}/{x}/{y}"]}"# }
    let layers = layers.map {
      #"{"id": "\#($0.id)", "type": "line", "source": "\#($0.source)", "source-layer": "roads"}"#
    }
    let text = """
      {"version": 8, "sources": {\(sources.joined(separator: ", "))}, "layers": [\(layers.joined(separator: ", "))]}
      """
    let parsing = Style.parse(Array(text.utf8))
    return try #require(parsing.style, "\(parsing.diagnostics)")
  }

  /// The tiles that each layer draws, bottom first, by the layer's id.
  private func drawn(_ style: Style) throws -> [String] {
    expect(Set(style.layers.map(\.id)).count, equals: style.layers.count)
    expect(Set(style.sources.map(\.id)).count, equals: style.sources.count)
    return try style.layers.map { layer in
      let source = try #require(style.source(layer.source ?? ""))
      guard case .path(let template)? = source.tileSet?.tiles.first else { return "\(layer.id): nothing" }
      return "\(layer.id): \(template.split(separator: "/").first ?? "")"
    }
  }

  @Test func `keep their layers and sources where names are the same`() throws {
    let base = try style(["a", "b"], [("roads", "a"), ("rails", "b")])
    let own = try style(["b", "c"], [("roads", "b"), ("names", "c")])
    let stacked = own.stacked(on: base, upper: own.layers, leads: true)
    try expect(drawn(stacked), equals: ["base:roads: a", "rails: b", "roads: b", "names: c"])
    // Each draws its own tiles: the upper style's source has another name now.
    expect(stacked.layers.map(\.source), equals: ["a", "b", "b-above", "c"])
  }

  @Test func `find names that nobody has`() throws {
    let base = try style(["a", "a-above"], [("roads", "a"), ("base:roads", "a-above")])
    let own = try style(["a", "a-above-above"], [("roads", "a"), ("names", "a-above-above")])
    let stacked = own.stacked(on: base, upper: own.layers, leads: true)
    try expect(
      drawn(stacked),
      equals: [
        "base:base:roads: a", "base:roads: a-above", "roads: a", "names: a-above-above",
      ])
    // A third one over both.
    let third = try style(["a"], [("roads", "a"), ("base:roads", "a")])
    let all = third.stacked(on: stacked, upper: third.layers, leads: true)
    #expect((all.layers.count, Set(all.layers.map(\.id)).count) == (6, 6))
    expect(all.layers.suffix(2).map(\.id), equals: ["roads", "base:roads"])
    expect(Set(all.sources.map(\.id)).count, equals: all.sources.count)
  }

  @Test func `rename a source with its layers, and leave out names of some sources`() throws {
    let style = try style(["a", "b"], [("roads", "a"), ("rails", "b")]).renamingSource("a", to: "z")
    try expect(drawn(style), equals: ["roads: a", "rails: b"])
    expect(style.layers.map(\.source), equals: ["z", "b"])
    #expect(style.source("a") == nil)
  }
}
