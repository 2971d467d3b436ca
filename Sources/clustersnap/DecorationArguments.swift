import Arguments
import MapScene
import MapSettings

/// What stands in a picture beside the map itself.
struct DecorationArguments: ParsableArguments {
  @SettingOptions(
    OutputSettings(),
    OutputSettings.table.settings([
      "title", "subtitle", "attribution", "scaleBar", "northArrow", "legend", "graticule",
    ]))
  var output: OutputSettings

  init() {}
}
