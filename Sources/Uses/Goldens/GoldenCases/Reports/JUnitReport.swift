import MapFeatures
import JSONDocument

/// Outcomes as JUnit XML, as servers of continuous integration read it: a suite a folder, a test case a golden.
///
/// A difference is a failure; a golden that is missing or cannot be compared is an error, as is a problem; a stale
/// golden is skipped. There are no times and dates in it: the same outcomes give the same bytes.
package func jUnitReport(of outcomes: [GoldenOutcome], _ facts: RunFacts = RunFacts()) -> [UInt8] {
  let suites = Dictionary(grouping: outcomes, by: \.folder)
  var folders: [String] = []
  for outcome in outcomes where !folders.contains(outcome.folder) { folders.append(outcome.folder) }
  var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  xml += "<testsuites name=\"clustersnap verify\" \(counts(outcomes, problems: facts.problems.count))>\n"
  let properties = facts.drawnBy.map { "<property name=\"\($0)\" value=\"\(attribute($1))\"/>" }
  if !facts.problems.isEmpty {
    xml += "  <testsuite name=\"clustersnap verify\" \(counts([], problems: facts.problems.count))>\n"
    for problem in facts.problems {
      let text = attribute(problem)
      xml += "    <testcase classname=\"clustersnap verify\" name=\"\(text)\">\n"
      xml += "      <error type=\"not found\" message=\"\(text)\"/>\n    </testcase>\n"
    }
    xml += "  </testsuite>\n"
  }
  for folder in folders {
    let suite = suites[folder] ?? []
    xml += "  <testsuite name=\"\(attribute(folder))\" \(counts(suite))>\n"
    if !properties.isEmpty { xml += "    <properties>\(properties.joined())</properties>\n" }
    for outcome in suite { xml += testCase(outcome) }
    xml += "  </testsuite>\n"
  }
  return Array((xml + "</testsuites>\n").utf8)
}

private func counts(_ outcomes: [GoldenOutcome], problems: Int = 0) -> String {
  let summary = GoldenSummary(outcomes)
  return """
    tests="\(outcomes.count + problems)" failures="\(summary[.different])" \
    errors="\(summary[.missing] + summary[.notComparable] + problems)" skipped="\(summary[.stale])"
    """
}

private func testCase(_ outcome: GoldenOutcome) -> String {
  let head =
    "    <testcase classname=\"\(attribute(outcome.folder))\" name=\"\(attribute(Resource.fileName(of: outcome.name)))\""
    + (outcome.golden.map { " file=\"\(attribute($0.requestPath))\"" } ?? "")
  let message = attribute(outcome.message)
  let details = markupText(outcome.details ?? "", at: .content)
  let body =
    switch outcome.status {
    case .same, .recorded: ""
    case .different: "<failure type=\"different\" message=\"\(message)\">\(details)</failure>"
    case .missing: "<error type=\"missing\" message=\"\(message)\"/>"
    case .notComparable: "<error type=\"not comparable\" message=\"\(message)\"/>"
    case .stale: "<skipped message=\"\(message)\"/>"
    }
  let notes = outcome.notes.map { markupText($0.text, at: .content) }.joined(separator: "\n")
  let parts = [body, notes.isEmpty ? "" : "<system-err>\(notes)</system-err>"].filter { !$0.isEmpty }
  guard !parts.isEmpty else { return head + "/>\n" }
  return "\(head)>\n" + parts.map { "      \($0)\n" }.joined() + "    </testcase>\n"
}
