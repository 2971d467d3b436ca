import CommandParts
package import Arguments
import CairoCanvas
import Drawing
import MapFeatures
import MapSession
import MapSettings
import MapStories
import MapStyle

enum AnimationFormat: String, CaseIterable, ExpressibleByArgument {
  case apng
  case gif
  case png
  case svg
}

/// `clustersnap animate`: steps in, moving markers out.
package struct AnimateCommand: ParsableCommand {
  @OptionGroup var map: MapArguments
  @Option() var time: String?
  @Option(reading: SettingType.period.word) var every: TimePeriod?
  @Option(reading: SettingType.timeFormat.word) var timeFormat: TimeFormat?
  @Flag var cumulative: Bool
  @Option(short: "-o") var output: String?
  @SettingOptions(FilmSettings.table.entries) var settings: FilmSettings
  @Option() var at: Double?
  @Option(within: Film.stripFrames) var filmStrip: Int?
  @Option() var difference: String?
  @Option() var format: AnimationFormat?
  @Option() var report: String?
  @OptionGroup("Picture") var picture: PictureArguments
  @SettingOptions(OutputSettings.around, "Around the map") var decorations: OutputSettings
  @OptionGroup("Fonts") var fonts: FontArguments

  private var common: CommonOptions { map.common }

  package init() {}

  package static let configuration = CommandConfiguration(
    "animate", filling: ["steps": StepVerb.allCases.map(\.rawValue).joined(separator: ", ")])

  package func run() throws -> Int32 {
    let root = try map.confinement.folder()
    let target = try target(below: root)
    let reportFile = report.map { OutputFile(path: $0, root: root) }
    try reportFile?.check()
    let progress = Progress(isQuiet: common.quiet)
    let log = common.messages.log(progress)
    let gif = try target.format == .gif ? GIFProgram(for: target.file.name) : nil
    let story = try load(log, below: root)
    if difference != nil, !story.beside.isEmpty {
      let columns: String = picture.beside == nil ? "columns" : "--beside"
      throw Failure.input("\(columns) and --difference exclude each other; set one of them")
    }
    let outputs = [reportFile, target.isFolder ? nil : target.file].compactMap(\.self)
    try OutputFile.checkDistinct(outputs, from: story.map.inputPaths)
    let format: PictureFormat = target.isSVG ? .svg : .png
    let results = try story.play(for: format, log: log)
    if map.confinement.dryRun {
      let snapshots = results[0].snapshots.map { "snapshot \($0.name): view: \($0.viewport.summary)" }
      return try ConfinementArguments.print(
        story.map.sourceLines + ["steps: \(story.scenario.steps.count)"] + snapshots
          + [target.line] + (reportFile.map { ["output: \($0.name)"] } ?? []))
    }
    let stage = OutputStage()
    if let reportFile { try stage.add(results[0].report, to: reportFile) }
    defer { progress.clear() }
    try story.film(of: results, shares: shares, for: format, log: log) { film, story throws(Failure) in
      film.progress = { share in
        progress.enter("drawing the frames of \(target.file.name)")
        progress.update(share: share, rows: 0)
      }
      try draw(&film, story, to: target, gif, stage)
      progress.clear()
    }
    try stage.commit()
    return ExitStatus.done
  }

  // MARK: What is asked for

  /// The shares of a transition that a single picture shows; `nil` for all frames.
  private var shares: [Double]? {
    if difference != nil { return [] }
    if let at { return [at - max(0, at.rounded(.up) - 1)] }
    return filmStrip.map { count in (0..<count).map { Double($0) / Double(count - 1) } }
  }

  private struct Target {
    /// The file; the folder, where there is a file a frame.
    let file: OutputFile
    let format: AnimationFormat
    var isFolder = false

    var isSVG: Bool { format == .svg }

    /// The line that `--dry-run` prints.
    var line: String { "output: " + (isFolder ? "\(file.path)/frame-*.\(format.rawValue)" : file.name) }
  }

  private func target(below root: String?) throws(Failure) -> Target {
    guard let output else { throw .input("no output is set; use -o story.png") }
    let single = [
      ("--at", at != nil), ("--film-strip", filmStrip != nil), ("--difference", difference != nil),
    ].filter(\.1).map(\.0)
    guard single.count <= 1 else {
      throw .input("\(single[0]) and \(single[1]) exclude each other; set one of them")
    }
    let file = OutputFile(path: output, root: root)
    let ending = AnimationFormat(rawValue: file.pathExtension)
    let isSVG = (format ?? ending) == .svg
    let isThere = fileKind(output) == S_IFDIR
    let isFolder = isThere || output.last == "/"
    if single.isEmpty && (format == .png || format == .svg || isFolder) {
      if file.isStandardOutput {
        throw .input("a file a frame needs a folder; use -o DIR, or --at T for one frame")
      }
      if !isFolder && ["png", "svg"].contains(file.pathExtension) {
        throw .input(
          "-o: \(output) names one file, but there is one a frame; name a folder, or use --at T or --film-strip N"
        )
      }
      let folder = output.last == "/" && output.count > 1 ? String(output.dropLast()) : output
      let target = Target(
        file: OutputFile(path: folder, root: root), format: isSVG ? .svg : .png, isFolder: true)
      if !isThere { try target.file.check() }
      return target
    }
    if isSVG && single.isEmpty {
      throw .input("-o: \(output): SVG holds one frame; use --at T, or name a folder")
    }
    guard let known = format ?? (file.isStandardOutput ? .png : ending) else {
      throw .input(
        "-o: \(output) ends in no known format; name a .png, .gif or .svg file, or a folder, or use --format")
    }
    if known == .gif, let option = single.first {
      throw .input(
        "-o: \(output): a GIF is a film, and \(option) makes a still picture; name a .png or .svg file")
    }
    try file.check()
    return Target(file: file, format: known)
  }

  // MARK: Loading and playing

  private func load(_ log: SessionLog, below root: String?) throws(Failure) -> LoadedStory {
    var specification = try map.specification()
    specification.set(picture, decorations, fonts)
    let session = try MapSession.ofCommand(tileCache: picture.tileCache, root: root)
    if map.request != nil {
      throw .input(
        "--request: \(time == nil ? "a scenario is the input itself" : "--time makes the steps from tables"); leave --request out"
      )
    }
    if let time {
      guard !map.inputs.isEmpty else { throw .input("--time: name the tables, such as trips.csv") }
      let story = TimeStory(
        column: time, period: every ?? .year, isCumulative: cumulative, format: timeFormat)
      return try session.loadStory(specification, times: story, settings: settings, log: log)
    }
    let ofTimes = [
      ("--every", every != nil), ("--time-format", timeFormat != nil), ("--cumulative", cumulative),
    ]
    for (option, isSet) in ofTimes where isSet {
      throw .input("\(option) belongs to --time; name a column of times")
    }
    guard let path = map.inputs.first, map.inputs.count == 1 else {
      throw .input(
        "name one scenario, such as clustersnap animate story.json -o story.png, or tables and --time COLUMN")
    }
    if ["csv", "tsv", "gpkg", "parquet", "geojsonl", "ndjson", "shp"].contains(where: {
      path.lowercased().hasSuffix(".\($0)")
    }) {
      throw .input(
        "\(path) is a table, no scenario; name its column of times with --time, such as clustersnap animate \(path) --time COLUMN -o story.png"
      )
    }
    specification.inputs = []
    specification.request = .file(Resource(path: path, isFromDocument: false))
    return try session.loadStory(specification, settings: settings, log: log)
  }

  // MARK: Drawing

  private func draw(
    _ film: inout Film, _ story: LoadedStory, to target: Target, _ gif: GIFProgram?, _ stage: OutputStage
  ) throws(Failure) {
    let (rate, still) = story.pace
    if at == nil, filmStrip == nil, difference == nil, story.map.views.first?.output.colors != nil {
      let name = picture.output.colors == nil ? "colors" : "--colors"
      throw .input(
        "\(name): the frames of a film keep all their colors; leave it out, or draw one picture with --film-strip or --at"
      )
    }
    if target.isFolder { return try drawFrames(&film, story, to: target, stage, rate, still) }
    let scene: Scene
    if let at {
      guard (0...Double(film.transitionCount)).contains(at) else {
        throw .input(
          "--at: \(at) is outside 0...\(film.transitionCount): there \(film.transitionCount == 1 ? "is 1 transition" : "are \(film.transitionCount) transitions")"
        )
      }
      let number = max(0, Int(at.rounded(.up)) - 1)
      scene = try film.scene(number, at - Double(number))
    } else if let filmStrip {
      scene = try film.strip(filmStrip)
    } else if let difference {
      scene = try self.scene(of: difference, &film)
    } else {
      let bytes = try film.animation(
        rate: rate, still: still, options: story.pngOptions, path: target.file.path)
      return try stage.add(try gif?.gif(of: bytes) ?? bytes, to: target.file)
    }
    try stage.add(try encoded(scene, target, target.file, story), to: target.file)
  }

  /// Draws a file a frame, and the list of them.
  private func drawFrames(
    _ film: inout Film, _ story: LoadedStory, to target: Target, _ stage: OutputStage, _ rate: Int,
    _ still: Int
  ) throws(Failure) {
    try stage.makeFolder(target.file.path)
    func name(_ frame: Film.Frame) -> String {
      "frame-\(String(100_000 + frame.number).dropFirst()).\(target.format.rawValue)"
    }
    func file(_ name: String) -> OutputFile {
      OutputFile(path: "\(target.file.path)/\(name)", root: target.file.root)
    }
    var list = FrameList(rate: rate)
    try film.forEachFrame(rate: rate, still: still) { painter, frame throws(Failure) in
      let file = file(name(frame))
      try file.check()
      return target.isSVG
        ? try encoded(frame.scene, target, file, story)
        : try story.png(of: frame, by: painter, place: file.name)
    } take: { frame, bytes throws(Failure) in
      try stage.add(bytes, to: file(name(frame)))
      list.append(name(frame), of: frame)
    }
    let manifest = file("frames.json")
    try manifest.check()
    try stage.add(list.bytes, to: manifest)
  }

  /// Returns the changes between two snapshots; names may contain commas.
  private func scene(of names: String, _ film: inout Film) throws(Failure) -> Scene {
    let parts = names.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.contains(where: { !$0.isEmpty }) else {
      throw .input("--difference needs the names of two snapshots, such as --difference before,after")
    }
    let pairs = (1..<parts.count).map { cut in
      (parts[..<cut].joined(separator: ","), parts[cut...].joined(separator: ","))
    }
    let pair = pairs.first { film.hasSnapshot($0.0) && film.hasSnapshot($0.1) } ?? pairs[0]
    return try film.difference(from: pair.0, to: pair.1)
  }

  private func encoded(
    _ scene: Scene, _ target: Target, _ file: OutputFile, _ story: LoadedStory
  ) throws(Failure) -> [UInt8] {
    guard let view = story.map.views.first else { throw .input("the scenario has no view", at: story.name) }
    return try story.map.encoded(scene, of: view, as: target.isSVG ? .svg : .png, place: file.name).bytes
  }
}
