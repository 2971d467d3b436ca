import Drawing
import MapContent

/// A bubble in its place: a plate, and a pointer that ends at its marker.
struct CalloutBubble {
  enum Side: CaseIterable {
    case above, below, right, left
  }

  /// The length of the pointer beyond the plate.
  static let pointer = 8.0
  /// Half of the pointer's width where it leaves the plate.
  static let pointerHalf = 7.0
  /// The radius of the plate's corners.
  static let corner = 7.0
  /// Points between the marker's edge and the pointer's end.
  static let gap = 1.5

  let plate: Rectangle
  let side: Side
  let tip: Point
  /// The position along its side at which the pointer leaves the plate: x above and below, y at the sides.
  let base: Double

  /// The rectangle that the plate and its pointer cover.
  var ground: Rectangle { plate.union(Rectangle(around: tip, reach: 0)) }

  /// The plate with its pointer, clockwise from the upper left corner.
  var outline: Path {
    let half = CalloutBubble.pointerHalf
    let (edge, from, to) =
      switch side {
      case .below: (0, Point(x: base - half, y: plate.minY), Point(x: base + half, y: plate.minY))
      case .left: (1, Point(x: plate.maxX, y: base - half), Point(x: plate.maxX, y: base + half))
      case .above: (2, Point(x: base + half, y: plate.maxY), Point(x: base - half, y: plate.maxY))
      case .right: (3, Point(x: plate.minX, y: base + half), Point(x: plate.minX, y: base - half))
      }
    return Path(rounded: plate, radius: CalloutBubble.corner, detour: (edge, [from, tip, to]))
  }
}

/// Finds places for callouts: beside their markers, inside the picture, apart from each other, and off other markers
/// as far as there is room.
struct CalloutPlacement {
  /// Points between a bubble and the picture's edge.
  static let inset = 4.0
  /// The shares of the plate's side at which the pointer leaves it, best first.
  private static let shares = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95]

  private let picture: Rectangle
  private let markers: CollisionIndex
  private var bubbles: CollisionIndex

  init(frame: ViewFrame, markers: [(drawn: DrawnMarker, reach: Double)], decorations: [Rectangle] = []) {
    picture = frame.picture.expanded(by: -CalloutPlacement.inset)
    bubbles = CollisionIndex(area: frame.clip)
    var index = CollisionIndex(area: frame.clip)
    for marker in markers { index.take(Rectangle(around: marker.drawn.middle, reach: marker.reach)) }
    self.markers = index
    for box in decorations { bubbles.take(box) }
  }

  /// The best place of a bubble, which is then taken; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - mayCover: whether other markers may be covered where nothing else is left.
  mutating func place(_ size: Size, about middle: Point, reach: Double, mayCover: Bool) -> CalloutBubble? {
    var best: (bubble: CalloutBubble, covered: Int)?
    let own = Rectangle(around: middle, reach: reach)
    for side in CalloutBubble.Side.allCases {
      for share in CalloutPlacement.shares {
        guard let bubble = bubble(size, about: middle, reach, side, share) else { continue }
        guard !bubbles.isTaken(bubble.ground.expanded(by: 2)), !bubble.plate.intersects(own) else { continue }
        let most = best?.covered ?? (mayCover ? .max : 1)
        // Of none or any nobody counts.
        let covered = markers.isTaken(bubble.plate) ? most == 1 ? 1 : markers.takenCount(in: bubble.plate) : 0
        if covered < most { best = (bubble, covered) }
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
    let isFirst = side == .above || side == .left
    var tip = middle + (isUpright ? Point(x: 0, y: 1) : Point(x: 1, y: 0)) * (isFirst ? -distance : distance)
    var corner =
      isUpright
      ? middle + Point(x: -along, y: isFirst ? -far - size.height : far)
      : middle + Point(x: isFirst ? -far - size.width : far, y: -along)
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
