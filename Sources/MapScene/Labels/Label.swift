import Drawing
import MapContent
import MapSettings
import MapStyle

/// A symbol that wants a place in the picture: text, an icon or both, in the places it would take, best first.
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

  // There may be a million of them, of which few find a place: 104 bytes each.

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
  @Boxed var standing: Standing?
  /// The size that its text has at least, where its letters are still to be found; only where the text stands in the picture
  /// as it is in each of its places, whatever its letters.
  var least: Size?
  /// True if its letters were found and forgotten.
  private(set) var isForgotten = false
  /// True if its text is repeated along a line, and missed nowhere in particular.
  var isRepeated = false

  var key: ItemKey { ItemKey(item: item, place: point) }

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
    label.places = places.map { place in
      Place(text: place.text?.offset(by: vector), icon: place.icon?.offset(by: vector))
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

/// Finds places for labels, layer by layer, so that none lies over another that does not allow it.
struct LabelPlacement {
  private var taken: CollisionIndex
  private var cooperative: CollisionIndex
  private let picture: Rectangle
  /// The bubbles that texts keep off: one that is moved off its own, others off all where they can.
  var bubbles: BubbleObstacles
  /// The view whose sheet's edge no text may cross; `nil` for texts that may.
  var edged: ViewFrame?
  /// True if labels stay where they are at the picture's edge, which cuts them.
  private let cutsAtEdge: Bool

  init(frame: ViewFrame, cutsAtEdge: Bool = false) {
    self.cutsAtEdge = cutsAtEdge
    taken = CollisionIndex(area: frame.clip, isCounted: false)
    cooperative = CollisionIndex(area: frame.clip, isCounted: false)
    picture = frame.picture
    bubbles = BubbleObstacles(area: frame.clip)
  }

  mutating func reserve(_ box: Rectangle) { taken.take(box) }

  mutating func reserve(_ disc: CollisionIndex.Disc) { taken.take(disc) }

  /// Places the labels of one layer; the layer above must have been placed before.
  ///
  /// A text that would be cut by the picture's edge is moved inside where that takes little, else dropped: half a word is
  /// worse than none. A count in a bubble that is cut itself stays in what is seen of its bubble.
  ///
  /// - Parameters:
  ///   - labels: in draw order.
  ///   - ruler: what measured those that have no places yet.
  ///   - complete: finds the letters of a label that has no places yet; `nil` where it has none to draw.
  /// - Returns: `nil` where more find a place than may. Where that is certain, no letters are found.
  mutating func place(
    _ labels: [Label], measuredBy ruler: TextRuler? = nil, atMost most: Int = .max,
    complete: (Label) throws(SnapshotError) -> Label?
  ) throws(SnapshotError) -> Placed? {
    var result = Placed()
    if labels.count > most, max(picture.width, picture.height) <= LabelPlacement.largest {
      let certain = labels.count {
        $0.places.isEmpty && $0.least != nil && $0.text.overlap == .always
      }
      guard certain <= most else { return nil }
    }
    let order = labels.indices.sorted { (labels[$0].sortKey, $0) < (labels[$1].sortKey, $1) }
    for index in order {
      var label = labels[index]
      if label.places.isEmpty {
        if let least = label.least, !label.isBound,
          ruler?.rooms(of: least).contains(where: {
            isFree($0.offset(by: label.point), label.text.overlap)
          }) == false
        {
          continue
        }
        guard let whole = try complete(label) else {
          result.empty.insert(index)
          continue
        }
        label = label.completed(with: whole)
      }
      switch place(label) {
      case .placed(let place):
        if place.text != nil { result.textCount += 1 }
        guard result.textCount <= most else { return nil }
        result.labels.append(
          PlacedLabel(index: index, icon: place.icon?.shapes ?? [], text: place.text?.shapes ?? []))
      case .cut: result.cut.insert(index)
      case .met: break
      }
    }
    result.labels.sort { $0.index < $1.index }
    return result
  }

  struct Placed {
    /// Those drawn, in the order of the labels.
    var labels: [PlacedLabel] = []
    /// The number of those with a text.
    var textCount = 0
    /// Those that the picture's edge would cut.
    var cut: Set<Int> = []
    /// Those that have nothing to draw.
    var empty: Set<Int> = []
  }

  private enum Outcome {
    case placed(Label.Place)
    /// The picture's edge would cut it.
    case cut
    /// Others are in its way.
    case met
  }

  private mutating func place(_ label: Label) -> Outcome {
    var (clear, free, overlapping): (Label.Place?, Label.Place?, Label.Place?)
    var isInside = false
    // A text that may lie over others still takes a free place where it has several.
    let wanted = label.places.count > 1 ? Overlap.never : label.text.overlap
    for place in label.places {
      guard let place = inside(place, of: label), let text = place.text,
        edged?.isOnSheet(text.extent.expanded(by: 2)) ?? (edged == nil)
      else { continue }
      isInside = true
      if isFree(text, wanted) {
        if !bubbles.areAvoided || !bubbles.meet(text.extent, of: label) {
          clear = place
          break
        }
        free = free ?? place
      } else if overlapping == nil, isFree(text, label.text.overlap) {
        overlapping = place
      }
    }
    var chosen = clear ?? free ?? overlapping
    let isBound = label.isBound && label.places[0].text.map { isDrawable($0.extent) } ?? true
    if isBound && chosen == nil {
      chosen = inside(label.places[0], of: label) ?? (label.bubble == nil ? label.places[0] : nil)
    }
    let hasText = label.places[0].text != nil
    let icon = chosen?.icon ?? label.places[0].icon
    var drawsText = chosen?.text != nil
    var drawsIcon = icon.map { isBound || isFree($0, label.icon.overlap) } ?? false
    // A part is missed unless it may be missing.
    if icon != nil, !label.icon.isOptional, !drawsIcon { drawsText = false }
    if hasText, !label.text.isOptional, !drawsText { drawsIcon = false }
    guard drawsText || drawsIcon else { return hasText && !isInside ? .cut : .met }
    let result = Label.Place(text: drawsText ? chosen?.text : nil, icon: drawsIcon ? icon : nil)
    take(result.text, label.text)
    take(result.icon, label.icon)
    return .placed(result)
  }

  /// True if it is no larger than canvases take, wherever it lies.
  private func isDrawable(_ extent: Rectangle) -> Bool {
    max(extent.width, extent.height) <= LabelPlacement.largest
  }

  /// In points.
  private static let largest = 9999.0

  private func isFree(_ part: Label.Part, _ overlap: Overlap) -> Bool {
    guard !part.discs.isEmpty else { return isFree(part.box, overlap) }
    if overlap == .always { return true }
    return !part.discs.contains { disc in
      taken.isTaken(disc) || overlap == .never && cooperative.isTaken(disc)
    }
  }

  private func isFree(_ box: Rectangle, _ overlap: Overlap) -> Bool {
    switch overlap {
    case .always: true
    case .never: !taken.isTaken(box) && !cooperative.isTaken(box)
    case .cooperative: !taken.isTaken(box)
    }
  }

  private mutating func take(_ part: Label.Part?, _ rules: Label.Rules) {
    guard let part, !rules.ignoresPlacement else { return }
    switch (rules.overlap == .cooperative, part.discs.isEmpty) {
    case (true, true): cooperative.take(part.box)
    case (false, true): taken.take(part.box)
    case (true, false): for disc in part.discs { cooperative.take(disc) }
    case (false, false): for disc in part.discs { taken.take(disc) }
    }
  }

  /// A place with its text moved into the picture; `nil` where it does not fit.
  private mutating func inside(_ place: Label.Place, of label: Label) -> Label.Place? {
    guard let text = place.text, isDrawable(text.extent) else { return nil }
    if cutsAtEdge { return picture.intersects(text.extent) ? place : nil }
    let mayOverlap = label.text.overlap == .always
    // What is fitted to the text belongs to it. Where labels need no room of their own, padding may be cut.
    var box = mayOverlap ? text.extent : text.box
    if label.isFitted, let icon = place.icon { box = box.union(mayOverlap ? icon.extent : icon.box) }
    if picture.contains(box) || isHeld(text, place, label) { return place }
    // Letters cannot leave their line.
    guard text.discs.isEmpty else { return nil }
    if let bubble = label.bubble, bubble.holds(text.extent) { return inside(place, text, of: bubble) }
    guard box.width <= picture.width, box.height <= picture.height else { return nil }
    let shift = Point(
      x: max(picture.minX - box.minX, 0) + min(picture.maxX - box.maxX, 0),
      y: max(picture.minY - box.minY, 0) + min(picture.maxY - box.maxY, 0))
    let share = mayOverlap && picture.contains(label.point) ? 1 : 0.5
    guard abs(shift.x) <= box.width * share, abs(shift.y) <= box.height * share else { return nil }
    let moved = text.offset(by: shift)
    // Nor onto its own bubble.
    if bubbles.meetOwn(moved.extent, of: label), !bubbles.meetOwn(text.extent, of: label) {
      return nil
    }
    guard let icon = place.icon else { return Label.Place(text: moved) }
    if label.isFitted { return Label.Place(text: moved, icon: icon.offset(by: shift)) }
    // Not onto its own icon.
    return moved.box.intersects(icon.box) && !box.intersects(icon.box)
      ? nil : Label.Place(text: moved, icon: icon)
  }

  /// A text in a disc that the picture's edge cuts: whole in what is left of the disc, or nowhere. Half a number is
  /// another number.
  private func inside(
    _ place: Label.Place, _ text: Label.Part, of bubble: CollisionIndex.Disc
  ) -> Label.Place? {
    let extent = text.extent
    let moved = text.offset(
      by: Point(
        x: max(picture.minX - extent.minX, 0) + min(picture.maxX - extent.maxX, 0),
        y: max(picture.minY - extent.minY, 0) + min(picture.maxY - extent.maxY, 0)))
    // A number below the middle stands beneath a sign.
    let meetsSign = extent.minY >= bubble.center.y && moved.extent.minY < bubble.center.y
    let isWhole = picture.contains(extent) || bubble.contains(moved.extent) && !meetsSign
    return isWhole ? Label.Place(text: moved, icon: place.icon) : nil
  }

  /// True if a text stands inside its icon, and goes where that goes.
  private func isHeld(_ text: Label.Part, _ place: Label.Place, _ label: Label) -> Bool {
    guard !label.isFitted, let icon = place.icon else { return false }
    return icon.extent.expanded(by: 2).contains(text.extent)
  }
}

extension CollisionIndex.Disc {
  /// True if a text stands inside, but for little.
  fileprivate func holds(_ text: Rectangle) -> Bool {
    let way = text.center - center
    return abs(way.x) + text.width / 2 <= radius * 1.25 && abs(way.y) + text.height / 2 <= radius * 1.25
  }

  /// True if a text stands wholly inside, its corners too.
  fileprivate func contains(_ text: Rectangle) -> Bool {
    let way = text.center - center
    let corner = Point(x: abs(way.x) + text.width / 2, y: abs(way.y) + text.height / 2)
    return corner.x * corner.x + corner.y * corner.y <= radius * radius
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
