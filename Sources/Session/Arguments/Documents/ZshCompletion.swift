import BuiltIns

extension ToolDescription {
  /// The completion for zsh, a file named `_clustersnap` in a folder of `fpath`.
  package var zshCompletion: String {
    let abstracts = commands.map {
      "    '\($0.configuration.name):\(zshText($0.configuration.abstract))'"
    }
    let cases = commands.map { command in
      let lines = command.definitions.flatMap(zshSpecifications).map { "        '\($0)' \\\n" }.joined()
      return "    \(command.configuration.name))\n      _arguments -s -S \\\n" + lines
        + "        '(-h --help)'{-h,--help}'[Show this]' ;;"
    }
    return BuiltInText.zshCompletion.text.filling([
      "name": name, "commands": abstracts.joined(separator: "\n"), "cases": cases.joined(separator: "\n"),
      "leading": (leadingOptions + ["--help", "--version"]).joined(separator: " "),
      "topics": helpWords.joined(separator: " "),
    ]) + "\n"
  }

  private func zshSpecifications(of definition: ArgumentDefinition) -> [String] {
    let action = zshAction(of: definition.completion)
    let value = zshText(definition.help.valueName)
    guard definition.form != nil else { return ["*:\(value):\(action)"] }
    return definition.names.map { name in
      let head = "*\(name)"
      let words = "[\(zshText(definition.summary))]"
      let isLong = name.hasPrefix("--")
      return switch definition.form {
      case .flag, nil: head + words
      case .value: head + (isLong ? "=" : "+") + words + ":\(value):\(action)"
      case .bare: head + "=-" + words + "::\(value):\(action)"
      }
    }
  }

  private func zshAction(of completion: Completion) -> String {
    let words = completion.words.map(zshText).joined(separator: " ")
    if completion.hasFiles { return words.isEmpty ? "_files" : " _\(name)_names_or_files \(words)" }
    if completion.hasFolders { return "_files -/" }
    return words.isEmpty ? " " : "(\(words))"
  }

  private func zshText(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "[", "]", ":", "\\", "(", ")", "$", "`", "\"": result += "\\\(character)"
      case "'": result += "'\\''"
      default: result.append(character)
      }
    }
    return result
  }
}
