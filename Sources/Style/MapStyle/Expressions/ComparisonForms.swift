// `==`, `!=`, `<`, `<=`, `>`, `>=`, each with an optional collator.

struct ComparisonOperator: Sendable {
  let name: String
  /// Result by order: -1, 0 or 1.
  let holds: @Sendable (Int) -> Bool
  /// False for NaN, but for `!=`.
  let numbers: @Sendable (Double, Double) -> Bool

  var isEquality: Bool { name == "==" || name == "!=" }

  static let all = [
    ComparisonOperator(name: "==", holds: { $0 == 0 }, numbers: { $0 == $1 }),
    ComparisonOperator(name: "!=", holds: { $0 != 0 }, numbers: { $0 != $1 }),
    ComparisonOperator(name: "<", holds: { $0 < 0 }, numbers: { $0 < $1 }),
    ComparisonOperator(name: "<=", holds: { $0 <= 0 }, numbers: { $0 <= $1 }),
    ComparisonOperator(name: ">", holds: { $0 > 0 }, numbers: { $0 > $1 }),
    ComparisonOperator(name: ">=", holds: { $0 >= 0 }, numbers: { $0 >= $1 }),
  ]
}

let comparisonForms = ComparisonOperator.all.map(comparisonForm)

private func comparisonForm(_ comparison: ComparisonOperator) -> Operator {
  Operator(comparison.name, "(value, value, collator?) -> boolean") { compiler, elements, _ in
    guard elements.count == 3 || elements.count == 4 else {
      return compiler.fail("Expected two or three arguments.")
    }
    var sides: [Node] = []
    for index in 1...2 {
      guard let node = compiler.argument(index, of: elements, as: .value) else { return nil }
      guard comparison.takes(node.type) else {
        return compiler.fail(
          "\"\(comparison.name)\" comparisons are not supported for type '\(node.type)'.", at: [index],
          elements[index])
      }
      sides.append(node)
    }
    let (left, right) = (sides[0].type, sides[1].type)
    guard left == right || left == .value || right == .value || left == .error || right == .error else {
      return compiler.fail("Cannot compare types '\(left)' and '\(right)'.")
    }
    // The side whose type is known determines the order.
    if !comparison.isEquality {
      if left == .value, right != .value { sides[0] = .assertion(of: right, [sides[0]]) }
      if left != .value, right == .value { sides[1] = .assertion(of: left, [sides[1]]) }
    }
    guard elements.count == 4 else {
      var node = Node(.boolean, comparison.program(sides[0], sides[1]), over: sides)
      // A property that is missing is null.
      if comparison.name == "==", case .property(let name) = sides[0].program, sides[1].constant != .null {
        node.requirement = Requirement(name, sides[1].constant)
      }
      return node
    }
    guard [left, right].contains(where: { $0 == .string || $0 == .value }) else {
      return compiler.fail("Cannot use collator to compare non-string types.")
    }
    guard let collator = compiler.argument(3, of: elements, as: .collator) else { return nil }
    return Node(
      .boolean, comparison.program(sides[0], sides[1], collator, compiler.collation),
      over: sides + [collator])
  }
}

extension ComparisonOperator {
  func takes(_ type: ValueType) -> Bool {
    switch type {
    case .string, .number, .value, .error: true
    case .boolean, .null: isEquality
    default: false
    }
  }

  func program(_ left: Node, _ right: Node) -> Program {
    let numbers = numbers
    if left.type == .number, right.type == .number {
      let x = left.numberCode
      if case .number(let b)? = right.constant {
        return .bool { (e: inout Evaluation) throws(EvaluationError) in numbers(try x(&e), b) }
      }
      let y = right.numberCode
      return .bool { (e: inout Evaluation) throws(EvaluationError) in numbers(try x(&e), try y(&e)) }
    }
    let (x, y) = (left.valueCode, right.valueCode)
    let (isEquality, isEqual) = (isEquality, holds(0))
    return .bool { (e: inout Evaluation) throws(EvaluationError) in
      let (a, b) = (try x(&e), try y(&e))
      return isEquality ? a.isSame(as: b) == isEqual : try ordered(a, b)
    }
  }

  func program(_ left: Node, _ right: Node, _ collator: Node, _ library: (any TextCollation)?) -> Program {
    let (x, y, rules) = (left.valueCode, right.valueCode, collator.valueCode)
    return .bool { (e: inout Evaluation) throws(EvaluationError) in
      let (a, b) = (try x(&e), try y(&e))
      if case .string(let a) = a, case .string(let b) = b, case .collator(let collator) = try rules(&e) {
        return holds(collator.compare(a, b, with: library))
      }
      return isEquality ? a.isSame(as: b) == holds(0) : try ordered(a, b)
    }
  }

  private func ordered(_ a: StyleValue, _ b: StyleValue) throws(EvaluationError) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): numbers(a, b)
    case (.string(let a), .string(let b)): holds(a.precedes(b) ? -1 : a.isSame(as: b) ? 0 : 1)
    default: throw .notOrdered(operator: name, left: a.type, right: b.type)
    }
  }
}
