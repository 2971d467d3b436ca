package struct ToolDescription {
  package let name: String
  package let abstract: String
  package let version: String
  package let commands: [CommandDescription]
  package let topics: [String]
  package let leadingOptions: [String]
  package let exitStatuses: [(status: Int32, meaning: String)]

  package init(
    name: String, abstract: String, version: String, commands: [CommandDescription], topics: [String],
    leadingOptions: [String], exitStatuses: [(status: Int32, meaning: String)]
  ) {
    (self.name, self.abstract, self.version, self.commands) = (name, abstract, version, commands)
    (self.topics, self.leadingOptions, self.exitStatuses) = (topics, leadingOptions, exitStatuses)
  }

  package func command(named name: String) -> CommandDescription? {
    commands.first { $0.configuration.name == name }
  }

  package func options(about word: String) -> [(name: String, words: String)] {
    let wanted = word.lowercased()
    var known: Set<String> = []
    return commands.flatMap(\.definitions).compactMap { option in
      guard let name = option.longName, known.insert(name).inserted else { return nil }
      let text = ([name, option.help.text, option.help.valueName] + option.choices).joined(separator: " ")
      return text.lowercased().contains(wanted) ? ("--" + name, option.summary) : nil
    }
  }

  /// The long names of all options, without their hyphens.
  package var optionNames: [String] { commands.flatMap(\.definitions).compactMap(\.longName) }

  var helpWords: [String] { commands.map(\.configuration.name) + topics }
}

struct Completion: Equatable {
  var words: [String] = []
  var hasFiles = false
  var hasFolders = false
}

extension ArgumentDefinition {
  var completion: Completion {
    let kinds = help.valueName.split { "|[] =…".contains($0) }
    let isFolder = kinds.contains("DIR") || kinds.contains("FOLDER")
    let isFile = kinds.contains { kind in
      ["FILE", "INPUT", "OUT", "STYLE", "TABLE"].contains(kind) || kind.contains(".")
    }
    return Completion(words: choices + help.suggestions, hasFiles: isFile, hasFolders: isFolder && !isFile)
  }

  var longName: String? { names.first { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) } }

  var shortName: String? { names.first { !$0.hasPrefix("--") }.map { String($0.dropFirst()) } }

  /// The first sentence of the explanation, for lists that show one line an option.
  var summary: String {
    let end = help.text.firstRange(of: ". ")?.lowerBound ?? help.text.endIndex
    let sentence = help.text[..<end]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}
