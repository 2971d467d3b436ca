/// Takes points as they are read, in place of a table that would keep them.
///
/// A reader hands points over in batches: tables of points that follow one another in the input. Of a stream the bytes
/// that properties are read from are gone afterwards; ``PointExcerpt`` keeps those of single points.
public protocol PointSink: AnyObject, Sendable {
  /// Forgets what was taken: the input is read again from its beginning, in another way.
  func restart()

  /// Takes points.
  ///
  /// Several workers may call at once. The batches of one worker come one after the other, in the order of the input.
  ///
  /// - Parameters:
  ///   - batch: the points; valid during the call.
  ///   - count: how many points of the input come before them.
  ///   - worker: who calls, from 0 and below ``ReadingOptions/threads``.
  func take(_ batch: FeatureTable, after count: Int, by worker: Int)
}
