import JSONDocument
public import MapSettings
public import MapStyle

struct StyleSettingReader: MetadataReader {
  private static let prefix = "clustersnap:"
  private static let rootKeys = ["clustersnap:sources", "clustersnap:output"]

  func root(
    _ metadata: JSONNode, in parser: inout StyleParser
  ) -> (style: any Sendable, sources: [String: any Sendable]) {
    var (output, sources): (OutputSettings, [String: any Sendable]) = (OutputSettings(), [:])
    for member in metadata.value.members ?? [] where member.key.hasPrefix(StyleSettingReader.prefix) {
      let node = metadata.member(member)
      switch member.key {
      case "clustersnap:sources":
        for entry in parser.reader.object(node, "an object of source ids and settings") ?? [] {
          source(node.member(entry), entry, into: &sources, in: &parser)
        }
      case "clustersnap:output":
        _ = OutputSettings.table.read(node, into: &output, in: &parser.reader)
        for conflict in ViewOptions.conflicts(in: node.value, at: node.path) {
          parser.reader.error(
            conflict.code,
            at: SourceLocation(path: conflict.path, position: conflict.position ?? node.position),
            conflict.message)
        }
      default:
        parser.reader.unknownSetting(
          member, metadata, among: StyleSettingReader.rootKeys, "the style's metadata")
      }
    }
    return (output, sources)
  }

  private func source(
    _ node: JSONNode, _ entry: JSONMember, into sources: inout [String: any Sendable],
    in parser: inout StyleParser
  ) {
    let location = SourceLocation(path: node.path, position: entry.keyPosition)
    guard let declared = parser.declaredSources[entry.key] else {
      parser.reader.unknown("unknown-source", entry.key, at: location, among: parser.sourceNames, "source id")
      return
    }
    var settings = SourceSettings()
    settings.locations = ClusterOptions.table.read(node, into: &settings.options, in: &parser.reader)
    if let filter = settings.filter, let written = settings.location(of: "filter") {
      do throws(RowFilterError) {
        _ = try CompiledRowFilter(filter, collation: parser.collation)
      } catch {
        parser.reader.error("invalid-filter", at: written, error.line)
      }
    }
    sources[entry.key] = settings
    if case .pictures = declared {
      parser.reader.warning(
        "no-effect", at: location,
        "\(quotedForMessage(entry.key)) is a source of pictures; settings of clustering have no effect on it")
    }
  }

  func layer(
    _ metadata: JSONNode, of type: LayerType, id: String, in parser: inout StyleParser
  ) -> any Sendable {
    parser.layerSettings(metadata, of: type, id: id)
  }

  func check(_ layers: [StyleLayer], in parser: inout StyleParser, filter: (StyleLayer) -> JSONValue?) {
    parser.checkPairs(of: layers, filter: filter)
  }

  func home(ofSourceKey key: String, id: String) -> String? {
    guard key.hasPrefix(StyleSettingReader.prefix) || ClusterOptions.table[key] != nil else { return nil }
    return "our own settings stand in the root's metadata[\"clustersnap:sources\"][\(quotedForMessage(id))]"
  }
}

extension Style {
  /// Parses a style with ClusterSnap's settings in its metadata.
  ///
  /// - Parameter collation: `nil` for the table of Latin letters.
  /// - Returns: the style, unless there are errors, and diagnostics in document order.
  public static func parseWithSettings(
    _ bytes: [UInt8], collation: (any TextCollation)? = nil
  ) -> StyleParsing {
    parse(bytes, metadata: StyleSettingReader(), collation: collation)
  }

  /// The settings of `metadata["clustersnap:output"]`; empty for a style that was read without settings.
  public var output: OutputSettings { extra as? OutputSettings ?? OutputSettings() }
}

extension StyleSource {
  /// The source's `metadata["clustersnap:sources"]`; empty for a style that was read without settings.
  public var settings: SourceSettings { extra as? SourceSettings ?? SourceSettings() }
}

extension StyleLayer {
  /// Our own settings, from its `metadata`; none for a style that was read without settings.
  public var settings: LayerSettings { extra as? LayerSettings ?? LayerSettings() }

  /// Replaces the rule for overlapping bubbles of a layer that has one.
  package func decluttering(_ rule: LayerSettings.Declutter?) -> StyleLayer {
    guard let own = settings.declutter else { return self }
    var (layer, settings) = (self, settings)
    settings.declutter = rule.map { Setting(value: $0, location: own.location) }
    layer.extra = settings
    return layer
  }
}
