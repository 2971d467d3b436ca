package import JSONDocument
import MapGeometry

/// Functions before expressions (`{"stops": …}`), converted to expressions with the original positions.
struct LegacyFunction {
  let json: JSONValue
  let spec: PropertySpecification
  let path: JSONPath

  private typealias Stop = (input: JSONValue, output: JSONValue)

  func expression() throws(ExpressionErrors) -> JSONValue {
    guard let stopsValue = json["stops"] else { return try identity() }
    guard let stops = stopsValue.elements, !stops.isEmpty else {
      throw refusal("A function's stops must be a list with at least one [input, output] pair.", stopsValue)
    }
    var pairs = try stops.map { stop throws(ExpressionErrors) -> Stop in
      guard let pair = stop.elements, pair.count == 2 else {
        throw refusal("A stop must be a list of an input and an output.", stop)
      }
      return (pair[0], pair[1])
    }
    let isComposite = pairs[0].input.members != nil
    guard isComposite || json["property"] != nil else {
      return try zoomCurve(
        pairs.map { ($0.input, spec.acceptsTokens ? withTokens($0.output) : literal($0.output)) })
    }
    pairs = pairs.map { ($0.input, literal($0.output)) }
    return isComposite ? try composite(pairs) : try propertyCurve(pairs)
  }

  private static let asserted: [ValueType] = [.number, .string, .boolean]

  private func identity() throws(ExpressionErrors) -> JSONValue {
    let get = try read()
    guard let fallback = json["default"] else { return spec.isText ? list("string", get) : get }
    switch (spec.type, spec.values) {
    case (.string, let values?):
      return list("match", get, make(.array(values.map { make(.string($0)) })), get, fallback)
    case (.color, _): return list("to-color", get, literal(fallback))
    case (let type?, _) where LegacyFunction.asserted.contains(type):
      return list(type.description, get, literal(fallback))
    case (.array(let element, let length), nil) where LegacyFunction.asserted.contains(element):
      let length = length.map { make(.number(Double($0))) } ?? make(.null)
      return list("array", make(.string(element.description)), length, get, literal(fallback))
    default: return list("coalesce", get, literal(fallback))
    }
  }

  private func zoomCurve(_ stops: [Stop]) throws(ExpressionErrors) -> JSONValue {
    let zoom = list("zoom")
    switch try kind() {
    case "interval": return step(over: zoom, stops)
    case "exponential": return interpolation(over: zoom, stops)
    case let kind: throw unknown(kind)
    }
  }

  /// - Parameter isLinear: true if the zoom's `base` and `colorSpace` do not apply.
  private func propertyCurve(_ stops: [Stop], isLinear: Bool = false) throws(ExpressionErrors) -> JSONValue {
    let get = try read()
    switch try kind() {
    case "categorical" where stops[0].input.bool != nil:
      return list("case", stops.flatMap { [list("==", get, $0.input), $0.output] } + [fallback()])
    case "categorical":
      return list("match", [get] + distinct(stops).flatMap { [$0.input, $0.output] } + [fallback()])
    case "interval": return guarded(step(over: list("number", get), stops), get)
    case "exponential":
      return guarded(interpolation(over: list("number", get), stops, isLinear: isLinear), get)
    case "identity": return try identity()
    case let kind: throw unknown(kind)
    }
  }

  private func composite(_ stops: [Stop]) throws(ExpressionErrors) -> JSONValue {
    var groups = OrderedValues<Double, (zoom: JSONValue, stops: [Stop])>()
    for stop in stops {
      guard let zoom = stop.input["zoom"], let number = zoom.number, let input = stop.input["value"] else {
        throw refusal(
          "A stop's input must be an object with zoom and value, as the first one is.", stop.input)
      }
      groups.add((zoom, [(input, stop.output)]), for: number) { $0.stops.append((input, stop.output)) }
    }
    let curve = try groups.values.map { zoom, stops throws(ExpressionErrors) -> Stop in
      (zoom, try propertyCurve(stops, isLinear: true))
    }
    // Along the zoom the property itself decides how to get from stop to stop.
    return spec.isInterpolated
      ? list(interpolateName, [list("linear"), list("zoom")] + curve.flatMap { [$0.input, $0.output] })
      : step(over: list("zoom"), curve)
  }

  private func read() throws(ExpressionErrors) -> JSONValue {
    guard let property = json["property"] else {
      throw refusal("A function needs stops, a property or both; a plain object is no value.", json)
    }
    return list("get", property)
  }

  private func kind() throws(ExpressionErrors) -> String {
    guard let type = json["type"] else { return spec.isInterpolated ? "exponential" : "interval" }
    guard let name = type.string else { throw refusal("A function's type must be text.", type) }
    return name
  }

  private func step(over input: JSONValue, _ stops: [Stop]) -> JSONValue {
    let stops = distinct(stops)
    var parts = [input, stops[0].output] + stops.dropFirst().flatMap { [$0.input, $0.output] }
    // A single stop is no curve; a second one that changes nothing makes it one.
    if stops.count == 1 { parts += [make(.number(0)), stops[0].output] }
    return list("step", parts)
  }

