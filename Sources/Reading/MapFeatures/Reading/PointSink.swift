/// Takes points as they are read, in place of a table that would keep them.
///
/// A reader hands points over in batches: tables of points that follow one another in the input. Of a stream the bytes
/// that properties are read from are gone afterwards; ``PointExcerpt`` keeps those of single points.
public protocol PointSink: AnyObject, Sendable {
  /// Discards points: the input is read again in another way.
  func restart()

  /// Takes points.
  ///
  /// Several workers may call at once; batches of one worker come in input order.
  ///
  /// - Parameters:
  /// - batch: valid during the call.
  /// - count: preceding points of the input.
  /// - worker: index below ``ReadingOptions/threads``.
  func take(_ batch: FeatureTable, after count: Int, by worker: Int)
}
