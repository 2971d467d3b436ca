import MapScene
import MapStyle

/// What is said about a picture beside the map itself.
struct FurnitureArguments: ParsableArguments {
  @Option(
    help: .init(
      "The headline; also what SVG and PDF call the picture. none leaves out the style's.", valueName: "TEXT",
      default: "the style's"))
  var title: String?
  @Option(
    help: .init(
      "The line below the headline. none leaves out the style's.", valueName: "TEXT", default: "the style's"))
  var subtitle: String?
  @Option(
    help: .init(
      "Whom to thank, before those whom the style's sources name. none thanks nobody.", valueName: "TEXT",
      default: "the style's"))
  var attribution: String?
  @Flag(help: .init("Show how long a round distance is in the middle of the picture.", default: "off"))
  var scaleBar: Bool
  @Option(
    bare: "",
    help: .init(
      "Explain sizes and colors, under a heading if one is given.", valueName: "HEADING", default: "off"))
  var legend: String?
  @Option(
    bare: "auto",
    help: .init(
      "Draw lines of equal longitude and latitude, every so many degrees.", valueName: "DEGREES",
      default: "off, alone what suits the view"))
  var graticule: GraticuleStep?

  init() {}

  /// What is set here, else what style and request set.
  var overrides: @Sendable (OutputSettings) -> FurnitureOptions {
    { [title, subtitle, attribution, scaleBar, legend, graticule] output in
      var furniture = FurnitureOptions(output)
      func set(_ text: String?, _ piece: inout OutputSettings.Furniture?) {
        guard let text else { return }
        var changed = piece ?? OutputSettings.Furniture()
        changed.isShown = text != "none"
        if changed.isShown { changed.text = text }
        piece = changed
      }
      set(title, &furniture.title)
      set(subtitle, &furniture.subtitle)
      set(attribution, &furniture.attribution)
      if scaleBar {
        furniture.scaleBar = furniture.scaleBar ?? OutputSettings.Furniture()
        furniture.scaleBar?.isShown = true
      }
      if let legend {
        furniture.legend = furniture.legend ?? OutputSettings.Furniture()
        furniture.legend?.isShown = true
        if !legend.isEmpty { furniture.legend?.text = legend }
      }
      if let graticule {
        furniture.graticule = furniture.graticule ?? OutputSettings.Furniture()
        furniture.graticule?.isShown = true
        if let degrees = graticule.degrees { furniture.graticule?.step = degrees }
      }
      return furniture
    }
  }
}
