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

package struct GoldenRun: Sendable {
  private let files: any GoldenFiles
  private let draw: @Sendable (CaseDocument) -> CaseDrawings
  private let mode: RecordMode
  private let keepsPictures: Bool
  private let failsOnWarnings: Bool
  private let store: (@Sendable (GoldenOutcome.Pictures, GoldenCase) -> GoldenOutcome.Files)?

  /// `store` puts what a report shows into files; it is called on any thread.
  package init(
    files: any GoldenFiles, mode: RecordMode = .never, keepsPictures: Bool = false,
    failsOnWarnings: Bool = false,
    store: (@Sendable (GoldenOutcome.Pictures, GoldenCase) -> GoldenOutcome.Files)? = nil,
    draw: @escaping @Sendable (CaseDocument) -> CaseDrawings
  ) {
    (self.files, self.store, self.draw) = (files, store, draw)
    (self.mode, self.keepsPictures, self.failsOnWarnings) = (mode, keepsPictures, failsOnWarnings)
  }

  /// Goes through the cases of requests, which are some of all requests. Outcomes are reported one at a time, in the
  /// order of the documents, as soon as all before them are there.
  package func outcomes(
    of documents: [CaseDocument], among all: [CaseDocument]? = nil, jobs: Int,
    report: @Sendable (GoldenOutcome) -> Void = { _ in }
  ) -> [GoldenOutcome] {
    let owners = owners(of: all ?? documents)
    var done: [GoldenOutcome] = []
    inOrder(documents.count, threads: jobs) { index in
      outcomes(of: documents[index], owners: owners)
    } take: { _, found in
      found.forEach(report)
      done += found
    }
    return done
  }

  private func owners(of documents: [CaseDocument]) -> [[UInt8]: [GoldenCase]] {
    Dictionary(grouping: documents.flatMap(\.cases)) { Array(files.identity(of: $0.goldenPath).utf8) }
  }

  private func outcomes(of document: CaseDocument, owners: [[UInt8]: [GoldenCase]]) -> [GoldenOutcome] {
    let drawn = draw(document)
    let fault =
      failsOnWarnings ? drawn.notes.first(where: \.counts).map { GoldenError.notDrawn($0.errorText) } : nil
    return document.cases.enumerated().map { index, golden in
      // A request's warnings are listed once.
      let notes = index == 0 ? drawn.notes : []
      let sharing = owners[Array(files.identity(of: golden.goldenPath).utf8)] ?? []
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

  /// `machine` is the warning that other machines would draw the case otherwise; `nil` for none.
  private func outcome(
    of golden: GoldenCase, drawn: Result<GoldenActual, GoldenError>, notes: [CaseNote], machine: CaseNote?,
    markers: [UInt8]?
  ) -> GoldenOutcome {
    var (notes, actual): ([CaseNote], GoldenActual?) = (notes, nil)
    var bytes: [UInt8]?
    var verdict: GoldenVerdict
    do throws(GoldenError) {
      let picture = try drawn.get()
      actual = picture
      if case .picture(let bitmap) = picture {
        for mask in golden.settings.picture.comparison.masks where mask.area(within: bitmap) == 0 {
          let text =
            "golden.masks: \(mask.x),\(mask.y) lies outside of the \(bitmap.width)x\(bitmap.height) pixels"
          notes.append(
            CaseNote(
              text: "\(golden.requestPath): warning: \(text)",
              errorText: "\(golden.requestPath): error: \(text)"))
        }
      }
      bytes = try files.read(golden.goldenPath)
      verdict = GoldenJudge.verdict(on: picture, golden: bytes, settings: golden.settings)
    } catch {
      verdict = .notComparable(error)
    }
    let explanation = explanation(of: verdict, golden, markers)
    var isRecorded = false
    if mode.writes(over: verdict), let actual {
      do throws(GoldenError) {
        let new = try GoldenJudge.bytes(of: actual)
        // What is the same to the byte is left alone, so that its date is that of its last change.
        if new != bytes {
          if bytes != nil, let reader = golden.iconReader { throw .icon(of: reader) }
          if golden.format != .geojson, let machine { throw .ofMachine(machine.text) }
          try files.write(new, to: golden.goldenPath)
        }
        try writeMarkers(markers, of: golden)
        isRecorded = true
      } catch {
        verdict = .notComparable(error)
      }
    } else if case .same = verdict, mode != .never {
      do throws(GoldenError) {
        try writeMarkers(markers, of: golden)
      } catch {
        verdict = .notComparable(error)
      }
    }
    var pictures = GoldenOutcome.Pictures()
    if keepsPictures || store != nil {
      pictures = GoldenJudge.pictures(of: actual, golden: bytes, verdict: verdict)
      if golden.markersPath != nil, pictures.actual != nil, let markers {
        pictures.markers = try? MarkersFile.bytes(
          of: markers, golden: Resource.fileName(of: golden.goldenPath))
      }
    }
    var outcome = GoldenOutcome(
      name: golden.goldenPath, golden: golden, verdict: verdict, isRecorded: isRecorded, notes: notes,
      explanation: explanation, pictures: keepsPictures ? pictures : .init(),
      files: store?(pictures, golden) ?? .init())
    if case .missing = verdict, !isRecorded, let actual {
      outcome.fingerprint = GoldenJudge.fingerprint(of: actual)
    }
    return outcome
  }

  /// Stale goldens, those with the name of a missing golden that looks like them.
  package func renamed(_ stale: [GoldenOutcome], among outcomes: [GoldenOutcome]) -> [GoldenOutcome] {
    let missing = Dictionary(
      outcomes.compactMap { outcome in outcome.fingerprint.map { ($0, outcome.name) } }
    ) {
      first, _ in first
    }
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
  ) -> String? {
    switch verdict {
    case .different, .notComparable(.otherSize): break
    default: return nil
    }
    guard let path = golden.markersPath, let markers, let bytes = try? files.read(path),
      let old = MarkersFile.markers(in: bytes),
      let new = try? MarkersFile.bytes(of: markers, golden: Resource.fileName(of: golden.goldenPath))
    else { return nil }
    return MarkersFile.explanation(old: old, new: new, tolerance: golden.settings.numberTolerance)
  }

  /// Writes the markers beside a golden, over no file of another's.
  private func writeMarkers(_ markers: [UInt8]?, of golden: GoldenCase) throws(GoldenError) {
    guard let path = golden.markersPath, let markers else { return }
    let new = try MarkersFile.bytes(of: markers, golden: Resource.fileName(of: golden.goldenPath))
    let old = try files.read(path)
    if old == new { return }
    guard old.map({ MarkersFile.markers(in: $0) != nil }) ?? true else {
      throw .notWritten("\(path) is no file of its markers; rename it")
    }
    try files.write(new, to: path)
  }
}
