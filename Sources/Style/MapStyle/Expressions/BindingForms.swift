import JSONDocument

// `let` and `var`.

let bindingForms = [
  Operator("let", "(name, value, ..., result) -> result's type") { compiler, elements, expected in
    guard elements.count >= 4 else {
      return compiler.fail("Expected at least 3 arguments, but found \(elements.count - 1) instead.")
    }
    var names: [String] = []
    var values: [Node] = []
    for index in stride(from: 1, to: elements.count - 1, by: 2) {
      guard let name = elements[index].string else {
        return compiler.fail(
          "Expected string, but found \(javaScriptKind(of: elements[index])) instead.", at: [index],
          elements[index])
      }
      guard name.utf8.allSatisfy({ $0 == 0x5F || $0.isLetterOrDigit }) else {
        return compiler.fail(
          "Variable names must contain only alphanumeric characters or '_'.", at: [index], elements[index])
      }
      guard let value = compiler.argument(index + 1, of: elements) else { return nil }
      names.append(name)
      values.append(value)
    }
    guard elements.count.isMultiple(of: 2) else {
      return compiler.fail("Expected names and values in turn and a result, so an odd number of arguments.")
    }
    for (name, value) in zip(names, values) { compiler.bind(name, to: value) }
    let result = compiler.argument(elements.count - 1, of: elements, as: expected)
    for name in names { compiler.scope[name]?.removeLast() }
    guard var node = result else { return nil }
    // What a binding depends on counts even where it is not read, as in the specification's own checker.
    node.dependence = values.reduce(node.dependence) { $0.union($1.dependence) }
    node.curve = ZoomCurve.of(values, own: node.curve)
    return node
  },
  Operator("var", "(name) -> the binding's type") { compiler, elements, _ in
    guard elements.count == 2, let name = elements[1].string else {
      return compiler.fail("'var' expression requires exactly one string literal argument.")
    }
    guard let binding = compiler.scope[name]?.last else {
      return compiler.fail(
        "Unknown variable \"\(escapedForMessage(name))\". Make sure \"\(escapedForMessage(name))\" has been bound "
          + "in an enclosing \"let\" expression before using it.", at: [1], elements[1])
    }
    return binding.read
  },
]

extension Compiler {
  fileprivate mutating func bind(_ name: String, to value: Node) {
    var slot: Int?
    if value.constant == nil, value.cost > Compiler.cheapCost {
      slot = slotCount
      slotCount += 1
    }
    scope[name, default: []].append(Binding(node: value, slot: slot))
  }
}

extension Compiler.Binding {
  fileprivate var read: Node {
    var result = node
    // The curve belongs to the binding; reading it again buries no zoom.
    result.curve = .none
    guard let slot else { return result }
    let code = node.valueCode
    result.program = node.type.program { type in type.program(inSlot: slot, code) }
    result.cost = 1
    return result
  }
}

extension CodeResult {
  fileprivate static func program(inSlot slot: Int, _ code: @escaping Code<StyleValue>) -> Program {
    let read: Code<StyleValue> = { (e: inout Evaluation) throws(EvaluationError) in
      if let known = e.slots[slot] { return known }
      let value = try code(&e)
      e.slots[slot] = value
      return value
    }
    return program(Self.code(of: Node(.value, .value(read), over: [])))
  }
}
