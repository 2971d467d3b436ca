import JSONDocument

struct Signature: Sendable, CustomStringConvertible {
  var parameters: [ValueType]
  /// True if the last parameter repeats any number of times, or never.
  var isVariadic = false

  func takes(_ count: Int) -> Bool { isVariadic || count == parameters.count }
  func parameter(_ index: Int) -> ValueType { isVariadic ? parameters[0] : parameters[index] }

  /// Types in parentheses, with dots after a repeated one.
  var description: String {
    isVariadic ? "(\(parameters[0])...)" : "(\(parameters.map(\.description).joined(separator: ", ")))"
  }
}

extension [Signature] {
  var wording: String { map(\.description).joined(separator: " | ") }
}

/// An entry of the ``OperatorTable``.
struct Operator: Sendable {
  typealias Compile = @Sendable (inout Compiler, [JSONValue], ValueType?) -> Node?
  typealias Build = @Sendable ([Node]) -> Program
  typealias Completion = @Sendable (inout Node, [Node], inout Compiler) -> Void

  let name: String
  /// Parameters and result, for the documentation.
  let signature: String
  let compile: Compile

  init(_ name: String, _ signature: String, _ compile: @escaping Compile) {
    (self.name, self.signature, self.compile) = (name, signature, compile)
  }

  init(
    _ name: String, _ first: [ValueType], or second: [ValueType]? = nil, _ result: ValueType,
    reads: Dependence = [], _ build: @escaping Build, completing: Completion? = nil
  ) {
    let signatures = [first, second].compactMap { $0.map { Signature(parameters: $0) } }
    self.init(name, signatures, result, reads, build, completing)
  }

  /// - Parameter pair: true if messages list two arguments as a signature.
  init(
    _ name: String, any parameter: ValueType, orPair pair: Bool = false, _ result: ValueType,
    _ build: @escaping Build, completing: Completion? = nil
  ) {
    let two = pair ? [Signature(parameters: [parameter, parameter])] : []
    let signatures = two + [Signature(parameters: [parameter], isVariadic: true)]
    self.init(name, signatures, result, [], build, completing)
  }

  private init(
    _ name: String, _ signatures: [Signature], _ result: ValueType, _ reads: Dependence,
    _ build: @escaping Build, _ completing: Completion?
  ) {
    self.init(name, "\(signatures.wording) -> \(result)") { compiler, elements, _ in
      guard let arguments = compiler.arguments(elements, as: signatures) else { return nil }
      var node = Node(result, build(arguments), over: arguments, dependence: reads)
      completing?(&node, arguments, &compiler)
      return node
    }
  }
}

func reading<R: CodeResult>(_ read: @escaping @Sendable (borrowing EvaluationContext) -> R) -> Operator.Build
{
  { _ in R.program { (e: inout Evaluation) throws(EvaluationError) in read(e.context.pointee) } }
}

func fixed(_ number: Double) -> Operator.Build { { _ in .constant(.number(number)) } }

func number(_ function: @escaping @Sendable (Double) -> Double) -> Operator.Build {
  { arguments in
    let x = arguments[0].numberCode
    return .number { (e: inout Evaluation) throws(EvaluationError) in function(try x(&e)) }
  }
}

/// A function of two numbers; the second is often constant.
func numbers(_ function: @escaping @Sendable (Double, Double) -> Double) -> Operator.Build {
  { arguments in
    let x = arguments[0].numberCode
    if case .number(let b)? = arguments[1].constant {
      return .number { (e: inout Evaluation) throws(EvaluationError) in function(try x(&e), b) }
    }
    let y = arguments[1].numberCode
    return .number { (e: inout Evaluation) throws(EvaluationError) in function(try x(&e), try y(&e)) }
  }
}

func folding(
  from start: Double, _ function: @escaping @Sendable (Double, Double) -> Double
) -> Operator.Build {
  { arguments in
    let codes = arguments.map(\.numberCode)
    if codes.count == 2 {
      let (x, y) = (codes[0], codes[1])
      return .number { (e: inout Evaluation) throws(EvaluationError) in
        function(function(start, try x(&e)), try y(&e))
      }
    }
    return .number { (e: inout Evaluation) throws(EvaluationError) in
      var result = start
      for code in codes { result = function(result, try code(&e)) }
      return result
    }
  }
}

func text<R: CodeResult>(_ function: @escaping @Sendable (String) throws(EvaluationError) -> R)
  -> Operator.Build
{
  { arguments in
    let x = arguments[0].stringCode
    return R.program { (e: inout Evaluation) throws(EvaluationError) in try function(try x(&e)) }
  }
}

func value<R: CodeResult>(_ function: @escaping @Sendable (StyleValue) throws(EvaluationError) -> R)
  -> Operator.Build
{
  { arguments in
    let x = arguments[0].valueCode
    return R.program { (e: inout Evaluation) throws(EvaluationError) in try function(try x(&e)) }
  }
}
