/// The titles of markers: templates for clusters and for single points.
public struct MarkerTitles: Hashable, Sendable {
  /// Of a cluster's title; `nil` for none.
  public var title: TitleTemplate?
  /// Of a cluster's subtitle; `nil` for none.
  public var subtitle: TitleTemplate?
  /// Of a single point's title; `nil` where the point's own title stands.
  public var singleTitle: TitleTemplate?
  /// Of a single point's subtitle; `nil` for none.
  public var singleSubtitle: TitleTemplate?

  /// Titles and subtitles that templates make.
  public init(
    title: TitleTemplate? = nil, subtitle: TitleTemplate? = nil, singleTitle: TitleTemplate? = nil,
    singleSubtitle: TitleTemplate? = nil
  ) {
    (self.title, self.subtitle) = (title, subtitle)
    (self.singleTitle, self.singleSubtitle) = (singleTitle, singleSubtitle)
  }
}
