import Drawing
import MapContent
import MapGeometry

/// The bubbles of markers, which texts keep off where they can.
struct BubbleObstacles {
  struct Bubble {
    let item: Int
    /// The item's position in the picture, wherever the disc stands.
    let place: Point
    let disc: CollisionIndex.Disc
  }

  private struct Owner: Hashable {
    let item: Int
    let place: Point
  }

  /// A disc and its markers, of which there may be any number in one place.
  private struct Obstacle {
    let first: Owner
    var others: Set<Owner> = []
  }

  /// True if texts prefer places off the bubbles of other markers.
  let areAvoided: Bool
  private let area: Rectangle
  private let find: () -> [Bubble]
  private var found: (obstacles: [Obstacle], index: CollisionIndex)?
  /// By ascending item.
  private var ordered: [Bubble]?

  /// Bubbles over an area, found when a label first asks for them.
  init(areAvoided: Bool = false, area: Rectangle, _ find: @escaping () -> [Bubble] = { [] }) {
    (self.areAvoided, self.area, self.find) = (areAvoided, area, find)
  }

  /// True if what a label covers lies over the bubble of another marker.
  ///
  /// - Complexity: O(different discs nearby).
  mutating func meet(_ box: Rectangle, of label: Label) -> Bool {
    let (obstacles, index) = obstacles()
    let owner = Owner(item: label.item, place: label.point)
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
      .contains { $0.place == label.point && $0.disc.meets(box) }
  }

  private mutating func obstacles() -> (obstacles: [Obstacle], index: CollisionIndex) {
    if let found { return found }
    var index = CollisionIndex(area: area)
    var obstacles: [Obstacle] = []
    var numbers: [CollisionIndex.Disc: Int] = [:]  // looked up, never iterated
    let bubbles = find()
    numbers.reserveCapacity(bubbles.count)
    for bubble in bubbles {
      let owner = Owner(item: bubble.item, place: bubble.place)
      if let number = numbers[bubble.disc] {
        if obstacles[number].first != owner { obstacles[number].others.insert(owner) }
      } else {
        numbers[bubble.disc] = obstacles.count
        obstacles.append(Obstacle(first: owner))
        index.take(bubble.disc)
      }
    }
    found = (obstacles, index)
    return (obstacles, index)
  }
}
