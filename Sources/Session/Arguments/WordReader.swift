import BuiltIns
import CSystem
import JSONDocument
import MapSettings

/// Goes through the words of a command line once and stores each where it belongs.
///
/// Options may stand anywhere; `--name value`, `--name=value`, `-o value`, `-ovalue` and `-qv` are understood, `--` ends
/// the options. Of a single option that is repeated the last one counts, as users know it from other commands.
package struct WordReader {
  let words: [String]
  let definitions: [ArgumentDefinition]
  let command: String
  private(set) var index = 0

  mutating func read() throws(SettingError) -> Bool {
    var onlyPositional = false
    while index < words.count {
      let word = words[index]
      index += 1
      if onlyPositional || !WordReader.looksLikeOption(word) {
        try storePositional(word)
      } else if word == "--" {
        onlyPositional = true
      } else if WordReader.asksForHelp(word) {
        return false
      } else if word.hasPrefix("--") {
        try storeOption(word)
      } else if try storeShort(word) {
        return false
      }
    }
    return true
  }

  /// Options of other tools: ours in their place, with an example of its value.
  private static let ofOtherTools: [String: (option: String, example: String)] = [
    "--width": ("--size", "800x600"), "--height": ("--size", "800x600"), "--lat": ("--center", "LON,LAT"),
    "--lon": ("--center", "LON,LAT"), "--lng": ("--center", "LON,LAT"), "--bounds": ("--bbox", "W,S,E,N"),
    "--extent": ("--bbox", "W,S,E,N"), "--ratio": ("--scale", "2"), "--retina": ("--scale", "2"),
    "--rotation": ("--bearing", "30"), "--out": ("--output", "map.png"),
    "--track": ("--path", "track.gpx"), "--port": ("--listen", "127.0.0.1:8080"),
    "--hexbin": ("--method", "hex"), "--cluster-radius": ("--radius", "40"),
  ]

  package static func asksForHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

  /// `-` is standard input, `-12.5` a number.
  package static func looksLikeOption(_ word: String) -> Bool {
    guard word.utf8.first == 0x2D, word.utf8.count > 1 else { return false }
    let second = word.utf8[word.utf8.index(after: word.utf8.startIndex)]
    return !(second.isDigit || second == 0x2E)
  }

  private func storePositional(_ word: String) throws(SettingError) {
    if index > 1 { try checkFollower(word, of: words[index - 2]) }
    guard let definition = definitions.first(where: { $0.form == nil }) else {
      throw SettingError("\"\(word)\" is one word too many; \(seeHelp)")
    }
    try store(word, in: definition, as: definition.help.valueName)
  }

  /// Refuses a word behind an option whose value stands behind an equals sign, where it is no file: it was meant for it.
  private func checkFollower(_ word: String, of name: String) throws(SettingError) {
    let path = word.split(separator: "=", maxSplits: 1).last.map(String.init) ?? word
    guard let option = definitions.first(where: { $0.names.contains(name) }), option.isBare,
      word != "-", !word.contains("://"), access(path, F_OK) != 0
    else { return }
    let countries = name == "--locator" ? BuiltInPlace.countries.map(\.name) : []
    let meant = didYouMean(word, among: countries) ?? word
    throw SettingError(
      "there is no file \(word); the value of \(name) stands behind an equals sign: "
        + "\(name)=\(meant.contains(" ") ? "\"\(meant)\"" : meant)")
  }

  private mutating func storeOption(_ word: String) throws(SettingError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    try store(parts.count > 1 ? String(parts[1]) : nil, in: try definition(of: name), as: name)
  }

  private mutating func storeShort(_ word: String) throws(SettingError) -> Bool {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      if WordReader.asksForHelp(name) { return true }
      let definition = try definition(of: name)
      guard definition.form == .flag else {
        let attached = letters.first == "=" ? letters.dropFirst() : letters
        try store(letters.isEmpty ? nil : String(attached), in: definition, as: name)
        return false
      }
      try store(nil, in: definition, as: name)
    }
    return false
  }

  private func definition(of name: String) throws(SettingError) -> ArgumentDefinition {
    if let found = definitions.first(where: { $0.names.contains(name) }) { return found }
    let known = definitions.flatMap(\.names) + ["--help"]
    if let (own, example) = Self.ofOtherTools[name], known.contains(own) {
      throw SettingError("there is no option \(name); write \(own) \(example)")
    }
    throw SettingError("unknown option \(name); \(nameAdvice(name, among: known, else: seeHelp))")
  }

  private mutating func store(
    _ attached: String?, in definition: ArgumentDefinition, as name: String
  ) throws(SettingError) {
    switch definition.form {
    case .flag:
      if attached != nil { throw SettingError("\(name) takes no value; write it alone") }
      try store(name, in: definition, as: name)
    case .bare(let word):
      var given = attached ?? ""
      // A word behind it is a file, but that nothing is wanted needs no equals sign.
      if attached == nil, ["yes", "world"].contains(word), index < words.count, words[index] == "no" {
        (given, index) = ("no", index + 1)
      }
      try store(given.isEmpty ? word : given, in: definition, as: name)
    case .value, nil:
      if let attached {
        try store(attached, in: definition, as: name)
      } else if index < words.count, !isKnownOption(words[index]) {
        index += 1
        try store(words[index - 1], in: definition, as: name)
      } else {
        throw SettingError("\(name) needs a value; write \(name) \(definition.help.valueName)")
      }
    }
  }

  /// Values may begin with a hyphen (`--center -122.4,37.8`), but a known option is never one.
  private func isKnownOption(_ word: String) -> Bool {
    guard word.hasPrefix("-") else { return false }
    let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
    return WordReader.asksForHelp(word) || definitions.contains { $0.names.contains(name) }
  }

  private func store(
    _ word: String, in definition: ArgumentDefinition, as name: String
  ) throws(SettingError) {
    if definition.form == .value, word == ArgumentDefinition.nothing, definition.takesNothing {
      definition.storeNothing()
      return
    }
    do {
      try definition.store(word)
    } catch {
      // Of an option whose value may be left out, `=none` takes back, too, unless it is a value of its own.
      if definition.isBare, word == ArgumentDefinition.nothing {
        return definition.storeNothing()
      }
      throw SettingError("\(name): \(error.description)")
    }
  }

  private var seeHelp: String { "see clustersnap \(command) --help" }
}
