import CairoCanvas
import Drawing
@testable import MapScene
import TestSupport
import Testing

@testable import MapContent
@testable import MapDecorations

/// A picture of 200 points square; a letter is 8 points wide, a line 19.2 high.
@Suite struct `Texts from top to bottom` {
  private func run(
    _ text: String, _ layout: String, at place: (Double, Double) = (0, 0), options: PictureOptions = .init()
  ) throws -> TextRun? {
    let snapshot = try drawn(
      """
      {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "\(text)", \(layout)}}
      """, of: points([(place.0, place.1, "{}")]), options: options)
    for mark in snapshot.scene.layers.last?.marks ?? [] {
      if case .text(let run) = mark.shape { return run }
    }
    return nil
  }

  private let down = #""text-writing-mode": ["vertical"]"#

  /// Where a letter's middle stands in the picture, and how far it is turned there.
  private func pose(_ letter: TextRun.Fragment, of run: TextRun) -> (place: Point, turn: Double) {
    let middle = letter.origin + Point(x: letter.advance / 2, y: -5.6).rotated(by: letter.rotation)
    return (middle.rotated(by: run.rotation, about: run.pivot), run.rotation + letter.rotation)
  }

  @Test func `have upright ideographs and letters one below the other`() throws {
    let run = try #require(try run("東京ab", down))
    let poses = run.fragments.map { pose($0, of: run) }
    expect(poses.map(\.turn), equals: [0, 0, 0, 0])
    for (index, pose) in poses.enumerated() {
      #expect(abs(pose.place.x - poses[0].place.x) < 1e-9)
      // An em for each, as in MapLibre's shaping of points.
      #expect(abs(pose.place.y - [76.0, 92, 108, 124][index]) < 1e-9)
    }
    // Letters that are joined, or change with their neighbors, lie on their sides.
    let mixed = try #require(try self.run("東\u{0915}", down))
    expect(mixed.fragments.map { pose($0, of: mixed).turn }, equals: [0, 90])
  }

  @Test func `of letters alone run across`() throws {
    let run = try #require(try run("Tokyo", down))
    #expect((run.rotation, run.fragments.count) == (0, 1))
    let both = try #require(try self.run("東京", #""text-writing-mode": ["horizontal", "vertical"]"#))
    #expect((both.rotation, both.fragments.count) == (0, 1))
  }

  @Test func `have their lines from right to left, all beginning at the top`() throws {
    let run = try #require(try run("東京\\n都", down))
    let poses = run.fragments.map { pose($0, of: run).place }
    #expect(abs(poses[0].y - poses[2].y) < 1e-9)
    #expect(abs(poses[0].x - poses[2].x - 19.2) < 1e-9)
    #expect(poses[1].y > poses[0].y)
  }

  @Test func `have the punctuation of columns, but beside letters`() throws {
    expect("「東京」。".withVerticalPunctuation, equals: "﹁東京﹂︒")
    expect("a(b)、東".withVerticalPunctuation, equals: "a(b)︑東")
    let run = try #require(try run("東。", down))
    expect(run.fragments.map(\.text), equals: ["東", "︒"])
  }

