import MapFeatures
import MapSettings

extension TableLoader {
  /// Refuses separated values in a file whose name is one of JSON: a program before has written something else.
  ///
  /// - Throws: ``FeatureError``.
  func check(
    _ format: InputFormat, of resource: Resource, _ options: ReadingOptions
  ) throws(FeatureError) {
    guard format == .csv, options.format == nil, case .path(let path) = resource.location else { return }
    var words = path.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if let last = words.last, ["gz", "gzip", "zst", "zstd"].contains(last) { words.removeLast() }
    guard words.count > 1, let ending = words.last,
      ["geojson", "geojsonl", "json", "jsonl", "ndgeojson", "ndjson"].contains(ending)
    else { return }
    throw FeatureError(
      .unreadable("the name ends in .\(ending), but the content is CSV; rename it, or set --input-format csv")
    )
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
