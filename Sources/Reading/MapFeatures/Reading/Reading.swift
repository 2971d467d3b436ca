extension FeatureTable {
  /// Reads all records of an input.
  ///
  /// - Parameters:
  ///   - options: what to expect, and how to read it.
  ///   - sink: what takes the points as they are read; the table then holds none. `nil` for a table of all points.
  /// - Throws: ``FeatureError`` for an input that is not what it claims to be, or without any usable record.
  ///   Single records that cannot be placed are ``skipped``.
  /// - Complexity: O(*bytes*).
  public static func read(
    _ source: any ByteSource, options: ReadingOptions = ReadingOptions(), into sink: (any PointSink)? = nil
  ) throws(FeatureError) -> FeatureTable {
    try InputReader.table(of: source, options, into: sink)
  }

  /// Reads all records of a stream, while it delivers.
  ///
  /// Unless ``ReadingOptions/keepsProperties`` is off or a sink takes the points, the stream's bytes stay in memory,
  /// because properties are read from them; without, no more than a block of 1 MB (or the longest record, twice).
  ///
  /// - Parameters:
  ///   - options: what to expect, and how to read it.
  ///   - sink: what takes the points as they are read; the table then holds none. `nil` for a table of all points.
  ///   - refill: fills the buffer from its start and returns the number of bytes, 0 at the end. It is called on the
  ///     caller's thread; to give up it throws ``FeatureProblem/unreadable(_:)``.
  /// - Throws: ``FeatureError``, as `read(_:options:)` does.
  public static func read(
    options: ReadingOptions = ReadingOptions(), into sink: (any PointSink)? = nil,
    refill: (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int
  ) throws(FeatureError) -> FeatureTable {
    try InputReader.table(options, into: sink, refill: refill)
  }
}