  @Test(arguments: [("horizontal", "vertical"), ("vertical", "horizontal")])
  func `are taken where the first direction finds no place`(first: String, second: String)
    throws
  {
    // Four letters across or down; another layer's label takes what the first direction needs.
    func rotation(blocker: (Double, Double)) throws -> Double? {
      let snapshot = try drawn(
        """
        {"id": "s", "type": "symbol", "source": "a", "filter": ["has", "t"],
         "layout": {"text-field": "東京都庁", "text-writing-mode": ["\(first)", "\(second)"]}},
        {"id": "b", "type": "symbol", "source": "a", "filter": ["!", ["has", "t"]], "layout": {"text-field": "x"}}
        """,
        of: points([(0, 0, #"{"t": 1}"#), (blocker.0, blocker.1, "{}")]))
      let runs = snapshot.scene.layers.first { $0.id == "s" }?.marks.compactMap(\.run?.rotation)
      return runs?.first
    }
    // 18 points to the right of the middle, or 26 below it.
    let (right, below) = ((18 * 360 / 512.0, 0.0), (0.0, -18.0))
    try expect(rotation(blocker: right), equals: 90)
    try expect(rotation(blocker: below), equals: 0)
    try expect(rotation(blocker: (90, 0)), equals: first == "horizontal" ? 0 : 90)
  }

  @Test func `turn anchor and offset with them, but not those of variable anchors`() throws {
    func first(_ layout: String) throws -> Point {
      let run = try #require(try run("東京", down + layout))
      return pose(run.fragments[0], of: run).place
    }
    let plain = try first("")
    // What would be to the right is below, what would be below is to the left.
    let left = try first(#", "text-anchor": "left", "text-offset": [0, 1]"#)
    #expect(abs(left.y - (plain.y + 16)) < 1e-9)
    #expect(abs(left.x - (plain.x - 16)) < 1e-9)
    // Below the point, its padding of 2 and all but 7/24 em away.
    let top = try first(#", "text-variable-anchor": ["top"]"#)
    #expect(abs(top.x - plain.x) < 1e-9)
    #expect(abs(top.y - (100 + 8 + 2 - 16 * 7 / 24.0)) < 1e-9)
    let beside = try first(#", "text-variable-anchor": ["left"]"#)
    #expect(abs(beside.y - plain.y) < 1e-9)
    #expect(abs(beside.x - (plain.x + 9.6 + 2)) < 1e-9)
  }

  @Test func `cover what they cover when they are turned`() throws {
    let icon = try drawn(
      """
      {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "東京都庁", \(down),
       "icon-image": "pin", "icon-text-fit": "both", "text-allow-overlap": true, "icon-allow-overlap": true}}
      """, of: points([(0, 0, "{}")]), images: try images())
    let image = try #require(icon.scene.layers.last?.marks.first?.image)
    // The icon is fitted to the text across and turned with it, as is its padding.
    #expect((image.rectangle.width, image.rectangle.height, image.rotation) == (64, 20, 90))
    expect(image.rectangle.center, equals: Point(x: 100, y: 100))
  }

  private func images() throws -> ImageSet {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(20, 10)), named: "pin") }
    return images
  }

  @Test(arguments: [
    // Down and up a steep line ideographs stand on each other; beside a flat one they follow it.
    ("[[0, 60], [0, -60]]", 0.0, true), ("[[0, -60], [0, 60]]", 0, true), ("[[-60, 0], [60, 0]]", 0, false),
  ])
  func `follow steep lines, read downward`(line: String, turn: Double, isSteep: Bool) throws {
    let snapshot = try drawn(
      """
      {"id": "s", "type": "symbol", "source": "a",
       "layout": {"text-field": "東京a", "symbol-placement": "line-center"}}
      """, of: feature("LineString", line))
    guard case .text(let run)? = snapshot.scene.layers.last?.marks.first?.shape else {
      throw SnapshotError.nothingToFit
    }
    expect(
      run.fragments.map { ($0.rotation * 1000).rounded() / 1000 }, equals: [turn, turn, isSteep ? 90 : 0])
    let places = run.fragments.map { pose($0, of: run).place }
    if isSteep {
      #expect(places[0].y < places[1].y)
      #expect(places[1].y < places[2].y)
      #expect(abs(places[0].x - places[1].x) < 0.01)
      // An em for each that stands, though letters are half as wide.
      #expect(abs(places[1].y - places[0].y - 16) < 0.01)
    } else {
      #expect(places[0].x < places[1].x)
    }
  }
}

@Suite struct `Spaced letters` {
  @Test func `are left together where their script joins them`() throws {
    func width(_ text: String) throws -> Double {
      let snapshot = try drawn(
        """
        {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "\(text)", "text-letter-spacing": 1}}
        """, of: points([(0, 0, "{}")]))
      guard case .text(let run)? = snapshot.scene.layers.last?.marks.first?.shape else { return 0 }
      return run.fragments.reduce(0) { $0 + $1.advance }
    }
    try expect(width("abc"), equals: 3 * 24)
    try expect(width("مدن"), equals: 3 * 8)
    // One such letter is enough: spacing between the others alone would look like two words.
    try expect(width("ab م"), equals: 4 * 8)
  }

  @Test func `stand up on their line as their section sets`() throws {
    let snapshot = try drawn(
      """
      {"id": "s", "type": "symbol", "source": "a", "layout": {"text-field":
       ["format", "A", {"font-scale": 3}, "b", {"vertical-align": "top"}, "c", {"vertical-align": "center"}]}}
      """, of: points([(0, 0, "{}")]), shaper: try PangoTextShaper())
    guard case .text(let run)? = snapshot.scene.layers.last?.marks.first?.shape else {
      throw SnapshotError.nothingToFit
    }
    let ys = run.fragments.map(\.origin.y)
    // At the top, a baseline lies as much higher as 32 points of letters reach from where MapLibre begins them.
    let height = 32 * ((1069.0 - 293) / 1000 / 2 + 17.0 / 24)
    #expect(abs(ys[0] - ys[1] - height) < 0.01)
    #expect(abs(ys[0] - ys[2] - (height - 16)) < 0.01)
  }
}
