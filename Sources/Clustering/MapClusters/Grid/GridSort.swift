import Parallel

/// Points in view, sorted by cell: cells in the order of their first points, points in input order.
struct CellGroups {
  var sums: [CellSum]
  /// The start of each cell's points in ``members``; one more than there are cells.
  var starts: [Int]
  var members: [UInt32]
  var alone: [UInt32]
}

/// Puts the points of a table into the considered cells of a grid.
///
/// The table is cut into blocks, each thread takes an equal run of them; a thread's cells are numbered as it meets them
/// and joined in input order, sums are whole numbers: the result is the same for any number of threads and any blocks.
///
/// - Parameters:
///   - blockSize: points a block, at most ``GridScan/largestBlock``.
///   - join: joins cells before their points are sorted; `nil` where each cell stays a group.
/// - Complexity: O(*n*); 6 to 8 bytes a point in view, 10 where more than 65,535 cells are considered.
func cellGroups(
  of points: PlacedPoints, in grid: CellGrid, window: DegreeWindow, threads: Int,
  blockSize: Int = GridScan.largestBlock, isCancelled: @escaping @Sendable () -> Bool = { false },
  joining join: CellJoining? = nil
) throws(ClusterError) -> CellGroups {
  let sort = GridSort(
    points: points, grid: grid, window: window, threads: threads, blockSize: blockSize,
    isCancelled: isCancelled)
  // The largest number is no slot.
  return grid.cellCount <= Int(UInt16.max)
    ? try sort.groups(UInt16.self, join) : try sort.groups(UInt32.self, join)
}

/// Joins cells to groups: takes the sums of the cells, and of their weights, and returns the group of each and the sums of
/// the groups; both come in the order of first points.
typealias CellJoining = (_ cells: [CellSum], _ weights: [WeightSum]) -> (groupOf: [UInt32], sums: [CellSum])

/// One sort of points by cell, by counting: a scan that sums and counts, and a second way through what it left.
private struct GridSort {
  /// After so many blocks a thread asks whether the answer is still wanted.
  private static let blocksAtOnce = 64

  let points: PlacedPoints
  let grid: CellGrid
  let window: DegreeWindow
  let shares: Int
  private let blocks: Int
  private let blockSize: Int
  private let isCancelled: @Sendable () -> Bool

  init(
    points: PlacedPoints, grid: CellGrid, window: DegreeWindow, threads: Int, blockSize: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    (self.points, self.grid, self.window, self.isCancelled) = (points, grid, window, isCancelled)
    self.blockSize = max(1, min(blockSize, GridScan.largestBlock))
    blocks = (points.count + self.blockSize - 1) / self.blockSize
    shares = max(1, min(threads, blocks))
  }

  private func blockRange(_ share: Int) -> Range<Int> {
    share * blocks / shares..<(share + 1) * blocks / shares
  }

  private func rows(_ block: Int) -> Range<Int> {
    block * blockSize..<min((block + 1) * blockSize, points.count)
  }

  /// The cells of all shares in the order of their first points, and for each share the numbers of its cells among them.
  private func joined(_ scans: UnsafeMutablePointer<GridScan>) -> (sums: [CellSum], numbers: [[UInt32]]) {
    guard shares > 1 else {
      let sums = scans[0].slots.all
      return (sums, [Array(0..<UInt32(sums.count))])
    }
    // Each share numbered the cells as it met them; joined share by share, they come in that order.
    var joined = SlotTable(columns: grid.columns.count, rows: grid.rows.count)
    var numbers: [[UInt32]] = []
    for share in 0..<shares {
      numbers.append((0..<scans[share].slots.count).map { joined.add(scans[share].slots[$0]) })
    }
    return (joined.all, numbers)
  }

  /// The sums of the weights of cells; empty where nothing weighs.
  private func weights<Slot>(
    of cellCount: Int, _ numbers: [[UInt32]], _ trail: (Int) -> SlotTrail<Slot>
  ) -> [WeightSum] {
    guard let weights = points.weights else { return [] }
    var sums = [WeightSum](repeating: WeightSum(), count: cellCount)
    for share in 0..<shares {
      var trail = trail(share)
      for block in blockRange(share) {
        trail.pass(rows(block)) { slot, row in
          let coordinate = points.coordinate(row)
          sums[Int(numbers[share][slot])].add(
            WeightSum.units(weights[row]), latitude: CellSum.units(coordinate.latitude),
            longitude: CellSum.units(coordinate.longitude))
        }
      }
    }
    return sums
  }

