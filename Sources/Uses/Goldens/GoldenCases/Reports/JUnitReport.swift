import JSONDocument

/// Outcomes as JUnit XML, as servers of continuous integration read it: a suite a folder, a test case a golden.
///
/// A difference is a failure; a golden that is missing or cannot be compared is an error; a stale one is skipped. There
/// are no times and dates in it: the same outcomes give the same bytes.
public func jUnitReport(of outcomes: [GoldenOutcome]) -> [UInt8] {
  let suites = Dictionary(grouping: outcomes, by: \.folder)
  var folders: [String] = []
  for outcome in outcomes where !folders.contains(outcome.folder) { folders.append(outcome.folder) }
  var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  xml += "<testsuites name=\"clustersnap verify\" \(counts(outcomes))>\n"
  for folder in folders {
    let suite = suites[folder] ?? []
    xml += "  <testsuite name=\"\(attribute(folder))\" \(counts(suite))>\n"
    for outcome in suite { xml += testCase(outcome) }
    xml += "  </testsuite>\n"
  }
  return Array((xml + "</testsuites>\n").utf8)
}

private func counts(_ outcomes: [GoldenOutcome]) -> String {
  let summary = GoldenSummary(outcomes)
  return """
    tests="\(outcomes.count)" failures="\(summary[.different])" \
    errors="\(summary[.missing] + summary[.notComparable])" skipped="\(summary[.stale])"
    """
}

private func testCase(_ outcome: GoldenOutcome) -> String {
  let head =
    "    <testcase classname=\"\(attribute(outcome.folder))\" name=\"\(attribute(fileName(of: outcome.name)))\""
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
  return body.isEmpty ? head + "/>\n" : "\(head)>\n      \(body)\n    </testcase>\n"
}
