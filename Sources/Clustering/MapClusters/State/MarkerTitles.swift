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

extension ClusterPreset {
  /// The titles of the system's markers: points of the AMap demo show their address, those of TBAnnotationClustering's their
  /// telephone number.
  public var titles: MarkerTitles {
    let annotations = "{count} {count|annotation|annotations}"
    let (title, subtitle, singleTitle, singleSubtitle): (String?, String?, String?, String?) =
      switch self {
      case .cch: (annotations, "{titles,5}", annotations, "{titles,5}")
      case .amap, .amapDistance: (nil, "{titles,5}", nil, "{address}")
      case .pablo: ("{count}", "Clustered", nil, nil)
      case .pins: ("{count} pins present", nil, nil, nil)
      case .tb: ("{count} hotels in this area", nil, nil, "{phone}")
      case .clustermap, .cluster, .supercluster: (nil, nil, nil, nil)
      }
    return MarkerTitles(
      title: title.map(TitleTemplate.init), subtitle: subtitle.map(TitleTemplate.init),
      singleTitle: singleTitle.map(TitleTemplate.init),
      singleSubtitle: singleSubtitle.map(TitleTemplate.init))
  }
}
