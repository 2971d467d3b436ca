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

extension ClusterManager {
  /// A marker's title: the template's; a single point's own where there is no template for single points.
  public func title(of marker: LiveMarker) -> String? {
    guard !marker.isCluster else { return titles.title.map { fill($0, for: marker) } }
    if let singleTitle = titles.singleTitle { return fill(singleTitle, for: marker) }
    return marker.members.first.flatMap { point($0)?.title }
  }

  /// A marker's subtitle; `nil` where there is none, or where nothing fills it.
  public func subtitle(of marker: LiveMarker) -> String? {
    let text = (marker.isCluster ? titles.subtitle : titles.singleSubtitle).map { fill($0, for: marker) }
    return text?.isEmpty == true ? nil : text
  }

  /// A template filled from a marker's current members.
  public func fill(_ template: TitleTemplate, for marker: LiveMarker) -> String {
    template.text(
      count: numberText(marker.marker.weight), isOne: marker.marker.weight == 1,
      titles: { limit in
        Array(marker.members.lazy.compactMap { self.point($0)?.title }.prefix(limit))
      },
      property: { name in
        guard let point = marker.members.lazy.compactMap({ self.point($0) }).first else { return nil }
        return point.properties[name] ?? (name == "title" ? point.title : name == "id" ? point.id : nil)
      })
  }
}
