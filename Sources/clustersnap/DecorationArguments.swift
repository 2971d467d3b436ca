import Arguments
import MapSettings

/// What stands in a picture beside the map itself.
struct DecorationArguments: ParsableArguments {
  @SettingOptions(OutputSettings(), OutputSettings.around)
  var output: OutputSettings

  init() {}
}
