package import Drawing
import MapClusters
import MapGeometry

/// The positions of markers in a picture, in points from its upper left corner, and what was drawn of each.
package struct MarkerPlaces: Sendable {
  /// The columns of ``numbers(of:as:)`` for a picture that was drawn; others have the first two.
  static let names = ["x", "y", "radius", "dx", "dy"]

  private let frame: ViewFrame
  private let corner: Point
  /// The points of the picture per point of the frame.
  private let growth: Double
  /// The middles of what was drawn of each marker, copy by copy, and how far it reaches; `nil` where nothing was drawn.
  private let drawn: [MarkerKey: [(middle: Point, reach: Double)]]?

  /// - Parameters:
  ///   - corner: the map's upper left corner in the picture.
  ///   - ownership: the marks of the picture; `nil` where nothing was drawn.
  package init(
    in frame: ViewFrame, corner: Point = .zero, growth: Double = 1, drawn ownership: MarkOwnership? = nil
  ) {
    (self.frame, self.corner, self.growth) = (frame, corner, growth)
    drawn = ownership.map { ownership in
      ownership.markers.reduce(into: [:]) { found, marker in
        guard let key = marker.drawn.marker else { return }
        found[key, default: []].append((marker.drawn.middle, marker.reach))
      }
    }
  }

  var names: ArraySlice<String> { MarkerPlaces.names.prefix(drawn == nil ? 2 : 5) }

  /// The numbers of a marker under ``names``: its position (the first one in the picture from west to east, else that in the nearest copy
  /// of the world), the radius of its bubble, and how far that was moved; `nil` for what it has not.
  func numbers(of marker: Marker, as key: MarkerKey) -> [Double?] {
    let point = WorldPoint(marker.position)
    var position: Point
    if let first = frame.appearances(of: point, margin: 0).first {
      position = first
    } else {
      let middle = frame.origin.x + frame.viewport.size.width / 2 / frame.viewport.worldSize
      let copy = frame.viewport.sheet == nil ? (middle - point.x).rounded() : 0
      position = frame.project(WorldPoint(x: point.x + copy, y: point.y))
    }
    let shown: [Double?] = [(position.x + corner.x) * growth, (position.y + corner.y) * growth]
    guard let drawn else { return shown }
    let own = drawn[key]?.min { ($0.middle - position).squaredLength < ($1.middle - position).squaredLength }
    guard let own, own.reach > 0 else { return shown + [nil, nil, nil] }
    let shift = (own.middle - position) * growth
    return shown + [own.reach * growth] + (shift == .zero ? [nil, nil] : [shift.x, shift.y])
  }
}
