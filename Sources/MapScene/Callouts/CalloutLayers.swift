import Drawing
import JSONDocument
import MapClusters
import MapStyle

extension SceneBuilder {
  /// A marker that is to have a callout.
  private struct Wish {
    let drawn: DrawnMarker
    let reach: Double
    let group: MarkerGroup
    let marker: Marker
    let isSelected: Bool
  }

  /// The ring about the selected marker, and the callouts; nothing where nothing is asked for.
  mutating func calloutLayers(
    over background: Color?, around furniture: [Rectangle]
  ) throws(SnapshotError) -> [SceneLayer] {
    let selected = options.selection.flatMap(markerKey)
    guard options.selection != nil || options.callouts == .all || options.callouts == .unique else {
      return []
    }
    let look = CalloutLook(over: background)
    var layers: [SceneLayer] = []
    var rings: [Mark] = []
    for (drawn, reach) in ownership.markers where drawn.marker == selected && selected != nil {
      let ring = ring(about: drawn.middle, reach: reach, look)
      ownership.note(ring.count, in: .selection, of: drawn)
      rings += ring
    }
    if let point = options.selection, rings.isEmpty {
      hidden.append(
        Diagnostic(
          .warning, code: "selection-unseen", path: JSONPath(), position: nil,
          message:
            "the selected point of \(escapedForMessage(point.source)) is not in the picture; choose a view "
            + "that shows it"))
    }
    if !rings.isEmpty { layers.append(SceneLayer(id: "selection", marks: rings)) }
    let marks = try callouts(wishes(selected), look, around: furniture)
    if !marks.isEmpty { layers.append(SceneLayer(id: "callouts", marks: marks)) }
    return layers
  }

  /// The color that the picture's first layer covers it with, if it does.
  func backgroundColor(of layers: [SceneLayer]) -> Color? {
    guard let first = layers.first, self.layers.first?.id == first.id, self.layers.first?.type == .background,
      case .fill(let fill)? = first.marks.first?.shape, case .color(let color) = fill.paint
    else { return nil }
    return color
  }

  private func markerKey(of point: MapPoint) -> MarkerKey? {
    guard let markers = groups.first(where: { $0.source.name == point.source })?.markers,
      let members = markers.marker(holding: point.index)?.members
    else { return nil }
    return markers.markers.firstIndex { $0.members == members }.map {
      MarkerKey(source: point.source, number: $0)
    }
  }

  private func ring(about middle: Point, reach: Double, _ look: CalloutLook) -> [Mark] {
    func ring(_ radius: Double, _ width: Double, _ color: Color) -> Mark {
      Mark(
        .circle(Circle(center: middle, radius: radius, fill: .transparent, strokeWidth: width, stroke: color))
      )
    }
    return [ring(reach + 0.5, 5.5, look.casing), ring(reach + 2, 2.5, look.ring)]
  }

  /// The markers that are to have a callout, in the order in which they choose their places: the selected one, then the
  /// heaviest.
  private func wishes(_ selected: MarkerKey?) -> [Wish] {
    guard options.callouts != .none else { return [] }
    let picture = drawing.frame.picture
    var nearest: [MarkerKey: Int] = [:]  // looked up, never iterated
    for (index, (drawn, _)) in ownership.markers.enumerated() {
      guard let key = drawn.marker, picture.contains(drawn.middle) else { continue }
      if let known = nearest[key],
        distance(ownership.markers[known].drawn.middle, picture.center)
          <= distance(drawn.middle, picture.center)
      {
        continue
      }
      nearest[key] = index
    }
    var wishes: [Wish] = []
    for group in groups {
      for (number, marker) in group.markers.markers.enumerated() {
        let key = MarkerKey(source: group.source.name, number: number)
        let isSelected = key == selected
        guard
          isSelected || options.callouts == .all || (options.callouts == .unique && marker.isUniqueLocation),
          let index = nearest[key]
        else { continue }
        let (drawn, reach) = ownership.markers[index]
        wishes.append(Wish(drawn: drawn, reach: reach, group: group, marker: marker, isSelected: isSelected))
      }
    }
    return wishes.indices.sorted { a, b in
      let (one, other) = (wishes[a], wishes[b])
      if one.isSelected != other.isSelected { return one.isSelected }
      return (-one.marker.weight, a) < (-other.marker.weight, b)
    }.map { wishes[$0] }
  }

