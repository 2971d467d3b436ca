/// Takes points while they are read, in consecutive batches, instead of a table.
///
/// A stream's property bytes are gone afterwards; ``PointExcerpt`` keeps those of single points.
public protocol PointSink: AnyObject, Sendable {
  /// Discards points: the input is read again in another way.
  func restart()

  /// Takes points.
  ///
  /// Several workers may call at once; batches of one worker come in input order.
  ///
  /// - Parameters:
  ///   - batch: valid during the call.
  ///   - count: preceding points of the input.
  ///   - worker: index below ``ReadingOptions/threads``.
  func take(_ batch: FeatureTable, after count: Int, by worker: Int)
}
