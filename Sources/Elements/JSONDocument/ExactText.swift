/// Text compared by bytes: Swift's `==` takes `é` and `e` + accent for the same, JSON does not.
package struct ExactText: Hashable, Sendable {
  @usableFromInline let text: String

  @inlinable package init(_ text: String) { self.text = text }

  @inlinable package static func == (a: ExactText, b: ExactText) -> Bool {
    a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
  }
  @inlinable package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
