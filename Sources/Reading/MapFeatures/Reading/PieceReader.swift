import Parallel

import struct Synchronization.Atomic

protocol InputPiece: Sendable {
  var start: Int { get }
  var end: Int { get }
  var isAbandoned: Bool { get }
}

/// Reads records piece by piece, on one or several threads with the same result.
///
/// Each piece but the first begins at a *guessed* start of a record. Pieces are merged in order, and one that
/// does not begin where the last ended (a line end in quotes, a feature's start in a text) is read again.
struct PieceReader {
  let range: Range<Int>
  /// Bytes of a piece, so that its result fits the second cache.
  let pieceSize: Int
  let threads: Int

  /// Pending pieces per thread: while one waits for fresh memory, others read on.
  private static let piecesAhead = 8
  /// Bytes that a record may reach beyond a guessed piece.
  private static let overshoot = 1 << 20

  /// - Parameters:
  ///   - boundary: guesses the first start of a record in a range.
  ///   - scan: reads the records that begin in a range, into the memory of a wrong guess if there was one.
  ///   - take: merges a piece in order; returns remaining work, and true if the reading ends.
  ///   - follow: does the remaining work on any thread, given the thread's index.
  func read<Scanner, Piece: InputPiece, Taken: Sendable>(
    with makeScanner: () -> Scanner, boundary: (Scanner, Range<Int>) -> Int?,
    scan: (inout Scanner, Range<Int>, _ overshoot: Int, _ wrong: Piece?) -> Piece,
    take: (Piece) -> (left: Taken?, isLast: Bool), follow: (Taken, _ thread: Int) -> Void
  ) {
    let count = (range.count + pieceSize - 1) / pieceSize
    let threads = min(threads, count)
    var (front, rereader) = (range.lowerBound, Scanner?.none)
    let isOver = Atomic(false)
    func piece(_ number: Int) -> Range<Int> {
      let start = range.lowerBound + number * pieceSize
      return start..<min(start + pieceSize, range.upperBound)
    }
    inOrder(count, threads: threads, ahead: Self.piecesAhead * threads, worker: { Scanner?.none }) {
      worker, number -> Piece? in
      // A single thread need not guess.
      guard threads > 1, !isOver.load(ordering: .relaxed) else { return nil }
      let piece = piece(number)
      var scanner = worker.take() ?? makeScanner()
      defer { worker = scanner }
      guard let start = number == 0 ? piece.lowerBound : boundary(scanner, piece) else { return nil }
      return scan(&scanner, start..<piece.upperBound, Self.overshoot, nil)
    } take: { number, guess -> Taken? in
      let stop = piece(number).upperBound
      // A long record may have reached beyond it.
      guard front < stop, !isOver.load(ordering: .relaxed) else { return nil }
      let read: Piece
      if let guess, guess.start == front, !guess.isAbandoned {
        read = guess
      } else {
        var scanner = rereader.take() ?? makeScanner()
        read = scan(&scanner, front..<stop, .max, guess)
        rereader = scanner
      }
      front = read.end
      let taken = take(read)
      if taken.isLast { isOver.store(true, ordering: .relaxed) }
      return taken.left
    } follow: { taken, thread in
      follow(taken, thread)
    }
  }
}
