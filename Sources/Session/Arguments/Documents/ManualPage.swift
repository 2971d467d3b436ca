extension ToolDescription {
  package var manual: String {
    var page = Roff(title: name, version: version)
    page.section("NAME")
    page.text("\(name) - \(withoutPeriod(abstract))")
    page.section("SYNOPSIS")
    page.synopsis("\(name) SUBCOMMAND …", isFirst: true)
    page.section("DESCRIPTION")
    page.text("Each subcommand has a manual page of its own, such as \(name)-render(1).")
    page.section("SUBCOMMANDS")
    for command in commands {
      page.entry(bold: command.configuration.name, value: "", command.configuration.abstract)
    }
    let topics = ["SUBCOMMAND"] + self.topics
    page.entry(
      bold: "help", value: topics.joined(separator: "|"),
      "Lists the options of a subcommand, or what options choose from.")
    page.section("OPTIONS")
    page.text(
      "Options may stand anywhere behind the subcommand, as --name VALUE or --name=VALUE; -- ends them. "
        + leadingOptions.joined(separator: ", ") + " may stand before it, too.")
    page.entry(bold: "--version", value: "", "Prints the version.")
    page.entry(bold: "-h, --help", value: "", "Lists the subcommands.")
    finish(&page, others: commands.map { "\(name)-\($0.configuration.name)" })
    return page.text
  }

  package func manual(of command: CommandDescription) -> String {
    let configuration = command.configuration
    let title = "\(name)-\(configuration.name)"
    var page = Roff(title: title, version: version)
    page.section("NAME")
    page.text("\(title) - \(withoutPeriod(configuration.abstract))")
    page.section("SYNOPSIS")
    for (index, line) in configuration.usage.split(separator: "\n").enumerated() {
      page.synopsis(String(line), isFirst: index == 0)
    }
    let parts = parts(of: configuration.discussion)
    page.section("DESCRIPTION")
    page.blocks(parts.description)
    page.section("OPTIONS")
    for section in command.definitions.sections {
      if !section.isEmpty { page.subsection(section) }
      for definition in command.definitions where definition.section == section {
        page.entry(of: definition)
      }
    }
    page.entry(bold: "-h, --help", value: "", "Lists the options.")
    if !parts.example.isEmpty {
      page.section("EXAMPLES")
      page.blocks(parts.example)
    }
    let others = commands.filter { $0.configuration.name != configuration.name }
    finish(&page, others: [name] + others.map { "\(name)-\($0.configuration.name)" })
    return page.text
  }

  package var manuals: [(file: String, text: String)] {
    [("\(name).1", manual)] + commands.map { ("\(name)-\($0.configuration.name).1", manual(of: $0)) }
  }

  private func finish(_ page: inout Roff, others: [String]) {
    page.section("EXIT STATUS")
    for (status, meaning) in exitStatuses { page.entry(bold: "\(status)", value: "", meaning) }
    page.section("SEE ALSO")
    page.references(others)
  }

  private func withoutPeriod(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// The text below the options of `--help`, as paragraphs and indented blocks with their lines: those before the line `Example:`,
/// and those from it on.
private func parts(of discussion: String) -> (description: [[String]], example: [[String]]) {
  var (description, example): ([[String]], [[String]]) = ([], [])
  var isExample = false
  for block in discussion.split(separator: "\n\n") {
    var lines = block.split(separator: "\n").map(String.init)
    if let first = lines.first, first.hasPrefix("Example"), first.hasSuffix(":") {
      isExample = true
      if first.hasPrefix("Example,") { example.append([first]) }
      lines.removeFirst()
    }
    if lines.isEmpty { continue }
    if isExample { example.append(lines) } else { description.append(lines) }
  }
  return (description, example)
}
