package import Drawing
import JSONDocument
package import MapContent
import MapGeometry
package import MapStyle
import Parallel

package struct WallLayer {
  private let color: BoundProperty<Color>
  private let pattern: BoundProperty<ResolvedImage?>
  private let patternLocation: SourceLocation?
  private let height, base: BoundProperty<Double>
  private let isGradual: Bool
  private let shift: Point
  private let light: WallLight
  private let camera: WallCamera
  private let pointsPerMeter: Double

  package init(_ layer: ResolvedLayer, _ style: Style, in drawing: inout LayerDrawing) {
    let key = StyleProperty.fillExtrusionPattern
    patternLocation = layer.layer.sets(key) ? layer.layer.location(of: key) : nil
    (pattern, color) = layer.properties(.fillExtrusionPattern, .fillExtrusionColor)
    (height, base) = layer.properties(.fillExtrusionHeight, .fillExtrusionBase)
    isGradual = drawing.value(of: .fillExtrusionVerticalGradient, in: layer)
    shift = drawing.way(
      layer.property(.fillExtrusionTranslate), layer.property(.fillExtrusionTranslateAnchor),
      in: drawing.context())
    light = WallLight(style, in: &drawing)
    let viewport = drawing.frame.viewport
    camera = WallCamera(viewport)
    pointsPerMeter = 1 / viewport.metersPerPoint(atLatitude: viewport.center.latitude)
  }

  package func marks(of items: [OutlineItem], threads: Int, in drawing: inout LayerDrawing) -> [DrawItem] {
    let frame = drawing.frame
    // Nothing beyond leans into the picture.
    let clip = frame.ground.clip.offset(by: camera.foot * -1)
    let way = shift - camera.foot
    var buildings: [Building] = []
    for item in items where item.kind == .area {
      if let building = building(item, way, clip, in: &drawing) { buildings.append(building) }
    }
    let backs = WallBacks(buildings)
    let least = 0.05 / frame.viewport.scale
    let block = 256
    let blocks = concurrentMap((buildings.count + block - 1) / block, threads: threads) { number in
      var (shapes, seams): (FaceShapes, [RoofSeam]) = (FaceShapes(), [])
      for number in number * block..<min(buildings.count, (number + 1) * block) {
        addFaces(of: buildings[number], number, least: least, hiding: backs, &seams) {
          shapes.add(WallFace($0, of: number, $1), of: buildings, camera, in: frame.picture)
        }
      }
      return (shapes, seams)
    }
    let order = WallOrder(
      FaceShapes(joining: blocks.map(\.0)), of: buildings, camera, frame.picture, threads: threads)
    let seams = Dictionary(grouping: blocks.lazy.flatMap(\.1), by: \.building)
    let overlap = 1.2 / frame.viewport.scale
    return order.order().map { number in
      let face = order[number]
      let building = buildings[Int(face.building)]
      return face.mark(
        camera, building, colors(of: face, building), overlap: overlap, seams: seams[face.building] ?? [])
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
    let roof = drawing.value(height, in: context)
    if let pattern = image {
      // Where the camera does not look down, what is tiled has the mean of its pixels.
      let growth = camera.growth(at: roof * pointsPerMeter)
      image = camera.looksDown ? pattern : nil
      image?.origin = camera.place(pattern.origin - camera.foot, at: roof * pointsPerMeter)
      image?.size = Size(width: pattern.size.width * growth, height: pattern.size.height * growth)
    }
    let (rings, isWinding) = item.paths.filled
    return Building(
      surface: surface, pattern: image, roof: roof, base: drawing.value(base, in: context),
      pointsPerMeter: pointsPerMeter,
      rings: rings.map { clip.clipped(ring: $0.points.map { $0 + way }) }.filter { $0.count > 2 },
      isWinding: isWinding, item.pieces(shift: way, clip: clip))
  }

  /// Adds the seen walls of a building and its roof, and the edges along which the roof goes on in an equally high
  /// one. Walls that take less than `least` of the picture are not seen.
  private func addFaces(
    of building: Building, _ number: Int, least: Double, hiding backs: WallBacks, _ seams: inout [RoofSeam],
    _ add: (WallFace.Form, ClosedRange<Double>) -> Void
  ) {
    let heights = building.heights
    if heights.lowerBound < heights.upperBound, heights.lowerBound < camera.ceiling {
      let highest = min(heights.upperBound, camera.ceiling)
      let growth = camera.growth(at: highest) - camera.growth(at: heights.lowerBound)
      for (edge, isSeen) in building.walls where isSeen {
        if let back = backs.hiding(edge, heights) {
          if back.heights.upperBound == building.level {
            seams.append(RoofSeam(edge, between: Int32(number), and: back.building))
          }
          continue
        }
        let depth = abs(edge.start.x * edge.outward.x + edge.start.y * edge.outward.y) * growth
        guard depth > least || !camera.looksDown else { continue }
        add(.wall(edge), heights.lowerBound...highest)
      }
    }
    guard building.level < camera.ceiling, !building.rings.isEmpty else { return }
    add(.roof, building.level...building.level)
  }

  private func colors(of face: WallFace, _ building: Building) -> (foot: Color, top: Color) {
    guard case .wall(let edge) = face.form else {
      let color = light.shade(building.surface, facing: SIMD3(0, 0, 1))
      return (color, color)
    }
    func shade(_ isTop: Bool) -> Color {
      light.shade(
        building.surface, facing: SIMD3(edge.outward.x, edge.outward.y, 0),
        isGradual ? (building.roof, building.base, isTop) : nil)
    }
    let (foot, top, heights) = (shade(edge.isRim), shade(!edge.isRim), building.heights)
    guard foot != top else { return (foot, top) }
    func color(_ height: Double) -> Color {
      foot.mixed(with: top, share: (height - heights.lowerBound) / (heights.upperBound - heights.lowerBound))
    }
    return (color(face.low), color(face.high))
  }
}

struct Building {
  let surface: Color
  let pattern: Pattern?
  let rings: [[Point]]
  let isWinding: Bool
  /// Meters above the ground.
  let roof, base: Double
  /// The height of the roof in points.
  let level: Double
  let heights: ClosedRange<Double>
  private(set) var walls: [(edge: WallFace.Edge, isSeen: Bool)] = []

  init(
    surface: Color, pattern: Pattern?, roof: Double, base: Double, pointsPerMeter: Double,
    rings: [[Point]], isWinding: Bool, _ pieces: [OutlineItem.Piece]
  ) {
    (self.surface, self.pattern, self.rings, self.isWinding) = (surface, pattern, rings, isWinding)
    (self.roof, self.base) = (roof, base)
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
  private struct Ends: Hashable {
    let start, end: Point

    func hash(into hasher: inout Hasher) { hasher.combine(start.x.bitPattern ^ end.y.bitPattern) }
  }

  /// Looked up, never iterated.
  private var backs: [Ends: (heights: ClosedRange<Double>, building: Int32)] = [:]

  init(_ buildings: [Building]) {
    backs.reserveCapacity(buildings.reduce(0) { $0 + $1.walls.count } / 2)
    for (number, building) in buildings.enumerated() where building.roof > building.base {
      for (edge, isSeen) in building.walls where !isSeen {
        let key = Ends(start: edge.end, end: edge.start)
        if (backs[key]?.heights.upperBound ?? 0) < building.heights.upperBound {
          backs[key] = (building.heights, Int32(number))
        }
      }
    }
  }

  func hiding(
    _ edge: WallFace.Edge, _ range: ClosedRange<Double>
  ) -> (heights: ClosedRange<Double>, building: Int32)? {
    guard !edge.isRim, let back = backs[Ends(start: edge.start, end: edge.end)],
      back.heights.lowerBound <= range.lowerBound, range.upperBound <= back.heights.upperBound
    else { return nil }
    return back
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
