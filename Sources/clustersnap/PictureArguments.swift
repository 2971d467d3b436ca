import CairoCanvas
import Drawing
import MapClusters
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import SVGCanvas
import TileSources

/// What a picture's background is, and how its file is written.
struct PictureArguments: ParsableArguments {
  @SettingOptions(OutputSettings(), OutputSettings.table.settings(["debugGrid", "background"]))
  private var behind: OutputSettings
  @Option(
    help: .init(
      "A folder of PNG files as icons, by their names: pin.png, or pin@2x.png for two pixels a point. May be repeated.",
      valueName: "DIR", default: "none"))
  var icons: [String]
  @Option(
    help: .init(
      "Where tiles from the network are kept for a week; none keeps none.", valueName: "DIR|none",
      default: "the user's cache"))
  var tileCache: String?
  @SettingOptions(
    OutputSettings(), OutputSettings.table.settings(["callouts", "calloutRows", "compression", "text"]))
  private var rest: OutputSettings
  @Option(help: .init("SVG: our own clean writer, or Cairo's.", default: "native"))
  var svg: SVGWriter?

  init() {}

  /// What is set here of the picture.
  var output: OutputSettings { behind.over(rest) }

  /// What is drawn beside the style's layers; what is set here wins over a request's or style's settings.
  func options(over settings: OutputSettings, furniture: FurnitureOptions) -> PictureOptions {
    let output = output.over(settings)
    var options = PictureOptions()
    switch output.background {
    case .some(.none): options.background = .none
    case .color(let color): options.background = .color(color)
    case nil: break
    }
    options.debugGrid = output.debugGrid
    options.furniture = furniture
    options.title = furniture.title.flatMap { $0.isShown ? $0.text : nil }
    options.callouts = output.callouts ?? options.callouts
    options.calloutRows = output.calloutRows ?? options.calloutRows
    return options
  }

  /// Loads what some pictures are drawn with beside features: icons, patterns, tiles.
  func loadPictures(
    of map: inout LoadedMap, for viewports: [Viewport], messages: Messages
  ) throws(Failure) {
    let scale = viewports.map(\.scale).max() ?? 1
    var images = ImageLoader(folder: map.styleFolder, scale: scale, messages: messages)
    try images.load(map.snapshotter.style.sprites)
    // Later images of the same name win.
    for folder in (map.request?.iconFolders ?? []).map(map.path) + icons { try images.load(folder: folder) }
    map.snapshotter.images = images.images
    let loader = SourcePictureLoader(
      folder: map.styleFolder, options: TileOptions(cache: tileCache), scale: scale, messages: messages)
    map.snapshotter.pictures = try loader.pictures(of: map.snapshotter.style, in: viewports)
  }

  /// What was said here and does nothing, for none of the pictures is of its format or none of the sources of its
  /// method.
  func unused(for formats: [PictureFormat], methods: [ClusterMethod?]) -> [String] {
    let list = PictureFormat.allCases.filter(formats.contains).map(\.rawValue).joined(separator: " and ")
    let instead = formats.count == 1 ? "the picture is \(list)" : "the pictures are \(list)"
    var told: [String] = []
    func check(_ option: String, isSaid: Bool, belongsTo format: PictureFormat, _ owner: String) {
      if isSaid && !formats.contains(format) { told.append("\(option) belongs to \(owner); \(instead)") }
    }
    check("--text", isSaid: output.text != nil, belongsTo: .svg, "SVG")
    check("--svg", isSaid: svg != nil, belongsTo: .svg, "SVG")
    check("--compression", isSaid: output.compression != nil, belongsTo: .png, "PNG")
    if output.text == .text && svg == .cairo && formats.contains(.svg) {
      told.append("--text belongs to --svg native; Cairo writes outlines")
    }
    let clustering = methods.compactMap(\.self)
    if output.debugGrid?.isShown == true,
      !clustering.contains(where: ClusterOptions.methodsWithCells.contains)
    {
      let names = ClusterMethod.allCases.filter(clustering.contains).map(\.rawValue)
      told.append(
        "--debug-grid belongs to \(ClusterOptions.owner(ClusterOptions.methodsWithCells)); "
          + (names.isEmpty ? "nothing is clustered" : "the method is \(names.joined(separator: " and "))"))
    }
    return told
  }

  /// A scene as a file's bytes.
  func encoded(
    _ scene: Scene, as target: PictureTarget, over settings: OutputSettings
  ) throws(Failure) -> [UInt8] {
    do {
      switch target.format {
      case .png:
        var options = PNGOptions()
        options.compression = output.over(settings).compression ?? options.compression
        return try CairoCanvas.png(of: scene, options: options)
      case .pdf:
        return try CairoCanvas.pdf(of: scene)
      case .svg where svg == .cairo:
        return try CairoCanvas.svg(of: scene)
      case .svg:
        let wantsOutlines = output.over(settings).text == .outlines
        return try SVGCanvas.svg(
          of: scene,
          options: SVGOptions(text: wantsOutlines ? .outlines : .live, encodePNG: { try PNG.encode($0) }))
      }
    } catch {
      throw .output("it cannot be drawn: \(error)", at: target.file.name)
    }
  }
}
