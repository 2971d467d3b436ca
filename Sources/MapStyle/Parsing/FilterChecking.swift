import JSONDocument

// Checks filters as styles wrote them before there were expressions: `["==", "key", value]`.
extension DocumentReader {
  private static let filterOperators = [
    "==", "!=", ">", ">=", "<", "<=", "in", "!in", "all", "any", "none", "has", "!has",
  ]
  private static let geometryTypes = ["Point", "LineString", "Polygon"]

  /// True if a filter is an expression, or a filter that the specification allows; others are reported.
  mutating func isSoundFilter(_ node: JSONNode) -> Bool {
    guard !CompiledFilter.isExpression(node.value) else { return true }
    let before = report.errorCount
    legacyFilter(node, depth: 0)
    return report.errorCount == before
  }

  private mutating func filterFault(_ node: JSONNode, _ message: String) {
    error("invalid-filter", at: node.location, message)
  }

  private mutating func legacyFilter(_ node: JSONNode, depth: Int) {
    guard let elements = node.value.elements else {
      filterFault(node, "expected a filter such as [\"==\", \"key\", 1], found \(node.value.wording)")
      return
    }
    guard let first = elements.first else {
      filterFault(
        node, "expected a filter such as [\"==\", \"key\", 1], found an empty list; remove the filter")
      return
    }
    guard let name = first.string, DocumentReader.filterOperators.contains(name) else {
      filterFault(
        node.element(0, first),
        "expected one of \(DocumentReader.filterOperators.joined(separator: " ")), found \(first.wording)")
      return
    }
    guard depth < Compiler.depthLimit else {
      filterFault(node, "the filter nests too deeply; simplify it")
      return
    }
    switch name {
    case "any", "all", "none":
      for (index, part) in elements.enumerated().dropFirst() {
        legacyFilter(node.element(index, part), depth: depth + 1)
      }
    case "has", "!has":
      guard elements.count == 2 else {
        filterFault(node, "\(name) takes one key, found \(elements.count - 1); write [\"\(name)\", \"key\"]")
        return
      }
      _ = string(node.element(1, elements[1]), "the name of a property")
    default: legacyComparison(node, name, elements)
    }
  }

  private mutating func legacyComparison(_ node: JSONNode, _ operation: String, _ elements: [JSONValue]) {
    let isComparison = operation != "in" && operation != "!in"
    let isType = elements.count > 1 && elements[1].string == "$type"
    if isType, operation.first == "<" || operation.first == ">" {
      filterFault(node, "$type has no order; write == or != instead of \(operation)")
    }
    if isComparison, elements.count != 3 {
      filterFault(
        node, "\(operation) takes a key and a value, found \(counted(elements.count - 1, "argument"))")
    }
    if elements.count > 1 {
      _ = string(node.element(1, elements[1]), "the name of a property, $id or $type")
    }
    for (index, value) in elements.enumerated().dropFirst(2) {
      let entry = node.element(index, value)
      if isType {
        _ = name(entry, among: DocumentReader.geometryTypes)
      } else if value.string == nil, value.number == nil, value.bool == nil {
        wrongType(entry, "a string, a number, true or false")
      }
    }
  }
}
