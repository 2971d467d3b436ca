import JSONDocument

// What the specification asks of properties beyond their types.
extension DocumentReader {
  /// True if a value is of a form that the property takes; others are reported.
  mutating func isSound(_ node: JSONNode, for property: StyleProperty) -> Bool {
    if property.type.type == .image, !property.acceptsTokens, property.expressions == .dataStep,
      let text = node.value.string, text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2
    {
      error(
        "invalid-value", at: node.location,
        "\(property.name) takes no {tokens}; write [\"get\", \(quotedForMessage(text.dropFirst().dropLast()))]"
      )
      return false
    }
    if property === StyleProperty.textFont, node.value["type"]?.string == "identity" {
      error(
        "invalid-function", at: node.location,
        "text-font does not support identity functions; name the fonts in the style")
      return false
    }
    return true
  }

  /// True if a value's expression is allowed for a property; others are reported.
  mutating func isSound(_ parsed: Parsed, at node: JSONNode, for property: StyleProperty) -> Bool {
    if property.section == .layout { refuseFeatureState(parsed, at: node) }
    // Fonts are loaded before features are known: an expression must hold all their names.
    guard property === StyleProperty.textFont, parsed.expression != nil,
      let name = node.value.elements?.first?.string, OperatorTable.definition(of: name) != nil,
      !hasLiteralOutputs(node.value)
    else { return true }
    error(
      "invalid-expression", at: node.location,
      "text-font must hold the names of all fonts as literals; choose among them with case, match or step")
    return false
  }

  private func hasLiteralOutputs(_ json: JSONValue) -> Bool {
    guard let elements = json.elements, let name = elements.first?.string else { return true }
    func every(_ indices: some Sequence<Int>) -> Bool {
      indices.allSatisfy { $0 >= elements.count || hasLiteralOutputs(elements[$0]) }
    }
    let last = elements.count - 1
    switch name {
    case "literal": return true
    case "case": return every(stride(from: 2, to: last, by: 2)) && every([last])
    case "match": return every(stride(from: 3, to: last, by: 2)) && every([last])
    case "step": return every(stride(from: 2, to: elements.count, by: 2))
    case "interpolate", "interpolate-hcl", "interpolate-lab":
      return every(stride(from: 4, to: elements.count, by: 2))
    case "coalesce": return every(elements.indices.dropFirst())
    case "array": return every([last])
    case "let": return every([last])
    default: return false
    }
  }

  /// Reports state of features where it cannot be looked at.
  mutating func refuseFeatureState(_ parsed: Parsed, at node: JSONNode) {
    guard parsed.expression?.inputs.reads(.featureState) == true else { return }
    error(
      "invalid-expression", at: node.location,
      "layout cannot depend on feature-state; read a property instead")
  }
}
