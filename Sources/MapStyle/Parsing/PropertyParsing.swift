import Drawing
import JSONDocument

// Reads the properties of layers.
extension StyleParser {
  /// A value, or an expression where it is not constant.
  struct Parsed {
    var value: StyleValue?
    var expression: CompiledExpression?
  }

  /// Reads a layer's `layout` or `paint`.
  mutating func properties(_ place: Place, _ section: PropertyDefinition.Section, of layer: LayerType)
    -> [PropertyAssignment]
  {
    guard let members = object(place, "an object of \(section.rawValue) properties") else { return [] }
    var assignments: [PropertyAssignment] = []
    assignments.reserveCapacity(members.count)
    for member in members {
      guard let definition = PropertyTable.property(named: member.key, of: layer),
        definition.section == section
      else {
        notAProperty(member, place, section, layer)
        continue
      }
      let property = place.member(member)
      guard isSound(property, for: definition),
        let parsed = value(property, as: definition.type, { definition.specification }),
        isSound(parsed, at: property, for: definition)
      else { continue }
      if !definition.isDrawn {
        report.info(
          "no-effect", property.path, property.position,
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

  /// Reads a value or expression of a type; plain values take a short way.
  ///
  /// - Parameter specification: the type for the compiler; made only where there is something to compile.
  mutating func value(
    _ place: Place, as type: PropertyType, _ specification: () -> PropertySpecification
  ) -> Parsed? {
    var parsed = Parsed()
    switch (type, place.value.content) {
    case (.limitedNumber, .number(let number)): parsed.value = .number(number)
    case (.boolean, .bool(let bool)): parsed.value = .bool(bool)
    case (.color, .string(let text)):
      guard let color = Color(css: text) else {
        invalidColor(place, text)
        return nil
      }
      parsed.value = .color(color)
    case (.oneOf(let names), .string(let text)):
      guard names.contains(text) else {
        invalidName(place, text, among: names)
        return nil
      }
      parsed.value = .string(text)
    case (.formatted, .string(let text)) where !text.utf8.contains(0x7B):
      parsed.value = .formatted(FormattedText(text))
    case (.image, .string(let name)) where !name.utf8.contains(0x7B):
      parsed.value = .image(ResolvedImage(name: name))
    case (.numbersOrOne, .number(let number)): parsed.value = .numberArray([number])
    case (.colors, .string(let text)):
      guard let color = Color(css: text) else {
        invalidColor(place, text)
        return nil
      }
      parsed.value = .colorArray([color])
    case (.formatted, .string), (.image, .string), (.padding, .number), (_, .array), (_, .object):
      let specification = specification()
      if place.value.members != nil {
        guard isSoundFunction(place, as: type, specification) else { return nil }
      }
      guard let expression = compile(place, specification) else { return nil }
      if let constant = expression.constant {
        parsed.value = constant
      } else {
        parsed.expression = expression
      }
    default:
      wrongType(place, type.wording, hint: "; write that or an expression")
      return nil
    }
    guard let value = parsed.value else { return parsed }
    if case .null = value, place.value.elements != nil { return parsed }
    if let fault = type.fault(in: value) {
      report.error("wrong-type", place.path, place.position, fault)
    } else if let fault = type.rangeFault(in: value) {
      report.error("out-of-range", place.path, place.position, fault)
    } else {
      return parsed
    }
    return nil
  }

  /// Compiles an expression; its errors are reported where they stand.
  mutating func compile(_ place: Place, _ specification: PropertySpecification) -> CompiledExpression? {
    do throws(ExpressionErrors) {
      let expression = try CompiledExpression(
        compiling: place.value, as: specification, path: place.path, collation: collation)
      reportCollation(expression.inputs, at: place)
      return expression
    } catch {
      // What begins with a name is meant as an expression, what begins otherwise as a plain list.
      let isPlain = place.value.elements.map { $0.first?.string == nil } ?? false
      for fault in error.errors {
        report.error(isPlain ? "wrong-type" : "invalid-expression", fault.path, fault.position, fault.message)
      }
      return nil
    }
  }

  /// Compiles a filter; its errors are reported where they stand.
  mutating func filter(_ place: Place) -> FeatureFilter? {
    guard isSoundFilter(place) else { return nil }
    do throws(ExpressionErrors) {
      let filter = try CompiledFilter(compiling: place.value, path: place.path, collation: collation)
      if filter.inputs.readsFeatureState {
        report.error(
          "invalid-filter", place.path, place.position,
          "filters cannot depend on feature-state; read a property instead")
        return nil
      }
      reportCollation(filter.inputs, at: place)
      if let mixing = filter.mixing {
        report.warning("filter-mixing", mixing.path, mixing.position, mixing.text)
      }
      let site = EvaluationSite(
        code: "filter-failed", path: place.path, position: place.position,
        consequence: "such features are left out")
      return FeatureFilter(filter, at: site)
    } catch {
      for fault in error.errors { report.error("invalid-filter", fault.path, fault.position, fault.message) }
      return nil
    }
  }

  /// Reports where text cannot be compared by the rules of its language.
  private mutating func reportCollation(_ inputs: CompiledExpression.Inputs, at place: Place) {
    guard inputs.collates, collation?.isAvailable != true else { return }
    report.info(
      "no-collation", place.path, place.position,
      "the library for Unicode (ICU) is not there; collators know Latin letters only")
  }

  /// Reports why a key is no property: a transition, the wrong object, another layer's, or unknown.
  private mutating func notAProperty(
    _ member: JSONMember, _ parent: Place, _ section: PropertyDefinition.Section, _ layer: LayerType
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
      report.error(
        "unknown-property", path, member.keyPosition,
        "\(key) is a \(definition.section.rawValue) property; move it to \"\(definition.section.rawValue)\"")
      return
    }
    if let other = PropertyTable.property(named: key) {
      report.error(
        "unknown-property", path, member.keyPosition,
        "\(key) is a property of \(other.layer.rawValue) layers, and this is a \(layer.rawValue) layer")
      return
    }
    let names = PropertyTable.properties(of: layer).lazy.map(\.name)
    let hint = suggestion(for: key, among: names, layer.rawValue)
    report.error(
      "unknown-property", path, member.keyPosition,
      "\(layer.rawValue) layers have no \(section.rawValue) property \(quotedForMessage(key))"
        + (hint.isEmpty ? "; remove it" : "; \(hint)"))
  }

  private mutating func transition(_ place: Place) {
    transitionMembers(place)
    guard place.value.members != nil else { return }
    report.info("no-effect", place.path, place.position, "transitions have no meaning in a still picture")
  }
}
