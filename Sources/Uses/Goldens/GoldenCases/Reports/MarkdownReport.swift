/// Outcomes as Markdown, for the summaries and comments of servers: the counts, and a table of what needs a look.
///
/// At most 20 cases are listed, in at most 60,000 characters, which summaries of jobs and comments hold. There are no
/// times in it: the same outcomes give the same bytes.
package func markdownReport(of outcomes: [GoldenOutcome], _ facts: RunFacts = RunFacts()) -> [UInt8] {
  let (mostCases, mostCharacters) = (20, 60_000)
  // Those that want attention first.
  let noted = GoldenStatus.allCases.filter { $0 != .same }.flatMap { status in
    outcomes.filter { $0.status == status }
  }
  let summary = GoldenSummary(outcomes)
  let failed = summary[.different] + summary[.missing] + summary[.notComparable] + facts.problems.count
  var text = "### \(failed > 0 ? "❌" : "✅") clustersnap verify\n\n\(summary.text)\n"
  if !facts.problems.isEmpty { text += "\n" }
  for problem in facts.problems.prefix(mostCases) { text += "- \(cell(problem, limit: 500))\n" }
  var listed = 0
  for outcome in noted.prefix(mostCases) {
    var row = listed == 0 ? "\n| status | case | what |\n|---|---|---|\n" : ""
    row +=
      "| \(outcome.status.rawValue) | \(cell(outcome.name, limit: 200)) | \(cell(outcome.message, limit: 500)) |\n"
    guard text.count + row.count < mostCharacters - 100 else { break }
    text += row
    listed += 1
  }
  if listed < noted.count { text += "\n… and \(noted.count - listed) more\n" }
  if !facts.text.isEmpty { text += "\nDrawn by \(cell(facts.text, limit: 200)).\n" }
  return Array(text.utf8)
}

private func cell(_ text: String, limit: Int) -> String {
  var result = ""
  for character in text.prefix(limit) {
    switch character {
    case "|", "*", "_", "[", "]", "\\": result += "\\" + String(character)
    case "`": result += "'"
    case "<": result += "&lt;"
    case "&": result += "&amp;"
    case "@": result += "@\u{200B}"
    default: result += character.isNewline ? " " : String(character)
    }
  }
  return text.count > limit ? result + "…" : result
}
