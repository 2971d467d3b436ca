import Drawing

/// A bubble in its place: a plate, and a pointer that ends at its marker.
struct CalloutBubble {
  /// Where the bubble stands to its marker.
  enum Side: CaseIterable {
    case above, below, right, left
  }

  /// How far the pointer sticks out of the plate.
  static let pointer = 8.0
  /// Half of the pointer's width where it leaves the plate.
  static let pointerHalf = 7.0
  /// The radius of the plate's corners.
  static let corner = 7.0
  /// Points between the marker's edge and the pointer's end.
  static let gap = 1.5

  let plate: Rectangle
  let side: Side
  /// Where the pointer ends.
  let tip: Point
  /// Where along its side the pointer leaves the plate: x above and below, y at the sides.
  let base: Double

  /// What the plate and its pointer cover.
  var ground: Rectangle { plate.union(Rectangle(x: tip.x, y: tip.y, width: 0, height: 0)) }

  /// The plate with its pointer, clockwise from the upper left corner.
  var outline: Path {
    var path = Path()
    let (r, k) = (CalloutBubble.corner, CalloutBubble.corner * 0.447_715_25)
    let (left, right, top, bottom) = (plate.minX, plate.maxX, plate.minY, plate.maxY)
    let half = CalloutBubble.pointerHalf
    path.move(to: Point(x: left + r, y: top))
    if side == .below {
      path.line(to: Point(x: base - half, y: top))
      path.line(to: tip)
      path.line(to: Point(x: base + half, y: top))
    }
    path.line(to: Point(x: right - r, y: top))
    path.curve(
      Point(x: right - k, y: top), Point(x: right, y: top + k), to: Point(x: right, y: top + r))
    if side == .left {
      path.line(to: Point(x: right, y: base - half))
      path.line(to: tip)
      path.line(to: Point(x: right, y: base + half))
    }
    path.line(to: Point(x: right, y: bottom - r))
    path.curve(
      Point(x: right, y: bottom - k), Point(x: right - k, y: bottom), to: Point(x: right - r, y: bottom))
    if side == .above {
      path.line(to: Point(x: base + half, y: bottom))
      path.line(to: tip)
      path.line(to: Point(x: base - half, y: bottom))
    }
    path.line(to: Point(x: left + r, y: bottom))
    path.curve(
      Point(x: left + k, y: bottom), Point(x: left, y: bottom - k), to: Point(x: left, y: bottom - r))
    if side == .right {
      path.line(to: Point(x: left, y: base + half))
      path.line(to: tip)
      path.line(to: Point(x: left, y: base - half))
    }
    path.line(to: Point(x: left, y: top + r))
    path.curve(
      Point(x: left, y: top + k), Point(x: left + k, y: top), to: Point(x: left + r, y: top))
    path.close()
    return path
  }
}

/// Finds places for callouts: beside their markers, inside the picture, apart from each other, and off other markers
/// as far as there is room.
struct CalloutPlacement {
  /// Points between a bubble and the picture's edge.
  static let inset = 4.0
  /// How far along the plate the pointer leaves it, best first.
  private static let shares = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95]

  private let picture: Rectangle
  private let markers: CollisionIndex
  private var bubbles: CollisionIndex

  /// Places for callouts in a picture with markers.
  ///
  /// - Parameter decorations: where nothing may stand.
  init(
    frame: ViewFrame, markers: [(drawn: DrawnMarker, reach: Double)], decorations: [Rectangle] = []
  ) {
    picture = frame.picture.expanded(by: -CalloutPlacement.inset)
    bubbles = CollisionIndex(area: frame.clip)
    var index = CollisionIndex(area: frame.clip)
    for marker in markers { index.take(CalloutPlacement.box(about: marker.drawn.middle, marker.reach)) }
    self.markers = index
    for box in decorations { bubbles.take(box) }
  }

  private static func box(about middle: Point, _ reach: Double) -> Rectangle {
    Rectangle(x: middle.x - reach, y: middle.y - reach, width: 2 * reach, height: 2 * reach)
  }

  /// The best place of a bubble, which is then taken; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - size: of the plate.
  ///   - middle: of the marker.
  ///   - reach: of the marker's marks from its middle.
  ///   - mayCover: whether other markers may be covered where nothing else is left.
  mutating func place(
    _ size: Size, about middle: Point, reach: Double, mayCover: Bool
  ) -> CalloutBubble? {
    var best: (bubble: CalloutBubble, covered: Int)?
    let own = CalloutPlacement.box(about: middle, reach)
    for side in CalloutBubble.Side.allCases {
      for share in CalloutPlacement.shares {
        guard let bubble = bubble(size, about: middle, reach, side, share) else { continue }
        guard !bubbles.isTaken(bubble.ground.expanded(by: 2)), !bubble.plate.intersects(own) else { continue }
        let covered = markers.takenCount(in: bubble.plate)
        if covered < best?.covered ?? (mayCover ? .max : 1) { best = (bubble, covered) }
        if covered == 0 { break }
      }
      if best?.covered == 0 { break }
    }
    guard let bubble = best?.bubble else { return nil }
    bubbles.take(bubble.ground)
    // No callout lies over a marker that has one: its pointer would end in nothing.
    bubbles.take(own)
    return bubble
  }

  /// A bubble at a side, the pointer leaving it at a share of its length; `nil` where it would leave the picture.
  private func bubble(
    _ size: Size, about middle: Point, _ reach: Double, _ side: CalloutBubble.Side, _ share: Double
  ) -> CalloutBubble? {
    let distance = reach + CalloutBubble.gap
    let isUpright = side == .above || side == .below
    let length = isUpright ? size.width : size.height
    let margin = CalloutBubble.corner + CalloutBubble.pointerHalf + 1
    guard length >= 2 * margin else { return nil }
    let along = min(length - margin, max(margin, length * share))
    let far = distance + CalloutBubble.pointer
    var (tip, corner): (Point, Point)
    switch side {
    case .above:
      tip = middle + Point(x: 0, y: -distance)
      corner = middle + Point(x: -along, y: -far - size.height)
    case .below:
      tip = middle + Point(x: 0, y: distance)
      corner = middle + Point(x: -along, y: far)
    case .right:
      tip = middle + Point(x: distance, y: 0)
      corner = middle + Point(x: far, y: -along)
    case .left:
      tip = middle + Point(x: -distance, y: 0)
      corner = middle + Point(x: -far - size.width, y: -along)
    }
    // Beside a marker at the picture's edge the plate stays inside, and the pointer slants.
    let base: Double
    if isUpright {
      corner.x = max(picture.minX, min(picture.maxX - size.width, corner.x))
      tip.x = max(picture.minX, min(picture.maxX, tip.x))
      base = max(corner.x + margin, min(corner.x + size.width - margin, tip.x))
    } else {
      corner.y = max(picture.minY, min(picture.maxY - size.height, corner.y))
      tip.y = max(picture.minY, min(picture.maxY, tip.y))
      base = max(corner.y + margin, min(corner.y + size.height - margin, tip.y))
    }
    let plate = Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height)
    guard picture.contains(plate), picture.contains(tip) else { return nil }
    return CalloutBubble(plate: plate, side: side, tip: tip, base: base)
  }
}
