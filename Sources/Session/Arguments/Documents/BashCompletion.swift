import BuiltIns

extension ToolDescription {
  /// The completion for bash 3.2 or later, which needs no other package.
  package var bashCompletion: String {
    let cases = commands.map(bashCase).joined(separator: "\n")
    return BuiltInText.bashCompletion.text.filling([
      "name": name, "cases": cases,
      "commands": quoted((commands.map(\.configuration.name) + ["help"]).joined(separator: " ")),
      "leading": quoted((leadingOptions + ["--help", "--version"]).joined(separator: " ")),
      "topics": quoted(helpWords.joined(separator: " ")),
    ]) + "\n"
  }

  private func bashCase(of command: CommandDescription) -> String {
    var text = "    \(command.configuration.name))\n      case $option$attached in\n"
    var groups: [(patterns: [String], completion: Completion)] = []
    for definition in command.definitions where definition.form == .value || definition.isBare {
      // A value that may be left out stands behind an equals sign only.
      let patterns = definition.names.flatMap { name in
        definition.form == .value ? [name, name + "="] : [name + "="]
      }
      if let index = groups.firstIndex(where: { $0.completion == definition.completion }) {
        groups[index].patterns += patterns
      } else {
        groups.append((patterns, definition.completion))
      }
    }
    for group in groups {
      let settings = bashSettings(of: group.completion)
      text += "        \(group.patterns.joined(separator: "|"))) \(settings.isEmpty ? ":" : settings) ;;\n"
    }
    let options = command.definitions.flatMap(\.names) + ["--help"]
    let positional = command.definitions.first { $0.form == nil }?.completion ?? Completion()
    let settings = bashSettings(of: positional)
    text += "        *) case $current in\n"
    text += "            -*) words=\(quoted(options.joined(separator: " "))) ;;\n"
    text += "            *) \(settings.isEmpty ? ":" : settings) ;;\n"
    return text + "          esac ;;\n      esac ;;"
  }

  private func bashSettings(of completion: Completion) -> String {
    var settings: [String] = []
    if !completion.words.isEmpty {
      settings.append("words=" + quoted(completion.words.joined(separator: " ")))
    }
    if completion.hasFiles { settings.append("kind=files") }
    if completion.hasFolders { settings.append("kind=folders") }
    return settings.joined(separator: " ")
  }

  private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
