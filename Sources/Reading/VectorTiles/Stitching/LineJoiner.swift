import MapGeometry

/// Clips lines to their squares and joins the pieces.
struct LineJoiner {
  struct Piece {
    var points: [GridPoint]
    let node, identity, square: Int
    let tolerance: Double
    let startIsCut, endIsCut: Bool
    var startIsOpen = false
    var endIsOpen = false
  }

  private(set) var pieces: [Piece] = []
  private var next: [Int] = []
  private var previous: [Int] = []
  private static let nearbyLimit = 64

  mutating func add(_ piece: Piece, _ frame: SquareFrame) {
    guard piece.points.count > 1, let first = piece.points.first, let last = piece.points.last else { return }
    var piece = piece
    piece.startIsOpen = piece.startIsCut || isAtBorder(first, frame)
    piece.endIsOpen = piece.endIsCut || isAtBorder(last, frame)
    pieces.append(piece)
  }

  private func isAtBorder(_ point: GridPoint, _ frame: SquareFrame) -> Bool {
    let (x, y) = (point.x - Double(frame.column), point.y - Double(frame.row))
    return min(x, 1 - x, y, 1 - y) <= frame.tolerance
  }

  private struct Pair {
    let isWithinSquare: Bool
    let distance: Double
    let end, start: Int

    var key: (Int, Double, Int, Int) { (isWithinSquare ? 1 : 0, distance, end, start) }
  }

  mutating func join(_ sets: inout DisjointSets) {
    next = Array(repeating: -1, count: pieces.count)
    previous = next
    let starts = pieces.indices.filter { pieces[$0].startIsOpen }.sorted { key($0) < key($1) }
    var pairs: [Pair] = []
    for end in pieces.indices where pieces[end].endIsOpen {
      let piece = pieces[end]
      let point = piece.points[piece.points.count - 1]
      var position = starts.partitioningIndex { key($0) >= (piece.identity, point.x - piece.tolerance, 0) }
      var seen = 0
      while position < starts.count, seen < LineJoiner.nearbyLimit {
        let other = pieces[starts[position]]
        guard other.identity == piece.identity, other.points[0].x <= point.x + piece.tolerance else { break }
        seen += 1
        let apart = other.points[0] - point
        let distance = max(abs(apart.x), abs(apart.y))
        let isWithinSquare = other.square == piece.square
        if distance <= min(piece.tolerance, other.tolerance), starts[position] != end,
          !isWithinSquare || piece.endIsCut && other.startIsCut
        {
          pairs.append(
            Pair(isWithinSquare: isWithinSquare, distance: distance, end: end, start: starts[position]))
        }
        position += 1
      }
    }
    pairs.sort { $0.key < $1.key }
    for pair in pairs where next[pair.end] < 0 && previous[pair.start] < 0 {
      next[pair.end] = pair.start
      previous[pair.start] = pair.end
      sets.join(pieces[pair.end].node, pieces[pair.start].node)
    }
  }

  private func key(_ index: Int) -> (Int, Double, Int) {
    (pieces[index].identity, pieces[index].points[0].x, index)
  }

  /// Joined lines in order of first pieces; `isRing` if the last leads to the first.
  func chains() -> [(pieces: [Int], isRing: Bool)] {
    var chains: [(pieces: [Int], isRing: Bool)] = []
    var isUsed = Array(repeating: false, count: pieces.count)
    func follow(_ first: Int) -> [Int] {
      var chain: [Int] = []
      var at = first
      while at >= 0, !isUsed[at] {
        isUsed[at] = true
        chain.append(at)
        at = next[at]
      }
      return chain
    }
    for first in pieces.indices where previous[first] < 0 { chains.append((follow(first), false)) }
    for first in pieces.indices where !isUsed[first] { chains.append((follow(first), true)) }
    return chains
  }

  /// Writes a line, with the middle between joined ends as vertex.
  func write(_ chain: [Int], isRing: Bool, into columns: inout StitchedColumns) {
    var joint: GridPoint?
    if isRing, let first = chain.first, let last = chain.last { joint = middle(last, first) }
    let closing = joint
    for (position, index) in chain.enumerated() {
      let piece = pieces[index]
      if let joint {
        if position == 0 { columns.add(joint, .cut) }
      } else {
        columns.add(piece.points[0], piece.startIsCut ? .cut : [])
      }
      for point in piece.points[1..<piece.points.count - 1] { columns.add(point) }
      if position + 1 < chain.count {
        let between = middle(index, chain[position + 1])
        columns.add(between, .cut)
        joint = between
      } else if let closing {
        columns.add(closing, .cut)
      } else {
        columns.add(piece.points[piece.points.count - 1], piece.endIsCut ? .cut : [])
      }
    }
    columns.endPart()
  }

  private func middle(_ a: Int, _ b: Int) -> GridPoint {
    let (end, start) = (pieces[a].points[pieces[a].points.count - 1], pieces[b].points[0])
    return end == start ? end : (end + start) / 2
  }
}
