import Parallel

import struct Synchronization.Atomic

protocol InputPiece: Sendable {
  var start: Int { get }
  var end: Int { get }
  /// True for a guess that led too far to be right.
  var isAbandoned: Bool { get }
}

/// Reads the records in a range of bytes piece by piece, on one thread or several, with one and the same result.
///
/// Several threads work on guesses: each piece but the first begins where a record *seems* to begin. The pieces are
/// taken over in order, and each must begin exactly where the one before it ended; a wrong guess (a line end inside
/// quotes, a feature's beginning inside a text) shows there, and the piece is read again from its true beginning.
struct PieceReader {
  let range: Range<Int>
  /// Bytes of a piece: few enough for what is read to stay in the second cache.
  let pieceSize: Int
  let threads: Int

  /// Pieces that may wait for the one before them, by thread: while one thread waits for fresh memory, of which the
  /// system clears two megabytes at once, the others read on.
  private static let piecesAhead = 8
  /// Bytes by which a record may reach beyond a piece whose beginning is only a guess.
  private static let overshoot = 1 << 20

  /// Reads all pieces.
  ///
  /// - Parameters:
  ///   - boundary: guesses the first beginning of a record in a range; `nil` where none seems to be.
  ///   - scan: reads the records that begin in a range, the last of which may reach so many bytes beyond it; into the memory of
  ///     a wrong guess, where there was one.
  ///   - take: takes over a piece, in order. Returns what is left to do with it, and true where nothing behind it counts.
  ///   - follow: does what is left, on any thread, with the thread's number from 0.
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
