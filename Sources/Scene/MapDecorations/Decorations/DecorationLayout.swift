import Drawing
import MapContent
import MapSettings
import MapStyle

/// Finds places for decorations: in corners, else along edges, clear of each other, over as few markers as possible.
struct DecorationLayout {
  /// Points between a piece and the picture's edge, or another piece.
  static let margin = 10.0

  private let picture: Rectangle
  /// The markers that a position would hide: counts weigh more than any number of dots.
  struct Cover: Comparable {
    var counts = 0
    var dots = 0

    static func < (a: Cover, b: Cover) -> Bool { (a.counts, a.dots) < (b.counts, b.dots) }
  }

  private let discs: [DecorationDisc]
  private(set) var boxes: [Rectangle] = []

  /// The area in which markers may be anywhere: a position that reaches into it counts as one that hides a count.
  private let crowd: Rectangle?

  init(picture: Rectangle, discs: [DecorationDisc], crowd: Rectangle? = nil) {
    (self.picture, self.discs, self.crowd) = (picture, discs, crowd)
  }

  struct Placed {
    let piece: DecorationPiece
    /// The corner its place is counted from.
    let corner: OutputSettings.Corner
    let box: Rectangle
    let cover: Cover
    var form = 0
  }

  /// A place for one of a piece's forms: the first form that hides no marker anywhere, else the one that hides the fewest.
  ///
  /// - Parameters:
  ///   - forms: the same in other proportions, the best first.
  ///   - given: where it stands in other pictures, and so here, unless something else is in that place.
  /// - Returns: `nil` where none has room. Nothing is taken yet.
  func place(forms: [DecorationPiece], given: DecorationPlaces.Place? = nil) -> Placed? {
    if let given, let placed = place(forms[min(given.form, forms.count - 1)], at: given) { return placed }
    var best: Placed?
    for (number, form) in forms.enumerated() {
      guard var placed = place(form) else { continue }
      placed.form = number
      if placed.cover == Cover() { return placed }
      if best.map({ placed.cover < $0.cover }) ?? true { best = placed }
    }
    return best
  }

  private func place(_ piece: DecorationPiece, at place: DecorationPlaces.Place) -> Placed? {
    let box = corner(piece.size, place.corner, piece.margin).offset(by: place.shift)
    guard picture.expanded(by: 0.001).contains(box), taken(near: box) == nil else { return nil }
    return Placed(piece: piece, corner: place.corner, box: box, cover: cover(of: box), form: place.form)
  }

  func place(of placed: Placed) -> DecorationPlaces.Place {
    let home = corner(placed.piece.size, placed.corner, placed.piece.margin)
    return .init(
      form: placed.form, corner: placed.corner,
      shift: Point(x: placed.box.x - home.x, y: placed.box.y - home.y))
  }

  mutating func take(_ placed: Placed) { boxes.append(placed.box) }

  /// A place for a piece: of its corners that have room the one that hides the least; of equal ones the first.
  ///
  /// Where a corner is taken the piece stands above or below what is there. Where every corner would hide markers, the
  /// piece moves along the edges between its corners to a place that hides none, if there is one, or at least no count. A
  /// piece right at the edge moves only where it would hide a count.
  ///
  /// - Returns: `nil` where no corner has room. Nothing is taken yet.
  func place(_ piece: DecorationPiece) -> Placed? {
    var best: Placed?
    // What counts would lie beneath in its own corners goes to another one.
    for corner in piece.corners + piece.spareCorners {
      if !piece.corners.contains(corner), let best, best.cover.counts == 0 { break }
      guard let box = box(of: piece.size, at: corner, margin: piece.margin) else { continue }
      let cover = cover(of: box)
      if best.map({ cover < $0.cover }) ?? true {
        best = Placed(piece: piece, corner: corner, box: box, cover: cover)
      }
    }
    if let placed = best, placed.cover > Cover(), !piece.isFlush || placed.cover.counts > 0 {
      for (corner, box) in boxes(alongEdgesFor: piece) {
        let cover = cover(of: box)
        if cover.counts == 0, best.map({ cover < $0.cover }) ?? true {
          best = Placed(piece: piece, corner: corner, box: box, cover: cover)
        }
      }
    }
    return best
  }

  /// Places along the edges between two allowed corners, from the corner preferred onward.
  private func boxes(alongEdgesFor piece: DecorationPiece) -> [(OutputSettings.Corner, Rectangle)] {
    var found: [(OutputSettings.Corner, Rectangle)] = []
    for (index, start) in piece.corners.enumerated() {
      for end in piece.corners.dropFirst(index + 1)
      where start.isLeft == end.isLeft || start.isTop == end.isTop {
        let (from, to) = (corner(piece.size, start, piece.margin), corner(piece.size, end, piece.margin))
        let way = Point(x: to.x - from.x, y: to.y - from.y)
        let steps = max(1, ((abs(way.x) + abs(way.y)) / 4).rounded(.up))
        guard let count = Int(exactly: min(steps, 4096)) else { continue }
        for step in 1...count {
          let share = Double(step) / Double(count)
          // A legend amid an edge would lie over land that matters: below the map it hides nothing.
          if piece.name == "legend", abs(share - 0.5) < 0.25 { continue }
          let box = from.offset(by: way * share)
          if picture.expanded(by: 0.001).contains(box), taken(near: box) == nil { found.append((start, box)) }
        }
      }
    }
    return found
  }

  /// Takes a place that is free of pieces and markers, if it is.
  mutating func take(_ box: Rectangle) -> Bool {
    guard picture.contains(box), !boxes.contains(where: box.expanded(by: 4).intersects),
      cover(of: box) == Cover()
    else { return false }
    boxes.append(box)
    return true
  }

  func cover(of box: Rectangle) -> Cover {
    var cover = Cover()
    if crowd?.intersects(box) == true { cover.counts += 1 }
    for disc in discs {
      guard CollisionIndex.Disc(center: disc.center, radius: disc.radius).meets(box) else { continue }
      if disc.isCounted { cover.counts += 1 } else { cover.dots += 1 }
    }
    return cover
  }

  private func box(of size: Size, at corner: OutputSettings.Corner, margin: Double) -> Rectangle? {
    var box = self.corner(size, corner, margin)
    let gap = DecorationLayout.margin / 2
    while let other = taken(near: box) {
      box.y = corner.isTop ? other.maxY + gap : other.minY - gap - size.height
    }
    return picture.expanded(by: 0.001).contains(box) ? box : nil
  }

  /// The first of the pieces that would stand closer to a box than half of the margin.
  private func taken(near box: Rectangle) -> Rectangle? {
    boxes.first { $0.expanded(by: DecorationLayout.margin / 2 - 0.001).intersects(box) }
  }

  private func corner(_ size: Size, _ corner: OutputSettings.Corner, _ margin: Double) -> Rectangle {
    Rectangle(
      x: corner.isLeft ? margin : picture.width - margin - size.width,
      y: corner.isTop ? margin : picture.height - margin - size.height, width: size.width,
      height: size.height)
  }
}

extension OutputSettings.Corner {
  var isLeft: Bool { self == .topLeft || self == .bottomLeft }
  var isTop: Bool { self == .topLeft || self == .topRight }
}
