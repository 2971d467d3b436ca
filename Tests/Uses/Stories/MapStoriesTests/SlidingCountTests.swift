import Drawing
import MapContent
import MapDecorations
import MapSettings
import MapStories
import TestSupport
import Testing

/// Counts of pins that slide out of another pin and into it.
@Suite struct `Counts of pins that slide` {
  /// Four places within one block at zoom 1, each a block of its own at zoom 4.
  private static let story: String = {
    let places = [("a", 0, 0, 5), ("b", 6, 0, 4), ("c", 0, 5, 3), ("d", 5, -5, 2)]
    let points = places.flatMap { name, x, y, count in
      (1...count).map { #"{"id": "\#(name)\#($0)", "at": [\#(x), \#(y)]}"# }
    }
    return """
      {"sources": {"points": [\(points.joined(separator: ","))]}, "size": [400, 300], "center": [0, 0], "zoom": 1,
       "steps": [{"add": true}, {"snapshot": "one"}, {"zoom": 4}, {"snapshot": "four"}, {"zoom": 1},
        {"snapshot": "again"}]}
      """
  }()

  private func counts(_ scene: Scene) -> [(text: String, box: Rectangle, alpha: Double)] {
    scene.layers.flatMap(\.marks).compactMap { mark in
      guard case .text(let run) = mark.shape, let piece = run.fragments.first else { return nil }
      // Letters are 0.6 em wide and 0.7 em high, as the shaper of these tests has them.
      let em = piece.font.size
      let width = Double(piece.text.count) * 0.6 * em
      return (
        piece.text,
        Rectangle(x: piece.origin.x, y: piece.origin.y - 0.7 * em, width: width, height: 0.7 * em),
        run.opacity
      )
    }
  }

  @Test(arguments: [0, 1]) func `never lie over each other, and are all seen once apart`(step: Int)
    async throws
  {
    var options = ClusterOptions()
    options.preset = .pins
    let (result, snapshotter) = try await play(Self.story, clustering: options)
    expect(result.snapshots.map { $0.live[0].map(\.count).sorted() }, equals: [[14], [2, 3, 4, 5], [14]])
    let transition = try Transition(
      from: result.snapshots[step], to: result.snapshots[step + 1], of: snapshotter,
      animator: AnimatorName.move.animator(), options: PictureOptions(), shaper: BoxShaper())
    var most = 0
    for time in stride(from: 0, to: 1, by: 0.02) {
      let found = counts(transition.scene(at: time)).filter { $0.alpha > 0 }
      most = max(most, found.count { $0.alpha == 1 })
      let own = found.filter { $0.alpha == 1 && ["5", "14"].contains($0.text) }
      expect(own.count, equals: 1, "the pin that stays has one count at \(time)")
      for (index, one) in found.enumerated() {
        for other in found[(index + 1)...] {
          let apart =
            one.box.x + one.box.width <= other.box.x || other.box.x + other.box.width <= one.box.x
            || one.box.y + one.box.height <= other.box.y || other.box.y + other.box.height <= one.box.y
          #expect(apart, "\(one) and \(other) at \(time)")
        }
      }
    }
    expect(most, equals: 4)
  }
}
