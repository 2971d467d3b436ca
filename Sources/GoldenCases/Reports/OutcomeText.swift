import JSONDocument

/// Text for an attribute; line breaks are written by number, for readers turn others into spaces.
func attribute(_ text: String) -> String { markupText(text, at: .attribute) }

extension GoldenOutcome {
  /// The folder of the case, without the slash at its end; `.` where none is named.
  var folder: String {
    name.lastIndex(of: "/").map { String(name[..<$0]) }.flatMap { $0.isEmpty ? "/" : $0 } ?? "."
  }

  /// The case's own name, without its folder.
  var fileName: String {
    name.lastIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// All differing lines or values; `nil` for pictures.
  var details: String? {
    if case .different(let difference) = verdict { difference.details(limit: 400) } else { nil }
  }
}
