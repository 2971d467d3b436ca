import Drawing

/// The bubbles of markers, which the texts of other markers keep off where they can.
struct BubbleObstacles {
  /// A disc, and whose it is.
  struct Bubble {
    /// The number of the marker's item.
    let item: Int
    /// Where the item lies in the picture, wherever the disc stands.
    let place: Point
    let disc: LetterPlacement.Disc
  }

  /// Whether texts prefer places off the bubbles of other markers.
  let areAvoided: Bool
  private let area: Rectangle
  private let find: () -> [Bubble]
  private var found: (bubbles: [Bubble], index: CollisionIndex)?

  /// Bubbles over an area, found when a label first asks for them.
  init(areAvoided: Bool = false, area: Rectangle, _ find: @escaping () -> [Bubble] = { [] }) {
    (self.areAvoided, self.area, self.find) = (areAvoided, area, find)
  }

  /// Whether what a label covers lies over the bubble of its own marker, or of another one.
  ///
  /// - Complexity: O(bubbles nearby).
  mutating func meet(_ box: Rectangle, of label: Label, own: Bool) -> Bool {
    if found == nil {
      var index = CollisionIndex(area: area)
      let bubbles = find()
      for bubble in bubbles { index.take(bubble.disc) }
      found = (bubbles, index)
    }
    guard let (bubbles, index) = found else { return false }
    return index.isTaken(box) { number in
      own == (bubbles[number].item == label.item && bubbles[number].place == label.point)
    }
  }
}
