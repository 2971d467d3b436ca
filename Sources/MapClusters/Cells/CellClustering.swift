import MapGeometry

extension Clustering {
  /// The markers of cells that were counted elsewhere.
  ///
  /// - Complexity: the number of the table's cells in view, and a binary search per row of them.
  func markers(ofCells table: CellTable) throws(ClusterError) -> ClusterResult {
    if let limit = CellLimit.of(settings, zoom: viewport.zoom) { throw .cellLimit(limit) }
    let grid = try self.grid()
    var work = CellGathering(table, grid)
    try work.gather(isCancelled: isCancelled)
    return try work.result(settings, zoom: viewport.zoom)
  }
}

/// Sums a table's cells into those of a grid.
private struct CellGathering {
  /// Beyond so many considered cells they are looked up by name instead of by place.
  private static let mostPlaces = 1 << 22

  /// What a grid's cell has gathered.
  private struct Gathered {
    let column: Int, row: Int
    var sum = CoarserCells.Part()
  }

  private let table: CellTable
  private let grid: CellGrid
  private let window: CellWindow
  private var found: [Gathered] = []
  private var slotAt: [UInt32]
  private var slotOf: [UInt64: Int] = [:]  // looked up, never iterated
  private var members: [(slot: UInt32, row: UInt32)] = []

  init(_ table: CellTable, _ grid: CellGrid) {
    (self.table, self.grid) = (table, grid)
    window = CellWindow(grid)
    let isSmall = grid.cellCount <= CellGathering.mostPlaces
    slotAt = isSmall ? Array(repeating: .max, count: grid.cellCount) : []
  }

  /// The layer whose cells answer the view: of several the coarsest.
  private func layer() throws(ClusterError) -> (CellTable.Layer, parts: Int)? {
    guard !table.layers.isEmpty else { return nil }
    let dividing = table.layers.compactMap { layer in
      layer.parts(in: window.worldColumns).map { (layer, parts: $0) }
    }
    let complete = dividing.filter { layer, parts in
      layer.window.map { $0.holds(window.divided(by: parts)) } ?? true
    }
    if let best = complete.min(by: { $0.parts < $1.parts }) { return best }
    if let (layer, parts) = dividing.min(by: { $0.parts < $1.parts }), let own = layer.window {
      throw .cellsElsewhere(table: own, view: window.divided(by: parts))
    }
    let columns = table.layers.compactMap { layer in
      if case .cells(let columns) = layer.grid { columns } else { nil }
    }
    throw .cellsOfOtherGrid(table: columns.max() ?? 0, view: window.worldColumns)
  }

  mutating func gather(isCancelled: () -> Bool) throws(ClusterError) {
    guard window.rows > 0, window.columns > 0, let (layer, parts) = try layer() else { return }
    switch layer.grid {
    case .cells:
      let level =
        table.layers.count == 1 && layer.window == nil && !table.listsMembers && table.numbers.isEmpty
        ? table.coarser.level(dividing: parts, of: table, layer) : nil
      let parts = parts / (level?.step ?? 1)
      let part = UInt64(parts)
      let shift = part & (part - 1) == 0 ? UInt64(part.trailingZeroBitCount) : 32
      visit(level?.keys ?? layer.keys, window.divided(by: parts)) { gathering, index, key in
        // A pyramid of tiles is cut in halves: a shift spares two divisions a cell.
        let (y, x) = (key >> 32, key & 0xFFFF_FFFF)
        let (row, column) = shift < 32 ? (y >> shift, x >> shift) : (y / part, x / part)
        if let level {
          gathering.add(level.cells[index], column: Int(column), row: Int(row))
        } else {
          gathering.add(row: index, of: layer, column: Int(column), row: Int(row))
        }
      }
    case .places:
      let shares = UInt64(window.worldColumns)
      for (index, key) in layer.keys.enumerated() {
        let (x, y) = (key & 0xFFFF_FFFF, key >> 32)
        add(row: index, of: layer, column: Int((x &* shares) >> 32), row: Int((y &* shares) >> 32))
      }
    }
    if isCancelled() { throw .cancelled }
  }

