import Drawing
import JSONDocument
import MapContent
import MapGeometry
import MapStyle

/// Draws areas with a height: the walls that face the camera and the roofs, in light.
struct WallLayer {
  private let color: BoundProperty<Color>
  private let pattern: BoundProperty<ResolvedImage?>
  private let patternLocation: SourceLocation?
  private let height: BoundProperty<Double>
  private let base: BoundProperty<Double>
  private let isGradual: Bool
  private let shift: Point
  private let light: WallLight
  private let camera: WallCamera
  private let pointsPerMeter: Double

  init(_ layer: ResolvedLayer, _ style: Style, in drawing: inout LayerDrawing) {
    let key = StyleProperty.fillExtrusionPattern
    patternLocation = layer.layer.sets(key) ? layer.layer.location(of: key) : nil
    pattern = layer.property(.fillExtrusionPattern)
    color = layer.property(.fillExtrusionColor)
    height = layer.property(.fillExtrusionHeight)
    base = layer.property(.fillExtrusionBase)
    isGradual = drawing.value(of: .fillExtrusionVerticalGradient, in: layer)
    shift = drawing.way(
      layer.property(.fillExtrusionTranslate), layer.property(.fillExtrusionTranslateAnchor),
      in: drawing.context())
    light = WallLight(style, in: &drawing)
    let viewport = drawing.frame.viewport
    camera = WallCamera(viewport)
    pointsPerMeter = 1 / viewport.metersPerPoint(atLatitude: viewport.center.latitude)
  }

  /// The faces of the areas among the items, from behind to the front.
  func marks(of items: [OutlineItem], in drawing: inout LayerDrawing) -> [Mark] {
    let frame = drawing.frame
    // Nothing beyond leans into the picture.
    let clip = frame.ground.clip.offset(by: camera.foot * -1)
    let way = shift - camera.foot
    var buildings: [(Building, OutlineItem)] = []
    for item in items where item.kind == .area {
      guard let building = building(item, way, clip, in: &drawing) else { continue }
      buildings.append((building, item))
    }
    var backs = WallBacks()
    for (building, _) in buildings { backs.add(building) }
    var faces: [WallFace] = []
    let least = 0.05 / frame.viewport.scale
    for (building, item) in buildings {
      addWalls(of: building, least: least, hiding: backs, to: &faces)
      guard building.level < camera.ceiling else { continue }
      let rings = item.paths.map { clip.clipped(ring: $0.points.map { $0 + way }) }
        .filter { $0.count > 2 }
      if !rings.isEmpty { faces.append(roof(of: building, rings)) }
    }
    return WallOrder(faces, camera, frame.picture).faces.map {
      $0.mark(camera, overlap: 1.2 / frame.viewport.scale)
    }
  }

  private func building(
    _ item: OutlineItem, _ way: Point, _ clip: Rectangle, in drawing: inout LayerDrawing
  ) -> Building? {
    let context = drawing.context(for: item.feature)
    var surface = drawing.value(color, in: context)
    var image: Pattern?
    if let patternLocation {
      image = drawing.value(pattern, in: context).flatMap {
        drawing.pattern($0.name, opacity: 1, shift: shift, for: patternLocation)
      }
      guard let image else { return nil }
      surface = image.bitmap.mean
    }
    return Building(
      surface: surface, pattern: image, roof: drawing.value(height, in: context),
      base: drawing.value(base, in: context), pointsPerMeter: pointsPerMeter,
      item.pieces(shift: way, clip: clip))
  }

  /// - Parameter least: walls that take less of the picture are not seen.
  private func addWalls(
    of building: Building, least: Double, hiding backs: WallBacks, to faces: inout [WallFace]
  ) {
    let heights = building.heights
    guard heights.lowerBound < heights.upperBound, heights.lowerBound < camera.ceiling else { return }
    let most = camera.growth(at: min(heights.upperBound, camera.ceiling))
    let growth = most - camera.growth(at: heights.lowerBound)
    for wall in building.walls where wall.isSeen {
      let edge = wall.edge
      let depth = abs(edge.start.x * edge.outward.x + edge.start.y * edge.outward.y) * growth
      guard depth > least || !camera.looksDown, !backs.hide(edge, heights) else { continue }
      func color(_ isTop: Bool) -> Color {
        light.shade(
          building.surface, facing: SIMD3(edge.outward.x, edge.outward.y, 0),
          isGradual ? (building.roof, building.base, isTop) : nil)
      }
      faces.append(
        WallFace(.wall(edge), heights, foot: color(edge.isRim), top: color(!edge.isRim))
          .part(from: heights.lowerBound, to: camera.ceiling))
    }
  }

