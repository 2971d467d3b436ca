/// The smallest upright box of some positions, in their unit; empty at first.
@frozen
public struct Extent<Scalar: Comparable & Sendable>: Sendable {
  /// Edges; ``minX`` is above ``maxX`` if nothing is held.
  public var minX, minY, maxX, maxY: Scalar

  /// An extent by its edges.
  @inlinable public init(minX: Scalar, minY: Scalar, maxX: Scalar, maxY: Scalar) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// Grows to hold a position.
  @inlinable @inline(__always)
  public mutating func include(_ x: Scalar, _ y: Scalar) {
    (minX, maxX) = (min(minX, x), max(maxX, x))
    (minY, maxY) = (min(minY, y), max(maxY, y))
  }

  /// Grows to hold all that another one holds.
  @inlinable public mutating func include(_ other: Extent) {
    (minX, maxX) = (min(minX, other.minX), max(maxX, other.maxX))
    (minY, maxY) = (min(minY, other.minY), max(maxY, other.maxY))
  }

  /// True if another one lies inside; edges may touch.
  @inlinable public func contains(_ other: Extent) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// True if another one lies inside without touching an edge.
  @inlinable public func encloses(_ other: Extent) -> Bool {
    minX < other.minX && other.maxX < maxX && minY < other.minY && other.maxY < maxY
  }
}

extension Extent where Scalar: FixedWidthInteger {
  /// An empty extent.
  @inlinable public init() { self.init(minX: .max, minY: .max, maxX: .min, maxY: .min) }
}

extension Extent where Scalar: BinaryFloatingPoint {
  /// An empty extent.
  @inlinable public init() { self.init(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity) }

  @inlinable package init<Item>(of items: some Sequence<Item>, _ position: (Item) -> (Scalar, Scalar)) {
    self.init()
    for item in items {
      let (x, y) = position(item)
      include(x, y)
    }
  }
}

extension Extent<Double> {
  package func meets(_ area: WorldRectangle) -> Bool {
    maxX >= area.minX && minX <= area.maxX && maxY >= area.minY && minY <= area.maxY
  }

  package func lies(in area: WorldRectangle) -> Bool {
    minX >= area.minX && maxX <= area.maxX && minY >= area.minY && maxY <= area.maxY
  }

  /// True if some world copy meets the area.
  package func reaches(_ area: WorldRectangle) -> Bool {
    maxY >= area.minY && minY <= area.maxY && (area.minX - maxX).rounded(.up) <= area.maxX - minX
  }
}
