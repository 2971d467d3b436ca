package import Drawing
import JSONDocument
import MapClusters
package import MapContent
import MapStyle

extension MarkOwnership {
  /// The rings about selected markers and the bubbles that describe markers, from the bottom up; none where nothing is selected or
  /// described.
  ///
  /// - Parameters:
  ///   - background: the color that lies beneath everything, where it is one.
  ///   - boxes: where no callout may stand.
  package mutating func callouts(
    of groups: [MarkerGroup], _ options: PictureOptions, over background: Color?, around boxes: [Rectangle],
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [SceneLayer] {
    var placing = CalloutPlacing(groups: groups, options: options, ownership: self, drawing: drawing)
    defer { (self, drawing) = (placing.ownership, placing.drawing) }
    return try placing.layers(over: background, around: boxes)
  }
}

/// Chooses which markers have a callout, and draws those that find a place.
private struct CalloutPlacing {
  let groups: [MarkerGroup]
  let options: PictureOptions
  var ownership: MarkOwnership
  var drawing: LayerDrawing

  /// Numbers alone: there may be a million.
  private struct Candidate {
    /// Its number among the markers drawn.
    let drawn: Int
    let group: Int
    /// Its number among the group's markers.
    let number: Int
    let isSelected: Bool
  }

  private func marker(_ candidate: Candidate) -> Marker {
    groups[candidate.group].markers.markers[candidate.number]
  }

  /// The ring about the selected marker, and the callouts; nothing where nothing is asked for.
  mutating func layers(
    over background: Color?, around decorations: [Rectangle]
  ) throws(SnapshotError) -> [SceneLayer] {
    let selected = options.selection.flatMap(markerKey)
    guard options.hasCallouts else { return [] }
    let look = CalloutLook.over(background)
    var layers: [SceneLayer] = []
    var rings: [DrawItem] = []
    let highlighted = highlighted()
    for (drawn, reach) in ownership.markers
    where drawn.marker.map({ $0 == selected || highlighted.contains($0) }) == true {
      let ring = ring(about: drawn, reach: reach, look)
      ownership.note(ring.count, in: .selection, of: drawn)
      rings += ring
    }
    if let highlight = options.highlight, rings.isEmpty {
      drawing.omit(
        "highlight-unseen",
        "no marker holds a row for \(name: "highlight") \(escapedForMessage(highlight.setting.text)); correct the condition, or choose a view that shows them"
      )
    }
    if let point = options.selection, rings.isEmpty {
      drawing.omit(
        "selection-unseen",
        "the selected point of \(escapedForMessage(point.source)) is not in the picture; choose a view that shows it"
      )
    }
    if !rings.isEmpty { layers.append(SceneLayer(id: "selection", marks: rings)) }
    let marks = try callouts(candidates(selected), look, around: decorations)
    if !marks.isEmpty { layers.append(SceneLayer(id: "callouts", marks: marks)) }
    return layers
  }

  /// The markers that hold a highlighted row.
  private mutating func highlighted() -> Set<MarkerKey> {
    guard let filter = options.highlight else { return [] }
    var keys: Set<MarkerKey> = []
    for group in groups {
      for (number, marker) in group.markers.markers.enumerated()
      where group.holds(filter, marker, noting: &drawing.warnings) {
        keys.insert(MarkerKey(source: group.source.name, number: number))
      }
    }
    return keys
  }

  private func markerKey(of point: MapPoint) -> MarkerKey? {
    guard let markers = groups.first(where: { $0.source.name == point.source })?.markers,
      let members = markers.marker(holding: point.index)?.members
    else { return nil }
    return markers.markers.firstIndex { $0.members == members }.map {
      MarkerKey(source: point.source, number: $0)
    }
  }

  /// A ring between two light edges, off the marker's corners, and thinner where its number stands near.
  private func ring(about marker: DrawnMarker, reach: Double, _ look: CalloutLook) -> [DrawItem] {
    func ring(_ radius: Double, _ width: Double, _ color: Color) -> DrawItem {
      DrawItem(
        .circle(
          Circle(center: marker.middle, radius: radius, fill: .transparent, strokeWidth: width, stroke: color)
        )
      )
    }
    let room = ownership.rings[marker] ?? 0...Double.infinity
    let reach = max(reach, room.lowerBound)
    let outer = max(reach + 2.5, min(reach + 6, room.upperBound))
    let inner = min(reach + 0.5, outer - 3.5)
    let width = (outer - inner) * 2.5 / 5.5
    return [
      ring(inner, outer - inner, look.casing), ring(inner + (outer - inner - width) / 2, width, look.ring),
    ]
  }

  /// The markers that are to have a callout, in the order in which they choose their places: the selected one, then the
  /// heaviest.
  private func candidates(_ selected: MarkerKey?) -> [Candidate] {
    guard options.callouts != .none else { return [] }
    let picture = drawing.frame.picture
    var candidates: [Candidate] = []
    for (group, own) in groups.enumerated() {
      // Of several places of a marker the nearest to the middle.
      var nearest = [Int?](repeating: nil, count: own.markers.markers.count)
      for (index, (drawn, _)) in ownership.markers.enumerated() {
        guard let key = drawn.marker, picture.contains(drawn.middle), nearest.indices.contains(key.number),
          key.source == own.source.name
        else { continue }
        let distance = (drawn.middle - picture.center).squaredLength
        if let known = nearest[key.number],
          (ownership.markers[known].drawn.middle - picture.center).squaredLength <= distance
        {
          continue
        }
        nearest[key.number] = index
      }
      for (number, marker) in own.markers.markers.enumerated() {
        let isSelected = selected == MarkerKey(source: own.source.name, number: number)
        guard
          isSelected || options.callouts == .all || (options.callouts == .unique && marker.isUniqueLocation),
          let index = nearest[number]
        else { continue }
        candidates.append(Candidate(drawn: index, group: group, number: number, isSelected: isSelected))
      }
    }
    let weights = candidates.map { -marker($0).weight }
    return candidates.indices.sorted { a, b in
      if candidates[a].isSelected != candidates[b].isSelected { return candidates[a].isSelected }
      return (weights[a], a) < (weights[b], b)
    }.map { candidates[$0] }
  }

