import JSONDocument

/// Compiles JSON to a typed ``Node`` tree in one pass.
///
/// As specified, a value of unknown type is asserted where a number, string, boolean, object or array is
/// expected, and coerced where a color, formatted text, image, padding and such is.
struct Compiler {
  enum Annotation {
    /// Asserts or coerces by the expected type.
    case automatic
    /// Always coerces: text properties accept numbers.
    case coerce
    case omit
  }

  struct Binding {
    var node: Node
    var slot: Int?
  }

  static let depthLimit = 200
  /// Bindings of at most this cost are evaluated at each use.
  static let cheapCost = 8
  private static let literalAdvice = "If you wanted a literal array, use [\"literal\", [...]]."

  var errors: [ExpressionError] = []
  var scope: [String: [Binding]] = [:]
  var slotCount = 0
  var curveCount = 0
  /// Easing of each numbered curve over the zoom; `nil` for steps.
  var zoomEasings: [Easing?] = []
  var propertyNames: [String] = []
  private var recompilationsLeft = 32
  private var knownNames: Set<String> = []
  /// `nil` for the table of Latin letters.
  let collation: (any TextCollation)?
  private let basePath: JSONPath
  /// False for derived JSON, whose paths lead nowhere.
  private let isOriginal: Bool
  /// False to accept legacy filters that are null, empty or boolean, or compare with null.
  let isStrict: Bool
  private var keys: [Int] = []
  private var steps: [JSONPath.Step] = []
  private var current: TextPosition

  init(
    path: JSONPath, position: TextPosition, isOriginal: Bool = true, isStrict: Bool = false,
    collation: (any TextCollation)? = nil
  ) {
    self.collation = collation
    basePath = path
    current = position
    (self.isOriginal, self.isStrict) = (isOriginal, isStrict)
  }

  // MARK: Compiling

  /// `nil` after an error was noted.
  mutating func compile(
    _ json: JSONValue, as expected: ValueType? = nil, annotation: Annotation = .automatic
  ) -> Node? {
    let outer = current
    current = json.position
    defer { current = outer }
    guard keys.count < Compiler.depthLimit else {
      return fail("The expression nests too deeply; simplify it.")
    }
    guard var node = compileBare(json, expected) else { return nil }
    if let expected {
      guard let annotated = annotate(node, as: expected, annotation) else { return nil }
      node = annotated
    }
    return fold(node)
  }

  /// - Parameter key: index in errors, by default the argument's.
  mutating func argument(
    _ index: Int, of elements: [JSONValue], as expected: ValueType? = nil,
    annotation: Annotation = .automatic, key: Int? = nil
  ) -> Node? {
    nested(key: key ?? index, .index(index)) {
      $0.compile(elements[index], as: expected, annotation: annotation)
    }
  }

  mutating func arguments(
    from first: Int, of elements: [JSONValue], as expected: ValueType? = nil
  ) -> [Node]? {
    var nodes: [Node] = []
    for index in elements.indices.dropFirst(first) {
      guard let node = argument(index, of: elements, as: expected) else { return nil }
      nodes.append(node)
    }
    return nodes
  }

  mutating func part(
    _ json: JSONValue, at step: JSONPath.Step, ofArgument index: Int, as expected: ValueType?, key: Int? = nil
  ) -> Node? {
    nested(key: key ?? index, .index(index)) { outer in
      guard case .index(let index) = step else {
        outer.steps.append(step)
        defer { outer.steps.removeLast() }
        return outer.compile(json, as: expected)
      }
      return outer.nested(key: index, step) { $0.compile(json, as: expected) }
    }
  }

  mutating func legacyChild(_ index: Int, of elements: [JSONValue]) -> Node? {
    guard keys.count < Compiler.depthLimit else { return fail("The filter nests too deeply; simplify it.") }
    return nested(key: index, .index(index)) { $0.legacyFilter(elements[index]) }
  }

