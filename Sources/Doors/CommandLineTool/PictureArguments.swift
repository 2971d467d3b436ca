import Arguments
import MapSettings

/// The background of a picture, and the form of its file.
struct PictureArguments: ParsableArguments {
  @SettingOptions(OutputSettings.below) private var behind: OutputSettings
  @Option(help: .member("icons")) var icons: [String]
  @Option(help: .member("columns"), reading: PictureColumn.presets) var beside: [PictureColumn]?
  @SettingOptions(ResourceSettings.pictures) private var pictures: ResourceSettings
  @SettingOptions(ResourceSettings.network) private var network: ResourceSettings
  @Option() var tileCache: String?
  @SettingOptions(OutputSettings.markersAndFiles) private var rest: OutputSettings

  var resources: ResourceSettings { pictures.over(network) }

  var output: OutputSettings { behind.over(rest) }
}

/// The fonts beside the built-in DejaVu Sans.
struct FontArguments: ParsableArguments {
  @Option(help: .member("font")) var font: [String]
  @Option(help: .member("fonts")) var fonts: [String]
  @Flag(help: .member("systemFonts")) var systemFonts: Bool
  @Option(help: .member("lineBreaks")) var lineBreaks: LineBreaks?
}
