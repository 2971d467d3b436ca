/// Looks for what would end a statement early, or take its end along, in a condition that is put into brackets.
///
/// Texts, names in quotes and comments are passed over as the engine reads them. Anything else is left to the engine.
struct ConditionScanner {
  private let dialect: SQLDialect
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var isAfterSemicolon = false

  init(_ condition: String, _ dialect: SQLDialect) {
    (bytes, self.dialect) = (Array(condition.utf8), dialect)
  }

  /// Returns the error, in words that follow the condition; `nil` for none.
  mutating func fault() -> String? {
    while position < bytes.count {
      let isClosed =
        switch bytes[position] {
        case UInt8(ascii: "'"): passText()
        case UInt8(ascii: "\""): passQuoted(hasEscapes: [.bigquery, .spark, .clickhouse].contains(dialect))
        case UInt8(ascii: "`") where [.spark, .bigquery, .clickhouse, .sqlite].contains(dialect):
          passQuoted(hasEscapes: dialect == .bigquery || dialect == .clickhouse)
        case UInt8(ascii: "[") where dialect == .sqlite: pass(to: "]".utf8, from: position + 1)
        case UInt8(ascii: "$") where [.postgresql, .duckdb, .clickhouse, .snowflake].contains(dialect):
          passDollars()
        case UInt8(ascii: "-") where follows("--"): passLine()
        case UInt8(ascii: "#") where dialect == .bigquery: passLine()
        case UInt8(ascii: "#") where dialect == .clickhouse && (follows("# ") || follows("#!")): passLine()
        case UInt8(ascii: "/") where dialect == .snowflake && follows("//"): passLine()
        case UInt8(ascii: "/") where follows("/*"): passComment()
        default: pass()
        }
      if !isClosed { return "leaves a quote or a comment open; close it" }
      if depth < 0 { return "closes a parenthesis that it does not open" }
      if isAfterSemicolon { return "has a semicolon, which ends a statement; leave it out" }
    }
    return depth > 0 ? "leaves a parenthesis open; close it" : nil
  }

  private mutating func pass() -> Bool {
    switch bytes[position] {
    case UInt8(ascii: "("): depth += 1
    case UInt8(ascii: ")"): depth -= 1
    case UInt8(ascii: ";"): isAfterSemicolon = true
    default: break
    }
    position += 1
    return true
  }

  private func follows(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func pass(to end: some Collection<UInt8>, from start: Int) -> Bool {
    position = start
    while position < bytes.count {
      if bytes[position...].starts(with: end) {
        position += end.count
        return true
      }
      position += 1
    }
    return false
  }

  /// A text: PostgreSQL and DuckDB have escapes in `E'…'`, Spark none in `r'…'`.
  private mutating func passText() -> Bool {
    let prefix = prefixLetter
    let hasEscapes =
      switch dialect {
      case .postgresql, .duckdb: prefix == UInt8(ascii: "e")
      case .sqlite: false
      case .spark: prefix != UInt8(ascii: "r")
      case .bigquery, .clickhouse, .snowflake: true
      }
    return passQuoted(hasEscapes: hasEscapes)
  }

  /// The letter before a quote, in lower case, where it is a word of its own.
  private var prefixLetter: UInt8? {
    guard position > 0, !(position > 1 && isOfName(bytes[position - 2])) else { return nil }
    return bytes[position - 1] | 0x20
  }

  private func isOfName(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || byte == 0x5F || byte >= 0x80
  }

  /// Skips the text between two of the next quote. A doubled one within begins another text, to the same effect.
  private mutating func passQuoted(hasEscapes: Bool) -> Bool {
    let quote = bytes[position]
    let isTriple =
      dialect == .bigquery && quote != UInt8(ascii: "`") && position + 2 < bytes.count
      && bytes[position + 1] == quote && bytes[position + 2] == quote
    let length = isTriple ? 3 : 1
    position += length
    while position < bytes.count {
      if hasEscapes, bytes[position] == UInt8(ascii: "\\") {
        position += 2
      } else if position + length <= bytes.count,
        bytes[position..<position + length].allSatisfy({ $0 == quote })
      {
        position += length
        return true
      } else {
        position += 1
      }
    }
    return false
  }

  /// A text between `$$` or `$name$`; a dollar that begins none stands for itself.
  private mutating func passDollars() -> Bool {
    let start = position
    position += 1
    guard start == 0 || !isOfName(bytes[start - 1]) else { return true }
    let name = bytes[position...].prefix(while: isOfName)
    let isNumber = name.first.map { (0x30...0x39).contains($0) } ?? false
    guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "$"), !isNumber,
      name.isEmpty || dialect != .snowflake
    else { return true }
    let mark = bytes[start...name.endIndex]
    return pass(to: mark, from: mark.endIndex)
  }

  /// A comment to the end of the line, or of the condition: the statement goes on in a new line.
  private mutating func passLine() -> Bool {
    _ = pass(to: "\n".utf8, from: position)
    return true
  }

  private mutating func passComment() -> Bool {
    guard [.postgresql, .duckdb, .spark].contains(dialect) else {
      return pass(to: "*/".utf8, from: position + 2)
    }
    var open = 0
    while position < bytes.count {
      if follows("/*") {
        (open, position) = (open + 1, position + 2)
      } else if follows("*/") {
        (open, position) = (open - 1, position + 2)
        if open == 0 { return true }
      } else {
        position += 1
      }
    }
    return false
  }
}

extension SQLDialect {
  /// Why a condition cannot be put into a statement: it ends it early or takes its end along.
  package func fault(inCondition text: String) -> String? {
    var scanner = ConditionScanner(text, self)
    return scanner.fault()
  }
}
