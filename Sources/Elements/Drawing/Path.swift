public import MapGeometry

/// Lines and curves as two flat columns: what to do next, and the points it takes.
public struct Path: Hashable, Sendable {
  /// A step of the pen.
  public enum Verb: UInt8, Hashable, Sendable {
    case move, line
    /// A cubic Bézier curve: two control points, then the end.
    case curve
    case close

    /// The number of points that the step takes.
    @inlinable public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .curve: 3
      case .close: 0
      }
    }
  }

  /// The steps in order.
  public private(set) var verbs: [Verb] = []
  /// The points the steps take, in order.
  public private(set) var points: [Point] = []

  /// A path without steps.
  public init() {}

  package init(_ rectangle: Rectangle) { add(rectangle) }

  /// True if there is nothing to draw.
  public var isEmpty: Bool { verbs.isEmpty }

  /// Lifts the pen and sets it down.
  public mutating func move(to point: Point) {
    verbs.append(.move)
    points.append(point)
  }

  /// Draws a straight line.
  public mutating func line(to point: Point) {
    verbs.append(.line)
    points.append(point)
  }

  /// Adds straight lines through points.
  public mutating func add(lineThrough line: ArraySlice<Point>) {
    guard !line.isEmpty else { return }
    verbs.append(.move)
    verbs.append(contentsOf: repeatElement(.line, count: line.count - 1))
    points.append(contentsOf: line)
  }

  /// Draws a cubic Bézier curve.
  public mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    verbs.append(.curve)
    points.append(first)
    points.append(second)
    points.append(end)
  }

  /// Draws back to where the pen was last set down.
  public mutating func close() { verbs.append(.close) }

  /// Appends a rectangle, clockwise from its upper left corner.
  public mutating func add(_ rectangle: Rectangle) {
    add(lineThrough: rectangle.corners[...])
    close()
  }

  /// Appends all steps of another path, moved.
  public mutating func append(_ other: Path, offset: Point = .zero) {
    verbs += other.verbs
    points += offset == .zero ? other.points : other.points.map { $0 + offset }
  }

  /// The path with every point replaced.
  public func mapPoints(_ transform: (Point) -> Point) -> Path {
    var path = self
    path.points = points.map(transform)
    return path
  }

  /// The smallest rectangle that holds all points, control points included; `nil` for an empty path.
  public var bounds: Rectangle? {
    var extent = Extent<Double>()
    for point in points { extent.include(point.x, point.y) }
    return points.isEmpty ? nil : Rectangle(extent)
  }
}
