import Arguments
import CairoCanvas
import Dispatch
import Drawing
import MapScene
import MapSession
import MapSettings
import MapStories
import MapStyle
import Synchronization

/// The forms of an animation.
enum AnimationFormat: String, CaseIterable, ExpressibleByArgument {
  case apng
  case png
  case svg
}

/// `clustersnap animate`: steps in, moving markers out.
struct AnimateCommand: ParsableCommand {
  @Argument(help: .init("A map with steps, in JSON; - is standard input.", valueName: "SCENARIO.json"))
  var scenario: [String]
  @Option(
    short: "-o",
    help: .init(
      "The picture, or a folder for a file a frame; - for standard output.", valueName: "OUT.png|DIR"))
  var output: String?
  @Option(help: .init("How markers change.", default: "the scenario's, else the preset's, else fade"))
  var animator: AnimatorName?
  @Option(
    help: .init(
      "Seconds a transition takes.", valueName: "S",
      default: "fade 0.2, clustermap 0.35; move 0.5; bounce 0.6"))
  var duration: Double?
  @Option(help: .init("Frames a second, 1 to 120.", valueName: "N", default: "30"))
  var fps: Int?
  @Option(help: .init("Seconds each snapshot stands still.", valueName: "S", default: "1"))
  var hold: Double?
  @Option(
    help: .init(
      "A single frame: 0.5 is halfway through the first transition, 1 its end, 1.5 halfway through the second.",
      valueName: "T", default: "all frames"))
  var at: Double?
  @Option(
    help: .init(
      "One picture with N frames of each transition, a row a transition.", valueName: "N",
      default: "an animation"))
  var filmStrip: Int?
  @Option(
    help: .init(
      "One picture of what changed between two snapshots: markers kept, inserted, removed and reused in four colors.",
      valueName: "FROM,TO", default: "an animation"))
  var difference: String?
  @Option(help: .init("One animated PNG, or a file a frame.", default: "apng"))
  var format: AnimationFormat?
  @Option(
    help: .init(
      "Also write what every step kept, inserted, removed and reused (JSON).", valueName: "FILE",
      default: "none"))
  var report: String?
  @OptionGroup("Picture") var picture: PictureArguments
  @OptionGroup("Fonts") var fonts: FontArguments
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration(
    name: "animate",
    abstract: "Plays a scenario: points come and go, the view moves, markers follow.",
    usage: "clustersnap animate SCENARIO.json -o OUT.png|DIR [options]",
    discussion: """
      A scenario is a request with steps: add, remove, clear, view, pan, zoom, settings, select, deselect, snapshot. Between two
      snapshots markers change in the view of the later one; each transition ends with exactly
      what render would draw, unless a group keeps state (reuse, hysteresis, keepInvisible).

      Example:
        clustersnap animate Samples/story.json -o story.png --animator move
      """)

  init() {}

  func run() throws -> Int32 {
    let target = try target()
    try checkNumbers()
    let reportFile = report.map(OutputFile.init)
    try reportFile?.check()
    let interrupts = Interrupts()
    let log = common.messages.log(Progress(isQuiet: common.quiet))
    var story = try load(log)
    var outputs = reportFile.map { [$0] } ?? []
    if case .file(let file, _) = target { outputs.append(file) }
    try OutputFile.checkDistinct(outputs, from: story.map.inputPaths)
    let result = try play(story, log)
    try story.loadPictures(for: result, log: log)
    let stage = OutputStage(interrupts: interrupts)
    if let reportFile { try stage.add(ScenarioReport(result).bytes, to: reportFile) }
    let shaper = try story.map.shaper(log: log)
    var film = Film(
      of: result, in: story, animator: story.animator(animator, duration: duration), shaper: shaper)
    try draw(&film, story, to: target, stage)
    var notes = PictureReport(log: log, styleName: story.map.styleName)
    try notes.take([], film.notes)
    try stage.commit()
    return ExitStatus.done
  }

  // MARK: What is asked for

  private enum Target {
    case file(OutputFile, isSVG: Bool)
    case folder(String, isSVG: Bool)
  }

  private func target() throws(Failure) -> Target {
    guard let output else { throw .input("no output is set; use -o story.png") }
    let single = [
      ("--at", at != nil), ("--film-strip", filmStrip != nil), ("--difference", difference != nil),
    ].filter(\.1).map(\.0)
    guard single.count <= 1 else {
      throw .input("\(single[0]) and \(single[1]) exclude each other; set one of them")
    }
    let file = OutputFile(path: output)
    let isSVG = format == .svg || (format == nil && file.pathExtension == "svg")
    var status = stat()
    let isFolder = stat(output, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
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
      if !isFolder { try OutputFile(path: folder).check() }
      return .folder(folder, isSVG: isSVG)
    }
    if isSVG && single.isEmpty {
      throw .input("-o: \(output): SVG holds one frame; use --at T, or name a folder")
    }
    if !isSVG, format == nil, !file.isStandardOutput, !["png", "apng"].contains(file.pathExtension) {
      throw .input(
        "-o: \(output) ends in no known format; name a .png or .svg file, or a folder, or use --format")
    }
    try file.check()
    return .file(file, isSVG: isSVG)
  }

