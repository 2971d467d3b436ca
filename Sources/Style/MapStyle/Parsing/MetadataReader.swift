package import JSONDocument

/// Reads what a style's metadata sets beyond the specification, while the style is read: so that its diagnostics stand
/// among the others, and it can name sources and layers and compile expressions.
///
/// What it makes of metadata is kept beside what it was made of, as `extra`; the style itself looks at none of it.
package protocol MetadataReader: Sendable {
  /// Reads the root's metadata: what it sets for the style, and of sources by their ids.
  func root(
    _ metadata: JSONNode, in parser: inout StyleParser
  ) -> (style: any Sendable, sources: [String: any Sendable])
  func layer(
    _ metadata: JSONNode, of type: LayerType, id: String, in parser: inout StyleParser
  ) -> any Sendable
  /// Checks settings that name other layers, once all are read.
  func check(
    _ layers: [StyleLayer], in parser: inout StyleParser, filter: (StyleLayer) -> JSONValue?)
  /// The proper location of a source's key that the specification does not have; `nil` where it is not known.
  func home(ofSourceKey key: String, id: String) -> String?
}
