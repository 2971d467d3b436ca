package import MapFeatures
package import MapSettings

/// A request whose points change in steps, which a module above the session reads: its sources pool the points of several files.
package protocol SteppedRequest: Sendable {
  /// Sources, style, clustering and the first view.
  var request: SnapshotRequest { get }

  /// True if the points of a source are listed in the request, and in no file.
  func isListed(_ source: String) -> Bool

  /// The files whose points a source has beside its own, each once; `nil` for a source that pools none.
  func files(of source: String) -> [String]?

  /// All points that a source ever has.
  ///
  /// - Parameters:
  ///   - own: the points of its own file; `nil` where they are listed.
  ///   - files: those of ``files(of:)``, by their names.
  ///   - columns: the properties that are read of every point.
  /// - Throws: `FeatureError` for points that cannot be read.
  func table(
    of source: String, own: FeatureTable?, files: [String: FeatureTable], columns: [String]
  ) throws(FeatureError) -> FeatureTable
}
