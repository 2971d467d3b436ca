import Drawing
import MapContent
import MapGeometry
import MapGround
import MapStyle

/// The stand of the symbols of a layer where the camera does not look straight down: upright, or lying on the ground.
///
/// As with MapLibre, what stands upright shrinks with its distance half as much as the ground does, and what lies on the ground
/// half as much again. Counts grow with their bubbles.
struct LabelPitch {
  let camera: Camera
  private let frame: ViewFrame
  let textLies, iconLies: Bool
  /// The frame that bubbles have their sizes in; `nil` for symbols without bubbles.
  let bubbles: RotationAlignment?

  /// - Parameter bubbles: the layer of its bubbles, and whether they are those of clusters.
  /// - Returns: `nil` for a view from straight above.
  init?(
    _ layer: ResolvedLayer, bubbles: (layer: ResolvedLayer, isClustered: Bool)?, isAlongLines: Bool,
    in drawing: inout LayerDrawing
  ) {
    guard let camera = drawing.frame.viewport.camera else { return nil }
    func lies(_ pitch: PropertyKey<RotationAlignment>, _ rotation: PropertyKey<RotationAlignment>) -> Bool {
      switch drawing.value(of: pitch, in: layer) {
      case .auto:
        let rotation = drawing.value(of: rotation, in: layer)
        return rotation == .map || isAlongLines && rotation == .auto
      case let alignment: return alignment == .map
      }
    }
    (self.camera, frame) = (camera, drawing.frame)
    textLies = lies(.textPitchAlignment, .textRotationAlignment)
    iconLies = lies(.iconPitchAlignment, .iconRotationAlignment)
    self.bubbles = bubbles.map {
      $0.isClustered && !$0.layer.layer.sets(.circlePitchScale)
        ? .viewport : drawing.value(of: .circlePitchScale, in: $0.layer)
    }
  }

  /// The factor of a symbol's size at a point of the picture.
  func factor(at point: Point, lies: Bool) -> Double {
    let growth = camera.growth(at: point)
    if let bubbles { return bubbles == .map ? growth : 1 }
    return lies ? min(4, 0.5 + 0.5 / growth) : 0.5 + 0.5 * growth
  }

  /// A part of a label on the ground, as the camera sees it.
  func onGround(_ part: Label.Part) -> Label.Part {
    func bounds(_ rectangle: Rectangle) -> Rectangle {
      Path(rectangle).mapPoints { camera.project($0) }.bounds ?? rectangle
    }
    let shapes = part.shapes.compactMap { shape -> Shape? in
      switch shape {
      case .text(let run): .text(onGround(run))
      case .image(let image): onGround(image).map { .image($0) }
      default: shape
      }
    }
    return Label.Part(
      shapes: shapes, extent: bounds(part.extent), box: bounds(part.box),
      discs: part.discs.map {
        let center = camera.project($0.center)
        return CollisionIndex.Disc(center: center, radius: $0.radius * camera.growth(at: center))
      })
  }

  private func onGround(_ image: ImageMark) -> ImageMark? {
    let corners = Path(image.rectangle).points.map {
      camera.project($0.rotated(by: image.rotation, about: image.rectangle.center))
    }
    guard let seen = frame.picture(of: image.bitmap, between: corners, isSmooth: true) else { return nil }
    return ImageMark(bitmap: seen.bitmap, rectangle: seen.rectangle, opacity: image.opacity)
  }

  private func onGround(_ run: TextRun) -> TextRun {
    var (seen, area) = (run, 0.0)
    for (index, fragment) in run.fragments.enumerated() {
      func project(_ point: Point) -> Point {
        let turned = point.rotated(by: fragment.rotation) + fragment.origin
        return camera.project(run.rotation == 0 ? turned : turned.rotated(by: run.rotation, about: run.pivot))
      }
      let origin = project(.zero)
      let growth = camera.growth(at: origin)
      area += growth * growth * growth * camera.height / camera.distance
      (seen.fragments[index].origin, seen.fragments[index].rotation) = (origin, 0)
      seen.fragments[index].outline = fragment.outline.mapPoints { project($0) - origin }
      seen.fragments[index].glyphs = fragment.glyphs.map {
        $0.mapped(growth: growth) { project($0) - origin }
      }
      seen.fragments[index].images = fragment.images.map { image in
        var image = image
        image.rectangle = Rectangle(
          center: project(image.rectangle.center) - origin, width: image.rectangle.width * growth,
          height: image.rectangle.height * growth)
        return image
      }
    }
    let mean = (area / Double(max(1, run.fragments.count))).squareRoot()
    seen.halo?.width *= mean
    seen.halo?.blur *= mean
    (seen.rotation, seen.isOutlined) = (0, true)
    return seen
  }
}

extension LaidOutText {
  /// The text at a point of the picture, as a camera sees it where there is one.
  func part(at point: Point, _ candidate: Candidate, _ pitch: LabelPitch?) -> Label.Part {
    guard let pitch else { return self.part(at: point, candidate) }
    let factor = pitch.factor(at: point, lies: pitch.textLies)
    var candidate = candidate
    candidate.offset = candidate.offset * factor
    let text = scaled(by: factor)
    return pitch.textLies
      ? pitch.onGround(text.part(at: pitch.camera.ground(at: point), candidate))
      : text.part(at: point, candidate)
  }

  /// The text in other letters, larger or smaller.
  func scaled(by factor: Double) -> LaidOutText {
    guard factor != 1 else { return self }
    var text = self
    text.shaped.size = shaped.size.scaled(by: factor)
    text.shaped.inkBox = shaped.inkBox.scaled(by: factor)
    text.shaped.fragments = shaped.fragments.map { $0.scaled(by: factor) }
    text.request.letterSpacing *= factor
    for index in request.sections.indices { text.request.sections[index].font.size *= factor }
    for index in images.indices {
      text.images[index].size = images[index].size.scaled(by: factor)
      text.images[index].scale *= factor
    }
    for index in fonts.indices { text.fonts[index].size *= factor }
    for index in candidates.indices {
      text.candidates[index].offset = candidates[index].offset * factor
    }
    text.size *= factor
    text.padding *= factor
    text.halo?.width *= factor
    text.halo?.blur *= factor
    return text
  }
}

extension LaidOutIcon {
  /// The icon at a point of the picture, as a camera sees it where there is one.
  func part(at point: Point, turnedBy angle: Double, pixel: Double, _ pitch: LabelPitch?) -> Label.Part {
    guard let pitch else { return self.part(at: point, turnedBy: angle, pixel: pixel) }
    let icon = scaled(by: pitch.factor(at: point, lies: pitch.iconLies))
    guard pitch.iconLies else { return icon.part(at: point, turnedBy: angle, pixel: pixel) }
    return pitch.onGround(icon.part(at: pitch.camera.ground(at: point), turnedBy: angle, pixel: pixel))
  }

  private func scaled(by factor: Double) -> LaidOutIcon {
    LaidOutIcon(
      bitmap: bitmap, box: box.scaled(by: factor), area: area.scaled(by: factor), plainWidth: plainWidth,
      translate: translate, rotation: rotation,
      padding: Padding(
        top: padding.top * factor, right: padding.right * factor, bottom: padding.bottom * factor,
        left: padding.left * factor), opacity: opacity)
  }
}
