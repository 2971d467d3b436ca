extension FeatureTable {
  /// Reads all records; single bad ones are ``skipped``.
  ///
  /// - Parameter sink: takes the points, instead of the table.
  /// - Throws: ``FeatureError`` for other inputs, or without a usable record.
  public static func read(
    _ source: any ByteSource, options: ReadingOptions = ReadingOptions(), into sink: (any PointSink)? = nil
  ) throws(FeatureError) -> FeatureTable {
    try InputReader.table(of: source, options, into: sink)
  }

  /// Reads all records of a stream while it arrives.
  ///
  /// With ``ReadingOptions/keepsProperties`` and no sink, the bytes stay in memory; else a block of 1 MB, or
  /// twice the longest record.
  ///
  /// - Parameters:
  ///   - sink: takes the points, instead of the table.
  ///   - refill: fills the buffer on the caller's thread and returns a count, 0 at the end; throws
  ///     ``FeatureProblem/unreadable(_:)`` to give up.
  /// - Throws: ``FeatureError``, as `read(_:options:)` does.
  public static func read(
    options: ReadingOptions = ReadingOptions(), into sink: (any PointSink)? = nil,
    refill: (UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int
  ) throws(FeatureError) -> FeatureTable {
    try InputReader.table(options, into: sink, refill: refill)
  }
}
