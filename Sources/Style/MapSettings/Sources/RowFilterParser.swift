import JSONDocument

struct RowFilterParser {
  private enum Token: Hashable {
    case name(String)
    case text(String)
    case number(Double)
    case sign(String)
    case end
  }

  private var tokens: [(token: Token, character: Int)] = []
  private var index = 0
  private var fault: RowFilterError?
  private var (numeric, other): (Set<String>, Set<String>) = ([], [])
  private var depth = 0

  private static let deepest = 64

  init(_ text: String) { split(text) }

  mutating func filter() throws(RowFilterError) -> JSONValue {
    if let fault { throw fault }
    let value = try alternatives()
    guard case .end = token else { throw expected("and, or, or the end") }
    return value
  }

  var numericColumns: Set<String> { numeric.subtracting(other) }
  var textColumns: Set<String> { other }

  // MARK: Conditions

  private mutating func alternatives() throws(RowFilterError) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw RowFilterError(
        character: character, message: "conditions nest deeper than \(Self.deepest); flatten them")
    }
    var parts = [try conjunction()]
    while take(word: "or") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .list(["any"] + parts)
  }

  private mutating func conjunction() throws(RowFilterError) -> JSONValue {
    var parts = [try negation()]
    while take(word: "and") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .list(["all"] + parts)
  }

  private mutating func negation() throws(RowFilterError) -> JSONValue {
    var isNegated = false
    while take(word: "not") { isNegated.toggle() }
    let condition = try condition()
    return isNegated ? ["!", condition] : condition
  }

  private mutating func condition() throws(RowFilterError) -> JSONValue {
    if take(sign: "(") {
      let inner = try alternatives()
      guard take(sign: ")") else { throw expected("a closing parenthesis") }
      return inner
    }
    let subject = try operand()
    guard let name = subject.column else {
      // 5 < mag is mag > 5.
      let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
      let sign = try comparison()
      let other = try operand()
      guard let name = other.column else { throw expected("the name of a column", at: -1) }
      return compared(name, mirrored[sign] ?? sign, subject.value)
    }
    let column: JSONValue = ["get", .text(name)]
    if take(word: "is") {
      let isNegated = take(word: "not")
      guard take(word: "null") else { throw expected("null") }
      return [isNegated ? "!=" : "==", column, JSONValue(.null, at: .start)]
    }
    let isNegated = take(word: "not")
    if take(word: "in") { return try membership(name, isNegated) }
    if take(word: "contains") {
      let part = try operand()
      guard part.column == nil, let text = part.value.string else {
        throw expected("a text in quotes", at: -1)
      }
      other.insert(name)
      let found: JSONValue = [
        "all", ["==", ["typeof", column], "string"], ["in", .text(text), ["string", column]],
      ]
      return isNegated ? ["!", found] : found
    }
    if isNegated { throw expected("in or contains") }
    let sign = try comparison()
    let other = try operand()
    guard other.column == nil else { throw expected("a number, a text in quotes, true or false", at: -1) }
    return compared(name, sign, other.value)
  }

  private mutating func membership(_ name: String, _ isNegated: Bool) throws(RowFilterError) -> JSONValue {
    guard take(sign: "(") else { throw expected("a list in parentheses") }
    var values: [JSONValue] = []
    repeat {
      let element = try operand()
      guard element.column == nil else { throw expected("a number or a text in quotes", at: -1) }
      values.append(element.value)
    } while take(sign: ",")
    guard take(sign: ")") else { throw expected("a comma or a closing parenthesis") }
    for value in values { note(name, value) }
    let found: JSONValue = ["in", ["get", .text(name)], ["literal", .list(values)]]
    return isNegated ? ["!", found] : found
  }

  /// A column's name, or a value.
  private typealias Operand = (column: String?, value: JSONValue)

  private mutating func operand() throws(RowFilterError) -> Operand {
    defer { index += 1 }
    switch token {
    case .number(let number): return (nil, .number(number))
    case .text(let text): return (nil, .text(text))
    case .name("true"): return (nil, true)
    case .name("false"): return (nil, false)
    case .name(let name): return (name, "")
    case .sign, .end: throw expected("a column or a value")
    }
  }

  private mutating func comparison() throws(RowFilterError) -> String {
    guard case .sign(let sign) = token, ["=", "==", "!=", "<>", "<", "<=", ">", ">="].contains(sign) else {
      throw expected("=, !=, <, <=, >, >=, in, contains or is")
    }
    index += 1
    return sign == "=" ? "==" : sign == "<>" ? "!=" : sign
  }

  /// Order comparisons test the type first, so that rows of another type fail silently.
  private mutating func compared(_ name: String, _ sign: String, _ value: JSONValue) -> JSONValue {
    note(name, value)
    let column: JSONValue = ["get", .text(name)]
    guard sign != "==", sign != "!=" else { return [.text(sign), column, value] }
    let type = value.number == nil ? "string" : "number"
    return ["all", ["==", ["typeof", column], .text(type)], [.text(sign), [.text(type), column], value]]
  }

  private mutating func note(_ name: String, _ value: JSONValue) {
    if value.number == nil { other.insert(name) } else { numeric.insert(name) }
  }

  // MARK: Words

  private var token: Token { tokens[min(index, tokens.count - 1)].token }
  private var character: Int { tokens[min(index, tokens.count - 1)].character }

  private mutating func take(word: String) -> Bool {
    guard case .name(let name) = token, name.lowercased() == word else { return false }
    index += 1
    return true
  }

  private mutating func take(sign: String) -> Bool {
    guard token == .sign(sign) else { return false }
    index += 1
    return true
  }

  private func expected(_ what: String, at offset: Int = 0) -> RowFilterError {
    let (token, character) = tokens[min(max(0, index + offset), tokens.count - 1)]
    let found =
      switch token {
      case .name(let name): "found \(escapedForMessage(name)); texts stand in quotes"
      case .text(let text): "found the text \"\(escapedForMessage(text))\""
      case .number(let number): "found \(javaScriptText(of: number))"
      case .sign(let sign): "found \(sign)"
      case .end: "found the end"
      }
    return RowFilterError(character: character, message: "expected \(what), \(found)")
  }

  private mutating func split(_ text: String) {
    let characters = Array(text)
    var position = 0
    while position < characters.count, fault == nil {
      let character = characters[position]
      let start = position
      if character.isWhitespace {
        position += 1
      } else if character == "\"" || character == "'" || character == "`" {
        let content = quoted(characters, &position)
        tokens.append((character == "`" ? .name(content) : .text(content), start + 1))
      } else if character.isNumber || "+-.".contains(character) {
        while position < characters.count,
          characters[position].isNumber || "+-.eE".contains(characters[position])
        {
          position += 1
        }
        let word = String(characters[start..<position])
        guard let number = Decimal.number(of: word), number.isFinite else {
          fault = RowFilterError(character: start + 1, message: "\(escapedForMessage(word)) is no number")
          return
        }
        tokens.append((.number(number), start + 1))
      } else if character.isLetter || character == "_" || character == "@" {
        while position < characters.count,
          characters[position].isLetter || characters[position].isNumber
            || "_@.:".contains(characters[position])
        {
          position += 1
        }
        tokens.append((.name(String(characters[start..<position])), start + 1))
      } else {
        let pair = String(characters[start..<min(start + 2, characters.count)])
        let sign = ["==", "!=", "<>", "<=", ">="].contains(pair) ? pair : String(character)
        guard "=<>(),".contains(character) || pair == "!=" else {
          let sign = ["&&", "||"].contains(pair) ? pair : String(character)
          let word = ["&&": "and", "&": "and", "||": "or", "|": "or"][sign]
          fault = RowFilterError(
            character: start + 1,
            message: escapedForMessage(sign) + " has no meaning here; "
              + (word.map { "write \($0)" } ?? "put texts in quotes, names in backquotes"))
          return
        }
        tokens.append((.sign(sign), start + 1))
        position += sign.count
      }
    }
    tokens.append((.end, characters.count + 1))
  }

  /// Text in quotes; two quotes stand for one.
  private mutating func quoted(_ characters: [Character], _ position: inout Int) -> String {
    let (quote, start) = (characters[position], position)
    var content = ""
    position += 1
    while position < characters.count {
      if characters[position] == quote {
        position += 1
        guard position < characters.count, characters[position] == quote else { return content }
      }
      content.append(characters[position])
      position += 1
    }
    fault = RowFilterError(
      character: start + 1, message: "the quote that opens here is never closed; close it")
    return content
  }
}
