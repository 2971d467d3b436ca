/// One order of features that agrees with the order in each tile.
///
/// A feature that was joined from several tiles comes when it is next in all of them. Where tiles contradict each other,
/// the first tile's order wins.
struct DrawingOrder {
  enum Entry {
    /// A feature of one tile.
    case whole(Int)
    /// A feature of several tiles, the same number in each.
    case joined(Int)

    /// The entry with a number of its own for each joined feature.
    func joined(as numbers: [Int]) -> Entry {
      if case .joined(let feature) = self { .joined(numbers[feature]) } else { self }
    }
  }

  private let sequences: [[Entry]]
  private var heads: [Int]
  /// By joined feature the number of tiles that have it, those at which it is next, and whether it was drawn.
  private var counts: [Int]
  private var waiting: [[Int]]
  private var isDone: [Bool]

  /// - Parameter features: joined ones have smaller numbers.
  init(_ sequences: [[Entry]], features: Int) {
    self.sequences = sequences
    heads = Array(repeating: 0, count: sequences.count)
    counts = Array(repeating: 0, count: features)
    waiting = Array(repeating: [], count: features)
    isDone = Array(repeating: false, count: features)
    var last = Array(repeating: -1, count: features)
    for (tile, sequence) in sequences.enumerated() {
      for case .joined(let feature) in sequence where last[feature] != tile {
        counts[feature] += 1
        last[feature] = tile
      }
    }
  }

  /// Calls the body for each feature once, with a tile that has it.
  mutating func forEach(_ body: (_ tile: Int, Entry) -> Void) {
    var queue = Array(sequences.indices.reversed())
    var unfinished = 0
    while true {
      while let tile = queue.popLast() { advance(tile, &queue, body) }
      // All that is left waits in circles.
      while unfinished < sequences.count, heads[unfinished] == sequences[unfinished].count { unfinished += 1 }
      guard unfinished < sequences.count else { return }
      guard case .joined(let feature) = sequences[unfinished][heads[unfinished]] else { return }
      finish(feature, unfinished, &queue, body)
    }
  }

  private mutating func advance(_ tile: Int, _ queue: inout [Int], _ body: (Int, Entry) -> Void) {
    while heads[tile] < sequences[tile].count {
      let entry = sequences[tile][heads[tile]]
      switch entry {
      case .whole:
        body(tile, entry)
        heads[tile] += 1
      case .joined(let feature) where isDone[feature]:
        heads[tile] += 1
      case .joined(let feature):
        waiting[feature].append(tile)
        guard waiting[feature].count == counts[feature] else { return }
        finish(feature, tile, &queue, body)
        return
      }
    }
  }

  /// Draws a joined feature, after which all tiles that waited for it go on.
  private mutating func finish(
    _ feature: Int, _ tile: Int, _ queue: inout [Int], _ body: (Int, Entry) -> Void
  ) {
    body(tile, .joined(feature))
    isDone[feature] = true
    queue += waiting[feature].reversed()
    waiting[feature] = []
  }
}