  /// Compiles members of an options object, `nil` for those that are not there; `nil` after an error was noted.
  ///
  /// Errors name the key 1, as the specification's own checker does.
  mutating func options(
    _ members: KeyValuePairs<String, ValueType>, of options: JSONValue, at index: Int
  ) -> [Node?]? {
    var nodes: [Node?] = []
    for (name, type) in members {
      guard let json = options[name] else {
        nodes.append(nil)
        continue
      }
      if let node = part(json, at: .key(name), ofArgument: index, as: type, key: 1) { nodes.append(node) }
    }
    return nodes.count == members.count ? nodes : nil
  }

  private mutating func nested<R>(key: Int, _ step: JSONPath.Step, _ body: (inout Compiler) -> R) -> R {
    keys.append(key)
    steps.append(step)
    defer {
      keys.removeLast()
      steps.removeLast()
    }
    return body(&self)
  }

  private mutating func compileBare(_ json: JSONValue, _ expected: ValueType?) -> Node? {
    switch json.content {
    case .null, .bool, .number, .string: return Node(constant: StyleValue(json))
    case .object: return fail("Bare objects invalid. Use [\"literal\", {...}] instead.")
    case .array(let elements):
      guard let first = elements.first else {
        return fail(
          "Expected an array with at least one element. If you wanted a literal array, use [\"literal\", []]."
        )
      }
      guard let name = first.string else {
        return fail(
          "Expression name must be a string, but found \(javaScriptKind(of: first)) instead. "
            + Compiler.literalAdvice, at: [0], first)
      }
      if let definition = OperatorTable.definition(of: name) {
        return definition.compile(&self, elements, expected)
      }
      let near = didYouMean(name, among: OperatorTable.operators.lazy.map(\.name))
      return fail(
        "Unknown expression \"\(escapedForMessage(name))\". \(Compiler.literalAdvice)", at: [0], first,
        hint: near.map { "Did you mean \"\($0)\"?" })
    }
  }

  /// Compiles arguments by the first matching signature of that length.
  ///
  /// With several, an error lists their types and those of the arguments.
  mutating func arguments(_ elements: [JSONValue], as signatures: [Signature]) -> [Node]? {
    let candidates = signatures.filter { $0.takes(elements.count - 1) }
    guard let signature = candidates.first else { return mismatch(of: signatures, elements) }
    var arguments: [Node] = []
    arguments.reserveCapacity(elements.count - 1)
    let before = errors.count
    for index in elements.indices.dropFirst() {
      guard let node = argument(index, of: elements, as: signature.parameter(index - 1)) else {
        // Compiling twice at every level would double the work with each; the first error is as good then.
        guard candidates.count > 1, recompilationsLeft > 0 else { return nil }
        recompilationsLeft -= 1
        errors.removeSubrange(before...)
        return mismatch(of: candidates, elements)
      }
      arguments.append(node)
    }
    return arguments
  }

  private mutating func mismatch(of signatures: [Signature], _ elements: [JSONValue]) -> [Node]? {
    guard let found = arguments(from: 1, of: elements)?.map(\.type.description) else { return nil }
    _ = fail(
      "Expected arguments of type \(signatures.wording), but found (\(found.joined(separator: ", "))) instead."
    )
    return nil
  }

  // MARK: Types

  private mutating func annotate(_ node: Node, as expected: ValueType, _ annotation: Annotation) -> Node? {
    let isCoercion: Bool
    switch (expected, node.type) {
    case (.string, .value), (.number, .value), (.boolean, .value), (.object, .value), (.array, .value):
      isCoercion = annotation == .coerce
    case (.color, .value), (.color, .string), (.formatted, .value), (.formatted, .string), (.image, .value),
      (.image, .string), (.padding, .value), (.padding, .number), (.padding, .array), (.numberArray, .value),
      (.numberArray, .number), (.numberArray, .array), (.colorArray, .value), (.colorArray, .string),
      (.colorArray, .array), (.variableAnchorOffsetCollection, .value),
      (.variableAnchorOffsetCollection, .array), (.projection, .value), (.projection, .string),
      (.projection, .array):
      isCoercion = true
    default: return check(node.type, is: expected) ? node : nil
    }
    if annotation == .omit { return node }
    return isCoercion ? .coercion(to: expected, [node]) : .assertion(of: expected, [node])
  }

