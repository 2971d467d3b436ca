import Drawing
import MapContent
import MapSettings

/// A box that wants a corner of the picture.
struct DecorationPiece {
  /// The name of the piece in messages.
  let name: String
  var box: Box
  /// The corners it would take, best first.
  let corners: [OutputSettings.Corner]
  /// The corners that it takes only where it would hide counts in the others.
  var spareCorners: [OutputSettings.Corner] = []
  /// True if it stands right at the picture's edges.
  var isFlush = false
  /// True if the picture goes without the piece where it would hide counts: what merely explains, and stands where there
  /// is room. Requested texts stay, and so does what is set to stand in one corner.
  let yields: Bool
  /// True if it is left out in silence where it would hide a marker.
  let isOptional: Bool
  let plate: Color
  /// The side of the map on which it stands; `nil` for a place upon the map.
  let side: OutputSettings.Side?
  /// The growth of its box and of what is around it.
  private(set) var scale = 1.0

  /// - Parameter corners: those of a piece for which none is set.
  init(
    _ name: String, _ box: Box, _ settings: OutputSettings.Decoration, plate: Color,
    corners: [OutputSettings.Corner], yields: Bool = true
  ) {
    (self.name, self.box, self.plate, side) = (name, box, plate, settings.side)
    isOptional = settings.isOptional
    self.corners = settings.position.map { [$0] } ?? corners
    self.yields = yields && settings.position == nil
  }

  var size: Size { box.size }
  /// Points between the piece and the picture's edges.
  var margin: Double { isFlush ? 0 : DecorationLayout.margin * scale }

  func scaled(by factor: Double) -> DecorationPiece {
    var piece = self
    (piece.box, piece.scale) = (box.scaled(by: factor), factor)
    return piece
  }

  /// Plate and content in a rectangle; framed where the plate would end the line of a sheet's edge.
  ///
  /// - Parameter hides: whether markers lie beneath; half of one would be worse than none.
  func drawn(in place: Rectangle, hides: Bool = false, isFramed: Bool = false) -> [DrawItem] {
    guard plate.alpha > 0 else { return box.marks(place) }
    let path = isFlush ? Path(place) : Path(rounded: place, radius: 3 * scale)
    let frame = DrawItem.stroke(path, plate.opaque.sheetEdge, width: 0.75 * scale)
    return [.fill(path, hides ? plate.opaque : plate)] + (isFramed ? [frame] : []) + box.marks(place)
  }
}

extension Path {
  /// A rectangle with round corners.
  ///
  /// - Parameter detour: where the pen goes before the end of an edge: of the upper one, 0, or of those that follow it clockwise.
  init(rounded box: Rectangle, radius: Double, detour: (edge: Int, points: [Point])? = nil) {
    self.init()
    let radius = min(radius, box.width / 2, box.height / 2)
    // A quarter of a circle as one curve.
    let reach = radius * (1 - 0.552_284_749_830_793_6)
    let corners = [
      (Point(x: box.maxX, y: box.minY), Point(x: -1, y: 0), Point(x: 0, y: 1)),
      (Point(x: box.maxX, y: box.maxY), Point(x: 0, y: -1), Point(x: -1, y: 0)),
      (Point(x: box.minX, y: box.maxY), Point(x: 1, y: 0), Point(x: 0, y: -1)),
      (Point(x: box.minX, y: box.minY), Point(x: 0, y: 1), Point(x: 1, y: 0)),
    ]
    move(to: Point(x: box.minX + radius, y: box.minY))
    for (edge, (corner, back, onward)) in corners.enumerated() {
      if let detour, detour.edge == edge { for point in detour.points { line(to: point) } }
      line(to: corner + back * radius)
      curve(corner + back * reach, corner + onward * reach, to: corner + onward * radius)
    }
    close()
  }
}
