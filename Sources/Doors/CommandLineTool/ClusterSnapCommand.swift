import CommandParts
import Arguments
import JSONDocument
import MapFeatures
import MapSettings
import TileSources

#if GoldenCases
  import GoldenCommands
#endif
#if MapServer
  import ServerCommands
#endif
#if MapStories
  import StoryCommands
#endif

/// Runs the command as a process of its own: sets up streams and signals, and ends the process with the exit status.
///
/// - Parameter arguments: the words as the process got them; passwords in them are blanked.
public func exitRunning(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Never {
  ProcessSetup.prepare()
  exit(ClusterSnapCommand.run(count, arguments))
}

enum ClusterSnapCommand {
  private static var subcommands: [any ParsableCommand.Type] {
    var all: [any ParsableCommand.Type] = [RenderCommand.self, ClustersCommand.self]
    #if GoldenCases
      all += [DiffCommand.self, VerifyCommand.self]
    #endif
    #if MapStories
      all += [AnimateCommand.self]
    #endif
    all += [
      CheckCommand.self, EvalCommand.self, SchemaCommand.self, SQLCommand.self, TileCommand.self,
      TilesCommand.self,
    ]
    #if MapServer
      all += [ServeCommand.self]
    #endif
    return all + [CompletionsCommand.self, ManualCommand.self]
  }

  static var described: ToolDescription {
    ToolDescription(
      name: "clustersnap", abstract: "Points in, a clustered map picture out.",
      version: "clustersnap \(ToolVersion.number)", commands: subcommands.map { $0.described },
      topics: HelpTopics.names, leadingOptions: leadingFlags.sorted(),
      exitStatuses: [
        (ExitStatus.done, "All is done."),
        (ExitStatus.different, "Pictures differ (diff, verify), and nothing else is wrong."),
        (
          ExitStatus.badInput,
          "Wrong usage, or an input, style or golden that is missing, unreadable, damaged or not comparable."
        ),
        (ExitStatus.badOutput, "An output cannot be written, or memory or disk gave out."),
      ])
  }

  private static let leadingFlags: Set = ["--quiet", "-q", "--verbose", "-v", "--strict"]

  static func run(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    // Swift reads the words in /proc on Linux, and fonts in memory are reached through it.
    guard count > 0 else { return fail("the command line cannot be read; mount /proc") }
    var words: [String] = []
    for index in 1..<max(1, Int(count)) {
      guard let bytes = arguments[index] else { break }
      guard let word = String(validatingCString: bytes) else {
        // A repaired name would be another file's.
        return fail("the word \"\(String(cString: bytes))\" is not UTF-8; rename the file")
      }
      words.append(word)
      if word.contains("://") || word.contains("password=") { hidePassword(in: bytes) }
    }
    return run(words)
  }

  /// Blanks the passwords of an address in the memory that lists of processes show.
  private static func hidePassword(in word: UnsafeMutablePointer<CChar>) {
    if let start = strstr(word, "://"), let end = strrchr(start, 0x40), var mark = strchr(start + 3, 0x3A) {
      while mark + 1 < end {
        mark += 1
        mark.pointee = 0x78
      }
    }
    var rest = word
    while let name = strstr(rest, "password=") {
      rest = name + strlen("password=")
      while rest.pointee != 0, rest.pointee != 0x26 {
        rest.pointee = 0x78
        rest += 1
      }
    }
  }

  private static func run(_ words: [String]) -> Int32 {
    let leading = words.prefix { leadingFlags.contains($0) }
    let words = words.dropFirst(leading.count)
    guard let name = words.first else {
      writeAll(Array(introduction.utf8), to: STDERR_FILENO)
      return ExitStatus.badInput
    }
    var rest = leading + words.dropFirst()
    var wanted = name
    if name == "help" || WordReader.asksForHelp(name) {
      let isHelp = name == "help"
      guard let topic = words.dropFirst().first, isHelp || !WordReader.looksLikeOption(topic) else {
        return write(overview)
      }
      if let text = HelpTopics.text(of: topic) { return write(text) }
      (wanted, rest) = (topic, ["--help"] + words.dropFirst(2).filter { $0 == "--all" })
      if isHelp, !subcommands.contains(where: { $0.configuration.name == topic }),
        let text = HelpTopics.text(ofSetting: topic, in: described, helpLayout)
      {
        return write(text)
      }
    }
    if name == "--version" { return write("clustersnap \(ToolVersion.text)\n") }
    if let subcommand = subcommands.first(where: { $0.configuration.name == wanted }) {
      return run(subcommand, Array(rest))
    }
    let (isOption, form) = (WordReader.looksLikeOption(wanted), ReportForm(in: Array(words)))
    let known =
      isOption
      ? ["--help", "--version"] + leadingFlags.sorted()
      : subcommands.map { $0.configuration.name } + (name == "help" ? HelpTopics.names : [])
    let near = didYouMean(wanted, among: known)
    if name == "help", near?.hasPrefix(wanted) != true,
      let text = HelpTopics.text(about: wanted, in: described)
    {
      return write(text)
    }
    if name == "help", near == nil {
      let options = described.optionNames
      let option = didYouMean(wanted, among: options).map { "did you mean --\($0)?" }
      return fail(
        "no page, option or recipe of help has the word \(wanted); \(option ?? "see clustersnap help recipes")",
        form)
    }
    if !isOption, access(wanted, F_OK) == 0 {
      return fail(
        "\(wanted) is a file, and a subcommand stands before it; write clustersnap render \(wanted) …", form)
    }
    let advice = near.map { "did you mean \($0)?" } ?? "see clustersnap --help"
    return fail(
      isOption
        ? "no option \(wanted) stands before the subcommand; \(advice)"
        : "there is no subcommand \(wanted); \(advice)", form)
  }

  private static func run<Command: ParsableCommand>(_ subcommand: Command.Type, _ words: [String]) -> Int32 {
    let form = ReportForm(in: words)
    do {
      guard let command = try subcommand.parse(words) else {
        var layout = helpLayout
        layout.isWhole = words.contains("--all")
        return write(subcommand.described.help(layout))
      }
      return try command.run()
    } catch let error as SettingError {
      return fail(error.description, form)
    } catch let failure as Failure {
      Messages(form: form).report(failure)
      return failure.status
    } catch {
      Messages(form: form).report(.output("\(error)"))
      return ExitStatus.badOutput
    }
  }

  private static func fail(_ message: String, _ form: ReportForm = .text) -> Int32 {
    Messages(form: form).report(.input("\(message)"))
    return ExitStatus.badInput
  }

  /// Writes to standard output; a reader that has gone is no failure.
  private static func write(_ text: String) -> Int32 {
    if writeAll(Array(text.utf8), to: STDOUT_FILENO) || errno == EPIPE { return ExitStatus.done }
    Messages().report(.output("cannot write it: \(systemErrorText()); make room", at: "standard output"))
    return ExitStatus.badOutput
  }

  /// The layout of help: lines as wide as the terminal, at most 100 letters, and emphasis where there is one.
  private static var helpLayout: HelpLayout {
    var layout = HelpLayout()
    if let columns = terminalColumns(of: STDOUT_FILENO) { layout.columns = min(max(columns, 40), 100) }
    layout.isEmphatic =
      isatty(STDOUT_FILENO) == 1 && environmentVariable("NO_COLOR") == nil
      && environmentVariable("TERM") != "dumb"
    return layout
  }

  private static let introduction = """
    clustersnap draws points on a map, near points as one bubble with their count.
      clustersnap render points.csv -o map.png     a picture: png, svg, pdf, webp, avif, jpg or html
      clustersnap clusters points.csv              the same clusters as data
      clustersnap help recipes                     forty tasks, a command each
    clustersnap help lists the subcommands, clustersnap help render the options.

    """

  private static var overview: String {
    var text = """
      Points in, a clustered map picture out.

      Usage: clustersnap SUBCOMMAND …

      """
    for subcommand in subcommands {
      let configuration = subcommand.configuration
      text += "\n  \(configuration.name)"
      text += String(repeating: " ", count: max(1, 12 - configuration.name.count)) + configuration.abstract
    }
    return text + """


      clustersnap help SUBCOMMAND lists the options, with --all each with its words; clustersnap help OPTION explains one.
      clustersnap help \(HelpTopics.names.joined(separator: "|")) lists what they choose from.
      clustersnap --version prints the version.
      Options may stand anywhere behind the subcommand, as --name VALUE or --name=VALUE; -- ends them. Of an option
      that is given twice the last one counts, unless its help states that it may be repeated.

      Example:
        clustersnap render Samples/capitals.csv -o capitals.png

      """
  }
}
