import CSystem

extension Point {
  /// Rotates the point about another; degrees are clockwise on screen.
  public func rotated(by degrees: Double, about pivot: Point = .zero) -> Point {
    let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let (dx, dy) = (x - pivot.x, y - pivot.y)
    return Point(x: pivot.x + dx * c - dy * s, y: pivot.y + dx * s + dy * c)
  }
}

extension Rectangle {
  /// Smallest upright rectangle around this one after a rotation; degrees are clockwise on screen.
  public func boundsOfRotation(by degrees: Double, about pivot: Point) -> Rectangle {
    guard degrees != 0 else { return self }
    let (s, c) = (abs(sin(degrees * .pi / 180)), abs(cos(degrees * .pi / 180)))
    let middle = center.rotated(by: degrees, about: pivot)
    let (w, h) = (width * c + height * s, width * s + height * c)
    return Rectangle(x: middle.x - w / 2, y: middle.y - h / 2, width: w, height: h)
  }
}

extension ImageMark {
  /// A letter's image, which is placed about the letter's origin, in the picture.
  public func placed(in fragment: TextRun.Fragment) -> ImageMark {
    var mark = self
    mark.rectangle = rectangle.offset(by: fragment.origin)
    guard fragment.rotation != 0 else { return mark }
    let center = mark.rectangle.center
    mark.rectangle = mark.rectangle.offset(
      by: center.rotated(by: fragment.rotation, about: fragment.origin) - center)
    mark.rotation += fragment.rotation
    return mark
  }
}
