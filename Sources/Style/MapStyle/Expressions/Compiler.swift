import JSONDocument

/// Turns JSON into a typed ``Node`` tree: one pass, each value once, types passed down and checked on the way up.
///
/// The rules are the specification's: where a number, string, boolean, object or array is expected and the type is
/// not known, the value is asserted; where a color, formatted text, image, padding … is expected, it is coerced.
struct Compiler {
  /// The handling of a value that is not of the expected type but can be made so.
  enum Annotation {
    /// Assert or coerce, as the expected type asks for.
    case automatic
    /// Coerce where an assertion would stand: text properties take numbers too.
    case coerce
    /// Neither; the caller sees to it.
    case omit
  }

  struct Binding {
    var node: Node
    /// The slot of its value; `nil` for one that is quicker evaluated again.
    var slot: Int?
  }

  /// The depth to which expressions may nest; the JSON reader allows less, but values can be made without it.
  static let depthLimit = 200
  /// Bindings that visit at most this many nodes are worked out where they are read.
  static let cheapCost = 8
  private static let literalAdvice = "If you wanted a literal array, use [\"literal\", [...]]."

  var errors: [ExpressionError] = []
  var scope: [String: [Binding]] = [:]
  var slotCount = 0
  var curveCount = 0
  /// The easing of each curve over the zoom, by its number less 1; `nil` for steps.
  var zoomEasings: [Easing?] = []
  var propertyNames: [String] = []
  /// The number of times that arguments may be compiled again for a message.
  private var recompilationsLeft = 32
  private var knownNames: Set<String> = []
  /// The collation of collators; `nil` for the table of Latin letters.
  let collation: (any TextCollation)?
  private let basePath: JSONPath
  /// `false` where the JSON was made from another one, so that its paths lead nowhere.
  private let isOriginal: Bool
  /// True if filters in the older syntax are what the specification allows; else they may be null, empty or a truth,
  /// and compare with null.
  let isStrict: Bool
  private var keys: [Int] = []
  private var steps: [JSONPath.Step] = []
  private var place: TextPosition

  init(
    path: JSONPath, position: TextPosition, isOriginal: Bool = true, isStrict: Bool = false,
    collation: (any TextCollation)? = nil
  ) {
    self.collation = collation
    basePath = path
    place = position
    (self.isOriginal, self.isStrict) = (isOriginal, isStrict)
  }

  // MARK: Compiling

  /// Compiles a value for an expected type; `nil` after at least one error was noted.
  mutating func compile(
    _ json: JSONValue, as expected: ValueType? = nil, annotation: Annotation = .automatic
  ) -> Node? {
    let outer = place
    place = json.position
    defer { place = outer }
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

  /// Compiles an argument of an operator.
  ///
  /// - Parameter key: the index that errors name; the argument's own where it is left out.
  mutating func argument(
    _ index: Int, of elements: [JSONValue], as expected: ValueType? = nil,
    annotation: Annotation = .automatic, key: Int? = nil
  ) -> Node? {
    nested(key: key ?? index, .index(index)) {
      $0.compile(elements[index], as: expected, annotation: annotation)
    }
  }

  /// Compiles the arguments from one on, each by itself.
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
      guard case .index(let place) = step else {
        outer.steps.append(step)
        defer { outer.steps.removeLast() }
        return outer.compile(json, as: expected)
      }
      return outer.nested(key: place, step) { $0.compile(json, as: expected) }
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

  /// Compiles the arguments of an operator by the first of its signatures that takes as many.
  ///
  /// If several do, a failure lists the types that they take, and those of the arguments by themselves.
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

  /// Makes a node fit an expected type by assertion or coercion, else checks that it does.
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
    default:
      return check(node.type, is: expected) ? node : nil
    }
    if annotation == .omit { return node }
    return isCoercion ? .coercion(to: expected, [node]) : .assertion(of: expected, [node])
  }

  /// True if a type is a subtype of the expected one; notes an error where it is not.
  mutating func check(_ type: ValueType, is expected: ValueType, key: Int? = nil) -> Bool {
    if type.isSubtype(of: expected) { return true }
    let text = "Expected \(expected) but found \(type) instead."
    _ = fail(text, at: key.map { [$0] } ?? [])
    return false
  }

  /// Works a node out where nothing can change its value. Images are resolved at run time, when it is known which
  /// there are.
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

  /// Notes an error at the value being compiled, or at one of its elements; always `nil`, to return it at once.
  ///
  /// - Parameters:
  ///   - text: what is wrong, in the specification's own words where it has some.
  ///   - hint: what to do, where the text does not contain it.
  mutating func fail(
    _ text: String, at deeper: [Int] = [], _ json: JSONValue? = nil, hint: String? = nil, code: String? = nil
  ) -> Node? {
    let path = isOriginal ? JSONPath(basePath.steps + steps + deeper.map { .index($0) }) : basePath
    errors.append(
      ExpressionError(
        key: (keys + deeper).map { "[\($0)]" }.joined(),
        location: SourceLocation(path: path, position: json?.position ?? place), text: text, hint: hint,
        code: code))
    return nil
  }

  /// True if there are arguments in pairs behind the first ones; an error is noted where there are not.
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

/// A JSON value's kind as JavaScript's `typeof` has it, for messages.
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
