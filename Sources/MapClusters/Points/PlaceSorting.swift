/// Places and their rows by row and column of cells, those of one place by the numbers of their rows.
///
/// - Parameters:
///   - keys: places, `y << 32 | x`.
///   - rows: the rows that lie there, ascending or not; `nil` for all in order.
/// - Complexity: O(*n*) where a place within the box of all and a row's number fit 64 bits together and rows ascend.
func ascendingPlaces(_ keys: [UInt64], _ rows: [UInt32]?) -> ([UInt64], [UInt32]) {
  let ascends = rows.map { rows in (1..<max(1, rows.count)).allSatisfy { rows[$0 - 1] < rows[$0] } } ?? true
  guard let box = PlaceBox(holding: keys), ascends,
    box.bits + UInt64(64 - keys.count.leadingZeroBitCount) <= 64
  else {
    let pairs = zip(keys, rows ?? Array(0..<UInt32(keys.count)))
      .sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
    return (pairs.map(\.0), pairs.map(\.1))
  }
  // The place above the index: digits of the place are sorted, the lowest first, and equal ones keep their order.
  let indexBits = UInt64(64 - keys.count.leadingZeroBitCount)
  var words = keys.indices.map { box.packed(keys[$0]) << indexBits | UInt64($0) }
  let passes = max(1, (box.bits + 10) / 11)
  let digitBits = (box.bits + passes - 1) / passes
  if keys.count < 1024 {
    words.sort()
  } else {
    sort(&words, above: indexBits, passes: Int(passes), digitBits: digitBits)
  }
  let mask = (UInt64(1) << indexBits) - 1
  return (
    words.map { box.key($0 >> indexBits) },
    words.map { word in rows.map { $0[Int(word & mask)] } ?? UInt32(word & mask) }
  )
}

/// A radix sort by the bits above some.
private func sort(_ words: inout [UInt64], above shift: UInt64, passes: Int, digitBits: UInt64) {
  let mask = (UInt64(1) << digitBits) - 1
  var other = words
  for pass in 0..<passes {
    let shift = shift + UInt64(pass) * digitBits
    var starts = [Int](repeating: 0, count: Int(mask) + 2)
    words.withUnsafeBufferPointer { words in
      starts.withUnsafeMutableBufferPointer { starts in
        for word in words { starts[Int(word &>> shift & mask) &+ 1] &+= 1 }
        for digit in 1..<starts.count { starts[digit] &+= starts[digit - 1] }
        other.withUnsafeMutableBufferPointer { other in
          for word in words {
            let digit = Int(word &>> shift & mask)
            other[starts[digit]] = word
            starts[digit] &+= 1
          }
        }
      }
    }
    swap(&words, &other)
  }
}

/// The smallest box of rows and columns that holds some places, and how many bits they need in it.
private struct PlaceBox {
  private let (x, y): (UInt64, UInt64)
  private let columnBits: UInt64
  /// The bits of a place, at least 1.
  let bits: UInt64

  /// The box of some places; `nil` without any.
  init?(holding keys: [UInt64]) {
    guard let first = keys.first else { return nil }
    var (west, east, top, bottom) = (first & 0xFFFF_FFFF, first & 0xFFFF_FFFF, first, first)
    for key in keys {
      (west, east) = (min(west, key & 0xFFFF_FFFF), max(east, key & 0xFFFF_FFFF))
      (top, bottom) = (min(top, key), max(bottom, key))
    }
    (x, y) = (west, top >> 32)
    columnBits = UInt64(64 - (east - west).leadingZeroBitCount)
    bits = max(1, columnBits + UInt64(64 - (bottom >> 32 - top >> 32).leadingZeroBitCount))
  }

  /// A place in the box as a number of ``bits``.
  func packed(_ key: UInt64) -> UInt64 { (key &>> 32 &- y) &<< columnBits | (key & 0xFFFF_FFFF &- x) }

  /// The place of a number.
  func key(_ packed: UInt64) -> UInt64 {
    (packed &>> columnBits &+ y) &<< 32 | (packed & ((1 &<< columnBits) &- 1) &+ x)
  }
}
