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

  private let bytes: [UInt8]
  /// Lines of each entry's fields, parsed on demand.
  private let entries: [String: Range<Int>]

  /// Words in the form of a file.
  package init(_ text: String) {
    bytes = Array(text.utf8)
    entries = bytes.withUnsafeBytes { bytes in
      var (entries, section, entry, start, line) = ([String: Range<Int>](), "", "", 0, 0)
      while line < bytes.count {
        var end = line
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        if end > line, bytes[line] != UInt8(ascii: " ") {
          // The lines of the entry before end with the newline before this one.
          if !entry.isEmpty { entries[entry] = start..<max(start, line - 1) }
          let isSection = bytes[line...].starts(with: "# ".utf8)
          if isSection { section = String(decoding: bytes[(line + 2)..<end], as: UTF8.self) }
          entry = isSection ? "" : "\(section)/\(String(decoding: bytes[line..<end], as: UTF8.self))"
          start = min(end + 1, bytes.count)
        }
        line = end + 1
      }
      if !entry.isEmpty { entries[entry] = start..<bytes.count }
      return entries
    }
  }

  /// The fields of an entry by name; empty without such an entry.
  public func fields(of entry: String, in section: String) -> [String: String] {
    guard let range = entries["\(section)/\(entry)"], !range.isEmpty else { return [:] }
    var (fields, field): ([String: String], String) = ([:], "")
    for line in bytes[range].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == UInt8(ascii: " ") }.count
      let words = line.dropFirst(min(4, indent))
      if line.isEmpty || indent > 3 {
        fields[field]?.append("\n" + String(decoding: words, as: UTF8.self))
      } else {
        let name = words.prefix { $0 != UInt8(ascii: " ") }
        field = String(decoding: name, as: UTF8.self)
        fields[field] = String(decoding: words.dropFirst(name.count + 1), as: UTF8.self)
      }
    }
    return fields
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
