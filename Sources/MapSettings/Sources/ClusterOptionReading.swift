public import JSONDocument

extension ClusterOptions {
  /// Reads clustering options that stand outside a style, with the keys and the rules of `clustersnap:sources`.
  ///
  /// - Returns: what it sets, and what is wrong with it.
  public static func parse(
    _ json: JSONValue, at path: JSONPath
  ) -> (options: ClusterOptions, diagnostics: [Diagnostic]) {
    var (options, reader) = (ClusterOptions(), DocumentReader())
    _ = table.read(JSONNode(value: json, path: path), into: &options, in: &reader)
    return (options, reader.report.diagnostics)
  }
}
