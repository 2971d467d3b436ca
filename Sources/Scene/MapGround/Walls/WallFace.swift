import Drawing
import MapGeometry

/// The camera that walls are seen from: as high above the ground as MapLibre's, whose field of view is 36.87°.
struct WallCamera {
  /// The point on the ground beneath the camera, from which positions are counted; the picture's middle where it
  /// looks straight down.
  let foot: Point
  /// Points from the ground to the camera: the height of 1.5 pictures where it looks straight down.
  let distance: Double
  /// Heights in points above which nothing is seen: MapLibre's near plane.
  let ceiling: Double
  private let camera: Camera?

  init(_ viewport: Viewport) {
    camera = viewport.camera
    foot = camera?.foot ?? Point(x: viewport.size.width / 2, y: viewport.size.height / 2)
    distance = camera?.height ?? viewport.size.height * 1.5
    ceiling = distance - viewport.size.height / 50
  }

  var looksDown: Bool { camera == nil }

  /// The position in the picture of a point of the ground, from the foot, lifted by a height in points.
  func place(_ ground: Point, at height: Double) -> Point {
    camera.map { $0.project(foot + ground, height: height) } ?? foot + ground * growth(at: height)
  }

  func growth(at height: Double) -> Double { distance / (distance - height) }
}

/// An edge that two equally high roofs share, of which the one drawn first reaches a little under the other, so that no
/// ground shines through between them.
struct RoofSeam {
  let building: Int32
  private let start, end, outward: Point

  init(_ edge: WallFace.Edge, between building: Int32, and other: Int32) {
    self.building = min(building, other)
    // As the roof's own ring goes, the strip goes back along the edge.
    (start, end) = building < other ? (edge.end, edge.start) : (edge.start, edge.end)
    outward = building < other ? edge.outward : edge.outward * -1
  }

  func strip(_ width: Double) -> [Point] { [start, end, end + outward * width, start + outward * width] }
}

/// A roof, or a piece of a wall that faces the camera: plain numbers, as a picture may have a hundred thousand.
struct WallFace {
  enum Form {
    case roof
    /// A footprint's edge, from the camera's foot.
    case wall(Edge)
  }

  struct Edge {
    var start, end: Point
    /// Away from the wall, of length 1.
    let outward: Point
    var continues = false
    /// True if nothing lies on the wall.
    var isRim = false
  }

  private(set) var form: Form
  let building: Int32
  /// Heights in points; equal for roofs.
  private(set) var low, high: Double

  init(_ form: Form, of building: Int, _ heights: ClosedRange<Double>) {
    (self.form, self.building) = (form, Int32(building))
    (low, high) = (heights.lowerBound, heights.upperBound)
  }

  func part(from low: Double, to high: Double) -> WallFace {
    var part = self
    (part.low, part.high) = (max(low, self.low), min(high, self.high))
    return part
  }

  func parts(cutAt shares: [Double]) -> [WallFace] {
    guard case .wall(let edge) = form else { return [self] }
    let ends = shares.map { edge.start + (edge.end - edge.start) * $0 } + [edge.end]
    return ends.indices.map { number in
      var (part, piece) = (self, edge)
      (piece.start, piece.end) = (number == 0 ? edge.start : ends[number - 1], ends[number])
      piece.continues = edge.continues || number < shares.count
      part.form = .wall(piece)
      return part
    }
  }

  /// The corners of a wall in the picture: its foot, then its top on the way back.
  static func corners(_ edge: Edge, _ camera: WallCamera, _ low: Double, _ high: Double) -> [Point] {
    [
      camera.place(edge.start, at: low), camera.place(edge.end, at: low), camera.place(edge.end, at: high),
      camera.place(edge.start, at: high),
    ]
  }

  /// The mark of a face with its colors at the lower and the upper end. A wall reaches a little under what is drawn
  /// on it and beside it, so that no ground shines through seams.
  func mark(
    _ camera: WallCamera, _ building: Building, _ colors: (foot: Color, top: Color), overlap: Double,
    seams: [RoofSeam]
  ) -> DrawItem {
    switch form {
    case .roof:
      let rings = building.rings + seams.map { $0.strip(overlap) }
      let path = Path(rings: rings.map { ring in ring.map { camera.place($0, at: high) } })
      let paint = building.pattern.map { Paint.pattern($0) } ?? .color(colors.top)
      return DrawItem(.fill(Fill(path, paint, isWinding: building.isWinding)))
    case .wall(let edge):
      let corners = WallFace.corners(edge, camera, low, high)
      let path = Path(rings: [outline(of: edge, corners, camera, overlap)])
      return DrawItem(.fill(Fill(path, paint(edge, corners, colors, camera))))
    }
  }

  private func outline(
    of edge: Edge, _ corners: [Point], _ camera: WallCamera, _ overlap: Double
  ) -> [Point] {
    let along = edge.end - edge.start
    let way = along * (1 / max(along.length, 1e-9))
    let bevel = min(overlap, along.length / 3)
    let rise = corners[2] - corners[1]
    var ring = [corners[0], corners[1]]
    if edge.continues, rise.length > 1e-6 {
      var aside = Point(x: rise.y, y: -rise.x) * (bevel / rise.length)
      if aside.x * way.x + aside.y * way.y < 0 { aside = aside * -1 }
      ring.append(corners[1] + rise * min(1, 3 * overlap / rise.length) + aside)
      ring.append(corners[2] + aside)
    }
    ring.append(corners[2])
    if !edge.isRim {
      if camera.looksDown {
        ring.append(corners[2] - edge.outward * bevel - (edge.continues ? .zero : way * bevel))
        ring.append(corners[3] - edge.outward * bevel + way * bevel)
      } else {
        let back = edge.outward * bevel
        ring.append(camera.place(edge.end - back - (edge.continues ? .zero : way * bevel), at: high))
        ring.append(camera.place(edge.start - back + way * bevel, at: high))
      }
    }
    ring.append(corners[3])
    return ring
  }

  /// The color, or colors from the foot to the top: evenly by height, which grows slower than the way in the picture.
  private func paint(
    _ edge: Edge, _ corners: [Point], _ colors: (foot: Color, top: Color), _ camera: WallCamera
  ) -> Paint {
    let (start, rise, across): (Point, Point, Point)
    if camera.looksDown {
      (start, rise, across) = (corners[0], corners[3] - corners[0], edge.outward)
    } else {
      start = (corners[0] + corners[1]) * 0.5
      rise = (corners[2] + corners[3]) * 0.5 - start
      let way = corners[1] - corners[0]
      across = Point(x: -way.y, y: way.x) * (1 / max(way.length, 1e-9))
    }
    let length = rise.x * across.x + rise.y * across.y
    guard colors.foot != colors.top, abs(length) > 1e-6 else { return .color(colors.top) }
    let (least, most) = (camera.growth(at: low), camera.growth(at: high))
    let stops = [0, 0.25, 0.5, 0.75, 1].map { share in
      Gradient.Stop(
        offset: (camera.growth(at: low + share * (high - low)) - least) / (most - least),
        color: colors.foot.mixed(with: colors.top, share: share))
    }
    return .gradient(Gradient(from: start, to: start + across * length, stops: stops))
  }
}
