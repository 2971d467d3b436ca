import Drawing
import JSONDocument

// Reads the properties of layers.
extension StyleParser {
  /// Reads a layer's `layout` or `paint`.
  mutating func properties(_ node: JSONNode, _ section: PropertyDefinition.Section, of layer: LayerType)
    -> [PropertyAssignment]
  {
    guard let members = reader.object(node, "an object of \(section.rawValue) properties") else { return [] }
    var assignments: [PropertyAssignment] = []
    assignments.reserveCapacity(members.count)
    for member in members {
      guard let definition = PropertyTable.property(named: member.key, of: layer),
        definition.section == section
      else {
        notAProperty(member, node, section, layer)
        continue
      }
      let property = node.member(member)
      guard reader.isSound(property, for: definition),
        let parsed = reader.value(property, as: definition.type, by: collation, { definition.specification }),
        reader.isSound(parsed, at: property, for: definition)
      else { continue }
      if !definition.isDrawn {
        reader.info(
          "no-effect", at: property.location,
          "\(definition.name) has no meaning in a flat, still picture with north up")
      }
      assignments.append(
        PropertyAssignment(
          id: definition.id, value: parsed.value, expression: parsed.expression,
          site: EvaluationSite(
            code: "expression-failed", path: property.path, position: property.position,
            consequence: "the property's default is used"),
          scale: PropertyScale(foundIn: property.value),
          properties: PropertyScale.properties(readBy: property.value)))
    }
    return assignments
  }

  /// Compiles a filter; its errors are reported where they stand.
  mutating func filter(_ node: JSONNode) -> FeatureFilter? {
    guard reader.isSoundFilter(node) else { return nil }
    do throws(ExpressionErrors) {
      let filter = try CompiledFilter(compiling: node.value, path: node.path, collation: collation)
      if filter.inputs.readsFeatureState {
        reader.error(
          "invalid-filter", at: node.location,
          "filters cannot depend on feature-state; read a property instead")
        return nil
      }
      reader.reportCollation(filter.inputs, at: node, collation)
      if let mixing = filter.mixing {
        reader.warning(
          "filter-mixing", at: mixing.location,
          mixing.text)
      }
      let site = EvaluationSite(
        code: "filter-failed", path: node.path, position: node.position,
        consequence: "such features are left out")
      return FeatureFilter(filter, at: site)
    } catch {
      for fault in error.errors {
        reader.error(
          "invalid-filter", at: fault.location,
          fault.message)
      }
      return nil
    }
  }

  /// Reports why a key is no property: a transition, the wrong object, another layer's, or unknown.
  private mutating func notAProperty(
    _ member: JSONMember, _ parent: JSONNode, _ section: PropertyDefinition.Section, _ layer: LayerType
  ) {
    let (key, path) = (member.key, parent.path.appending(member.key))
    if section == .paint, key.hasSuffix("-transition"),
      let definition = PropertyTable.property(named: String(key.dropLast(11)), of: layer),
      definition.hasTransition
    {
      transition(parent.member(member))
      return
    }
    if let definition = PropertyTable.property(named: key, of: layer) {
      reader.error(
        "unknown-property", at: SourceLocation(path: path, position: member.keyPosition),
        "\(key) is a \(definition.section.rawValue) property; move it to \"\(definition.section.rawValue)\"")
      return
    }
    if let other = PropertyTable.property(named: key) {
      reader.error(
        "unknown-property", at: SourceLocation(path: path, position: member.keyPosition),
        "\(key) is a property of \(other.layer.rawValue) layers, and this is a \(layer.rawValue) layer")
      return
    }
    let names = PropertyTable.properties(of: layer).lazy.map(\.name)
    let hint = reader.suggestion(for: key, among: names, layer.rawValue)
    reader.error(
      "unknown-property", at: SourceLocation(path: path, position: member.keyPosition),
      "\(layer.rawValue) layers have no \(section.rawValue) property \(quotedForMessage(key))"
        + (hint.isEmpty ? "; remove it" : "; \(hint)"))
  }

  private mutating func transition(_ node: JSONNode) {
    transitionMembers(node)
    guard node.value.members != nil else { return }
    reader.info(
      "no-effect", at: node.location,
      "transitions have no meaning in a still picture")
  }
}
