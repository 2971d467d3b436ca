import MapFeatures
import MapSettings
import Parallel

package protocol GoldenFiles: Sendable {
  /// `nil` where there is no golden.
  func read(_ path: String) throws(GoldenError) -> [UInt8]?
  /// Puts a golden in place, whole or not at all.
  func write(_ bytes: [UInt8], to path: String) throws(GoldenError)
  /// A name of the file that is the same however it is written, so that two cases with one golden are found.
  func identity(of path: String) -> String
}

extension GoldenFiles {
  /// The bytes of a file's identity. Strings would be equal that differ by Unicode composition alone.
  package func key(of path: String) -> [UInt8] { Array(identity(of: path).utf8) }
}

package struct GoldenRun: Sendable {
  private let files: any GoldenFiles
  private let draw: @Sendable (CaseDocument) -> CaseDrawings
  private let mode: RecordMode
  private let failsOnWarnings: Bool
  /// True if what differs is recorded for this platform alone.
  private let isOfPlatform: Bool
  private let store: (@Sendable (GoldenOutcome.Pictures, GoldenCase) -> GoldenOutcome.Files)?

  /// `store` puts what a report shows into files; it is called on any thread.
  package init(
    files: any GoldenFiles, mode: RecordMode = .never, failsOnWarnings: Bool = false,
    isOfPlatform: Bool = false,
    store: (@Sendable (GoldenOutcome.Pictures, GoldenCase) -> GoldenOutcome.Files)? = nil,
    draw: @escaping @Sendable (CaseDocument) -> CaseDrawings
  ) {
    (self.files, self.store, self.draw) = (files, store, draw)
    (self.mode, self.failsOnWarnings, self.isOfPlatform) = (mode, failsOnWarnings, isOfPlatform)
  }

  /// Goes through the cases of requests, which are some of all requests. Outcomes are reported one at a time, in the
  /// order of the documents, as soon as all before them are there.
  package func outcomes(
    of documents: [CaseDocument], among all: [CaseDocument]? = nil, jobs: Int,
    report: @Sendable (GoldenOutcome) -> Void = { _ in }
  ) -> [GoldenOutcome] {
    let owners = Dictionary(grouping: (all ?? documents).flatMap(\.cases)) { files.key(of: $0.goldenPath) }
    var done: [GoldenOutcome] = []
    inOrder(documents.count, threads: jobs) { index in
      outcomes(of: documents[index], owners: owners)
    } take: { _, found in
      found.forEach(report)
      done += found
    }
    return done
  }

  private func outcomes(of document: CaseDocument, owners: [[UInt8]: [GoldenCase]]) -> [GoldenOutcome] {
    let drawn = draw(document)
    let fault =
      failsOnWarnings ? drawn.notes.first(where: \.counts).map { GoldenError.notDrawn($0.errorText) } : nil
    return document.cases.enumerated().map { index, golden in
      // A request's warnings are listed once.
      let notes = index == 0 ? drawn.notes : []
      let sharing = owners[files.key(of: golden.goldenPath)] ?? []
      if sharing.count > 1 {
        var requests: [String] = []
        for request in sharing.map(\.requestPath) where request != requests.last { requests.append(request) }
        return GoldenOutcome(
          name: golden.goldenPath, golden: golden, verdict: .notComparable(.sharedGolden(of: requests)),
          notes: notes)
      }
      let actual =
        index < drawn.actuals.count ? drawn.actuals[index] : .failure(.notDrawn("nothing was drawn"))
      return outcome(
        of: golden, drawn: fault.map { .failure($0) } ?? actual, notes: notes,
        machine: drawn.notes.first(where: \.isOfMachine), markers: drawn.markers[index])
    }
  }

  /// - Parameters:
  ///   - machine: the warning that other machines would draw the case otherwise; `nil` for none.
  ///   - markers: the markers of the picture as GeoJSON; `nil` where nobody needs them.
  private func outcome(
    of golden: GoldenCase, drawn: Result<GoldenActual, GoldenError>, notes: [CaseNote], machine: CaseNote?,
    markers: [UInt8]?
  ) -> GoldenOutcome {
    var (golden, notes, actual): (GoldenCase, [CaseNote], GoldenActual?) = (golden, notes, nil)
    var bytes: [UInt8]?
    var verdict: GoldenVerdict
    do throws(GoldenError) {
      let picture = try drawn.get()
      actual = picture
      notes += golden.placeMasks(on: picture, markers)
      bytes = try files.read(golden.goldenPath)
      verdict = GoldenJudge.verdict(
        on: picture, golden: bytes, settings: golden.settings, scale: golden.scale)
    } catch {
      verdict = .notComparable(error)
    }
    let markers =
      golden.markersPath == nil ? nil : markers.map { MarkersFile.bytes(of: $0, of: golden) }
    let explanation = explanation(of: verdict, golden, try? markers?.get())
    var isRecorded = false
    do throws(GoldenError) {
      if mode.writes(over: verdict), let actual {
        let new = try GoldenJudge.bytes(of: actual)
        // What is the same to the byte is left alone, so that its date is that of its last change.
        if new != bytes {
          if bytes != nil, let reader = golden.iconReader { throw .icon(of: reader) }
          if golden.format != .geojson, let machine { throw .ofMachine(machine.text) }
          let own = isOfPlatform && bytes != nil ? golden.platformPath : nil
          try files.write(new, to: own ?? golden.goldenPath)
        }
        isRecorded = true
      }
      if isRecorded {
        try write(markers, of: golden)
      } else if case .same = verdict, mode != .never {
        try write(markers, of: golden)
      }
    } catch {
      (verdict, isRecorded) = (.notComparable(error), false)
    }
    var outcome = GoldenOutcome(
      name: golden.goldenPath, golden: golden, verdict: verdict.withoutBitmaps, isRecorded: isRecorded,
      notes: notes, explanation: explanation)
    if let store {
      var pictures = GoldenJudge.pictures(of: actual, golden: bytes, verdict: verdict)
      if pictures.actual != nil { pictures.markers = try? markers?.get() }
      outcome.files = store(pictures, golden)
    }
    if case .missing = verdict, !isRecorded, let actual {
      outcome.fingerprint = GoldenJudge.fingerprint(of: actual)
    }
    return outcome
  }

  /// Stale goldens, those with the name of a missing golden that looks like them.
  package func renamed(_ stale: [GoldenOutcome], among outcomes: [GoldenOutcome]) -> [GoldenOutcome] {
    let missing = Dictionary(
      outcomes.compactMap { outcome in outcome.fingerprint.map { ($0, outcome.name) } }
    ) { first, _ in first }
    if missing.isEmpty { return stale }
    return stale.map { outcome in
      var outcome = outcome
      if let format = GoldenFormat(ofFile: outcome.name), let bytes = try? files.read(outcome.name),
        let fingerprint = GoldenJudge.fingerprint(of: bytes, format: format)
      {
        outcome.newName = missing[fingerprint]
      }
      return outcome
    }
  }

  private func explanation(
    of verdict: GoldenVerdict, _ golden: GoldenCase, _ markers: [UInt8]?
  ) -> FeatureDifference? {
    switch verdict {
    case .different, .notComparable(.otherSize): break
    default: return nil
    }
    guard let path = golden.markersPath, let markers, let bytes = try? files.read(path),
      let old = MarkersFile.markers(in: bytes)
    else { return nil }
    return MarkersFile.explanation(old: old, new: markers, tolerance: golden.settings.numberTolerance)
  }

  /// Writes the markers beside a golden, over no file of another's.
  private func write(_ markers: Result<[UInt8], GoldenError>?, of golden: GoldenCase) throws(GoldenError) {
    guard let path = golden.markersPath, let new = try markers?.get() else { return }
    let old = try files.read(path)
    if old == new { return }
    guard old.map({ MarkersFile.markers(in: $0) != nil }) ?? true else {
      throw .notWritten("\(path) is no file of its markers; rename it")
    }
    try files.write(new, to: path)
  }
}
