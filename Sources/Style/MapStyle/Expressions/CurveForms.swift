import JSONDocument
import MapGeometry

// `step`, `interpolate`, `interpolate-hcl` and `interpolate-lab`.

let curveForms = [
  Operator("step", "(number, T, stop: number, T, ...) -> T") { compiler, elements, expected in
    guard compiler.hasPairs(elements, atLeast: 4) else { return nil }
    guard let input = compiler.argument(1, of: elements, as: .number),
      let stops = compiler.stops(of: elements, from: 1, output: expected == .value ? nil : expected)
    else { return nil }
    let thresholds = Array(stops.inputs.dropFirst())
    let code = input.numberCode
    let program = stops.type.program { $0.steps(code, thresholds, stops.outputs) }
    return compiler.curve(stops.type, program, input, stops.outputs, easing: nil)
  },
  interpolation("interpolate", .rgb),
  interpolation("interpolate-hcl", .hcl),
  interpolation("interpolate-lab", .lab),
]

private func interpolation(_ name: String, _ space: ColorSpace) -> Operator {
  Operator(name, "(easing, number, stop: number, T, ...) -> T") { compiler, elements, expected in
    guard let easing = compiler.easing(elements) else { return nil }
    guard compiler.hasPairs(elements, atLeast: 4) else { return nil }
    let output = space != .rgb && expected != .colorArray ? .color : expected == .value ? nil : expected
    guard let input = compiler.argument(2, of: elements, as: .number),
      let stops = compiler.stops(of: elements, from: 3, output: output)
    else { return nil }
    let code = input.numberCode
    let outputs = stops.outputs
    let mix: (@Sendable (StyleValue, StyleValue, Double) throws(EvaluationError) -> StyleValue)
    switch stops.type {
    case .number:
      let program = interpolated(code, stops.inputs, easing, outputs.map(\.numberCode)) {
        (a, b, t) throws(EvaluationError) in a + t * (b - a)
      }
      return compiler.curve(.number, .number(program), input, outputs, easing: easing)
    case .color:
      let program = interpolated(code, stops.inputs, easing, outputs.map(\.colorCode)) {
        (a, b, t) throws(EvaluationError) in space.mix(a, b, t)
      }
      return compiler.curve(.color, .color(program), input, outputs, easing: easing)
    case .padding, .numberArray, .colorArray, .variableAnchorOffsetCollection, .projection,
      .array(.number, length: .some):
      mix = { (a, b, t) throws(EvaluationError) in try StyleValue.mixed(a, b, t, in: space) }
    default: return compiler.fail("Type \(stops.type) is not interpolatable.")
    }
    let program = interpolated(code, stops.inputs, easing, outputs.map(\.valueCode), mix)
    return compiler.curve(stops.type, .value(program), input, outputs, easing: easing)
  }
}

private struct Stops {
  var inputs: [Double] = []
  var outputs: [Node] = []
  var type: ValueType
}

extension Compiler {
  /// Reads inputs and outputs in turn; a `step` omits the first input.
  fileprivate mutating func stops(of elements: [JSONValue], from first: Int, output: ValueType?) -> Stops? {
    var output = output
    var stops = Stops(type: output ?? .value)
    let name = first == 1 ? "step" : "interpolate"
    for index in stride(from: first, to: elements.count, by: 2) {
      var input = -Double.infinity
      if !(first == 1 && index == 1) {
        guard let number = elements[index].number else {
          _ = fail(
            "Input/output pairs for \"\(name)\" expressions must be defined using literal numeric values (not computed "
              + "expressions) for the input values.", at: [index], elements[index])
          return nil
        }
        input = number
      }
      if let last = stops.inputs.last, last >= input {
        _ = fail(
          "Input/output pairs for \"\(name)\" expressions must be arranged with input values in strictly ascending "
            + "order.",
          at: [index], elements[index])
        return nil
      }
      guard let node = argument(index + 1, of: elements, as: output) else { return nil }
      output = output ?? node.type.known
      stops.inputs.append(input)
      stops.outputs.append(node)
    }
    stops.type = output ?? .error
    return stops
  }

