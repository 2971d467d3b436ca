public import MapClusters
public import MapFeatures
import MapGeometry

/// A table of cells as it was read.
public struct ReadCells: Sendable {
  /// The counts and sums by cell.
  public let cells: CellTable
  /// The rows as features at their mean coordinates, from which single points read their properties.
  public let features: FeatureTable
  /// Notes for the user, one line each.
  public let notes: [String]

  init(cells: CellTable, features: FeatureTable) {
    (self.cells, self.features, notes) = (cells, features, [])
  }

  /// Reads a table of cells: separated values with a header, JSON objects, or JSON arrays behind one with the names.
  ///
  /// A row's place is `cell_x`, `cell_y` of `n` cells along the world, `quadbin`, `quadkey`, `z` with `x` and `y`, a
  /// `tile` such as `14/8800/5373`, a `geohash`, or `longitude` and `latitude` of counted points. Beside `point_count`
  /// it may have `lon_e8`, `lat_e8`, `west` … `north`, `first`, `id`, sums of weights and single points' properties. With
  /// `view_number`, a cell that several views have is read once, where its rows are equal.
  ///
  /// - Parameters:
  ///   - weight: the property whose sums are read; `nil` where nothing weighs.
  ///   - identifier: the column that names single points; `nil`, or a column that is not there, for `id`.
  ///   - threads: how many read at once; the result does not depend on it.
  /// - Throws: ``CellTableError`` with the line.
  /// - Complexity: O(*bytes* + *n* log *n*), without the logarithm where rows are in order of row and column.
  public init(
    reading source: any ByteSource, weight: String? = nil, identifier: String? = nil, threads: Int = 1
  ) throws(CellTableError) {
    try self.init(
      reading: .bytes(source), CellRequest(weight: weight, identifier: identifier, threads: threads))
  }

  /// - Parameter arePoints: true if rows lie at their longitude and latitude, whatever other columns there are.
  init(
    reading source: ColumnTable.Source, _ request: CellRequest, arePoints: Bool = false
  ) throws(CellTableError) {
    var found: Result<CellColumns, CellTableError>?
    var join = CellJoin()
    let table: ColumnTable
    do throws(FeatureError) {
      table = try ColumnTable.read(source, threads: request.threads) { names in
        let columns = Result { () throws(CellTableError) in
          try CellColumns(names, request, arePoints: arePoints)
        }
        found = columns
        return try? columns.get().requests
      } work: { run in
        (try? found?.get()).map { CellRows(reading: run, $0) }
      } take: { rows, expected in
        if let rows { join.take(rows, of: expected) }
      }
    } catch {
      if case .failure(let problem)? = found { throw problem }
      throw CellTableError(error)
    }
    guard let found else {  // JSON without a row
      if let fault = table.fault { throw CellTableError(fault) }
      (cells, features, notes) = (CellTable(), FeatureTable(points: .init()), [])
      return
    }
    let columns = try found.get()
    guard table.rowCount <= 4_000_000_000 else {
      throw CellTableError(.other("\(table.rowCount) rows are more than the 4000000000 that are numbered"))
    }
    let places: CoordinateTable
    (cells, places, notes) = try join.table(columns, of: table, threads: request.threads)
    // A statement's answer has the column that names points as `id`.
    let name = table.names.first { $0 == request.identifier } ?? table.names.first { $0.lowercased() == "id" }
    features = table.features(
      at: places, identifier: name, withholding: columns.withheld, name: GridQuery.columnName(ofAnswer:))
  }
}

private struct CellJoin {
  private var cells = CellTable()
  private var places = CoordinateTable()
  private var layers: [Layer] = []
  private var guessed = 0
  /// The rows of views without points.
  private var emptyCount = 0
  /// Of all rows so far: sums of cells stay below what their types hold.
  private var totalCount: Int128 = 0, totalWeight: Int128 = 0
  /// The rows with points whose weights are not summed, and how many these are.
  private var badWeights: [(row: Int, count: Int128)] = []
  private var fault: (row: Int, problem: CellTableError.Problem)?
  /// The rows of geohashes; looked up, never iterated.
  private var rowOfGeohash: [UInt128: Int] = [:]
  private var geohashLength: Int?

  private struct Layer {
    let start: CellRows.Start
    var views: NumberedViews?
    var keys: [UInt64] = []
    /// Empty in the first layer until there is a second one: it has all rows in order.
    var rows: [UInt32] = []

