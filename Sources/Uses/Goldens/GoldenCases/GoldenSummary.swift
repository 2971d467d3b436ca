import JSONDocument

package struct GoldenSummary: Hashable, Sendable {
  private var counts: [GoldenStatus: Int] = [:]
  package private(set) var warningCount = 0

  package init(_ outcomes: some Sequence<GoldenOutcome>) {
    for outcome in outcomes {
      counts[outcome.status, default: 0] += 1
      warningCount += outcome.notes.count(where: \.counts)
    }
  }

  package subscript(status: GoldenStatus) -> Int { counts[status] ?? 0 }

  /// Cases in all; goldens without a case are none.
  package var caseCount: Int { GoldenStatus.allCases.reduce(-self[.stale]) { $0 + self[$1] } }

  /// `12 cases: 1 different, 11 same; 2 stale goldens; 1 warning`
  package var text: String {
    var parts: [String] = []
    for status in GoldenStatus.allCases where status != .stale && self[status] > 0 {
      parts.append("\(self[status]) \(status.rawValue)")
    }
    var text = counted(caseCount, "case")
    if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
    if self[.stale] > 0 { text += "; \(counted(self[.stale], "stale golden"))" }
    if warningCount > 0 { text += "; \(counted(warningCount, "warning"))" }
    return text
  }
}
