/// The context of text in an XML or HTML document.
public enum MarkupContext: Sendable {
  /// Text between tags; quotes stay.
  case content
  case attribute
}

/// Appends UTF-8 with `&`, `<` and `>` escaped, in attributes also quotes, tabs and line ends; characters
/// outside of XML 1.0 become U+FFFD.
public func appendMarkup(_ text: String, at context: MarkupContext, to bytes: inout [UInt8]) {
  let inAttribute = context == .attribute
  var text = text
  text.withUTF8 { source in
    var plain = 0  // where the stretch begins that goes out as it is
    var index = 0
    while index < source.count {
      let byte = source[index]
      let replacement: StaticString
      var length = 1
      switch byte {
      case UInt8(ascii: "&"): replacement = "&amp;"
      case UInt8(ascii: "<"): replacement = "&lt;"
      case UInt8(ascii: ">"): replacement = "&gt;"
      case UInt8(ascii: "\"") where inAttribute: replacement = "&quot;"
      case UInt8(ascii: "'") where inAttribute: replacement = "&#39;"
      case 0x09 where inAttribute: replacement = "&#9;"
      case 0x0A where inAttribute: replacement = "&#10;"
      case 0x0D: replacement = "&#13;"
      case 0x09, 0x0A:
        index += 1
        continue
      case 0..<0x20: replacement = "\u{FFFD}"
      case 0xEF where source[index + 1] == 0xBF && source[index + 2] >= 0xBE:  // U+FFFE, U+FFFF
        replacement = "\u{FFFD}"
        length = 3
      default:
        index += 1
        continue
      }
      bytes.append(contentsOf: source[plain..<index])
      replacement.withUTF8Buffer { bytes.append(contentsOf: $0) }
      index += length
      plain = index
    }
    bytes.append(contentsOf: source[plain...])
  }
}

/// Text escaped for an XML or HTML document; see ``appendMarkup(_:at:to:)``.
public func markupText(_ text: String, at context: MarkupContext) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  appendMarkup(text, at: context, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
