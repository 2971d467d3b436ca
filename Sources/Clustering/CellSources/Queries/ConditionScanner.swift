/// Looks for what would end a statement early, or take its end along, in a condition that is put into brackets.
///
/// Texts, names in quotes and comments are passed over as the engine reads them. Anything else is left to the engine.
struct ConditionScanner {
  private let dialect: SQLDialect
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private var isAfterSemicolon = false

  init(_ condition: String, _ dialect: SQLDialect) {
    (bytes, self.dialect) = (Array(condition.utf8), dialect)
  }

  /// Returns the error, in words that follow the condition; `nil` for none.
  mutating func fault() -> String? {
    while place < bytes.count {
      let isClosed =
        switch bytes[place] {
        case UInt8(ascii: "'"): passText()
        case UInt8(ascii: "\""): passQuoted(hasEscapes: [.bigquery, .spark, .clickhouse].contains(dialect))
        case UInt8(ascii: "`") where [.spark, .bigquery, .clickhouse, .sqlite].contains(dialect):
          passQuoted(hasEscapes: dialect == .bigquery || dialect == .clickhouse)
        case UInt8(ascii: "[") where dialect == .sqlite: pass(to: "]".utf8, from: place + 1)
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
    switch bytes[place] {
    case UInt8(ascii: "("): depth += 1
    case UInt8(ascii: ")"): depth -= 1
    case UInt8(ascii: ";"): isAfterSemicolon = true
    default: break
    }
    place += 1
    return true
  }

  private func follows(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func pass(to end: some Collection<UInt8>, from start: Int) -> Bool {
    place = start
    while place < bytes.count {
      if bytes[place...].starts(with: end) {
        place += end.count
        return true
      }
      place += 1
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
    guard place > 0, !(place > 1 && isOfName(bytes[place - 2])) else { return nil }
    return bytes[place - 1] | 0x20
  }

  private func isOfName(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || byte == 0x5F || byte >= 0x80
  }

  /// Skips the text between two of the next quote. A doubled one within begins another text, to the same effect.
  private mutating func passQuoted(hasEscapes: Bool) -> Bool {
    let quote = bytes[place]
    let isTriple =
      dialect == .bigquery && quote != UInt8(ascii: "`") && place + 2 < bytes.count
      && bytes[place + 1] == quote && bytes[place + 2] == quote
    let length = isTriple ? 3 : 1
    place += length
    while place < bytes.count {
      if hasEscapes, bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else if place + length <= bytes.count, bytes[place..<place + length].allSatisfy({ $0 == quote }) {
        place += length
        return true
      } else {
        place += 1
      }
    }
    return false
  }

  /// A text between `$$` or `$name$`; a dollar that begins none stands for itself.
  private mutating func passDollars() -> Bool {
    let start = place
    place += 1
    guard start == 0 || !isOfName(bytes[start - 1]) else { return true }
    let name = bytes[place...].prefix(while: isOfName)
    let isNumber = name.first.map { (0x30...0x39).contains($0) } ?? false
    guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "$"), !isNumber,
      name.isEmpty || dialect != .snowflake
    else { return true }
    let mark = bytes[start...name.endIndex]
    return pass(to: mark, from: mark.endIndex)
  }

  /// A comment to the end of the line, or of the condition: the statement goes on in a new line.
  private mutating func passLine() -> Bool {
    _ = pass(to: "\n".utf8, from: place)
    return true
  }

  private mutating func passComment() -> Bool {
    guard [.postgresql, .duckdb, .spark].contains(dialect) else {
      return pass(to: "*/".utf8, from: place + 2)
    }
    var open = 0
    while place < bytes.count {
      if follows("/*") {
        (open, place) = (open + 1, place + 2)
      } else if follows("*/") {
        (open, place) = (open - 1, place + 2)
        if open == 0 { return true }
      } else {
        place += 1
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
