import CairoCanvas
import Drawing
import JSONDocument
import MapGeometry
import MapScene
import MapSettings
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

/// `clustersnap render`: points in, a clustered map picture out.
struct RenderCommand: ParsableCommand {
  @OptionGroup var map: MapArguments
  @Option(
    short: "-o",
    help: .init(
      "The picture; png, svg or pdf by its ending, - for standard output.", valueName: "OUT",
      default: "what a request says"))
  var output: String?
  @Option(help: .init("The picture's format where the ending does not tell it.", default: "by the ending"))
  var format: PictureFormat?
  @Option(
    help: .init(
      "Also write the markers as data, as clusters would (geojson, csv, json).", valueName: "FILE",
      default: "none"))
  var dump: String?
  @OptionGroup("Picture") var picture: PictureArguments
  @OptionGroup("Around the map") var furniture: FurnitureArguments
  @OptionGroup("Fonts") var fonts: FontArguments

  static let configuration = CommandConfiguration(
    name: "render",
    abstract: "Draws points on a map, those that lie close together as one bubble with its count.",
    usage: "clustersnap render INPUT… -o OUT [options]",
    discussion: """
      Points come together in a world-aligned grid of 60 points unless an option or the style says otherwise. Labels
      that would lie over others are left out, and that is told; records that cannot be placed are skipped, and told
      once. All pictures of a call appear whole, or none does.

      Example:
        clustersnap render Samples/towns-5000.csv -o towns.png --bbox -12,34,34,62 --debug-grid
      """)

  init() {}

  func run() throws -> Int32 {
    var clock = StageClock()
    let messages = map.common.messages
    let progress = Progress(isQuiet: map.common.quiet)
    if map.isEmpty {
      throw Failure.input(
        "there is nothing to draw; name an input, such as clustersnap render points.csv -o map.png")
    }
    let single = try output.map { path in try PictureTarget(path, format: format, option: "-o") }
    let interrupts = Interrupts()
    var loader = MapLoader(map, messages: messages, progress: progress)
    var loaded = try loader.load()
    clock.mark("read")
    var plans: [PicturePlan] = []
    for (index, view) in loaded.views.enumerated() {
      plans.append(try plan(of: view, at: index, in: loaded, single: single))
    }
    try OutputFile.checkDistinct(plans.flatMap(\.outputs), from: loaded.inputPaths)
    let methods = loaded.snapshotter.sources.map(\.grouping?.settings.method)
    for text in picture.unused(for: plans.map(\.target.format), methods: methods) { messages.warning(text) }
    try messages.endIfStrict()
    let shaper = try fonts.shaper(for: loaded, messages: messages)
    try picture.loadPictures(of: &loaded, for: plans.map(\.viewport), messages: messages)
    var report = PictureReport(messages: messages, styleName: loaded.styleName)
    let stage = OutputStage(interrupts: interrupts)
    for plan in plans {
      try progress.during("drawing \(plan.target.file.name)") { () throws(Failure) in
        try draw(plan, of: loaded, shaper: shaper, to: stage, progress, &report, &clock)
      }
    }
    try stage.commit()
    clock.mark("write")
    messages.info(
      "\(loaded.readText), \(report.markerText) drawn; \(clock.text)")
    return ExitStatus.done
  }

  /// A picture to be drawn: its view, and where it goes.
  private struct PicturePlan {
    let view: SnapshotRequest.View
    let viewport: Viewport
    let selection: MapPoint?
    let target: PictureTarget
    let dump: (file: OutputFile, format: MarkerDocument.Format)?

    var outputs: [OutputFile] { [target.file] + (dump.map { [$0.file] } ?? []) }
  }

  /// Finds view, file and format of a picture before anything is drawn.
  private func plan(
    of view: SnapshotRequest.View, at index: Int, in loaded: LoadedMap, single: PictureTarget?
  ) throws(Failure) -> PicturePlan {
    let place = loaded.place(of: view)
    let count = loaded.views.count
    let target: PictureTarget
    if let single {
      guard count == 1 else {
        throw .input("-o names one picture, but the request has \(count); name each in its view's output")
      }
      target = single
    } else if let path = view.path {
      var named = format
      if named == nil, let word = view.format {
        do throws(ArgumentProblem) {
          named = try PictureFormat.parse(argument: word)
        } catch {
          throw .input("views[\(index)].format: \(error.message)", at: place)
        }
      }
      target = try PictureTarget(loaded.path(path), format: named, option: "views[\(index)].output")
    } else if map.request == nil {
      throw .input("where to? say -o map.png")
    } else {
      throw .input("view \(view.name ?? "\(index)") has no output; add one, or say -o map.png", at: place)
    }
    let (viewport, selection) = try snapshotting(at: place, origins: loaded.origins) {
      () throws(SnapshotError) in
      try loaded.snapshotter.view(of: view.view)
    }
    if dump != nil && count > 1 {
      throw .input("--dump names one file, but the request has \(count) views; name each in its view's dump")
    }
    let dumpPath = dump ?? view.dump.map(loaded.path)
    let dump = try dumpPath.map { path throws(Failure) in
      try ClustersCommand.target(path, format: nil, option: "--dump")
    }
    return PicturePlan(view: view, viewport: viewport, selection: selection, target: target, dump: dump)
  }

