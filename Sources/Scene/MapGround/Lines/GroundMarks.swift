package import Drawing
package import MapContent
import MapGeometry
package import MapStyle

/// Shows what lies on the ground, drawn as from straight above, as a camera sees it: lines stay straight, and widths shrink with
/// their distance.
struct GroundMarks {
  private let camera: Camera
  private let frame, ground: ViewFrame
  private let keepsWidths: Bool

  init?(_ frame: ViewFrame, keepsWidths: Bool) {
    guard let camera = frame.viewport.camera else { return nil }
    (self.camera, self.frame, ground, self.keepsWidths) = (camera, frame, frame.ground, keepsWidths)
  }

  func marks(of marks: [DrawItem], in drawing: inout LayerDrawing) -> [DrawItem] {
    marks.compactMap { mark in shape(mark.shape, &drawing).map { DrawItem($0, subject: mark.subject) } }
  }

  private func shape(_ shape: Shape, _ drawing: inout LayerDrawing) -> Shape? {
    switch shape {
    case .fill(var fill):
      guard let path = seen(fill.path.pieces.map(\.points)) else { return nil }
      fill.path = path
      fill.paint = paint(fill.paint, &drawing)
      return .fill(fill)
    case .stroke(var stroke):
      if keepsWidths {
        stroke.path = stroke.path.mapPoints { camera.project($0) }
        return .stroke(stroke)
      }
      let pen = GroundPen(stroke, pixel: 1 / (frame.viewport.scale * 1.6))
      let rings = stroke.path.pieces.flatMap {
        pen.rings(along: $0.points, isClosed: $0.isClosed, near: ground.clip)
      }
      guard let path = seen(rings) else { return nil }
      return .fill(Fill(path, paint(stroke.paint, &drawing), isWinding: true))
    case .circle(var circle):
      circle.center = camera.project(circle.center)
      return .circle(circle)
    case .circles(var run):
      run.centers = run.centers.map { camera.project($0) }
      return .circles(run)
    case .text(let run):
      guard let origin = run.fragments.first?.origin else { return nil }
      return .text(run.offset(by: camera.project(origin) - origin))
    case .image(var image):
      let (area, bitmap) = (image.rectangle, image.bitmap)
      let picture = frame.warped { point in
        let spot = camera.ground(at: point)
        return area.contains(spot)
          ? bitmap.color(
            (spot.x - area.x) / area.width * Double(bitmap.width),
            (spot.y - area.y) / area.height * Double(bitmap.height))
          : nil
      }
      guard let picture else { return nil }
      (image.bitmap, image.rectangle) = (picture, frame.wholePixels)
      return .image(image)
    }
  }

  private func seen(_ rings: [[Point]]) -> Path? {
    let path = Path(rings: rings.map { frame.clip.clipped(ring: $0.map { camera.project($0) }) })
    return path.isEmpty ? nil : path
  }

  private func paint(_ paint: Paint, _ drawing: inout LayerDrawing) -> Paint {
    switch paint {
    case .color: return paint
    case .gradient(var gradient):
      (gradient.start, gradient.end) = (camera.project(gradient.start), camera.project(gradient.end))
      return .gradient(gradient)
    case .pattern(let pattern):
      if let known = drawing.groundPictures[pattern] { return .pattern(known) }
      guard drawing.groundPictures.count < GroundMarks.mostPictures, let picture = picture(of: pattern) else {
        return .color(pattern.bitmap.mean.multiplyingAlpha(by: pattern.opacity))
      }
      drawing.groundPictures[pattern] = picture
      return .pattern(picture)
    }
  }

  /// So many patterns become pictures; the areas of others have the mean of their pixels.
  private static let mostPictures = 24

