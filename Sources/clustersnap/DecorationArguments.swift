import Arguments
import MapScene
import MapSettings

/// What stands in a picture beside the map itself.
struct DecorationArguments: ParsableArguments {
  @SettingOptions(
    OutputSettings(),
    OutputSettings.table.settings([
      "title", "subtitle", "titlePosition", "attribution", "scaleBar", "northArrow", "legend",
      "legendPosition",
      "graticule",
    ]))
  var output: OutputSettings

  init() {}
}
