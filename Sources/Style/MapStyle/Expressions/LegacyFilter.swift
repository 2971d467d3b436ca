import JSONDocument

/// Filters before expressions: `["==", "key", value]`, `["in", "key", a, b]`.
enum LegacyFilter {
  enum Syntax {
    case expression, legacy
    /// Valid in both languages: `["has", key]`, `true`, and `all` and `any` of such.
    case neutral
  }

  static func syntax(of json: JSONValue) -> Syntax {
    if json.bool != nil { return .neutral }
    guard let elements = json.elements, let first = elements.first else { return .legacy }
    func isSpecial(_ index: Int) -> Bool { ["$id", "$type"].contains(elements[index].string) }
    switch first.string {
    case "has":
      guard elements.count >= 2 else { return .legacy }
      if isSpecial(1) { return .legacy }
      return elements.count == 2 && elements[1].string != nil ? .neutral : .expression
    case "in":
      guard elements.count >= 3 else { return .legacy }
      return elements[1].string == nil || elements[2].elements != nil ? .expression : .legacy
    case "!in", "!has": return .legacy
    case "==", "!=", "<", "<=", ">", ">=":
      guard elements.count == 3 else { return .expression }
      return elements[1].elements != nil || elements[2].elements != nil ? .expression : .legacy
    case "all", "any", "none":
      let children = elements.dropFirst().map(syntax)
      if children.contains(.expression) { return .expression }
      return children.contains(.legacy) || first.string == "none" ? .legacy : .neutral
    default: return .expression
    }
  }

  static func isExpression(_ json: JSONValue) -> Bool { syntax(of: json) != .legacy }

  static func mixing(in node: JSONNode, keys: [Int] = []) -> [ExpressionError] {
    guard let elements = node.value.elements, let name = elements.first?.string else { return [] }
    let indices: [Int]
    switch name {
    case "all", "any", "none": indices = Array(elements.indices.dropFirst())
    case "!": indices = elements.count > 1 ? [1] : []
    case "case": indices = Array(stride(from: 1, to: elements.count - 1, by: 2))
    default: return []
    }
    return indices.filter { elements[$0].elements != nil }.flatMap { index in
      let (part, keys) = (node.element(index, elements[index]), keys + [index])
      guard syntax(of: part.value) == .legacy else { return mixing(in: part, keys: keys) }
      return [
        ExpressionError(
          key: keys.map { "[\($0)]" }.joined(), location: part.location,
          text:
            "The filter mixes expressions and the older filter syntax and is read as an expression; "
            + advice(for: part.value) + ".")
      ]
    }
  }

  private static func advice(for part: JSONValue) -> String {
    switch part.elements?.first?.string {
    case "!has": "write [\"!\", [\"has\", key]] here"
    case "!in": "write [\"!\", [\"in\", [\"get\", key], [\"literal\", values]]] here"
    case "in": "write [\"in\", [\"get\", key], [\"literal\", values]] here"
    case "none": "write [\"!\", [\"any\", …]] here"
    default: "write [\"get\", key] here instead of the bare key"
    }
  }
}

extension Compiler {
  private static let geometryTypes = ["Point", "LineString", "Polygon"]

  /// Compiles a legacy filter: its operator is known, and comparisons have two arguments.
  mutating func legacyFilter(_ json: JSONValue) -> Node? {
    switch json.content {
    case .array(let elements) where !elements.isEmpty: return legacyFilter(json, elements)
    case .null where !isStrict, .array where !isStrict: return Node(constant: .bool(true))
    case .bool(let bool) where !isStrict: return Node(constant: .bool(bool))
    default:
      return fail(
        "A filter must be a list, such as [\"==\", \"key\", 1].", json,
        hint: json.elements.map { _ in "Remove the empty one." })
    }
  }

  private mutating func legacyFilter(_ json: JSONValue, _ elements: [JSONValue]) -> Node? {
    let name = elements[0].string ?? ""
    switch name {
    case "all", "any", "none": return combination(name, elements)
    case "has", "!has":
      guard elements.count == 2 else {
        return fail("Expected one key, but found \(elements.count - 1) arguments.", json)
      }
      guard let field = field(elements) else { return nil }
      let isThere = name == "has"
      if case .type = field { return Node(constant: .bool(isThere)) }
      return filterNode(field) { ($0 != nil) == isThere }
    default:
      let before = errors.count
      let comparison = ComparisonOperator.all.first { $0.name == name }
      let field = field(elements)
      if case .type? = field, comparison?.isEquality == false {
        _ = fail("\"$type\" has no order; write == or !=.", at: [1], elements[1])
      }
      if isStrict { checkValues(elements, of: field) }
      guard errors.count == before, let field else { return nil }
      if let comparison { return self.comparison(comparison, field, elements) }
      return membership(field, elements.dropFirst(2).map(StyleValue.init), isIn: name == "in")
    }
  }

