import MapStyle
import TestSupport
import Testing

@Suite struct `Hostile styles` {
  /// Seconds of the processor. The limit holds many times over for a release build; a debug build gets more.
  private static let limit: Double = {
    var limit = 1.0
    assert(
      {
        limit = 30
        return true
      }())
    return limit
  }()

  private static func style(layers: String) -> [UInt8] {
    Array(
      #"{"version": 8, "sources": {"a": {"type": "geojson", "data": "a.json"}}, "layers": [\#(layers)]}"#.utf8
    )
  }

  @Test func `of ten thousand layers are read`() {
    let layers = (0..<10_000).map { index in
      ##"{"id": "l\##(index)", "type": "circle", "source": "a", "paint": {"circle-radius": 3, "circle-color": "#123456"}}"##
    }.joined(separator: ",")
    let spent = processorSeconds {
      expect(Style.parse(`Hostile styles`.style(layers: layers)).style?.layers.count, equals: 10_000)
    }
    #expect(spent < `Hostile styles`.limit)
  }

  @Test func `of ten thousand different slips end soon`() {
    let layers = (0..<10_000).map { index in
      #"{"id": "l\#(index)", "type": "circle", "source": "b\#(index)", "paint": {"circle-radius\#(index)": 3}, "filtr\#(index)": 1}"#
    }.joined(separator: ",")
    let spent = processorSeconds {
      #expect(Style.parse(`Hostile styles`.style(layers: layers)).diagnostics.count >= 10_000)
    }
    #expect(spent < `Hostile styles`.limit)
  }

  @Test func `of ten thousand refs in a row or a circle end soon`() {
    let row = (0..<10_000).map { index in
      index == 9_999
        ? #"{"id": "l9999", "type": "circle", "source": "a"}"#
        : #"{"id": "l\#(index)", "ref": "l\#(index + 1)"}"#
    }.joined(separator: ",")
    let circle = (0..<10_000).map { #"{"id": "l\#($0)", "ref": "l\#(($0 + 1) % 10_000)"}"# }.joined(
      separator: ",")
    let spent = processorSeconds {
      expect(Style.parse(`Hostile styles`.style(layers: row)).style?.layers.count, equals: 10_000)
      expect(
        Style.parse(`Hostile styles`.style(layers: circle)).diagnostics.map(\.code), equals: ["cyclic-ref"])
    }
    #expect(spent < `Hostile styles`.limit)
  }

  @Test func `of ten thousand stops are read`() {
    let stops = (0..<10_000).map { ##"[\##($0), "#12345\##($0 % 10)"]"## }.joined(separator: ",")
    let curve = (0..<10_000).map { ##"\##($0), "#12345\##($0 % 10)""## }.joined(separator: ",")
    for color in [
      #"{"stops": [\#(stops)]}"#, #"{"property": "a", "stops": [\#(stops)]}"#,
      #"["interpolate", ["linear"], ["zoom"], \#(curve)]"#,
    ] {
      let layer = #"{"id": "x", "type": "circle", "source": "a", "paint": {"circle-color": \#(color)}}"#
      let spent = processorSeconds {
        expect(Style.parse(`Hostile styles`.style(layers: layer)).style?.layers.count, equals: 1)
      }
      #expect(spent < `Hostile styles`.limit)
    }
  }

  @Test func `of great depth are refused`() {
    let depth = 100_000
    let paint =
      #"{"id": "x", "type": "circle", "source": "a", "paint": {"circle-radius": "#
      + String(repeating: "[\"+\", ", count: depth) + "1" + String(repeating: "]", count: depth) + "}}"
    let parsing = Style.parse(`Hostile styles`.style(layers: paint))
    #expect(parsing.style == nil)
    expect(parsing.diagnostics.map(\.code), equals: ["json-syntax"])
  }
}
