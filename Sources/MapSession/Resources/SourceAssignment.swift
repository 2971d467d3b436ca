import MapFeatures

/// A file and the source of the style that it fills.
struct SourceAssignment {
  /// What the user calls it.
  let name: String
  /// The source of the style.
  let sourceID: String
  /// The file; `-` for standard input, unless the name comes from a document.
  let path: String
  /// Whether the name comes from a document.
  var isFromDocument = false
  /// Whether the file is a table of cells.
  var isOfCells = false

  /// The file as the loader knows it.
  var resource: Resource { Resource(path: path, isFromDocument: isFromDocument) }

  /// A file's name without folder and endings.
  static func stem(ofFile path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? name)
  }
}
