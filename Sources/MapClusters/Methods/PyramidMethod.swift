public import MapGeometry

extension CellPyramid {
  /// The pyramid whose cells are those of a grid that follows whole zooms.
  ///
  /// - Parameters:
  ///   - input: the points; a pyramid knows no opt-outs.
  ///   - settings: the cells' size; of a table the first row decides how many cells zoom 0 has.
  ///   - width: the picture's width in points, for cells that are a fraction of it.
  ///   - maximumZoom: the finest zoom.
  ///   - threads: how many to use, at least 1.
  /// - Throws: ``ClusterError``.
  public init(
    of input: ClusterInput, settings: ClusterSettings, width: Double = 1024, maximumZoom: Int = 16,
    threads: Int = 1
  ) throws(ClusterError) {
    try input.check()
    let shares = max(
      1,
      (Viewport.tileSize / (try settings.cellSide(atZoom: -.infinity, width: width)) + 1e-9)
        .rounded(.down))
    do throws(CellPyramidError) {
      try self.init(
        of: input.coordinates, cellsAtZoomZero: Int(exactly: shares) ?? .max, maximumZoom: maximumZoom,
        threads: max(1, threads))
    } catch {
      throw .cellPyramid(error)
    }
  }

  /// Whether views of these points can be answered from a pyramid: grids that follow whole zooms from the world's corner,
  /// without what a cell's sums do not hold.
  public static func canAnswer(_ input: ClusterInput, _ settings: ClusterSettings) -> Bool {
    settings.method == .grid && settings.snapsZoom && settings.alignsToWorld && settings.anchor == .world
      && settings.coLocated == .merge && settings.minimumUnique <= 2 && !settings.joinsUniqueLocations
      && input.weights == nil && input.unclusteredRows?.isEmpty ?? true && input.absentCount == 0
  }
}

/// Shows a view of a grid whose cells follow whole zooms, from the cells of a pyramid.
///
/// What the pyramid cannot know (opt-outs, rings, weights, cells that do not nest, more than two unique locations, other
/// methods) is clustered from the points instead, with the same answer.
///
/// - Parameters:
///   - input: the points that the pyramid was made of; other points are clustered without it.
///   - pyramid: made by ``CellPyramid/init(of:settings:width:maximumZoom:threads:)``.
///   - viewport: what decides which cells are shown.
///   - settings: as the pyramid was made for.
///   - strategies: a rule of the caller's own for positions.
///   - threads: how many to use where the points are clustered instead, at least 1.
/// - Returns: as ``markers(of:in:settings:strategies:threads:)``; boxes are right to 1e-8°.
/// - Throws: ``ClusterError`` for settings that do not fit.
/// - Complexity: the number of occupied cells in view.
public func markers(
  of input: ClusterInput, from pyramid: CellPyramid, in viewport: Viewport, settings: ClusterSettings,
  strategies: ClusterStrategies = ClusterStrategies(), threads: Int = 1
) throws(ClusterError) -> ClusterResult {
  try settings.check(pointCount: input.coordinates.count)
  let work = Clustering(
    viewport: viewport, settings: settings, strategies: strategies, threads: threads, isCancelled: { false })
  guard CellPyramid.canAnswer(input, settings), pyramid.wasMade(of: input.coordinates),
    let level = try work.level(of: pyramid)
  else {
    return try markers(of: input, in: viewport, settings: settings, strategies: strategies, threads: threads)
  }
  return try work.markers(of: input, from: pyramid, level: level)
}

extension Clustering {
  /// The zoom of a pyramid whose cells are those of the view.
  fileprivate func level(of pyramid: CellPyramid) throws(ClusterError) -> Int? {
    let columns = try grid().worldColumns
    return (0...pyramid.maximumZoom).first { pyramid.columns(atZoom: $0) == columns }
  }

