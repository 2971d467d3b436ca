protocol RecordScanner: SendableMetatype {
  /// Reads the records that begin in `start..<stop`; `start` begins one.
  ///
  /// - Parameters:
  ///   - bytes: all bytes; a record may reach beyond `stop`.
  ///   - isFinal: false to leave a record that reaches the end.
  ///   - overshoot: bytes that a record may reach beyond `stop`.
  ///   - chunk: takes the result; ``Chunk/end`` is the next record's start.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, isFinal: Bool, overshoot: Int,
    into chunk: Chunk)

  /// Guesses the first start of a record in `offset..<limit`.
  func boundary(_ bytes: UnsafeRawBufferPointer, near offset: Int, before limit: Int) -> Int?
}