    var windows: [CellWindow] { views?.windows ?? start.window.map { [$0] } ?? [] }
  }

  mutating func take(_ run: CellRows, of expected: Int) {
    guard fault == nil else { return }
    let base = cells.rowCount
    if let (row, problem) = fault(in: run) {
      fault = (base + row, problem)
      // One of the rows before it may be the second of its cell.
      cells.append(run.cells, rows: row)
      takePlaces(of: run, rows: row, from: base, of: 0)
      return
    }
    (totalCount, totalWeight) = (totalCount + run.totalCount, totalWeight + run.totalWeight)
    if base == 0 {
      cells.reserve(expected)
      places.longitudes.reserveLargePages(expected)
      places.latitudes.reserveLargePages(expected)
    }
    cells.append(run.cells)
    places.longitudes += run.places.longitudes
    places.latitudes += run.places.latitudes
    guessed += run.guessed
    takePlaces(of: run, rows: run.keys.count, from: base, of: expected)
  }

  /// Takes down where the first rows of a run lie, which come behind `base` others, and which of them have weights that are
  /// not summed.
  private mutating func takePlaces(of run: CellRows, rows: Int, from base: Int, of expected: Int) {
    badWeights += run.badWeights.lazy.filter { $0.row < rows }.map { (base + $0.row, $0.count) }
    for (index, start) in run.starts.enumerated() where start.row < rows {
      let end = index + 1 < run.starts.count ? min(run.starts[index + 1].row, rows) : rows
      let layer = layer(start, of: expected)
      if let number = start.view {
        let place = layers[layer].keys.count
        layers[layer].views?.begin(start, number: number, at: place)
      }
      layers[layer].keys += run.keys[start.row..<end]
      emptyCount += run.keys[start.row..<end].count { $0 == CellRows.noKey }
      if layers.count > 1 { layers[layer].rows += UInt32(base + start.row)..<UInt32(base + end) }
    }
  }

  /// The first row of a run whose geohash is another's, or of another length.
  private mutating func geohashFault(in run: CellRows) -> (row: Int, problem: CellTableError.Problem)? {
    for (row, name) in run.geohashes.enumerated() {
      let length = CellNames.length(ofGeohash: name)
      let first = geohashLength ?? length
      geohashLength = first
      if length != first { return (row, .mixedGeohashes(length, first: first, line: 0)) }
      if let earlier = rowOfGeohash.updateValue(cells.rowCount + row, forKey: name) {
        return (row, .duplicate(line: earlier))
      }
    }
    return nil
  }

  private mutating func fault(in run: CellRows) -> (row: Int, problem: CellTableError.Problem)? {
    var first = run.fault
    if let found = geohashFault(in: run), found.row < first?.row ?? .max { first = found }
    if totalWeight + run.totalWeight > CellRows.mostWeight {
      var total = totalWeight
      let row = (0..<run.cells.rowCount).first { row in
        total += run.cells.weightUnits(ofRow: row)
        return total > CellRows.mostWeight
      }
      if let row, row < first?.row ?? .max {
        first = (row, .badSum("weight"))
      } else if row == nil, let last = first, last.row == run.cells.rowCount {
        first = (last.row, .badSum("weight"))  // of one row weights are looked at before `first`
      }
    }
    // Of one row grids and counts are looked at before all else.
    if let known = layers.first?.start ?? run.starts.first, known.window == nil,
      case .cells(let old) = known.grid,
      let other = run.starts.first(where: { $0.grid != known.grid }), case .cells(let new) = other.grid,
      other.row <= first?.row ?? .max
    {
      first = (other.row, .mixed(new, first: old, line: 0))
    }
    if totalCount + run.totalCount >= CellRows.mostPoints {
      var total = totalCount
      let row = (0..<run.cells.rowCount).first { row in
        total += Int128(run.cells.count(ofRow: row))
        return total >= CellRows.mostPoints
      }
      if let row, row <= first?.row ?? .max {
        first = (row, .badCount(Int128(run.cells.count(ofRow: row))))
      } else if row == nil, let last = first, last.row == run.cells.rowCount {
        first = (last.row, .badCount(run.lastCount))
      }
    }
    return first
  }