  /// Goes through cells by their keys, in a window of them.
  private mutating func visit(
    _ keys: [UInt64], _ window: CellWindow, add: (inout CellGathering, _ index: Int, _ key: UInt64) -> Void
  ) {
    let (top, bottom) = (UInt64(window.firstRow) << 32, UInt64(window.firstRow + window.rows) << 32)
    for run in window.columnRuns {
      let (west, east) = (UInt64(run.lowerBound), UInt64(run.upperBound))
      var index = CellGathering.firstIndex(of: top | west, in: keys, from: 0)
      while index < keys.count, keys[index] < bottom {
        let column = keys[index] & 0xFFFF_FFFF
        if column < west {
          index = CellGathering.firstIndex(of: (keys[index] >> 32) << 32 | west, in: keys, from: index)
        } else if column >= east {
          index = CellGathering.firstIndex(of: (keys[index] >> 32 + 1) << 32 | west, in: keys, from: index)
        } else {
          add(&self, index, keys[index])
          index += 1
        }
      }
    }
  }

  /// The first key not below another: by steps that double, then by halves.
  private static func firstIndex(of key: UInt64, in keys: [UInt64], from start: Int) -> Int {
    var (low, step) = (start, 1)
    while low + step < keys.count, keys[low + step] < key {
      low += step
      step *= 2
    }
    var high = min(keys.count, low + step)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a row of a layer to a grid's cell, by the cell's own name.
  private mutating func add(row index: Int, of layer: CellTable.Layer, column: Int, row: Int) {
    let table = table
    guard let slot = add(table.cell(at: index, of: layer), column: column, row: row) else { return }
    if table.listsMembers { members.append((UInt32(slot), layer.rows[index])) }
  }

  /// Adds part of a grid's cell, by the cell's own name.
  ///
  /// - Returns: where the cell stands, or `nil` outside of the window.
  @discardableResult
  private mutating func add(_ part: @autoclosure () -> CoarserCells.Part, column name: Int, row rowName: Int)
    -> Int?
  {
    var column = name - window.firstColumn
    if column < 0 { column += window.worldColumns }
    let row = rowName - window.firstRow
    guard column < window.columns, row >= 0, row < window.rows else { return nil }
    let slot = slot(column, row)
    var part = part()
    // Without an order of records cells come by row and column, never in the table's order.
    if !table.hasOrder { part.first = rowName << 32 | name }
    found[slot].sum.add(part)
    return slot
  }

  private mutating func slot(_ column: Int, _ row: Int) -> Int {
    if !slotAt.isEmpty {
      let place = row * window.columns + column
      if slotAt[place] != .max { return Int(slotAt[place]) }
      slotAt[place] = UInt32(found.count)
    } else {
      let key = UInt64(row) << 32 | UInt64(column)
      if let slot = slotOf[key] { return slot }
      slotOf[key] = found.count
    }
    found.append(Gathered(column: column, row: row))
    return found.count - 1
  }

  /// The markers in the order of their first members.
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
    if grid.cellCount <= GridCells.mostCounts { counts = Array(repeating: 0, count: grid.cellCount) }
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
    return ClusterResult(markers: markers, members: rows, grid: grid.cells(counts: counts))
  }

