/// A position in a picture: points from its upper left corner, y down.
public struct ScreenPoint: Hashable, Sendable {
  /// Points from the left and the upper edge.
  public var x, y: Double

  /// A position in a picture.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in points.
public struct ScreenSize: Hashable, Sendable {
  /// Points across and down.
  public var width, height: Double

  /// A width and a height.
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

/// Distances from the four edges of a box, in points: kept free around a picture's contents, or added around a label.
public struct Padding: Hashable, Sendable {
  /// Points from one edge.
  public var top, right, bottom, left: Double

  /// Padding by edge, clockwise from the top as in CSS.
  public init(top: Double, right: Double, bottom: Double, left: Double) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// Equal padding on every edge.
  public init(_ all: Double) { self.init(top: all, right: all, bottom: all, left: all) }

  /// Padding from one to four numbers, read as CSS reads them; `nil` for any other count.
  public init?(css values: [Double]) {
    switch values.count {
    case 1: self.init(top: values[0], right: values[0], bottom: values[0], left: values[0])
    case 2: self.init(top: values[0], right: values[1], bottom: values[0], left: values[1])
    case 3: self.init(top: values[0], right: values[1], bottom: values[2], left: values[1])
    case 4: self.init(top: values[0], right: values[1], bottom: values[2], left: values[3])
    default: return nil
    }
  }
}
