public import JSONDocument

/// Reads settings of ours that stand outside a style: a request says them with the same keys and the same rules.
public enum SettingReader {
  /// Reads a source's settings.
  ///
  /// - Returns: what was understood, and all there is to say about the rest.
  public static func sourceSettings(
    _ json: JSONValue, at path: JSONPath
  ) -> (settings: SourceSettings, diagnostics: [Diagnostic]) {
    var parser = StyleParser()
    let settings = parser.sourceSettings(Place(value: json, path: path))
    return (settings, parser.report.diagnostics)
  }

  /// Reads settings of the picture.
  ///
  /// - Returns: what was understood, and all there is to say about the rest.
  public static func outputSettings(
    _ json: JSONValue, at path: JSONPath
  ) -> (settings: OutputSettings, diagnostics: [Diagnostic]) {
    var parser = StyleParser()
    let settings = parser.outputSettings(Place(value: json, path: path))
    return (settings, parser.report.diagnostics)
  }
}