  private func roof(of building: Building, _ rings: [[Point]]) -> WallFace {
    let level = building.level
    // Where the camera does not look down, what is tiled has the mean of its pixels.
    var pattern = camera.looksDown ? building.pattern : nil
    if let image = pattern {
      let growth = camera.growth(at: level)
      pattern?.origin = camera.place(image.origin - camera.foot, at: level)
      pattern?.size = Size(width: image.size.width * growth, height: image.size.height * growth)
    }
    let color = light.shade(building.surface, facing: SIMD3(0, 0, 1))
    return WallFace(.roof(Roof(rings, pattern)), level...level, foot: color, top: color)
  }
}

/// An area with its heights, and its walls.
private struct Building {
  let surface: Color
  let pattern: Pattern?
  /// Meters above the ground.
  let roof, base: Double
  /// The height of the roof in points.
  let level: Double
  /// The heights of the walls in points.
  let heights: ClosedRange<Double>
  private(set) var walls: [(edge: WallFace.Edge, isSeen: Bool)] = []

  init(
    surface: Color, pattern: Pattern?, roof: Double, base: Double, pointsPerMeter: Double,
    _ pieces: [OutlineItem.Piece]
  ) {
    (self.surface, self.pattern, self.roof, self.base) = (surface, pattern, roof, base)
    level = roof * pointsPerMeter
    heights = min(roof, base) * pointsPerMeter...max(roof, base) * pointsPerMeter
    // Where the base is above the roof, MapLibre's walls are seen from their backs.
    let facing = roof < base ? -1.0 : 1.0
    for piece in pieces {
      let first = walls.count
      let points = piece.isClosed ? piece.points + piece.points.prefix(1) : piece.points
      for (start, end) in zip(points, points.dropFirst()) {
        let way = end - start
        let length = way.length
        guard length > 1e-9 else { continue }
        let outward = Point(x: way.y, y: -way.x) * (piece.side / length)
        walls.append(
          (
            WallFace.Edge(start: start, end: end, outward: outward, isRim: roof < base),
            (start.x * outward.x + start.y * outward.y) * facing < -1e-9
          ))
      }
      for number in first..<walls.count {
        let next = number + 1 < walls.count ? number + 1 : piece.isClosed ? first : number
        walls[number].edge.continues = next != number && walls[next].isSeen
      }
    }
  }
}

/// Walls that face away from the camera: those that stand back to back with them are not seen.
private struct WallBacks {
  /// By both ends, in the order of the wall behind; looked up, never iterated.
  private var heights: [SIMD4<Double>: ClosedRange<Double>] = [:]

  mutating func add(_ building: Building) {
    guard building.roof > building.base else { return }
    for (edge, isSeen) in building.walls where !isSeen {
      let key = SIMD4(edge.end.x, edge.end.y, edge.start.x, edge.start.y)
      if (heights[key]?.upperBound ?? 0) < building.heights.upperBound { heights[key] = building.heights }
    }
  }

  func hide(_ edge: WallFace.Edge, _ range: ClosedRange<Double>) -> Bool {
    guard !edge.isRim,
      let back = heights[SIMD4(edge.start.x, edge.start.y, edge.end.x, edge.end.y)]
    else { return false }
    return back.lowerBound <= range.lowerBound && range.upperBound <= back.upperBound
  }
}

extension Bitmap {
  /// The mean of all pixels, each by its alpha.
  var mean: Color {
    var sum = SIMD4<Double>()
    for pixel in stride(from: 0, to: pixels.count - 3, by: 4) {
      let alpha = Double(pixels[pixel + 3])
      sum += SIMD4(
        Double(pixels[pixel]) * alpha, Double(pixels[pixel + 1]) * alpha, Double(pixels[pixel + 2]) * alpha,
        alpha)
    }
    guard sum.w > 0 else { return .transparent }
    sum /= sum.w * 255
    return Color(red: sum.x, green: sum.y, blue: sum.z)
  }
}
