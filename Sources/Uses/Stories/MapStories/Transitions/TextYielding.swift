import Drawing
import MapContent

/// Keeps texts of markers that slide off the texts of others: two numbers over each other are none.
///
/// A text that slides is not seen where it lies over a marker that does not, its disc or its text, or over the text of one that
/// slides and comes earlier in the picture; from there to a gap of four points it comes into sight. Where it comes to rest it
/// is drawn as the picture of that moment has it.
struct TextYielding {
  /// A marker of one of the two pictures that slides.
  struct Slider: Hashable {
    let marker: DrawnMarker
    let isOld: Bool
    /// The share of the way that it is from where it rests, above 0.
    let travel: Double
  }

  /// A layer and, for each of its marks, what slides it, if anything does.
  struct Layer {
    var layer: SceneLayer
    var sliders: [Slider?]
  }

  private struct Obstacle {
    let box: Rectangle
    let slider: Slider?
  }

  /// Points of distance at which a text is seen as a whole.
  private static let gap = 4.0
  /// The share of the way before its rest in which a text becomes what it is there.
  private static let rest = 0.02

  private var obstacles: [Obstacle] = []
  private var index: CollisionIndex

  /// Fades texts that slide over others in a picture of a size.
  static func apply(to layers: inout [Layer], in size: Size) {
    guard layers.contains(where: { $0.sliders.contains { $0 != nil } }) else { return }
    var yielding = TextYielding(index: CollisionIndex(area: Rectangle(size)))
    for layer in layers {
      for (mark, slider) in zip(layer.layer.marks, layer.sliders) where slider == nil {
        if let box = box(of: mark.shape) { yielding.add(Obstacle(box: box, slider: nil)) }
      }
    }
    for number in layers.indices {
      for (index, slider) in layers[number].sliders.enumerated() {
        guard let slider, case .text(var run) = layers[number].layer.marks[index].shape,
          let box = box(of: run)
        else { continue }
        run.opacity *= max(yielding.presence(of: box, slider), 1 - slider.travel / rest)
        layers[number].layer.marks[index].shape = .text(run)
        if run.opacity > 0 { yielding.add(Obstacle(box: box, slider: slider)) }
      }
      layers[number].layer.marks.removeAll { mark in
        if case .text(let run) = mark.shape { run.opacity <= 0 } else { false }
      }
    }
  }

  /// The box of a mark of a marker that stays; `nil` for areas and lines.
  private static func box(of shape: Shape) -> Rectangle? {
    switch shape {
    case .text(let run): return run.opacity > 0 ? box(of: run) : nil
    case .circle(let circle):
      return Rectangle(around: circle.center, reach: circle.radius + max(0, circle.strokeWidth))
    case .image(let image): return image.rectangle
    case .fill, .stroke, .circles: return nil
    }
  }

  /// The box of a text; `nil` where it has no letters.
  private static func box(of run: TextRun) -> Rectangle? {
    var box: Rectangle?
    for fragment in run.fragments where !fragment.text.isEmpty {
      let size = fragment.font.size
      let letters = Rectangle(
        x: fragment.origin.x, y: fragment.origin.y - 0.75 * size, width: fragment.advance, height: 0.8 * size
      ).boundsOfRotation(by: fragment.rotation, about: fragment.origin)
      box = box?.union(letters) ?? letters
    }
    return box?.boundsOfRotation(by: run.rotation, about: run.pivot)
  }

  /// False for what is farther away than any picture reaches, and meets nothing.
  private static func isNear(_ box: Rectangle) -> Bool {
    abs(box.x) < 1e6 && abs(box.y) < 1e6 && (0..<1e5).contains(box.width) && (0..<1e5).contains(box.height)
  }

  private mutating func add(_ obstacle: Obstacle) {
    guard TextYielding.isNear(obstacle.box) else { return }
    obstacles.append(obstacle)
    index.take(obstacle.box)
  }

  private func presence(of box: Rectangle, _ slider: Slider) -> Double {
    guard TextYielding.isNear(box) else { return 1 }
    var presence = 1.0
    _ = index.isTaken(box.expanded(by: TextYielding.gap)) { number in
      let other = obstacles[number]
      guard other.slider != slider else { return false }
      let across = max(other.box.x - box.x - box.width, box.x - other.box.x - other.box.width)
      let down = max(other.box.y - box.y - box.height, box.y - other.box.y - other.box.height)
      presence = min(presence, max(0, max(across, down) / TextYielding.gap))
      return false
    }
    return presence
  }
}