  /// Reads `["linear"]`, `["exponential", base]` or `["cubic-bezier", x1, y1, x2, y2]`.
  fileprivate mutating func easing(_ elements: [JSONValue]) -> Easing? {
    func refuse(_ text: String, _ keys: [Int], _ json: JSONValue?, hint: String? = nil) -> Easing? {
      _ = fail(text, at: keys, json, hint: hint)
      return nil
    }
    guard elements.count > 1, let parts = elements[1].elements, let first = parts.first else {
      return refuse(
        "Expected an interpolation type expression.", [1], elements.count > 1 ? elements[1] : nil,
        hint: "Write [\"linear\"], [\"exponential\", base] or [\"cubic-bezier\", x1, y1, x2, y2].")
    }
    switch first.string {
    case "linear": return .linear
    case "exponential":
      guard parts.count > 1, let base = parts[1].number else {
        return refuse(
          "Exponential interpolation requires a numeric base.", [1, 1], parts.count > 1 ? parts[1] : first)
      }
      return base == 1 ? .linear : .exponential(base)
    case "cubic-bezier":
      let points = parts.dropFirst().compactMap(\.number).filter { 0...1 ~= $0 }
      guard points.count == 4, parts.count == 5 else {
        return refuse(
          "Cubic bezier interpolation requires four numeric arguments with values between 0 and 1.", [1],
          elements[1])
      }
      return .bezier(UnitBezier(points[0], points[1], points[2], points[3]))
    default:
      let name = first.string ?? StyleValue(first).jsonText
      return refuse(
        "Unknown interpolation type \(escapedForMessage(name))", [1, 0], first,
        hint: "write linear, exponential or cubic-bezier")
    }
  }

  /// Makes a curve; one over the bare zoom is numbered.
  fileprivate mutating func curve(
    _ type: ValueType, _ program: Program, _ input: Node, _ outputs: [Node], easing: Easing?
  ) -> Node {
    var node = Node(type, program, over: [input] + outputs)
    if input.curve == .bare {
      curveCount += 1
      zoomEasings.append(easing)
      node.curve = ZoomCurve.of(outputs, own: .curve(curveCount, interpolates: easing != nil))
    }
    return node
  }
}

extension CodeResult {
  fileprivate static func steps(_ input: @escaping Code<Double>, _ thresholds: [Double], _ outputs: [Node])
    -> Program
  {
    let codes = outputs.map { code(of: $0) }
    return program { (e: inout Evaluation) throws(EvaluationError) in
      let value = try input(&e)
      guard !value.isNaN else { throw .curveInputNotANumber }
      return try codes[thresholds.countNotAbove(value)](&e)
    }
  }
}

@inline(__always) private func interpolated<R>(
  _ input: @escaping Code<Double>, _ stops: [Double], _ easing: Easing, _ codes: [Code<R>],
  _ mix: @escaping @Sendable (R, R, Double) throws(EvaluationError) -> R
) -> Code<R> {
  // One stop needs no input.
  if codes.count == 1 { return codes[0] }
  return { (e: inout Evaluation) throws(EvaluationError) in
    let value = try input(&e)
    guard !value.isNaN else { throw .curveInputNotANumber }
    let above = stops.countNotAbove(value)
    if above == 0 { return try codes[0](&e) }
    if above == stops.count { return try codes[above - 1](&e) }
    let (lower, upper) = (stops[above - 1], stops[above])
    let (a, b) = (try codes[above - 1](&e), try codes[above](&e))
    return try mix(a, b, easing.ratio(of: value, from: lower, to: upper))
  }
}

extension [Double] {
  fileprivate func countNotAbove(_ value: Double) -> Int {
    if count <= 8 {
      var index = 0
      while index < count, self[index] <= value { index += 1 }
      return index
    }
    return partitioningIndex { !($0 <= value) }
  }
}
