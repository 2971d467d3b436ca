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
  }

  private let sequences: [[Entry]]
  private var heads: [Int]
  /// For each joined feature the tiles that have it, and those at which it is next.
  private var tiles: [Int: Set<Int>] = [:]
  private var waiting: [Int: [Int]] = [:]
  private var isDone: Set<Int> = []

  init(_ sequences: [[Entry]]) {
    self.sequences = sequences
    heads = Array(repeating: 0, count: sequences.count)
    for (tile, sequence) in sequences.enumerated() {
      for case .joined(let feature) in sequence { tiles[feature, default: []].insert(tile) }
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
      case .joined(let feature) where isDone.contains(feature):
        heads[tile] += 1
      case .joined(let feature):
        waiting[feature, default: []].append(tile)
        guard waiting[feature]?.count == tiles[feature]?.count else { return }
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
    isDone.insert(feature)
    queue += (waiting.removeValue(forKey: feature) ?? []).reversed()
  }
}
