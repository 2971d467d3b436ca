import Drawing
import MapStyle

/// Finds places for pieces of furniture: in corners, clear of each other, over as few markers as possible.
struct FurnitureLayout {
  /// Points between a piece and the picture's edge, or another piece.
  static let margin = 10.0

  private let picture: Rectangle
  private let discs: [(center: Point, radius: Double)]
  /// What is taken, in the order in which it was.
  private(set) var boxes: [Rectangle] = []

  /// - Parameter discs: the markers in the picture.
  init(picture: Rectangle, discs: [(center: Point, radius: Double)]) {
    self.picture = picture
    self.discs = discs
  }

  /// A place for a piece: of its corners that have room the one with the fewest markers beneath; of equal ones the first.
  ///
  /// Where a corner is taken the piece stands above or below what is there.
  ///
  /// - Returns: `nil` where no corner has room.
  mutating func place(_ piece: FurniturePiece) -> Rectangle? {
    var best: (box: Rectangle, covered: Int)?
    for corner in piece.corners {
      guard let box = box(of: piece.size, at: corner, margin: piece.isFlush ? 0 : FurnitureLayout.margin)
      else { continue }
      let covered = covered(by: box)
      if covered < best?.covered ?? .max { best = (box, covered) }
    }
    if let best { boxes.append(best.box) }
    return best?.box
  }

  /// Takes a place that is free of pieces and markers, if it is.
  mutating func take(_ box: Rectangle) -> Bool {
    guard picture.contains(box), !boxes.contains(where: { $0.intersects(box) }), covered(by: box) == 0 else {
      return false
    }
    boxes.append(box)
    return true
  }

  /// How many markers reach into a box.
  func covered(by box: Rectangle) -> Int {
    discs.count { disc in
      let x = max(box.minX - disc.center.x, 0, disc.center.x - box.maxX)
      let y = max(box.minY - disc.center.y, 0, disc.center.y - box.maxY)
      return x * x + y * y < disc.radius * disc.radius
    }
  }

  private func box(of size: Size, at corner: OutputSettings.Corner, margin: Double) -> Rectangle? {
    let isLeft = corner == .topLeft || corner == .bottomLeft
    let isTop = corner == .topLeft || corner == .topRight
    var box = Rectangle(
      x: isLeft ? margin : picture.width - margin - size.width,
      y: isTop ? margin : picture.height - margin - size.height, width: size.width, height: size.height)
    let gap = FurnitureLayout.margin / 2
    while let other = boxes.first(where: { $0.expanded(by: gap - 0.001).intersects(box) }) {
      box.y = isTop ? other.maxY + gap : other.minY - gap - size.height
    }
    return picture.expanded(by: 0.001).contains(box) ? box : nil
  }
}
