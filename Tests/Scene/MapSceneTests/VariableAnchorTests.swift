import Drawing
import TestSupport
import Testing

/// Four letters of 8 points, a line of 19.2; its middle is 100, 100 without an anchor or offset.
@Suite struct `Anchors and offsets` {
  private func places(_ layout: String, of places: [(Double, Double, String)] = [(0, 0, #"{"n": "Abcd"}"#)])
    throws
    -> [Point]
  {
    let snapshot = try drawn(
      #"""
      {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "{n}", \#(layout)}}
      """#, of: points(places))
    return (snapshot.scene.layers.last?.marks ?? []).compactMap { mark in
      guard case .text(let run) = mark.shape, let first = run.fragments.first else { return nil }
      // The left end of the baseline, seen from where a centered label has it.
      return first.origin - Point(x: 84, y: 100 - 9.6 + 15.36)
    }
  }

  private func expectPlace(_ layout: String, _ x: Double, _ y: Double) throws {
    let place = try #require(try places(layout).first)
    #expect(abs(place.x - x) < 1e-9, "\(layout): \(place)")
    #expect(abs(place.y - y) < 1e-9, "\(layout): \(place)")
  }

  /// 7/24 of 16 points.
  private let nearer = 16.0 * 7 / 24

  @Test func `of one place stand as they are set, radial ones nearer`() throws {
    try expectPlace(#""text-anchor": "top", "text-offset": [1, 1]"#, 16, 9.6 + 16)
    try expectPlace(#""text-anchor": "top", "text-radial-offset": 1"#, 0, 9.6 + 16 - nearer)
    try expectPlace(#""text-anchor": "bottom", "text-radial-offset": 1"#, 0, -9.6 - 16 + nearer)
    let half = 16 * 0.5.squareRoot()
    try expectPlace(#""text-anchor": "top-left", "text-radial-offset": 1"#, 16 + half, 9.6 + half - nearer)
    // A negative one counts as none, but for what it is nearer.
    try expectPlace(
      #""text-anchor": "top", "text-radial-offset": -1, "text-offset": [3, 3]"#, 0, 9.6 - nearer)
    try expectPlace(#""text-anchor": "top", "text-radial-offset": 0, "text-offset": [0, 3]"#, 0, 9.6 + 48)
  }

  @Test func `of several places stand their padding farther out`() throws {
    let top = #""text-variable-anchor": ["top"], "text-padding": 5, "#
    try expectPlace(top + #""text-offset": [0, -1]"#, 0, 9.6 + 16 - nearer + 5)
    try expectPlace(top + #""text-radial-offset": 1"#, 0, 9.6 + 16 - nearer + 5)
    // A radial offset that is set wins, even 0.
    try expectPlace(top + #""text-radial-offset": 0, "text-offset": [0, 3]"#, 0, 9.6 - nearer + 5)
    try expectPlace(
      #""text-variable-anchor": ["left"], "text-padding": 5, "text-offset": [-1, 0]"#, 16 + 16 + 5, 0)
    try expectPlace(
      #""text-variable-anchor-offset": ["bottom", [1, -2]], "text-padding": 0"#, 16, -9.6 - 32 + nearer)
  }

  @Test func `of several places stand beside their point, however the text is turned`() throws {
    // Turned by 90° the text is 19.2 wide and 32 high: its box begins right of the point.
    let snapshot = try drawn(
      #"""
      {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "Abcd", "text-rotate": 90,
       "text-variable-anchor": ["left"], "text-radial-offset": 1, "text-padding": 0}}
      """#, of: points([(0, 0, "{}")]))
    guard case .text(let run)? = snapshot.scene.layers.last?.marks.first?.shape else { throw Missing() }
    let first = try #require(run.fragments.first)
    // The baseline is 15.36 below the line's top, which lies right when it is turned.
    let start = first.origin.rotated(by: run.rotation, about: run.pivot)
    #expect(abs(start.x - (100 + 16 + 19.2 - 15.36)) < 1e-9)
    #expect(abs(start.y - (100 - 16)) < 1e-9)
  }
  private struct Missing: Error {}

  @Test func `take a free place even where labels may overlap`() throws {
    let two = [(0.0, 0.0, #"{"n": "Abcd"}"#), (0, 0, #"{"n": "Efgh"}"#), (0, 0, #"{"n": "Ijkl"}"#)]
    let layout =
      #""text-variable-anchor": ["left", "right"], "text-allow-overlap": true, "text-radial-offset": 0"#
    let xs = try places(layout, of: two).map { $0.x < 0 }
    // The first takes the right side, the second the left; the third finds none free and takes the first.
    expect(xs, equals: [false, true, false])
  }

  @Test func `justify lines toward the point where they stand`() throws {
    func origins(_ anchor: String, _ justify: String) throws -> [Double] {
      let snapshot = try drawn(
        #"""
        {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "Abcd\nef",
         "text-variable-anchor": ["\#(anchor)"], "text-justify": "\#(justify)"}}
        """#, of: points([(0, 0, "{}")]))
      guard case .text(let run)? = snapshot.scene.layers.last?.marks.first?.shape else { return [] }
      return run.fragments.map { $0.origin.x - run.fragments[0].origin.x }
    }
    try expect(origins("left", "auto"), equals: [0, 0])
    try expect(origins("right", "auto"), equals: [0, 16])
    try expect(origins("right", "left"), equals: [0, 0])
  }

  @Test func `of a layer ordered by height are placed from the lowest up`() throws {
    func shown(_ order: String) throws -> [String] {
      let snapshot = try drawn(
        #"""
        {"id": "s", "type": "symbol", "source": "a",
         "layout": {"text-field": "{n}", "symbol-z-order": "\#(order)", "symbol-sort-key": ["get", "k"]}}
        """#,
        of: points([
          (0, 0, #"{"n": "first", "k": 1}"#), (0, -5, #"{"n": "lower", "k": 2}"#),
          (0, 5, #"{"n": "upper", "k": 0}"#),
        ]))
      return (snapshot.scene.layers.last?.marks ?? []).compactMap(\.run?.fragments.first?.text)
    }
    try expect(shown("viewport-y"), equals: ["lower"])
    try expect(shown("auto"), equals: ["upper"])
    try expect(shown("source"), equals: ["upper"])
  }
}
