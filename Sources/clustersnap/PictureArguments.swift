import Arguments
import MapClusters
import MapScene
import MapSession
import MapSettings
import MapStyle

/// What a picture's background is, and how its file is written.
struct PictureArguments: ParsableArguments {
  @SettingOptions(
    OutputSettings(),
    OutputSettings.table.settings([
      "debugGrid", "background", "placeNames", "borders", "edgeLabels", "numberFormat",
    ]))
  private var behind: OutputSettings
  @Option(
    help: .init(
      "A folder of PNG files as icons, by their names: pin.png, or pin@2x.png for two pixels a point. May be repeated.",
      valueName: "DIR", default: "none"))
  var icons: [String]
  @SettingOptions(ResourceSettings(), ResourceSettings.table.settings(["sprite"]))
  private var pictures: ResourceSettings
  @OptionGroup private var network: NetworkArguments
  @Option(
    help: .init(
      "Where tiles from the network are kept for a week; none keeps none.", valueName: "DIR|none",
      default: "the user's cache"))
  var tileCache: String?
  @SettingOptions(
    OutputSettings(),
    OutputSettings.table.settings([
      "callouts", "calloutRows", "calloutColumns", "compression", "text", "author", "members",
    ]))
  private var rest: OutputSettings
  @Option(help: .init("SVG: our own clean writer, or Cairo's.", default: "native"))
  var svg: SVGWriter?

  init() {}

  /// What is set here of sprite and network.
  var resources: ResourceSettings { pictures.over(network.settings) }

  /// What is set here of the picture.
  var output: OutputSettings { behind.over(rest) }

  /// What is set here and has no effect, because none of the pictures is of its format or none of the sources of its
  /// method.
  ///
  /// - Parameter dumps: whether any markers are written as data, too.
  func unused(for formats: [PictureFormat], methods: [ClusterMethod?], dumps: Bool) -> [String] {
    let list = PictureFormat.allCases.filter(formats.contains).map(\.rawValue).joined(separator: " and ")
    let instead = formats.count == 1 ? "the picture is \(list)" : "the pictures are \(list)"
    var unused: [String] = []
    func check(_ option: String, isSet: Bool, belongsTo own: PictureFormat..., owner: String) {
      if isSet && !own.contains(where: formats.contains) {
        unused.append("\(option) belongs to \(owner); \(instead)")
      }
    }
    check("--text", isSet: output.text != nil, belongsTo: .svg, .pdf, owner: "SVG and PDF")
    check("--svg", isSet: svg != nil, belongsTo: .svg, owner: "SVG")
    check("--members", isSet: output.members == true && !dumps, belongsTo: .svg, owner: "SVG and --dump")
    check("--compression", isSet: output.compression != nil, belongsTo: .png, owner: "PNG")
    check("--author", isSet: output.author != nil, belongsTo: .pdf, owner: "PDF")
    if output.text == .text && svg == .cairo && formats.contains(.svg) && !formats.contains(.pdf) {
      unused.append("--text belongs to --svg native; Cairo writes outlines")
    }
    let clustering = methods.compactMap(\.self)
    if output.debugGrid?.isShown == true,
      !clustering.contains(where: ClusterOptions.methodsWithCells.contains)
    {
      let names = ClusterMethod.allCases.filter(clustering.contains).map(\.rawValue)
      unused.append(
        "--debug-grid belongs to \(ClusterOptions.owner(ClusterOptions.methodsWithCells)); "
          + (names.isEmpty ? "nothing is clustered" : "the method is \(names.joined(separator: " and "))"))
    }
    return unused
  }
}

/// What may be requested from the network, and for how long.
struct NetworkArguments: ParsableArguments {
  @SettingOptions(ResourceSettings(), ResourceSettings.table.settings(ResourceSettings.networkKeys))
  var settings: ResourceSettings

  init() {}
}
