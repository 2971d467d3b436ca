import Drawing
import MapContent
import MapStyle

/// The rectangle that a text covers at any size, seen from its point.
struct TextRoom {
  /// The em in points that it was laid out with.
  let size: Double
  /// The rectangle that its letters cover at that size, without ``translate``.
  let ink: Rectangle
  /// The shift to the side, whatever its size.
  let translate: Point

  func box(_ factor: Double) -> Rectangle {
    Rectangle(
      x: ink.x * factor + translate.x, y: ink.y * factor + translate.y, width: ink.width * factor,
      height: ink.height * factor)
  }

  /// The radius of the smallest disc about the point that holds the text at a part of its size, or half the side of the
  /// smallest such square.
  func reach(_ factor: Double, isSquare: Bool) -> Double {
    let box = box(factor)
    return isSquare ? max(abs(box.minX), abs(box.maxX), abs(box.minY), abs(box.maxY)) : box.farthestCorner
  }
}

extension SymbolLayer {
  /// The factors of the sizes of a text and of its icon, so that the one stands inside the other.
  struct Fitting {
    var text = 1.0
    var icon = 1.0
  }

  /// An icon grows to this many times its size at most; one that would have to be larger stays as it is.
  private static let largestGrowth = 16.0

  /// The rectangle of a marker's text, which is kept for its label; `nil` where it has none.
  func room(of item: PointItem, in drawing: inout LayerDrawing) throws(SnapshotError) -> TextRoom? {
    if let text = known[item.index] { return text.room }
    guard let text = try text(of: item.feature, in: &drawing) else { return nil }
    known.keep(text, of: item.index)
    return text.room
  }

  /// The fitting of an item's text and icon: the text into its bubble where it has one, else into its icon.
  func fitting(of item: SymbolItem, in drawing: inout LayerDrawing) throws(SnapshotError) -> Fitting {
    guard let fit else { return Fitting() }
    let context = drawing.context(for: item.feature)
    let bubble = bubbles[item.index]
    let area = bubble == nil ? icons.textArea(in: context, &drawing) : nil
    guard bubble != nil || area != nil, let room = try text(of: item, in: &drawing)?.room else {
      return Fitting()
    }
    let least = fit.leastFactor(ofSize: room.size)
    // What is left out has no size.
    let smallest = fit.method == .hide ? 0 : least
    if let bubble {
      // The bubble was made large enough for the smallest text, or what does not fit is left out.
      return Fitting(
        text: greatest(from: least, to: 1) { factor in
          room.reach(factor, isSquare: bubble.isSquare) + fit.padding <= bubble.radius
        } ?? smallest)
    }
    guard let area, area.contains(room.box(1).center) else { return Fitting() }
    if let factor = greatest(from: least, to: 1, where: { area.holds(room.box($0), sparing: fit.padding) }) {
      return Fitting(text: factor)
    }
    guard fit.method != .hide else { return Fitting(text: 0) }
    // Seen from the other side: the least growth is the inverse of the greatest share.
    let share = greatest(from: 1 / SymbolLayer.largestGrowth, to: 1) { share in
      area.scaled(by: 1 / share).holds(room.box(least), sparing: fit.padding)
    }
    return Fitting(text: least, icon: 1 / (share ?? 1))
  }

  /// The greatest number of a range for which a condition holds that holds for lesser numbers, to a millionth; `nil` where
  /// it does not hold for the least.
  private func greatest(from least: Double, to most: Double, where holds: (Double) -> Bool) -> Double? {
    if holds(most) { return most }
    guard least < most, holds(least) else { return nil }
    var (low, high) = (least, most)
    while high - low > 1e-6 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}

extension LaidOutText {
  fileprivate var room: TextRoom? {
    guard let candidate = candidates.first else { return nil }
    let ink = shaped.inkBox.offset(by: origin(of: candidate) - translate)
    return TextRoom(size: size, ink: ink, translate: translate)
  }
}

extension Rectangle {
  /// True if another rectangle lies inside with room to spare on every side.
  fileprivate func holds(_ other: Rectangle, sparing padding: Double) -> Bool {
    other.minX - padding >= minX && other.maxX + padding <= maxX && other.minY - padding >= minY
      && other.maxY + padding <= maxY
  }
}
