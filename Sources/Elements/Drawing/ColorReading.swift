package import JSONDocument

extension DocumentReader {
  package mutating func color(_ node: JSONNode) -> Color? {
    guard let text = string(node, "a color") else { return nil }
    if let color = Color(css: text) { return color }
    invalidColor(node, text)
    return nil
  }

  package mutating func invalidColor(_ node: JSONNode, _ text: String) {
    error(
      "invalid-color", at: node.location,
      "expected a color, found \(quotedForMessage(text)); write one as CSS does: #36c, rgb(51, 102, 204), teal"
    )
  }
}
