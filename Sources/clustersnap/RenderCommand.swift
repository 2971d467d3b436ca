import CairoCanvas
import Drawing
import JSONDocument
import Looks
import MapGeometry
import MapSnapshot
import MapStyle
import SVGCanvas

/// The forms of a picture.
enum PictureFormat: String, CaseIterable, ExpressibleByArgument {
  case png
  case svg
  case pdf
}

/// Who writes SVG.
enum SVGWriter: String, CaseIterable, ExpressibleByArgument {
  case native
  case cairo
}

/// How SVG holds text.
enum SVGTextChoice: String, CaseIterable, ExpressibleByArgument {
  case live
  case outlines
}

/// `clustersnap render`: points in, a clustered map picture out.
struct RenderCommand: ParsableCommand {
  @Option(
    short: "-o",
    help: .init("The picture; png, svg or pdf by its ending, - for standard output.", valueName: "OUT"))
  var output: String?
  @Option(help: .init("The picture's format where the ending does not tell it."))
  var format: PictureFormat?
  @OptionGroup var map: MapArguments
  @Option(
    bare: "lines",
    help: .init("Draw the cells a grid considered, with what they hold.", valueName: "counts,indices"))
  var debugGrid: DebugGridSetting?
  @Option(
    help: .init(
      "A CSS color instead of the style's background; none is transparent.", valueName: "COLOR|none"))
  var background: PictureOptions.Background?
  @Option(
    help: .init(
      "The headline; also what SVG and PDF call the picture. none leaves out the style's.", valueName: "TEXT")
  )
  var title: String?
  @Option(help: .init("The line below the headline. none leaves out the style's.", valueName: "TEXT"))
  var subtitle: String?
  @Option(
    help: .init(
      "Whom to thank, before those whom the style's sources name. none thanks nobody.", valueName: "TEXT"))
  var attribution: String?
  @Flag(help: .init("Show how long a round distance is in the middle of the picture."))
  var scaleBar: Bool
  @Option(
    bare: "", help: .init("Explain sizes and colors, under a heading if one is given.", valueName: "HEADING"))
  var legend: String?
  @Option(
    bare: "auto",
    help: .init("Draw lines of equal longitude and latitude, every so many degrees.", valueName: "DEGREES"))
  var graticule: GraticuleStep?
  @Option(help: .init("PNG: how hard to pack, 0 to 9.", valueName: "N", default: "1"))
  var compression: Int?
  @Option(help: .init("SVG: text as text, or as outlines that look the same everywhere.", default: "live"))
  var text: SVGTextChoice?
  @Option(help: .init("SVG: our own clean writer, or Cairo's.", default: "native"))
  var svg: SVGWriter?
  @Option(help: .init("Also use this font file. More than once is fine.", valueName: "FILE"))
  var font: [String]
  @Flag(help: .init("Also use the fonts installed on this system; pictures then depend on it."))
  var systemFonts: Bool
  @Option(
    help: .init("Also write the markers as data, as clusters would (geojson, csv, json).", valueName: "FILE"))
  var dump: String?

  static let configuration = CommandConfiguration(
    name: "render",
    abstract: "Draws points on a map, those that lie close together as one bubble with its count.",
    usage: "clustersnap render INPUT… -o OUT [options]",
    discussion: """
      Points come together in a world-aligned grid of 60 points unless an option or the style says otherwise. Labels
      that would lie over others are left out, and that is told; records that cannot be placed are skipped, and told
      once. The picture appears whole or not at all.

      Example:
        clustersnap render Samples/towns-5000.csv -o towns.png --bbox -12,34,34,62 --debug-grid
      """)

  init() {}

