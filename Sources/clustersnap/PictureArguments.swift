import MapClusters
import MapScene
import MapSession
import MapStyle

/// What a picture's background is, and how its file is written.
struct PictureArguments: ParsableArguments {
  @Option(
    bare: "lines",
    help: .init(
      "Draw the cells a grid considered, with what they hold.", valueName: "counts,indices",
      default: "off, alone just lines"))
  var debugGrid: DebugGridSetting?
  @Option(
    help: .init(
      "A CSS color instead of the style's background; none is transparent.", valueName: "COLOR|none",
      default: "the style's"))
  var background: PictureOptions.Background?
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
  @Option(
    help: .init("Which markers get a bubble with what they stand for.", default: "selected"))
  var callouts: OutputSettings.Callouts?
  @Option(
    within: 0...100,
    help: .init("The members that a callout lists at most.", valueName: "N", default: "5"))
  var calloutRows: Int?
  @Option(
    within: 0...9,
    help: .init("PNG: how hard to pack, 0 to 9.", valueName: "N", default: "1"))
  var compression: Int?
  @Option(help: .init("SVG: text as text, or as outlines that look the same everywhere.", default: "text"))
  var text: SVGTextChoice?
  @Option(help: .init("SVG: our own clean writer, or Cairo's.", default: "native"))
  var svg: SVGWriter?

  init() {}

  /// What is drawn beside the style's layers; these options win over a request's or style's settings.
  var overrides: @Sendable (OutputSettings, FurnitureOptions) -> PictureOptions {
    { [background, debugGrid, callouts, calloutRows] settings, furniture in
      var options = PictureOptions(settings)
      options.background = background ?? options.background
      options.debugGrid = debugGrid ?? options.debugGrid
      options.furniture = furniture
      options.title = furniture.title.flatMap { $0.isShown ? $0.text : nil }
      options.callouts = callouts ?? options.callouts
      options.calloutRows = calloutRows ?? options.calloutRows
      return options
    }
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
    check("--text", isSaid: text != nil, belongsTo: .svg, "SVG")
    check("--svg", isSaid: svg != nil, belongsTo: .svg, "SVG")
    check("--compression", isSaid: compression != nil, belongsTo: .png, "PNG")
    if text == .text && svg == .cairo && formats.contains(.svg) {
      told.append("--text belongs to --svg native; Cairo writes outlines")
    }
    let clustering = methods.compactMap(\.self)
    if debugGrid?.isShown == true, !clustering.contains(where: ClusterOptions.methodsWithCells.contains) {
      let names = ClusterMethod.allCases.filter(clustering.contains).map(\.rawValue)
      told.append(
        "--debug-grid belongs to \(ClusterOptions.owner(ClusterOptions.methodsWithCells)); "
          + (names.isEmpty ? "nothing is clustered" : "the method is \(names.joined(separator: " and "))"))
    }
    return told
  }
}
