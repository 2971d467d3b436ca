import CommandParts
import Arguments
import CairoCanvas
import JSONDocument
import MapContent
import MapFeatures
import MapScene
import MapSession
import MapSettings

extension PictureFormat: ExpressibleByArgument {}

struct RenderCommand: ParsableCommand {
  @OptionGroup var map: MapArguments
  @Option(short: "-o") var output: String?
  @Option() var format: PictureFormat?
  @Option() var dump: String?
  @Option() var altText: String?
  @Option() var each: String?
  @Flag() var skipExisting: Bool
  @OptionGroup("Picture") var picture: PictureArguments
  @SettingOptions(OutputSettings.around, "Around the map") var decorations: OutputSettings
  @OptionGroup("Fonts") var fonts: FontArguments

  static let configuration = CommandConfiguration("render")

  func run() throws -> Int32 {
    var clock = StageClock()
    let messages = map.common.messages
    let progress = Progress(isQuiet: map.common.quiet)
    let root = try map.confinement.folder()
    if let each { return try drawRows(of: each, messages, progress, root) }
    if map.isEmpty {
      throw Failure.input(
        "there is nothing to draw; name an input, such as clustersnap render points.csv -o map.png")
    }
    if skipExisting { throw Failure.input("--skip-existing is for the pictures of rows; add --each FILE") }
    let single = try output.map { path in try PictureTarget(path, format: format, option: "-o", root: root) }
    let log = messages.log(progress)
    var maps: [(loaded: LoadedMap, plans: [PictureOutputs])] = []
    let session = try MapSession.ofCommand(tileCache: picture.tileCache, root: root)
    for specification in try specifications(session) {
      let loaded = try session.load(specification, log: log)
      let plans = try loaded.views.indices.map { index throws(Failure) in
        try plan(of: index, in: loaded, single: single, root)
      }
      maps.append((loaded, plans))
    }
    clock.mark("read")
    let inputs = [map.request].compactMap { $0 == "-" ? nil : $0 } + maps.flatMap(\.loaded.inputPaths)
    try OutputFile.checkDistinct(maps.flatMap { $0.plans.flatMap(\.outputs) }, from: inputs)
    let stage = OutputStage()
    var drawn: [String] = []
    for (loaded, plans) in maps {
      if map.confinement.dryRun {
        try loaded.check(plans.map(\.picture), writesMarkers: plans.writeMarkers, log: log)
        progress.clear()
        _ = try ConfinementArguments.print(loaded.sourceLines + plans.flatMap(\.lines))
        continue
      }
      var report = PictureReport(log: log, styleName: loaded.styleName)
      let work = plans.count == 1 ? "drawing \(plans[0].file.name)" : "drawing \(plans.count) pictures"
      let durations = try progress.during(work) { () throws(Failure) in
        try draw(plans, of: loaded, to: stage, progress, log, &report)
      }
      clock.add("scene", durations.scenes)
      clock.add("draw", durations.pictures)
      drawn.append("\(loaded.snapshotter.readText), \(report.markerText) drawn")
    }
    try stage.commit()
    clock.mark("write")
    if !drawn.isEmpty { messages.info("\(drawn.joined(separator: "; ")); \(clock.text)") }
    return ExitStatus.done
  }

  /// The map, or one for each view where views of a request have data of their own.
  private func specifications(_ session: MapSession) throws(Failure) -> [MapSpecification] {
    var specification = try map.specification()
    specification.set(picture, decorations, fonts)
    specification.streamsLargeInputs = true
    specification.takesPairs = true
    guard let name = map.request else { return [specification] }
    let text = try session.json(of: Resource(path: name, isFromDocument: false))
    // The request is read once: it may come through a pipe.
    return (SnapshotRequest.separated(text.root) ?? [text]).map { request in
      specification.request = .text(request, name: name)
      return specification
    }
  }

  fileprivate struct PictureOutputs {
    let picture: PicturePlan
    let file: OutputFile
    let dark: OutputFile?
    let dump: (file: OutputFile, format: MarkerDocument.Format)?
    let altText: OutputFile?

    private var beside: [OutputFile] { [dark, dump?.file, altText].compactMap(\.self) }
    var outputs: [OutputFile] { [file] + beside }

    var lines: [String] {
      let picture = "output: \(file.name) (\(picture.format.rawValue))"
      return self.picture.lines + [picture] + beside.map { "output: \($0.name)" }
    }
  }

  private func plan(
    of index: Int, in loaded: LoadedMap, single: PictureTarget?, _ root: String?
  ) throws(Failure) -> PictureOutputs {
    let view = loaded.views[index]
    let place = loaded.place(of: view)
    let count = loaded.views.count
    let target: PictureTarget
    if let single {
      guard count == 1 else {
        throw .input("-o names one picture, but the request has \(count); name each in its view's output")
      }
      target = single
    } else if let path = view.path {
      target = try PictureTarget(
        loaded.path(path), format: format ?? view.format, option: "views[\(index)].output", root: root)
    } else if map.request == nil {
      throw .input("no output is set; use -o map.png")
    } else {
      throw .input("view \(view.name ?? "\(index)") has no output; add one, or use -o map.png", at: place)
    }
    let pair = try target.pair(loaded.themes)
    let picture = try loaded.plan(of: index, as: target.format, place: pair.file.name)
    if dump != nil && count > 1 {
      throw .input("--dump names one file, but the request has \(count) views; name each in its view's dump")
    }
    let dumpPath = dump ?? view.dump.map(loaded.path)
    let dump = try dumpPath.map { path throws(Failure) in
      try ClustersCommand.target(path, format: nil, option: "--dump", root: root)
    }
    return PictureOutputs(
      picture: picture, file: pair.file, dark: pair.dark, dump: dump,
      altText: try altText(of: view, count, root))
  }

