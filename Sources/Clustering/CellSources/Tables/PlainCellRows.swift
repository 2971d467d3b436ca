import MapClusters
import MapFeatures
import MapGeometry

/// The rows of a run as most tables have them, worked on column by column: tiles or cells of one grid, counts and sums that
/// 64 bits hold, weights in one column each. Windows and numbers of views may change from row to row.
///
/// They come to what ``CellRows`` makes of them one by one, which takes runs with any other row, and finds what is wrong
/// with one that is no cell.
struct PlainCellRows {
  let starts: [CellRows.Start]
  /// The cells, `y << 32 | x`.
  let keys: [UInt64]
  let cells: CellTable
  let places: CoordinateTable
  let totalWeight: Int128

  /// The largest count whose sums of places 64 bits hold.
  private static let mostPoints: Int64 = 400_000_000

  init?(_ run: ColumnTable.Run, _ values: inout CellRows.Row, _ edges: inout RowEdges) {
    let columns = values.columns
    let wholes = { (request: Int?) in request.map { run.columns[$0].wholes } }
    let isTiles = columns.form == .tiles
    guard isTiles || columns.form == .cells, columns.numberCount == nil,
      columns.weights.allSatisfy({ $0.high == nil }),
      wholes(columns.badWeights)?.allSatisfy({ $0 == 0 }) != false,
      let x = wholes(columns.x), let y = wholes(columns.y), let counts = wholes(columns.count),
      columns.sums.count == 2, let longitudes = wholes(columns.sums[0].whole),
      let latitudes = wholes(columns.sums[1].whole),
      let size = wholes(isTiles ? columns.z : columns.n), let first = size.first,
      size.allSatisfy({ $0 == first }), isTiles ? 0...29 ~= first : 1...536_870_912 ~= first
    else { return nil }
    let worldColumns = isTiles ? 1 << Int(first) : Int(first)
    let last = Int64(worldColumns - 1)
    var signs: Int64 = 0  // negative where a number, or what is left to the last one, is
    keys = [UInt64](rows: x.count) { row in
      let (x, y) = (x[row], y[row])
      signs |= x | y | (last &- x) | (last &- y)
      return UInt64(bitPattern: y &<< 32 | x & 0xFFFF_FFFF)
    }
    guard signs >= 0,
      let starts = PlainCellRows.starts(
        worldColumns, columns.window.compactMap(wholes), views: wholes(columns.view), count: x.count, &values)
    else { return nil }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].row : keys.count
      if let window = start.window, !keys[start.row..<end].allSatisfy(window.holds) { return nil }
    }
    self.starts = starts
    let order = wholes(columns.first)
    let box = columns.box.map { run.columns[$0].numbers }
    guard
      let rows = PlainCellRows.rows(counts, longitudes, latitudes, box.count == 4 ? box : nil, first: order),
      let places = PlainCellRows.means(
        counts, longitudes, latitudes, of: rows, at: keys, worldColumns, &edges),
      let weights = PlainCellRows.weights(
        columns.weights.compactMap { $0.whole.map { run.columns[$0] } },
        plain: columns.plainWeight.map { run.columns[$0].numbers }, of: rows, at: keys, worldColumns, &edges)
    else { return nil }
    cells = CellTable(
      rows, pointCount: counts.reduce(0) { $0 + Int($1) }, hasOrder: order != nil, weights: weights.rows)
    (self.places, totalWeight) = (places, weights.total)
  }

  /// From which rows on cells are of which window and view; `nil` where a number is out of range.
  private static func starts(
    _ worldColumns: Int, _ windows: [[Int64]], views: [Int64]?, count: Int,
    _ values: inout CellRows.Row
  ) -> [CellRows.Start]? {
    var begins = [Bool](repeating: false, count: count)
    begins[0] = true
    for column in windows + [views ?? []] {
      for row in column.indices.dropFirst() where column[row] != column[row - 1] { begins[row] = true }
    }
    // Of two numbers that 64 bits do not hold nobody knows here whether they are equal.
    guard views?.allSatisfy({ $0 >= 0 }) != false else { return nil }
    return try? begins.indices.filter { begins[$0] }.map { row in
      values.row = row
      return CellRows.Start(
        row: row, grid: .cells(worldColumns: worldColumns),
        window: try values.window(of: Int128(worldColumns)), view: try values.viewNumber())
    }
  }

  private static func rows(
    _ counts: [Int64], _ longitudes: [Int64], _ latitudes: [Int64], _ box: [[Double]]?, first: [Int64]?
  ) -> [CellTable.Row]? {
    let none = box == nil ? [Double](repeating: .nan, count: counts.count) : []
    let (wests, souths) = (box?[0] ?? none, box?[1] ?? none)
    let (easts, norths) = (box?[2] ?? none, box?[3] ?? none)
    let firsts = first ?? [Int64](repeating: 0, count: counts.count)
    var isPlain = true
    let rows = [CellTable.Row](unsafeUninitializedCapacity: counts.count) { rows, rowCount in
      for row in counts.indices {
        let (count, longitude, latitude) = (counts[row], longitudes[row], latitudes[row])
        let most = UInt64(truncatingIfNeeded: count &* 9_000_000_000)
        let (west, south, east, north) = (wests[row], souths[row], easts[row], norths[row])
        let hasBox = !(west + south + east + north).isNaN
        if hasBox,
          !(west <= east && south <= north && west >= -180 && east <= 180 && south >= -90 && north <= 90)
        {
          isPlain = false
        }
        if !(count >= 1 && count <= mostPoints && longitude.magnitude <= 2 &* most
          && latitude.magnitude <= most)
          || firsts[row] <= .min + 1
        {
          isPlain = false
        }
        rows.initializeElement(
          at: row,
          to: CellTable.Row(
            count: Int(count), longitudes: longitude, latitudes: latitude, west: hasBox ? west : .nan,
            south: hasBox ? south : .nan, east: hasBox ? east : .nan, north: hasBox ? north : .nan,
            first: Int(firsts[row])))
      }
      rowCount = counts.count
    }
    return isPlain ? rows : nil
  }

  /// The weights of rows, and their sum; `nil` where a weight is missing or out of range, or its mean is not in its cell.
  private static func weights(
    _ sums: [ColumnTable.Values], plain: [Double]?, of rows: [CellTable.Row], at keys: [UInt64],
    _ worldColumns: Int, _ edges: inout RowEdges
  ) -> (rows: [WeightSum], total: Int128)? {
    var weights: [WeightSum] = []
    var total: Int128 = 0
    if sums.count == 3 {
      let (totals, longitudes, latitudes) = (sums[0], sums[1], sums[2])
      weights.reserveCapacity(rows.count)
      func whole(_ values: ColumnTable.Values, _ row: Int) -> Int128? {
        ColumnTable.Values.whole(values.wholes[row]) ?? values.large[row]
      }
      for row in rows.indices {
        guard let weight = whole(totals, row), weight >= 0, weight <= CellRows.mostWeight,
          let longitude = whole(longitudes, row), longitude.magnitude <= weight.magnitude * 18_000_000_000,
          let latitude = whole(latitudes, row), latitude.magnitude <= weight.magnitude * 9_000_000_000
        else { return nil }
        weights.append(WeightSum(total: weight, latitudes: latitude, longitudes: longitude))
        total += weight
      }
    } else if let plain {
      weights.reserveCapacity(rows.count)
      for (row, number) in zip(rows, plain) {
        if number < 0 || number > 1e21 { return nil }
        let weight = number.isNaN ? 0 : Int128((number * 1e6).rounded(.toNearestOrEven))
        let count = Int64(row.count)
        weights.append(
          WeightSum(
            total: weight, latitudes: weight * Int128(row.latitudes / count),
            longitudes: weight * Int128(row.longitudes / count)))
        total += weight
      }
    }
    for (weight, key) in zip(weights, keys) where weight.total > 0 {
      let units = weight.total.double * 1e8
      let (longitude, latitude) = (weight.longitudes.double / units, weight.latitudes.double / units)
      if edges.misplaced(.init(longitude), .init(latitude), inCell: key, of: worldColumns) != nil {
        return nil
      }
    }
    return (weights, total)
  }

  /// The mean coordinates of the points of rows; `nil` where one, or the row's box, is not in its cell.
  private static func means(
    _ counts: [Int64], _ longitudes: [Int64], _ latitudes: [Int64], of rows: [CellTable.Row],
    at keys: [UInt64], _ worldColumns: Int, _ edges: inout RowEdges
  ) -> CoordinateTable? {
    var places = CoordinateTable()
    places.longitudes = .init(rows: rows.count) { Double(longitudes[$0]) / (Double(counts[$0]) * 1e8) }
    places.latitudes = .init(rows: rows.count) { Double(latitudes[$0]) / (Double(counts[$0]) * 1e8) }
    for row in rows.indices {
      let (longitude, latitude) = (places.longitudes[row], places.latitudes[row])
      let box = rows[row]
      // What is no number is neither less nor greater.
      let rounding = RowEdges.rounding
      guard !(box.west > longitude + rounding), !(box.east < longitude - rounding),
        !(box.south > latitude + rounding), !(box.north < latitude - rounding),
        edges.misplaced(
          .init(longitude, and: box.west, box.east), .init(latitude, and: box.south, box.north),
          inCell: keys[row], of: worldColumns) == nil
      else { return nil }
      places.longitudes[row] = Coordinate.wrappedLongitude(longitude)
    }
    return places
  }
}

extension Array where Element: BitwiseCopyable {
  /// Creates an array of a value per row, without the capacity checks of appending one by one.
  fileprivate init(rows count: Int, _ value: (_ row: Int) -> Element) {
    self.init(unsafeUninitializedCapacity: count) { values, valueCount in
      for row in 0..<count { values.initializeElement(at: row, to: value(row)) }
      valueCount = count
    }
  }
}
