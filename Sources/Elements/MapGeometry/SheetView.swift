// What pictures show of a sheet, and which part of a sheet boxes take.

extension Sheet {
  /// Visible longitudes from the central meridian and latitudes, in degrees, sampled on a lattice and the
  /// sheet's edge; `nil` beside the sheet.
  public func shown(
    in viewport: Viewport
  ) -> (offsets: ClosedRange<Double>, latitudes: ClosedRange<Double>)? {
    var extent = Extent<Double>()
    let steps = 32
    for row in 0...steps {
      for column in 0...steps {
        let point = ScreenPoint(
          x: viewport.size.width * Double(column) / Double(steps),
          y: viewport.size.height * Double(row) / Double(steps))
        if let found = coordinate(viewport.worldPoint(at: point)) {
          extent.include(offset(found.longitude), found.latitude)
        }
      }
    }
    func shows(_ point: WorldPoint) -> Bool {
      let screen = viewport.project(point)
      return (0...viewport.size.width).contains(screen.x) && (0...viewport.size.height).contains(screen.y)
    }
    let width = min(180, width * 180 / .pi)
    for latitude in stride(from: -90.0, through: 90, by: 5) where !isDisc {
      for offset in [-width, width]
      where shows(world(formulas.point(offset * .pi / 180, clamped(latitude * .pi / 180)))) {
        extent.include(offset, latitude)
      }
    }
    for pole in [-90.0, 90] {
      guard let point = worldPoint(Coordinate(latitude: pole, longitude: center.longitude)), shows(point)
      else { continue }
      extent.include(-180, pole)
      extent.include(180, pole)
    }
    guard extent.minX <= extent.maxX else { return nil }
    return (extent.minX...extent.maxX, extent.minY...extent.maxY)
  }

  private func clamped(_ phi: Double) -> Double { min(latitudes.upperBound, max(latitudes.lowerBound, phi)) }

  /// Smallest box of planar coordinates of a box; `nil` if an edge is hidden.
  public func planar(_ box: BoundingBox) -> BoundingBox? {
    let steps = 64.0
    var extent = Extent<Double>()
    let width = box.longitudes.width
    let west = width < 360 ? offset(box.west) : -180
    for step in stride(from: 0.0, through: steps, by: 1) {
      let east = west + width * step / steps
      let latitude = box.south + (box.north - box.south) * step / steps
      var samples = [(east, box.south), (east, box.north), (west, latitude), (west + width, latitude)]
      // The sheet ends half a turn from its central meridian: what reaches across that takes both ends of it.
      if west + width > 180, !isDisc { samples += [(-180, latitude), (180, latitude)] }
      for (offset, latitude) in samples {
        let turned = offset > 180 ? offset - 360 : offset
        guard let point = visiblePoint(turned * .pi / 180, latitude * .pi / 180) else { return nil }
        extent.include(world(point).x, world(point).y)
      }
    }
    return planarBox(extent)
  }

  /// Box to fit planar coordinates: the whole sheet from half of its width on, or if a disc hides some of
  /// `count` points; not for cones.
  public func fitted(_ planar: BoundingBox, hiding hiddenCount: Int = 0, of count: Int = 0) -> BoundingBox {
    guard !projection.isConic else { return planar }
    let extent = extent
    // Of a zone of a survey all is shown where it hides most points.
    let isZone = projection == .system && (isDisc ? edgeRadius < 1.3 : width < 3)
    guard
      isZone
        ? 2 * hiddenCount > count
        : isDisc && hiddenCount > 0 || planar.longitudes.width / 360 > 0.55 * (extent.maxX - extent.minX)
    else { return planar }
    return planarBox(extent) ?? planar
  }

  private var extent: Extent<Double> {
    Extent(of: SheetCutter(self, tolerance: 1e-4).outline.points) { ($0.x, $0.y) }
  }

  /// The box of planar coordinates that holds all of the sheet.
  public var whole: BoundingBox? { planarBox(extent) }

