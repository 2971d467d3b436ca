import CommandParts
import Arguments
import JSONDocument

struct ManualCommand: ParsableCommand {
  @Argument var subcommands: [String]
  @Option(short: "-o") var output: String?
  @Flag var markdown: Bool
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration("manual")

  func run() throws -> Int32 {
    let tool = ClusterSnapCommand.described
    guard let output else {
      if markdown { return try printed(tool.optionPage) }
      guard subcommands.count <= 1 else {
        throw Failure.input("\"\(subcommands[1])\" is one word too many; name one subcommand")
      }
      return try printed(page(of: subcommands.first, in: tool))
    }
    guard subcommands.isEmpty else { throw Failure.input("-o writes all pages; leave out \(subcommands[0])") }
    let stage = OutputStage()
    for (name, text) in tool.manuals {
      let file = OutputFile(path: output + "/" + name)
      try file.check()
      try stage.add(Array(text.utf8), to: file)
    }
    try stage.commit()
    return ExitStatus.done
  }

  private func page(of name: String?, in tool: ToolDescription) throws(Failure) -> String {
    guard let name else { return tool.manual }
    guard let command = tool.command(named: name) else {
      let known = tool.commands.map(\.configuration.name)
      let advice = nameAdvice(name, among: known, else: "name one of \(known.joined(separator: ", "))")
      throw .input("there is no subcommand \(name); \(advice)")
    }
    return tool.manual(of: command)
  }
}
