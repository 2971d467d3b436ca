import Drawing
import MapClusters
import MapContent
import MapDecorations
import MapGeometry
import MapSettings

/// The grids of groups, each a layer over everything else.
///
/// - Parameter discs: bubbles, which captions keep off.
func debugGridLayers(
  of groups: [(MarkerGroup, setting: DebugGridSetting)], beside discs: [CircleLayer.Disc],
  in drawing: inout LayerDrawing
) throws(SnapshotError) -> [SceneLayer] {
  var grids: [SceneLayer] = []
  var places = CaptionPlaces(picture: drawing.frame.picture, markers: discs.map(\.box))
  for (index, (group, setting)) in groups.enumerated() {
    guard setting.isShown else { continue }
    let color = DebugGrid.colors[index % DebugGrid.colors.count]
    if let territories = group.markers.territories {
      let marks = try drawing.lying(keepsWidths: true) { drawing throws(SnapshotError) in
        territories.marks(in: drawing.frame, color: color)
      }
      grids.append(SceneLayer(id: "territories-\(group.source.name)", marks: marks))
    }
    guard let grid = group.markers.grid else { continue }
    let marks = try drawing.lying(keepsWidths: true) { drawing throws(SnapshotError) in
      try DebugGrid(
        grid, of: group.source.name, options: setting, color: color, textSize: 9 * drawing.labelScale
      ).marks(in: &drawing, around: &places)
    }
    grids.append(SceneLayer(id: "debug-grid-\(group.source.name)", marks: marks))
  }
  return grids
}

extension PeakTerritories {
  /// Outlines one point wide, and a cross at each peak.
  fileprivate func marks(in frame: ViewFrame, color: Color) -> [DrawItem] {
    var (lines, crosses) = (Path(), Path())
    let area = frame.picture.expanded(by: 8)
    let turns = (frame.clipWorld.minX - 1).rounded(.down)...frame.clipWorld.maxX.rounded(.up)
    for turn in stride(from: turns.lowerBound, through: turns.upperBound, by: 1) {
      func project(_ point: WorldPoint) -> Point { frame.project(WorldPoint(x: point.x + turn, y: point.y)) }
      for edge in edges {
        let ends = [project(edge.from), project(edge.to)]
        guard ends.contains(where: area.contains) else { continue }
        for piece in frame.clip.clipped(line: ends) { lines.addLine(piece) }
      }
      for peak in peaks.map(project) where area.contains(peak) {
        for way in [Point(x: 4, y: 4), Point(x: 4, y: -4)] { crosses.addLine([peak - way, peak + way]) }
      }
    }
    return lines.isEmpty ? [] : [.stroke(lines, color, width: 1), .stroke(crosses, color, width: 2)]
  }
}
