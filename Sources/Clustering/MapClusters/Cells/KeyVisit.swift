import MapGeometry

/// The cells of a table to visit by their keys, and the names of the grid's cells that they lie in.
struct KeyVisit {
  enum Naming {
    /// One of a square of so many to a side.
    case parts(Int)
    /// A position in 32-bit steps of a world of so many columns.
    case share(of: UInt64)
  }

  private(set) var indices: Range<Int>
  let columns: Range<Int>
  let naming: Naming

  func share(_ share: Int, of shares: Int) -> KeyVisit {
    var part = self
    let bound = { (share: Int) in indices.lowerBound + indices.count * share / shares }
    part.indices = bound(share)..<bound(share + 1)
    return part
  }

  @inline(__always) func forEach(
    in keys: UnsafeBufferPointer<UInt64>, _ body: (_ index: Int, _ column: Int, _ row: Int) -> Void
  ) {
    switch naming {
    case .share(let count):
      walk(keys) { index, key in
        body(index, Int(((key & 0xFFFF_FFFF) &* count) >> 32), Int(((key >> 32) &* count) >> 32))
      }
    case .parts(let parts) where parts & (parts - 1) == 0:
      // A pyramid of tiles is cut in halves: a shift spares two divisions a cell.
      let shift = UInt64(parts.trailingZeroBitCount)
      walk(keys) { index, key in body(index, Int((key & 0xFFFF_FFFF) >> shift), Int((key >> 32) >> shift)) }
    case .parts(let parts):
      walk(keys) { index, key in
        body(index, Int(key & 0xFFFF_FFFF) / parts, Int(key >> 32) / parts)
      }
    }
  }

  @inline(__always)
  private func walk(_ keys: UnsafeBufferPointer<UInt64>, _ body: (_ index: Int, _ key: UInt64) -> Void) {
    let (west, east) = (UInt64(columns.lowerBound), UInt64(columns.upperBound))
    var index = indices.lowerBound
    while index < indices.upperBound {
      let (column, row) = (keys[index] & 0xFFFF_FFFF, keys[index] >> 32)
      if column < west {
        index = KeyVisit.firstIndex(of: row << 32 | west, in: keys, from: index)
      } else if column >= east {
        index = KeyVisit.firstIndex(of: (row + 1) << 32 | west, in: keys, from: index)
      } else {
        body(index, keys[index])
        index += 1
      }
    }
  }

  /// The first key not below another: by steps that double, then by halves.
  static func firstIndex(of key: UInt64, in keys: UnsafeBufferPointer<UInt64>, from start: Int) -> Int {
    guard start < keys.count, keys[start] < key else { return start }
    var (low, step) = (start, 1)
    while low + step < keys.count, keys[low + step] < key {
      low += step
      step *= 2
    }
    return keys[low..<min(keys.count, low + step)].partitioningIndex { $0 >= key }
  }
}
