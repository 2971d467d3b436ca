import JSONDocument

/// Checks functions as styles wrote them before there were expressions: `{"stops": [[0, 1], [10, 5]]}`.
struct FunctionCheck {
  /// What kind of function it is by its `type`.
  enum Kind: String, CaseIterable {
    case identity, exponential, interval, categorical
  }

  /// The input of a stop: a number, text, true or false.
  enum Domain {
    case number, string, boolean

    init?(_ json: JSONValue) {
      switch json.content {
      case .number: self = .number
      case .string: self = .string
      case .bool: self = .boolean
      default: return nil
      }
    }
  }

  let type: PropertyType
  let specification: PropertySpecification
  let kind: Kind?
  let property: String?
  /// Whether its stops are of the form `[{"zoom": 5, "value": 1}, 10]`.
  let isComposite: Bool

  var domain: Domain?
  var zoom: Double?
  var lastInput: Double?
  var categories: Set<StyleValue> = []

  init(_ place: Place, as type: PropertyType, _ specification: PropertySpecification) {
    self.type = type
    self.specification = specification
    kind = place.value["type"]?.string.flatMap(Kind.init(rawValue:))
    property = place.value["property"]?.string
    isComposite = place.value["stops"]?.elements?.first?.elements?.first?.members != nil
  }

  var dependsOnFeature: Bool { kind == .categorical || property != nil }
}

extension StyleParser {
  private static let functionKeys = [
    "stops", "base", "property", "type", "colorSpace", "default", "expression",
  ]

  /// Whether a function is what the specification allows for a property; what is not is reported.
  mutating func isSoundFunction(
    _ place: Place, as type: PropertyType, _ specification: PropertySpecification
  ) -> Bool {
    var check = FunctionCheck(place, as: type, specification)
    let before = report.errorCount
    let isFunction = ["stops", "property", "type", "default", "base"].contains { place.value[$0] != nil }
    guard isFunction else {
      functionFault(place, "a function needs stops, a property or both; a plain object is no value")
      return false
    }
    functionMembers(place)
    if let entry = place.member("stops") {
      if check.kind == .identity {
        functionFault(entry, "an identity function has no stops; remove them, or the type")
      } else {
        stops(entry, &check)
      }
    } else if check.kind != .identity {
      functionFault(place, "the function needs \"stops\"; add them, or write \"type\": \"identity\"")
    }
    if place.value["property"] == nil {
      if check.kind == .identity || check.kind == .categorical || check.isComposite {
        functionFault(place, "the function needs \"property\"; name the property that it looks at")
      }
    }
    if check.kind == .exponential, !specification.isInterpolated {
      functionFault(place, "exponential functions are not supported here; write \"type\": \"interval\"")
    }
    if check.dependsOnFeature, !specification.dependence.contains(.feature) {
      functionFault(
        place, "functions of a property are not supported here; this cannot depend on the feature")
    } else if !check.dependsOnFeature, !specification.dependence.contains(.zoom) {
      functionFault(place, "functions of the zoom are not supported here; write a plain value")
    }
    if let entry = place.member("default") { functionOutput(entry, check) }
    return report.errorCount == before
  }

  private mutating func functionFault(_ place: Place, _ message: String) {
    report.error("invalid-function", place.path, place.position, message)
  }

  private mutating func functionMembers(_ place: Place) {
    for member in place.value.members ?? [] {
      let entry = place.member(member)
      switch member.key {
      case "base": _ = number(entry, in: 0...Double.infinity)
      case "property": _ = string(entry, "the name of a property")
      case "type": _ = name(entry, as: FunctionCheck.Kind.self)
      case "colorSpace":
        let spaces = ["rgb", "lab", "hcl"]
        guard let name = string(entry, PropertyType.alternatives(spaces)) else { continue }
        if !spaces.contains(name) { invalidName(entry, name, among: spaces) }
      default:
        if !StyleParser.functionKeys.contains(member.key) {
          unknownKey(member, place, "a function", among: StyleParser.functionKeys)
        }
      }
    }
  }

  private mutating func stops(_ place: Place, _ check: inout FunctionCheck) {
    guard let stops = array(place, "a list of stops: [[input, output], …]") else { return }
    if stops.isEmpty { functionFault(place, "a function needs at least one stop; add [input, output]") }
    for (index, stop) in stops.enumerated() {
      let entry = place.element(index, stop)
      guard let pair = array(entry, "a stop: [input, output]") else { continue }
      guard pair.count == 2 else {
        report.error(
          "wrong-type", entry.path, entry.position,
          "expected a stop: [input, output], found a list of \(pair.count)")
        continue
      }
      let input = entry.element(0, pair[0])
      if check.isComposite { compositeInput(input, &check) } else { stopInput(input, &check) }
      functionOutput(entry.element(1, pair[1]), check)
    }
  }

  private mutating func compositeInput(_ place: Place, _ check: inout FunctionCheck) {
    guard let members = object(place, "an object with \"zoom\" and \"value\"") else { return }
    for member in members where !["zoom", "value"].contains(member.key) {
      unknownKey(member, place, "a stop", among: ["zoom", "value"])
    }
    guard let zoomPlace = required("zoom", of: place, "a stop"), let zoom = number(zoomPlace),
      let input = required("value", of: place, "a stop")
    else { return }
    if let last = check.zoom, zoom < last {
      functionFault(
        zoomPlace,
        "the zooms of stops must ascend; put this stop before that of zoom \(javaScriptText(of: last))")
      return
    }
    if check.zoom != zoom {
      (check.zoom, check.lastInput) = (zoom, nil)
      check.categories = []
    }
    stopInput(input, &check)
  }

  private mutating func stopInput(_ place: Place, _ check: inout FunctionCheck) {
    guard let domain = FunctionCheck.Domain(place.value) else {
      wrongType(place, "a number, a string, true or false")
      return
    }
    if let first = check.domain, first != domain {
      functionFault(
        place, "the inputs of all stops must be of one type; \(place.value.wording) is of another")
      return
    }
    check.domain = domain
    guard check.kind == .categorical else {
      guard let number = place.value.number else {
        wrongType(place, "a number", hint: "; for categories add \"type\": \"categorical\"")
        return
      }
      if let last = check.lastInput, number < last {
        functionFault(
          place,
          "the inputs of stops must ascend; \(javaScriptText(of: number)) follows \(javaScriptText(of: last))"
        )
      }
      check.lastInput = number
      return
    }
    if let number = place.value.number, number != number.rounded() {
      wrongType(place, "a whole number, a string, true or false")
    } else if !check.categories.insert(StyleValue(place.value)).inserted {
      functionFault(place, "there is a stop for \(place.value.wording) already; give each category one")
    }
  }

  private mutating func functionOutput(_ place: Place, _ check: FunctionCheck) {
    if let name = place.value.elements?.first?.string, OperatorTable.definition(of: name) != nil {
      functionFault(place, "expressions are not allowed in functions; write the whole as an expression")
      return
    }
    if place.value.members != nil {
      wrongType(place, check.type.wording)
      return
    }
    _ = value(place, as: check.type) { check.specification }
  }
}
