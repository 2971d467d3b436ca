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
    let limit = 400
    if let lines = explanation?.lines, !lines.isEmpty { return listed(lines, limit: limit) }
    return if case .different(let difference) = verdict { difference.details(limit: limit) } else { nil }
  }
}
