import MapFeatures
import MapSettings

/// A file and the source of the style that it fills.
struct SourceAssignment: Hashable, Sendable {
  let name: String
  let sourceID: String
  /// The file; `-` for standard input, unless the name comes from a document.
  let path: String
  var isFromDocument = false
  var isOfCells = false

  var resource: Resource { Resource(path: path, isFromDocument: isFromDocument) }

  /// A file's name without folder and endings.
  static func stem(ofFile path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? name)
  }
}

extension SnapshotRequest.Source {
  /// The path of its file; of points in the request the place where they stand, for messages.
  func path(in request: String?) -> String {
    content == nil
      ? Resource.path(of: path, in: request) : "\(request.map { "\($0): " } ?? "")sources.\(name)"
  }

  /// What it is read from.
  func resource(in request: String?) -> Resource {
    Resource(path: path(in: request), isFromDocument: true)
  }
}
