/// A line or a ring on a sheet.
public struct SheetPath: Sendable {
  /// Points of the square, or beyond it; a ring's last repeats its first.
  public fileprivate(set) var points: [WorldPoint] = []
  /// True for a point whose edge has no outline: the edge that ends there is the sheet's own, or was hidden already.
  public fileprivate(set) var hidesEdge: [Bool] = []
  /// True for a ring of a disc's that cuts out of the whole sheet what its area lacks.
  public fileprivate(set) var isComplement = false

  fileprivate mutating func add(_ point: WorldPoint, hidesEdge isHidden: Bool) {
    points.append(point)
    hidesEdge.append(isHidden)
  }
}

/// Projects paths to a sheet: edges are straight in longitude and latitude and followed to a tolerance,
/// clipped at the sheet's edge, and rings closed along it.
///
/// Rings are filled by the even-odd rule. Their hidden parts are moved onto the edge: sideways to the
/// meridian at a sheet's end, or outward to a disc's edge. That keeps winding numbers, except for rings
/// around a disc's antipode: then the whole edge is added.
public struct SheetCutter: Sendable {
  private let sheet: Sheet
  private let tolerance: Double
  /// Longest step in degrees.
  private let step: Double
  /// A point next to a disc's antipode, where no corner of a ring will lie.
  private let opposite: SIMD2<Double>
  /// Half width of a strip, in degrees.
  private let width: Double

  /// - Parameter tolerance: greatest distance of an edge from its curve, in worlds, above 0.
  public init(_ sheet: Sheet, tolerance: Double) {
    self.sheet = sheet
    self.tolerance = max(1e-12, tolerance * 2 * .pi / sheet.magnification)
    width = min(180, sheet.width * 180 / .pi)
    step = min(8, max(0.25, (4 * self.tolerance).squareRoot() * 180 / .pi))
    opposite = SIMD2(
      Coordinate.wrappedLongitude(sheet.center.longitude + 180) - sheet.center.longitude + 1.7e-7,
      -SheetCutter.nudged(sheet.center.latitude, by: 2.3e-7))
  }

  private static func nudged(_ latitude: Double, by degrees: Double) -> Double {
    latitude < 0 ? latitude + degrees : latitude - degrees
  }

  /// Visible pieces of a line, whose longitudes are not wrapped.
  public func pieces(of line: [Coordinate]) -> [SheetPath] {
    var pieces: [SheetPath] = []
    for offset in copies(of: line) {
      let path = line.map { SIMD2($0.longitude - offset, $0.latitude) }
      var piece = SheetPath()
      func end() {
        if piece.points.count > 1 { pieces.append(piece) }
        piece = SheetPath()
      }
      for index in path.indices.dropFirst() {
        for (from, to) in steps(from: path[index - 1], to: path[index]) {
          guard let (from, to) = shown(from, to) else { continue }
          if piece.points.isEmpty { piece.add(world(from), hidesEdge: false) }
          follow(from, to, hidesEdge: false, &piece)
          if !isInside(to, margin: 1e-9) { end() }
        }
      }
      end()
    }
    return pieces
  }

  /// Visible part of a closed ring, longitudes not wrapped: rings for the even-odd rule.
  ///
  /// - Parameter hidesEdge: true at positions whose next edge has no outline; may be empty.
  public func rings(of ring: [Coordinate], hidesEdge: [Bool] = []) -> [SheetPath] {
    guard ring.count > 2 else { return [] }
    var result: [SheetPath] = []
    if sheet.isDisc {
      let path = ring.map { SIMD2($0.longitude - sheet.center.longitude, $0.latitude) }
      var (cut, isSeen) = clampedToDisc(path, hidesEdge)
      let witness = isSeen ? opposite : SIMD2(1.3e-7, SheetCutter.nudged(sheet.center.latitude, by: 1.9e-7))
      cut.isComplement = holds(path, witness)
      if isSeen { result.append(cut) }
      if cut.isComplement { result.append(outline) }
      return result
    }
    for offset in copies(of: ring) {
      let path = ring.map { SIMD2($0.longitude - offset, $0.latitude) }
      let cut = clampedToStrip(path, hidesEdge)
      if cut.points.count > 2 { result.append(cut) }
    }
    return result
  }

  /// The edge of the sheet, as a ring.
  public var outline: SheetPath {
    var path = SheetPath()
    if sheet.isDisc {
      let count = max(
        64, Int((2 * Double.pi / (8 * tolerance / max(1e-9, sheet.edgeRadius)).squareRoot()).rounded(.up)))
      for index in 0...count {
        let azimuth = 2 * .pi * Double(index % count) / Double(count)
        if index > 0, sheet.projection == .system { bend(azimuth - 2 * .pi / Double(count), azimuth, &path) }
        path.add(edge(azimuth), hidesEdge: true)
      }
      return path
    }
    let (south, north) = (sheet.latitudes.lowerBound * 180 / .pi, sheet.latitudes.upperBound * 180 / .pi)
    let corners = [
      SIMD2(-width, north), SIMD2(width, north), SIMD2(width, south), SIMD2(-width, south),
      SIMD2(-width, north),
    ]
    path.add(world(corners[0]), hidesEdge: true)
    for index in 1..<corners.count {
      for (from, to) in steps(from: corners[index - 1], to: corners[index]) {
        follow(from, to, hidesEdge: true, &path)
      }
    }
    return path
  }

