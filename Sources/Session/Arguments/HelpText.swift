package struct HelpLayout: Sendable {
  /// The width of lines, in letters; at least 40.
  package var columns = 80
  /// True if every option is explained, not the most used alone.
  package var isWhole = false
  /// True if headings are bold and options colored, by the sequences that terminals take.
  package var isEmphatic = false

  package init() {}

  func wrapped(_ text: String, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, indent + line.count + 1 + word.count > columns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (line.isEmpty ? lines : lines + [line]).map { String(repeating: " ", count: indent) + $0 }
  }

  func heading(_ text: String) -> String { isEmphatic ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  func entry(_ head: String, _ explanation: String) -> [String] {
    let indent = columns < 100 ? 26 : 30
    var lines = wrapped(explanation, indent: indent)
    let shown = "  " + (isEmphatic ? "\u{1B}[36m\(head)\u{1B}[0m" : head)
    if head.count + 3 > indent || lines.isEmpty { return [shown] + lines }
    lines[0] = shown + lines[0].dropFirst(head.count + 2)
    return lines
  }

  func explained(_ definitions: [ArgumentDefinition]) -> [String] {
    definitions.flatMap { entry($0.head, $0.explanation) }
  }

  /// Paragraphs in lines of the layout's width; indented lines, such as examples, stay as they are.
  func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n").flatMap { block -> [String] in
      var shown: [String] = []
      var words = ""
      for line in block.split(separator: "\n") {
        if line.hasPrefix(" ") || line.hasSuffix(":") {
          shown += wrapped(words) + [String(line)]
          words = ""
        } else {
          words += " " + line
        }
      }
      return [""] + shown + wrapped(words)
    }
  }
}

extension CommandDescription {
  package func help(_ layout: HelpLayout) -> String {
    var lines = layout.wrapped(configuration.abstract) + [""]
    for (number, usage) in configuration.usage.split(separator: "\n").enumerated() {
      lines.append((number == 0 ? "Usage: " : "       ") + usage)
    }
    lines.append("")
    let most = configuration.mostUsed.compactMap { name in definitions.first { $0.names.first == name } }
    if layout.isWhole || most.isEmpty {
      lines += allOptions(layout)
    } else {
      lines += layout.explained(definitions.filter { $0.form == nil })
      lines += ["", layout.heading("Most used")] + layout.explained(most) + otherOptions(than: most, layout)
    }
    return (lines + layout.paragraphs(configuration.discussion)).joined(separator: "\n") + "\n"
  }

  private func allOptions(_ layout: HelpLayout) -> [String] {
    var lines: [String] = []
    for section in definitions.sections {
      if !section.isEmpty { lines += (lines.isEmpty ? [] : [""]) + [layout.heading(section)] }
      lines += layout.explained(definitions.filter { $0.section == section })
    }
    lines += layout.entry("-h, --help", "Show this.")
    if definitions.contains(where: { $0.shownDefault == ArgumentDefinition.nothing }) {
      lines += [""]
      lines += layout.wrapped(
        "Where none is the default, it may be written, as =none behind options whose value may be left out: it takes back what a request or style sets. A file named so is ./none."
      )
    }
    return lines
  }

  private func otherOptions(than most: [ArgumentDefinition], _ layout: HelpLayout) -> [String] {
    var lines: [String] = []
    for section in definitions.sections {
      let names = definitions.filter { $0.section == section && $0.form != nil }.compactMap(\.names.first)
        .filter { name in !most.contains { $0.names.first == name } }
      if names.isEmpty { continue }
      lines += ["", layout.heading(section.isEmpty ? "Inputs and outputs" : section)]
      lines += layout.wrapped(names.joined(separator: " "), indent: 2)
    }
    return lines + [""]
      + layout.wrapped(
        "clustersnap help \(configuration.name) --all explains every option, clustersnap help OPTION explains one."
      )
  }
}

extension ArgumentDefinition {
  var head: String {
    let names = names.reversed().joined(separator: ", ")
    switch form {
    case nil: return help.valueName
    case .flag: return names
    case .value: return names + " " + help.valueName
    case .bare: return names + "[=" + help.valueName + "]"
    }
  }

  var explanation: String { words + (shownDefault.map { " (default: \($0))" } ?? "") }

  var words: String {
    help.text + (choices.isEmpty ? "" : " One of " + choices.joined(separator: ", ") + ".")
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