  /// Puts the points in considered cells that are never clustered among the markers, which stay in order.
  private func addAlone(to markers: inout [Marker], _ rows: inout [UInt32]) throws(ClusterError) {
    guard !table.aloneRows.isEmpty else { return }
    for row in table.aloneRows {
      let sums = table.rows[Int(row)]
      let place = Coordinate(latitude: sums.south, longitude: sums.west)
      let point = FixedWorldPoint(place)
      let (column, line) = (grid.columns.index(of: point.x), grid.rows.index(of: point.y))
      guard grid.columns.count > column, column >= 0, grid.rows.count > line, line >= 0 else { continue }
      let bounds: BoundingBox
      do throws(GeometryError) {
        bounds = try BoundingBox(
          west: place.longitude, south: place.latitude, east: place.longitude, north: place.latitude)
      } catch {
        throw .badCoordinate(index: Int(row), longitude: place.longitude, latitude: place.latitude)
      }
      markers.append(
        Marker(
          id: .point(table.first(ofRow: Int(row))), position: place, count: 1,
          weight: table.weight(ofRow: Int(row)) ?? 1, members: rows.count..<rows.count + 1, isCluster: false,
          isUniqueLocation: true, cell: grid.cell(column: column, row: line), bounds: bounds))
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
    let box = sum.hasBox ? sum : withArea(sum, area)
    let isUnique =
      sum.count == 1
      || sum.hasBox
        && UniqueLocation.key(of: Coordinate(latitude: box.south, longitude: box.west))
          == UniqueLocation.key(of: Coordinate(latitude: box.north, longitude: box.east))
    let isOneOfCell =
      sum.count >= settings.minimumCount && (!settings.joinsUniqueLocations || !isUnique)
    let isCluster = isOneOfCell || sum.count > 1
    let mean = mean(of: sum)
    let position: Coordinate
    if !isCluster {
      position =
        sum.hasBox
        ? Coordinate(latitude: box.south, longitude: Coordinate.wrappedLongitude(box.west)) : mean.plain
    } else if settings.position == .cellCenter {
      let middle = WorldPoint(x: area.minX + area.width / 2, y: area.minY + area.height / 2).coordinate
      position = Coordinate(
        latitude: middle.latitude, longitude: Coordinate.wrappedLongitude(middle.longitude))
    } else {
      position = mean.weighted
    }
    let bounds: BoundingBox
    do throws(GeometryError) {
      bounds =
        isCluster
        ? try BoundingBox(west: box.west, south: box.south, east: box.east, north: box.north)
          .including(position)
        : try BoundingBox(
          west: position.longitude, south: position.latitude, east: position.longitude,
          north: position.latitude)
    } catch {
      throw .badCoordinate(index: Int(sum.leadingRow), longitude: box.west, latitude: box.south)
    }
    let id =
      isOneOfCell
      ? grid.id(column: found.column, row: found.row, zoom: zoom)
      : isCluster
        ? ClusterID.group(first: max(0, sum.first))
        : ClusterID.point(table.namesPoints ? sum.first : Int(sum.leadingRow))
    return Marker(
      id: id, position: position, count: sum.count,
      weight: sum.weight.map { WeightSum.weight($0.total) } ?? Double(sum.count), members: members,
      isCluster: isCluster, isUniqueLocation: isUnique,
      cell: grid.cell(column: found.column, row: found.row), bounds: bounds)
  }

  /// The plain mean and the weighted one, by the arithmetic of ``GroupSummary``.
  private func mean(of sum: CoarserCells.Part) -> (plain: Coordinate, weighted: Coordinate) {
    let plain = GroupSummary.mean(
      latitudes: sum.latitudes.double, longitudes: sum.longitudes.double, of: Double(sum.count),
      middleUnits: 0)
    guard let weight = sum.weight, weight.total > 0 else { return (plain, plain) }
    return (plain, weight.mean(middleUnits: 0))
  }

  /// Where the box is not known, the cell's own area holds the members.
  private func withArea(_ sum: CoarserCells.Part, _ area: WorldRectangle) -> CoarserCells.Part {
    var box = sum
    let (start, end) = (area.minX - area.minX.rounded(.down), area.maxX - area.minX.rounded(.down))
    (box.west, box.east) = ((start - 0.5) * 360, (end - 0.5) * 360)
    (box.south, box.north) = (WorldPoint.latitude(ofY: area.maxY), WorldPoint.latitude(ofY: area.minY))
    return box
  }
}
