import MapFeatures

/// Outcomes as workflow commands of GitHub Actions, a line each: annotations on the lines of the requests.
///
/// Goldens that differ, are missing or cannot be compared are errors; stale goldens and warnings are warnings.
package func annotationReport(of outcomes: [GoldenOutcome], _ facts: RunFacts = RunFacts()) -> [UInt8] {
  var lines = facts.problems.map { "::error title=clustersnap verify::" + data($0) }
  for outcome in outcomes {
    let place = outcome.place
    let file = "file=\(property(place.file)),line=\(place.line)"
    switch outcome.status {
    case .different, .missing, .notComparable:
      lines.append(
        "::error \(file),title=\(property(Resource.fileName(of: outcome.name)))::" + data(outcome.message))
    case .stale: lines.append("::warning \(file)::" + data(outcome.message))
    case .recorded, .same: break
    }
    for note in outcome.notes where note.counts { lines.append("::warning \(file)::" + data(note.text)) }
  }
  return Array(lines.map { $0 + "\n" }.joined().utf8)
}

extension GoldenOutcome {
  /// The request's file and the line of its view, or of the first error in it.
  fileprivate var place: (file: String, line: Int) {
    if let golden { return (golden.requestPath, golden.line) }
    guard message.hasPrefix(name + ":") else { return (name, 1) }
    return (name, Int(message.dropFirst(name.count + 1).prefix { $0.isNumber }) ?? 1)
  }
}

private func data(_ text: String) -> String {
  text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
}

private func property(_ text: String) -> String {
  data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
}
