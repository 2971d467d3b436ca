import CommandParts
public import Arguments
import GoldenCases
import JSONDocument
import Synchronization
import TileSources

extension RecordMode: ExpressibleByArgument {}

/// Findings that count as errors beside cases that are missing or cannot be compared.
struct FailureCauses: OptionSet, ExpressibleByArgument {
  let rawValue: Int

  static let stale = FailureCauses(rawValue: 1)
  static let warnings = FailureCauses(rawValue: 2)
  private static let names: KeyValuePairs = ["stale": stale, "warnings": warnings]

  static func parse(argument: String) throws(SettingError) -> FailureCauses {
    var causes: FailureCauses = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let cause = names.first(where: { $0.key == word })?.value else {
        throw .noChoice(String(word), of: names.map(\.key))
      }
      causes.formUnion(cause)
    }
    return causes
  }
}

/// `clustersnap verify`: requests, drawn and held against their goldens.
package struct VerifyCommand: ParsableCommand {
  @Argument var cases: [String]
  @Option() var record: RecordMode?
  @Option() var failOn: FailureCauses?
  @Option() var report: String?
  @Option() var junit: String?
  @Option() var markdown: String?
  @Option() var annotations: String?
  @Option(within: 1...256) var jobs: Int?
  @OptionGroup("Everywhere") var common: CommonOptions

  package init() {}

  package static let configuration = CommandConfiguration("verify")

  package func run() throws -> Int32 {
    let began = monotonicSeconds()
    if cases.isEmpty {
      throw Failure.input(
        "there is nothing to verify; name a case or a folder, such as clustersnap verify Tests/Goldens")
    }
    let messages = common.messages
    let reports = try Reports(folder: report, junit: junit, markdown: markdown, annotations: annotations)
    let goldens = GoldenDisk()
    let finder = CaseFinder(
      cases, resources: FileLoader(), goldens: goldens, reportFolder: report.map(canonicalPath))
    for problem in finder.problems { messages.report(problem) }
    for line in finder.passedOver { messages.info(line) }

    let isQuiet = common.quiet
    let listing = Listing()
    let causes = common.strict ? [.stale, .warnings] : failOn ?? []
    let writeLine = { @Sendable (outcome: GoldenOutcome) in
      VerifyCommand.write(outcome, isQuiet: isQuiet, to: listing)
    }
    finder.damaged.forEach(writeLine)
    let jobs = jobs ?? processorCount
    let threads = finder.documents.count < jobs ? processorCount : 1
    let run = GoldenRun(
      session: try .ofCommand(), files: goldens, mode: recordMode(messages),
      keepsPictures: report != nil, failsOnWarnings: causes.contains(.warnings), threads: threads)
    var outcomes = finder.damaged + run.outcomes(of: finder.documents, jobs: jobs, report: writeLine)
    let stale = run.renamed(finder.staleGoldens, among: outcomes)
    stale.forEach(writeLine)
    outcomes += stale

    let summary = GoldenSummary(outcomes)
    if !isQuiet { listing.write(summary.text) }
    try reports.write(
      outcomes, problems: finder.problems.map { ($0.place.map { "\($0): " } ?? "") + ($0.message ?? "") })
    try listing.check()
    let milliseconds = Int(((monotonicSeconds() - began) * 1000).rounded())
    messages.info("\(summary.caseCount) cases in \(milliseconds) ms on \(jobs) threads")
    if !finder.problems.isEmpty || summary[.missing] + summary[.notComparable] > 0 {
      return ExitStatus.badInput
    }
    if causes.contains(.stale) && summary[.stale] > 0 { return ExitStatus.badInput }
    return summary[.different] > 0 ? ExitStatus.different : ExitStatus.done
  }

  /// The mode of recording: none on a server of continuous integration, whatever is set.
  private func recordMode(_ messages: Messages) -> RecordMode {
    guard let record, record != .never else { return .never }
    let server = environmentVariable("CI") ?? ""
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
    if isQuiet { return }
    for note in outcome.notes { listing.write("                " + note.text) }
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
  private var annotations: OutputFile?

  init(folder: String?, junit: String?, markdown: String?, annotations: String?) throws(Failure) {
    if let folder {
      try Reports.makeFolder(folder)
      page = OutputFile(path: folder + "/index.html")
      data = OutputFile(path: folder + "/report.json")
    }
    self.junit = junit.map { OutputFile(path: $0) }
    self.markdown = markdown.map { OutputFile(path: $0) }
    self.annotations = annotations.map { OutputFile(path: $0) }
    for file in [page, data, self.junit, self.markdown, self.annotations] { try file?.check() }
  }

  /// Writes all reports; one that cannot be written keeps no other from it.
  func write(_ outcomes: [GoldenOutcome], problems: [String]) throws(Failure) {
    var failure: Failure?
    for (file, report) in [
      (page, { htmlReport(of: outcomes, problems: problems) }),
      (data, { jsonReport(of: outcomes, problems: problems) }),
      (junit, { jUnitReport(of: outcomes, problems: problems) }),
      (markdown, { markdownReport(of: outcomes, problems: problems) }),
      (annotations, { annotationReport(of: outcomes, problems: problems) }),
    ] {
      do throws(Failure) {
        try file?.write(report())
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
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