  mutating func check(_ type: ValueType, is expected: ValueType, key: Int? = nil) -> Bool {
    if type.isSubtype(of: expected) { return true }
    let text = "Expected \(expected) but found \(type) instead."
    _ = fail(text, at: key.map { [$0] } ?? [])
    return false
  }

  /// Evaluates a constant node. Images are resolved at run time.
  private mutating func fold(_ node: Node) -> Node? {
    guard node.constant == nil, node.dependence.isEmpty, node.type != .image, node.type != .error else {
      return node
    }
    var evaluation: StyleValue?
    do throws(EvaluationError) {
      evaluation = try EvaluationContext().evaluating(slots: slotCount, node.valueCode)
    } catch {
      return fail(error.description)
    }
    return evaluation.map { Node(constant: $0, type: node.type) }
  }

  // MARK: Notes

  /// Notes an error in the specification's wording with a hint, and returns `nil`.
  mutating func fail(
    _ text: String, at deeper: [Int] = [], _ json: JSONValue? = nil, hint: String? = nil, code: String? = nil
  ) -> Node? {
    let path = isOriginal ? JSONPath(basePath.steps + steps + deeper.map { .index($0) }) : basePath
    errors.append(
      ExpressionError(
        key: (keys + deeper).map { "[\($0)]" }.joined(),
        location: SourceLocation(path: path, position: json?.position ?? current), text: text, hint: hint,
        code: code))
    return nil
  }

  /// True for complete pairs after the first arguments; else notes an error.
  mutating func hasPairs(_ elements: [JSONValue], atLeast least: Int) -> Bool {
    let count = elements.count - 1
    if count < least {
      _ = fail("Expected at least \(least) arguments, but found only \(count).")
    } else if !(count - least).isMultiple(of: 2) {
      _ = fail("Expected an \(least.isMultiple(of: 2) ? "even" : "odd") number of arguments.")
    } else {
      return true
    }
    return false
  }

  mutating func failCount(_ wanted: String, _ elements: [JSONValue]) -> Node? {
    fail("Expected \(wanted), but found \(elements.count - 1) instead.")
  }

  mutating func failSingle(_ name: String, _ elements: [JSONValue]) -> Node? {
    fail("'\(name)' expression requires exactly one argument, but found \(elements.count - 1) instead.")
  }

  mutating func noteProperty(_ name: String) {
    if knownNames.insert(name).inserted { propertyNames.append(name) }
  }
}

extension EvaluationContext {
  func evaluating<R>(slots: Int, _ code: Code<R>) throws(EvaluationError) -> R {
    try withUnsafePointer(to: self) { (pointer) throws(EvaluationError) in
      var evaluation = Evaluation(
        context: pointer, slots: slots == 0 ? [] : Array(repeating: nil, count: slots))
      return try code(&evaluation)
    }
  }
}

/// JavaScript's `typeof`, for messages.
func javaScriptKind(of json: JSONValue) -> String {
  switch json.content {
  case .null, .array, .object: "object"
  case .bool: "boolean"
  case .number: "number"
  case .string: "string"
  }
}

extension StyleValue {
  init(_ json: JSONValue) {
    switch json.content {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let number): self = .number(number)
    case .string(let string): self = .string(string)
    case .array(let elements): self = .array(elements.map(StyleValue.init))
    case .object(let members):
      self = .object(members.map { StyleMember(key: $0.key, value: StyleValue($0.value)) })
    }
  }
}
