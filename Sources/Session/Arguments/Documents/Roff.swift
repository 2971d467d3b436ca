import JSONDocument

struct Roff {
  private(set) var text: String

  init(title: String, version: String) {
    text = ".TH \(Roff.escaped(title.uppercased())) 1 \"\" \"\(Roff.escaped(version))\" \"User Commands\"\n"
  }

  mutating func section(_ title: String) { text += ".SH \(title)\n" }

  mutating func subsection(_ title: String) { text += ".SS \"\(Roff.escaped(title))\"\n" }

  mutating func text(_ words: String) { text += Roff.line(words) + "\n" }

  mutating func synopsis(_ words: String, isFirst: Bool) {
    let parts = words.split(separator: " ", maxSplits: 1)
    let rest = parts.count > 1 ? " " + Roff.escaped(String(parts[1])) : ""
    if !isFirst { text += ".br\n" }
    text += "\\fB\(Roff.escaped(String(parts.first ?? "")))\\fR\(rest)\n"
  }

  mutating func entry(bold: String, value: String, _ explanation: String, separator: String = " ") {
    text += ".TP\n\\fB\(Roff.escaped(bold))\\fR"
    if !value.isEmpty { text += "\(Roff.escaped(separator))\\fI\(Roff.escaped(value))\\fR" }
    text += "\n" + Roff.line(explanation) + "\n"
  }

  mutating func entry(of definition: ArgumentDefinition) {
    let names = definition.names.reversed().joined(separator: ", ")
    let value = definition.help.valueName
    let explanation = definition.explanation
    switch definition.form {
    case nil: entry(bold: value, value: "", explanation)
    case .flag: entry(bold: names, value: "", explanation)
    case .value: entry(bold: names, value: value, explanation)
    case .bare: entry(bold: names, value: "[=\(value)]", explanation, separator: "")
    }
  }

  mutating func blocks(_ blocks: [[String]]) {
    for (index, lines) in blocks.enumerated() {
      if index > 0 { text += ".PP\n" }
      if lines.allSatisfy({ $0.hasPrefix("  ") }) {
        text += ".EX\n" + lines.map { Roff.line($0) + "\n" }.joined() + ".EE\n"
      } else {
        text += lines.map { Roff.line($0) + "\n" }.joined()
      }
    }
  }

  mutating func references(_ names: [String]) {
    text += names.map { "\\fB\(Roff.escaped($0))\\fR(1)" }.joined(separator: ",\n") + "\n"
  }

  /// A line that no request can be mistaken for.
  private static func line(_ words: String) -> String {
    let escaped = escaped(words)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Text with what roff would interpret written as its escapes; everything is ASCII then, so that no
  /// encoding needs to be declared.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case "…": result += "..."
      default:
        if scalar.isASCII {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\[u\(paddedHexadecimal(scalar.value, digits: 4).uppercased())]"
        }
      }
    }
    return result
  }
}
