import JSONDocument
import MapFeatures

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
      .unusable(
        "the name ends in .\(ending), but the content is CSV; rename it, or set \(setting: "inputFormat", to: "csv")"
      )
    )
  }
}
