import Drawing
import MapContent
import MapSettings
import MapStyle

/// A symbol that wants a point in the picture: text, an icon or both, in the places it would take, best first.
struct Label {
  /// The text or the icon in one of its places, and what it covers there.
  struct Part {
    var shapes: [Shape]
    /// The rectangle that it covers, in points.
    var extent: Rectangle
    /// The part grown by the padding.
    var box: Rectangle
    /// The discs that it covers along a line, padding and all, where the box would cover too much.
    var discs: [CollisionIndex.Disc] = []

    func offset(by vector: Point) -> Part {
      Part(
        shapes: shapes.map { $0.offset(by: vector) }, extent: extent.offset(by: vector),
        box: box.offset(by: vector),
        discs: discs.map { CollisionIndex.Disc(center: $0.center + vector, radius: $0.radius) })
    }
  }

  struct Place {
    var text: Part?
    var icon: Part?
  }

  struct Rules {
    var overlap: Overlap
    var ignoresPlacement: Bool
    /// True if the other part may stay without it.
    var isOptional: Bool
  }

  // There may be a million of them, of which few find a point: 104 bytes each.

  let item: Int
  /// The index of its item among those of its layer.
  let entry: Int
  var point: Point
  /// The places it would take, best first; never none but before its letters are found.
  var places: [Place]
  var text: Rules
  var icon: Rules
  /// True if the icon is made to measure for the text, and goes where it goes.
  var isFitted: Bool
  /// True if it is drawn with its disc, whatever else lies there.
  var isBound = false
  /// Who is placed first: lower first, then input order.
  var sortKey: Double
  @Indirect var standing: Standing?
  /// The size that its text has at least, where its letters are still to be found; only where the text stands in the picture
  /// as it is in each of its places, whatever its letters.
  var least: Size?
  /// True if its letters were found and forgotten.
  private(set) var isForgotten = false
  /// True if its text is repeated along a line, and missed nowhere in particular.
  var isRepeated = false

  var key: ItemKey { ItemKey(item: item, point: point) }

  /// The disc drawn for the same marker, where it lies at the picture's edge: what stands inside stays inside.
  var bubble: CollisionIndex.Disc? {
    get { standing?.bubble }
    set {
      if newValue != nil || standing != nil { standing = Standing(bubble: newValue, shift: shift) }
    }
  }

  var shift: Point { standing?.shift ?? .zero }

  /// The values that few labels have.
  struct Standing: Hashable {
    let bubble: CollisionIndex.Disc?
    let shift: Point
  }

  /// The words of its text in lower case, without a sign before them; empty where its letters are still to be found.
  var words: String {
    let texts = (places.first?.text?.shapes ?? []).compactMap { shape -> String? in
      guard case .text(let run) = shape else { return nil }
      return run.fragments.map(\.text).joined(separator: " ")
    }
    return texts.joined(separator: " ").split(whereSeparator: \.isWhitespace).filter { $0 != "•" }
      .joined(separator: " ").lowercased()
  }

  /// Forgets its places, which are to be found once more.
  mutating func forgetLetters() {
    places = []
    isForgotten = true
  }

  func completed(with whole: Label) -> Label {
    var label = shift == .zero ? whole : whole.offset(by: shift)
    (label.bubble, label.isBound) = (bubble, isBound)
    return label
  }

  /// The label moved, its item staying where it is.
  func offset(by vector: Point) -> Label {
    var label = self
    label.standing = Standing(bubble: bubble, shift: shift + vector)
    // Where it may be moved again, to stay in the picture, nothing is certain.
    label.least = nil
    label.places = places.map { placement in
      Place(text: placement.text?.offset(by: vector), icon: placement.icon?.offset(by: vector))
    }
    return label
  }
}

/// The parts of a symbol that found a position.
struct PlacedLabel {
  /// The number of the label among those of its layer.
  let index: Int
  /// The shapes of its icon, beneath the texts of its layer.
  let icon: [Shape]
  let text: [Shape]
}

/// An item of a source at one point of the picture: a marker, whichever layers draw it.
struct ItemKey: Hashable {
  let item: Int
  let point: Point

  // Worlds that are seen twice show an item twice, side by side.
  func hash(into hasher: inout Hasher) {
    hasher.combine(item)
    hasher.combine(point.x)
  }
}

extension Shape {
  /// The shape moved; only what labels are made of.
  fileprivate func offset(by vector: Point) -> Shape {
    switch self {
    case .text(let run): return .text(run.offset(by: vector))
    case .image(var image):
      image.rectangle = image.rectangle.offset(by: vector)
      return .image(image)
    case .fill, .stroke, .circle, .circles: return self
    }
  }
}
