/// A point of a source's data.
public struct MapPoint: Hashable, Sendable {
  /// The name of the source.
  public let source: String
  /// Its place among the points of the source that take part.
  public let index: Int

  /// A point of a source's data.
  public init(source: String, index: Int) {
    self.source = source
    self.index = index
  }
}
