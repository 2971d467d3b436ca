import MapGeometry

extension Clustering {
  /// The markers of the method hex.
  ///
  /// - Complexity: O(*n*).
  func hexagonMarkers(of lent: PlacedPoints) throws(ClusterError) -> ClusterResult {
    var points = lent
    let hexagons = HexagonGrid(columns: try columnsOfWorld())
    let width = 1 / Double(hexagons.columns)
    let area = considered
    // A hexagon that reaches into what is considered counts with all of its points.
    let grown =
      isOfAll
      ? area
      : WorldRectangle(
        minX: area.minX - 1.2 * width, minY: area.minY - 1.2 * width, width: area.width + 2.4 * width,
        height: area.height + 2.4 * width)
    let inView = try groups(of: &points, in: CellGrid(single: grown), area: grown)
    var labels: [UInt32] = []
    labels.reserveCapacity(inView.members.count)
    var cells: [Cell] = []
    var labelOf: [Cell: UInt32] = [:]  // looked up, never iterated
    var last: (cell: Cell, label: UInt32)?
    for (number, member) in inView.members.enumerated() {
      if number & 0xffff == 0, isCancelled() { throw .cancelled }
      let cell = hexagons.cell(of: FixedWorldPoint(points.coordinate(Int(member))))
      if let last, last.cell == cell {
        labels.append(last.label)
        continue
      }
      let label = labelOf[cell] ?? UInt32(truncatingIfNeeded: cells.count)
      if label == cells.count {
        labelOf[cell] = label
        cells.append(cell)
      }
      last = (cell, label)
      labels.append(label)
    }
    let parts = Parts(inView.members, labels: labels)
    var builder = self.builder(parts.members, of: points)
    for (cell, range) in zip(cells, parts.groups)
    where isOfAll || hexagons.corners(of: cell).touch(area) {
      let number = UInt64(truncatingIfNeeded: cell.row * hexagons.columns + cell.column)
      let level = UInt64(truncatingIfNeeded: Int(viewport.zoom.rounded(.down)) + 2)
      let center = settings.position == .cellCenter ? hexagons.center(of: cell).coordinate : nil
      try builder.add(
        range, id: ClusterID(rawValue: 1 << 33 &+ number &* 32 &+ level), cell: cell, center: center)
    }
    try builder.add(alone: inView.alone) { [points] row in
      hexagons.cell(of: FixedWorldPoint(points.coordinate(row)))
    }
    return try builder.finish(hexagons: hexagons)
  }

  /// Cells along the world that are at least as wide as asked, a whole number; those that follow zooms double from each
  /// zoom to the next.
  func columnsOfWorld() throws(ClusterError) -> Int {
    let zoom = settings.snapsZoom ? viewport.zoom.rounded(.down) : viewport.zoom
    let side = try cellSide(atZoom: settings.rounded(zoom))
    guard side >= 2 else { throw .smallHexagons(points: side) }
    let columns =
      settings.snapsZoom
      ? try snappedShares(zoom: zoom, side: side) : alignedShares(viewport.worldSize / side)
    guard columns <= CellGrid.mostWorldColumns else { throw .cellsTooFine(points: side) }
    return Int(columns)
  }
}

extension [CellCorner] {
  /// True if the box of the corners reaches into an area, in any copy of the world.
  fileprivate func touch(_ area: WorldRectangle) -> Bool {
    guard let top = map(\.place.y).min(), let bottom = map(\.place.y).max(), let west = map(\.place.x).min(),
      let east = map(\.place.x).max(), bottom > area.minY, top < area.maxY
    else { return false }
    // The first copy that ends east of the area's western edge.
    let turns = (area.minX - east).rounded(.down) + 1
    return west + turns < area.maxX
  }
}
