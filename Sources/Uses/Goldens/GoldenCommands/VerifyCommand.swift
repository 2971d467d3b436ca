import MapFeatures
import CommandParts
package import Arguments
import GoldenCases
import JSONDocument
import MapSettings
import Synchronization
import TileSources

extension RecordMode: ExpressibleByArgument {}

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

/// A share of all cases, `1/4` to `4/4`.
struct Shard: ExpressibleByArgument {
  let number: Int
  let count: Int

  static func parse(argument: String) throws(SettingError) -> Shard {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
      (1...count).contains(number)
    else { throw SettingError("\"\(argument)\" is no share; write 1/4, 2/4, 3/4 or 4/4") }
    return Shard(number: number, count: count)
  }
}

package struct VerifyCommand: ParsableCommand {
  @Argument var cases: [String]
  @Option() var record: RecordMode?
  @Option() var failOn: FailureCauses?
  @Option() var only: String?
  @Option() var shard: Shard?
  @Flag() var prune: Bool
  @Flag() var platform: Bool
  @Flag() var watch: Bool
  @Option() var report: String?
  @Option() var accept: String?
  @Option() var junit: String?
  @Option() var markdown: String?
  @Option() var annotations: String?
  @Option(within: 1...256) var jobs: Int?
  @OptionGroup("Everywhere") var common: CommonOptions

  package init() {}

  package static let configuration = CommandConfiguration("verify")

  package func run() throws -> Int32 {
    if let accept { return try accepted(from: accept) }
    if cases.isEmpty {
      throw Failure.input(
        "there is nothing to verify; name a case or a folder, such as clustersnap verify Tests/Goldens")
    }
    if prune, only != nil || shard != nil {
      throw Failure.input("--prune needs to know all cases; leave --only and --shard out")
    }
    if platform, [nil, .never].contains(record) {
      throw Failure.input("--platform is for goldens that are recorded; add --record failed, or leave it out")
    }
    if watch, let server {
      throw Failure.input("--watch: CI=\(server) is set, where nobody would end it; leave it out")
    }
    let messages = common.messages
    while true {
      let finder = CaseFinder(
        cases, resources: FileLoader(), goldens: GoldenDisk(), reportFolder: report.map(canonicalPath))
      // What changes while cases are compared is compared again.
      let state = watch ? finder.state : []
      guard watch else { return try verified(finder, messages) }
      do {
        _ = try verified(finder, messages)
      } catch let failure as Failure {
        messages.report(failure)
      }
      messages.notice("watching; Control-C ends it")
      while finder.state == state { usleep(200_000) }
    }
  }

  private func verified(_ finder: CaseFinder, _ messages: Messages) throws -> Int32 {
    let began = monotonicSeconds()
    let reports = try Reports(folder: report, junit: junit, markdown: markdown, annotations: annotations)
    for problem in finder.problems { messages.report(problem) }
    for line in finder.passedOver { messages.info(line) }

    let isQuiet = common.quiet
    let listing = Listing()
    let causes = common.strict ? [.stale, .warnings] : failOn ?? []
    let writeLine = { @Sendable (outcome: GoldenOutcome) in
      VerifyCommand.write(outcome, isQuiet: isQuiet, to: listing)
    }
    let isFirstShare = shard?.number ?? 1 == 1
    let damaged = finder.damaged.filter { isFirstShare && isChosen($0.name, $0.name) }
    damaged.forEach(writeLine)
    let documents = chosen(of: finder.documents)
    if let only, damaged.isEmpty, shard == nil, documents.isEmpty {
      throw Failure.input("--only: no case and no request has a name like \(only)")
    }
    let jobs = jobs ?? processorCount
    let threads = documents.count < jobs ? processorCount : 1
    let folder = report.map { ReportFolder($0) }
    let run = GoldenRun(
      files: GoldenDisk(), mode: recordMode(messages), failsOnWarnings: causes.contains(.warnings),
      isOfPlatform: platform, store: folder?.store,
      draw: CaseDrawings.drawing(with: try .ofCommand(), threads: threads))
    var outcomes =
      damaged + run.outcomes(of: documents, among: finder.documents, jobs: jobs, report: writeLine)
    if only == nil, isFirstShare {
      var stale = run.renamed(finder.staleGoldens, among: outcomes)
      if prune { stale = pruned(stale, of: finder, messages, listing) }
      stale.forEach(writeLine)
      outcomes += stale
    }

    let summary = GoldenSummary(outcomes)
    if !isQuiet { listing.write(summary.text) }
    let facts = RunFacts(
      problems: finder.problems.map { ($0.place.map { "\($0): " } ?? "") + ($0.message ?? "") },
      version: ToolVersion.text)
    try reports.write(outcomes, facts)
    if let failure = folder?.failure { throw failure }
    try listing.check()
    let milliseconds = Int(((monotonicSeconds() - began) * 1000).rounded())
    messages.info("\(summary.caseCount) cases in \(milliseconds) ms on \(jobs) threads")
    if !finder.problems.isEmpty || summary[.missing] + summary[.notComparable] > 0 {
      return ExitStatus.badInput
    }
    if causes.contains(.stale) && summary[.stale] > 0 { return ExitStatus.badInput }
    return summary[.different] > 0 ? ExitStatus.different : ExitStatus.done
  }

  // MARK: Choice

  private func isChosen(_ golden: String, _ request: String) -> Bool {
    guard let only else { return true }
    return [golden, request].contains { path in
      let name = Resource.fileName(of: path)
      return fnmatch(only, path, 0) == 0 || fnmatch(only, name, 0) == 0
    }
  }

  private func chosen(of documents: [CaseDocument]) -> [CaseDocument] {
    let wanted = documents.compactMap { document in
      document.only { isChosen($0.goldenPath, $0.requestPath) }
    }
    guard let shard else { return wanted }
    return wanted.enumerated().filter { $0.offset % shard.count == shard.number - 1 }.map(\.element)
  }

  // MARK: Changes

  /// The value of `CI`, where it is set: then nothing is recorded, accepted or removed.
  private var server: String? {
    environmentVariable("CI").flatMap { ["", "0", "false"].contains($0) ? nil : $0 }
  }

  private func accepted(from folder: String) throws(Failure) -> Int32 {
    if let server {
      throw .input("--accept: CI=\(server) is set, so nothing is accepted; accept where you can look at it")
    }
    let listing = Listing()
    let areAll = try GoldenAcceptance(folder).accept(cases) { listing.write(escapedForMessage($0)) }
    try listing.check()
    return areAll ? ExitStatus.done : ExitStatus.badInput
  }

  /// Returns the stale goldens that stay: missing goldens by another name, or all where some cases are not known.
  private func pruned(
    _ stale: [GoldenOutcome], of finder: CaseFinder, _ messages: Messages, _ listing: Listing
  ) -> [GoldenOutcome] {
    guard server == nil, finder.damaged.isEmpty, finder.problems.isEmpty else {
      messages.warning(
        "--prune: \(server.map { "CI=\($0) is set" } ?? "some cases cannot be read"), so nothing is removed")
      return stale
    }
    return stale.filter { outcome in
      guard outcome.newName == nil, unlink(outcome.name) == 0 else { return true }
      if !common.quiet { listing.write(escapedForMessage("removed         \(outcome.name)")) }
      return false
    }
  }

  private func recordMode(_ messages: Messages) -> RecordMode {
    guard let record, record != .never else { return .never }
    guard let server else { return record }
    messages.warning(
      "--record \(record.rawValue): CI=\(server) is set, so nothing is recorded; record where you can look at the pictures"
    )
    return .never
  }

  private static func write(_ outcome: GoldenOutcome, isQuiet: Bool, to listing: Listing) {
    if isQuiet, [.same, .recorded, .stale].contains(outcome.status) { return }
    let status = outcome.status.rawValue
    let margin = String(repeating: " ", count: max(1, 16 - status.count))
    // What is reported of a request begins with its name and place.
    let isNamed = outcome.message.hasPrefix(outcome.name + ":")
    let parts = (isNamed ? [] : [outcome.name]) + (outcome.message.isEmpty ? [] : [outcome.message])
    listing.write(escapedForMessage(status + margin + parts.joined(separator: ": ")))
    if isQuiet { return }
    for note in outcome.notes { listing.write("                " + note.text) }
  }
}

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

private struct Reports {
  private var all: [(file: OutputFile, write: ([GoldenOutcome], RunFacts) -> [UInt8])] = []

  init(folder: String?, junit: String?, markdown: String?, annotations: String?) throws(Failure) {
    if let folder {
      try ReportFolder.make(folder)
      all.append((OutputFile(path: folder + "/index.html"), { htmlReport(of: $0, $1) }))
      all.append((OutputFile(path: folder + "/report.json"), jsonReport))
    }
    for (path, write) in [(junit, jUnitReport), (markdown, markdownReport), (annotations, annotationReport)] {
      if let path { all.append((OutputFile(path: path), write)) }
    }
    for report in all { try report.file.check() }
  }

  /// Writes all reports; one that cannot be written keeps no other from it.
  func write(_ outcomes: [GoldenOutcome], _ facts: RunFacts) throws(Failure) {
    var failure: Failure?
    for report in all {
      do throws(Failure) {
        try report.file.write(report.write(outcomes, facts))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