  private func picture(of pattern: Pattern) -> Pattern? {
    let (width, height) = (Double(pattern.bitmap.width), Double(pattern.bitmap.height))
    let bitmap = frame.warped { point in
      let way = (camera.ground(at: point) - pattern.origin).rotated(by: -pattern.rotation)
      let (x, y) = (way.x / pattern.size.width, way.y / pattern.size.height)
      return pattern.bitmap.color((x - x.rounded(.down)) * width, (y - y.rounded(.down)) * height)
    }
    let area = frame.wholePixels
    return bitmap.map {
      Pattern(bitmap: $0, size: Size(width: area.width, height: area.height), opacity: pattern.opacity)
    }
  }
}

extension LayerDrawing {
  package mutating func lying(
    keepsWidths: Bool, _ body: (inout LayerDrawing) throws(SnapshotError) -> [DrawItem]
  ) throws(SnapshotError) -> [DrawItem] {
    let marks = try onGround(body)
    return GroundMarks(frame, keepsWidths: keepsWidths)?.marks(of: marks, in: &self) ?? marks
  }
}

extension ResolvedLayer {
  /// True if a layer is drawn on the ground, and nothing of it stands upright.
  package var liesOnGround: Bool {
    switch layer.type {
    case .fill, .line, .heatmap: true
    case .background: layer.sets(.backgroundPattern)
    case .circle: layer.drawsExtents
    default: false
    }
  }
}

extension ViewFrame {
  /// A picture of the view, each pixel of the color at its middle; `nil` for one that is too large. Of a view that is not one from
  /// straight above far pixels, which show much ground, have the mean of several points.
  func warped(_ color: (ScreenPoint) -> Color?) -> Bitmap? {
    let (area, scale) = (wholePixels, warpedScale)
    guard let width = Int(exactly: (area.width * scale).rounded()),
      let height = Int(exactly: (area.height * scale).rounded())
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for row in 0..<height {
      let (across, down) = samples(atRow: (Double(row) + 0.5) / scale)
      for column in 0..<width {
        guard across * down > 1 else {
          let point = ScreenPoint(x: (Double(column) + 0.5) / scale, y: (Double(row) + 0.5) / scale)
          bytes.append(pixel: color(point) ?? .transparent)
          continue
        }
        var sum = SIMD4<Double>()
        for y in 0..<down {
          for x in 0..<across {
            let point = ScreenPoint(
              x: (Double(column) + (Double(x) + 0.5) / Double(across)) / scale,
              y: (Double(row) + (Double(y) + 0.5) / Double(down)) / scale)
            guard let found = color(point) else { continue }
            sum += SIMD4(found.red, found.green, found.blue, 1) * found.alpha
          }
        }
        let mean = sum / max(sum.w, 1e-9)
        bytes.append(
          pixel: Color(red: mean.x, green: mean.y, blue: mean.z, alpha: sum.w / Double(across * down)))
      }
    }
    return Bitmap(width: width, height: height, pixels: bytes)
  }

  private func samples(atRow y: Double) -> (Int, Int) {
    guard let camera = viewport.camera else { return (1, 1) }
    let growth = camera.growth(at: ScreenPoint(x: 0, y: y))
    let shrinking = camera.distance / (camera.height * growth * growth)
    return (growth < 0.67 ? 2 : 1, Int(min(4, max(1, shrinking.rounded()))))
  }
}

extension Path {
  /// The way between two liftings of the pen, curves in straight steps, and whether it is closed.
  package var pieces: [(points: [Point], isClosed: Bool)] {
    var pieces: [(points: [Point], isClosed: Bool)] = []
    var piece: [Point] = []
    var next = 0
    func finish(isClosed: Bool) {
      if !piece.isEmpty { pieces.append((piece, isClosed)) }
      piece = []
    }
    for verb in verbs {
      switch verb {
      case .move:
        finish(isClosed: false)
        piece = [points[next]]
      case .line: piece.append(points[next])
      case .curve:
        let (a, b, c, d) = (piece.last ?? points[next], points[next], points[next + 1], points[next + 2])
        for step in 1...8 {
          let t = Double(step) / 8
          let u = 1 - t
          piece.append(a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t))
        }
      case .close: finish(isClosed: true)
      }
      next += verb.pointCount
    }
    finish(isClosed: false)
    return pieces
  }
}
