import Arguments
import MapSettings

/// What a picture's background is, and how its file is written.
struct PictureArguments: ParsableArguments {
  @SettingOptions(OutputSettings(), OutputSettings.below)
  private var behind: OutputSettings
  @Option(help: .member("icons")) var icons: [String]
  @SettingOptions(ResourceSettings(), ResourceSettings.pictures)
  private var pictures: ResourceSettings
  @OptionGroup private var network: NetworkArguments
  @Option(
    help: .init(
      "Where tiles from the network are kept for a week; none keeps none.", valueName: "DIR|none",
      default: "the user's cache"))
  var tileCache: String?
  @SettingOptions(OutputSettings(), OutputSettings.markersAndFiles)
  private var rest: OutputSettings

  init() {}

  /// What is set here of sprite and network.
  var resources: ResourceSettings { pictures.over(network.settings) }

  /// What is set here of the picture.
  var output: OutputSettings { behind.over(rest) }
}

/// What may be requested from the network, and for how long.
struct NetworkArguments: ParsableArguments {
  @SettingOptions(ResourceSettings(), ResourceSettings.network)
  var settings: ResourceSettings

  init() {}
}
