import MapGeometry

extension Clustering {
  /// The markers of the method peaks.
  ///
  /// - Complexity: O(*n*), and O(*cells* · log *cells*) for the fine cells that hold points.
  func peakMarkers(of lent: PlacedPoints) throws(ClusterError) -> ClusterResult {
    var points = lent
    let grid = try self.grid()
    let finding = peakFinding(in: grid)
    var joined = PeakGroups()
    var groups = try self.groups(of: &points, in: grid, area: grid.area) { sums, weights in
      joined = PeakGroups(sums, weights: weights, by: finding)
      return (joined.groups.groupOf, joined.sums)
    }
    let members = groups.members
    groups.members = []
    let holdsSums = 2 * points.count <= grid.mostSummed
    var builder = self.builder(consume members, of: points)
    for (number, sum) in groups.sums.enumerated() {
      let (column, row) = (Int(sum.column), Int(sum.row))
      let coordinate = joined.groups.cells[joined.groups.peaks[number]].mean
      let peak = WorldPoint(coordinate)
      let area = grid.area(column: column, row: row)
      let weight = joined.weights.isEmpty ? nil : joined.weights[number]
      let range = groups.starts[number]..<groups.starts[number + 1]
      try builder.add(
        range, id: peakID(coordinate) ?? .group(first: Int(builder.members[range.lowerBound])),
        cell: grid.cell(column: column, row: row),
        area: settings.position == .nearCenter
          ? WorldRectangle(minX: peak.x, minY: peak.y, width: 0, height: 0) : area,
        sum: holdsSums ? (sum, middleUnits: 0, reference: coordinate.longitude) : nil,
        center: settings.position == .mean && strategies.position == nil
          ? weight.flatMap { $0.total > 0 ? $0.mean(middleUnits: 0) : nil } : nil)
    }
    try builder.add(alone: groups.alone) { grid.cell(holding: points.coordinate(Int($0))) }
    var result = try builder.finish()
    result.territories = joined.groups.territories(in: grid)
    return isOfAll ? result : result.kept(in: grownView(byRadii: 1))
  }

  /// Fine cells of the world: those that touch the visible ground grown by four radii.
  func fineGrid() throws(ClusterError) -> CellGrid {
    let (zoom, worldSize, side) = try cellMeasure()
    // Beyond that there are no steps for eight cells to a radius at the closest zooms.
    let shares = min(CellGrid.mostWorldColumns, try shares(zoom: zoom, worldSize: worldSize, side: side))
    return try CellGrid(
      side: 1 / shares, shares: Int(shares),
      covering: isOfAll ? considered : Clustering.nearby(grownView(byRadii: PeakFinding.reach)),
      points: side, most: isOfAll ? .infinity : CellGrid.mostCells)
  }

  /// The box of the visible ground grown by so many radii.
  func grownView(byRadii radii: Double) -> WorldRectangle {
    let (seen, reach) = (viewport.visibleWorldRectangle, radii * settings.radius / peakWorldSize)
    return WorldRectangle(
      minX: seen.minX - reach, minY: seen.minY - reach, width: seen.width + 2 * reach,
      height: seen.height + 2 * reach)
  }

  func peakFinding(in grid: CellGrid) -> PeakFinding {
    let steps = settings.radius / peakWorldSize * worldSteps
    return PeakFinding(
      grid: grid, radius: UInt64(min(worldSteps, steps.rounded(.down))), wraps: viewport.sheet == nil)
  }

  private var peakWorldSize: Double {
    Viewport.tileSize * powerOfTwo(settings.snapsZoom ? viewport.zoom.rounded(.down) : viewport.zoom)
  }

  /// The id of a peak's cluster, by a grid's formula: cells of half a radius hold one peak at most. On a sheet, whose plane
  /// follows the view, `nil`.
  func peakID(_ peak: Coordinate) -> ClusterID? {
    guard viewport.sheet == nil else { return nil }
    let cells = (2 * peakWorldSize / settings.radius - 1e-9).rounded(.up)
    let columns = UInt64(max(1, min(CellGrid.mostWorldColumns, cells)))
    let point = FixedWorldPoint(peak)
    let (column, row) = ((UInt64(point.x) &* columns) >> 32, (UInt64(point.y) &* columns) >> 32)
    return ClusterID(column: column, row: row, of: columns, zoom: viewport.zoom)
  }
}

/// The fine cells of each peak as one sum.
struct PeakGroups {
  var groups = PeakFinding.Groups()
  /// By group; its column and row are the peak's.
  var sums: [CellSum] = []
  var weights: [WeightSum] = []

  init() {}

  init(_ cells: [CellSum], weights: [WeightSum], by finding: PeakFinding) {
    func mean(_ number: Int) -> Coordinate {
      if !weights.isEmpty, weights[number].total > 0 { return weights[number].mean(middleUnits: 0) }
      let cell = cells[number]
      return CellSum.mean(
        latitudes: Double(cell.latitudes), longitudes: Double(cell.longitudes), of: Double(cell.count),
        middleUnits: 0)
    }
    groups = finding.groups(
      of: cells.enumerated().map { number, cell in
        PeakFinding.Cell(
          column: Int(cell.column), row: Int(cell.row),
          mass: weights.isEmpty ? Int128(cell.count) : weights[number].total, mean: mean(number))
      })
    for (number, cell) in cells.enumerated() {
      let group = Int(groups.groupOf[number])
      let peak = cells[groups.peaks[group]]
      let turns = finding.turns(from: Int(cell.column), to: Int(peak.column))
      let moved = cell.moved(byTurns: turns)
      if group == sums.count {
        sums.append(moved)
        (sums[group].column, sums[group].row) = (peak.column, peak.row)
      } else {
        sums[group].add(moved)
      }
      guard !weights.isEmpty else { continue }
      if group == self.weights.count { self.weights.append(WeightSum()) }
      self.weights[group].add(weights[number].moved(byTurns: turns))
    }
  }
}

extension ClusterResult {
  /// Leaves out the markers beyond an area, and their members.
  func kept(in area: WorldRectangle) -> ClusterResult {
    let kept = markers.filter { marker in
      let point = WorldPoint(marker.position)
      let x = point.x + (area.minX - point.x).rounded(.up)
      return x <= area.maxX && min(1, max(0, point.y)) >= area.minY && min(1, max(0, point.y)) <= area.maxY
    }
    guard kept.count < markers.count else { return self }
    var rows: [UInt32] = []
    let moved = kept.map { marker in
      var marker = marker
      let start = rows.count
      rows += members[marker.members]
      marker.members = start..<rows.count
      return marker
    }
    var result = ClusterResult(markers: moved, members: rows)
    result.territories = territories
    return result
  }
}
