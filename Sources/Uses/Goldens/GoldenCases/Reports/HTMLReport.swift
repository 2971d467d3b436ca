import BuiltIns
import JSONDocument

/// Outcomes as one page, with links to the pictures that were stored in files beside it.
///
/// A section a case, with golden, picture and difference side by side, under a slider, blinking, or the difference
/// alone. Cases are filtered by status. Everything can be reached by keyboard (the page explains how); without scripts the
/// pictures stand side by side. Nothing is fetched, and the page's own policy forbids it.
package func htmlReport(
  of outcomes: [GoldenOutcome], _ facts: RunFacts = RunFacts(), title: String = "clustersnap verify"
) -> [UInt8] {
  var writer = HTMLReportWriter()
  writer.page(outcomes, facts, title: title)
  return writer.bytes
}

private struct HTMLReportWriter {
  var bytes: [UInt8] = []

  private mutating func add(_ text: String) { bytes += text.utf8 }

  mutating func page(_ outcomes: [GoldenOutcome], _ facts: RunFacts, title: String) {
    let summary = GoldenSummary(outcomes)
    let text = BuiltInText.reportPage.text.filling([
      "title": attribute(title), "summary": attribute(summary.text), "filters": filters(summary),
      "style": BuiltInText.reportStyle.text, "script": BuiltInText.reportScript.text,
    ])
    let parts = text.split(separator: "{cases}\n", maxSplits: 1)
    add(String(parts[0]))
    if !facts.text.isEmpty { paragraph("reason", "Drawn by \(facts.text)") }
    for problem in facts.problems { paragraph("message problem", problem) }
    for (index, outcome) in outcomes.enumerated() { section(outcome, number: index + 1) }
    add("\(parts[1])\n")
  }

  private func filters(_ summary: GoldenSummary) -> String {
    let failing = summary[.different] + summary[.missing] + summary[.notComparable]
    func button(_ filter: String, _ label: String, _ count: Int) -> String {
      "<button type=\"button\" data-filter=\"\(filter)\" aria-pressed=\"false\">\(label) <b>\(count)</b></button>\n"
    }
    var buttons = button("all", "all", summary.caseCount + summary[.stale])
    if failing > 0 { buttons += button("failing", "failing", failing) }
    for status in GoldenStatus.allCases where summary[status] > 0 {
      buttons += button(status.rawValue, status.rawValue, summary[status])
    }
    return buttons
  }

  private mutating func paragraph(_ kind: String, _ text: String?) {
    if let text { add("<p class=\"\(kind)\">\(attribute(text))</p>\n") }
  }

  private mutating func section(_ outcome: GoldenOutcome, number: Int) {
    let name = attribute(outcome.name)
    add("<article id=\"case-\(number)\" data-status=\"\(outcome.status.rawValue)\" tabindex=\"-1\">\n")
    add("<h2><span class=\"status\">\(outcome.status.rawValue)</span> \(name)</h2>\n")
    if !outcome.message.isEmpty {
      add("<p class=\"message\">\(attribute(outcome.message))</p>\n")
    }
    for note in outcome.notes { paragraph("message note", note.text) }
    if let golden = outcome.golden {
      paragraph("reason", golden.settings.reason.map { "Not exact: \($0)" })
      paragraph("reason", golden.settings.picture.text)
      let platforms = golden.platforms.joined(separator: ", ")
      paragraph("reason", platforms.isEmpty ? nil : "Goldens of platforms: \(platforms)")
    }
    pictures(outcome, name)
    if let details = outcome.details {
      add("<pre class=\"details\">\(markupText(details, at: .content))</pre>\n")
    }
    if let golden = outcome.golden, outcome.status != .same {
      let path = attribute(quoted(golden.requestPath))
      add("<details><summary>Commands</summary><pre>clustersnap verify \(path)\n")
      add(
        "clustersnap verify \(path) --record \(outcome.status == .missing ? "missing" : "failed")</pre></details>\n"
      )
    }
    add("</article>\n")
  }

  private mutating func pictures(_ outcome: GoldenOutcome, _ name: String) {
    guard let format = outcome.golden?.format, format != .geojson else { return }
    func source(_ file: String?) -> String? { file.map { attribute(addressPath(of: $0)) } }
    let (golden, actual) = (source(outcome.files.golden), source(outcome.files.new))
    let difference = source(outcome.files.difference)
    guard golden != nil || actual != nil else { return }
    let isPair = golden != nil && actual != nil && format != .pdf && format != .html
    if isPair {
      add("<div class=\"modes\" role=\"group\" aria-label=\"How \(name) is compared\">\n")
      var modes = [("side", "side by side"), ("slider", "slider"), ("blink", "blink")]
      if difference != nil { modes.append(("difference", "difference")) }
      for (mode, label) in modes {
        add(
          "<button type=\"button\" data-mode=\"\(mode)\" aria-pressed=\"\(mode == "side")\">\(label)</button>\n"
        )
      }
      add(
        """
        <label class="slide">golden <input type="range" min="0" max="100" value="50" \
        aria-label="How much of the golden shows, in percent"> picture</label>\n
        """)
      add("</div>\n")
    }
    add("<div class=\"views\" data-mode=\"side\">\n")
    let isImage = format != .pdf && format != .html
    if let golden { figure("expected", "golden", golden, name, isImage) }
    if let difference { figure("difference", "difference", difference, name) }
    if let actual { figure("actual", "picture", actual, name, isImage) }
    add("</div>\n")
  }

  private mutating func figure(
    _ kind: String, _ label: String, _ source: String, _ name: String, _ isImage: Bool = true
  ) {
    add("<figure class=\"\(kind)\"><figcaption>\(label)</figcaption>")
    add(
      isImage
        ? "<img alt=\"\(label) of \(name)\" loading=\"lazy\" src=\"\(source)\"></figure>\n"
        : "<a href=\"\(source)\">open \(label)</a></figure>\n")
  }

  private func addressPath(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { percentEncoded(String($0)) }
      .joined(separator: "/")
  }

  private func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { $0.isLetter || (0x2B...0x3A).contains($0) || $0 == 0x5F }
    return isPlain && !path.isEmpty ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
