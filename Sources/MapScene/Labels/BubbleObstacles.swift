import Drawing
import MapContent
import MapGeometry

/// The bubbles of markers, which texts keep off where they can.
struct BubbleObstacles {
  /// A disc and its markers, of which there may be any number in one place.
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
      .contains { $0.place == label.point && $0.area.meets(box) }
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
