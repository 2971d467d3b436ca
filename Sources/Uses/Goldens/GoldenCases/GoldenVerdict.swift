package enum GoldenVerdict: Sendable {
  case same
  case different(GoldenDifference)
  case missing
  case notComparable(GoldenError)
  /// There is a golden, but no case.
  case stale

  /// The verdict without the pictures, so that those of many cases are never held at once.
  var withoutBitmaps: GoldenVerdict {
    guard case .different(.pixels(var found)) = self else { return self }
    found.bitmaps = nil
    return .different(.pixels(found))
  }
}

package enum GoldenDifference: Sendable {
  case pixels(FrameComparison)
  /// There are more or fewer frames or pages, or frames that are shown for another time.
  case frames(String)
  case lines(LineDifference)
  case values([ValueDifference])
  case features(FeatureDifference)
}

/// The kinds of ``GoldenVerdict``, as reports name them; in order of what wants attention first.
package enum GoldenStatus: String, CaseIterable, Hashable, Sendable {
  case different
  case missing
  case notComparable = "not comparable"
  case stale
  case recorded
  case same
}

package struct GoldenOutcome: Sendable {
  package struct Pictures: Sendable {
    /// The golden as it lies on disk; of a picture that was recorded the one before.
    package var expected: [UInt8]?
    package var actual: [UInt8]?
    package var difference: [UInt8]?
    package var markers: [UInt8]?

    package init() {}
  }

  /// Names of pictures that were stored as files, relative to the report's folder.
  package struct Files: Hashable, Sendable {
    package var golden, new, difference, markers: String?

    package init() {}

    var members: [(key: String, name: String)] {
      [("golden", golden), ("new", new), ("difference", difference), ("markers", markers)].compactMap {
        (key, name) in name.map { (key, $0) }
      }
    }
  }

  /// The name of the compared case, by the golden's file, or the request's where it names no golden.
  package let name: String
  /// The case; `nil` for stale goldens and requests that cannot be read.
  package let golden: GoldenCase?
  /// The verdict before anything was recorded.
  package let verdict: GoldenVerdict
  package let isRecorded: Bool
  /// Warnings about the request, which the first of its cases has.
  package let notes: [CaseNote]
  /// A number for what was drawn of a case without a golden; see ``GoldenRun/renamed(_:among:)``.
  var fingerprint: Int?
  /// The golden that a case lacks and that looks like this one, of which no case is known; `nil` for none.
  package internal(set) var newName: String?
  /// The clusters behind a difference; `nil` where no markers are kept.
  package let explanation: FeatureDifference?
  package internal(set) var files = Files()

  package init(
    name: String, golden: GoldenCase?, verdict: GoldenVerdict, isRecorded: Bool = false,
    notes: [CaseNote] = [], explanation: FeatureDifference? = nil
  ) {
    (self.name, self.golden, self.verdict) = (name, golden, verdict)
    (self.isRecorded, self.notes, self.explanation) = (isRecorded, notes, explanation)
  }

  package var status: GoldenStatus {
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
  package var message: String { verdictText + (explanationText.map { "; \($0)" } ?? "") }

  /// The clusters behind a difference of pictures in one line; `nil` where no markers are kept.
  var explanationText: String? { explanation.map { $0.isEmpty ? "same clusters, other drawing" : $0.text } }

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
  package var text: String {
    switch self {
    case .pixels(let difference): difference.text
    case .frames(let text): text
    case .lines(let lines): lines.text
    case .values(let values):
      values.first.map { first in
        values.count == 1 ? first.text : "\(values.count) values differ, first \(first.text)"
      } ?? "nothing differs"
    case .features(let features): features.text
    }
  }

  package func details(limit: Int) -> String? {
    switch self {
    case .pixels, .frames: return nil
    case .lines(let lines): return lines.unifiedText(limit: limit)
    case .values(let values): return listed(values.map(\.text), limit: limit)
    case .features(let features): return listed(features.lines, limit: limit)
    }
  }
}

func listed(_ lines: [String], limit: Int) -> String {
  let more = lines.count > limit ? ["… and \(lines.count - limit) more"] : []
  return (lines.prefix(limit) + more).joined(separator: "\n")
}
