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

  private var bubbles: [Bubble] = []
  private var index: CollisionIndex?

  /// No bubbles.
  init() {}

  /// Bubbles over an area.
  ///
  /// Of equal discs those of two markers are kept: a label is off one of them at least.
  init(_ bubbles: [Bubble], area: Rectangle) {
    var index = CollisionIndex(area: area)
    var owners: [LetterPlacement.Disc: (first: Bubble, isShared: Bool)] = [:]  // looked up, never iterated
    for bubble in bubbles {
      if let (first, isShared) = owners[bubble.disc] {
        if isShared || first.item == bubble.item && first.place == bubble.place { continue }
        owners[bubble.disc]?.isShared = true
      } else {
        owners[bubble.disc] = (bubble, false)
      }
      index.take(bubble.disc)
      self.bubbles.append(bubble)
    }
    self.index = index
  }

  /// Whether there are none.
  var isEmpty: Bool { bubbles.isEmpty }

  /// Whether what a label covers lies over the bubble of another marker.
  ///
  /// - Complexity: O(bubbles nearby).
  func meet(_ box: Rectangle, of label: Label) -> Bool {
    guard let index else { return false }
    return index.isTaken(box) { number in
      bubbles[number].item != label.item || bubbles[number].place != label.point
    }
  }
}
