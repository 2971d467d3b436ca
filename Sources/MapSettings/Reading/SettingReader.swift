public import JSONDocument
public import MapStyle

/// Reads the settings in a style's metadata under our own names, `clustersnap:…`.
struct SettingReader: MetadataReader {
  private static let prefix = "clustersnap:"
  private static let rootKeys = ["clustersnap:sources", "clustersnap:output"]

  func root(
    _ metadata: Place, in parser: inout StyleParser
  ) -> (style: any Sendable, sources: [String: any Sendable]) {
    var (output, sources): (OutputSettings, [String: any Sendable]) = (OutputSettings(), [:])
    for member in metadata.value.members ?? [] where member.key.hasPrefix(SettingReader.prefix) {
      let place = metadata.member(member)
      switch member.key {
      case "clustersnap:sources":
        for entry in parser.object(place, "an object of source ids and settings") ?? [] {
          source(place.member(entry), entry, into: &sources, in: &parser)
        }
      case "clustersnap:output":
        _ = OutputSettings.table.read(place, into: &output, in: &parser)
        for conflict in ViewOptions.conflicts(in: place.value, at: place.path) {
          parser.report.error(
            conflict.code, conflict.path, conflict.position ?? place.position, conflict.message)
        }
      default:
        parser.unknownSetting(member, metadata, among: SettingReader.rootKeys, "the style's metadata")
      }
    }
    return (output, sources)
  }

  private func source(
    _ place: Place, _ entry: JSONMember, into sources: inout [String: any Sendable],
    in parser: inout StyleParser
  ) {
    guard let declared = parser.declaredSources[entry.key] else {
      let hint = parser.suggestion(for: entry.key, among: parser.sourceNames, "source id")
      parser.report.error(
        "unknown-source", place.path, entry.keyPosition,
        "there is no source \(quotedForMessage(entry.key))" + (hint.isEmpty ? "" : "; \(hint)"))
      return
    }
    var settings = SourceSettings()
    settings.places = ClusterOptions.table.read(place, into: &settings.options, in: &parser)
    sources[entry.key] = settings
    if case .pictures = declared {
      parser.report.warning(
        "no-effect", place.path, entry.keyPosition,
        "\(quotedForMessage(entry.key)) is a source of pictures; settings of clustering have no effect on it")
    }
  }

  /// Reads a source's settings that stand outside a style, with the same keys and the same rules.
  static func source(
    _ json: JSONValue, at path: JSONPath, into options: inout ClusterOptions
  ) -> [Diagnostic] {
    var parser = StyleParser()
    _ = ClusterOptions.table.read(Place(value: json, path: path), into: &options, in: &parser)
    return parser.report.diagnostics
  }

  func layer(
    _ metadata: Place, of type: LayerType, id: String, in parser: inout StyleParser
  ) -> any Sendable {
    parser.layerSettings(metadata, of: type, id: id)
  }

  func check(
    _ layers: [StyleLayer], in parser: inout StyleParser, filter: (StyleLayer) -> JSONValue?
  ) {
    parser.checkPairs(of: layers, filter: filter)
  }

  func home(ofSourceKey key: String, id: String) -> String? {
    guard key.hasPrefix(SettingReader.prefix) || ClusterOptions.table[key] != nil else { return nil }
    return "our own settings stand in the root's metadata[\"clustersnap:sources\"][\(quotedForMessage(id))]"
  }
}

extension ClusterOptions {
  /// Reads clustering options that stand outside a style, with the keys and the rules of `clustersnap:sources`.
  ///
  /// - Parameters:
  ///   - json: an object.
  ///   - path: where it stands.
  /// - Returns: what it sets, and what is wrong with it.
  public static func parse(
    _ json: JSONValue, at path: JSONPath
  ) -> (options: ClusterOptions, diagnostics: [Diagnostic]) {
    var options = ClusterOptions()
    let diagnostics = SettingReader.source(json, at: path, into: &options)
    return (options, diagnostics)
  }
}

extension Style {
  /// Reads and checks a style with the settings of ours that stand in its metadata.
  ///
  /// - Parameters:
  ///   - bytes: the whole document, JSON in UTF-8.
  ///   - collation: what collators compare by; `nil` for a table of Latin letters.
  /// - Returns: the style, unless there are errors, and all diagnostics in the document's order.
  public static func parseWithSettings(
    _ bytes: [UInt8], collation: (any TextCollation)? = nil
  ) -> StyleParsing {
    parse(bytes, metadata: SettingReader(), collation: collation)
  }

  /// What `metadata["clustersnap:output"]` asks for; nothing for a style that was read without settings.
  public var output: OutputSettings { extra as? OutputSettings ?? OutputSettings() }
}

extension StyleSource {
  /// What `metadata["clustersnap:sources"]` sets for it; nothing for a style that was read without settings.
  public var settings: SourceSettings { extra as? SourceSettings ?? SourceSettings() }
}

extension StyleLayer {
  /// Our own settings, from its `metadata`; none for a style that was read without settings.
  public var settings: LayerSettings { extra as? LayerSettings ?? LayerSettings() }
}
