import JSONDocument

// Reads the properties of layers.
extension StyleParser {
  mutating func properties(_ node: JSONNode, _ section: StyleProperty.Section, of layer: LayerType)
    -> [PropertyAssignment]
  {
    guard let members = reader.object(node, "an object of \(section.rawValue) properties") else { return [] }
    return members.compactMap { member in
      guard let property = layer.property(named: member.key), property.section == section else {
        notAProperty(member, node, section, layer)
        return nil
      }
      let value = node.member(member)
      guard let assignment = assignment(property, value) else { return nil }
      if property === StyleProperty.symbolAvoidEdges, value.value.bool != false {
        reader.warning(
          "no-effect", at: value.location,
          "symbol-avoid-edges is not supported; symbols are placed in the whole picture, across the edges of tiles"
        )
      } else if property === StyleProperty.fillExtrusionRoundedCornerDistance, value.value.number != 0 {
        reader.warning(
          "no-effect", at: value.location, "\(property.name) is not supported; walls meet in sharp corners")
      } else if !property.isDrawn {
        reader.info("no-effect", at: value.location, "\(property.name) has no meaning in a still picture")
      }
      return assignment
    }
  }

  /// `nil` for values that the property does not take, which are reported.
  mutating func assignment(_ property: StyleProperty, _ node: JSONNode) -> PropertyAssignment? {
    guard reader.isSound(node, for: property),
      let parsed = reader.value(node, as: property.type, by: collation, { property.specification }),
      reader.isSound(parsed.expression, at: node, for: property)
    else { return nil }
    return PropertyAssignment(
      property: property, value: parsed.value, expression: parsed.expression,
      site: EvaluationSite("expression-failed", at: node, consequence: "the property's default is used"),
      scale: PropertyScale(foundIn: node.value), properties: PropertyScale.properties(readBy: node.value))
  }

  mutating func filter(_ node: JSONNode) -> FeatureFilter? {
    do throws(ExpressionErrors) {
      let filter = try FeatureFilter(compiling: node, isStrict: true, collation: collation)
      if filter.inputs.reads(.featureState) {
        return reader.fault(
          "invalid-filter", at: node.location,
          "filters cannot depend on feature-state; read a property instead")
      }
      reader.reportCollation(filter.inputs, at: node, collation)
      if let mixing = filter.mixing {
        reader.warning("filter-mixing", at: mixing.location, mixing.text)
      }
      return filter
    } catch {
      for fault in error.errors {
        reader.error(fault.code ?? "invalid-filter", at: fault.location, fault.message)
      }
      return nil
    }
  }

  private mutating func notAProperty(
    _ member: JSONMember, _ parent: JSONNode, _ section: StyleProperty.Section, _ layer: LayerType
  ) {
    let (key, location) = (member.key, parent.location(ofKey: member))
    if section == .paint, key.hasSuffix("-transition"),
      layer.property(named: String(key.dropLast(11)))?.hasTransition == true
    {
      transition(parent.member(member))
    } else if let home = layer.property(named: key)?.section.rawValue {
      reader.error("unknown-property", at: location, "\(key) is a \(home) property; move it to \"\(home)\"")
    } else if let other = LayerType.allCases.first(where: { $0.property(named: key) != nil }) {
      reader.error(
        "unknown-property", at: location,
        "\(key) is a property of \(other.rawValue) layers, and this is a \(layer.rawValue) layer")
    } else {
      reader.error(
        "unknown-property", at: location,
        "\(layer.rawValue) layers have no \(section.rawValue) property \(quotedForMessage(key))"
          + reader.suggestion(
            for: key, among: layer.properties.map(\.name), layer.rawValue, else: "remove it"))
    }
  }

  private mutating func transition(_ node: JSONNode) {
    transitionMembers(node)
    guard node.value.members != nil else { return }
    reader.info("no-effect", at: node.location, "transitions have no meaning in a still picture")
  }
}

// What the specification asks of properties beyond their types.
extension DocumentReader {
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

  mutating func isSound(
    _ expression: CompiledExpression?, at node: JSONNode, for property: StyleProperty
  ) -> Bool {
    if property.section == .layout { refuseFeatureState(expression, at: node) }
    // Fonts are loaded before features are known: an expression must hold all their names.
    guard property === StyleProperty.textFont, expression != nil,
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
    case "array", "let": return every([last])
    default: return false
    }
  }

  /// Reports `feature-state`, which is not available.
  mutating func refuseFeatureState(_ expression: CompiledExpression?, at node: JSONNode) {
    guard expression?.inputs.reads(.featureState) == true else { return }
    error(
      "invalid-expression", at: node.location,
      "layout cannot depend on feature-state; read a property instead")
  }
}
