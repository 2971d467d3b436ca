/// When goldens are written. Never without being asked, and never only because one is missing.
public enum RecordMode: String, CaseIterable, Hashable, Sendable {
  /// Those that are missing.
  case missing
  /// Those that are missing, differ or cannot be compared.
  case failed
  /// Every golden, those that agree included.
  case all
  /// No golden: cases are compared alone.
  case never

  package func writes(over verdict: GoldenVerdict) -> Bool {
    switch (self, verdict) {
    case (.never, _), (_, .stale): false
    case (_, .notComparable(let error)) where !error.isCuredByRecording: false
    case (.all, _): true
    case (_, .missing): true
    case (.failed, .different), (.failed, .notComparable): true
    default: false
    }
  }
}

extension GoldenError {
  fileprivate var isCuredByRecording: Bool {
    switch self {
    case .damaged, .otherSize, .badJSON: true
    case .unreadable, .isFolder, .sharedGolden, .icon, .pointer, .ofMachine, .badCase, .notDrawn, .notWritten,
      .badLimits:
      false
    }
  }
}