  fileprivate func markers(
    of input: ClusterInput, from pyramid: CellPyramid, level: Int
  ) throws(ClusterError) -> ClusterResult {
    let grid = try self.grid()
    guard grid.cellCount > 0 else {
      return ClusterResult(markers: [], members: [], grid: grid.cells(counts: []))
    }
    let cells = pyramid.cells(
      columns: grid.columns.first...grid.columns.first + grid.columns.count - 1,
      rows: grid.rows.first...grid.rows.first + grid.rows.count - 1, zoom: level)
    var counts: [UInt32] = []
    if grid.cellCount <= GridCells.mostCounts { counts = Array(repeating: 0, count: grid.cellCount) }
    let members = pyramid.order
    var markers: [Marker] = []
    var firsts: [UInt32] = []
    let clusters = settings.clusters(atZoom: viewport.zoom)
    for cell in cells {
      let column = (cell.column - grid.columns.first + grid.worldColumns) % grid.worldColumns
      let row = cell.row - grid.rows.first
      if !counts.isEmpty {
        counts[row * grid.columns.count + column] = UInt32(truncatingIfNeeded: cell.count)
      }
      let name = Cell(column: cell.column, row: cell.row)
      if clusters && cell.count >= settings.minimumCount
        && (settings.minimumUnique < 2 || !cell.isOneLocation)
      {
        let area = grid.area(column: column, row: row)
        let position = place(cell, members[cell.members], in: area, of: input)
        firsts.append(UInt32(truncatingIfNeeded: cell.first))
        markers.append(
          Marker(
            id: grid.id(column: column, row: row, zoom: viewport.zoom),
            position: position, count: cell.count,
            weight: Double(cell.count), members: cell.members, isCluster: true,
            isUniqueLocation: cell.isOneLocation,
            cell: name, bounds: try box(cell.south, cell.north, cell.west, cell.east).including(position)))
      } else {
        for place in cell.members {
          let index = Int(members[place])
          let point = input.coordinates[index]
          let longitude = Coordinate.wrappedLongitude(point.longitude)
          firsts.append(UInt32(truncatingIfNeeded: index))
          markers.append(
            Marker(
              id: .point(index), position: Coordinate(latitude: point.latitude, longitude: longitude),
              count: 1,
              weight: 1, members: place..<place + 1, isCluster: false, isUniqueLocation: true, cell: name,
              bounds: try box(point.latitude, point.latitude, longitude, longitude)))
        }
      }
    }
    let order = ascending(firsts)
    let sorted = order.map { $0.map { markers[Int($0)] } } ?? markers
    return ClusterResult(
      markers: sorted, members: members, grid: grid.cells(counts: counts), isSorted: false)
  }

  private func place(
    _ cell: PyramidCell, _ members: ArraySlice<UInt32>, in area: WorldRectangle,
    of input: ClusterInput
  ) -> Coordinate {
    if strategies.position == nil {
      switch settings.position {
      case .mean: return cell.mean
      case .first, .leader: return input.coordinates[cell.first]
      case .cellCenter, .nearCenter: break
      }
    }
    return input.coordinates.longitudes.withUnsafeBufferPointer { longitudes in
      input.coordinates.latitudes.withUnsafeBufferPointer { latitudes in
        let points = PlacedPoints(
          longitudes: longitudes, latitudes: latitudes, unclusteredRows: nil, weights: nil)
        // Of equally good members the first is taken.
        let members = members.sorted()[...]
        let summary = GroupSummary(members.prefix(1), of: points)
        return MarkerPlacement(position: settings.position, strategy: strategies.position, points: points)
          .place(
            members, summary: summary, area: area)
      }
    }
  }

  private func box(
    _ south: Double, _ north: Double, _ west: Double, _ east: Double
  ) throws(ClusterError) -> BoundingBox {
    do throws(GeometryError) {
      return try BoundingBox(west: west, south: south, east: east, north: north)
    } catch {
      throw .view(error)
    }
  }
}
