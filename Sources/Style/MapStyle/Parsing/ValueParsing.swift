package import JSONDocument

// Reads values of the types that properties have, and compiles expressions.
extension DocumentReader {
  struct Parsed {
    var value: StyleValue?
    var expression: CompiledExpression?
  }

  /// Reads a value or expression; plain values take a short way, without the compiler's specification.
  mutating func value(
    _ node: JSONNode, as type: PropertyType, by collation: (any TextCollation)?,
    _ specification: () -> PropertySpecification
  ) -> Parsed? {
    var parsed = Parsed()
    switch (type.type, node.value.content) {
    case (.number, .number(let number)): parsed.value = .number(number)
    case (.boolean, .bool(let bool)): parsed.value = .bool(bool)
    case (.color, .string):
      guard let color = color(node) else { return nil }
      parsed.value = .color(color)
    case (.string, .string(let text)):
      if let names = type.names, !names.contains(text) {
        invalidName(node, text, among: names)
        return nil
      }
      parsed.value = .string(text)
    case (.formatted, .string(let text)) where !text.utf8.contains(0x7B):
      parsed.value = .formatted(FormattedText(text))
    case (.image, .string(let name)) where !name.utf8.contains(0x7B):
      parsed.value = .image(ResolvedImage(name: name))
    case (.numberArray, .number(let number)): parsed.value = .numberArray([number])
    case (.colorArray, .string):
      guard let color = color(node) else { return nil }
      parsed.value = .colorArray([color])
    case (.formatted, .string), (.image, .string), (.padding, .number), (_, .array), (_, .object):
      let specification = specification()
      if node.value.members != nil {
        guard isSoundFunction(node, as: type, specification, collation) else { return nil }
      }
      guard let expression = compile(node, specification, collation) else { return nil }
      if let constant = expression.constant {
        parsed.value = constant
      } else {
        parsed.expression = expression
      }
    default:
      wrongType(node, type.wording, hint: "; write that or an expression")
      return nil
    }
    guard let value = parsed.value else { return parsed }
    if case .null = value, node.value.elements != nil { return parsed }
    if Double.read(value)?.isNaN == true, node.value.elements != nil {
      warning(
        "expression-failed", at: node.location, "the expression is no number; the property's default is used")
      return nil
    }
    if let fault = type.fault(in: value) {
      error("wrong-type", at: node.location, fault)
    } else if let fault = type.rangeFault(in: value) {
      error("out-of-range", at: node.location, fault)
    } else {
      return parsed
    }
    return nil
  }

  mutating func compile(
    _ node: JSONNode, _ specification: PropertySpecification, _ collation: (any TextCollation)?
  ) -> CompiledExpression? {
    do throws(ExpressionErrors) {
      let expression = try CompiledExpression(
        compiling: node.value, as: specification, path: node.path, collation: collation)
      reportCollation(expression.inputs, at: node, collation)
      return expression
    } catch {
      // What begins with a name is meant as an expression, what begins otherwise as a plain list.
      let isPlain = node.value.elements.map { $0.first?.string == nil } ?? false
      for fault in error.errors {
        self.error(isPlain ? "wrong-type" : "invalid-expression", at: fault.location, fault.message)
      }
      return nil
    }
  }

  mutating func reportCollation(
    _ inputs: CompiledExpression.Inputs, at node: JSONNode, _ collation: (any TextCollation)?
  ) {
    guard inputs.reads(.collation), collation?.isAvailable != true else { return }
    info(
      "no-collation", at: node.location,
      "the library for Unicode (ICU) is not there; collators know Latin letters only")
  }
}

extension BoundProperty {
  /// Compiles a value of no style; `fallback` for other types.
  package init(_ value: JSONValue, _ type: PropertyType, or fallback: Value) {
    var reader = DocumentReader()
    let node = JSONNode(value: value, path: JSONPath())
    self = reader.bound(node, type, or: fallback, collation: nil) ?? BoundProperty(constant: fallback)
  }
}

extension DocumentReader {
  /// Compiles a value or expression anywhere in the style, such as in metadata; `nil` for other types, which
  /// are reported.
  ///
  /// - Parameters:
  /// - fallback: value if the expression fails.
  /// - greatest: magnitude limit of drawn numbers.
  /// - acceptsTokens: true if `{name}` stands for a property.
  package mutating func bound<Value: TypedPropertyValue>(
    _ node: JSONNode, _ type: PropertyType, or fallback: Value, greatest: Double = .infinity,
    acceptsTokens: Bool = false, collation: (any TextCollation)?
  ) -> BoundProperty<Value>? {
    let parsed = value(node, as: type, by: collation) {
      type.specification(.data, acceptsTokens: acceptsTokens)
    }
    guard let parsed else { return nil }
    guard let expression = parsed.expression else {
      let value = parsed.value.flatMap(Value.read) ?? fallback
      if let excess = value.excess(over: greatest) {
        warning("too-large", at: node.location, StyleWarnings.wording(of: excess, limitedTo: greatest))
      }
      return BoundProperty(constant: value.capped(at: greatest))
    }
    let site = EvaluationSite("expression-failed", at: node, consequence: "the setting's default is used")
    return BoundProperty(expression, or: fallback, limits: type.limits, greatest: greatest, at: site)
  }
}
