import Drawing
import MapContent
import MapGeometry
import MapStyle

/// Finds places for labels, layer by layer, so that none lies over another that does not allow it.
struct LabelPlacement {
  private var taken: CollisionIndex
  private var cooperative: CollisionIndex
  private let picture: Rectangle
  /// The bubbles that texts keep off: one that is moved off its own, others off all where they can.
  var bubbles: BubbleObstacles
  /// The view whose sheet's edge no text may cross; `nil` for texts that may.
  var edged: ViewFrame?
  /// Labels whose names are noted, those that keep off the same names, and others.
  enum Names { case data, base, others }
  var names = Names.others
  /// The points of the data's names; looked up, never iterated.
  private var known: [String: [Point]] = [:]
  /// The data's names in the order in which they found a placement.
  private var named: [(words: String, point: Point)] = []
  /// The distance within which a name stands once, in points.
  private static let sameName = 20.0
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
  /// worse than none. A count in a bubble never moves.
  ///
  /// - Parameters:
  ///   - labels: in draw order.
  ///   - ruler: what measured those that have no places yet.
  ///   - complete: finds the letters of a label that has no places yet; `nil` where it has none to draw.
  /// - Returns: `nil` where more find a placement than may. Where that is certain, no letters are found.
  mutating func choose(
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
      if repeatsName(label) {
        result.empty.insert(index)
        continue
      }
      switch outcome(label) {
      case .placed(let placement):
        if names == .data {
          known[label.words, default: []].append(label.point)
          named.append((label.words, label.point))
        }
        if placement.text != nil { result.textCount += 1 }
        guard result.textCount <= most else { return nil }
        result.labels.append(
          PlacedLabel(index: index, icon: placement.icon?.shapes ?? [], text: placement.text?.shapes ?? []))
      case .cut: result.cut.insert(index)
      case .met: break
      }
    }
    result.labels.sort { $0.index < $1.index }
    return result
  }

  /// True if the data has the name of a label nearby; of one of the base map in another language, too.
  private func repeatsName(_ label: Label) -> Bool {
    func isNear(_ point: Point) -> Bool { (point - label.point).length <= LabelPlacement.sameName }
    return switch names {
    case .data: known[label.words]?.contains(where: isNear) == true
    case .base: named.contains { isNear($0.point) && $0.words.resembles(label.words) }
    case .others: false
    }
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

  private mutating func outcome(_ label: Label) -> Outcome {
    var (clear, free, overlapping): (Label.Place?, Label.Place?, Label.Place?)
    var isInside = false
    // A text that may lie over others still takes a free placement where it has several.
    let wanted = label.places.count > 1 ? Overlap.never : label.text.overlap
    for placement in label.places {
      guard let placement = inside(placement, of: label), let text = placement.text,
        edged?.isOnSheet(text.extent.expanded(by: 2)) ?? (edged == nil)
      else { continue }
      isInside = true
      if isFree(text, wanted) {
        if !bubbles.areAvoided || !bubbles.meet(text.extent, of: label) {
          clear = placement
          break
        }
        free = free ?? placement
      } else if overlapping == nil, isFree(text, label.text.overlap) {
        overlapping = placement
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

  /// A placement with its text moved into the picture; `nil` where it does not fit.
  private mutating func inside(_ placement: Label.Place, of label: Label) -> Label.Place? {
    guard let text = placement.text, isDrawable(text.extent) else { return nil }
    if cutsAtEdge { return picture.intersects(text.extent) ? placement : nil }
    let mayOverlap = label.text.overlap == .always
    // What is fitted to the text belongs to it. Where labels need no room of their own, padding may be cut.
    var box = mayOverlap ? text.extent : text.box
    if label.isFitted, let icon = placement.icon { box = box.union(mayOverlap ? icon.extent : icon.box) }
    if picture.contains(box) || isHeld(text, placement, label) { return placement }
    // Letters cannot leave their line.
    guard text.discs.isEmpty else { return nil }
    // Half a number is another number.
    if let bubble = label.bubble, bubble.holds(text.extent) {
      return picture.contains(text.extent) ? placement : nil
    }
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
    guard let icon = placement.icon else { return Label.Place(text: moved) }
    if label.isFitted { return Label.Place(text: moved, icon: icon.offset(by: shift)) }
    // Not onto its own icon.
    return moved.box.intersects(icon.box) && !box.intersects(icon.box)
      ? nil : Label.Place(text: moved, icon: icon)
  }

  /// True if a text stands inside its icon, and goes where that goes.
  private func isHeld(_ text: Label.Part, _ placement: Label.Place, _ label: Label) -> Bool {
    guard !label.isFitted, let icon = placement.icon else { return false }
    return icon.extent.expanded(by: 2).contains(text.extent)
  }
}

extension String {
  /// True if half of the letters of the longer text stand in both, in one order: as of München and Munich.
  fileprivate func resembles(_ other: String) -> Bool {
    let others = other.difference(from: self).count
    return count + other.count - others >= Swift.max(1, count, other.count)
  }
}

extension CollisionIndex.Disc {
  /// True if a text stands inside, but for little.
  fileprivate func holds(_ text: Rectangle) -> Bool {
    let way = text.center - center
    return abs(way.x) + text.width / 2 <= radius * 1.25 && abs(way.y) + text.height / 2 <= radius * 1.25
  }
}

/// The bubbles of markers, which texts keep off where they can.
struct BubbleObstacles {
  /// A disc and its markers, of which there may be any number in one placement.
  private struct Obstacle {
    let first: ItemKey
    var others: Set<ItemKey> = []
  }

  /// True if texts prefer places off the bubbles of other markers.
  let areAvoided: Bool
  private let area: Rectangle
  private let find: () -> [CircleLayer.Disc]
  private var found: (obstacles: [Obstacle], index: CollisionIndex)?
  /// By ascending item.
  private var ordered: [CircleLayer.Disc]?

  /// Bubbles over an area, found when a label first asks for them.
  init(areAvoided: Bool = false, area: Rectangle, _ find: @escaping () -> [CircleLayer.Disc] = { [] }) {
    (self.areAvoided, self.area, self.find) = (areAvoided, area, find)
  }

  /// True if what a label covers lies over the bubble of another marker.
  ///
  /// - Complexity: O(different discs nearby).
  mutating func meet(_ box: Rectangle, of label: Label) -> Bool {
    let (obstacles, index) = obstacles()
    let owner = label.key
    return index.isTaken(box) { number in
      let obstacle = obstacles[number]
      return obstacle.first != owner && !obstacle.others.contains(owner) || !obstacle.others.isEmpty
    }
  }

  /// True if what a label covers lies over the bubble of its own marker.
  ///
  /// - Complexity: O(log *bubbles*).
  mutating func meetOwn(_ box: Rectangle, of label: Label) -> Bool {
    let bubbles = ordered ?? find().sorted { $0.item < $1.item }
    ordered = bubbles
    let first = bubbles.partitioningIndex { $0.item >= label.item }
    return bubbles[first...].prefix { $0.item == label.item }
      .contains { $0.anchor == label.point && $0.area.meets(box) }
  }

  private mutating func obstacles() -> (obstacles: [Obstacle], index: CollisionIndex) {
    if let found { return found }
    var index = CollisionIndex(area: area)
    var obstacles = OrderedValues<CollisionIndex.Disc, Obstacle>()
    for bubble in find() {
      let owner = bubble.key
      obstacles.add(Obstacle(first: owner), for: bubble.area) {
        if $0.first != owner { $0.others.insert(owner) }
      }
    }
    for area in obstacles.keys { index.take(area) }
    found = (obstacles.values, index)
    return (obstacles.values, index)
  }
}
