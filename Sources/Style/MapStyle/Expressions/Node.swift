import Drawing

struct Evaluation {
  /// Valid for the whole evaluation and never stored; a pointer avoids copying the context per feature.
  let context: UnsafePointer<EvaluationContext>
  var slots: [StyleValue?]

  @inline(__always) var feature: (any StyleFeature)? { context.pointee.feature }
}

typealias Code<Result> = @Sendable (inout Evaluation) throws(EvaluationError) -> Result

/// Compiled code, typed where known, so that numbers, booleans and colors are never boxed.
enum Program: Sendable {
  case constant(StyleValue)
  case bool(Code<Bool>)
  case number(Code<Double>)
  case color(Code<Color>)
  case string(Code<String>)
  case value(Code<StyleValue>)
  /// A feature property, which assertions fuse with.
  case property(String)
}

/// The inputs that the value of an expression depends on, or may depend on.
public struct Dependence: OptionSet, Hashable, Sendable {
  /// A bit for each.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// The feature that is drawn or filtered.
  public static let feature = Dependence(rawValue: 1)
  /// The zoom of the view.
  public static let zoom = Dependence(rawValue: 2)
  /// Feature state, which is always null here.
  public static let featureState = Dependence(rawValue: 4)
  /// The style's global state.
  public static let globalState = Dependence(rawValue: 8)
  /// The ramp inputs and the accumulated value.
  public static let special = Dependence(rawValue: 16)
  /// Images at hand, scripts, collation: what is never worked out beforehand.
  public static let surroundings = Dependence(rawValue: 32)
  /// The feature in another way than by the names of its properties: by computed names, its identifier or geometry.
  public static let wholeFeature = Dependence(rawValue: 64)
  /// The kind of the feature's geometry, ``StyleFeature/geometryType``.
  public static let geometryType = Dependence(rawValue: 128)
  /// The rules of languages, by which text is compared.
  public static let collation = Dependence(rawValue: 256)
}

/// Use of the zoom: as the input of one top-level `step` or `interpolate`.
enum ZoomCurve: Equatable, Sendable {
  case none, bare
  /// A curve over the zoom, numbered because `let` may repeat it.
  case curve(Int, interpolates: Bool)
  case buried, several
}

struct Node: Sendable {
  var type: ValueType
  var program: Program
  var dependence: Dependence = []
  var curve: ZoomCurve = .none
  /// Most nodes visited by one evaluation, with repeated `let` bindings.
  var cost = 1
  /// Property value without which the answer is false.
  var requirement: Requirement?

  init(constant value: StyleValue, type: ValueType? = nil) {
    self.type = type ?? value.type
    program = .constant(value)
  }

  init(_ type: ValueType, _ program: Program, over children: [Node], dependence: Dependence = []) {
    (self.type, self.program) = (type, program)
    self.dependence = children.reduce(dependence) { $0.union($1.dependence) }
    cost = children.reduce(1) { min($0 + $1.cost, 1_000_000) }
    curve = ZoomCurve.of(children)
  }

  var constant: StyleValue? { if case .constant(let value) = program { value } else { nil } }
}

extension ZoomCurve {
  static func of(_ children: [Node], own: ZoomCurve = .none) -> ZoomCurve {
    children.reduce(own) { found, child in
      switch (found, child.curve) {
      case (.several, _), (_, .several): .several
      case (.buried, _), (_, .buried): .buried
      case (_, .none), (_, .bare): found
      case (.none, .curve), (.bare, .curve): .buried
      case (.curve, .curve): found == child.curve ? found : .several
      }
    }
  }
}

protocol CodeResult: Sendable {
  /// Code with this result; throws for values of another type.
  static func code(of node: Node) -> Code<Self>
  static func program(_ code: @escaping Code<Self>) -> Program
  /// `nil` for another type.
  static func read(_ value: StyleValue) -> Self?
}

extension CodeResult {
  /// Checked code of a node of any type, inlined to be specialized.
  @inline(__always) fileprivate static func checkedCode(of node: Node, _ type: ValueType) -> Code<Self> {
    if let value = node.constant.flatMap(read) {
      return { (_: inout Evaluation) throws(EvaluationError) in value }
    }
    let code = node.valueCode
    return { (e: inout Evaluation) throws(EvaluationError) in
      let value = try code(&e)
      guard let result = read(value) else { throw .unexpectedType(expected: type, found: value.type) }
      return result
    }
  }
}

extension Double: CodeResult {
  static func code(of node: Node) -> Code<Double> {
    if case .number(let code) = node.program { return code }
    if case .property(let name) = node.program {
      return { (e: inout Evaluation) throws(EvaluationError) in
        let found = e.feature?.property(name)
        guard case .number(let number)? = found else {
          throw .unexpectedType(expected: .number, found: found?.type ?? .null)
        }
        return number
      }
    }
    return checkedCode(of: node, .number)
  }

  static func program(_ code: @escaping Code<Double>) -> Program { .number(code) }
}

extension Bool: CodeResult {
  static func code(of node: Node) -> Code<Bool> {
    if case .bool(let code) = node.program { return code }
    return checkedCode(of: node, .boolean)
  }

  static func program(_ code: @escaping Code<Bool>) -> Program { .bool(code) }
}

extension Color: CodeResult {
  static func code(of node: Node) -> Code<Color> {
    if case .color(let code) = node.program { return code }
    return checkedCode(of: node, .color)
  }

  static func program(_ code: @escaping Code<Color>) -> Program { .color(code) }
}

extension String: CodeResult {
  static func code(of node: Node) -> Code<String> {
    if case .string(let code) = node.program { return code }
    return checkedCode(of: node, .string)
  }

  static func program(_ code: @escaping Code<String>) -> Program { .string(code) }
}

extension StyleValue: CodeResult {
  static func code(of node: Node) -> Code<StyleValue> { node.valueCode }
  static func program(_ code: @escaping Code<StyleValue>) -> Program { .value(code) }
  static func read(_ value: StyleValue) -> StyleValue? { value }
}

extension Node {
  var valueCode: Code<StyleValue> {
    switch program {
    case .value(let code): code
    case .constant(let value): { (_: inout Evaluation) throws(EvaluationError) in value }
    case .bool(let code): { (e: inout Evaluation) throws(EvaluationError) in .bool(try code(&e)) }
    case .number(let code): { (e: inout Evaluation) throws(EvaluationError) in .number(try code(&e)) }
    case .color(let code): { (e: inout Evaluation) throws(EvaluationError) in .color(try code(&e)) }
    case .string(let code): { (e: inout Evaluation) throws(EvaluationError) in .string(try code(&e)) }
    case .property(let name):
      { (e: inout Evaluation) throws(EvaluationError) in e.feature?.property(name) ?? .null }
    }
  }

  var numberCode: Code<Double> { Double.code(of: self) }
  var boolCode: Code<Bool> { Bool.code(of: self) }
  var colorCode: Code<Color> { Color.code(of: self) }
  var stringCode: Code<String> { String.code(of: self) }
}

extension ValueType {
  func program(_ build: (any CodeResult.Type) -> Program) -> Program {
    switch self {
    case .number: build(Double.self)
    case .boolean: build(Bool.self)
    case .color: build(Color.self)
    case .string: build(String.self)
    default: build(StyleValue.self)
    }
  }
}