  /// The number of a grid's layer. Rows of several views alternate seldom: the last one is looked at first.
  private mutating func layer(_ start: CellRows.Start, of expected: Int) -> Int {
    let isSame = { (layer: Layer) in
      layer.start.grid == start.grid && (layer.views != nil || layer.start.window == start.window)
    }
    if let last = layers.last, isSame(last) { return layers.count - 1 }
    if let known = layers.firstIndex(where: isSame) { return known }
    if layers.count == 1 { layers[0].rows = Array(0..<UInt32(layers[0].keys.count)) }
    layers.append(Layer(start: start, views: start.view.map { _ in NumberedViews() }))
    if layers.count == 1 { layers[0].keys.reserveLargePages(expected) }
    return layers.count - 1
  }

  consuming func table(
    _ columns: CellColumns, of table: ColumnTable, threads: Int
  ) throws(CellTableError) -> (cells: CellTable, places: CoordinateTable, notes: [String]) {
    cells.isPyramid = [.quadbin, .quadkey, .tiles, .tilePath].contains(columns.form)
    let hasAll = layers.count == 1
    var leftOut: Set<Int> = []
    var fault = fault
    // The first line that is wrong is named: only rows before a bad one were looked at for twins.
    func find(_ problem: CellTableError.Problem, inRow row: Int) {
      if row < fault?.row ?? .max { fault = (row, problem) }
    }
    for layer in layers {
      var (keys, rows) = (layer.keys, hasAll ? nil : layer.rows)
      if let views = layer.views {
        var numbers = rows ?? Array(0..<UInt32(keys.count))
        let joined = views.joinEqual(&keys, &numbers, &cells)
        if let (row, problem) = joined.fault { find(problem, inRow: row) }
        leftOut.formUnion(joined.leftOut)
        rows = numbers
      }
      if emptyCount > 0 {
        let numbers = rows ?? Array(0..<UInt32(keys.count))
        rows = zip(keys, numbers).filter { $0.0 != CellRows.noKey }.map(\.1)
        keys.removeAll { $0 == CellRows.noKey }
      }
      let pair = cells.add(layer.start.grid, windows: layer.windows, keys: keys, rows: rows, threads: threads)
      if let pair { find(.duplicate(line: pair.earlier), inRow: pair.later) }
    }
    // Repeated rows have the same points.
    let bad = badWeights.filter { !leftOut.contains($0.row) }
    if let first = bad.first, let weight = columns.weight {
      find(.unsummed(bad.reduce(0) { $0 + $1.count }, weight: weight), inRow: first.row)
    }
    if let (row, problem) = fault {
      // JSON may have several records in a line.
      let isShared =
        row > 0 && table.line(ofRow: row - 1) == table.line(ofRow: row)
        || row + 1 < table.rowCount && table.line(ofRow: row + 1) == table.line(ofRow: row)
      let line = { isShared ? $0 + 1 : table.line(ofRow: $0) }
      let problem: CellTableError.Problem =
        switch problem {
        case .mixed(let new, let old, _): .mixed(new, first: old, line: line(0))
        case .mixedGeohashes(let new, let old, _): .mixedGeohashes(new, first: old, line: line(0))
        case .duplicate(let earlier): .duplicate(line: line(earlier))
        case .contradiction(let earlier): .contradiction(line: line(earlier))
        default: problem
        }
      throw isShared
        ? CellTableError(problem, line: table.line(ofRow: row), row: row + 1, of: "record")
        : CellTableError(problem, line: line(row))
    }
    if let fault = table.fault { throw CellTableError(fault) }
    if emptyCount > 0 {
      if cells.pointCount == 0 { return (withoutRows, CoordinateTable(), [CellJoin.emptyNote]) }
      setPlacesOfEmptyRows()
    }
    let note =
      "the table has no sums or means of places for \(guessed == 1 ? "1 cell, which is" : "\(guessed) cells, which are") drawn at the middle; add lon_e8 and lat_e8"
    return (cells, places, guessed > 0 ? [note] : [])
  }

  private static let emptyNote =
    "the table counts no points: none lies in its view, or the query's condition passes none"

  /// The table of layers whose views are all without points: complete for their windows.
  private var withoutRows: CellTable {
    var empty = CellTable()
    for layer in layers { _ = empty.add(layer.start.grid, windows: layer.windows, keys: []) }
    return empty
  }

  /// Lays rows of views without points where others are, so that a box of all places is that of the points.
  private mutating func setPlacesOfEmptyRows() {
    let rows = 0..<cells.rowCount
    guard let full = rows.first(where: { cells.count(ofRow: $0) > 0 }) else { return }
    for row in rows where cells.count(ofRow: row) == 0 {
      places.longitudes[row] = places.longitudes[full]
      places.latitudes[row] = places.latitudes[full]
    }
  }
}
