import CSystem
import Drawing
import JSONDocument

/// All operators of the expression language.
///
/// Operators on plain values are complete here; others are in files of their own.
enum OperatorTable {
  static let operators: [Operator] =
    plain + literalForms + assertionForms + coercionForms + comparisonForms + decisionForms + curveForms
    + sequenceForms + textForms + bindingForms + surroundingForms

  static func definition(of name: String) -> Operator? { index[name] }

  private static let index = Dictionary(uniqueKeysWithValues: operators.map { ($0.name, $0) })

  private static let plain: [Operator] = [
    // Looking up
    Operator("get", [.string], or: [.string, .object], .value, propertyValue, completing: noteProperty),
    Operator("has", [.string], or: [.string, .object], .boolean, propertyPresence, completing: noteProperty),
    Operator(
      "properties", [], .object, reads: [.feature, .wholeFeature],
      reading { $0.feature?.propertyObject ?? .object([]) }),
    Operator(
      "id", [], .value, reads: [.feature, .wholeFeature], reading { $0.feature?.identifier ?? .null }),
    Operator(
      "geometry-type", [], .string, reads: [.feature, .geometryType],
      reading { ($0.feature?.geometryType ?? .unknown).rawValue }),
    // No feature has a state: every name is missing.
    Operator("feature-state", [.string], .value, reads: .featureState, text { _ in StyleValue.null }),
    Operator("zoom", [], .number, reads: .zoom, reading { $0.zoom }) { node, _, _ in node.curve = .bare },
    Operator("heatmap-density", [], .number, reads: .special, reading { $0.heatmapDensity ?? 0 }),
    // There is no terrain: everything lies at 0 meters.
    Operator("elevation", [], .number, reads: .special, reading { $0.elevation ?? 0 }),
    Operator("line-progress", [], .number, reads: .special, reading { $0.lineProgress ?? 0 }),
    Operator("accumulated", [], .value, reads: .special, reading { $0.accumulated ?? .null }),

    // Arithmetic, with JavaScript's results for NaN and infinities
    Operator("+", any: .number, .number, folding(from: 0) { $0 + $1 }),
    Operator("*", any: .number, .number, folding(from: 1) { $0 * $1 }),
    Operator("-", [.number, .number], or: [.number], .number, difference),
    Operator("/", [.number, .number], .number, numbers { $0 / $1 }),
    Operator("%", [.number, .number], .number, numbers { $0.truncatingRemainder(dividingBy: $1) }),
    Operator("^", [.number, .number], .number, numbers(power)),
    Operator("min", any: .number, .number, folding(from: .infinity) { .minimumOrNaN($0, $1) }),
    Operator("max", any: .number, .number, folding(from: -.infinity) { .maximumOrNaN($0, $1) }),
    Operator("abs", [.number], .number, number { abs($0) }),
    Operator("ceil", [.number], .number, number { $0.rounded(.up) }),
    Operator("floor", [.number], .number, number { $0.rounded(.down) }),
    // Halves go away from zero, unlike JavaScript's own rounding.
    Operator("round", [.number], .number, number { $0.rounded(.toNearestOrAwayFromZero) }),
    Operator("sqrt", [.number], .number, number { $0.squareRoot() }),
    Operator("ln", [.number], .number, number { log($0) }),
    Operator("log10", [.number], .number, number { log10($0) }),
    Operator("log2", [.number], .number, number { log2($0) }),
    Operator("sin", [.number], .number, number { sin($0) }),
    Operator("cos", [.number], .number, number { cos($0) }),
    Operator("tan", [.number], .number, number { tan($0) }),
    Operator("asin", [.number], .number, number { asin($0) }),
    Operator("acos", [.number], .number, number { acos($0) }),
    Operator("atan", [.number], .number, number { atan($0) }),
    Operator("e", [], .number, fixed(2.718281828459045)),
    Operator("pi", [], .number, fixed(.pi)),
    Operator("ln2", [], .number, fixed(0.6931471805599453)),

    // Logic; `all` and `any` stop at the first answer
    Operator("!", [.boolean], .boolean, negation),
    Operator("all", any: .boolean, orPair: true, .boolean, until(false, answering: false)) {
      node, arguments, _ in
      node.requirement = arguments.first?.requirement?.amongOthers
    },
    Operator("any", any: .boolean, orPair: true, .boolean, until(true, answering: true)),

    // Text
    Operator("concat", any: .value, .string, concatenation),
    Operator("upcase", [.string], .string, text { $0.uppercased() }),
    Operator("downcase", [.string], .string, text { $0.lowercased() }),
    Operator("join", [.array(.string, length: nil), .string], .string, joining),
    Operator("split", [.string, .string], .array(.string, length: nil), splitting),
    Operator("is-supported-script", [.string], .boolean, reads: .surroundings, text { _ in true }),
    Operator("resolved-locale", [.collator], .string, value { $0.resolvedLocale }),

    // Colors and types
    Operator("rgb", [.number, .number, .number], .color, colorFromChannels),
    Operator("rgba", [.number, .number, .number, .number], .color, colorFromChannels),
    Operator("to-rgba", [.color], .array(.number, length: 4), channels),
    Operator("typeof", [.value], .string, value { $0.type.description }),
    Operator("error", [.string], .error, customError),
  ]
}

/// An operator as the documentation lists it.
public struct OperatorDescription: Hashable, Sendable {
  /// Name in styles, and signature: `(number, number) | (number) -> number`.
  public let name, signature: String

