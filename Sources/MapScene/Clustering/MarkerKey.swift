/// A marker of one picture: its source and its number among that source's markers.
package struct MarkerKey: Hashable, Sendable {
  /// The source's name.
  package let source: String
  /// Its number among the source's markers, from 0.
  package let number: Int

  /// A marker of a source.
  package init(source: String, number: Int) {
    self.source = source
    self.number = number
  }
}
