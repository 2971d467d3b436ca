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

  private struct Cell: Hashable {
    let x: Int
    let y: Int
  }

  private struct Obstacle {
    let box: Rectangle
    let slider: Slider?
  }

  /// Points of distance at which a text is seen as a whole.
  private static let gap = 4.0
  /// The share of the way before its rest in which a text becomes what it is there.
  private static let rest = 0.02
  /// The side in points of the squares that obstacles are found by.
  private static let side = 64.0

  private var cells: [Cell: [Obstacle]] = [:]  // looked up, never iterated

  /// Fades texts that slide over others.
  static func apply(to layers: inout [Layer]) {
    guard layers.contains(where: { $0.sliders.contains { $0 != nil } }) else { return }
    var yielding = TextYielding()
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
      let reach = circle.radius + max(0, circle.strokeWidth)
      return Rectangle(
        x: circle.center.x - reach, y: circle.center.y - reach, width: 2 * reach, height: 2 * reach)
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

  private static func cells(_ box: Rectangle) -> [Cell] {
    func range(_ from: Double, _ length: Double) -> ClosedRange<Int>? {
      // What is farther away than any picture reaches meets nothing.
      guard from.isFinite, length.isFinite, abs(from) < 1e6, length < 1e5 else { return nil }
      let first = Int(((from - gap) / side).rounded(.down))
      return first...max(first, Int(((from + length + gap) / side).rounded(.down)))
    }
    guard let columns = range(box.x, box.width), let rows = range(box.y, box.height) else { return [] }
    return rows.flatMap { y in columns.map { Cell(x: $0, y: y) } }
  }

  private mutating func add(_ obstacle: Obstacle) {
    for cell in TextYielding.cells(obstacle.box) { cells[cell, default: []].append(obstacle) }
  }

  private func presence(of box: Rectangle, _ slider: Slider) -> Double {
    var presence = 1.0
    for cell in TextYielding.cells(box) {
      for other in cells[cell] ?? [] where other.slider != slider {
        let across = max(other.box.x - box.x - box.width, box.x - other.box.x - other.box.width)
        let down = max(other.box.y - box.y - box.height, box.y - other.box.y - other.box.height)
        presence = min(presence, max(0, max(across, down) / TextYielding.gap))
      }
    }
    return presence
  }
}