  private mutating func combination(_ name: String, _ elements: [JSONValue]) -> Node? {
    let nodes = elements.indices.dropFirst().compactMap { legacyChild($0, of: elements) }
    guard nodes.count == elements.count - 1 else { return nil }
    // `all` stops at the first false, `any` and `none` at the first true.
    var node = Node(.boolean, until(name != "all", answering: name == "any")(nodes), over: nodes)
    if name == "all" { node.requirement = nodes.first?.requirement?.amongOthers }
    return node
  }

  private enum Field: Sendable {
    case property(String), identifier, type

    func value(_ feature: (any StyleFeature)?) -> StyleValue? {
      switch self {
      case .property(let name): feature?.property(name)
      case .identifier: feature?.identifier
      case .type: .string((feature?.geometryType ?? .unknown).simplified.rawValue)
      }
    }

    var dependence: Dependence {
      switch self {
      case .property: .feature
      case .identifier: [.feature, .wholeFeature]
      case .type: [.feature, .geometryType]
      }
    }
  }

  private mutating func field(_ elements: [JSONValue]) -> Field? {
    let written = elements.dropFirst().first
    guard let name = written?.string else {
      _ = fail(
        "Expected a property's name, $id or $type.", at: [1], written ?? elements[0],
        code: written.map { _ in "wrong-type" })
      return nil
    }
    switch name {
    case "$id": return .identifier
    case "$type": return .type
    default:
      noteProperty(name)
      return .property(name)
    }
  }

  /// Notes values that the specification does not compare with fields.
  private mutating func checkValues(_ elements: [JSONValue], of field: Field?) {
    for (index, value) in elements.enumerated().dropFirst(2) {
      var (code, wanted, hint) = ("wrong-type", "a string, a number, true or false", "")
      if case .type? = field {
        wanted = alternativesForMessage(Compiler.geometryTypes)
        if let name = value.string {
          if Compiler.geometryTypes.contains(name) { continue }
          code = "invalid-value"
          hint = didYouMean(name, among: Compiler.geometryTypes).map { "; did you mean \($0)?" } ?? ""
        }
      } else if value.string != nil || value.number != nil || value.bool != nil {
        continue
      }
      _ = fail("expected \(wanted), found \(value.wording)\(hint)", at: [index], value, code: code)
    }
  }

  private mutating func comparison(_ comparison: ComparisonOperator, _ field: Field, _ elements: [JSONValue])
    -> Node?
  {
    let value = StyleValue(elements[2])
    switch value {
    case .null, .bool, .number, .string: break
    default: return fail("Filters compare with text, numbers, true, false or null.", at: [2], elements[2])
    }
    let (holds, isEqual) = (comparison.holds, comparison.holds(0))
    guard comparison.isEquality else { return filterNode(field) { $0?.order(to: value).map(holds) ?? false } }
    var node = filterNode(field) { ($0?.isSame(as: value) ?? false) == isEqual }
    if isEqual, case .property(let name) = field { node.requirement = Requirement(name, value) }
    return node
  }

  private func membership(_ field: Field, _ values: [StyleValue], isIn: Bool) -> Node {
    let set = Set(values.compactMap(ScalarKey.init))
    return filterNode(field) { ($0.map { set.contains($0) } ?? false) == isIn }
  }

  private func filterNode(_ field: Field, _ test: @escaping @Sendable (StyleValue?) -> Bool) -> Node {
    let program = Program.bool { (e: inout Evaluation) throws(EvaluationError) in test(field.value(e.feature))
    }
    return Node(.boolean, program, over: [], dependence: field.dependence)
  }
}

extension StyleValue {
  fileprivate func order(to other: StyleValue) -> Int? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a < b ? -1 : a > b ? 1 : a == b ? 0 : nil
    case (.string(let a), .string(let b)): a.precedes(b) ? -1 : a.isSame(as: b) ? 0 : 1
    case (.bool(let a), .bool(let b)): a == b ? 0 : a ? 1 : -1
    default: nil
    }
  }
}