  /// The groups, by way of slots that are stored as numbers of a type which holds one more than there are cells.
  func groups<Slot: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _: Slot.Type, _ join: CellJoining?
  ) throws(ClusterError) -> CellGroups {
    let rowTable = points.count >= grid.rows.count ? grid.rowTable : nil
    // Reserved for all points, but memory is taken only for what is written: a share writes one block after the other,
    // from where its first begins.
    let places = PlainBuffer<UInt16>(count: points.count, alignment: 16)
    let slotOf = PlainBuffer<Slot>(count: points.count, alignment: 16)
    let counts = PlainBuffer<UInt16>(count: blocks, alignment: 16)
    func trail(_ share: Int) -> SlotTrail<Slot> {
      let first = blockRange(share).lowerBound
      return SlotTrail(
        slots: slotOf, places: places, counts: counts, firstRow: first * blockSize, firstBlock: first)
    }
    let scans = UnsafeMutablePointer<GridScan>.allocate(capacity: shares)
    for share in 0..<shares {
      (scans + share).initialize(to: GridScan(grid: grid, window: window, rowTable: rowTable))
    }
    defer {
      scans.deinitialize(count: shares)
      scans.deallocate()
    }

    eachInParallel(shares) { share in
      var trail = trail(share)
      for block in blockRange(share) {
        if block % GridSort.blocksAtOnce == 0 && isCancelled() {
          scans[share].isCancelled = true
          return
        }
        scans[share].scan(rows(block), of: points, trail: &trail)
      }
    }
    if isCancelled() { throw .cancelled }
    for share in 0..<shares {
      if scans[share].isCancelled { throw .cancelled }
      if let row = scans[share].badRow {
        throw .badCoordinate(index: row, longitude: points.longitudes[row], latitude: points.latitudes[row])
      }
    }

    var (sums, numbers) = joined(scans)
    if let join {
      let groups = join(sums, weights(of: sums.count, numbers, trail))
      sums = groups.sums
      for share in numbers.indices { numbers[share] = numbers[share].map { groups.groupOf[Int($0)] } }
    }
    var starts = [0]
    starts.reserveCapacity(sums.count + 1)
    for sum in sums { starts.append(starts[starts.count - 1] + Int(sum.count)) }

    // Each share writes its points of a cell behind those of the shares before it.
    var cursors: [[Int]] = []
    var next = starts
    for share in 0..<shares {
      // By the share's own numbers of cells, or by group.
      cursors.append(join == nil ? numbers[share].map { next[Int($0)] } : next)
      for (slot, cell) in numbers[share].enumerated() {
        next[Int(cell)] += Int(scans[share].slots[slot].count)
      }
    }
    let total = starts[sums.count]
    let members = [UInt32](unsafeUninitializedCapacity: total) { buffer, initialized in
      if let base = buffer.baseAddress {
        useLargePages(base, total * MemoryLayout<UInt32>.stride)
        cursors.withUnsafeMutableBufferPointer { cursors in
          eachInParallel(shares) { share in
            cursors[share].withUnsafeMutableBufferPointer { cursor in
              guard let cursor = cursor.baseAddress else { return }
              var trail = trail(share)
              guard join != nil else {
                for block in blockRange(share) { trail.follow(rows(block), to: base, at: cursor) { $0 } }
                return
              }
              numbers[share].withUnsafeBufferPointer { groups in
                for block in blockRange(share) {
                  trail.follow(rows(block), to: base, at: cursor) { Int(groups[$0]) }
                }
              }
            }
          }
        }
      }
      initialized = total
    }
    withExtendedLifetime((places, slotOf, counts)) {}
    var alone: [UInt32] = []
    for share in 0..<shares { alone += scans[share].alone }
    return CellGroups(sums: sums, starts: starts, members: members, alone: alone)
  }
}
