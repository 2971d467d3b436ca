import Arguments
import MapSettings

/// The background of a picture, and the form of its file.
struct PictureArguments: ParsableArguments {
  @SettingOptions(OutputSettings(), OutputSettings.below)
  private var behind: OutputSettings
  @Option(help: .member("icons")) var icons: [String]
  @Option(help: .member("columns"), reading: PictureColumn.presets) var beside: [PictureColumn]?
  @SettingOptions(ResourceSettings(), ResourceSettings.pictures)
  private var pictures: ResourceSettings
  @OptionGroup private var network: NetworkArguments
  @Option() var tileCache: String?
  @SettingOptions(OutputSettings(), OutputSettings.markersAndFiles)
  private var rest: OutputSettings

  var resources: ResourceSettings { pictures.over(network.settings) }

  var output: OutputSettings { behind.over(rest) }
}

/// The allowed requests to the network, and their time limits.
struct NetworkArguments: ParsableArguments {
  @SettingOptions(ResourceSettings(), ResourceSettings.network)
  var settings: ResourceSettings
}

/// The settings of what stands around the map.
struct DecorationArguments: ParsableArguments {
  @SettingOptions(OutputSettings(), OutputSettings.around)
  var output: OutputSettings
}

/// The fonts beside the built-in DejaVu Sans.
struct FontArguments: ParsableArguments {
  @Option(help: .member("font")) var font: [String]
  @Option(help: .member("fonts")) var fonts: [String]
  @Flag(help: .member("systemFonts")) var systemFonts: Bool
  @Option(help: .member("lineBreaks")) var lineBreaks: LineBreaks?
}
