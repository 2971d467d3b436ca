/// A reader of the records of one format in a stretch of bytes.
protocol RecordScanner: SendableMetatype {
  /// Reads the records that begin in `start..<stop`; `start` must be the beginning of a record.
  ///
  /// - Parameters:
  ///   - bytes: all that is there; a record may reach beyond `stop`.
  ///   - isFinal: whether the input ends with `bytes`; if not, a record that reaches the end is left alone.
  ///   - overshoot: how far beyond `stop` a record may end before the scan is abandoned.
  ///   - chunk: takes the result; ``Chunk/end`` is where the next record begins.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, isFinal: Bool, overshoot: Int,
    into chunk: Chunk)

  /// A guess at the beginning of a record near `place`: the first that looks like one in `place..<limit`.
  func boundary(_ bytes: UnsafeRawBufferPointer, near place: Int, before limit: Int) -> Int?
}
