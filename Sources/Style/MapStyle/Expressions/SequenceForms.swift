import JSONDocument

// `at`, `in`, `index-of`, `slice`, `length`. Places in text count Unicode scalars, so that a character outside the
// basic plane counts once and not as the two units JavaScript keeps it in; the specification asks for that.

let sequenceForms = [
  Operator("at", "(number, array) -> element type") { compiler, elements, expected in
    guard elements.count == 3 else { return compiler.failCount("2 arguments", elements) }
    let index = compiler.argument(1, of: elements, as: .number)
    let list = compiler.argument(2, of: elements, as: .array(expected ?? .value, length: nil))
    guard let index, let list else { return nil }
    guard case .array(let element, _) = list.type else {
      return Node(.value, list.program, over: [index, list])
    }
    let (position, values) = (index.numberCode, list.valueCode)
    let program = Program.value { (e: inout Evaluation) throws(EvaluationError) in
      let position = try position(&e)
      guard case .array(let values) = try values(&e) else { return .null }
      guard position >= 0, position < Double(values.count) else {
        throw .indexOutOfBounds(position, count: values.count)
      }
      guard let index = Int(exactly: position) else { throw .indexNotInteger(position) }
      return values[index]
    }
    return Node(element, program, over: [index, list])
  },
  Operator("in", "(needle: value, haystack: string | array) -> boolean") { compiler, elements, _ in
    guard elements.count == 3 else { return compiler.failCount("2 arguments", elements) }
    guard let (needle, haystack) = compiler.needleAndHaystack(elements) else { return nil }
    // A list known beforehand is looked up, not searched.
    if case .array(let values)? = haystack.constant, !values.isEmpty {
      let set = Set(values.compactMap(ScalarKey.init))
      let code = needle.valueCode
      let program = Program.bool { (e: inout Evaluation) throws(EvaluationError) in
        set.contains(try code(&e).checkedNeedle())
      }
      return Node(.boolean, program, over: [needle, haystack])
    }
    let (needleCode, haystackCode) = (needle.valueCode, haystack.valueCode)
    let program = Program.bool { (e: inout Evaluation) throws(EvaluationError) in
      let needle = try needleCode(&e)
      let haystack = try haystackCode(&e)
      guard haystack.isTruthy else { return false }
      return try haystack.firstIndex(of: needle.checkedNeedle(), from: 0) >= 0
    }
    return Node(.boolean, program, over: [needle, haystack])
  },
  Operator("index-of", "(needle: value, haystack: string | array, from: number?) -> number") {
    compiler, elements, _ in
    guard elements.count == 3 || elements.count == 4 else {
      return compiler.failCount("2 or 3 arguments", elements)
    }
    guard let (needle, haystack) = compiler.needleAndHaystack(elements) else { return nil }
    guard let start = compiler.arguments(from: 3, of: elements, as: .number) else { return nil }
    let (needleCode, haystackCode) = (needle.valueCode, haystack.valueCode)
    let startCode = start.first?.numberCode
    let program = Program.number { (e: inout Evaluation) throws(EvaluationError) in
      let needle = try needleCode(&e)
      let haystack = try haystackCode(&e)
      return Double(try haystack.firstIndex(of: needle.checkedNeedle(), from: try startCode?(&e) ?? 0))
    }
    return Node(.number, program, over: [needle, haystack] + start)
  },
  Operator("slice", "(string | array, from: number, to: number?) -> string | array") {
    compiler, elements, _ in
    guard elements.count == 3 || elements.count == 4 else {
      return compiler.failCount("2 or 3 arguments", elements)
    }
    let input = compiler.argument(1, of: elements, as: .value)
    let start = compiler.argument(2, of: elements, as: .number)
    guard let input, let start else { return nil }
    let type = input.type
    switch type {
    case .array, .string, .value, .error: break
    default:
      return compiler.fail("Expected first argument to be of type array or string, but found \(type) instead")
    }
    guard let end = compiler.arguments(from: 3, of: elements, as: .number) else { return nil }
    let (code, startCode, endCode) = (input.valueCode, start.numberCode, end.first?.numberCode)
    let program = Program.value { (e: inout Evaluation) throws(EvaluationError) in
      let value = try code(&e)
      return try value.slice(from: try startCode(&e), to: try endCode?(&e))
    }
    return Node(type, program, over: [input, start] + end)
  },
  Operator("length", "(string | array) -> number") { compiler, elements, _ in
    guard elements.count == 2 else { return compiler.failCount("1 argument", elements) }
    guard let input = compiler.argument(1, of: elements) else { return nil }
    switch input.type {
    case .array, .string, .value, .error: break
    default:
      return compiler.fail("Expected argument of type string or array, but found \(input.type) instead.")
    }
    let code = input.valueCode
    let program = Program.number { (e: inout Evaluation) throws(EvaluationError) in
      switch try code(&e) {
      case .string(let string): return Double(string.unicodeScalars.count)
      case .array(let values): return Double(values.count)
      case let value:
        throw .unexpectedArgument(which: "value", expected: "string or array", found: value.type)
      }
    }
    return Node(.number, program, over: [input])
  },
]