  /// A view in words: what a canvas draws, whether here or for a golden.
  ///
  /// - Parameters:
  ///   - describesMarks: whether marks say what they stand for, as SVG does.
  ///   - observer: is told what is being done.
  func snapshot(
    of view: SnapshotRequest.View, in viewport: Viewport, from loaded: LoadedMap, selection: MapPoint? = nil,
    describesMarks: Bool, shaper: PangoTextShaper, observer: (SnapshotStage) -> Void = { _ in }
  ) throws(Failure) -> Snapshot {
    let settings = view.output
    var options = picture.options(over: settings, furniture: furniture.options(over: settings))
    options.describesMarks = describesMarks
    options.selection = selection
    return try snapshotting(at: loaded.place(of: view), origins: loaded.origins) { () throws(SnapshotError) in
      try loaded.snapshotter.snapshot(of: viewport, options: options, shaper: shaper, observer: observer)
    }
  }

  /// Draws one picture and stages it.
  private func draw(
    _ plan: PicturePlan, of loaded: LoadedMap, shaper: PangoTextShaper, to stage: OutputStage,
    _ progress: Progress, _ report: inout PictureReport, _ clock: inout StageClock
  ) throws(Failure) {
    let settings = plan.view.output
    let place = loaded.place(of: plan.view)
    let snapshot = try snapshot(
      of: plan.view, in: plan.viewport, from: loaded, selection: plan.selection,
      describesMarks: plan.target.format == .svg, shaper: shaper
    ) { stage in progress.enter(stage.text(of: plan.target.file.name)) }
    var groups = snapshot.groups
    if plan.dump != nil || map.common.verbose {
      groups = try snapshotting(at: place, origins: loaded.origins) { () throws(SnapshotError) in
        try loaded.snapshotter.completed(groups, in: plan.viewport)
      }
    }
    progress.clear()
    report.tellIfEmpty(plan.viewport, of: loaded, at: place)
    try report.take(groups, snapshot.notes)
    progress.enter(SnapshotStage.drawing.text(of: plan.target.file.name))
    clock.mark("scene")
    let bytes = try picture.encoded(snapshot.scene, as: plan.target, over: settings)
    clock.mark("draw")
    try stage.add(bytes, to: plan.target.file)
    if let dump = plan.dump {
      let document = MarkerDocument(
        viewport: plan.viewport, groups: groups, tileSize: plan.view.view.tileSize ?? 512)
      try stage.add(document.bytes(dump.format), to: dump.file)
    }
    clock.mark("write")
  }
}

/// Where a picture goes, and in which format.
struct PictureTarget {
  let file: OutputFile
  let format: PictureFormat

  /// - Parameters:
  ///   - path: the file, `-` for standard output.
  ///   - format: `nil` to see it from the ending.
  ///   - option: what named the file.
  init(_ path: String, format: PictureFormat?, option: String) throws(Failure) {
    file = OutputFile(path: path)
    try file.check()
    guard let format = format ?? PictureFormat(rawValue: file.pathExtension) else {
      throw .input(
        file.isStandardOutput
          ? "which format? say --format png, svg or pdf"
          : "\(option): \(path) ends in no known format; name a .png, .svg or .pdf file, or say --format")
    }
    self.format = format
  }
}

/// Tells what should be told of pictures, each cause once however many pictures there are, and counts their markers.
struct PictureReport {
  private let messages: Messages
  private let styleName: String
  private var told: Set<String> = []
  private var clusterCount = 0
  private var singleCount = 0

  /// `12 clusters and 1 single point`
  var markerText: String {
    counted(clusterCount, "cluster") + " and " + counted(singleCount, "single point")
  }

  init(messages: Messages, styleName: String) {
    self.messages = messages
    self.styleName = styleName
  }

  /// Takes a picture down.
  mutating func take(_ snapshot: Snapshot) throws(Failure) {
    try take(snapshot.groups, snapshot.notes)
  }

  /// Tells where there are points, but none of them in the picture.
  func tellIfEmpty(_ viewport: Viewport, of loaded: LoadedMap, at place: String?) {
    guard let count = loaded.snapshotter.pointCount(allOutside: viewport) else { return }
    var advice = "move the view"
    if let box = loaded.snapshotter.boundingBox {
      let edges = [box.west, box.south, box.east, box.north].map { decimalText(of: $0, decimals: 3) }
      advice = "--fit shows them all, and so does --bbox \(edges.joined(separator: ","))"
    }
    messages.warning(
      (count == 1 ? "the only point does not lie" : "none of the \(count) points lies")
        + " in the picture; \(advice)",
      at: place)
  }

  /// Takes markers down, and tells notes not told before; under `--strict` these end the command.
  mutating func take(_ groups: [MarkerGroup], _ notes: [Diagnostic]) throws(Failure) {
    messages.tell(
      notes.filter { told.insert("\($0.code) \($0.path.pointer) \($0.message)").inserted }, of: styleName)
    try messages.endIfStrict()
    for group in groups {
      let clusters = group.markers.markers.reduce(0) { $0 + ($1.isCluster ? 1 : 0) }
      clusterCount += clusters
      singleCount += group.markers.markers.count - clusters
    }
  }
}

extension SnapshotStage {
  /// What the progress line says.
  ///
  /// - Parameter picture: the picture's file.
  func text(of picture: String) -> String {
    switch self {
    case .clustering(let source): "clustering \(source)"
    case .drawing: "drawing \(picture)"
    }
  }
}