  /// Every operator of the expression language, in the table's order.
  public static let all = OperatorTable.operators.map {
    OperatorDescription(name: $0.name, signature: $0.signature)
  }
}

private let propertyValue: Operator.Build = { arguments in
  if arguments.count == 2 {
    let (key, object) = (arguments[0].stringCode, arguments[1].valueCode)
    // An object known beforehand is a table to look up in.
    if case .object(let members)? = arguments[1].constant {
      let table = Dictionary(members.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { $1 })
      return .value { (e: inout Evaluation) throws(EvaluationError) in table[ExactText(try key(&e))] ?? .null
      }
    }
    return .value { (e: inout Evaluation) throws(EvaluationError) in
      let name = try key(&e)
      return try object(&e).member(name) ?? .null
    }
  }
  if case .string(let name)? = arguments[0].constant { return .property(name) }
  let key = arguments[0].stringCode
  return .value { (e: inout Evaluation) throws(EvaluationError) in
    e.feature?.property(try key(&e)) ?? .null
  }
}

/// Notes the feature property that is read, unless an object is given.
private let noteProperty: Operator.Completion = { node, arguments, compiler in
  guard arguments.count == 1 else { return }
  node.dependence.insert(.feature)
  if case .string(let property)? = arguments[0].constant {
    compiler.noteProperty(property)
  } else {
    node.dependence.insert(.wholeFeature)
  }
}

private let propertyPresence: Operator.Build = { arguments in
  let key = arguments[0].stringCode
  if arguments.count == 2 {
    let object = arguments[1].valueCode
    return .bool { (e: inout Evaluation) throws(EvaluationError) in
      let name = try key(&e)
      return try object(&e).member(name) != nil
    }
  }
  return .bool { (e: inout Evaluation) throws(EvaluationError) in e.feature?.property(try key(&e)) != nil }
}

private let difference: Operator.Build = { arguments in
  arguments.count == 1 ? number { -$0 }(arguments) : numbers { $0 - $1 }(arguments)
}

/// C's `pow`, with JavaScript's NaN for powers of 1 and -1.
@Sendable private func power(_ base: Double, _ exponent: Double) -> Double {
  exponent.isNaN || (abs(base) == 1 && exponent.isInfinite) ? .nan : pow(base, exponent)
}

extension Double {
  fileprivate static func minimumOrNaN(_ a: Double, _ b: Double) -> Double {
    a.isNaN || b.isNaN ? .nan : min(a, b)
  }

  fileprivate static func maximumOrNaN(_ a: Double, _ b: Double) -> Double {
    a.isNaN || b.isNaN ? .nan : max(a, b)
  }
}

private let negation: Operator.Build = { arguments in
  let code = arguments[0].boolCode
  return .bool { (e: inout Evaluation) throws(EvaluationError) in !(try code(&e)) }
}

/// Evaluates arguments until one equals `stop`; the whole is then `answer`.
func until(_ stop: Bool, answering answer: Bool) -> Operator.Build {
  { arguments in
    let codes = arguments.map(\.boolCode)
    return .bool { (e: inout Evaluation) throws(EvaluationError) in
      for code in codes where try code(&e) == stop { return answer }
      return !answer
    }
  }
}

private let concatenation: Operator.Build = { arguments in
  let codes = arguments.map(\.valueCode)
  return .string { (e: inout Evaluation) throws(EvaluationError) in
    var result = ""
    for code in codes {
      result += try code(&e).text
      guard result.utf8.count <= TextLimit.bytes else { throw .textTooLong }
    }
    return result
  }
}

private let joining: Operator.Build = { arguments in
  let (list, delimiter) = (arguments[0].valueCode, arguments[1].stringCode)
  return .string { (e: inout Evaluation) throws(EvaluationError) in
    guard case .array(let pieces) = try list(&e) else { return "" }
    let delimiter = try delimiter(&e)
    var result = ""
    for (index, piece) in pieces.enumerated() {
      if index > 0 { result += delimiter }
      result += piece.text
      guard result.utf8.count <= TextLimit.bytes else { throw .textTooLong }
    }
    return result
  }
}

private let splitting: Operator.Build = { arguments in
  let (text, delimiter) = (arguments[0].stringCode, arguments[1].stringCode)
  return .value { (e: inout Evaluation) throws(EvaluationError) in
    .array(pieces(of: try text(&e), separatedBy: try delimiter(&e)).map { .string($0) })
  }
}

private let colorFromChannels: Operator.Build = { arguments in
  let codes = arguments.map(\.numberCode)
  let (red, green, blue, alpha) = (codes[0], codes[1], codes[2], codes.count > 3 ? codes[3] : nil)
  return .color { (e: inout Evaluation) throws(EvaluationError) in
    try Color(channels: try red(&e), try green(&e), try blue(&e), alpha: try alpha?(&e) ?? 1, hasAlpha: true)
  }
}

private let channels: Operator.Build = { arguments in
  let code = arguments[0].colorCode
  return .value { (e: inout Evaluation) throws(EvaluationError) in
    let color = try code(&e)
    return .array([
      .number(color.red * 255), .number(color.green * 255), .number(color.blue * 255), .number(color.alpha),
    ])
  }
}

private let customError: Operator.Build = { arguments in
  let code = arguments[0].stringCode
  return .value { (e: inout Evaluation) throws(EvaluationError) in throw .custom(try code(&e)) }
}