  private func checkNumbers() throws(Failure) {
    for (name, value) in [("--duration", duration), ("--hold", hold)] {
      if let value, !(0...60).contains(value) { throw .input("\(name): \(value) is outside 0...60 seconds") }
    }
    if let fps, !(1...120).contains(fps) { throw .input("--fps: \(fps) is outside 1...120") }
    if let filmStrip, !(2...100).contains(filmStrip) {
      throw .input("--film-strip: \(filmStrip) is outside 2...100 frames")
    }
  }

  // MARK: Loading and playing

  private func load(_ log: SessionLog) throws(Failure) -> LoadedStory {
    guard let path = scenario.first, scenario.count == 1 else {
      throw .input("name one scenario, such as clustersnap animate story.json -o story.png")
    }
    var specification = MapSpecification(requestFile: path)
    specification.set(picture, nil, fonts)
    return try MapSession.ofCommand(tileCache: picture.tileCache).loadStory(specification, log: log)
  }

  /// Plays the steps; the command waits for its managers.
  private func play(_ story: LoadedStory, _ log: SessionLog) throws(Failure) -> ScenarioResult {
    let box = Outcome()
    let player = story.player
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do throws(ScenarioError) {
        box.set(.success(try await player.play()))
      } catch {
        box.set(.failure(error))
      }
      done.signal()
    }
    done.wait()
    switch box.get() {
    case .success(let result):
      log.report(result.warnings, of: story.name)
      if log.isStrict && !result.warnings.isEmpty { throw .reported }
      return result
    case .failure(let error):
      log.report(error.diagnostics, of: story.name)
      throw .reported
    case nil: throw .output("the scenario was not played")
    }
  }

  private final class Outcome: Sendable {
    private let result = Mutex<Result<ScenarioResult, ScenarioError>?>(nil)

    func set(_ value: Result<ScenarioResult, ScenarioError>) { result.withLock { $0 = value } }
    func get() -> Result<ScenarioResult, ScenarioError>? { result.withLock { $0 } }
  }

  // MARK: Drawing

  private func draw(
    _ film: inout Film, _ story: LoadedStory, to target: Target, _ stage: OutputStage
  ) throws(Failure) {
    let rate = story.rate(fps)
    let still = story.still(hold, rate: rate)
    film.options.describesMarks = false
    switch target {
    case .file(let file, let isSVG):
      film.options.describesMarks = isSVG
      if let at {
        guard (0...Double(film.transitionCount)).contains(at) else {
          throw .input(
            "--at: \(at) is outside 0...\(film.transitionCount): there \(film.transitionCount == 1 ? "is 1 transition" : "are \(film.transitionCount) transitions")"
          )
        }
        let number = max(0, Int(at.rounded(.up)) - 1)
        let scene = try film.scene(number, at - Double(number))
        try stage.add(try encoded(scene, isSVG: isSVG, file, story), to: file)
      } else if let filmStrip {
        try stage.add(try encoded(try film.strip(filmStrip), isSVG: isSVG, file, story), to: file)
      } else if let difference {
        let scene = try self.scene(of: difference, &film)
        try stage.add(try encoded(scene, isSVG: isSVG, file, story), to: file)
      } else {
        let bytes = try film.animation(rate: rate, still: still, options: story.pngOptions, path: file.path)
        try stage.add(bytes, to: file)
      }
    case .folder(let folder, let isSVG):
      film.options.describesMarks = isSVG
      try stage.makeFolder(folder)
      var number = 1
      let ending = isSVG ? "svg" : "png"
      let painter = FramePainter()
      try film.forEachFrame(rate: rate, still: 1) { frame throws(Failure) in
        let digits = String(100_000 + number).dropFirst()
        let file = OutputFile(path: "\(folder)/frame-\(digits).\(ending)")
        try file.check()
        let bytes =
          isSVG
          ? try encoded(frame.scene, isSVG: true, file, story)
          : try story.png(of: frame, by: painter, place: file.name)
        try stage.add(bytes, to: file)
        number += 1
      }
    }
  }

  /// What changed between two snapshots; names may have commas in them.
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
    _ scene: Scene, isSVG: Bool, _ file: OutputFile, _ story: LoadedStory
  ) throws(Failure) -> [UInt8] {
    let target = try PictureTarget(file.path, format: isSVG ? .svg : .png, option: "-o")
    guard let view = story.map.views.first else { throw .input("the scenario has no view", at: story.name) }
    return try story.map.encoded(scene, of: view, as: target.format, place: target.file.name)
  }
}
