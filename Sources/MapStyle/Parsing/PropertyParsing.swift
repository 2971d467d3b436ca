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
      guard reader.isSound(value, for: property),
        let parsed = reader.value(value, as: property.type, by: collation, { property.specification }),
        reader.isSound(parsed, at: value, for: property)
      else { return nil }
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
      return PropertyAssignment(
        property: property, value: parsed.value, expression: parsed.expression,
        site: EvaluationSite("expression-failed", at: value, consequence: "the property's default is used"),
        scale: PropertyScale(foundIn: value.value), properties: PropertyScale.properties(readBy: value.value))
    }
  }

  /// Compiles a filter; its errors are reported where they stand.
  mutating func filter(_ node: JSONNode) -> FeatureFilter? {
    guard reader.isSoundFilter(node) else { return nil }
    do throws(ExpressionErrors) {
      let filter = try CompiledFilter(compiling: node.value, path: node.path, collation: collation)
      if filter.inputs.reads(.featureState) {
        return reader.fault(
          "invalid-filter", at: node.location,
          "filters cannot depend on feature-state; read a property instead")
      }
      reader.reportCollation(filter.inputs, at: node, collation)
      if let mixing = filter.mixing {
        reader.warning("filter-mixing", at: mixing.location, mixing.text)
      }
      let site = EvaluationSite("filter-failed", at: node, consequence: "such features are left out")
      return FeatureFilter(filter, at: site)
    } catch {
      for fault in error.errors {
        reader.error("invalid-filter", at: fault.location, fault.message)
      }
      return nil
    }
  }

  /// Reports why a key is no property: a transition, the wrong object, another layer's, or unknown.
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
