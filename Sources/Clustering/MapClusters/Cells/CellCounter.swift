public import MapGeometry

/// Counts points by the cells of one view, some points after the others, and keeps none of them.
///
/// Several counters of one view may each take a part of the points, on threads of their own; ``CellTable/counted(by:rank:)``
/// joins what they counted. Sums are whole numbers: neither parts nor threads can change them.
///
/// - Complexity: memory for each cell that holds points, and for each point that is never clustered.
public final class CellCounter {
  /// The first of a cell's points: how many points of the input come before those it was added with, and its row in these.
  struct First: Comparable {
    var base: Int
    var row: UInt32

    static func < (left: First, right: First) -> Bool { (left.base, left.row) < (right.base, right.row) }
  }

  struct Alone {
    let first: First
    let coordinate: Coordinate
    let weight: Double?
    let numbers: NumberSummary?
  }

  /// So many points are summed before sums are stored: 2^28 times 180e8 is half of what 64 bits hold.
  private static let mostSummed = 1 << 28

  let grid: CellGrid
  let view: CellTable.OwnView
  /// By cell, the longitude of its first point, wrapped, where sums are of longitudes that are not; else empty.
  private(set) var firstLongitudes: [Double] = []
  /// By cell, what the longitudes of weights are near to; empty without weights.
  private var references: [Double?] = []
  private var scan: GridScan
  private let trail: SlotTrail<UInt32>
  private let buffers: (PlainBuffer<UInt32>, PlainBuffer<UInt16>, PlainBuffer<UInt16>)
  private let mostSummed: Int
  private var summed = 0
  /// The sums of cells before they were forgotten, so that they stay below what 64 bits hold.
  private var stored: [(count: Int, latitudes: Int128, longitudes: Int128)] = []
  private(set) var firsts: [First] = []
  private(set) var weights: [WeightSum] = []
  /// By cell, what the numbers of its points come to; empty where points have none.
  private(set) var numbers: [NumberSummary] = []
  private(set) var alone: [Alone] = []
  private(set) var totalWeight = 0.0

  /// A counter for the cells that a view considers, margin included.
  ///
  /// - Throws: ``ClusterError/cellLimit(_:)`` for settings that cells cannot serve, and what any grid refuses.
  public convenience init(of viewport: Viewport, settings: ClusterSettings) throws(ClusterError) {
    try self.init(of: viewport, settings: settings, mostSummed: CellCounter.mostSummed)
  }

  init(of viewport: Viewport, settings: ClusterSettings, mostSummed: Int) throws(ClusterError) {
    try settings.check(pointCount: 0)
    if let limit = CellLimit.of(settings, zoom: viewport.zoom, isOfView: true) { throw .cellLimit(limit) }
    grid = try Clustering(viewport: viewport, settings: settings).grid()
    view = CellTable.OwnView(viewport: viewport, settings: settings, middleUnits: grid.middleUnits)
    scan = GridScan(grid: grid, window: DegreeWindow(holding: grid.area), rowTable: grid.rowTable)
    let size = GridScan.largestBlock
    buffers = (
      PlainBuffer(count: size, padding: 8, alignment: 16),
      PlainBuffer(count: size, padding: 8, alignment: 16),
      PlainBuffer(count: 1, padding: 1, alignment: 16)
    )
    trail = SlotTrail(slots: buffers.0, places: buffers.1, counts: buffers.2, firstRow: 0, firstBlock: 0)
    self.mostSummed = min(mostSummed, grid.mostSummed)
  }

  /// The number of cells that hold points so far.
  public var cellCount: Int { firsts.count }

  /// True if a cell holds one point alone, by its number: cells count from 0 as their first points come.
  public func isSingle(_ cell: Int) -> Bool {
    Int(scan.slots[cell].count) + (cell < stored.count ? stored[cell].count : 0) == 1
  }

