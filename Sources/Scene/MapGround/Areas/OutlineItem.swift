package import Drawing
package import MapContent
package import MapFeatures
package import MapStyle
import Parallel

/// A line or an area of a source, and its paths in the picture: a reference, because a hundred thousand of them go from list to
/// list.
package final class OutlineItem {
  package let feature: any StyleFeature
  package let kind: ShapeFeature.Kind
  package let paths: [OutlinePath]

  package init(feature: any StyleFeature, kind: ShapeFeature.Kind, paths: [OutlinePath]) {
    (self.feature, self.kind, self.paths) = (feature, kind, paths)
  }

  static func marks(
    of items: [OutlineItem], threads: Int, _ draw: (OutlineItem, inout [DrawItem]) -> Void
  ) -> [DrawItem] {
    let block = 1024
    let blocks = concurrentMap((items.count + block - 1) / block, threads: threads) { number in
      var marks: [DrawItem] = []
      for item in items[number * block..<min(items.count, (number + 1) * block)] { draw(item, &marks) }
      return marks
    }
    return blocks.count == 1 ? blocks[0] : Array(blocks.joined())
  }

  package struct Piece {
    /// Its corners; a closed piece does not repeat its first.
    var points: [Point]
    var isClosed: Bool
    /// 1 where what lies right of the pen's way is the area's inside, or the outline is a line; else -1.
    var side: Double
  }

  /// The pieces that a pen draws: lines, and the borders of areas without those edges where somebody cut the world.
  ///
  /// - Parameter isRewound: true if rings run as MapLibre has them; what shows no direction stays as it is.
  package func pieces(shift: Point, clip: Rectangle, isRewound: Bool = false) -> [Piece] {
    var pieces: [Piece] = []
    for line in isRewound ? paths.map(\.rewound) : paths {
      let side = kind == .area ? line.inside : 1
      let borders = kind == .area ? line.borders : nil
      for points in borders ?? [line.points] {
        let points = shift == .zero ? points : points.map { $0 + shift }
        if line.isInside && kind == .area && borders == nil {
          let corners = points.count > 1 && points.last == points.first ? Array(points.dropLast()) : points
          if corners.count > 2 { pieces.append(Piece(points: corners, isClosed: true, side: side)) }
        } else {
          for part in line.isInside ? [points] : clip.clipped(line: points) {
            pieces.append(Piece(points: part, isClosed: false, side: side))
          }
        }
      }
    }
    return pieces
  }
}

extension Path {
  package init(_ pieces: [OutlineItem.Piece]) {
    self.init()
    for piece in pieces { add(piece) }
  }

  mutating func add(_ piece: OutlineItem.Piece) {
    addLine(piece.points)
    if piece.isClosed { close() }
  }
}
