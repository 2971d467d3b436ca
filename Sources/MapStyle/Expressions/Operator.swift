import JSONDocument

struct Signature: Sendable, CustomStringConvertible {
  var parameters: [ValueType]
  /// True if the last parameter may occur any number of times, also never.
  var isVariadic = false

  func takes(_ count: Int) -> Bool { isVariadic || count == parameters.count }
  func parameter(_ index: Int) -> ValueType { isVariadic ? parameters[0] : parameters[index] }

  /// The types in parentheses, dots after one that may repeat.
  var description: String {
    isVariadic ? "(\(parameters[0])...)" : "(\(parameters.map(\.description).joined(separator: ", ")))"
  }
}

/// An operator whose arguments are plain values: one entry of the ``OperatorTable``.
struct Operator: Sendable {
  typealias Build = @Sendable ([Node]) -> Program

  let name: String
  let signatures: [Signature]
  let result: ValueType
  let reads: Dependence
  let build: Build

  init(
    _ name: String, _ parameters: [ValueType], _ result: ValueType, reads: Dependence = [],
    _ build: @escaping Build
  ) {
    self.init(name, [Signature(parameters: parameters)], result, reads, build)
  }

  init(
    _ name: String, _ first: [ValueType], or second: [ValueType], _ result: ValueType, reads: Dependence = [],
    _ build: @escaping Build
  ) {
    self.init(name, [Signature(parameters: first), Signature(parameters: second)], result, reads, build)
  }

  /// An operator with any number of arguments of one type.
  ///
  /// - Parameter pair: whether two arguments are a signature of their own, as messages list it.
  init(
    _ name: String, any parameter: ValueType, orPair pair: Bool = false, _ result: ValueType,
    _ build: @escaping Build
  ) {
    let two = pair ? [Signature(parameters: [parameter, parameter])] : []
    self.init(name, two + [Signature(parameters: [parameter], isVariadic: true)], result, [], build)
  }

  private init(
    _ name: String, _ signatures: [Signature], _ result: ValueType, _ reads: Dependence,
    _ build: @escaping Build
  ) {
    (self.name, self.signatures, self.result) = (name, signatures, result)
    (self.reads, self.build) = (reads, build)
  }

  /// The operator over its arguments, what it reads noted.
  func node(_ arguments: [Node], _ signature: Signature, _ compiler: inout Compiler) -> Node {
    // `get` and `has` read the feature only where no object is given.
    var reads = reads
    if name == "get" || name == "has" {
      if arguments.count > 1 {
        reads = []
      } else if case .string(let property)? = arguments.first?.constant {
        compiler.noteProperty(property)
      } else {
        compiler.readsWholeFeature = true
      }
    } else if name == "geometry-type" {
      compiler.readsGeometryType = true
    } else if reads.contains(.feature) {
      compiler.readsWholeFeature = true
    }
    var node = Node(result, build(arguments), over: arguments, dependence: reads)
    if name == "zoom" { node.curve = .bare }
    if name == "all" { node.requirement = arguments.first?.requirement?.amongOthers }
    return node
  }
}

/// An operator that reads its arguments in a way of its own.
struct SpecialForm: Sendable {
  let name: String
  /// The parameters and the result, in words for the documentation.
  let signature: String
  let compile: @Sendable (inout Compiler, [JSONValue], ValueType?) -> Node?

  init(
    _ name: String, _ signature: String,
    _ compile: @escaping @Sendable (inout Compiler, [JSONValue], ValueType?) -> Node?
  ) {
    (self.name, self.signature, self.compile) = (name, signature, compile)
  }
}

// MARK: Code from plain functions

func reading<R: CodeResult>(_ read: @escaping @Sendable (borrowing EvaluationContext) -> R) -> Operator.Build
{
  { _ in R.program { (e: inout Evaluation) throws(EvaluationError) in read(e.context.pointee) } }
}

func fixed(_ number: Double) -> Operator.Build {
  { _ in .constant(.number(number)) }
}

func number(_ function: @escaping @Sendable (Double) -> Double) -> Operator.Build {
  { arguments in
    let x = arguments[0].numberCode
    return .number { (e: inout Evaluation) throws(EvaluationError) in function(try x(&e)) }
  }
}

/// A function of two numbers, the second often known beforehand.
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
