/// The words that pages, schemas and help show: a file of `CBuiltIns/words`, read once.
///
/// ```text
/// # clustering
/// radius
///   meaning The reach of the method radius.
///   help Method radius: reach in units of a tile.
///     A line that goes on with the field above it.
/// ```
///
/// A line with a number sign begins a section, one at the margin an entry, one with two spaces a field.
public struct Words: Sendable {
  /// Words of settings.
  public static let ofSettings = Words(BuiltInText.settingWords.text)
  /// Words of commands and of options that are no settings.
  public static let ofCommands = Words(BuiltInText.commandWords.text)

  /// Words of descriptions of pictures, a section for each language.
  public static let ofDescriptions = Words(BuiltInText.descriptionWords.text)

  private var entries: [String: [String: String]] = [:]

  init(_ text: String) {
    var (section, entry, field) = ("", "", "")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      let words = line.dropFirst(min(4, indent))
      if line.isEmpty || indent > 3 {
        entries[entry]?[field]?.append("\n" + words)
      } else if indent == 2 {
        field = String(words.prefix { $0 != " " })
        entries[entry]?[field] = String(words.dropFirst(field.count + 1))
      } else if line.utf8.starts(with: "# ".utf8) {
        section = String(line.dropFirst(2))
      } else {
        entry = "\(section)/\(line)"
        entries[entry] = [:]
      }
    }
  }

  /// Returns the fields of an entry by their names; none where there is no such entry.
  public func fields(of entry: String, in section: String) -> [String: String] {
    entries["\(section)/\(entry)"] ?? [:]
  }
}

extension String {
  /// Returns the text with values in place of gaps: `{land}` is the value of `land`. Other braces stay.
  public func filling(_ gaps: [String: String]) -> String {
    guard !gaps.isEmpty else { return self }
    var (result, rest) = ([UInt8](), Array(utf8)[...])
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      result += rest[..<brace]
      let name = rest[(brace + 1)...].prefix { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0 | 0x20) }
      rest = rest[brace...]
      if rest[name.endIndex...].first == UInt8(ascii: "}"),
        let value = gaps[String(decoding: name, as: UTF8.self)]
      {
        result += value.utf8
        rest = rest[(name.endIndex + 1)...]
      } else {
        result.append(rest.removeFirst())
      }
    }
    return String(decoding: result + rest, as: UTF8.self)
  }
}
