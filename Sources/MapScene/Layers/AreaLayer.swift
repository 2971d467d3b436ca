import Drawing
import MapContent
import MapGround
import MapStyle

/// Draws the areas in which points are counted, each with its edge.
struct AreaLayer {
  private let color, strokeColor: BoundProperty<Color>
  private let strokeWidth: BoundProperty<Double>

  init(_ layer: ResolvedLayer) {
    (color, strokeColor) = (layer.property(.circleColor), layer.property(.circleStrokeColor))
    strokeWidth = layer.property(.circleStrokeWidth)
  }

  /// The areas of markers in their order, then all edges.
  func marks(of items: [PointItem], of group: MarkerGroup, in drawing: inout LayerDrawing) -> [Mark] {
    guard let areas = group.source.areas else { return [] }
    var (fills, edges): ([Mark], [Mark]) = ([], [])
    for item in items {
      guard let key = item.marker, key.source == group.source.name,
        let member = group.markers.members(of: group.markers.markers[key.number]).first,
        let shape = areas.shape(ofPoint: Int(member))
      else { continue }
      let context = drawing.context(for: item.feature)
      let fill = drawing.value(color, in: context)
      let (edge, width) = (drawing.value(strokeColor, in: context), drawing.value(strokeWidth, in: context))
      let outlines = areas.outlines.paths(of: shape, in: drawing.frame)
      var path = Path()
      for ring in outlines {
        path.addRing(ring.isInside ? ring.points : drawing.frame.clip.clipped(ring: ring.points))
      }
      guard !path.isEmpty, fill.alpha > 0 else { continue }
      fills.append(Mark(.fill(Fill(path, .color(fill))), subject: item.subject))
      guard width > 0, edge.alpha > 0 else { continue }
      var border = Path()
      let outline = OutlineItem(feature: item.feature, kind: .area, paths: outlines)
      for piece in outline.pieces(shift: .zero, clip: drawing.frame.clip) { border.add(piece) }
      edges.append(Mark(.stroke(Stroke(border, .color(edge), width: width, join: .round))))
    }
    return fills + edges
  }
}
