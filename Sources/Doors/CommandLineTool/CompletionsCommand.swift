import CommandParts
import Arguments

enum Shell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish
}

struct CompletionsCommand: ParsableCommand {
  @Argument(
    help: .init("The shell: bash, zsh or fish.", valueName: "SHELL", suggestions: Shell.allValueStrings))
  var shells: [String]
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration("completions")

  func run() throws -> Int32 {
    guard let word = shells.first, shells.count == 1 else {
      throw Failure.input("name one shell, such as clustersnap completions bash")
    }
    let shell: Shell = try value(of: word)
    let tool = ClusterSnapCommand.described
    switch shell {
    case .bash: return try printed(tool.bashCompletion)
    case .zsh: return try printed(tool.zshCompletion)
    case .fish: return try printed(tool.fishCompletion)
    }
  }
}
