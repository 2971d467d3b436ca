import MapGeometry

/// Ascending offsets of the points' records, 4 bytes each.
///
/// Only lower halves are stored; ``turns`` holds where the upper half increases.
struct RecordOffsets: Sendable {
  var lows: [UInt32] = []
  /// `turns[k]` is the first point whose offset is at least `(k + 1) << 32`.
  var turns: [Int] = []

  subscript(point: Int) -> Int {
    var turn = 0
    while turn < turns.count, turns[turn] <= point { turn += 1 }
    return turn << 32 | Int(lows[point])
  }

  mutating func append(_ offset: Int) {
    // Turns only ever add: offsets of streams start again from 0 and stay small.
    while offset >> 32 > turns.count { turns.append(lows.count) }
    lows.append(UInt32(truncatingIfNeeded: offset))
  }

  /// Appends a chunk's offsets, of which only lower halves are known.
  mutating func append(_ chunk: UnsafeBufferPointer<UInt32>, from first: Int, through last: Int) {
    if last >> 32 > turns.count {
      // Offsets ascend, so a smaller lower half marks a turn; a chunk longer than 4 GB may have several.
      var previous = UInt32(truncatingIfNeeded: first)
      while first >> 32 > turns.count { turns.append(lows.count) }
      for (index, low) in chunk.enumerated() {
        if low < previous { turns.append(lows.count + index) }
        previous = low
      }
    }
    lows.append(contentsOf: chunk)
  }
}

/// Record numbers of points, as runs of consecutive records.
struct RecordNumbers: Sendable {
  /// Points from ``firstPoint`` on: consecutive records from ``firstRecord``, or one record.
  struct Run: Hashable, Sendable {
    var firstPoint, firstRecord: Int
    var repeats: Bool
  }

  /// Ascending by point; points before the first run have their index plus 1.
  private(set) var runs: [Run] = []

  mutating func append(_ run: Run) {
    if let last = runs.last, last.firstPoint == run.firstPoint { runs.removeLast() }
    if !run.repeats {
      // No entry where the former run gives the same number.
      if let last = runs.last {
        if !last.repeats, last.firstRecord - last.firstPoint == run.firstRecord - run.firstPoint { return }
      } else if run.firstRecord == run.firstPoint + 1 {
        return
      }
    }
    runs.append(run)
  }

  subscript(point: Int) -> Int {
    let next = runs.partitioningIndex { $0.firstPoint > point }
    guard next > 0 else { return point + 1 }
    let run = runs[next - 1]
    return run.repeats ? run.firstRecord : run.firstRecord + point - run.firstPoint
  }
}
