import JSONDocument
import Drawing
import MapContent
import MapGeometry
import MapStyle

struct IconLayer {
  private let image: BoundProperty<ResolvedImage?>
  let part: SymbolPart
  private let padding, textFitPadding: BoundProperty<Padding>
  private let textFit: BoundProperty<TextFit>
  private let imagePlace: SourceLocation?

  /// The largest icon, and how far from its anchor it can stand, in points.
  private static let farthest = 9999.0

  init(_ layer: ResolvedLayer) {
    imagePlace = layer.layer.location(of: .iconImage)
    part = SymbolPart(iconsOf: layer)
    (image, padding) = layer.properties(.iconImage, .iconPadding)
    (textFit, textFitPadding) = layer.properties(.iconTextFit, .iconTextFitPadding)
  }

  var isEmpty: Bool { if case .some(.none) = image.constant { true } else { false } }

  /// True if icons are made to measure for their texts.
  func fitsText(in context: EvaluationContext, noting warnings: inout StyleWarnings) -> Bool {
    textFit.value(in: context, noting: &warnings) != .none
  }

  /// The icon of the context's feature; `nil` where it has none, or none that is at hand.
  ///
  /// - Parameters:
  ///   - text: what the text's block covers, seen from the point, for an icon that is fitted to it.
  func icon(
    around text: Rectangle?, scaledBy factor: Double = 1, in context: EvaluationContext,
    _ drawing: inout LayerDrawing
  )
    -> LaidOutIcon?
  {
    guard let name = drawing.value(image, in: context)?.name,
      let image = drawing.image(name, for: imagePlace)
    else { return nil }
    let size = drawing.value(part.size, in: context) * factor
    let fit = text == nil ? .none : drawing.value(textFit, in: context)
    var box = plainBox(of: image, fit == .none ? size : 1, context, &drawing.warnings)
    var plainWidth = image.size.width
    if let text, fit != .none {
      guard size > 0 else { return nil }
      box = fittedBox(of: image, plain: box, text, fit, scaledBy: size, context, &drawing.warnings)
      plainWidth = box.width / size
    }
    guard box.width > 0, box.height > 0 else { return nil }
    var (bitmap, area) = (image.bitmap, box)
    var source: (raster: IconRaster, image: SpriteImage)?
    if image.isSDF || fit != .none {
      guard let raster = raster(name, image, box, isFitted: fit != .none, size: size, context, &drawing),
        let made = drawing.bitmap(of: raster, image)
      else { return nil }
      (bitmap, source) = (made, (raster, image))
      area = raster.area.offset(by: box.center - raster.area.center)
    }
    return LaidOutIcon(
      bitmap: bitmap, box: box, area: area, plainWidth: plainWidth, source: source,
      translate: part.way(in: context, &drawing),
      rotation: turn(drawing.value(part.rotation, in: context)),
      padding: drawing.value(padding, in: context), opacity: drawing.value(part.opacity, in: context))
  }

