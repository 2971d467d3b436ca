import Drawing
import MapStyle

/// A text that wants a place in the picture: the places it would take, in order of preference.
struct Label {
  /// The text in one of its places, and what it covers there.
  struct Place {
    var run: TextRun
    /// What the letters cover, grown by the padding, in points.
    var box: Rectangle
  }

  /// The number of the item it belongs to.
  let item: Int
  /// The item's place in the picture.
  let point: Point
  /// The places it would take, best first; never none.
  var places: [Place]
  /// What it stands for.
  var subject: Subject?
  /// Whether it may lie over others.
  var overlap: Overlap
  /// Whether others may lie over it.
  var ignoresPlacement: Bool
  /// Who is placed first: lower first, then input order.
  var sortKey: Double

  /// The label moved, its item staying where it is.
  func offset(by vector: Point) -> Label {
    var label = self
    label.places = places.map { Place(run: $0.run.offset(by: vector), box: $0.box.offset(by: vector)) }
    return label
  }
}

/// Finds places for labels, layer by layer, so that none lies over another that does not allow it.
struct LabelPlacement {
  private var taken: CollisionIndex
  private var cooperative: CollisionIndex
  private let picture: Rectangle

  /// An empty picture.
  init(frame: ViewFrame) {
    taken = CollisionIndex(area: frame.clip)
    cooperative = CollisionIndex(area: frame.clip)
    picture = frame.picture
  }

  /// Keeps labels that may not overlap out of an area.
  mutating func reserve(_ box: Rectangle) {
    taken.take(box)
  }

  /// Places the labels of one layer; the layer above must have been placed before.
  ///
  /// A label that may not overlap and would be cut by the picture's edge is moved inside where that takes less than half
  /// of its size, else dropped: half a word is worse than none.
  ///
  /// - Returns: the runs drawn, in the order of the labels, with their indices.
  mutating func place(_ labels: [Label]) -> [(index: Int, run: TextRun)] {
    var placed: [(index: Int, run: TextRun)] = []
    let order = labels.indices.sorted { (labels[$0].sortKey, $0) < (labels[$1].sortKey, $1) }
    for index in order {
      guard let run = place(labels[index]) else { continue }
      placed.append((index, run))
    }
    return placed.sorted { $0.index < $1.index }
  }

  private mutating func place(_ label: Label) -> TextRun? {
    for place in label.places {
      var place = place
      if label.overlap != .always {
        guard let inside = movedInside(place) else { continue }
        place = inside
      }
      let isFree =
        switch label.overlap {
        case .always: true
        case .never: !taken.isTaken(place.box) && !cooperative.isTaken(place.box)
        case .cooperative: !taken.isTaken(place.box)
        }
      guard isFree else { continue }
      if !label.ignoresPlacement {
        if label.overlap == .cooperative {
          cooperative.take(place.box)
        } else {
          taken.take(place.box)
        }
      }
      return place.run
    }
    return nil
  }

  private func movedInside(_ place: Label.Place) -> Label.Place? {
    if picture.contains(place.box) { return place }
    let box = place.box
    guard box.width <= picture.width, box.height <= picture.height else { return nil }
    let shift = Point(
      x: max(picture.minX - box.minX, 0) + min(picture.maxX - box.maxX, 0),
      y: max(picture.minY - box.minY, 0) + min(picture.maxY - box.maxY, 0))
    guard abs(shift.x) <= box.width / 2, abs(shift.y) <= box.height / 2 else { return nil }
    return Label.Place(run: place.run.offset(by: shift), box: box.offset(by: shift))
  }
}

extension TextRun {
  /// The run moved.
  func offset(by vector: Point) -> TextRun {
    var run = self
    run.pivot = pivot + vector
    for index in run.fragments.indices { run.fragments[index].origin = run.fragments[index].origin + vector }
    return run
  }
}
