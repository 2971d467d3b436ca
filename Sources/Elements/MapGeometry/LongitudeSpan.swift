/// An eastward range of longitudes: a western edge and a width, which distinguishes the whole world from a
/// strip.
public struct LongitudeSpan: Hashable, Sendable {
  /// Western edge in degrees, `-180..<180`, and degrees eastward, `0...360`.
  public let west, width: Double

  /// The span eastward from `west` to `east`, in degrees.
  ///
  /// `(170, -170)` is the 20° across the antimeridian; 360° or more, such as `(-200, 200)`, is the whole
  /// world.
  ///
  /// - Throws: ``GeometryError/notFinite(_:)``.
  /// - SeeAlso: RFC 7946 §5.2, on boxes that cross the antimeridian.
  public init(from west: Double, to east: Double) throws(GeometryError) {
    for degrees in [west, east] where !degrees.isFinite { throw .notFinite(degrees) }
    let sweep = east - west
    let remainder = sweep.truncatingRemainder(dividingBy: 360)
    self.init(west: west, width: sweep >= 360 ? 360 : remainder < 0 ? remainder + 360 : remainder)
  }

  /// Wraps the edge and limits the width to `0...360`.
  init(west: Double, width: Double) {
    self.west = Coordinate.wrappedLongitude(west)
    self.width = min(360, max(0, width))
  }

  /// Eastern edge in degrees; above 180 where the span crosses the antimeridian.
  public var east: Double { west + width }

  /// The longitude halfway along the span, in `-180..<180`.
  public var middle: Double { Coordinate.wrappedLongitude(west + width / 2) }

  /// Degrees eastward from the western edge; the only comparison, so that edges are inside exactly.
  private func offset(of longitude: Double) -> Double {
    let offset = Coordinate.wrappedLongitude(longitude) - west
    return offset < 0 ? offset + 360 : offset
  }

  /// True if `longitude`, any number of turns, lies in the span, edges included.
  public func contains(_ longitude: Double) -> Bool { offset(of: longitude) <= width }

  /// The narrowest span with a further longitude, in any number of turns; of two the eastern one.
  public func including(_ longitude: Double) -> LongitudeSpan {
    let east = offset(of: longitude)
    guard east > width else { return self }
    return east - width <= 360 - east
      ? LongitudeSpan(west: west, width: east) : LongitudeSpan(west: longitude, width: width + (360 - east))
  }

  /// The narrowest span that holds this one and another; of two equally narrow ones that to the east.
  public func union(_ other: LongitudeSpan) -> LongitudeSpan {
    let (eastward, westward) = (widened(to: other), other.widened(to: self))
    return eastward.width <= westward.width ? eastward : westward
  }

  private func widened(to other: LongitudeSpan) -> LongitudeSpan {
    let end = offset(of: other.west) + other.width
    return LongitudeSpan(west: west, width: end >= 360 ? 360 : max(width, end, offset(of: other.east)))
  }

  /// The narrowest span of all `longitudes`, in any number of turns: the world without its widest gap.
  ///
  /// - Returns: `nil` without longitudes; the whole world, from -180, if no gap exceeds 0.01°. Of equal gaps
  ///   the one about the antimeridian is left out, else the westernmost.
  /// - Complexity: O(*n*).
  public static func narrowest(holding longitudes: [Double]) -> LongitudeSpan? {
    guard !longitudes.isEmpty else { return nil }
    if longitudes.count >= LongitudeGaps.fewest, let span = LongitudeGaps(longitudes[...])?.narrowest {
      return span
    }
    // A gap wider than half a degree is found by few parts, which stay in the cache.
    for parts in [720, LongitudeBins.finest] {
      var bins = LongitudeBins(parts)
      bins.add(longitudes[...])
      if let span = bins.narrowest { return span }
    }
    return LongitudeSpan(west: -180, width: 360)
  }
}

/// Widest gaps between many longitudes. Empty bins are found first, then the bins at the widest gaps are
/// searched.
///
/// A million longitudes take 5 ms; the extremes of each bin took 11 ms.
private struct LongitudeGaps {
  /// Below this count the memory is not worth it.
  static let fewest = 1 << 15
  private var borders: [(left: Int, right: Int)] = []
  private var bins = LongitudeBins()

