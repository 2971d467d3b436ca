import Drawing
import JSONDocument
import MapGeometry

// `literal`, the assertions, the coercions.

let literalForms = [
  Operator("literal", "(JSON) -> array | object | value") { compiler, elements, expected in
    guard elements.count == 2 else { return compiler.failSingle("literal", elements) }
    let value = StyleValue(elements[1])
    // A list of nothing takes the type that is expected of it.
    if case .array(.value, length: 0) = value.type, case .array(_, let length)? = expected, length ?? 0 == 0 {
      return Node(constant: value, type: expected)
    }
    return Node(constant: value)
  },
  Operator("semiliteral", "([expression, ...] | {key: expression, ...}) -> array | object") {
    compiler, elements, _ in
    guard elements.count == 2 else { return compiler.failSingle("semiliteral", elements) }
    switch elements[1].content {
    case .array(let values): return compiler.list(of: values)
    case .object(let members): return compiler.object(of: members)
    default: return Node(constant: StyleValue(elements[1]))
    }
  },
]

extension Compiler {
  fileprivate mutating func list(of values: [JSONValue]) -> Node? {
    var nodes: [Node] = []
    for (index, value) in values.enumerated() {
      guard let node = part(value, at: .index(index), ofArgument: 1, as: .value) else { return nil }
      nodes.append(node)
    }
    let type = nodes.first?.type ?? .value
    let element = nodes.allSatisfy { $0.type == type } ? type : .value
    let codes = nodes.map(\.valueCode)
    let program = Program.value { (e: inout Evaluation) throws(EvaluationError) in
      .array(try codes.map { code throws(EvaluationError) in try code(&e) })
    }
    return Node(.array(element, length: nodes.count), program, over: nodes)
  }

  fileprivate mutating func object(of members: [JSONMember]) -> Node? {
    var nodes: [Node] = []
    for member in members {
      guard let node = part(member.value, at: .key(member.key), ofArgument: 1, as: .value) else { return nil }
      nodes.append(node)
    }
    let entries = zip(members, nodes).map { (key: $0.key, code: $1.valueCode) }
    let program = Program.value { (e: inout Evaluation) throws(EvaluationError) in
      .object(
        try entries.map { entry throws(EvaluationError) in
          StyleMember(key: entry.key, value: try entry.code(&e))
        })
    }
    return Node(.object, program, over: nodes)
  }
}

// MARK: Assertions

let assertionForms: [Operator] =
  [("string", ValueType.string), ("number", .number), ("boolean", .boolean), ("object", .object)].map {
    name, type in
    Operator(name, "(value, fallback: value...) -> \(type)") { compiler, elements, _ in
      guard elements.count > 1 else { return compiler.fail("Expected at least one argument.") }
      return compiler.arguments(from: 1, of: elements, as: .value).map { .assertion(of: type, $0) }
    }
  } + [
    Operator(
      "array", "(value) | (element type, value) | (element type, length, value, fallback...) -> array"
    ) {
      compiler, elements, _ in
      guard elements.count > 1 else { return compiler.fail("Expected at least one argument.") }
      var element = ValueType.value
      var length: Int?
      var first = 1
      if elements.count > 2 {
        let types = ["string": ValueType.string, "number": .number, "boolean": .boolean]
        guard let type = elements[1].string.flatMap({ types[$0] }) else {
          return compiler.fail(
            "The item type argument of \"array\" must be one of string, number, boolean", at: [1],
            elements[1])
        }
        element = type
        first = 2
      }
      if elements.count > 3 {
        if !elements[2].isNull {
          guard let number = elements[2].number, number >= 0, let count = Int(exactly: number) else {
            return compiler.fail(
              "The length argument to \"array\" must be a positive integer literal", at: [2], elements[2])
          }
          length = count
        }
        first = 3
      }
      return compiler.arguments(from: first, of: elements, as: .value).map {
        .assertion(of: .array(element, length: length), $0)
      }
    }
  ]

extension Node {
  /// First argument of a type; an error if there is none.
  static func assertion(of type: ValueType, _ arguments: [Node]) -> Node {
    Node(type, assertionProgram(of: type, arguments), over: arguments)
  }

