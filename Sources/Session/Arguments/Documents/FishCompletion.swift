extension ToolDescription {
  package var fishCompletion: String {
    var lines = [
      "# Completion of \(name) for fish; written by `\(name) completions fish`.",
      "complete -c \(name) -f",
    ]
    let isFirst = "-n __fish_use_subcommand"
    for command in commands {
      let abstract = fishText(command.configuration.abstract)
      lines.append("complete -c \(name) \(isFirst) -a \(command.configuration.name) -d \(abstract)")
    }
    let help = fishText("Lists the options of a subcommand, or what options choose from.")
    lines.append("complete -c \(name) \(isFirst) -a help -d \(help)")
    lines.append("complete -c \(name) \(isFirst) -l help -s h -d \(fishText("Show the subcommands"))")
    lines.append("complete -c \(name) \(isFirst) -l version -d \(fishText("Print the version"))")
    let topics = fishText(helpWords.joined(separator: " "))
    lines.append("complete -c \(name) -n \(fishText("__fish_seen_subcommand_from help")) -a \(topics)")
    for command in commands {
      let word = command.configuration.name
      // The first word that is no option, so that a topic behind help is none.
      let condition =
        "-n \(fishText("__fish_seen_subcommand_from \(word); and not __fish_seen_subcommand_from help"))"
      for definition in command.definitions {
        lines.append("complete -c \(name) \(condition)" + fishEntry(of: definition))
      }
      lines.append("complete -c \(name) \(condition) -l help -s h -d \(fishText("Show this"))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fishEntry(of definition: ArgumentDefinition) -> String {
    let completion = definition.completion
    var text = ""
    if let name = definition.longName { text += " -l \(name)" }
    if let name = definition.shortName { text += " -s \(name)" }
    if definition.form == .value { text += completion.hasFiles ? " -r -F" : " -x" }
    if definition.form == nil, completion.hasFiles { text += " -F" }
    if completion.hasFolders {
      text += " -a \(fishText("(__fish_complete_directories)"))"
    } else if !completion.words.isEmpty {
      text += " -a \(fishText(completion.words.joined(separator: " ")))"
    }
    return text + (definition.form == nil ? "" : " -d \(fishText(definition.summary))")
  }

  private func fishText(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
