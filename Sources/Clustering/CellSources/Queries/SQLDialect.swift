/// A database engine's SQL, as far as the grid's statement depends on it.
public enum SQLDialect: String, CaseIterable, Hashable, Sendable {
  /// PostgreSQL 12 and later, and what speaks its SQL, such as Citus.
  case postgresql
  /// The dialect of DuckDB.
  case duckdb
  /// ClickHouse, also embedded.
  case clickhouse
  /// Spark SQL 3.3 and later, Databricks.
  case spark
  /// SQLite 3.35 and later with its mathematical functions.
  case sqlite
  /// The dialect of Google BigQuery.
  case bigquery
  /// The dialect of Snowflake.
  case snowflake

  /// A name in quotes, whatever is in it.
  ///
  /// Snowflake turns plain names into capitals unless they are quoted; quoted here, they are written so.
  package func quoted(_ name: String) -> String {
    alias(self == .snowflake && isPlain(name) ? name.uppercased() : name)
  }

  /// A member of a structure, or a column where the path has one name.
  package func quoted(path: [String]) -> String {
    let names = path.map(quoted)
    guard path.count > 1 else { return names.joined() }
    let members = names.dropFirst().joined(separator: ".")
    return switch self {
    // The first name would be that of a table.
    case .postgresql: "(\(names[0])).\(members)"
    case .snowflake: "\(names[0]):" + path.dropFirst().map(alias).joined(separator: ".")
    default: "\(names[0]).\(members)"
    }
  }

  /// A column by its name, in statements whose columns are not known: dots lead to the member of a structure, such as
  /// `bbox.xmin`, unless quotes stand around a name that has some. SQLite has no structures.
  func column(_ name: String) -> String {
    guard self != .sqlite, name.contains("."), let parts = SQLDialect.parts(ofTable: name) else {
      return quoted(name)
    }
    return quoted(path: parts.map(\.name))
  }

  /// A name in quotes as it stands, in every engine, such as that of a column of the answer. Quotes are looked for among
  /// scalars: a mark that combines with one leaves it a quote.
  func alias(_ name: String) -> String {
    let quote: Unicode.Scalar = [.spark, .bigquery, .clickhouse].contains(self) ? "`" : "\""
    let isEscaped = self == .bigquery || self == .clickhouse
    var text = String.UnicodeScalarView([quote])
    for scalar in name.unicodeScalars {
      if isEscaped, scalar == quote || scalar == "\\" {
        text.append("\\")
      } else if scalar == quote {
        text.append(quote)
      }
      text.append(scalar)
    }
    text.append(quote)
    return String(text)
  }