  private static func assertionProgram(of type: ValueType, _ arguments: [Node]) -> Program {
    if arguments.count == 1 {
      // The code that reads a value in its own type is the assertion.
      switch type {
      case .number: return .number(arguments[0].numberCode)
      case .boolean: return .bool(arguments[0].boolCode)
      case .string: return .string(arguments[0].stringCode)
      default: break
      }
    }
    let codes = arguments.map(\.valueCode)
    return .value { (e: inout Evaluation) throws(EvaluationError) in
      var found = ValueType.null
      for code in codes {
        let value = try code(&e)
        found = value.type
        if found.isSubtype(of: type) { return value }
      }
      throw .unexpectedType(expected: type, found: found)
    }
  }
}

// MARK: Coercions

let coercionForms: [Operator] = [
  ("to-string", ValueType.string, false), ("to-number", .number, true), ("to-boolean", .boolean, false),
  ("to-color", .color, true),
].map { name, type, takesFallbacks in
  Operator(name, takesFallbacks ? "(value, fallback: value...) -> \(type)" : "(value) -> \(type)") {
    compiler, elements, _ in
    guard elements.count > 1 else { return compiler.fail("Expected at least one argument.") }
    guard takesFallbacks || elements.count == 2 else { return compiler.fail("Expected one argument.") }
    return compiler.arguments(from: 1, of: elements, as: .value).map { .coercion(to: type, $0) }
  }
}

extension Node {
  /// First argument convertible to a type; an error if there is none.
  static func coercion(to type: ValueType, _ arguments: [Node]) -> Node {
    var node = Node(type, coercionProgram(to: type, arguments), over: arguments)
    if type == .image { node.dependence.insert(.surroundings) }
    return node
  }

  private static func coercionProgram(to type: ValueType, _ arguments: [Node]) -> Program {
    let codes = arguments.map(\.valueCode)
    let code = codes[0]
    switch type {
    case .boolean: return .bool { (e: inout Evaluation) throws(EvaluationError) in try code(&e).isTruthy }
    case .string: return .string { (e: inout Evaluation) throws(EvaluationError) in try code(&e).text }
    case .formatted:
      return .value { (e: inout Evaluation) throws(EvaluationError) in
        let value = try code(&e)
        if case .formatted = value { return value }
        return .formatted(FormattedText(value.text))
      }
    case .image:
      return .value { (e: inout Evaluation) throws(EvaluationError) in
        let value = try code(&e)
        if case .image = value { return value }
        let name = value.text
        return name.isEmpty ? .null : .image(ResolvedImage(name: name))
      }
    case .number:
      if arguments.count == 1, case .number(let code) = arguments[0].program { return .number(code) }
      return .number { (e: inout Evaluation) throws(EvaluationError) in
        var last = StyleValue.null
        for code in codes {
          last = try code(&e)
          if let number = last.asNumber { return number }
        }
        throw .notANumber(last.jsonText)
      }
    case .color:
      return .color { (e: inout Evaluation) throws(EvaluationError) in
        var last: EvaluationError?
        for code in codes {
          do throws(EvaluationError) {
            return try Color(coercing: try code(&e))
          } catch {
            guard error.isCoercionFailure else { throw error }
            last = error
          }
        }
        throw last ?? .unreadable("", as: .color)
      }
    default:
      return .value { (e: inout Evaluation) throws(EvaluationError) in
        var last = StyleValue.null
        for code in codes {
          last = try code(&e)
          if let value = last.coerced(to: type) { return value }
        }
        throw .unreadable(last.messageText, as: type)
      }
    }
  }
}

extension EvaluationError {
  fileprivate var isCoercionFailure: Bool {
    switch self {
    case .unreadable(_, as: .color), .colorChannelOutOfRange, .alphaOutOfRange, .colorListLength: true
    default: false
    }
  }
}

