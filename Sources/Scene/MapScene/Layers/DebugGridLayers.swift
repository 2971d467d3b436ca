import Drawing
import MapContent
import MapDecorations
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
    guard setting.isShown, let grid = group.markers.grid else { continue }
    let color = DebugGrid.colors[index % DebugGrid.colors.count]
    let marks = try drawing.lying(keepsWidths: true) { drawing throws(SnapshotError) in
      try DebugGrid(grid, of: group.source.name, options: setting, color: color)
        .marks(in: &drawing, around: &places)
    }
    grids.append(SceneLayer(id: "debug-grid-\(group.source.name)", marks: marks))
  }
  return grids
}
