import MapClusters
import MapGeometry

/// The points that a view is fitted to: points, and cells by the boxes of theirs.
struct FittedPoints {
  /// Points, and where those of cells lie in the mean.
  private(set) var places: CoordinateTable
  /// Cells, and their rows among the places; none where all places are points.
  private let cells: [(table: CellTable, rows: Range<Int>)]
  /// Of a sample, its rows among all places; `nil` of all of them.
  private var rows: [Int]?

  init(_ inputs: [ClusterInput]) {
    let tables = inputs.map(\.coordinates)
    places = tables[0]
    if tables.count > 1 {
      places = CoordinateTable(
        longitudes: tables.flatMap(\.longitudes), latitudes: tables.flatMap(\.latitudes))
    }
    var (start, cells): (Int, [(table: CellTable, rows: Range<Int>)]) = (0, [])
    for input in inputs {
      let end = start + input.coordinates.count
      if let table = input.cells { cells.append((table, start..<end)) }
      start = end
    }
    self.cells = cells
  }

  var count: Int { cells.reduce(places.count) { $0 + $1.table.pointCount - $1.rows.count } }

  /// The dense regions of the points; those of a cell lie in their mean.
  var regions: DenseRegions {
    guard !cells.isEmpty else { return DenseRegions(of: places) }
    var counts = [Int](repeating: 1, count: places.count)
    for index in counts.indices {
      let row = rows?[index] ?? index
      for index in cells.indices where cells[index].rows.contains(row) {
        counts[index] = cells[index].table.count(ofRow: row - cells[index].rows.lowerBound)
      }
    }
    return DenseRegions(of: places, counts: counts)
  }

  var box: BoundingBox? { cells.isEmpty ? BoundingBox(holding: places) : box(of: places.latitudes.indices) }

  /// The smallest box that holds planar coordinates.
  var planarBox: BoundingBox? { Sheet.box(ofPlanar: places) }

  /// The smallest box that holds the points of dense regions.
  func box(of regions: DenseRegions) -> BoundingBox? {
    if let places = regions.rows { box(of: places) } else { regions.box }
  }

  private func box(of chosen: some Sequence<Int>) -> BoundingBox? {
    var (bounds, corners) = (PointBounds(), CoordinateTable())
    func add(_ longitude: Double, _ latitude: Double) {
      corners.longitudes.append(Coordinate.wrappedLongitude(longitude))
      corners.latitudes.append(latitude)
    }
    for index in chosen {
      let row = rows?[index] ?? index
      var hasBox = false
      for index in cells.indices where cells[index].rows.contains(row) {
        guard let box = cells[index].table.box(ofRow: row - cells[index].rows.lowerBound) else { continue }
        add(box.west, box.south)
        add(box.east, box.north)
        hasBox = true
      }
      if !hasBox { add(places.longitudes[index], places.latitudes[index]) }
      if corners.count >= 1 << 12 {
        bounds.add(corners)
        corners.longitudes.removeAll(keepingCapacity: true)
        corners.latitudes.removeAll(keepingCapacity: true)
      }
    }
    bounds.add(corners)
    return bounds.box
  }

  /// Every so many of the places, at most `count` and one more.
  func sample(of count: Int) -> FittedPoints {
    guard places.count > count else { return self }
    let step = (places.count + count - 1) / count
    return taking(Array(stride(from: 0, to: places.count, by: step)))
  }

  private func taking(_ rows: [Int]) -> FittedPoints {
    var part = self
    (part.rows, part.places) = (rows, places.taking(rows))
    return part
  }

  /// The places outside of boxes; all of them where there are no others.
  ///
  /// - Parameter sheet: the sheet that the places are planar coordinates of; `nil` for places in degrees.
  /// - Complexity: O(*places* · *boxes*).
  func outside(_ boxes: [BoundingBox], on sheet: Sheet?) -> FittedPoints {
    guard !boxes.isEmpty else { return self }
    let rows = rows(outside: boxes, on: sheet)
    return rows.isEmpty ? self : taking(rows)
  }

  func rows(outside boxes: [BoundingBox], on sheet: Sheet?) -> [Int] {
    places.latitudes.indices.filter { row in
      let own = Coordinate(latitude: places.latitudes[row], longitude: places.longitudes[row])
      let coordinate = sheet?.nearestCoordinate(ofPlanar: own) ?? own
      return !boxes.contains { $0.contains(coordinate) }
    }
  }
}