extension Color {
  /// Reads a color, CSS text, or three or four channels.
  init(coercing value: StyleValue) throws(EvaluationError) {
    switch value {
    case .color(let color): self = color
    case .string(let css):
      guard let color = Color(css: css) else { throw .unreadable(css, as: .color) }
      self = color
    case .array(let values):
      guard values.count == 3 || values.count == 4 else { throw .colorListLength(value.jsonText) }
      let numbers = values.map { if case .number(let number) = $0 { number } else { Double.nan } }
      do throws(EvaluationError) {
        try self.init(
          channels: numbers[0], numbers[1], numbers[2], alpha: numbers.count > 3 ? numbers[3] : 1,
          hasAlpha: numbers.count > 3)
      } catch {
        // The message shows the list as it was written.
        let text = "[" + values.map(\.text).joined(separator: ", ") + "]"
        if case .alphaOutOfRange = error { throw .alphaOutOfRange(text) }
        throw .colorChannelOutOfRange(text)
      }
    default: throw .unreadable(value.messageText, as: .color)
    }
  }

  /// - Parameters: channels in `0...255`, alpha in `0...1`.
  init(
    channels red: Double, _ green: Double, _ blue: Double, alpha: Double, hasAlpha: Bool
  ) throws(EvaluationError) {
    guard 0...255 ~= red, 0...255 ~= green, 0...255 ~= blue, 0...1 ~= alpha else {
      let numbers = hasAlpha ? [red, green, blue, alpha] : [red, green, blue]
      let text = "[" + numbers.map { javaScriptText(of: $0) }.joined(separator: ", ") + "]"
      let channelsFit = [red, green, blue].allSatisfy { 0...255 ~= $0 }
      throw channelsFit ? .alphaOutOfRange(text) : .colorChannelOutOfRange(text)
    }
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
}

extension StyleValue {
  fileprivate var messageText: String { if case .string(let string) = self { string } else { jsonText } }

  /// Padding, list, anchors or projection, if the value can be read as one.
  func coerced(to type: ValueType) -> StyleValue? {
    switch (type, self) {
    case (.padding, .padding), (.numberArray, .numberArray), (.colorArray, .colorArray),
      (.variableAnchorOffsetCollection, .variableAnchorOffsets), (.projection, .projection):
      return self
    case (.padding, .number(let number)): return Padding(css: [number]).map(StyleValue.padding)
    case (.padding, .array(let values)):
      return values.numbers.flatMap { Padding(css: $0) }.map(StyleValue.padding)
    case (.numberArray, .number(let number)): return .numberArray([number])
    case (.numberArray, .array(let values)): return values.numbers.map(StyleValue.numberArray)
    case (.colorArray, .color(let color)): return .colorArray([color])
    case (.colorArray, .string(let css)): return Color(css: css).map { .colorArray([$0]) }
    case (.colorArray, .array(let values)):
      let colors = values.compactMap { value -> Color? in
        switch value {
        case .string(let css): Color(css: css)
        case .color(let color): color
        default: nil
        }
      }
      return colors.count == values.count ? .colorArray(colors) : nil
    case (.variableAnchorOffsetCollection, .array(let values)):
      return [VariableAnchorOffset](pairs: values).map(StyleValue.variableAnchorOffsets)
    case (.projection, .string(let name)):
      return .projection(ProjectionTransition(from: name, to: name, transition: 1))
    case (.projection, .array(let values)):
      guard values.count == 3, case .string(let from) = values[0], case .string(let to) = values[1],
        case .number(let transition) = values[2]
      else { return nil }
      return .projection(ProjectionTransition(from: from, to: to, transition: transition))
    default: return nil
    }
  }
}

extension [StyleValue] {
  var numbers: [Double]? {
    var numbers: [Double] = []
    for case .number(let number) in self { numbers.append(number) }
    return numbers.count == count ? numbers : nil
  }
}

extension [VariableAnchorOffset] {
  init?(pairs values: [StyleValue]) {
    guard !values.isEmpty, values.count.isMultiple(of: 2) else { return nil }
    self = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard case .string(let name) = values[index], let anchor = VariableAnchorOffset.Anchor(rawValue: name),
        case .array(let pair) = values[index + 1], let offset = pair.numbers, offset.count == 2
      else { return nil }
      append(VariableAnchorOffset(anchor: anchor, x: offset[0], y: offset[1]))
    }
  }
}
