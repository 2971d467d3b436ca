import JSONDocument

/// Filters as styles wrote them before there were expressions: `["==", "key", value]`, `["in", "key", a, b]`.
enum LegacyFilter {
  enum Syntax {
    case expression, legacy
    /// A filter of both languages: `["has", key]`, `true`, `all` and `any` of such.
    case neutral
  }

  /// The specification's rules for distinguishing the languages.
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

  /// The legacy parts of a filter that is an expression, and the way to each.
  static func mixing(in json: JSONValue, keys: [Int] = []) -> [(keys: [Int], part: JSONValue)] {
    guard let elements = json.elements, let name = elements.first?.string else { return [] }
    let places: [Int]
    switch name {
    case "all", "any", "none": places = Array(elements.indices.dropFirst())
    case "!": places = elements.count > 1 ? [1] : []
    case "case": places = Array(stride(from: 1, to: elements.count - 1, by: 2))
    default: return []
    }
    return places.filter { elements[$0].elements != nil }.flatMap { place in
      syntax(of: elements[place]) == .legacy
        ? [(keys + [place], elements[place])] : mixing(in: elements[place], keys: keys + [place])
    }
  }

  static func advice(for part: JSONValue) -> String {
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
  mutating func legacyFilter(_ json: JSONValue) -> Node? {
    switch json.content {
    case .null: return Node(constant: .bool(true))
    case .bool(let bool): return Node(constant: .bool(bool))
    case .array(let elements):
      guard let first = elements.first else { return Node(constant: .bool(true)) }
      return legacyFilter(first, elements)
    default: return fail("A filter must be a list, such as [\"==\", \"key\", 1].", json)
    }
  }

  private mutating func legacyFilter(_ first: JSONValue, _ elements: [JSONValue]) -> Node? {
    if let comparison = Comparison.all.first(where: { $0.name == first.string }) {
      guard elements.count == 3 else {
        return fail("Expected a key and a value, but found \(elements.count - 1) arguments.", elements[0])
      }
      return self.comparison(comparison, elements)
    }
    switch first.string {
    case "all", "any", "none": return combination(first.string ?? "", elements)
    case "in", "!in":
      guard let field = field(elements) else { return nil }
      return membership(field, elements.dropFirst(2).map(StyleValue.init), isIn: first.string == "in")
    case "has", "!has":
      guard elements.count == 2 else {
        return fail("Expected one key, but found \(elements.count - 1) arguments.", elements[0])
      }
      guard let field = field(elements) else { return nil }
      let isThere = first.string == "has"
      if case .type = field { return Node(constant: .bool(isThere)) }
      return filterNode(field) { ($0 != nil) == isThere }
    default:
      return fail(
        "Unknown filter operator \(first.string.map { "\"\(escapedForMessage($0))\"" } ?? first.kindName); write "
          + "==, !=, <, <=, >, >=, in, !in, has, !has, all, any or none.", at: [0], first)
    }
  }

  private mutating func combination(_ name: String, _ elements: [JSONValue]) -> Node? {
    var nodes: [Node] = []
    for index in elements.indices.dropFirst() {
      guard let node = legacyChild(index, of: elements) else { return nil }
      nodes.append(node)
    }
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
    guard elements.count > 1, let name = elements[1].string else {
      _ = fail(
        "Expected a property's name, $id or $type.", at: [1], elements.count > 1 ? elements[1] : elements[0])
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

  private mutating func comparison(_ comparison: Comparison, _ elements: [JSONValue]) -> Node? {
    guard let field = field(elements) else { return nil }
    let value = StyleValue(elements[2])
    switch value {
    case .null, .bool, .number, .string: break
    default: return fail("Filters compare with text, numbers, true, false or null.", at: [2], elements[2])
    }
    let (holds, isEqual) = (comparison.holds, comparison.holds(0))
    guard comparison.isEquality else {
      if case .type = field { return fail("\"$type\" has no order; write == or !=.", at: [1], elements[1]) }
      return filterNode(field) { $0?.order(to: value).map(holds) ?? false }
    }
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
  /// The order of two values of the same kind: -1, 0 or 1; `nil` where they have none.
  fileprivate func order(to other: StyleValue) -> Int? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a < b ? -1 : a > b ? 1 : a == b ? 0 : nil
    case (.string(let a), .string(let b)): a.precedes(b) ? -1 : a.isSame(as: b) ? 0 : 1
    case (.bool(let a), .bool(let b)): a == b ? 0 : a ? 1 : -1
    default: nil
    }
  }
}
