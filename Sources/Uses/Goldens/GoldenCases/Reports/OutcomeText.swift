import JSONDocument
import MapFeatures

/// Text for an attribute; line breaks are written by number, for readers turn others into spaces.
func attribute(_ text: String) -> String { markupText(text, at: .attribute) }

/// The name of a request's file, without `.json`.
func requestStem(of path: String) -> String {
  let file = Resource.fileName(of: path)
  return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
}

extension GoldenOutcome {
  /// The folder of the case.
  var folder: String { Resource.folder(of: name) }

  /// All differing lines or values; `nil` for pictures.
  var details: String? {
    if case .different(let difference) = verdict { difference.details(limit: 400) } else { nil }
  }
}
