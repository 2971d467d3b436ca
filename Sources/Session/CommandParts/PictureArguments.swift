package import Arguments
package import MapSettings

package struct PictureArguments: ParsableArguments {
  @SettingOptions(OutputSettings.below) private var behind: OutputSettings
  @Option(help: .member("icons")) package var icons: [String]
  @Option(help: .member("columns"), reading: PictureColumn.presets) package var beside: [PictureColumn]?
  @SettingOptions(ResourceSettings.pictures) private var pictures: ResourceSettings
  @SettingOptions(ResourceSettings.network) private var network: ResourceSettings
  @Option() package var tileCache: String?
  @SettingOptions(OutputSettings.markersAndFiles) private var rest: OutputSettings

  package init() {}

  package var resources: ResourceSettings { pictures.over(network) }

  package var output: OutputSettings { behind.over(rest) }
}

package struct FontArguments: ParsableArguments {
  @Option(help: .member("font")) package var font: [String]
  @Option(help: .member("fonts")) package var fonts: [String]
  @Flag(help: .member("systemFonts")) package var systemFonts: Bool
  @Option(help: .member("lineBreaks")) package var lineBreaks: LineBreaks?

  package init() {}
}
