import MapGeometry

extension Clustering {
  /// The markers of cells that were counted elsewhere.
  func markers(ofCells table: CellTable) throws(ClusterError) -> ClusterResult {
    if let limit = CellLimit.of(settings, zoom: viewport.zoom, isOfView: table.view != nil) {
      throw .cellLimit(limit)
    }
    let grid = try self.grid()
    if let view = table.view {
      let own = try Clustering(viewport: view.viewport, settings: view.settings).grid()
      guard own == grid else { throw .cellsOfOtherView }
    }
    var work = CellGathering(table, grid)
    try work.gather(threads: threads, isCancelled: isCancelled)
    if isCancelled() { throw .cancelled }
    guard settings.method == .peaks else { return try work.result(settings, zoom: viewport.zoom) }
    work.join(by: self)
    return try work.result(settings, zoom: viewport.zoom).kept(in: grownView(byRadii: 1))
  }
}

extension CellGathering {
  func result(_ settings: ClusterSettings, zoom: Double) throws(ClusterError) -> ClusterResult {
    let order = found.indices.sorted {
      (found[$0].sum.first, found[$0].row, found[$0].column)
        < (found[$1].sum.first, found[$1].row, found[$1].column)
    }
    var lists: [[UInt32]] = []
    if table.listsMembers {
      lists = Array(repeating: [], count: found.count)
      for member in members { lists[Int(member.slot)].append(member.row) }
      for slot in lists.indices {
        lists[slot].sort { (table.first(ofRow: Int($0)), $0) < (table.first(ofRow: Int($1)), $1) }
      }
    }
    var counts: [UInt32] = []
    let isGrid = settings.method == .grid
    if isGrid, grid.cellCount <= GridCells.mostCounts { counts = Array(repeating: 0, count: grid.cellCount) }
    var markers: [Marker] = []
    var rows: [UInt32] = []
    markers.reserveCapacity(order.count + table.aloneRows.count)
    for slot in order {
      let cell = found[slot]
      if !counts.isEmpty {
        counts[cell.row * window.columns + cell.column] = UInt32(clamping: cell.sum.count)
      }
      let start = rows.count
      if table.listsMembers { rows += lists[slot] } else { rows.append(cell.sum.leadingRow) }
      markers.append(try marker(cell, start..<rows.count, settings, zoom: zoom))
    }
    try addAlone(to: &markers, &rows)
    var result = ClusterResult(
      markers: markers, members: rows, grid: isGrid ? grid.cells(counts: counts) : nil)
    result.territories = territories
    return result
  }

  private func addAlone(to markers: inout [Marker], _ rows: inout [UInt32]) throws(ClusterError) {
    guard !table.aloneRows.isEmpty else { return }
    for row in table.aloneRows {
      let sums = table.rows[Int(row)]
      let position = Coordinate(latitude: sums.south, longitude: sums.west)
      markers.append(
        try Marker(
          .point(table.first(ofRow: Int(row))), at: position, members: rows.count..<rows.count + 1, count: 1,
          weight: table.weight(ofRow: Int(row)) ?? 1, edges: nil, isUniqueLocation: true,
          cell: grid.cell(holding: position), row: Int(row)))
      rows.append(row)
    }
    // Rows of such tables are in the order of the input.
    markers.sort { rows[$0.members.lowerBound] < rows[$1.members.lowerBound] }
  }

  private func marker(
    _ found: Gathered, _ members: Range<Int>, _ settings: ClusterSettings, zoom: Double
  ) throws(ClusterError) -> Marker {
    let area = grid.area(column: found.column, row: found.row)
    let sum = found.sum
    let box = sum.hasBox || sum.box.minX.isFinite ? sum.box : degrees(of: area)
    let isUnique =
      sum.count == 1
      || sum.hasBox
        && UniqueLocation.key(of: Coordinate(latitude: box.minY, longitude: box.minX))
          == UniqueLocation.key(of: Coordinate(latitude: box.maxY, longitude: box.maxX))
    let isOneOfCell = sum.count >= settings.minimumCount && (!settings.joinsUniqueLocations || !isUnique)
    let isCluster = isOneOfCell || sum.count > 1
    let mean = mean(of: sum)
    let position: Coordinate
    let id: ClusterID
    if !isCluster {
      id = .point(table.namesPoints ? sum.first : Int(sum.leadingRow))
      position =
        sum.hasBox
        ? Coordinate(latitude: box.minY, longitude: Coordinate.wrappedLongitude(box.minX)) : mean.plain
    } else {
      id =
        isOneOfCell
        ? found.id ?? grid.id(column: found.column, row: found.row, zoom: zoom)
        : .group(first: max(0, sum.first))
      position = settings.position == .cellCenter ? area.middle : mean.weighted
    }
    return try Marker(
      id, at: position, members: members, count: sum.count,
      weight: sum.weight.map { WeightSum.weight($0.total) } ?? Double(sum.count),
      edges: isCluster ? (box.minX, box.minY, box.maxX, box.maxY) : nil, isUniqueLocation: isUnique,
      cell: grid.cell(column: found.column, row: found.row), row: Int(sum.leadingRow))
  }

  /// The plain mean and the weighted one, by the arithmetic of ``GroupSummary``.
  func mean(of sum: CoarserCells.Part) -> (plain: Coordinate, weighted: Coordinate) {
    let plain = CellSum.mean(
      latitudes: sum.latitudes.double, longitudes: sum.longitudes.double, of: Double(sum.count),
      middleUnits: middleUnits)
    guard let weight = sum.weight, weight.total > 0 else { return (plain, plain) }
    return (plain, weight.mean(middleUnits: middleUnits))
  }

  func degrees(of area: WorldRectangle) -> Extent<Double> {
    let (start, end) = (area.minX - area.minX.rounded(.down), area.maxX - area.minX.rounded(.down))
    return Extent(
      minX: (start - 0.5) * 360, minY: WorldPoint.latitude(ofY: area.maxY), maxX: (end - 0.5) * 360,
      maxY: WorldPoint.latitude(ofY: area.minY))
  }
}
