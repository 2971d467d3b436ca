public import ImageDiff

/// The result of comparing a case with its golden.
public enum GoldenVerdict: Sendable {
  /// The golden is met.
  case same
  /// It is not, and this is how.
  case different(GoldenDifference)
  /// There is no golden.
  case missing
  /// The two could not be compared.
  case notComparable(GoldenError)
  /// There is a golden, but no case.
  case stale
}

/// The difference of a case from its golden.
public enum GoldenDifference: Sendable {
  /// Pixels differ; the number is the largest difference of a channel.
  case pixels(Difference, by: Int)
  /// Lines of text differ.
  case lines(LineDifference)
  /// Data whose values differ, each with its path.
  case values([ValueDifference])
  /// Markers that differ, paired by their ids.
  case features(FeatureDifference)
}

/// The kinds of ``GoldenVerdict``, as reports name them; in order of what wants attention first.
public enum GoldenStatus: String, CaseIterable, Hashable, Sendable {
  /// The case does not meet its golden.
  case different
  /// There is no golden.
  case missing
  /// The two could not be compared.
  case notComparable = "not comparable"
  /// There is a golden, but no case.
  case stale
  /// The golden was written.
  case recorded
  /// The golden is met.
  case same
}

/// A case, what came of it, and its pictures where a report wants them.
public struct GoldenOutcome: Sendable {
  /// Encoded pictures, for a report.
  public struct Pictures: Sendable {
    /// The golden as it lies on disk; of a picture that was recorded the one before.
    public var expected: [UInt8]?
    /// The drawing as a file; `nil` where nothing was.
    public var actual: [UInt8]?
    /// A PNG that shows where the two differ; `nil` where there is none.
    public var difference: [UInt8]?
    /// The markers of the drawing, for a case that is explained.
    public var markers: [UInt8]?

    /// A set without pictures, to be filled.
    public init() {}
  }

  /// Names of pictures that were stored as files, relative to the report's folder.
  public struct Files: Hashable, Sendable {
    /// The golden, the drawing, their difference, and the markers of the drawing; `nil` for what is not there.
    public var golden, new, difference, markers: String?

    /// No files.
    public init() {}

    var members: [(key: String, name: String)] {
      [("golden", golden), ("new", new), ("difference", difference), ("markers", markers)].compactMap {
        (key, name) in name.map { (key, $0) }
      }
    }
  }

  /// The name of the compared case, by the golden's file, or the request's where it names no golden.
  public let name: String
  /// The case; `nil` for stale goldens and requests that cannot be read.
  public let golden: GoldenCase?
  /// The verdict before anything was recorded.
  public let verdict: GoldenVerdict
  /// True if the golden was written.
  public let isRecorded: Bool
  /// Warnings about the request, which the first of its cases has.
  public let notes: [CaseNote]
  /// A number for what was drawn of a case without a golden; see ``GoldenRun/renamed(_:among:)``.
  var fingerprint: Int?
  /// The golden that a case lacks and that looks like this one, of which no case is known; `nil` for none.
  public internal(set) var newName: String?
  /// The clusters behind a difference, in words; `nil` where they are not known.
  public let explanation: String?
  /// The images of a report, where they are held.
  public let pictures: Pictures
  /// The images of a report, where they were stored as files.
  public let files: Files

  /// A case and what came of it.
  public init(
    name: String, golden: GoldenCase?, verdict: GoldenVerdict, isRecorded: Bool = false,
    notes: [CaseNote] = [], explanation: String? = nil, pictures: Pictures = Pictures(),
    files: Files = Files()
  ) {
    (self.name, self.golden, self.verdict) = (name, golden, verdict)
    (self.isRecorded, self.notes, self.explanation) = (isRecorded, notes, explanation)
    (self.pictures, self.files) = (pictures, files)
  }

  /// The kind of outcome.
  public var status: GoldenStatus {
    if isRecorded { return .recorded }
    switch verdict {
    case .same: return .same
    case .different: return .different
    case .missing: return .missing
    case .notComparable: return .notComparable
    case .stale: return .stale
    }
  }

  /// The outcome in one line, without the name; empty where all is well.
  public var message: String {
    verdictText + (explanation.map { "; \($0)" } ?? "")
  }

  private var verdictText: String {
    if isRecorded {
      switch verdict {
      case .missing: return "new"
      case .different(let difference): return "replaced: " + difference.text
      case .notComparable(let error): return "replaced: " + error.description
      case .same, .stale: return "written again"
      }
    }
    switch verdict {
    case .same: return ""
    case .different(let difference): return difference.text
    case .missing: return "there is no golden; look at the picture and record it with --record missing"
    case .notComparable(let error): return error.description
    case .stale:
      return newName.map { "no case draws this golden, but \($0) is missing and looks like it; rename it" }
        ?? "no case draws this golden; remove it"
    }
  }
}

extension GoldenDifference {
  /// The amount that differs, and where, in one line.
  public var text: String {
    switch self {
    case .pixels(let difference, let steps): "\(difference.text); by up to \(steps) of 255"
    case .lines(let lines): lines.text
    case .values(let values):
      values.first.map { first in
        values.count == 1 ? first.text : "\(values.count) values differ, first \(first.text)"
      } ?? "nothing differs"
    case .features(let features): features.text
    }
  }

  /// The lines or values that differ, at most so many lines of text; `nil` for pixels.
  public func details(limit: Int) -> String? {
    switch self {
    case .pixels: return nil
    case .lines(let lines): return lines.unifiedText(limit: limit)
    case .values(let values): return listed(values.map(\.text), limit: limit)
    case .features(let features): return listed(features.lines, limit: limit)
    }
  }

  private func listed(_ lines: [String], limit: Int) -> String {
    let more = lines.count > limit ? ["… and \(lines.count - limit) more"] : []
    return (lines.prefix(limit) + more).joined(separator: "\n")
  }
}
