extension ToolDescription {
  /// The help of one option by its long name, with or without its hyphens; `nil` where no subcommand has it.
  ///
  /// An option that means different things in several subcommands has a paragraph for each meaning.
  package func help(ofOption word: String, _ layout: HelpLayout) -> String? {
    let name = "--" + word.drop { $0 == "-" }
    let uses = options.filter { $0.definition.names.contains(name) }
    if uses.isEmpty { return nil }
    return uses.map { use in
      let words = [use.definition.explanation, "Of " + use.commands.joined(separator: ", ") + "."]
      return ([layout.heading(use.definition.head)] + words.flatMap { layout.wrapped($0, indent: 2) })
        .joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }

  package var optionPage: String {
    var text = """
      # Options

      Each option with its default, and the subcommands that take it. Requests have a [member](requests.md) of the same name in camel case.

      This page is made from the code by `make coverage`.

      """
    for section in options.map(\.definition).sections {
      text += "\n## \(section)\n\n| option | meaning | default | of |\n| --- | --- | --- | --- |\n"
      for option in options where option.definition.section == section {
        let definition = option.definition
        let anchor = definition.longName.map { "<a id=\"\($0)\"></a>" } ?? ""
        let cells = [
          anchor + "`" + definition.head + "`", definition.words, definition.shownDefault ?? "",
          option.commands.joined(separator: ", "),
        ]
        text += "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
      }
    }
    text += "\n## Exit codes\n\n| code | meaning |\n| --- | --- |\n"
    for (status, meaning) in exitStatuses { text += "| \(status) | \(meaning) |\n" }
    return text
  }

  private struct SharedOption {
    let definition: ArgumentDefinition
    var commands: [String]
  }

  private var options: [SharedOption] {
    var options: [SharedOption] = []
    // Help is made each time it is asked for.
    var indices: [String: Int] = [:]
    for command in commands {
      let name = command.configuration.name
      for var definition in command.definitions {
        if definition.section.isEmpty { definition.section = "\(self.name) \(name)" }
        let key = "\(definition.head)\n\(definition.explanation)"
        if let index = indices[key] {
          options[index].commands.append(name)
        } else {
          indices[key] = options.count
          options.append(SharedOption(definition: definition, commands: [name]))
        }
      }
    }
    return options
  }
}
