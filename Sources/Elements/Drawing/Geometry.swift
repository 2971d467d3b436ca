public import MapGeometry

/// A position in a picture, under the short name that pictures use.
public typealias Point = ScreenPoint
/// A width and a height in points.
public typealias Size = ScreenSize

extension ScreenPoint {
  /// The origin: the upper left corner.
  public static let zero = ScreenPoint(x: 0, y: 0)

  /// The sums of both coordinates.
  @inlinable public static func + (a: ScreenPoint, b: ScreenPoint) -> ScreenPoint {
    ScreenPoint(x: a.x + b.x, y: a.y + b.y)
  }
  /// The differences of both coordinates.
  @inlinable public static func - (a: ScreenPoint, b: ScreenPoint) -> ScreenPoint {
    ScreenPoint(x: a.x - b.x, y: a.y - b.y)
  }
  /// The products of both coordinates with a factor.
  @inlinable public static func * (vector: ScreenPoint, factor: Double) -> ScreenPoint {
    ScreenPoint(x: vector.x * factor, y: vector.y * factor)
  }

  /// The distance from the origin, squared.
  @inlinable public var squaredLength: Double { x * x + y * y }
  /// The distance from the origin.
  @inlinable public var length: Double { squaredLength.squareRoot() }
}

extension ScreenSize {
  package func scaled(by factor: Double) -> ScreenSize {
    ScreenSize(width: width * factor, height: height * factor)
  }
}

/// An upright rectangle: its upper left corner and a size, in points.
public struct Rectangle: Hashable, Sendable {
  /// Left and upper edge, in points.
  public var x, y: Double
  /// Points across and down, not negative.
  public var width, height: Double

  /// A rectangle from its upper left corner.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// A rectangle from its middle.
  public init(center: Point, width: Double, height: Double) {
    self.init(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }

  /// The square that reaches so far from its middle on every side.
  public init(around center: Point, reach: Double) {
    self.init(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
  }

  /// The rectangle at the origin.
  public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  package init(_ extent: Extent<Double>) {
    self.init(
      x: extent.minX, y: extent.minY, width: extent.maxX - extent.minX, height: extent.maxY - extent.minY)
  }

  /// The left edge, in points.
  @inlinable public var minX: Double { x }
  /// The upper edge, in points.
  @inlinable public var minY: Double { y }
  /// The right edge, in points.
  @inlinable public var maxX: Double { x + width }
  /// The lower edge, in points.
  @inlinable public var maxY: Double { y + height }
  /// The middle, in points.
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
  package var corners: [Point] {
    [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)].map { Point(x: $0.0, y: $0.1) }
  }

  /// The rectangle grown on every side; shrunk, at most to nothing, where `amount` is negative.
  public func expanded(by amount: Double) -> Rectangle {
    let (w, h) = (max(0, width + 2 * amount), max(0, height + 2 * amount))
    return Rectangle(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
  }

  /// The rectangle moved by a vector, in points.
  public func offset(by vector: Point) -> Rectangle {
    Rectangle(x: x + vector.x, y: y + vector.y, width: width, height: height)
  }

  package func scaled(by factor: Double) -> Rectangle {
    Rectangle(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }

  /// The smallest rectangle that holds both.
  public func union(_ other: Rectangle) -> Rectangle {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rectangle(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// True if the two share some area.
  @inlinable public func intersects(_ other: Rectangle) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// True if the other lies wholly inside, edges included.
  public func contains(_ other: Rectangle) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  /// True if a point lies inside, edges included.
  public func contains(_ point: Point) -> Bool {
    (minX...maxX).contains(point.x) && (minY...maxY).contains(point.y)
  }
}