  private func isPlain(_ name: String) -> Bool {
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) || byte == 0x5F }
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }

  package func literal(_ text: String) -> String {
    let hasEscapes = ![.postgresql, .duckdb, .sqlite].contains(self)
    var result = String.UnicodeScalarView(["'"])
    for scalar in text.unicodeScalars {
      if scalar == "'" {
        result.append(self == .bigquery || self == .spark ? "\\" : "'")
      } else if hasEscapes, scalar == "\\" {
        result.append("\\")
      }
      result.append(scalar)
    }
    result.append("'")
    return String(result)
  }

  /// A table's name: its parts in quotes; a file where the engine reads files.
  package func table(_ name: String) -> String {
    let endings = [".parquet", ".csv", ".csv.gz", ".json", ".ndjson"]
    if self == .duckdb, endings.contains(where: name.lowercased().hasSuffix) { return literal(name) }
    // Of Spark, `parquet` and the like before a path are the format.
    let parts = SQLDialect.parts(ofTable: name) ?? [(name, isQuoted: true)]
    return parts.map { $0.isQuoted ? alias($0.name) : quoted($0.name) }.joined(separator: ".")
  }

  /// The parts of a table's name between dots. One that begins with a quote ends with the next one that is not doubled; a
  /// quote within another belongs to the name.
  ///
  /// - Returns: `nil` where a part is empty, a quote is not closed, or something follows it before the next dot.
  package static func parts(ofTable name: String) -> [(name: String, isQuoted: Bool)]? {
    var parts: [(name: String, isQuoted: Bool)] = []
    var rest = name.unicodeScalars[...]
    while true {
      var part = String.UnicodeScalarView()
      let quote = rest.first.flatMap { $0 == "\"" || $0 == "`" ? $0 : nil }
      if let quote {
        repeat {
          // Of two quotes the second one begins here.
          let end = rest.dropFirst().firstIndex(of: quote)
          guard let end else { return nil }
          part.append(contentsOf: rest[rest.index(after: rest.startIndex)..<end])
          rest = rest[rest.index(after: end)...]
          if rest.first == quote { part.append(quote) }
        } while rest.first == quote
      } else {
        let end = rest.firstIndex(of: ".") ?? rest.endIndex
        part.append(contentsOf: rest[..<end])
        rest = rest[end...]
      }
      guard !part.isEmpty else { return nil }
      parts.append((String(part), quote != nil))
      guard let dot = rest.popFirst() else { return parts }
      guard dot == "." else { return nil }
    }
  }

  func double(_ value: Double) -> String {
    var text = "\(value)"
    if !text.contains("e") { text += "e0" }
    return text.hasPrefix("-") ? "(\(text))" : text
  }

  /// The types of doubles, of whole numbers of 64 bits, and of those in which their products and sums do not overflow.
  private var types: (double: String, whole: String, wide: String) {
    switch self {
    case .postgresql: ("DOUBLE PRECISION", "BIGINT", "NUMERIC")
    case .duckdb: ("DOUBLE", "BIGINT", "HUGEINT")
    case .spark: ("DOUBLE", "BIGINT", "DECIMAL(19, 0)")
    case .snowflake: ("DOUBLE", "BIGINT", "NUMBER(38, 0)")
    case .bigquery: ("FLOAT64", "INT64", "BIGNUMERIC")
    case .clickhouse: ("Float64", "Int64", "Int128")
    case .sqlite: ("REAL", "INTEGER", "INTEGER")
    }
  }

  private func cast(_ expression: String, to type: String) -> String {
    self == .clickhouse ? "to\(type)(\(expression))" : "CAST(\(expression) AS \(type))"
  }

  func asDouble(_ expression: String) -> String { cast(expression, to: types.double) }

  /// A coordinate as a double, also from a column of text. Text that is no number is null if the engine has such a cast.
  func asCoordinate(_ expression: String) -> String {
    switch self {
    case .duckdb: "TRY_CAST(\(expression) AS DOUBLE)"
    case .bigquery: "SAFE_CAST(\(expression) AS FLOAT64)"
    default: asDouble(expression)
    }
  }

  /// A coordinate in a comparison: the column itself where engines compare texts with numbers, else a cast, through which an
  /// index of doubles is still used.
  func comparedCoordinate(_ expression: String) -> String {
    switch self {
    case .duckdb, .bigquery, .clickhouse, .postgresql: asCoordinate(expression)
    case .spark, .snowflake, .sqlite: expression
    }
  }

  /// True if a value of SQLite, whose columns hold values of any type, is a number or a text that is one whole: compared with
  /// a number, such a text becomes it.
  func holdsNumber(_ expression: String) -> String {
    "(TYPEOF(\(expression)) IN ('integer', 'real') OR \(asDouble(expression)) = \(expression))"
  }

  /// True if a value is true or false, in engines that take these for 1 and 0; `nil` for all others.
  func isLogical(_ expression: String) -> String? {
    switch self {
    case .duckdb: "TYPEOF(\(expression)) = 'BOOLEAN'"
    case .clickhouse: "position(toTypeName(\(expression)), 'Bool') > 0"
    case .spark: "TYPEOF(\(expression)) = 'boolean'"
    case .postgresql, .sqlite, .bigquery, .snowflake: nil
    }
  }

  /// True if a value is neither null nor a number, in engines whose columns hold texts beside numbers, or whose numbers may be
  /// true and false; `nil` for all others.
  func isOther(_ expression: String) -> String? {
    guard self == .sqlite else { return isLogical(expression).map { "\(expression) IS NOT NULL AND \($0)" } }
    return "TYPEOF(\(expression)) = 'text' AND TRIM(\(expression)) <> '' AND NOT \(holdsNumber(expression))"
  }

  /// A number that a column is compared with. SQLite compares texts with it as numbers, where it is a cast one.
  func bound(_ number: String) -> String { self == .sqlite ? asDouble(number) : number }

  /// A double without a fraction as a whole number.
  func whole(_ expression: String) -> String { cast(expression, to: types.whole) }

  func floored(_ expression: String) -> String {
    // What SQLite casts is not below 0, where a cast cuts.
    self == .sqlite
      ? whole(expression) : whole("\(self == .clickhouse ? "floor" : "FLOOR")(\(expression))")
  }

  /// The lower 32 bits of a whole number from 0.
  func modulo32(_ expression: String) -> String {
    switch self {
    case .bigquery, .snowflake: "MOD(\(expression), 4294967296)"
    case .duckdb: "(\(expression)) & 4294967295"
    default: "(\(expression)) % 4294967296"
    }
  }

  func shifted(_ expression: String, by bits: Int = 32) -> String {
    switch self {
    case .postgresql, .duckdb, .sqlite, .bigquery: "((\(expression)) >> \(bits))"
    case .spark: "SHIFTRIGHT(\(expression), \(bits))"
    case .clickhouse: "bitShiftRight(\(expression), \(bits))"
    case .snowflake: "BITSHIFTRIGHT(\(expression), \(bits))"
    }
  }

  /// The end of a selection whose expressions the engine would otherwise inline, and compute anew at each use. It keeps
  /// the parts apart, row by row. SQLite takes half of the time for 500,000 rows, PostgreSQL two thirds for a million.
  var barrier: String? {
    switch self {
    case .sqlite: "LIMIT -1"
    case .postgresql: "OFFSET 0"
    default: nil
    }
  }

  /// The barrier for coordinates computed of geometries, where it saves more: PostgreSQL takes a quarter of the time
  /// for a million, a ninth where these are transformed, DuckDB half.
  package var barrierOfPlaces: String { self == .postgresql || self == .duckdb ? " OFFSET 0" : "" }

  func least(_ a: String, _ b: String) -> String { "\(self == .sqlite ? "MIN" : "LEAST")(\(a), \(b))" }
  func greatest(_ a: String, _ b: String) -> String { "\(self == .sqlite ? "MAX" : "GREATEST")(\(a), \(b))" }

  /// An expression of 64 bits in a type in which products and sums do not overflow.
  func wide(_ expression: String) -> String {
    self == .sqlite ? expression : cast(expression, to: types.wide)
  }
}
