public import Arguments
import GoldenCases
import JSONDocument
import Synchronization
import TileSources

extension RecordMode: ExpressibleByArgument {}

/// `clustersnap verify`: requests, drawn and held against their goldens.
struct VerifyCommand: ParsableCommand {
  @Argument(
    help: .init(
      "A request with its golden beside it, or a folder of them, searched to its depth.",
      valueName: "CASE.json|FOLDER"))
  var cases: [String]
  @Option(
    help: .init(
      "Which goldens to write: missing ones; failed ones, too; all. Always never where CI=true.",
      valueName: "MODE", default: "never"))
  var record: RecordMode?
  @Option(
    help: .init(
      "Write index.html and report.json there; the folder is made where it is missing.", valueName: "DIR",
      default: "none"))
  var report: String?
  @Option(help: .init("Write JUnit XML for servers.", valueName: "FILE", default: "none"))
  var junit: String?
  @Option(
    help: .init(
      "Write a table of at most 20 cases as Markdown, for summaries of jobs and comments.", valueName: "FILE",
      default: "none"))
  var markdown: String?
  @Option(
    within: 1...256,
    help: .init("How many cases at once.", valueName: "N", default: "the number of processors"))
  var jobs: Int?
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration(
    name: "verify",
    abstract: "Draws requests and holds the pictures against their goldens.",
    usage: "clustersnap verify CASE.json|FOLDER… [options]",
    discussion: """
      A case is a request NAME.json (see clustersnap render --request) with its golden beside it: NAME.png, compared by
      pixels; NAME.svg, compared as text; NAME.geojson, the markers, compared as data; one or more. Of a request with
      several views each has its own, NAME-VIEW.png. Every channel of every pixel must be the same (on macOS within 1 of
      255), unless the request sets another limit and the reason:

        "golden": {"tolerance": 1, "reason": "drawn by another version of the font"}

      Its other members: threshold, includeAa, profile, maxPixels, maxRatio, window, maxWindow and masks as options of
      clustersnap diff, numberTolerance for GeoJSON, formats (["png", "svg"]) for the goldens that must be there.

      Nothing is written without --record. A golden without a case is reported; under --strict that is an
      error. Exit status: 0 all as it should be or recorded, 1 some differ, 2 some are missing or cannot be compared
      (whether or not others differ), 3 a report cannot be written.

      Example:
        clustersnap verify Tests/Goldens --report build/goldens
      """)

  init() {}

  func run() throws -> Int32 {
    let began = monotonicSeconds()
    if cases.isEmpty {
      throw Failure.input(
        "there is nothing to verify; name a case or a folder, such as clustersnap verify Tests/Goldens")
    }
    let messages = common.messages
    let reports = try Reports(folder: report, junit: junit, markdown: markdown)
    let goldens = GoldenDisk()
    var finder = CaseFinder(resources: FileLoader(), goldens: goldens)
    finder.reportFolder = report.map(canonicalPath)
    for path in cases { finder.add(path) }
    for problem in finder.problems { messages.report(problem) }
    for line in finder.passedOver { messages.info(line) }

    let isQuiet = common.quiet
    let listing = Listing()
    let writeLine = { @Sendable (outcome: GoldenOutcome) in
      VerifyCommand.write(outcome, isQuiet: isQuiet, to: listing)
    }
    finder.damaged.forEach(writeLine)
    let jobs = jobs ?? processorCount
    let threads = finder.documents.count < jobs ? processorCount : 1
    let run = GoldenRun(
      session: try .ofCommand(), files: goldens, mode: recordMode(messages),
      keepsPictures: report != nil, isStrict: common.strict, threads: threads)
    var outcomes = finder.damaged + run.outcomes(of: finder.documents, jobs: jobs, report: writeLine)
    let stale = finder.staleGoldens
    stale.forEach(writeLine)
    outcomes += stale

    let summary = GoldenSummary(outcomes)
    if !isQuiet { listing.write(summary.text) }
    try reports.write(outcomes)
    try listing.check()
    let milliseconds = Int(((monotonicSeconds() - began) * 1000).rounded())
    messages.info("\(summary.caseCount) cases in \(milliseconds) ms on \(jobs) threads")
    if !finder.problems.isEmpty || summary[.missing] + summary[.notComparable] > 0 {
      return ExitStatus.badInput
    }
    if common.strict && summary[.stale] > 0 { return ExitStatus.badInput }
    return summary[.different] > 0 ? ExitStatus.different : ExitStatus.done
  }

  /// The mode of recording: none on a server of continuous integration, whatever is set.
  private func recordMode(_ messages: Messages) -> RecordMode {
    guard let record, record != .never else { return .never }
    let server = getenv("CI").map { String(cString: $0) } ?? ""
    guard ["", "0", "false"].contains(server) else {
      messages.warning(
        "--record \(record.rawValue): CI=\(server) is set, so nothing is recorded; record where you can look at the pictures"
      )
      return .never
    }
    return record
  }

  private static func write(_ outcome: GoldenOutcome, isQuiet: Bool, to listing: Listing) {
    if isQuiet, [.same, .recorded, .stale].contains(outcome.status) { return }
    let status = outcome.status.rawValue
    var line = status + String(repeating: " ", count: max(1, 16 - status.count))
    // What is reported of a request begins with its name and place.
    line += outcome.message.hasPrefix(outcome.name + ":") ? outcome.message : outcome.name
    if !outcome.message.isEmpty, !outcome.message.hasPrefix(outcome.name + ":") {
      line += ": " + outcome.message
    }
    listing.write(escapedForMessage(line))
  }
}

/// The lines on standard output, and why one of them could not be written.
private final class Listing: Sendable {
  private let failure = Atomic<Int32>(0)

  func write(_ line: String) {
    guard failure.load(ordering: .relaxed) == 0 else { return }
    // A reader that has gone is no failure.
    if !writeAll(Array((line + "\n").utf8), to: STDOUT_FILENO), errno != EPIPE {
      failure.store(errno, ordering: .relaxed)
    }
  }

  func check() throws(Failure) {
    let number = failure.load(ordering: .relaxed)
    guard number != 0 else { return }
    throw .output("cannot write it: \(String(cString: strerror(number))); make room", at: "standard output")
  }
}

/// The targets of reports; errors of writing them are found before any case is drawn.
private struct Reports {
  private var page: OutputFile?
  private var data: OutputFile?
  private var junit: OutputFile?
  private var markdown: OutputFile?

  init(folder: String?, junit: String?, markdown: String?) throws(Failure) {
    if let folder {
      try Reports.makeFolder(folder)
      page = OutputFile(path: folder + "/index.html")
      data = OutputFile(path: folder + "/report.json")
    }
    self.junit = junit.map { OutputFile(path: $0) }
    self.markdown = markdown.map { OutputFile(path: $0) }
    for file in [page, data, self.junit, self.markdown] { try file?.check() }
  }

  func write(_ outcomes: [GoldenOutcome]) throws(Failure) {
    try page?.write(htmlReport(of: outcomes))
    try data?.write(jsonReport(of: outcomes))
    try junit?.write(jUnitReport(of: outcomes))
    try markdown?.write(markdownReport(of: outcomes))
  }

  /// Makes a folder and those above it that are missing.
  private static func makeFolder(_ path: String) throws(Failure) {
    var place = path.startIndex
    while place < path.endIndex {
      place = path[place...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<place])
      if mkdir(part, 0o777) != 0 && errno != EEXIST {
        throw .output("the folder cannot be made: \(systemErrorText()); name another place", at: part)
      }
    }
  }
}
