extension ToolDescription {
  /// The completion for zsh, a file named `_clustersnap` in a folder of `fpath`.
  public var zshCompletion: String {
    var text = """
      #compdef \(name)
      # Completion of \(name) for zsh; written by `\(name) completions zsh`.

      _\(name)_names_or_files() {
        _alternative "names:name:($*)" 'files:file:_files'
      }

      _\(name)() {
        local -a commands
        commands=(

      """
    for command in commands {
      let abstract = zshText(command.configuration.abstract)
      text += "    '\(command.configuration.name):\(abstract)'\n"
    }
    text += """
          'help:Lists the options of a subcommand, or what options choose from.'
        )
        local command= index=2
        while (( index < CURRENT )); do
          if [[ ${words[index]} != -* ]]; then
            command=${words[index]}
            break
          fi
          (( index++ ))
        done
        if (( index >= CURRENT )); then
          if [[ ${words[CURRENT]} == -* ]]; then
            compadd -- \((leadingOptions + ["--help", "--version"]).joined(separator: " "))
          else
            _describe -t commands 'subcommand' commands
          fi
          return
        fi
        # _arguments takes the first word for the command.
        words=("${words[@]:$((index - 1))}")
        (( CURRENT -= index - 1 ))
        case $command in
          help) compadd -- \(helpWords.joined(separator: " ")) ;;

      """
    for command in commands {
      text += "    \(command.configuration.name))\n      _arguments -s -S \\\n"
      for definition in command.definitions {
        for line in zshSpecifications(of: definition) { text += "        '\(line)' \\\n" }
      }
      text += "        '(-h --help)'{-h,--help}'[Show this]' ;;\n"
    }
    return text + """
        esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _\(name) "$@"
      else
        compdef _\(name) \(name)
      fi

      """
  }

  private func zshSpecifications(of definition: ArgumentDefinition) -> [String] {
    let action = zshAction(of: definition.completion)
    let value = zshText(definition.help.valueName)
    guard definition.kind != .positional else { return ["*:\(value):\(action)"] }
    return definition.names.map { name in
      let head = "*\(name)"
      let words = "[\(zshText(definition.summary))]"
      let isLong = name.hasPrefix("--")
      return switch definition.kind {
      case .flag, .positional: head + words
      case .value: head + (isLong ? "=" : "+") + words + ":\(value):\(action)"
      case .optionalValue: head + "=-" + words + "::\(value):\(action)"
      }
    }
  }

  private func zshAction(of completion: Completion) -> String {
    let words = completion.words.map(zshText).joined(separator: " ")
    if completion.hasFiles { return words.isEmpty ? "_files" : " _\(name)_names_or_files \(words)" }
    if completion.hasFolders { return "_files -/" }
    return words.isEmpty ? " " : "(\(words))"
  }

  /// A text inside of a specification that stands in single quotes.
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
