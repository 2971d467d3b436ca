import JSONDocument

// Checks filters as styles wrote them before there were expressions: `["==", "key", value]`.
extension StyleParser {
  private static let filterOperators = [
    "==", "!=", ">", ">=", "<", "<=", "in", "!in", "all", "any", "none", "has", "!has",
  ]
  private static let geometryTypes = ["Point", "LineString", "Polygon"]

  /// Whether a filter is an expression, or a filter as the specification allows it; what is not is reported.
  mutating func isSoundFilter(_ place: Place) -> Bool {
    guard !CompiledFilter.isExpression(place.value) else { return true }
    let before = report.errorCount
    legacyFilter(place, depth: 0)
    return report.errorCount == before
  }

  private mutating func filterFault(_ place: Place, _ message: String) {
    report.error("invalid-filter", place.path, place.position, message)
  }

  private mutating func legacyFilter(_ place: Place, depth: Int) {
    guard let elements = place.value.elements else {
      filterFault(place, "expected a filter such as [\"==\", \"key\", 1], found \(place.value.wording)")
      return
    }
    guard let first = elements.first else {
      filterFault(
        place, "expected a filter such as [\"==\", \"key\", 1], found an empty list; remove the filter")
      return
    }
    guard let name = first.string, StyleParser.filterOperators.contains(name) else {
      filterFault(
        place.element(0, first),
        "expected one of \(StyleParser.filterOperators.joined(separator: " ")), found \(first.wording)")
      return
    }
    guard depth < Compiler.depthLimit else {
      filterFault(place, "the filter nests too deeply; simplify it")
      return
    }
    switch name {
    case "any", "all", "none":
      for (index, part) in elements.enumerated().dropFirst() {
        legacyFilter(place.element(index, part), depth: depth + 1)
      }
    case "has", "!has":
      guard elements.count == 2 else {
        filterFault(place, "\(name) takes one key, found \(elements.count - 1); write [\"\(name)\", \"key\"]")
        return
      }
      _ = string(place.element(1, elements[1]), "the name of a property")
    default: legacyComparison(place, name, elements)
    }
  }

  private mutating func legacyComparison(_ place: Place, _ name: String, _ elements: [JSONValue]) {
    let isComparison = name != "in" && name != "!in"
    let isType = elements.count > 1 && elements[1].string == "$type"
    if isType, name.first == "<" || name.first == ">" {
      filterFault(place, "$type has no order; write == or != instead of \(name)")
    }
    if isComparison, elements.count != 3 {
      filterFault(place, "\(name) takes a key and a value, found \(counted(elements.count - 1, "argument"))")
    }
    if elements.count > 1 {
      _ = string(place.element(1, elements[1]), "the name of a property, $id or $type")
    }
    for (index, value) in elements.enumerated().dropFirst(2) {
      let entry = place.element(index, value)
      if isType {
        guard let type = string(entry, PropertyType.alternatives(StyleParser.geometryTypes)) else { continue }
        if !StyleParser.geometryTypes.contains(type) {
          invalidName(entry, type, among: StyleParser.geometryTypes)
        }
      } else if value.string == nil, value.number == nil, value.bool == nil {
        wrongType(entry, "a string, a number, true or false")
      }
    }
  }
}
