/// An order of features that agrees with each tile.
///
/// A joined feature comes when it is next in all of its tiles. If tiles contradict each other, the first
/// wins.
struct DrawingOrder {
  enum Entry {
    case whole(Int)
    case joined(Int)

    func joined(as numbers: [Int]) -> Entry {
      if case .joined(let feature) = self { .joined(numbers[feature]) } else { self }
    }
  }

  private let sequences: [[Entry]]
  private var heads: [Int]
  /// For each joined feature: tiles that have it, those at which it is next, and true once drawn.
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

  /// Calls the body once per feature, with one of its tiles.
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
      case .joined(let feature) where isDone[feature]: heads[tile] += 1
      case .joined(let feature):
        waiting[feature].append(tile)
        guard waiting[feature].count == counts[feature] else { return }
        finish(feature, tile, &queue, body)
        return
      }
    }
  }

  private mutating func finish(
    _ feature: Int, _ tile: Int, _ queue: inout [Int], _ body: (Int, Entry) -> Void
  ) {
    body(tile, .joined(feature))
    isDone[feature] = true
    queue += waiting[feature].reversed()
    waiting[feature] = []
  }
}
