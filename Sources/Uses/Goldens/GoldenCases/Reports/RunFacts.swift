import CairoCanvas

/// Facts of a run in reports, beside its outcomes: why cases could not be found, and the program that drew them.
package struct RunFacts: Sendable {
  package let problems: [String]
  /// Version, platform and font, by their names; none where the version is not known.
  let drawnBy: [(key: String, value: String)]

  package init(problems: [String] = [], version: String? = nil) {
    self.problems = problems
    drawnBy =
      version.map {
        [("version", $0), ("platform", GoldenPlatform.name), ("font", FontConfiguration.builtInFont)]
      } ?? []
  }

  /// `clustersnap 0.1.0, linux-x86_64, Noto Sans 2.004`
  var text: String { drawnBy.isEmpty ? "" : "clustersnap " + drawnBy.map(\.value).joined(separator: ", ") }
}
