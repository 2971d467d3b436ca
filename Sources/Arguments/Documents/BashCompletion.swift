extension ToolDescription {
  /// The completion for bash 3.2 or later, which needs no other package.
  public var bashCompletion: String {
    var text = """
      # Completion of \(name) for bash; written by `\(name) completions bash`.
      _\(name)() {
        local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} attached= prefix=
        local command= index=1 words= kind= word
        COMPREPLY=()
        while [ "$index" -lt "$COMP_CWORD" ]; do
          case ${COMP_WORDS[index]} in
            -*) index=$((index + 1)) ;;
            *) command=${COMP_WORDS[index]}; break ;;
          esac
        done
        # Bash splits --name=value at the equals sign, unless COMP_WORDBREAKS is set otherwise.
        if [ "$current" = "=" ]; then
          current= attached="="
        elif [ "$option" = "=" ]; then
          option=${COMP_WORDS[COMP_CWORD-2]} attached="="
        else
          case $current in
            --*=*) option=${current%%=*} prefix=$option= current=${current#*=} attached="=" ;;
          esac
        fi
        case $command in

      """
    text +=
      "    '') words=\(quoted((commands.map(\.configuration.name) + ["help"]).joined(separator: " ")))\n"
    text += "      case $current in -*) words="
    text += quoted((leadingOptions + ["--help", "--version"]).joined(separator: " ")) + " ;; esac ;;\n"
    text += "    help) words=\(quoted(helpWords.joined(separator: " "))) ;;\n"
    for command in commands { text += bashCase(of: command) }
    return text + """
        esac
        while IFS= read -r word; do
          [ -n "$word" ] && COMPREPLY+=("$prefix$word")
        done < <(
          [ -n "$words" ] && compgen -W "$words" -- "$current"
          [ "$kind" = files ] && compgen -f -- "$current"
          [ "$kind" = folders ] && compgen -d -- "$current"
        )
        # Names of folders then end in a slash; bash 3.2 has no compopt.
        [ -n "$kind" ] && compopt -o filenames 2>/dev/null
        return 0
      }
      complete -F _\(name) \(name)

      """
  }

  /// Returns the proposals after a subcommand: values by the option before them, else options or positional words.
  private func bashCase(of command: CommandDescription) -> String {
    var text = "    \(command.configuration.name))\n      case $option$attached in\n"
    var groups: [(patterns: [String], completion: Completion)] = []
    for definition in command.definitions where definition.kind == .value || definition.kind == .optionalValue
    {
      // A value that may be left out stands behind an equals sign only.
      let patterns = definition.names.flatMap { name in
        definition.kind == .value ? [name, name + "="] : [name + "="]
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
    let positional = command.definitions.first { $0.kind == .positional }?.completion ?? Completion()
    let settings = bashSettings(of: positional)
    text += "        *) case $current in\n"
    text += "            -*) words=\(quoted(options.joined(separator: " "))) ;;\n"
    text += "            *) \(settings.isEmpty ? ":" : settings) ;;\n"
    return text + "          esac ;;\n      esac ;;\n"
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