  private func altText(
    of view: SnapshotRequest.View, _ count: Int, _ root: String?
  ) throws(Failure) -> OutputFile? {
    guard let altText else { return nil }
    guard count == 1 else {
      throw .input("--alt-text names one file, but the request has \(count) views; draw one of them")
    }
    guard view.output.metadata != PictureMetadata.none else {
      throw .input("--alt-text needs the words that --metadata none leaves out; leave out one of both")
    }
    let file = OutputFile(path: altText, root: root)
    try file.check()
    return file
  }

  private func draw(
    _ plans: [PictureOutputs], of loaded: LoadedMap, to stage: OutputStage, _ progress: Progress,
    _ log: SessionLog, _ report: inout PictureReport
  ) throws(Failure) -> PictureDurations {
    let isVerbose = map.common.verbose
    var reporting = report
    defer { report = reporting }
    if plans.count == 1, !plans.writeMarkers { loaded.answerOnce() }
    return try loaded.draw(
      plans.map(\.picture), writesMarkers: plans.writeMarkers, log: log,
      time: { .seconds(monotonicSeconds()) }
    ) { step in
      if plans.count == 1 { progress.enter(step.text(of: plans[0].file.name)) }
    } finish: { drawn throws(Failure) in
      let dump = plans[drawn.plan.number].dump
      let groups = dump != nil || isVerbose ? try drawn.groups() : drawn.snapshot.groups
      return (
        file: try drawn.encodedFile(), dark: try drawn.encodedDark(), groups: groups + drawn.groupsBeside,
        dump: dump.map { drawn.document(of: groups, describesMarks: true).bytes($0.format) },
        alt: drawn.snapshot.scene.alt
      )
    } take: { index, drawn throws(Failure) in
      let (plan, drawn) = (plans[index], try drawn.get())
      progress.clear()
      reporting.count(drawn.groups)
      try stage.add(drawn.file.bytes, to: plan.file)
      if let file = plan.dark, let bytes = drawn.dark { try stage.add(bytes, to: file) }
      if let error = drawn.file.error {
        map.common.messages.info(
          "\(plan.file.name): reduced colors differ by \(decimalText(of: error.typical, decimals: 2)) of 255 on average, by \(error.greatest) at most"
        )
      }
      if let dump = plan.dump, let bytes = drawn.dump { try stage.add(bytes, to: dump.file) }
      if let file = plan.altText, let alt = drawn.alt {
        try stage.add(Array("\(alt.title)\n\n\(alt.details)\n".utf8), to: file)
      }
      if plans.count > 1 {
        progress.enter("drawing \(plans.count) pictures")
        progress.update(share: Double(index + 1) / Double(plans.count), rows: 0)
      }
    }
  }
}

extension [RenderCommand.PictureOutputs] {
  fileprivate var writeMarkers: Bool { contains { $0.dump != nil } }
}

struct PictureTarget {
  let file: OutputFile
  let format: PictureFormat

  init(_ path: String, format: PictureFormat?, option: String, root: String? = nil) throws(Failure) {
    file = OutputFile(path: path, root: root)
    try file.check()
    let seen = file.isStandardOutput ? .png : PictureFormat(ending: file.pathExtension)
    guard let format = format ?? seen else {
      throw .input(
        "\(option): \(path) ends in no known format; name a .png, .svg, .pdf, .webp, .avif, .jpg or .html file, or use --format"
      )
    }
    self.format = format
  }

  /// The files of a pair: of `map.png` `map-light.png` and `map-dark.png`, by the names of the styles; the file itself where it
  /// holds all.
  func pair(_ themes: [String]) throws(Failure) -> (file: OutputFile, dark: OutputFile?) {
    guard !themes.isEmpty, format != .svg else { return (file, nil) }
    guard !file.isStandardOutput else {
      throw .input("two themes are two pictures; name a file, or use --format svg, which holds both")
    }
    let (ending, path) = (file.pathExtension, file.path)
    let stem = ending.isEmpty ? path : String(path.dropLast(ending.utf8.count + 1))
    var files: [OutputFile] = []
    for theme in themes {
      files.append(
        OutputFile(
          path: "\(stem)-\(SnapshotRequest.themeName(theme))\(path.dropFirst(stem.count))", root: file.root))
      try files[files.count - 1].check()
    }
    return (files[0], files[1])
  }
}

extension SnapshotStage {
  func text(of picture: String) -> String {
    switch self {
    case .clustering(let source): "clustering \(source)"
    case .drawing: "drawing \(picture)"
    }
  }
}
