import Drawing
import MapContent
import MapGeometry

/// An icon in its final form, before it has a position.
struct LaidOutIcon {
  var bitmap: Bitmap
  /// The box seen from its point, before it is turned.
  let box: Rectangle
  /// The rectangle of its pixels, halo and all, seen from its point.
  var area: Rectangle
  /// Its width before `icon-size`, in points.
  let plainWidth: Double
  /// The maker of its pixels, and what they are made of; `nil` for an image that is drawn as it is.
  var source: (raster: IconRaster, image: SpriteImage)?
  let translate: Point
  /// Degrees clockwise about the point.
  let rotation: Double
  let padding: Padding
  let opacity: Double

  var reach: Double { area.farthestCorner + max(abs(translate.x), abs(translate.y)) }

  /// The icon with pixels made for a point where it stands upright, between whole ones.
  func made(for point: Point, in drawing: inout LayerDrawing) -> LaidOutIcon {
    guard let (known, image) = source else { return self }
    var raster = known
    let scale = drawing.frame.viewport.scale
    let pivot = point + translate
    let exact = Point(x: (box.x + pivot.x) * scale, y: (box.y + pivot.y) * scale)
    let first = Point(x: exact.x.rounded(.down), y: exact.y.rounded(.down))
    // Smooth ones share their pixels where they differ by an eighth of a pixel.
    let steps = raster.isSmooth ? 8.0 : 256
    func step(_ share: Double) -> Double { (share * steps).rounded() / steps }
    raster.corner = Point(x: step(exact.x - first.x), y: step(exact.y - first.y))
    guard let bitmap = drawing.bitmap(of: raster, image) else { return self }
    var icon = self
    icon.bitmap = bitmap
    icon.area = raster.area.offset(by: first * (1 / scale) - pivot)
    return icon
  }

  /// The icon with its point at a position of the picture, turned further.
  ///
  /// - Parameter pixel: where an image is drawn pixel for pixel, its edges are moved onto whole pixels, so that it is
  ///   as sharp as it was made.
  func part(at point: Point, turnedBy angle: Double, pixel: Double) -> Label.Part {
    let pivot = point + translate
    let turn = rotation + angle
    let middle = (area.center + pivot).rotated(by: turn, about: pivot)
    var rectangle = Rectangle(center: middle, width: area.width, height: area.height)
    let covered = Rectangle(
      x: box.x + pivot.x - padding.left, y: box.y + pivot.y - padding.top,
      width: max(0, box.width + padding.left + padding.right),
      height: max(0, box.height + padding.top + padding.bottom))
    let isPlain =
      abs(area.width / pixel - Double(bitmap.width)) < 0.01
      && abs(area.height / pixel - Double(bitmap.height)) < 0.01
    if turn == 0, isPlain {
      rectangle.x = (rectangle.x / pixel).rounded() * pixel
      rectangle.y = (rectangle.y / pixel).rounded() * pixel
    }
    let image = ImageMark(bitmap: bitmap, rectangle: rectangle, rotation: turn, opacity: opacity)
    return Label.Part(
      shapes: opacity > 0 ? [.image(image)] : [],
      extent: box.offset(by: pivot).boundsOfRotation(by: turn, about: pivot),
      box: covered.boundsOfRotation(by: turn, about: pivot))
  }
}