  /// Points around what of a box of planar coordinates lies on the sheet: of both their edges.
  public func outline(in box: BoundingBox) -> [WorldPoint] {
    let (left, right) = (box.longitudes.west / 360 + 0.5, box.longitudes.east / 360 + 0.5)
    let (top, bottom) = (WorldPoint.y(ofLatitude: box.north), WorldPoint.y(ofLatitude: box.south))
    let (columns, rows) = (left - 1e-9...right + 1e-9, top - 1e-9...bottom + 1e-9)
    let own = SheetCutter(self, tolerance: 1e-4).outline.points
    let edges = (0...64).flatMap { step in
      let (x, y) = (left + (right - left) * Double(step) / 64, top + (bottom - top) * Double(step) / 64)
      return [(x, top), (x, bottom), (left, y), (right, y)].map { WorldPoint(x: $0, y: $1) }
    }
    return own.filter { columns.contains($0.x) && rows.contains($0.y) }
      + edges.filter { coordinate($0).flatMap(worldPoint) != nil }
  }

  /// Smallest box of planar coordinates, or of coordinates whose longitudes are not wrapped; `nil` for none.
  public static func box(ofPlanar table: CoordinateTable) -> BoundingBox? {
    guard let west = table.longitudes.min(), let east = table.longitudes.max(),
      let south = table.latitudes.min(), let north = table.latitudes.max()
    else { return nil }
    return BoundingBox(south: south, north: north, longitudes: LongitudeSpan(west: west, width: east - west))
  }

  /// Smallest box of the visible parts of lines and rings; `nil` if all are hidden.
  public func box(ofLines lines: [[Coordinate]], rings: [[Coordinate]]) -> BoundingBox? {
    let cutter = SheetCutter(self, tolerance: 1e-4)
    let paths = lines.flatMap(cutter.pieces) + rings.flatMap { cutter.rings(of: $0) }
    return planarBox(Extent(of: paths.flatMap(\.points)) { ($0.x, $0.y) })
  }

  /// An area on the square as an open ring in longitude and latitude: not wrapped, clipped to the sheet, and
  /// closed along a pole inside of it. Empty beside the sheet.
  public func ring(of corners: [WorldPoint]) -> [Coordinate] {
    let count = Double(corners.count)
    let middle = WorldPoint(
      x: corners.reduce(0) { $0 + $1.x } / count, y: corners.reduce(0) { $0 + $1.y } / count)
    guard let anchor = ([middle] + corners).first(where: { coordinate($0) != nil }) else { return [] }
    func between(_ a: WorldPoint, _ b: WorldPoint, _ share: Double) -> WorldPoint {
      WorldPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }
    var ring: [Coordinate] = []
    func add(_ point: WorldPoint) {
      var last = coordinate(point)
      var (near, far) = (0.0, 1.0)
      for _ in 0..<(last == nil ? 40 : 0) {
        let share = (near + far) / 2
        let found = coordinate(between(anchor, point, share))
        if let found { (near, last) = (share, found) } else { far = share }
      }
      guard let last else { return }
      let turns = ring.last.map { (($0.longitude - last.longitude) / 360).rounded() } ?? 0
      ring.append(Coordinate(latitude: last.latitude, longitude: last.longitude + 360 * turns))
    }
    for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      for step in 0..<8 { add(between(from, to, Double(step) / 8)) }
    }
    guard let first = ring.first, let last = ring.last else { return [] }
    let turns = ((last.longitude - first.longitude) / 360).rounded()
    guard turns != 0 else { return ring }
    let pole = ring.reduce(0) { $0 + $1.latitude } < 0 ? -90.0 : 90
    let end = first.longitude + 360 * turns
    return ring + [
      Coordinate(latitude: first.latitude, longitude: end), Coordinate(latitude: pole, longitude: end),
      Coordinate(latitude: pole, longitude: first.longitude),
    ]
  }

  private func planarBox(_ extent: Extent<Double>) -> BoundingBox? {
    guard extent.minX <= extent.maxX else { return nil }
    return BoundingBox(
      south: WorldPoint.latitude(ofY: extent.maxY), north: WorldPoint.latitude(ofY: extent.minY),
      longitudes: LongitudeSpan(
        west: (extent.minX - 0.5) * 360, width: (extent.maxX - extent.minX) * 360))
  }
}

extension Viewport {
  /// Coordinate in the middle of the picture; `nil` beside the sheet.
  public var middle: Coordinate? {
    guard let sheet else { return center }
    return sheet.coordinate(worldPoint(at: ScreenPoint(x: size.width / 2, y: size.height / 2)))
  }
}
