import MapGeometry
import Parallel

/// Positions and their rows by row and column of cells, those of one position by the numbers of their rows.
///
/// - Parameters:
///   - keys: positions, `y << 32 | x`.
///   - rows: the rows that lie there, ascending or not; `nil` for all in order.
///   - threads: how many sort at once; the result does not depend on it.
/// - Complexity: O(*n*) where a position within the box of all and a row's number fit 64 bits together and rows ascend.
package func ascendingPlaces(_ keys: [UInt64], _ rows: [UInt32]?, threads: Int) -> ([UInt64], [UInt32]) {
  let ascends = rows.map { rows in (1..<max(1, rows.count)).allSatisfy { rows[$0 - 1] < rows[$0] } } ?? true
  // The position above the index: equal positions keep their order.
  let indexBits = UInt64(64 - keys.count.leadingZeroBitCount)
  guard let box = PlaceBox(holding: keys), ascends, box.bits + indexBits <= 64 else {
    let pairs = zip(keys, rows ?? Array(0..<UInt32(keys.count)))
      .sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
    return (pairs.map(\.0), pairs.map(\.1))
  }
  let sort = PlaceSort(box: box, indexBits: indexBits, threads: threads)
  var sorted: [UInt64] = []
  let numbers = [UInt32](unsafeUninitializedCapacity: keys.count) { numbers, numberCount in
    useLargePages(numbers)
    sorted = [UInt64](unsafeUninitializedCapacity: keys.count) { sorted, sortedCount in
      useLargePages(sorted)
      keys.withUnsafeBufferPointer { sort.sort($0, into: sorted, numbers) }
      sortedCount = keys.count
    }
    numberCount = keys.count
  }
  return (sorted, rows.map { rows in numbers.map { rows[Int($0)] } } ?? numbers)
}

/// The order that makes numbers ascend; equal ones keep theirs. `nil` where they already do.
func ascending(_ numbers: [UInt32]) -> [UInt32]? {
  if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 }) { return nil }
  return ascendingPlaces(numbers.map(UInt64.init), nil, threads: 1).1
}

/// A radix sort of positions: by their foremost bits on all threads, then each part of those on one thread, in its
/// cache.
private struct PlaceSort {
  let box: PlaceBox
  let indexBits: UInt64
  let threads: Int

  /// A thread is worth its start with so many positions.
  private static let leastOfThread = 1 << 14
  /// So many positions are sorted by comparing them.
  private static let leastByDigits = 64

  /// The number of foremost bits that are sorted by first, and of the others.
  private var foremost: UInt64 { min(11, box.bits) }
  private var rest: UInt64 { box.bits - foremost }

  /// Sorts positions and the numbers in which they stand; meanwhile the memory of the former holds both in one word
  /// each.
  func sort(
    _ keys: UnsafeBufferPointer<UInt64>, into words: UnsafeMutableBufferPointer<UInt64>,
    _ numbers: UnsafeMutableBufferPointer<UInt32>
  ) {
    let shares = max(1, min(threads, keys.count / PlaceSort.leastOfThread))
    let range = { (share: Int) in keys.count * share / shares..<keys.count * (share + 1) / shares }
    var starts = concurrentMap(shares, threads: shares) {
      counts(UnsafeBufferPointer(rebasing: keys[range($0)]))
    }
    // Where each share's positions of each part begin: part by part, and in it share by share.
    var ends: [Int] = []
    var sum = 0
    for part in 0..<1 << Int(foremost) {
      for share in 0..<shares { (starts[share][part], sum) = (sum, sum + starts[share][part]) }
      ends.append(sum)
    }
    eachInParallel(shares) { share in
      var places = starts[share]
      places.withUnsafeMutableBufferPointer { places in
        for index in range(share) {
          let packed = box.packed(keys[index])
          let part = Int(packed &>> rest)
          words[places[part]] = packed &<< indexBits | UInt64(index)
          places[part] &+= 1
        }
      }
    }
    // Groups of parts, of about as many positions each: more than threads, as they differ.
    let most = max(1, keys.count / (8 * shares))
    var groups = [0]
    var start = 0
    for part in ends.indices where ends[part] - start >= most || part == ends.count - 1 {
      groups.append(part + 1)
      start = ends[part]
    }
    eachInParallel(groups.count - 1, threads: shares) { group in
      var scratch: [UInt64] = []
      for part in groups[group]..<groups[group + 1] {
        let range = (part == 0 ? 0 : ends[part - 1])..<ends[part]
        sortPart(UnsafeMutableBufferPointer(rebasing: words[range]), &scratch)
        for index in range {
          numbers[index] = UInt32(truncatingIfNeeded: words[index] & ((1 &<< indexBits) &- 1))
          words[index] = box.key(words[index] &>> indexBits)
        }
      }
    }
  }

  private func counts(_ keys: UnsafeBufferPointer<UInt64>) -> [Int] {
    var counts = [Int](repeating: 0, count: 1 << Int(foremost))
    counts.withUnsafeMutableBufferPointer { counts in
      for key in keys { counts[Int(box.packed(key) &>> rest)] &+= 1 }
    }
    return counts
  }

  /// Sorts positions of which the foremost bits are equal: digits, the lowest first, and equal ones keep their order.
  private func sortPart(_ part: UnsafeMutableBufferPointer<UInt64>, _ scratch: inout [UInt64]) {
    var words = part
    guard words.count >= PlaceSort.leastByDigits else { return words.sort() }
    let passes = (rest + 7) / 8
    if scratch.count < words.count { scratch = Array(repeating: 0, count: words.count) }
    scratch.withUnsafeMutableBufferPointer { scratch in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
        var (from, to) = (words, UnsafeMutableBufferPointer(rebasing: scratch[..<words.count]))
        for pass in 0..<passes {
          let shift = indexBits + pass * 8
          let mask: UInt64 = pass == passes - 1 ? (1 << (rest - pass * 8)) - 1 : 255
          starts.initialize(repeating: 0)
          for word in from { starts[Int(word &>> shift & mask)] &+= 1 }
          var sum = 0
          for digit in 0..<256 { (starts[digit], sum) = (sum, sum &+ starts[digit]) }
          for word in from {
            let digit = Int(word &>> shift & mask)
            to[starts[digit]] = word
            starts[digit] &+= 1
          }
          swap(&from, &to)
        }
        if passes % 2 == 1 { _ = words.update(from: from) }
      }
    }
  }
}

/// The smallest box of rows and columns that holds some positions, and how many bits they need in it.
private struct PlaceBox {
  private let (x, y): (UInt64, UInt64)
  private let columnBits: UInt64
  let bits: UInt64

  init?(holding keys: [UInt64]) {
    guard !keys.isEmpty else { return nil }
    var box = Extent<UInt64>()
    for key in keys { box.include(key & 0xFFFF_FFFF, key) }
    (x, y) = (box.minX, box.minY >> 32)
    columnBits = UInt64(64 - (box.maxX - x).leadingZeroBitCount)
    bits = max(1, columnBits + UInt64(64 - (box.maxY >> 32 - y).leadingZeroBitCount))
  }

  func packed(_ key: UInt64) -> UInt64 { (key &>> 32 &- y) &<< columnBits | (key & 0xFFFF_FFFF &- x) }

  func key(_ packed: UInt64) -> UInt64 {
    (packed &>> columnBits &+ y) &<< 32 | (packed & ((1 &<< columnBits) &- 1) &+ x)
  }
}