  func run() throws -> Int32 {
    var clock = StageClock()
    let messages = map.common.messages
    let progress = Progress(isQuiet: map.common.quiet)
    if map.inputs.isEmpty && map.request == nil && map.source.isEmpty && map.style == nil {
      throw Failure.input(
        "there is nothing to draw; name an input, such as clustersnap render points.csv -o map.png")
    }
    if let compression, !(0...9).contains(compression) {
      throw Failure.input("--compression: \(compression) is outside 0...9")
    }
    let single = try output.map { path in try checkedOutput(path, format: format, option: "-o") }
    var loader = MapLoader(map, messages: messages, progress: progress)
    let loaded = try loader.load()
    clock.mark("read")
    let pictures = try loaded.views.enumerated().map { index, view in
      try picture(of: view, at: index, in: loaded, single: single)
    }
    var report = PictureReport(messages: loader.messages, styleName: loaded.styleName)
    let interrupts = Interrupts()
    let shaper = try makeShaper(for: loaded.snapshotter.style, report: &report)
    var markerCount = 0
    for picture in pictures {
      progress.begin("drawing")
      markerCount += try draw(picture, of: loaded, shaper: shaper, interrupts, &report, &clock)
      progress.end()
    }
    report.messages.info(
      "\(loaded.pointCount) points read, \(loaded.skippedCount) skipped, \(markerCount) markers drawn; \(clock.text)"
    )
    return ExitStatus.done
  }

  /// A picture to be drawn: its view, and where it goes.
  private struct Picture {
    let view: SnapshotRequest.View
    let viewport: Viewport
    let file: OutputFile
    let format: PictureFormat
    let dump: OutputFile?
  }

  /// Finds view, file and format of a picture before anything is drawn.
  private func picture(
    of view: SnapshotRequest.View, at index: Int, in loaded: LoadedMap,
    single: (file: OutputFile, format: PictureFormat)?
  ) throws(Failure) -> Picture {
    let target: (file: OutputFile, format: PictureFormat)
    if let single, loaded.views.count == 1 {
      target = single
    } else if single != nil {
      throw .input(
        "-o names one picture, but the request has \(loaded.views.count); name each in its view's output")
    } else if let path = view.path {
      target = try checkedOutput(
        loaded.folder + path, format: format ?? view.format.flatMap(PictureFormat.init(rawValue:)),
        option: "views[\(index)].output")
    } else {
      throw .input(
        map.request == nil
          ? "where to? say -o map.png"
          : "view \(view.name ?? "\(index)") has no output; add one, or say -o map.png")
    }
    let viewport = try MapLoader.snapshotting { () throws(SnapshotError) in
      try view.view.viewport { loaded.snapshotter.boundingBox }
    }
    let dumpFile = (dump ?? view.dump.map { loaded.folder + $0 }).map(OutputFile.init)
    try dumpFile?.check()
    return Picture(view: view, viewport: viewport, file: target.file, format: target.format, dump: dumpFile)
  }

  private func checkedOutput(
    _ path: String, format: PictureFormat?, option: String
  ) throws(Failure) -> (file: OutputFile, format: PictureFormat) {
    let file = OutputFile(path: path)
    let ending = PictureFormat(rawValue: file.pathExtension)
    guard let format = format ?? ending else {
      throw .input(
        file.isStandardOutput
          ? "which format? say --format png, svg or pdf"
          : "\(option): \(path) ends in no known format; name a .png, .svg or .pdf file, or say --format")
    }
    try file.check()
    return (file, format)
  }

  private func makeShaper(for style: Style, report: inout PictureReport) throws(Failure) -> PangoTextShaper {
    do throws(TextShapingError) {
      return try PangoTextShaper(fonts: font.map { FontFile(path: $0) }, usesSystemFonts: systemFonts)
    } catch {
      throw .input("\(error)")
    }
  }

