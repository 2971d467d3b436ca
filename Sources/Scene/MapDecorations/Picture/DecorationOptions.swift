package import Drawing
package import JSONDocument
package import MapGeometry
public import MapSettings

/// The decorations of a map that is a figure: headline, attribution, scale bar, legend, graticule. What is `nil` is not there.
public struct DecorationOptions: Sendable {
  /// The headline, above on the left.
  @Indirect public var title: OutputSettings.Decoration?
  /// The line below the headline.
  @Indirect public var subtitle: OutputSettings.Decoration?
  /// The attribution; `nil` draws that of the style's sources, a piece that is not shown none.
  @Indirect public var attribution: OutputSettings.Decoration?
  /// The length of a round distance in the middle of the picture.
  @Indirect public var scaleBar: OutputSettings.Decoration?
  /// An arrow that points north; `nil` shows one where north is not up and a scale bar or a graticule is shown.
  @Indirect public var northArrow: OutputSettings.Decoration?
  /// The legend.
  @Indirect public var legend: OutputSettings.Decoration?
  /// Lines of equal longitude and latitude.
  @Indirect public var graticule: OutputSettings.Decoration?
  /// A small map with the box of the view, drawn already, and its settings; `nil` for none.
  @OutOfLine package var locator: (settings: OutputSettings.Decoration, scene: Scene)?
  /// The location of a map without names in words; `nil` for none.
  @Indirect package var whereabouts: OutputSettings.Decoration?

  /// The growth of all pieces but graticule and locator.
  public var scale = 1.0
  /// The positions of pieces in all pictures of a film; `nil` if each picture chooses for itself.
  public var places: DecorationPlaces?
  /// The room that the map leaves for strips beside it, all of which they fill; `nil` if the picture grows by them.
  package var room: ScreenSize?
  /// The notes on pieces that had no room on a larger map, by their names: they stay outside.
  package var outside: [String: SettingText] = [:]

  /// Nothing but the attribution of the sources.
  public init() {}

  /// Creates the decorations that a style or a request sets.
  public init(_ output: OutputSettings) {
    let output = output.placed
    (title, subtitle) = (output.title, output.subtitle)
    attribution = output.attribution
    scaleBar = output.scaleBar
    northArrow = output.northArrow
    legend = output.legend
    graticule = output.graticule
    scale = output.scaleFurniture ?? output.labelScale
  }

  func northArrow(in viewport: Viewport) -> OutputSettings.Decoration? {
    if let northArrow { return northArrow.isShown ? northArrow : nil }
    guard viewport.bearing != 0 else { return nil }
    return [scaleBar, graticule].compactMap { $0 }.first { $0.isShown }.map { piece in
      var arrow = OutputSettings.Decoration()
      // Where it follows another piece it looks like it.
      (arrow.color, arrow.haloColor) = (piece.color, piece.haloColor)
      return arrow
    }
  }
}
