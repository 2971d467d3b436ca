import JSONDocument

/// Outcomes as JUnit XML, as servers of continuous integration read it: a suite a folder, a test case a golden.
///
/// A difference is a failure; a golden that is missing or cannot be compared is an error; a stale one is skipped. There
/// are no times and dates in it: the same outcomes give the same bytes.
public func jUnitReport(of outcomes: [GoldenOutcome]) -> [UInt8] {
  var suites: [(folder: String, outcomes: [GoldenOutcome])] = []
  var places: [String: Int] = [:]
  for outcome in outcomes {
    if let place = places[outcome.folder] {
      suites[place].outcomes.append(outcome)
    } else {
      places[outcome.folder] = suites.count
      suites.append((outcome.folder, [outcome]))
    }
  }
  var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  xml += "<testsuites name=\"clustersnap verify\" \(counts(outcomes))>\n"
  for suite in suites {
    xml += "  <testsuite name=\"\(markupText(suite.folder, at: .attribute))\" \(counts(suite.outcomes))>\n"
    for outcome in suite.outcomes { xml += testCase(outcome) }
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
    "    <testcase classname=\"\(markupText(outcome.folder, at: .attribute))\" name=\"\(markupText(outcome.fileName, at: .attribute))\""
    + (outcome.golden.map { " file=\"\(markupText($0.requestPath, at: .attribute))\"" } ?? "")
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

/// Text for an attribute: readers turn line breaks there into spaces unless they are written by number.
private func attribute(_ text: String) -> String {
  markupText(text, at: .attribute)
}
