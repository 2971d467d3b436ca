import JSONDocument

/// Checks functions of legacy styles: `{"stops": [[0, 1], [10, 5]]}`.
struct FunctionCheck {
  enum Kind: String, CaseIterable {
    case identity, exponential, interval, categorical
  }

  let function: JSONValue
  let type: PropertyType
  let specification: PropertySpecification
  let collation: (any TextCollation)?

  var domain: String?
  var zoom, lastInput: Double?
  var categories: Set<StyleValue> = []

  var kind: Kind? { function["type"]?.string.flatMap(Kind.init(rawValue:)) }
  /// True for stops of zoom and value: `[{"zoom": 5, "value": 1}, 10]`.
  var isComposite: Bool { function["stops"]?.elements?.first?.elements?.first?.members != nil }
  var dependsOnFeature: Bool { kind == .categorical || function["property"]?.string != nil }
}

extension DocumentReader {
  private static let functionKeys = [
    "stops", "base", "property", "type", "colorSpace", "default", "expression",
  ]

  mutating func isSoundFunction(
    _ node: JSONNode, as type: PropertyType, _ specification: PropertySpecification,
    _ collation: (any TextCollation)?
  ) -> Bool {
    var check = FunctionCheck(
      function: node.value, type: type, specification: specification, collation: collation)
    let before = report.errorCount
    let isFunction = ["stops", "property", "type", "default", "base"].contains { node.value[$0] != nil }
    guard isFunction else {
      functionFault(node, "a function needs stops, a property or both; a plain object is no value")
      return false
    }
    _ = isObject(node, "", of: "a function", keys: DocumentReader.functionKeys)
    _ = node.member("base").flatMap { number($0, in: 0...Double.infinity) }
    _ = node.member("property").flatMap { string($0, "the name of a property") }
    _ = node.member("type").flatMap { name($0, as: FunctionCheck.Kind.self) }
    _ = node.member("colorSpace").flatMap { name($0, among: ["rgb", "lab", "hcl"]) }
    if let entry = node.member("stops") {
      if check.kind == .identity {
        functionFault(entry, "an identity function has no stops; remove them, or the type")
      } else {
        stops(entry, &check)
      }
    } else if check.kind != .identity {
      functionFault(node, "the function needs \"stops\"; add them, or write \"type\": \"identity\"")
    }
    if node.value["property"] == nil {
      if check.kind == .identity || check.kind == .categorical || check.isComposite {
        functionFault(node, "the function needs \"property\"; name the property that it looks at")
      }
    }
    if check.kind == .exponential, !specification.isInterpolated {
      functionFault(node, "exponential functions are not supported here; write \"type\": \"interval\"")
    }
    if check.dependsOnFeature, !specification.dependence.contains(.feature) {
      functionFault(node, "functions of a property are not supported here; this cannot depend on the feature")
    } else if !check.dependsOnFeature, !specification.dependence.contains(.zoom) {
      functionFault(node, "functions of the zoom are not supported here; write a plain value")
    }
    if let entry = node.member("default") { functionOutput(entry, check) }
    return report.errorCount == before
  }

  private mutating func functionFault(_ node: JSONNode, _ message: String) {
    error("invalid-function", at: node.location, message)
  }

  private mutating func stops(_ node: JSONNode, _ check: inout FunctionCheck) {
    guard let stops = array(node, "a list of stops: [[input, output], …]") else { return }
    if stops.isEmpty { functionFault(node, "a function needs at least one stop; add [input, output]") }
    for stop in stops {
      guard let pair = array(stop, count: 2, "a stop: [input, output]") else { continue }
      if check.isComposite { compositeInput(pair[0], &check) } else { stopInput(pair[0], &check) }
      functionOutput(pair[1], check)
    }
  }

  private mutating func compositeInput(_ node: JSONNode, _ check: inout FunctionCheck) {
    let wanted = "an object with \"zoom\" and \"value\""
    guard isObject(node, wanted, of: "a stop", keys: ["zoom", "value"]) else { return }
    guard let zoomNode = required("zoom", of: node, "a stop"), let zoom = number(zoomNode),
      let input = required("value", of: node, "a stop")
    else { return }
    if let last = check.zoom, zoom < last {
      functionFault(
        zoomNode,
        "the zooms of stops must ascend; put this stop before that of zoom \(javaScriptText(of: last))")
      return
    }
    if check.zoom != zoom {
      (check.zoom, check.lastInput) = (zoom, nil)
      check.categories = []
    }
    stopInput(input, &check)
  }

  private mutating func stopInput(_ node: JSONNode, _ check: inout FunctionCheck) {
    let domain = node.value.kindName
    guard ["number", "string", "boolean"].contains(domain) else {
      wrongType(node, "a number, a string, true or false")
      return
    }
    if let first = check.domain, first != domain {
      functionFault(node, "the inputs of all stops must be of one type; \(node.value.wording) is of another")
      return
    }
    check.domain = domain
    guard check.kind == .categorical else {
      guard let number = node.value.number else {
        wrongType(node, "a number", hint: "; for categories add \"type\": \"categorical\"")
        return
      }
      if let last = check.lastInput, number < last {
        functionFault(
          node,
          "the inputs of stops must ascend; \(javaScriptText(of: number)) follows \(javaScriptText(of: last))"
        )
      }
      check.lastInput = number
      return
    }
    if let number = node.value.number, number != number.rounded() {
      wrongType(node, "a whole number, a string, true or false")
    } else if !check.categories.insert(StyleValue(node.value)).inserted {
      functionFault(node, "there is a stop for \(node.value.wording) already; give each category one")
    }
  }

  private mutating func functionOutput(_ node: JSONNode, _ check: FunctionCheck) {
    if let name = node.value.elements?.first?.string, OperatorTable.definition(of: name) != nil {
      functionFault(node, "expressions are not allowed in functions; write the whole as an expression")
      return
    }
    if node.value.members != nil {
      wrongType(node, check.type.wording)
      return
    }
    _ = value(node, as: check.type, by: check.collation) { check.specification }
  }
}
