import JSONDocument

// `case`, `match` and `coalesce`.

let decisionForms = [
  Operator("case", "(boolean, T, ..., fallback: T) -> T") { compiler, elements, expected in
    guard compiler.hasPairs(elements, atLeast: 3) else { return nil }
    var output = expected.known
    var tests: [Node] = []
    var outputs: [Node] = []
    for index in stride(from: 1, to: elements.count - 1, by: 2) {
      guard let test = compiler.argument(index, of: elements, as: .boolean),
        let result = compiler.argument(index + 1, of: elements, as: output)
      else { return nil }
      tests.append(test)
      outputs.append(result)
      output = output ?? result.type.known
    }
    guard let otherwise = compiler.argument(elements.count - 1, of: elements, as: output) else { return nil }
    outputs.append(otherwise)
    let type = output ?? otherwise.type
    let program = type.program { $0.choice(tests.map(\.boolCode), outputs) }
    return Node(type, program, over: tests + outputs)
  },
  Operator("match", "(value, label | [label, ...], T, ..., fallback: T) -> T") {
    compiler, elements, expected in
    guard compiler.hasPairs(elements, atLeast: 4) else { return nil }
    var output = expected.known
    var labels = MatchLabels()
    var outputs: [Node] = []
    for index in stride(from: 2, to: elements.count - 1, by: 2) {
      let written = elements[index].elements ?? [elements[index]]
      if written.isEmpty {
        return compiler.fail("Expected at least one branch label.", at: [index], elements[index])
      }
      for label in written {
        if let text = labels.add(label, branch: outputs.count) {
          return compiler.fail(text, at: [index], label)
        }
      }
      // Errors in an output name the label's index, as the specification's own checker does.
      guard let result = compiler.argument(index + 1, of: elements, as: output, key: index) else {
        return nil
      }
      outputs.append(result)
      output = output ?? result.type.known
    }
    guard let input = compiler.argument(1, of: elements, as: .value),
      let otherwise = compiler.argument(elements.count - 1, of: elements, as: output)
    else { return nil }
    if input.type != .value, let type = labels.type, !compiler.check(input.type, is: type, key: 1) {
      return nil
    }
    outputs.append(otherwise)
    let type = output ?? otherwise.type
    let (fallback, branch) = (outputs.count - 1, labels.branchCode(input))
    let program = type.program { $0.selection(outputs, fallback: fallback, branch) }
    return Node(type, program, over: [input] + outputs)
  },
  Operator("coalesce", "(T, ...) -> T") { compiler, elements, expected in
    guard elements.count >= 2 else { return compiler.fail("Expected at least one argument.") }
    var output = expected.known
    var arguments: [Node] = []
    for index in elements.indices.dropFirst() {
      // Unasserted, so that a null is passed over and not an error.
      guard let node = compiler.argument(index, of: elements, as: output, annotation: .omit) else {
        return nil
      }
      arguments.append(node)
      output = output ?? node.type.known
    }
    let needsAnnotation =
      expected.map { expected in arguments.contains { !$0.type.isSubtype(of: expected) } } ?? false
    let type = needsAnnotation ? .value : output ?? .value
    var node = Node(type, coalescence(arguments), over: arguments)
    // A curve over the zoom may be any one of the arguments.
    let curves = arguments.map(\.curve).filter { $0 != .none && $0 != .bare }
    if let first = curves.first { node.curve = ZoomCurve.of(arguments, own: first) }
    return node
  },
]

extension ValueType {
  /// `nil` for errors, which agree with any type.
  var known: ValueType? { self == .error ? nil : self }
}

extension ValueType? {
  fileprivate var known: ValueType? { self == .value ? nil : self }
}

extension CodeResult {
  fileprivate static func choice(_ tests: [Code<Bool>], _ outputs: [Node]) -> Program {
    let codes = outputs.map { code(of: $0) }
    if tests.count == 1 {
      let (test, yes, no) = (tests[0], codes[0], codes[1])
      return program { (e: inout Evaluation) throws(EvaluationError) in
        try test(&e) ? try yes(&e) : try no(&e)
      }
    }
    return program { (e: inout Evaluation) throws(EvaluationError) in
      for index in tests.indices where try tests[index](&e) { return try codes[index](&e) }
      return try codes[tests.count](&e)
    }
  }

  fileprivate static func selection(
    _ outputs: [Node], fallback: Int, _ branch: @escaping Code<Int?>
  ) -> Program {
    let codes = outputs.map { code(of: $0) }
    return program { (e: inout Evaluation) throws(EvaluationError) in
      try codes[try branch(&e) ?? fallback](&e)
    }
  }
}

private struct MatchLabels: Sendable {
  private var numbers: [Int: Int] = [:]
  private var texts: [ExactText: Int] = [:]

  var type: ValueType? { !numbers.isEmpty ? .number : !texts.isEmpty ? .string : nil }

  mutating func add(_ label: JSONValue, branch: Int) -> String? {
    switch label.content {
    case .number(let number):
      guard abs(number) <= 9_007_199_254_740_991 else {
        return "Branch labels must be integers no larger than 9007199254740991."
      }
      guard let integer = Int(exactly: number) else { return "Numeric branch labels must be integer values." }
      guard texts.isEmpty else { return "Expected string but found number instead." }
      return numbers.updateValue(branch, forKey: integer) == nil ? nil : "Branch labels must be unique."
    case .string(let string):
      guard numbers.isEmpty else { return "Expected number but found string instead." }
      return texts.updateValue(branch, forKey: ExactText(string)) == nil
        ? nil : "Branch labels must be unique."
    default: return "Branch labels must be numbers or strings."
    }
  }

  func branchCode(_ input: Node) -> Code<Int?> {
    let code = input.valueCode
    let (numbers, texts) = (numbers, texts)
    return { (e: inout Evaluation) throws(EvaluationError) in
      switch try code(&e) {
      case .number(let number): Int(exactly: number).flatMap { numbers[$0] }
      case .string(let string): texts[ExactText(string)]
      default: nil
      }
    }
  }
}

/// First argument that is neither null nor a missing image; else the first missing image, for its warning.
private func coalescence(_ arguments: [Node]) -> Program {
  let codes = arguments.map(\.valueCode)
  return .value { (e: inout Evaluation) throws(EvaluationError) in
    var missing: StyleValue?
    for code in codes {
      let value = try code(&e)
      switch value {
      case .null: continue
      case .image(let image) where !image.isAvailable: missing = missing ?? value
      default: return value
      }
    }
    return missing ?? .null
  }
}
