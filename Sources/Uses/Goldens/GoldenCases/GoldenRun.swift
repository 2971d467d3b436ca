import Parallel

/// Files as cases see them.
public protocol GoldenFiles: Sendable {
  /// A golden's bytes; `nil` where there is none.
  ///
  /// - Throws: ``GoldenError/unreadable(_:)``, ``GoldenError/isFolder``.
  func read(_ path: String) throws(GoldenError) -> [UInt8]?
  /// Puts a golden in place, whole or not at all.
  ///
  /// - Throws: ``GoldenError/notWritten(_:)``.
  func write(_ bytes: [UInt8], to path: String) throws(GoldenError)
  /// A name of the file that is the same however it is written, so that two cases with one golden are found.
  func identity(of path: String) -> String
}

/// Draws cases, holds them against their goldens, and records where that is asked for.
public struct GoldenRun: Sendable {
  private let files: any GoldenFiles
  private let draw: @Sendable (CaseDocument) -> [Result<GoldenActual, GoldenError>]
  private let mode: RecordMode
  private let keepsPictures: Bool

  /// A way of going through cases.
  ///
  /// - Parameters:
  ///   - keepsPictures: whether outcomes hold what a report shows.
  ///   - draw: the drawings of a request's cases, in order; where the request itself cannot be drawn, each has the same error.
  public init(
    files: any GoldenFiles, mode: RecordMode = .never, keepsPictures: Bool = false,
    draw: @escaping @Sendable (CaseDocument) -> [Result<GoldenActual, GoldenError>]
  ) {
    (self.files, self.draw) = (files, draw)
    (self.mode, self.keepsPictures) = (mode, keepsPictures)
  }

  /// Goes through all cases of all requests.
  ///
  /// - Parameters:
  ///   - jobs: how many threads draw and compare; nothing but the time depends on it.
  ///   - report: called for each outcome in the order of the documents, as soon as it and all before it are there;
  ///     never twice at once.
  /// - Returns: the outcomes in that order.
  public func outcomes(
    of documents: [CaseDocument], jobs: Int, report: @Sendable (GoldenOutcome) -> Void = { _ in }
  ) -> [GoldenOutcome] {
    let owners = owners(of: documents)
    var done: [GoldenOutcome] = []
    inOrder(documents.count, threads: jobs) { index in
      outcomes(of: documents[index], owners: owners)
    } take: { _, found in
      found.forEach(report)
      done += found
    }
    return done
  }

  /// The cases of each golden, by the bytes of its canonical path.
  private func owners(of documents: [CaseDocument]) -> [[UInt8]: [GoldenCase]] {
    Dictionary(grouping: documents.flatMap(\.cases)) { Array(files.identity(of: $0.goldenPath).utf8) }
  }

  private func outcomes(of document: CaseDocument, owners: [[UInt8]: [GoldenCase]]) -> [GoldenOutcome] {
    let drawn = draw(document)
    return document.cases.enumerated().map { index, golden in
      let sharing = owners[Array(files.identity(of: golden.goldenPath).utf8)] ?? []
      if sharing.count > 1 {
        var requests: [String] = []
        for request in sharing.map(\.requestPath) where request != requests.last { requests.append(request) }
        return GoldenOutcome(
          name: golden.goldenPath, golden: golden, verdict: .notComparable(.sharedGolden(of: requests)))
      }
      return outcome(
        of: golden, drawn: index < drawn.count ? drawn[index] : .failure(.notDrawn("nothing was drawn")))
    }
  }

  private func outcome(
    of golden: GoldenCase, drawn: Result<GoldenActual, GoldenError>
  ) -> GoldenOutcome {
    var actual: GoldenActual?
    var bytes: [UInt8]?
    var verdict: GoldenVerdict
    do throws(GoldenError) {
      let picture = try drawn.get()
      actual = picture
      bytes = try files.read(golden.goldenPath)
      verdict = GoldenJudge.verdict(on: picture, golden: bytes, settings: golden.settings)
    } catch {
      verdict = .notComparable(error)
    }
    var isRecorded = false
    if mode.writes(over: verdict), let actual {
      do throws(GoldenError) {
        let new = try GoldenJudge.bytes(of: actual)
        // What is the same to the byte is left alone, so that its date is that of its last change.
        if new != bytes {
          if bytes != nil, let reader = golden.iconReader { throw .icon(of: reader) }
          try files.write(new, to: golden.goldenPath)
        }
        isRecorded = true
      } catch {
        verdict = .notComparable(error)
      }
    }
    return GoldenOutcome(
      name: golden.goldenPath, golden: golden, verdict: verdict, isRecorded: isRecorded,
      pictures: keepsPictures
        ? GoldenJudge.pictures(of: actual, golden: bytes, verdict: verdict) : GoldenOutcome.Pictures())
  }
}