  /// The rectangle that a text may cover inside the context's icon, seen from the point: the image's content, or all
  /// of it; `nil` where
  /// there is no icon, or one that is turned or made to measure.
  func textArea(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> Rectangle? {
    guard let name = drawing.value(image, in: context)?.name,
      let image = drawing.image(name, for: imagePlace), !fitsText(in: context, noting: &drawing.warnings),
      drawing.value(part.rotation, in: context) == 0
    else { return nil }
    let size = drawing.value(part.size, in: context)
    let box = plainBox(of: image, size, context, &drawing.warnings)
      .offset(by: part.way(in: context, &drawing))
    guard box.width > 0, box.height > 0 else { return nil }
    guard let content = image.content else { return box }
    let (width, height) = (Double(image.bitmap.width), Double(image.bitmap.height))
    return Rectangle(
      x: box.x + content.x / width * box.width, y: box.y + content.y / height * box.height,
      width: content.width / width * box.width, height: content.height / height * box.height)
  }

  /// The icon at its own shape, its anchor at the point. Offsets grow with it.
  private func plainBox(
    of image: SpriteImage, _ size: Double, _ context: EvaluationContext, _ warnings: inout StyleWarnings
  ) -> Rectangle {
    // Larger icons than any picture would be seen in part, as their middle is.
    let size = min(size, IconLayer.farthest / max(1, image.size.width, image.size.height))
    let (width, height) = (image.size.width * size, image.size.height * size)
    let direction = part.anchor.value(in: context, noting: &warnings).direction
    let offset = part.offset.value(in: context, noting: &warnings)
    func points(_ offset: Double) -> Double {
      min(max(offset * size, -IconLayer.farthest), IconLayer.farthest)
    }
    return Rectangle(
      x: (direction.x - 1) / 2 * width + points(offset.x),
      y: (direction.y - 1) / 2 * height + points(offset.y), width: width, height: height)
  }

  /// The icon around a text: its content, or all of it, holds the text and the padding.
  ///
  /// As MapLibre has it, the content with its way from the point grows by `icon-size` once it is fitted. What is not
  /// stretched keeps its size, and the content is never smaller than what is not stretched in it. A side that is not
  /// fitted has the icon's own size.
  private func fittedBox(
    of image: SpriteImage, plain: Rectangle, _ text: Rectangle, _ fit: TextFit,
    scaledBy size: Double, _ context: EvaluationContext, _ warnings: inout StyleWarnings
  ) -> Rectangle {
    let padding = textFitPadding.value(in: context, noting: &warnings)
    var content = Rectangle(
      x: text.minX - padding.left, y: text.minY - padding.top,
      width: text.width + padding.left + padding.right, height: text.height + padding.top + padding.bottom)
    if fit == .height { (content.x, content.width) = (text.center.x - plain.width / 2, plain.width) }
    if fit == .width { (content.y, content.height) = (text.center.y - plain.height / 2, plain.height) }
    content = image.keptInShape(content)
    let offset = part.offset.value(in: context, noting: &warnings)
    content = content.offset(by: offset).scaled(by: size)
    let (middle, plainSize) = (
      Point(x: (text.center.x + offset.x) * size, y: (text.center.y + offset.y) * size),
      Size(width: plain.width * size, height: plain.height * size)
    )
    let area = image.content
    let across = StretchedSide(
      Double(image.bitmap.width), image.stretchX, area.map { $0.minX...$0.maxX }, ratio: image.pixelRatio)
    let down = StretchedSide(
      Double(image.bitmap.height), image.stretchY, area.map { $0.minY...$0.maxY }, ratio: image.pixelRatio)
    let (x, width) =
      fit == .height
      ? (middle.x - plainSize.width / 2, plainSize.width) : across.around(content.minX, content.width)
    let (y, height) =
      fit == .width
      ? (middle.y - plainSize.height / 2, plainSize.height) : down.around(content.minY, content.height)
    return Rectangle(x: x, y: y, width: max(0, width), height: max(0, height))
  }

  /// The input from which the icon's pixels are made; `nil` where there would be too many.
  ///
  /// As MapLibre has it, images are stretched by their nearest pixels where they have the size and scale that they were made for.
  private func raster(
    _ name: String, _ image: SpriteImage, _ box: Rectangle, isFitted: Bool, size: Double,
    _ context: EvaluationContext, _ drawing: inout LayerDrawing
  ) -> IconRaster? {
    let scale = drawing.frame.viewport.scale
    let (width, height) = (box.width * scale, box.height * scale)
    guard max(width, height) <= IconRaster.largest else { return nil }
    let halo = TextRun.Halo(
      color: drawing.value(part.haloColor, in: context), width: drawing.value(part.haloWidth, in: context),
      blur: drawing.value(part.haloBlur, in: context))
    let hasHalo = image.isSDF && halo.width > 0 && halo.color.alpha > 0 && halo.width + halo.blur <= 200
    var raster = IconRaster(
      name: name, width: width, height: height,
      magnification: (isFitted ? 1 : size) * scale / image.pixelRatio, scale: scale,
      color: image.isSDF ? drawing.value(part.color, in: context) : .black, halo: hasHalo ? halo : nil,
      pixelRatio: image.pixelRatio,
      isSmooth: size != 1 || image.pixelRatio != scale || part.rotation.constant != 0
        || drawing.value(part.alignment, in: context) == .map)
    // Its middle is that of its pixels until its place is known.
    raster.corner = Point(x: (width.rounded(.up) - width) / 2, y: (height.rounded(.up) - height) / 2)
    return raster
  }
}
