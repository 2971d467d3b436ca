import Drawing
import MapClusters
import MapContent
import MapGeometry
import MapGround
import MapStyle

/// Draws the areas of markers, each with its edge: those in which points are counted, or those around the members of clusters.
struct ExtentLayer {
  /// The area that is filled, or the line that members lie on; the border of an outline is drawn in place of the path's.
  private typealias Extent = (path: Path, isFilled: Bool, isWinding: Bool, outline: OutlineItem?)

  private let color, strokeColor: BoundProperty<Color>
  private let opacity, strokeWidth: BoundProperty<Double>
  /// True if areas are those around members; else they are those of the source.
  private let isHull: Bool

  init(_ layer: ResolvedLayer) {
    (color, opacity) = layer.properties(.circleColor, .circleOpacity)
    (strokeColor, strokeWidth) = layer.properties(.circleStrokeColor, .circleStrokeWidth)
    isHull = !layer.layer.drawsCells
  }

  /// Around members each area and its edge, in the order of clusters; else all areas, then all edges.
  ///
  /// - Complexity: O(*members* log *members*).
  func marks(of items: [PointItem], of groups: [MarkerGroup], in drawing: inout LayerDrawing) -> [DrawItem] {
    var (marks, edges): ([DrawItem], [DrawItem]) = ([], [])
    for item in items {
      guard let (group, marker) = groups.marker(of: item),
        let extent = isHull
          ? hull(of: marker, in: group, drawing.frame) : area(of: marker, in: group, item, drawing.frame)
      else { continue }
      let context = drawing.context(for: item.feature)
      var fill = drawing.value(color, in: context)
      // Those of a source have the opacity of their layer.
      if isHull { fill = fill.multiplyingAlpha(by: drawing.value(opacity, in: context)) }
      let (edge, width) = (drawing.value(strokeColor, in: context), drawing.value(strokeWidth, in: context))
      guard !extent.path.isEmpty, isHull || fill.alpha > 0 else { continue }
      if extent.isFilled {
        marks.append(.fill(extent.path, fill, isWinding: extent.isWinding, subject: item.subject))
      }
      guard width > 0, edge.alpha > 0 else { continue }
      let border =
        extent.outline.map { Path($0.pieces(shift: .zero, clip: drawing.frame.clip)) } ?? extent.path
      let stroke = DrawItem.stroke(border, edge, width: width, join: .round)
      if isHull { marks.append(stroke) } else { edges.append(stroke) }
    }
    return marks + edges
  }

  private func area(
    of marker: Marker, in group: MarkerGroup, _ item: PointItem, _ frame: ViewFrame
  ) -> Extent? {
    guard let areas = group.source.areas, let member = group.markers.members(of: marker).first,
      let shape = areas.shape(ofPoint: Int(member))
    else { return nil }
    let outlines = areas.outlines.paths(of: shape, in: frame)
    let (path, isWinding) = outlines.filledPath(in: frame.clip)
    return (path, true, isWinding, OutlineItem(feature: item.feature, kind: .area, paths: outlines))
  }

  private func hull(of marker: Marker, in group: MarkerGroup, _ frame: ViewFrame) -> Extent? {
    let ring = group.hull(of: marker)
    guard !ring.isEmpty else { return nil }
    var path = Path()
    for world in copies(of: ring, in: frame) {
      let places = ring.map { frame.project(WorldPoint(x: $0.x + world, y: $0.y)) }
      if ring.count > 2 { path.addRing(places) } else { path.addLine(places) }
    }
    return (path, ring.count > 2, false, nil)
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

extension [MarkerGroup] {
  /// The marker that an item is, and its group; `nil` for points of sources that are not clustered.
  func marker(of item: PointItem) -> (group: MarkerGroup, marker: Marker)? {
    guard let key = item.marker, let group = first(where: { $0.source.name == key.source }),
      group.markers.markers.indices.contains(key.number)
    else { return nil }
    return (group, group.markers.markers[key.number])
  }
}

extension MarkerGroup {
  /// The number of points in the picture whose marks, at the ends of legs, lie outside.
  func cutLegCount(in frame: ViewFrame) -> Int {
    guard clustering?.settings.coLocated == .ring(.legs), !source.isOfCells else { return 0 }
    let picture = frame.picture
    return markers.markers.count { marker in
      guard !marker.isCluster, let member = markers.members(of: marker).first else { return false }
      let coordinate = source.input.coordinates[Int(member)]
      func isSeen(_ coordinate: Coordinate) -> Bool {
        frame.appearances(of: WorldPoint(coordinate), margin: 0).contains(where: picture.contains)
      }
      return coordinate != marker.position && isSeen(coordinate) && !isSeen(marker.position)
    }
  }

  /// Thin lines from places of several points to the marks of these, where they have legs.
  func legs(in frame: ViewFrame) -> [DrawItem] {
    guard clustering?.settings.coLocated == .ring(.legs), !source.isOfCells else { return [] }
    let places = source.input.coordinates
    var path = Path()
    var feet: [Point] = []
    for marker in markers.markers where !marker.isCluster {
      guard let member = markers.members(of: marker).first, places[Int(member)] != marker.position else {
        continue
      }
      let (foot, mark) = (WorldPoint(places[Int(member)]), WorldPoint(marker.position))
      // Near the antimeridian the two may be counted in different worlds.
      let across = (mark.x - foot.x) - (mark.x - foot.x).rounded()
      for point in frame.appearances(of: foot, margin: 400) {
        let way = frame.project(WorldPoint(x: foot.x + across, y: mark.y)) - frame.project(foot)
        path.move(to: point)
        path.line(to: point + way)
        if feet.last != point { feet.append(point) }
      }
    }
    guard !path.isEmpty else { return [] }
    let color = Color(red: 0.45, green: 0.47, blue: 0.5)
    return [.stroke(path, color, width: 1)]
      + feet.map { DrawItem(.circle(Circle(center: $0, radius: 2, fill: color))) }
  }
}