extension Compiler {
  fileprivate mutating func needleAndHaystack(_ elements: [JSONValue]) -> (Node, Node)? {
    let needle = argument(1, of: elements, as: .value)
    let haystack = argument(2, of: elements, as: .value)
    guard let needle, let haystack else { return nil }
    switch needle.type {
    case .boolean, .string, .number, .null, .value, .error: return (needle, haystack)
    default:
      _ = fail(
        "Expected first argument to be of type boolean, string, number or null, but found \(needle.type) instead"
      )
      return nil
    }
  }
}

extension StyleValue {
  fileprivate func checkedNeedle() throws(EvaluationError) -> StyleValue {
    switch self {
    case .null, .bool, .number, .string: return self
    default:
      throw .unexpectedArgument(
        which: "first argument", expected: "boolean, string, number or null", found: type)
    }
  }

  /// First index in a list or text from `start`; -1 if there is none.
  fileprivate func firstIndex(of needle: StyleValue, from start: Double) throws(EvaluationError) -> Int {
    switch self {
    case .array(let values):
      let first = StyleValue.clamped(start, in: values.count)
      return values[first...].firstIndex { $0.isSame(as: needle) } ?? -1
    case .string(let string):
      // Other values are looked for as JavaScript writes them.
      let text = needle == .null ? "null" : needle.text
      let scalars = string.unicodeScalars
      let skipped = start.isNaN ? 0 : Int(min(max(0, start.rounded(.towardZero)), 1e9))
      guard let first = scalars.index(scalars.startIndex, offsetBy: skipped, limitedBy: scalars.endIndex)
      else { return text.isEmpty ? scalars.count : -1 }
      if text.isEmpty { return skipped }
      let bytes = Array(string.utf8)
      let offset = string.utf8.distance(from: string.startIndex, to: first)
      guard let found = ByteSearch(Array(text.utf8)).first(in: bytes, from: offset) else { return -1 }
      // Bytes that begin a scalar are those that do not go on with one.
      return bytes[..<found].count { $0 & 0xC0 != 0x80 }
    default: throw .unexpectedArgument(which: "second argument", expected: "array or string", found: type)
    }
  }

  /// Part of a list or text; negative indices count from the end.
  fileprivate func slice(from start: Double, to end: Double?) throws(EvaluationError) -> StyleValue {
    switch self {
    case .array(let values):
      let first = StyleValue.clamped(start, in: values.count)
      let last = end.map { StyleValue.clamped($0, in: values.count) } ?? values.count
      return .array(first < last ? Array(values[first..<last]) : [])
    case .string(let string):
      let scalars = string.unicodeScalars
      let count = scalars.count
      let first = StyleValue.clamped(start, in: count)
      let last = end.map { StyleValue.clamped($0, in: count) } ?? count
      guard first < last else { return .string("") }
      let low = scalars.index(scalars.startIndex, offsetBy: first)
      return .string(String(scalars[low..<scalars.index(low, offsetBy: last - first)]))
    default: throw .unexpectedArgument(which: "first argument", expected: "array or string", found: type)
    }
  }

  /// Index clamped to `0...count`; negative ones count from the end.
  private static func clamped(_ index: Double, in count: Int) -> Int {
    guard !index.isNaN else { return 0 }
    let whole = index.rounded(.towardZero)
    let bounded = Int(min(max(whole, -1e9), 1e9))
    return bounded < 0 ? max(0, count + bounded) : min(count, bounded)
  }
}