  private func interpolation(over input: JSONValue, _ stops: [Stop], isLinear: Bool = false) -> JSONValue {
    let base = isLinear ? make(.number(1)) : json["base"] ?? make(.number(1))
    let easing = base.number == 1 ? list("linear") : list("exponential", base)
    return list(
      isLinear ? "interpolate" : interpolateName,
      [easing, input] + distinct(stops).flatMap { [$0.input, $0.output] })
  }

  private var interpolateName: String {
    // Only colors are mixed in a space.
    guard spec.type == .color || spec.type == .colorArray else { return "interpolate" }
    return switch json["colorSpace"]?.string {
    case "hcl": "interpolate-hcl"
    case "lab": "interpolate-lab"
    default: "interpolate"
    }
  }

  /// Drops stops that repeat the preceding input, which functions allow.
  private func distinct(_ stops: [Stop]) -> [Stop] {
    var result: [Stop] = []
    for stop in stops
    where result.last.map({ StyleValue($0.input).isSame(as: StyleValue(stop.input)) }) != true {
      result.append(stop)
    }
    return result
  }

  /// A curve over a property, with the function's default for other values.
  private func guarded(_ curve: JSONValue, _ get: JSONValue) -> JSONValue {
    guard let fallback = json["default"] else { return curve }
    return list("case", list("==", list("typeof", get), make(.string("number"))), curve, literal(fallback))
  }

  /// Value of a category without a stop: the default, else the property's.
  private func fallback() -> JSONValue {
    if let own = json["default"] { return literal(own) }
    if let general = spec.defaultValue?.plainJSON(at: json.position) { return literal(general) }
    return spec.type == .image
      ? make(.string(""))
      : list("error", make(.string("The function has no stop for this value and no default.")))
  }

  private func withTokens(_ output: JSONValue) -> JSONValue {
    output.string.map { tokenExpression($0, at: output.position) } ?? literal(output)
  }

  private func literal(_ value: JSONValue) -> JSONValue {
    value.elements != nil || value.members != nil ? list("literal", value) : value
  }

  private func list(_ name: String, _ parts: JSONValue...) -> JSONValue { list(name, parts) }
  private func list(_ name: String, _ parts: [JSONValue]) -> JSONValue {
    .call(name, parts, at: json.position)
  }
  private func make(_ content: JSONValue.Content) -> JSONValue { JSONValue(content, at: json.position) }

  private func unknown(_ kind: String) -> ExpressionErrors {
    refusal(
      "Unknown function type \"\(escapedForMessage(kind))\"; write exponential, interval, categorical or identity.",
      json["type"] ?? json)
  }

  private func refusal(_ text: String, _ part: JSONValue) -> ExpressionErrors {
    ExpressionErrors(text, at: SourceLocation(path: path, position: part.position))
  }
}

/// Text with `{name}` tokens as an expression.
func tokenExpression(_ text: String, at position: TextPosition) -> JSONValue {
  func string(_ bytes: [UInt8]) -> JSONValue {
    JSONValue(.string(String(decoding: bytes, as: UTF8.self)), at: position)
  }
  var parts: [JSONValue] = []
  var plain: [UInt8] = []
  var token: [UInt8]?
  for byte in text.utf8 {
    switch (byte, token) {
    case (0x7B, let open):
      // An open brace within a token begins it anew.
      if let open { plain += [0x7B] + open }
      token = []
    case (0x7D, let name?) where !name.isEmpty:
      if !plain.isEmpty { parts.append(string(plain)) }
      parts.append(.call("get", [string(name)], at: position))
      (plain, token) = ([], nil)
    case (0x7D, .some): (plain, token) = (plain + [0x7B, 0x7D], nil)
    case (_, .some): token?.append(byte)
    default: plain.append(byte)
    }
  }
  if let token { plain += [0x7B] + token }
  guard !parts.isEmpty else { return JSONValue(.string(text), at: position) }
  if !plain.isEmpty { parts.append(string(plain)) }
  return .call(parts.count == 1 ? "to-string" : "concat", parts, at: position)
}

extension JSONValue {
  /// An operator with arguments, at the original position.
  package static func call(_ name: String, _ arguments: [JSONValue], at position: TextPosition) -> JSONValue {
    JSONValue(.array([JSONValue(.string(name), at: position)] + arguments), at: position)
  }
}

extension StyleValue {
  /// JSON in styles; `nil` for values that no style can write.
  fileprivate func plainJSON(at position: TextPosition) -> JSONValue? {
    let content: JSONValue.Content
    switch self {
    case .null, .collator, .projection: return nil
    case .bool(let bool): content = .bool(bool)
    case .number(let number): content = .number(number)
    case .string, .color, .formatted, .image: content = .string(text)
    case .padding, .numberArray, .colorArray, .variableAnchorOffsets, .array:
      let plain = elements.compactMap { $0.plainJSON(at: position) }
      guard plain.count == elements.count else { return nil }
      content = .array(plain)
    case .object(let members):
      content = .object(
        members.compactMap { member in
          member.value.plainJSON(at: position).map {
            JSONMember(key: member.key, keyPosition: position, value: $0)
          }
        })
    }
    return JSONValue(content, at: position)
  }
}
