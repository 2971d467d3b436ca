public import MapClusters
public import MapGeometry

/// A request to a source of cells.
public struct CellRequest: Sendable {
  /// A view and how its points are clustered.
  public struct View: Sendable {
    /// The part of the world that the picture shows.
    public var viewport: Viewport
    /// The settings of the clustering.
    public var settings: ClusterSettings

    /// A view and how its points are clustered.
    public init(_ viewport: Viewport, _ settings: ClusterSettings) {
      (self.viewport, self.settings) = (viewport, settings)
    }
  }

  /// The view whose cells are wanted; `nil` for all that the source holds.
  public var view: View?
  /// The property whose sums are wanted; `nil` where nothing weighs.
  public var weight: String?
  /// The column that names single points; `nil` for `id`.
  public var identifier: String?
  /// The column of the longitudes of counted points, its name or its number from 1; `nil` to find it by its name.
  public var longitude: String?
  /// The column of the latitudes of counted points, likewise.
  public var latitude: String?
  /// True if the table is what a database answers to a ``GridQuery``: it may carry numbers as ``GridQuery/numbers`` has them,
  /// and columns named as places are single points' own.
  package var isAnswer = false
  /// The number of threads that may work; the result does not depend on it.
  public var threads = 1

  /// A request for the cells of a view, or for all.
  public init(view: View? = nil, weight: String? = nil, identifier: String? = nil, threads: Int = 1) {
    (self.view, self.weight, self.identifier, self.threads) = (view, weight, identifier, threads)
  }
}