  private func distance(_ a: Point, _ b: Point) -> Double {
    let way = a - b
    return way.x * way.x + way.y * way.y
  }

  /// After so many callouts without a place the picture is full: what would come after them is not even laid out.
  private static let patience = 300

  private mutating func callouts(
    _ wishes: [Wish], _ look: CalloutLook, around furniture: [Rectangle]
  ) throws(SnapshotError) -> [Mark] {
    guard !wishes.isEmpty else { return [] }
    var placement = CalloutPlacement(
      frame: drawing.frame, markers: ownership.markers, furniture: furniture)
    var bubbles: [(owner: DrawnMarker, marks: [Mark])] = []
    var homeless = 0
    let room = drawing.frame.picture.width - 2 * (CalloutPlacement.inset + SceneBuilder.calloutPadding.x)
    let width = min(CalloutText.widest, room)
    for wish in wishes {
      guard homeless < SceneBuilder.patience else {
        homeless = wishes.count - bubbles.count
        break
      }
      let content = wish.group.callout(of: wish.marker, rows: max(0, options.calloutRows))
      // A list that finds no place makes way for the title alone.
      var found: (text: CalloutText, bubble: CalloutBubble)?
      for version in content.rows.isEmpty ? [content] : [content, content.brief] where found == nil {
        guard width > 24 else { break }
        let text = try CalloutText(version, look: look, width: width, in: &drawing)
        let padding = SceneBuilder.calloutPadding
        let size = Size(
          width: max(34, (text.size.width + 2 * padding.x).rounded(.up)),
          height: max(32, (text.size.height + 2 * padding.y).rounded(.up)))
        let bubble = placement.place(
          size, about: wish.drawn.middle, reach: wish.reach + (wish.isSelected ? 5 : 0),
          mayCover: wish.isSelected)
        if let bubble { found = (text, bubble) }
      }
      guard let found else {
        homeless += 1
        continue
      }
      let subject = Subject(
        id: wish.group.identifier(of: wish.marker), count: wish.marker.count, title: content.title,
        details: content.details)
      bubbles.append((wish.drawn, marks(of: found.bubble, found.text, look, subject)))
    }
    if homeless > 0 {
      hidden.append(
        Diagnostic(
          .warning, code: "callouts-hidden", path: JSONPath(), position: nil,
          message:
            "\(homeless) of \(wishes.count) callouts found no place and \(homeless == 1 ? "is" : "are") not "
            + "drawn; ask for fewer (unique, selected) or for a larger picture"))
    }
    // Who chose first lies on top.
    return bubbles.reversed().flatMap { bubble in
      ownership.note(bubble.marks.count, in: .callouts, of: bubble.owner)
      return bubble.marks
    }
  }

  /// Points between a plate's edge and its text.
  private static let calloutPadding = Point(x: 10, y: 7)

  private func marks(
    of bubble: CalloutBubble, _ text: CalloutText, _ look: CalloutLook, _ subject: Subject
  ) -> [Mark] {
    let outline = bubble.outline
    func shade(_ alpha: Double, _ width: Double) -> Mark {
      let below = outline.mapPoints { $0 + Point(x: 0, y: 1.5) }
      let paint = Paint.color(Color(red: 0.06, green: 0.1, blue: 0.16, alpha: alpha))
      return Mark(.stroke(Stroke(below, paint, width: width, join: .round)))
    }
    // The block's middle is the plate's: a plate may be larger than its text needs.
    let corner = Point(
      x: bubble.plate.minX + (bubble.plate.width - text.size.width) / 2,
      y: bubble.plate.minY + (bubble.plate.height - text.size.height) / 2)
    return [
      shade(0.05, 6), shade(0.07, 3.5),
      Mark(.stroke(Stroke(outline, .color(look.edge), width: 1.5, join: .round))),
      Mark(.fill(Fill(outline, .color(look.plate))), subject: options.describesMarks ? subject : nil),
    ] + text.marks(at: corner)
  }
}
