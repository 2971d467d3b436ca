package import JSONDocument

/// Reads metadata beyond the specification along with the style, to share its diagnostics, names and
/// compiler.
///
/// Results are kept as `extra`; the style does not use them.
package protocol MetadataReader: Sendable {
  /// Reads the root's metadata: settings of the style, and of sources by id.
  func root(
    _ metadata: JSONNode, in parser: inout StyleParser
  ) -> (style: any Sendable, sources: [String: any Sendable])
  func layer(
    _ metadata: JSONNode, of type: LayerType, id: String, in parser: inout StyleParser
  ) -> any Sendable
  /// Checks settings that name other layers, after all were read.
  func check(_ layers: [StyleLayer], in parser: inout StyleParser, filter: (StyleLayer) -> JSONValue?)
  /// Correct location of an unknown source key, if known.
  func home(ofSourceKey key: String, id: String) -> String?
}