  /// Draws one picture and puts it in place; the number of markers in it.
  private func draw(
    _ picture: Picture, of loaded: LoadedMap, shaper: PangoTextShaper, _ interrupts: Interrupts,
    _ report: inout PictureReport, _ clock: inout StageClock
  ) throws(Failure) -> Int {
    var options = PictureOptions(describesMarks: picture.format == .svg)
    switch background {
    case let background?: options.background = background
    case nil:
      switch picture.view.output.background?.value {
      case .some(.none): options.background = .none
      case .color(let color): options.background = .color(color)
      case nil: break
      }
    }
    options.debugGrid = debugGrid ?? picture.view.output.debugGrid?.value ?? DebugGridSetting(isShown: false)
    options.furniture = furniture(over: picture.view.output)
    options.title = options.furniture.title.flatMap { $0.isShown ? $0.text : nil }
    let snapshot = try MapLoader.snapshotting { () throws(SnapshotError) in
      try loaded.snapshotter.snapshot(of: picture.viewport, options: options, shaper: shaper)
    }
    report.tell(snapshot.notes)
    try report.messages.endIfStrict()
    clock.mark("scene")
    let bytes = try encoded(snapshot.scene, picture)
    clock.mark("draw")
    try picture.file.write(bytes, guardedBy: interrupts)
    if let dump = picture.dump {
      let document = MarkerDocument(
        viewport: picture.viewport, groups: snapshot.groups, tileSize: picture.view.view.tileSize ?? 512)
      try dump.write(
        document.bytes(MarkerDocument.Format(rawValue: dump.pathExtension) ?? .geojson), guardedBy: interrupts
      )
    }
    clock.mark("write")
    return snapshot.groups.reduce(0) { $0 + $1.markers.markers.count }
  }

  /// What the options say about furniture, else what style and request do.
  private func furniture(over output: OutputSettings) -> FurnitureOptions {
    var furniture = FurnitureOptions(output)
    func say(_ text: String?, _ piece: inout OutputSettings.Furniture?) {
      guard let text else { return }
      var said = piece ?? OutputSettings.Furniture()
      said.isShown = text != "none"
      if said.isShown { said.text = text }
      piece = said
    }
    say(title, &furniture.title)
    say(subtitle, &furniture.subtitle)
    say(attribution, &furniture.attribution)
    if scaleBar {
      furniture.scaleBar = furniture.scaleBar ?? OutputSettings.Furniture()
      furniture.scaleBar?.isShown = true
    }
    if let legend {
      furniture.legend = furniture.legend ?? OutputSettings.Furniture()
      furniture.legend?.isShown = true
      if !legend.isEmpty { furniture.legend?.text = legend }
    }
    if let graticule {
      furniture.graticule = furniture.graticule ?? OutputSettings.Furniture()
      furniture.graticule?.isShown = true
      if let degrees = graticule.degrees { furniture.graticule?.step = degrees }
    }
    return furniture
  }

  private func encoded(_ scene: Scene, _ picture: Picture) throws(Failure) -> [UInt8] {
    do {
      switch picture.format {
      case .png:
        var options = PNGOptions()
        options.compression = compression ?? picture.view.output.compression?.value ?? options.compression
        return try CairoCanvas.png(of: scene, options: options)
      case .pdf:
        return try CairoCanvas.pdf(of: scene)
      case .svg where svg == .cairo:
        return try CairoCanvas.svg(of: scene)
      case .svg:
        let wantsOutlines = text.map { $0 == .outlines } ?? (picture.view.output.text?.value == .outlines)
        return try SVGCanvas.svg(
          of: scene,
          options: SVGOptions(text: wantsOutlines ? .outlines : .live, encodePNG: { try PNG.encode($0) }))
      }
    } catch {
      throw .output("\(picture.file.path): cannot be drawn: \(error)")
    }
  }
}

/// Tells what should be told of pictures, each cause once however many pictures there are.
struct PictureReport {
  var messages: Messages
  let styleName: String
  private var told: Set<String> = []

  init(messages: Messages, styleName: String) {
    self.messages = messages
    self.styleName = styleName
  }

  /// Tells notes not told before.
  mutating func tell(_ notes: [Diagnostic]) {
    let fresh = notes.filter { told.insert("\($0.code) \($0.path.pointer) \($0.message)").inserted }
    messages.tell(fresh, of: styleName)
  }
}
