/// A column that grows by pieces, joined at the end; a growing array would hold its values twice.
struct GrowingColumn<Element: Sendable>: Sendable {
  /// From here on a whole piece is reserved; untouched memory costs nothing.
  private static var few: Int { 1 << 16 }

  private var full: [[Element]] = []
  private var last: [Element] = []
  /// Capacity of pieces, and of the current one.
  private let usualCapacity: Int
  private var capacity: Int

  /// - Parameter pieceSize: bytes; from 16 MB on freed memory returns to the system at once.
  init(pieceSize: Int = 32 << 20) {
    usualCapacity = pieceSize / MemoryLayout<Element>.stride
    capacity = usualCapacity
  }

  mutating func reserve(_ values: Int) {
    capacity = max(capacity, values)
    last.reserveCapacity(values)
  }

  mutating func append(contentsOf values: UnsafeBufferPointer<Element>) {
    var rest = values[...]
    while !rest.isEmpty {
      if last.count == capacity {
        full.append(last)
        (last, capacity) = ([], usualCapacity)
      }
      let part = rest.prefix(capacity - last.count)
      if last.count + part.count > GrowingColumn.few { last.reserveCapacity(capacity) }
      last.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
    }
  }

  mutating func take() -> [Element] {
    var pieces = full + [last]
    self = GrowingColumn()
    guard pieces.count > 1 else { return pieces[0] }
    pieces.reverse()
    let count = pieces.reduce(0) { $0 + $1.count }
    return Array(unsafeUninitializedCapacity: count) { buffer, filled in
      // A piece is given back before the next one is copied.
      while let piece = pieces.popLast() {
        filled = buffer[filled...].initialize(fromContentsOf: piece)
      }
    }
  }
}
