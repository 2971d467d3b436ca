import JSONDocument

/// The command as a whole: picks the subcommand, tells failures, ends with the right status.
enum ClusterSnapCommand {
  /// The version, as `--version` tells it.
  static let version = "0.1.0"

  /// A subcommand by its words and what runs it.
  private struct Subcommand {
    let configuration: CommandConfiguration
    let run: ([String]) -> Int32

    init<Command: ParsableCommand>(_ command: Command.Type) {
      configuration = command.configuration
      run = { words in ClusterSnapCommand.run(command, words) }
    }
  }

  private static var subcommands: [Subcommand] {
    [
      Subcommand(RenderCommand.self),
      Subcommand(ClustersCommand.self),
      Subcommand(DiffCommand.self),
      Subcommand(VerifyCommand.self),
      Subcommand(CheckCommand.self),
      Subcommand(EvalCommand.self),
    ]
  }

  /// Runs a command line; the exit status.
  static func run(_ words: [String]) -> Int32 {
    let words = words.first == "help" ? Array(words.dropFirst()) + ["--help"] : words
    guard let name = words.first else {
      writeAll(Array(overview.utf8), to: STDERR_FILENO)
      return ExitStatus.badInput
    }
    if name == "--help" || name == "-h" { return tell(overview) }
    if name == "--version" { return tell("clustersnap \(version)\n") }
    guard let subcommand = subcommands.first(where: { $0.configuration.name == name }) else {
      let guess = didYouMean(name, among: subcommands.map(\.configuration.name))
      Messages().error(
        "there is no subcommand \(name); " + (guess.map { "did you mean \($0)?" } ?? "see clustersnap --help")
      )
      return ExitStatus.badInput
    }
    return subcommand.run(Array(words.dropFirst()))
  }

  private static func run<Command: ParsableCommand>(_ subcommand: Command.Type, _ words: [String]) -> Int32 {
    do {
      guard let command = try subcommand.parse(words) else { return tell(subcommand.helpText) }
      return try command.run()
    } catch let error as UsageError {
      Messages().error(error.message)
      return ExitStatus.badInput
    } catch let failure as Failure {
      Messages().error(failure.message)
      return failure.status
    } catch {
      Messages().error("\(error)")
      return ExitStatus.badOutput
    }
  }

  /// Writes to standard output; a reader that has gone is no failure.
  private static func tell(_ text: String) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    return writeAll(Array(text.utf8), to: STDOUT_FILENO) || errno == EPIPE
      ? ExitStatus.done : ExitStatus.badOutput
  }

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
    return text + "\n\nclustersnap help SUBCOMMAND tells the options, clustersnap --version the version.\n"
  }
}
