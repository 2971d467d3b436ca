import JSONDocument

extension StyleParser {
  /// Reads a path below the style's folder, or an address.
  ///
  /// - Parameter advice: setting that overrides the file; a name that leaves the folder is then no error yet.
  mutating func file(_ node: JSONNode, advice: SettingText? = nil) -> FileReference? {
    guard let text = reader.string(node, "a URL or a relative path") else { return nil }
    guard !text.isEmpty else {
      return reader.fault(
        "invalid-value", at: node.location, "expected a URL or a relative path, found an empty string")
    }
    let scheme = text.prefix { $0 != ":" && $0 != "/" }.lowercased()
    let hasScheme = scheme.utf8.count < text.utf8.count && text.dropFirst(scheme.count).first == ":"
    if hasScheme, scheme == "http" || scheme == "https" {
      guard text.dropFirst(scheme.count).hasPrefix("://") else { return unsafe(node, text, advice) }
      return .url(text)
    }
    if hasScheme, scheme != "file", scheme.count > 1 {
      let fault =
        scheme == "mapbox"
        ? "addresses with mapbox: are known to Mapbox's own libraries only, and nothing is loaded"
        : "\(quotedForMessage(scheme + ":")) is not supported and nothing is loaded"
      reader.warning("unsupported-url", at: node.location, "\(fault); use http, https or a relative path")
      return nil
    }
    let isRooted = hasScheme || text.hasPrefix("/") || text.hasPrefix("\\")
    let leaves = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).contains("..")
    let hasControl = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    return isRooted || leaves || hasControl ? unsafe(node, text, advice) : .path(text)
  }

  private mutating func unsafe(_ node: JSONNode, _ text: String, _ advice: SettingText?) -> FileReference? {
    let message =
      "\(quotedForMessage(text)) leaves the style's folder; files of a style lie beside or below it, named relative to it"
    if let advice {
      reader.report.add(
        Diagnostic(.warning, code: "unsafe-path", at: node.location, naming: "\(message), or \(advice)"))
    } else {
      reader.error("unsafe-path", at: node.location, message)
    }
    return nil
  }
}
