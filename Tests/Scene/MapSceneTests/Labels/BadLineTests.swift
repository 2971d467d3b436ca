import Drawing
import MapContent
import TestSupport
import Testing

@testable import MapScene

/// Lines, images and settings that nobody draws a map with, and that come nevertheless.
@Suite struct `Odd lines` {
  private let cut =
    "labels-hidden: a line of layer s has more than 20000 places for labels in the picture; those behind are left out; set a greater symbol-spacing"

  /// To and fro across the picture.
  private func zigzag(_ count: Int) -> String {
    let corners = (0..<count).map {
      "[\($0.isMultiple(of: 2) ? -60 : 60), \(60 - 120 * Double($0) / Double(count))]"
    }
    return feature("LineString", "[\(corners.joined(separator: ","))]", properties: #"{"name": "Abcd"}"#)
  }

  @Test(arguments: [
    #""text-field": "{name}""#, #""text-field": "{name}", "text-max-angle": 360, "symbol-spacing": 1"#,
    #""icon-image": "dot", "symbol-spacing": 1, "icon-allow-overlap": true"#,
  ])
  func `of ten thousand corners are labeled in bounded time`(layout: String) throws {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(1, 1)), named: "dot") }
    let line = zigzag(10_000)
    let time = try processorSeconds {
      let snapshot = try drawn(
        #"{"id": "s", "type": "symbol", "source": "a", "layout": {"symbol-placement": "line", \#(layout)}}"#,
        of: line, images: images)
      expect(snapshot.reported, equals: layout.contains("symbol-spacing") ? [cut] : [])
    }
    // A second is what it takes where all is well, unoptimized.
    #expect(time < 30, "\(time)")
  }

  @Test(arguments: ["line", "line-center", "point"], ["[[0, 0], [0, 0]]", "[[0, 0], [0.001, 0]]"])
  func `without length have no labels, and none is missed`(placement: String, line: String) throws {
    let snapshot = try drawn(
      """
      {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "x", "symbol-placement": "\(placement)"}},
      {"id": "l", "type": "line", "source": "a", "paint": {"line-dasharray": [1, 2]}}
      """, of: feature("LineString", line))
    expect(snapshot.reported, equals: [])
    expect(snapshot.marks("s").isEmpty, equals: placement != "point")
  }

  @Test func `and areas take patterns of one pixel`() throws {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(1, 1)), named: "dot") }
    let snapshot = try drawn(
      """
      {"id": "b", "type": "background", "paint": {"background-pattern": "dot"}},
      {"id": "f", "type": "fill", "source": "a", "paint": {"fill-pattern": "dot"}},
      {"id": "l", "type": "line", "source": "a", "paint": {"line-pattern": "dot", "line-width": 3}}
      """, of: feature("Polygon", "[[[-30, -30], [30, -30], [0, 30], [-30, -30]]]"), images: images)
    expect(snapshot.reported, equals: [])
    expect(snapshot.scene.layers.map(\.id), equals: ["b", "f", "l"])
    #expect(snapshot.scene.layers.allSatisfy { !$0.marks.isEmpty })
  }

  @Test func `ask for missing patterns once`() throws {
    let snapshot = try drawn(
      """
      {"id": "f", "type": "fill", "source": "a", "paint": {"fill-pattern": "gone"}},
      {"id": "l", "type": "line", "source": "a", "paint": {"line-pattern": "gone"}}
      """, of: feature("Polygon", "[[[-30, -30], [30, -30], [0, 30], [-30, -30]]]"))
    expect(snapshot.reported.count, equals: 1)
    expect(snapshot.reported.first?.contains(#"no image "gone""#), equals: true)
  }
}

@Suite struct `Repeated texts` {
  @Test func `are those nearer than the distance, whatever square they are in`() {
    var random = Seeded(seed: 9)
    func next() -> Double { random.number(in: 0...1) }
    var texts = RepeatedTexts(distance: 40)
    var taken: [(String, Point)] = []
    for _ in 0..<600 {
      let text = next() < 0.5 ? "a" : "b"
      let place = Point(x: next() * 800 - 400, y: next() * 800 - 400)
      let isNear = taken.contains { other, point in
        let (dx, dy) = (point.x - place.x, point.y - place.y)
        return other == text && (dx * dx + dy * dy).squareRoot() < 40
      }
      #expect(texts.take(text, at: place) != isNear)
      if !isNear { taken.append((text, place)) }
    }
    #expect(taken.count > 100)
    #expect(taken.count < 600)
  }
}