  /// After so many callouts without a place the picture is full: what would come after them is not even laid out.
  private static let missingLimit = 300

  /// A callout in its place.
  private struct Placed {
    let owner: DrawnMarker
    let bubble: CalloutBubble
    let text: Box
    let subject: MarkDescription
  }

  /// The callouts of a picture: all lists are as long as all find room for, or all are left out.
  private mutating func callouts(
    _ candidates: [Candidate], _ look: CalloutLook, around decorations: [Rectangle]
  ) throws(SnapshotError) -> [DrawItem] {
    guard !candidates.isEmpty else { return [] }
    let most = candidates.map { marker($0).isCluster ? content(of: $0).rows.count : 0 }.max() ?? 0
    let brief = try placed(candidates, limit: 0, look, around: decorations)
    var (placed, listed) = (brief, 0)
    // The longest lists with which no fewer callouts find a place; a list of more than ten rows is cut, a shorter one left out.
    var (low, high, limit) = (most > 10 ? 5 : most, most, most)
    while low <= high, high > 0 {
      let longer = try self.placed(candidates, limit: limit, look, around: decorations)
      if longer.count >= brief.count {
        (placed, listed, low) = (longer, limit, limit + 1)
      } else {
        high = limit - 1
      }
      limit = (low + high + 1) / 2
    }
    if listed < most {
      drawing.inform(
        "callout-rows-cut",
        "callouts list \(listed) of up to \(most) members, as there is no room for more; draw a larger picture"
      )
    }
    let missing = candidates.count - placed.count
    if missing > 0 {
      drawing.omit(
        "callouts-hidden",
        "\(missing) of \(candidates.count) callouts found no place and \(missing == 1 ? "is" : "are") not drawn; show fewer (unique, selected) or draw a larger picture"
      )
    }
    // Who chose first lies on top.
    return placed.reversed().flatMap { callout in
      let marks = marks(of: callout.bubble, callout.text, look, callout.subject)
      ownership.note(marks.count, in: .callouts, of: callout.owner)
      return marks
    }
  }

  private func content(of candidate: Candidate) -> CalloutContent {
    groups[candidate.group].callout(
      of: marker(candidate), rows: max(0, options.calloutRows), columns: options.calloutColumns,
      numbers: drawing.numbers)
  }

  /// The callouts that find a place with lists of so many rows at most.
  private mutating func placed(
    _ candidates: [Candidate], limit: Int, _ look: CalloutLook, around decorations: [Rectangle]
  ) throws(SnapshotError) -> [Placed] {
    var placement = CalloutPlacement(
      frame: drawing.frame, markers: ownership.markers, decorations: decorations)
    var found: [Placed] = []
    let room = drawing.frame.picture.width - 2 * (CalloutPlacement.inset + CalloutPlacing.calloutPadding.x)
    let width = min(CalloutContent.widest, room)
    guard width > 24 else { return [] }
    for (tried, candidate) in candidates.enumerated() {
      if tried - found.count >= CalloutPlacing.missingLimit { break }
      let content = content(of: candidate)
      let listing = content.listing(atMost: limit)
      let text = try listing.box(look, width: width, in: &drawing)
      let padding = CalloutPlacing.calloutPadding
      let size = Size(
        width: max(34, (text.size.width + 2 * padding.x).rounded(.up)),
        height: max(32, (text.size.height + 2 * padding.y).rounded(.up)))
      let (owner, reach) = ownership.markers[candidate.drawn]
      let bubble = placement.place(
        size, about: owner.middle, reach: reach + (candidate.isSelected ? 5 : 0),
        mayCover: candidate.isSelected)
      guard let bubble else { continue }
      let subject = MarkDescription(
        id: groups[candidate.group].identifier(of: marker(candidate)), count: marker(candidate).count,
        title: content.title, details: (listing.rows.isEmpty ? content : listing).details)
      found.append(Placed(owner: owner, bubble: bubble, text: text, subject: subject))
    }
    return found
  }

  /// Points between a plate's edge and its text.
  private static let calloutPadding = Point(x: 10, y: 7)

  private func marks(
    of bubble: CalloutBubble, _ text: Box, _ look: CalloutLook, _ subject: MarkDescription
  ) -> [DrawItem] {
    let outline = bubble.outline
    func shade(_ alpha: Double, _ width: Double) -> DrawItem {
      let below = outline.mapPoints { $0 + Point(x: 0, y: 1.5) }
      return .stroke(
        below, Color(red: 0.06, green: 0.1, blue: 0.16, alpha: alpha), width: width, join: .round)
    }
    // The block's middle is the plate's: a plate may be larger than its text needs.
    let corner = Point(
      x: bubble.plate.minX + (bubble.plate.width - text.size.width) / 2,
      y: bubble.plate.minY + (bubble.plate.height - text.size.height) / 2)
    return [
      shade(0.05, 6), shade(0.07, 3.5),
      .stroke(outline, look.edge, width: 1.5, join: .round),
      .fill(outline, look.plate, subject: options.describesMarks ? subject : nil),
    ] + text.marks(at: corner)
  }
}
