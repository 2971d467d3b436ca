import Drawing
import MapContent
import MapGeometry

/// An icon in its final form, before it has a place.
struct LaidOutIcon {
  let bitmap: Bitmap
  /// The box seen from its point, before it is turned.
  let box: Rectangle
  /// Its width before `icon-size`, in points.
  let plainWidth: Double
  /// The reach of its pixels beyond the box on every side, in points.
  let margin: Double
  let translate: Point
  /// Degrees clockwise about the point.
  let rotation: Double
  let padding: Padding
  let opacity: Double

  var reach: Double { box.farthestCorner + margin + max(abs(translate.x), abs(translate.y)) }

  /// The icon with its point at a place of the picture, turned further.
  ///
  /// - Parameter pixel: where it stands upright its edges are moved onto whole pixels, so that it is as sharp as it was
  ///   made.
  func place(at point: Point, turnedBy angle: Double, pixel: Double) -> Label.Part {
    let pivot = point + translate
    let turn = rotation + angle
    let middle = (box.center + pivot).rotated(by: turn, about: pivot)
    var rectangle = Rectangle(center: middle, width: box.width, height: box.height)
    let covered = Rectangle(
      x: box.x + pivot.x - padding.left, y: box.y + pivot.y - padding.top,
      width: max(0, box.width + padding.left + padding.right),
      height: max(0, box.height + padding.top + padding.bottom))
    rectangle = rectangle.expanded(by: margin)
    if turn == 0 {
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
