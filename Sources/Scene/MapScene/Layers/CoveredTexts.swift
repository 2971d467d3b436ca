import Drawing
import MapContent

extension [SceneLayer] {
  /// Leaves out the texts of layers, by their ids, that callouts would cover in part.
  mutating func leaveTextsOut(beneath callouts: [SceneLayer], ofLayers isTaken: (String) -> Bool) {
    let boxes = callouts.flatMap(\.marks).compactMap { mark -> Rectangle? in
      if case .fill(let fill) = mark.shape { fill.path.bounds } else { nil }
    }
    guard !boxes.isEmpty else { return }
    for index in indices where isTaken(self[index].id) {
      self[index].marks.removeAll { mark in
        mark.shape.textBoxes.contains { box in boxes.contains(where: box.intersects) }
      }
    }
  }
}

/// Discs that are drawn one over another, and may cover the numbers of those beneath.
struct TextCovers {
  private let discs: [CircleLayer.Disc]
  private var grid: PointGrid<Int>

  init(_ discs: [CircleLayer.Disc]) {
    self.discs = discs
    grid = PointGrid(side: 2 * (discs.map(\.reach).max() ?? 1))
    for index in discs.indices { grid.add(index, at: discs[index].center) }
  }

  /// True if a disc from some number on lies over a text.
  func cover(_ text: [Shape], from first: Int) -> Bool {
    text.flatMap(\.textBoxes).contains { box in
      grid.items(near: box.center).contains { $0 >= first && discs[$0].area.meets(box) }
    }
  }
}

extension Shape {
  /// The boxes around the pieces of a text that is not turned.
  var textBoxes: [Rectangle] {
    guard case .text(let run) = self else { return [] }
    return run.fragments.map { fragment in
      let size = fragment.font.size
      return Rectangle(
        x: fragment.origin.x, y: fragment.origin.y - 0.8 * size, width: fragment.advance, height: size)
    }
  }
}