  /// Adds points.
  ///
  /// - Parameters:
  ///   - input: the points; their weights in all calls or in none.
  ///   - numbers: a number for each point, not a number (`NaN`) where it has none; in all calls or in none.
  ///   - base: where they stand in the input, ascending from call to call.
  /// - Returns: the rows with which new cells begin, in the order of these cells; and those of points in the cells that
  ///   are never clustered.
  /// - Throws: ``ClusterError`` for points without a coordinate, and for more weight than is summed exactly.
  /// - Complexity: O(*n*).
  public func add(
    _ input: ClusterInput, numbers: [Double]? = nil, after base: Int
  ) throws(ClusterError) -> (cells: [UInt32], alone: [UInt32]) {
    try input.check()
    let count = input.coordinates.count
    summed += count
    if summed > mostSummed { store(count) }
    if let weights = input.weights {
      totalWeight += weights.reduce(0, +)
      guard totalWeight <= WeightSum.limit else { throw .tooHeavy(totalWeight) }
    }
    var cells: [UInt32] = []
    try input.withPoints { points throws(ClusterError) in
      for start in stride(from: 0, to: count, by: GridScan.largestBlock) {
        scan(start..<min(count, start + GridScan.largestBlock), of: points, numbers, after: base, &cells)
      }
    }
    if let row = scan.badRow {
      let coordinate = input.coordinates[min(row, count - 1)]
      throw .badCoordinate(index: base + row, longitude: coordinate.longitude, latitude: coordinate.latitude)
    }
    let alone = scan.takeAlone()
    for row in alone {
      var summary = numbers.map { _ in NumberSummary() }
      if let numbers { summary?.add(numbers[Int(row)]) }
      self.alone.append(
        Alone(
          first: First(base: base, row: row), coordinate: input.coordinates[Int(row)],
          weight: input.weights?[Int(row)], numbers: summary))
    }
    return (cells, alone)
  }

  private func scan(
    _ rows: Range<Int>, of points: PlacedPoints, _ numbers: [Double]?, after base: Int,
    _ cells: inout [UInt32]
  ) {
    let weights = points.weights
    var trail = trail
    scan.scan(rows, of: points, trail: &trail)
    for slot in firsts.count..<scan.slots.count {
      let row = scan.slots[slot].first
      firsts.append(First(base: base, row: row))
      cells.append(row)
      if grid.middleLongitude != nil {
        firstLongitudes.append(Coordinate.wrappedLongitude(points.longitudes[Int(row)]))
      }
      if weights != nil {
        self.weights.append(WeightSum())
        references.append(
          grid.reference(column: Int(scan.slots[slot].column), row: Int(scan.slots[slot].row)))
      }
      if numbers != nil { self.numbers.append(NumberSummary()) }
    }
    if let numbers {
      self.trail.visit(rows) { slot, row in self.numbers[slot].add(numbers[row]) }
    }
    guard let weights else { return }
    self.trail.visit(rows) { slot, row in
      self.weights[slot].add(
        WeightSum.units(weights[row]), latitude: CellSum.units(points.latitudes[row]),
        longitude: GroupSummary.units(
          Coordinate.wrappedLongitude(points.longitudes[row]), near: references[slot],
          middleUnits: view.middleUnits))
    }
  }

  private func store(_ count: Int) {
    summed = count
    stored += repeatElement((count: 0, latitudes: 0, longitudes: 0), count: scan.slots.count - stored.count)
    for slot in stored.indices {
      let sum = scan.slots[slot]
      stored[slot].count += Int(sum.count)
      stored[slot].latitudes += Int128(sum.latitudes)
      stored[slot].longitudes += Int128(sum.longitudes)
    }
    scan.clearSums()
  }

  /// A cell's column and row in the view's grid, counted from the first considered ones.
  func key(_ number: Int) -> UInt64 {
    UInt64(scan.slots[number].row) << 32 | UInt64(scan.slots[number].column)
  }

  func sum(_ number: Int) -> CoarserCells.Part {
    let slot = scan.slots[number]
    let before = number < stored.count ? stored[number] : (count: 0, latitudes: 0, longitudes: 0)
    var sum = CoarserCells.Part()
    sum.count = before.count + Int(slot.count)
    sum.latitudes = before.latitudes + Int128(slot.latitudes)
    sum.longitudes = before.longitudes + Int128(slot.longitudes)
    sum.box = Extent(minX: slot.west, minY: slot.south, maxX: slot.east, maxY: slot.north)
    if !weights.isEmpty { sum.weight = weights[number] }
    return sum
  }
}
