import Dispatch
import MapGeometry

/// Points in view, sorted by cell: cells in the order of their first points, points in input order.
struct CellGroups {
  /// One a cell that holds points.
  var sums: [CellSum]
  /// Where each cell's points begin in ``members``; one more than there are cells.
  var starts: [Int]
  /// Rows of the input.
  var members: [UInt32]
  /// The points in considered cells that are never clustered, in input order.
  var alone: [UInt32]
}

/// Puts the points of a table into the considered cells of a grid.
///
/// The table is cut into chunks, each thread takes an equal run of them; a thread's cells are numbered as it meets them
/// and joined in input order, sums are whole numbers: the result is the same for any number of threads and any chunks.
///
/// - Parameter chunkSize: points a chunk, at most ``GridScan/largestChunk``.
/// - Complexity: O(*n*); 10 bytes a point in view.
func cellGroups(
  of points: PlacedPoints, in grid: CellGrid, window: DegreeWindow, threads: Int,
  chunkSize: Int = GridScan.largestChunk, isCancelled: @Sendable () -> Bool = { false }
) throws(ClusterError) -> CellGroups {
  let count = points.count
  let size = max(1, min(chunkSize, GridScan.largestChunk))
  let chunks = (count + size - 1) / size
  let shares = max(1, min(threads, chunks))
  let rowTable = count >= grid.rows.count ? RowTable(rows: grid.rows) : nil
  // Reserved for all points, but memory is taken only for those that count: a share writes them one after the other,
  // from where its first chunk begins.
  let places = PlainBuffer<UInt16>(count: count, alignment: 16)
  let slotOf = PlainBuffer<UInt32>(count: count, alignment: 16)
  let found = UnsafeMutablePointer<Int>.allocate(capacity: max(1, chunks))
  let scans = UnsafeMutablePointer<GridScan>.allocate(capacity: shares)
  for share in 0..<shares {
    (scans + share).initialize(to: GridScan(grid: grid, window: window, rowTable: rowTable))
  }
  defer {
    scans.deinitialize(count: shares)
    scans.deallocate()
    found.deallocate()
  }
  func chunkRange(_ share: Int) -> Range<Int> { share * chunks / shares..<(share + 1) * chunks / shares }

  eachShare(shares) { share in
    var next = chunkRange(share).lowerBound * size
    for chunk in chunkRange(share) {
      if isCancelled() {
        found[chunk] = 0
        continue
      }
      let start = chunk * size
      found[chunk] = scans[share].scan(
        start..<min(start + size, count), of: points, places: places.base + next, slotOf: slotOf.base + next)
      next += found[chunk]
    }
  }
  if isCancelled() { throw .cancelled }
  for share in 0..<shares {
    if let row = scans[share].badRow {
      throw .badCoordinate(index: row, longitude: points.longitudes[row], latitude: points.latitudes[row])
    }
  }

  // Each share numbered the cells as it met them; joined share by share, they come in the order of their first points.
  var sums: [CellSum] = []
  var numbers: [[UInt32]] = []
  if shares == 1 {
    sums = scans[0].slots.all
    numbers = [Array(0..<UInt32(sums.count))]
  } else {
    var joined = SlotTable(columns: grid.columns.count, rows: grid.rows.count)
    for share in 0..<shares { numbers.append(scans[share].slots.all.map { joined.add($0) }) }
    sums = joined.all
  }
  var starts = [0]
  starts.reserveCapacity(sums.count + 1)
  for sum in sums { starts.append(starts[starts.count - 1] + Int(sum.count)) }

  // Each share writes its points of a cell behind those of the shares before it.
  var cursors: [[Int]] = []
  var next = starts
  for share in 0..<shares {
    cursors.append(numbers[share].map { next[Int($0)] })
    for (slot, cell) in numbers[share].enumerated() { next[Int(cell)] += Int(scans[share].slots[slot].count) }
  }
  let total = starts[sums.count]
  let members = [UInt32](unsafeUninitializedCapacity: total) { buffer, initialized in
    if let base = buffer.baseAddress {
      useLargePages(base, total * MemoryLayout<UInt32>.stride)
      let (places, slotOf) = (places.base, slotOf.base)
      cursors.withUnsafeMutableBufferPointer { cursors in
        eachShare(shares) { share in
          cursors[share].withUnsafeMutableBufferPointer { cursor in
            guard let cursor = cursor.baseAddress else { return }
            var next = chunkRange(share).lowerBound * size
            for chunk in chunkRange(share) {
              let start = chunk * size
              for place in next..<next + found[chunk] {
                let slot = Int(slotOf[place])
                base[cursor[slot]] = UInt32(truncatingIfNeeded: start &+ Int(places[place]))
                cursor[slot] &+= 1
              }
              next += found[chunk]
            }
          }
        }
      }
    }
    initialized = total
  }
  withExtendedLifetime((places, slotOf)) {}
  var alone: [UInt32] = []
  for share in 0..<shares { alone += scans[share].alone }
  return CellGroups(sums: sums, starts: starts, members: members, alone: alone)
}

/// Does the shares of a piece of work, on as many threads where there are several, and returns when all are done.
///
/// A body writes through pointers, which the compiler cannot follow: `nonisolated(unsafe)` stands for the promise that
/// different shares write to different elements.
func eachShare(_ shares: Int, _ body: (Int) -> Void) {
  nonisolated(unsafe) let body = body
  if shares == 1 {
    body(0)
  } else {
    DispatchQueue.concurrentPerform(iterations: shares) { body($0) }
  }
}