  init?(_ longitudes: ArraySlice<Double>) {
    var isHeld = [Bool](repeating: false, count: LongitudeBins.finest + 1)
    LongitudeBins.forEachPart(of: longitudes, LongitudeBins.finest) { part, _ in isHeld[part] = true }
    guard let first = isHeld.firstIndex(of: true), let last = isHeld.lastIndex(of: true) else { return nil }
    var gaps = [(left: last, right: first, empty: first + LongitudeBins.finest - last)]
    var left = first
    for part in first + 1..<max(first + 1, isHeld.count) where isHeld[part] {
      gaps.append((left, part, part - left - 1))
      left = part
    }
    let most = gaps.reduce(0) { max($0, $1.empty) }
    // A gap is less than two parts wider than its empty ones: those of one fewer may be as wide.
    guard most > 4 else { return nil }
    borders = gaps.filter { $0.empty >= most - 2 }.map { ($0.left, $0.right) }
    var isBorder = [Bool](repeating: false, count: isHeld.count)
    for (left, right) in borders { (isBorder[left], isBorder[right]) = (true, true) }
    LongitudeBins.forEachPart(of: longitudes, LongitudeBins.finest) { [isBorder] part, longitude in
      if isBorder[part] { bins.add(longitude, to: part) }
    }
  }

  var narrowest: LongitudeSpan {
    var widest = (gap: -Double.infinity, west: 0.0, east: 0.0)
    for (left, right) in borders {
      let (east, west) = (bins.greatest(in: left), bins.least(in: right))
      let gap = west - east + (right <= left ? 360 : 0)
      if gap > widest.gap { widest = (gap, west, east) }
    }
    return LongitudeBins.span(from: widest.west, to: widest.east)
  }
}

/// Extreme longitudes of each bin: only they can border a wide gap.
struct LongitudeBins: Sendable {
  /// Enough bins for a gap of 0.01°.
  static let finest = 36_000
  private let count: Int
  /// Lowest longitude of each bin, and the highest negated. Bins are rounded to the nearest, so that there is
  /// one more.
  private var outermost: [SIMD2<Double>]

  init(_ count: Int = LongitudeBins.finest) {
    self.count = count
    outermost = [SIMD2<Double>](repeating: SIMD2(repeating: .infinity), count: count + 1)
  }

  mutating func add(_ longitudes: ArraySlice<Double>) {
    LongitudeBins.forEachPart(of: longitudes, count) { part, longitude in add(longitude, to: part) }
  }

  @inline(__always) mutating func add(_ longitude: Double, to part: Int) {
    // Few longitudes are new at an edge: a branch that is hardly ever taken costs nothing, a minimum has to be waited for.
    let known = outermost[part]
    if longitude < known.x { outermost[part].x = longitude }
    if -longitude < known.y { outermost[part].y = -longitude }
  }

  func least(in part: Int) -> Double { outermost[part].x }

  func greatest(in part: Int) -> Double { -outermost[part].y }

  /// Calls for each longitude with its bin and its value in `-180..<180`; NaN is ignored.
  @inline(__always) static func forEachPart(
    of longitudes: ArraySlice<Double>, _ count: Int, _ body: (_ part: Int, _ longitude: Double) -> Void
  ) {
    // The last bits of a number this large are the whole number added to it.
    let (scale, whole) = (Double(count) / 360, 0x1p52)
    var start = longitudes.startIndex
    while start < longitudes.endIndex {
      let end = min(start + 8, longitudes.endIndex)
      var eight = SIMD8(repeating: longitudes[start])
      for lane in 1..<max(1, end - start) { eight[lane] = longitudes[start + lane] }
      if any((eight .< -180) .| (eight .>= 180)) || !all(eight .== eight) {
        for lane in eight.indices { eight[lane] = Coordinate.wrappedLongitude(eight[lane]) }
      }
      let parts = unsafeBitCast((eight + 180) * scale + whole, to: SIMD8<UInt64>.self)
      for lane in 0..<end - start where eight[lane] >= -180 {
        body(Int(truncatingIfNeeded: parts[lane] &- whole.bitPattern), eight[lane])
      }
      start = end
    }
  }

  /// Narrowest span of all longitudes; `nil` if no gap is wider than a bin.
  var narrowest: LongitudeSpan? {
    guard let first = outermost.first(where: { $0.x.isFinite })?.x,
      let last = outermost.last(where: { $0.x.isFinite }).map({ -$0.y })
    else { return LongitudeSpan(west: -180, width: 0) }
    var (gap, west, east) = (first + 360 - last, first, last)
    var left = last
    for part in outermost where part.x.isFinite {
      if part.x - left > gap { (gap, west, east) = (part.x - left, part.x, left) }
      left = -part.y
    }
    // The margin covers the rounding of parts' edges.
    guard gap > 1.001 * 360 / Double(count) else { return nil }
    return LongitudeBins.span(from: west, to: east)
  }

  static func span(from west: Double, to east: Double) -> LongitudeSpan {
    // Reckoned as `contains` does, so that the eastern edge is inside to the last bit.
    LongitudeSpan(west: west, width: east < west ? east - west + 360 : east - west)
  }
}
