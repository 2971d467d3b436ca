public import MapSettings

/// What stands around a map that is a figure: headline, thanks, scale bar, legend, graticule. What is `nil` is not there.
public struct FurnitureOptions: Sendable {
  /// The headline, above on the left.
  public var title: OutputSettings.Furniture?
  /// The line below the headline.
  public var subtitle: OutputSettings.Furniture?
  /// Whom to thank; `nil` thanks whom the style's sources name, a piece that is not shown nobody.
  public var attribution: OutputSettings.Furniture?
  /// How long a round distance is in the middle of the picture.
  public var scaleBar: OutputSettings.Furniture?
  /// What sizes and colors mean.
  public var legend: OutputSettings.Furniture?
  /// Lines of equal longitude and latitude.
  public var graticule: OutputSettings.Furniture?

  /// Nothing but whom the sources thank.
  public init() {}

  /// What a style or a request asks for.
  public init(_ output: OutputSettings) {
    title = output.title
    subtitle = output.subtitle
    attribution = output.attribution
    scaleBar = output.scaleBar
    legend = output.legend
    graticule = output.graticule
  }
}