  // MARK: Steps

  private func steps(
    from: SIMD2<Double>, to: SIMD2<Double>
  ) -> some Sequence<(SIMD2<Double>, SIMD2<Double>)> {
    let way = to - from
    let step = nearsOpposite(from, to) ? 0.2 : step
    let count = max(1, (max(abs(way.x), abs(way.y)) / step).rounded(.up))
    return (0..<Int(count)).lazy.map { index in
      (
        from + way * (Double(index) / count),
        index + 1 == Int(count) ? to : from + way * (Double(index + 1) / count)
      )
    }
  }

  /// True if an edge comes near the antipode, where a disc of the whole globe is torn.
  private func nearsOpposite(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Bool {
    guard sheet.projection == .lambertAzimuthal, min(from.y, to.y) - 3 < opposite.y,
      max(from.y, to.y) + 3 > opposite.y
    else { return false }
    guard abs(opposite.y) < 80 else { return true }
    let (west, east) = (min(from.x, to.x) - 20, max(from.x, to.x) + 20)
    return ((west - opposite.x) / 360).rounded(.up) <= (east - opposite.x) / 360
  }

  private func radii(_ position: SIMD2<Double>) -> SIMD2<Double> {
    let limits = sheet.latitudes
    return sheet.formulas.point(
      position.x * (.pi / 180), min(limits.upperBound, max(limits.lowerBound, position.y * (.pi / 180))))
  }

  private func world(_ position: SIMD2<Double>) -> WorldPoint { sheet.world(radii(position)) }

  private func follow(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, hidesEdge: Bool, depth: Int = 0, _ path: inout SheetPath
  ) {
    let (a, b) = (radii(from), radii(to))
    let way = b - a
    // An edge as short as this has no bend that is seen.
    if depth < 12, (way * way).sum() > 256 * tolerance * tolerance || depth == 0 && abs(to.x - from.x) > 2 {
      let middle = (from + to) / 2
      let off = radii(middle) - (a + b) / 2
      if (off * off).sum() > tolerance * tolerance {
        follow(from, middle, hidesEdge: hidesEdge, depth: depth + 1, &path)
        follow(middle, to, hidesEdge: hidesEdge, depth: depth + 1, &path)
        return
      }
    }
    path.add(sheet.world(b), hidesEdge: hidesEdge)
  }

  // MARK: Strips

  /// Longitudes of the central meridian, in turns, within half a turn of a path.
  private func copies(of path: [Coordinate]) -> [Double] {
    let center = sheet.center.longitude
    guard let first = path.first, !sheet.isDisc else { return [center] }
    let (west, east) = path.reduce((first.longitude, first.longitude)) {
      (min($0.0, $1.longitude), max($0.1, $1.longitude))
    }
    var offsets: [Double] = []
    var turn = ((west - center - width) / 360).rounded(.up)
    // What only touches the edge of the sheet from outside is no part of it.
    while 360 * turn + center - width < east || west == east && offsets.isEmpty {
      if 360 * turn + center + width > west || west == east { offsets.append(360 * turn + center) }
      turn += 1
    }
    return offsets
  }

  private func clampedToStrip(_ path: [SIMD2<Double>], _ hidesEdge: [Bool]) -> SheetPath {
    var cut = SheetPath()
    func clamped(_ position: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(min(width, max(-width, position.x)), position.y)
    }
    cut.add(world(clamped(path[0])), hidesEdge: true)
    for index in path.indices.dropFirst() {
      let (from, to) = (path[index - 1], path[index])
      // Where the edge crosses those of the strip.
      var (last, corners) = (from, [SIMD2<Double>]())
      for edge in from.x < to.x ? [-width, width] : [width, -width] {
        let share = (edge - from.x) / (to.x - from.x)
        if share > 0 && share < 1 { corners.append(SIMD2(edge, from.y + (to.y - from.y) * share)) }
      }
      corners.append(to)
      for corner in corners {
        let (start, end) = (clamped(last), clamped(corner))
        let (south, north) = (sheet.latitudes.lowerBound * 180 / .pi, sheet.latitudes.upperBound * 180 / .pi)
        let isOnEdge =
          start.x == end.x && abs(start.x) == width || max(start.y, end.y) < south
          || min(start.y, end.y) > north
        let isHidden = isOnEdge || !hidesEdge.isEmpty && hidesEdge[index]
        for (from, to) in steps(from: start, to: end) where from != to {
          follow(from, to, hidesEdge: isHidden, &cut)
        }
        last = corner
      }
    }
    return cut
  }

  // MARK: Discs

  private func isInside(_ position: SIMD2<Double>, margin: Double = 0) -> Bool {
    if sheet.isDisc { return cosine(position) >= sheet.edgeCosine + margin }
    let phi = position.y * (.pi / 180)
    return abs(position.x) <= width - margin && sheet.latitudes.contains(phi)
  }

  private func cosine(_ position: SIMD2<Double>) -> Double {
    sheet.formulas.direction(position.x * (.pi / 180), position.y * (.pi / 180)).z
  }

  private func shown(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>)? {
    switch (isInside(from), isInside(to)) {
    case (true, true): (from, to)
    case (true, false): (from, border(from, to))
    case (false, true): (border(to, from), to)
    case (false, false): nil
    }
  }

  private func border(_ inside: SIMD2<Double>, _ outside: SIMD2<Double>) -> SIMD2<Double> {
    var (near, far) = (0.0, 1.0)
    for _ in 0..<44 {
      let middle = (near + far) / 2
      if isInside(inside + (outside - inside) * middle) { near = middle } else { far = middle }
    }
    return inside + (outside - inside) * near
  }

  /// Direction from a disc's center, in radians clockwise from up, seen from the antipode.
  private func azimuth(_ position: SIMD2<Double>) -> Double {
    let radians = Double.pi / 180
    let (lambda, phi) = ((position.x - opposite.x) * radians, position.y * radians)
    let phi0 = opposite.y * radians
    let (east, north) = (
      MapGeometry.cosine(phi) * sine(lambda),
      MapGeometry.cosine(phi0) * sine(phi) - sine(phi0) * MapGeometry.cosine(phi) * MapGeometry.cosine(lambda)
    )
    // Seen from the other side of the globe east is west.
    return arcTangent(-east, north)
  }

  private func edge(_ azimuth: Double) -> WorldPoint {
    if let plane = sheet.formulas.plane {
      let (lambda, phi) = plane.angles(azimuth: azimuth, distance: sheet.edgeRadius)
      return sheet.world(plane.point(lambda, phi))
    }
    return sheet.world(
      SIMD2(sheet.edgeRadius * sine(azimuth), sheet.edgeRadius * MapGeometry.cosine(azimuth)))
  }

  /// Adds the curve between two azimuths along the edge of a system's cap, which is no circle.
  private func bend(_ from: Double, _ to: Double, depth: Int = 0, _ path: inout SheetPath) {
    let (a, b, middle) = (edge(from), edge(to), edge((from + to) / 2))
    let off = max(abs(middle.x - (a.x + b.x) / 2), abs(middle.y - (a.y + b.y) / 2))
    guard depth < 12, off * 2 * .pi > tolerance else { return }
    bend(from, (from + to) / 2, depth: depth + 1, &path)
    path.add(middle, hidesEdge: true)
    bend((from + to) / 2, to, depth: depth + 1, &path)
  }

  /// Adds the arc along a disc's edge that replaces a hidden step.
  private func turn(_ from: SIMD2<Double>, _ to: SIMD2<Double>, depth: Int = 0, _ path: inout SheetPath) {
    let (start, end) = (azimuth(from), azimuth(to))
    var way = end - start
    if way > .pi { way -= 2 * .pi } else if way < -.pi { way += 2 * .pi }
    if abs(way) > 1, depth < 50 {
      let middle = (from + to) / 2
      turn(from, middle, depth: depth + 1, &path)
      turn(middle, to, depth: depth + 1, &path)
      return
    }
    let longest = (8 * tolerance / max(1e-9, sheet.edgeRadius)).squareRoot()
    let count = max(1, (abs(way) / longest).rounded(.up))
    for index in 1...Int(count) {
      let azimuth = start + way * Double(index) / count
      if sheet.projection == .system { bend(azimuth - way / count, azimuth, &path) }
      path.add(edge(azimuth), hidesEdge: true)
    }
  }

  private func clampedToDisc(_ path: [SIMD2<Double>], _ hidesEdge: [Bool]) -> (SheetPath, isSeen: Bool) {
    var (cut, isSeen) = (SheetPath(), false)
    cut.add(isInside(path[0]) ? world(path[0]) : edge(azimuth(path[0])), hidesEdge: true)
    for index in path.indices.dropFirst() {
      let isHidden = !hidesEdge.isEmpty && hidesEdge[index]
      for (from, to) in steps(from: path[index - 1], to: path[index]) {
        guard let (start, end) = shown(from, to) else {
          turn(from, to, &cut)
          continue
        }
        if start != from {
          turn(from, start, &cut)
          cut.add(world(start), hidesEdge: true)
        }
        follow(start, end, hidesEdge: isHidden, &cut)
        if end != to { turn(end, to, &cut) }
        isSeen = true
      }
    }
    return (cut, isSeen)
  }

  private func holds(_ path: [SIMD2<Double>], _ position: SIMD2<Double>) -> Bool {
    var isHeld = false
    for index in path.indices.dropFirst() {
      let (a, b) = (path[index - 1], path[index])
      guard (a.y > position.y) != (b.y > position.y) else { continue }
      // Crossings east of each copy of the position: the parity of how many copies lie west of the crossing counts.
      let x = a.x + (b.x - a.x) * (position.y - a.y) / (b.y - a.y)
      if Int(((x - position.x) / 360).rounded(.down)) & 1 != 0 { isHeld.toggle() }
    }
    return isHeld
  }
}
