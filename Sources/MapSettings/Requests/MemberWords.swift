/// What a message calls options, in the words of documents: `set --min-count 2` becomes `set "minCount": 2`.
///
/// An option that the message begins with is what the command line has, and stays.
package struct MemberWords: Sendable {
  /// The members by their options; looked up, never iterated.
  private let members: [String: (key: String, choices: [String])]

  /// The members of requests and scenarios.
  package static let ofRequests = MemberWords()

  private init() {
    var members: [String: (key: String, choices: [String])] = ["--source": ("sources", [])]
    for member in SnapshotRequest.members { members["--" + kebabCase(member.name)] = (member.name, []) }
    func add<Values>(_ table: SettingTable<Values>) {
      for entry in table.entries where entry.option != nil && entry.isInDocuments {
        members[entry.optionName] = (entry.key, entry.choices)
      }
    }
    add(ViewOptions.table)
    add(OutputSettings.table)
    add(ClusterOptions.table)
    add(ResourceSettings.table)
    self.members = members
  }

  /// A message with members in place of options; others stay.
  package func text(of message: String) -> String {
    var words: [String] = []
    var rest = message.split(separator: " ", omittingEmptySubsequences: false)[...]
    if rest.first?.hasPrefix("--") == true, let first = rest.popFirst() { words.append(String(first)) }
    while let word = rest.popFirst() {
      guard let option = Parts(word), let member = members[option.name] else {
        words.append(String(word))
        continue
      }
      if let value = option.value {
        words.append("\"\(member.key)\": \(numbersAsJSON(value) ?? "\"\(value)\"")\(option.tail)")
      } else if option.tail.isEmpty, let next = rest.first, let value = Value(next, choices: member.choices) {
        rest.removeFirst()
        words.append("\"\(member.key)\"" + (value.json.map { ": " + $0 } ?? "") + value.tail)
      } else {
        words.append("\"\(member.key)\"\(option.tail)")
      }
    }
    return words.joined(separator: " ")
  }

  /// An option in a message: `--fit=robust,` with its value and what follows it.
  private struct Parts {
    let name: String
    var value: Substring?
    let tail: String

    init?(_ word: Substring) {
      guard word.hasPrefix("--") else { return nil }
      let body = word.prefix { $0 != "=" && $0 != "," && $0 != ";" && $0 != ":" && $0 != ")" }
      name = String(body)
      var rest = word[body.endIndex...]
      if rest.first == "=" {
        let given = rest.dropFirst().prefix { $0 != "," && $0 != ";" && $0 != ")" }
        value = given
        rest = rest[given.endIndex...]
      }
      tail = String(rest)
    }
  }

  /// The word behind an option, where it is its value: a choice, numbers, or what stands for any value.
  private struct Value {
    /// As a document has it; `nil` for what stands for any value.
    let json: String?
    let tail: String

    init?(_ word: Substring, choices: [String]) {
      let body = word.last.map { ",;)".contains($0) } == true ? word.dropLast() : word
      tail = String(word[body.endIndex...])
      if body == "none" || choices.contains(String(body)) {
        json = "\"\(body)\""
      } else if let numbers = numbersAsJSON(body) {
        json = numbers
      } else if let equals = body.firstIndex(of: "="), body[equals...] == "=FILE" {
        json = "{\"\(body[..<equals])\": \"FILE\"}"
      } else if let first = body.unicodeScalars.first, first.properties.isUppercase {
        json = nil
      } else {
        return nil
      }
    }
  }
}

/// A number, or a list of numbers with commas, as JSON.
private func numbersAsJSON(_ text: Substring) -> String? {
  guard let numbers = commaSeparated(String(text)), !text.isEmpty else { return nil }
  return numbers.count == 1 ? String(text) : "[\(text.split(separator: ",").joined(separator: ", "))]"
}
