import Drawing
import MapClusters
import MapContent
import MapGeometry
import MapStyle

/// Draws areas around the members of clusters.
struct HullLayer {
  private let color, strokeColor: BoundProperty<Color>
  private let opacity, strokeWidth: BoundProperty<Double>

  init(_ layer: ResolvedLayer) {
    (color, strokeColor) = (layer.property(.circleColor), layer.property(.circleStrokeColor))
    (opacity, strokeWidth) = (layer.property(.circleOpacity), layer.property(.circleStrokeWidth))
  }

  /// The areas of clusters in their order; of members on one line that line.
  ///
  /// - Complexity: O(*members* log *members*).
  func marks(of items: [PointItem], of groups: [MarkerGroup], in drawing: inout LayerDrawing) -> [Mark] {
    var marks: [Mark] = []
    for item in items {
      guard let key = item.marker, let group = groups.first(where: { $0.source.name == key.source }),
        group.markers.markers.indices.contains(key.number)
      else { continue }
      let ring = group.hull(of: group.markers.markers[key.number])
      guard !ring.isEmpty else { continue }
      let context = drawing.context(for: item.feature)
      let fill = drawing.value(color, in: context).multiplyingAlpha(by: drawing.value(opacity, in: context))
      let edge = drawing.value(strokeColor, in: context)
      let width = drawing.value(strokeWidth, in: context)
      var path = Path()
      for world in copies(of: ring, in: drawing.frame) {
        let places = ring.map { drawing.frame.place(WorldPoint(x: $0.x + world, y: $0.y)) }
        if ring.count > 2 { path.addRing(places) } else { path.addLine(places) }
      }
      guard !path.isEmpty else { continue }
      if ring.count > 2 { marks.append(Mark(.fill(Fill(path, .color(fill))), subject: item.subject)) }
      if width > 0, edge.alpha > 0 {
        marks.append(Mark(.stroke(Stroke(path, .color(edge), width: width, join: .round))))
      }
    }
    return marks
  }

  /// The copies of the world in which a ring reaches into the picture.
  private func copies(of ring: [WorldPoint], in frame: ViewFrame) -> [Double] {
    let (xs, ys, area) = (ring.map(\.x), ring.map(\.y), frame.clipWorld)
    guard let west = xs.min(), let east = xs.max(), let north = ys.min(), let south = ys.max(),
      south >= area.minY, north <= area.maxY
    else { return [] }
    let first = (area.minX - east).rounded(.up)
    return Array(stride(from: first, through: (area.maxX - west).rounded(.down), by: 1))
  }
}
