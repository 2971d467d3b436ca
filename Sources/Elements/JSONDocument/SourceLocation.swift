/// A position in a document, and the way to it from the document's root.
public struct SourceLocation: Hashable, Sendable {
  /// The way from the root.
  public let path: JSONPath
  /// The line and column of the value, or of a key.
  public let position: TextPosition

  /// A position and the way to it.
  public init(path: JSONPath, position: TextPosition) { (self.path, self.position) = (path, position) }

  /// The location of a member whose own position is not known.
  public func member(_ key: String) -> SourceLocation {
    SourceLocation(path: path.appending(key), position: position)
  }
}

package struct JSONNode: Sendable {
  package let value: JSONValue
  package let path: JSONPath

  package init(value: JSONValue, path: JSONPath) { (self.value, self.path) = (value, path) }

  package var position: TextPosition { value.position }
  package var location: SourceLocation { SourceLocation(path: path, position: value.position) }

  package func location(ofKey member: JSONMember) -> SourceLocation {
    SourceLocation(path: path.appending(member.key), position: member.keyPosition)
  }

  package func member(_ key: String) -> JSONNode? {
    value[key].map { JSONNode(value: $0, path: path.appending(key)) }
  }

  package func member(_ member: JSONMember) -> JSONNode {
    JSONNode(value: member.value, path: path.appending(member.key))
  }

  package func element(_ index: Int, _ value: JSONValue) -> JSONNode {
    JSONNode(value: value, path: path.appending(index))
  }

  package var elements: [JSONNode] { (value.elements ?? []).enumerated().map { element($0, $1) } }
}
