import JSONDocument

/// Outcomes as JSON: `{"summary": {"cases", "same", …}, "cases": [{"name", "status", …}]}`, a case a line.
///
/// `drawnBy` has version, platform and font, `problems` lists why cases could not be found, and a case its `warnings`, each only where there are some. Pictures list the members of ``ImageDiff/Difference``, texts the numbers of lines, data the values.
package func jsonReport(of outcomes: [GoldenOutcome], _ facts: RunFacts = RunFacts()) -> [UInt8] {
  var json = JSONWriter(layout: .lines(levels: 2))
  let summary = GoldenSummary(outcomes)
  json.object { json in
    json.object("summary") { json in
      json.member("cases", summary.caseCount)
      for status in GoldenStatus.allCases {
        json.member(status == .notComparable ? "notComparable" : status.rawValue, summary[status])
      }
      json.member("warnings", summary.warningCount)
    }
    if !facts.drawnBy.isEmpty {
      json.object("drawnBy") { json in for (key, value) in facts.drawnBy { json.member(key, value) } }
    }
    json.strings("problems", facts.problems)
    json.array("cases") { json in for outcome in outcomes { write(outcome, to: &json) } }
  }
  json.lineFeed()
  return json.takeBytes()
}

private func write(_ outcome: GoldenOutcome, to json: inout JSONWriter) {
  json.object { json in
    json.member("name", outcome.name)
    json.member("status", outcome.status == .notComparable ? "notComparable" : outcome.status.rawValue)
    if let golden = outcome.golden {
      json.member("request", golden.requestPath)
      json.member("view", golden.viewIndex)
      json.member("format", golden.format.rawValue)
      if let reason = golden.settings.reason { json.member("reason", reason) }
      if let limits = golden.settings.picture.text { json.member("limits", limits) }
      json.strings("platforms", golden.platforms)
    }
    let files = outcome.files.members
    if !files.isEmpty {
      json.object("files") { json in for (key, name) in files { json.member(key, name) } }
    }
    if !outcome.message.isEmpty { json.member("message", outcome.message) }
    json.strings("warnings", outcome.notes.map(\.text))
    if let text = outcome.explanationText { json.member("explanation", text) }
    if let explanation = outcome.explanation { write(explanation, to: &json) }
    switch outcome.verdict {
    case .different(.pixels(let found)):
      found.write(to: &json)
      json.member("largestStep", found.largestStep)
    case .different(.lines(let lines)):
      json.member("removedLines", lines.removedCount)
      json.member("addedLines", lines.addedCount)
    case .different(.values(let values)):
      json.member("differingValues", values.count)
      json.array("values") { json in
        for value in values.prefix(100) {
          json.object { json in
            json.member("pointer", value.path.pointer)
            json.member("expected", value.expected)
            json.member("actual", value.actual)
          }
        }
      }
    case .different(.features(let features)): write(features, to: &json)
    case .different(.frames), .same, .missing, .notComparable, .stale: break
    }
  }
}

private func write(_ features: FeatureDifference, to json: inout JSONWriter) {
  json.member("changedMarkers", features.changed.count)
  json.member("newMarkers", features.new.count)
  json.member("goneMarkers", features.gone.count)
  json.strings("markers", Array(features.lines.prefix(100)))
}

extension JSONWriter {
  fileprivate mutating func strings(_ key: String, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    array(key) { json in for text in texts { json.string(text) } }
  }
}
