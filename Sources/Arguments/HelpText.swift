/// Lays out `--help`: options under their headings, explanations in a column of their own.
struct HelpText {
  let configuration: CommandConfiguration
  let definitions: [ArgumentDefinition]

  private static let indent = 30
  private static let width = 100

  var text: String {
    var lines = [configuration.abstract, "", "Usage: " + configuration.usage, ""]
    for section in definitions.sections {
      if !section.isEmpty { lines += lines.last == "" ? [section] : ["", section] }
      for definition in definitions where definition.section == section {
        lines += entry(head(of: definition), HelpText.explanation(of: definition))
      }
    }
    lines += entry("-h, --help", "Show this.")
    if definitions.contains(where: { $0.shownDefault == ArgumentDefinition.nothing }) {
      lines += [
        "",
        "Where none is the default, it may be written, as =none behind options whose value may be left out: it takes back",
        "what a request or style sets. A file named so is ./none.",
      ]
    }
    lines += ["", configuration.discussion]
    return lines.joined(separator: "\n") + "\n"
  }

  private func head(of definition: ArgumentDefinition) -> String {
    let names = definition.names.reversed().joined(separator: ", ")
    switch definition.kind {
    case .positional: return definition.help.valueName
    case .flag: return names
    case .value: return names + " " + definition.help.valueName
    case .optionalValue: return names + "[=" + definition.help.valueName + "]"
    }
  }

  /// What an option does, with what it chooses from and its default.
  static func explanation(of definition: ArgumentDefinition) -> String {
    var text = definition.help.text
    if !definition.choices.isEmpty { text += " One of " + definition.choices.joined(separator: ", ") + "." }
    if let value = definition.shownDefault { text += " (default: \(value))" }
    return text
  }

  private func entry(_ head: String, _ explanation: String) -> [String] {
    let indent = HelpText.indent
    var lines: [String] = []
    var line = "  " + head
    if line.count >= indent {
      lines.append(line)
      line = ""
    }
    line += String(repeating: " ", count: indent - line.count)
    var isFresh = true
    for word in explanation.split(separator: " ") {
      if !isFresh, line.count + 1 + word.count > HelpText.width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isFresh = true
      }
      line += (isFresh ? "" : " ") + word
      isFresh = false
    }
    return lines + [line]
  }
}

extension [ArgumentDefinition] {
  var sections: [String] {
    var sections: [String] = []
    for definition in self where !sections.contains(definition.section) {
      sections.append(definition.section)
    }
    return sections
  }
}
