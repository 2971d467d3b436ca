import JSONDocument
import MapFeatures

/// Text for an attribute; line breaks are written by number, for readers turn others into spaces.
func attribute(_ text: String) -> String { markupText(text, at: .attribute) }

func requestStem(of path: String) -> String {
  let file = Resource.fileName(of: path)
  return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
}

extension GoldenOutcome {
  var folder: String { Resource.folder(of: name) }

  var details: String? {
    if case .different(let difference) = verdict { difference.details(limit: 400) } else { nil }
  }
}
