public import JSONDocument

/// A filter of rows, in the style language or as conditions:
///
/// ```text
/// mag >= 5 and (kind = "quake" or kind in ("blast", "slide")) and not place is null
/// ```
///
/// Column names with blanks stand in backquotes, texts in quotes. `=`, `!=`, `<`, `<=`, `>`, `>=`, `in (…)`, `contains "…"`,
/// `is null` and `is not null` compare; `and` binds closer than `or`, `not` closest. Rows with values of
/// another type pass only `!=`; numeric texts are numbers in columns compared only with numbers.
public struct RowFilter: Hashable, Sendable {
  /// As it was written.
  public let text: String
  /// The filter in the style language; whether it compiles is known where it is compiled.
  public let expression: JSONValue
  /// The columns whose texts are taken for numbers where they are plainly so; none of a filter in JSON.
  public private(set) var numericColumns: Set<String> = []
  /// Columns compared with texts, in which large integers are texts of their digits, as in CSV.
  public private(set) var textColumns: Set<String> = []

  /// Reads conditions, or JSON of the style language.
  ///
  /// - Throws: ``RowFilterError`` with the position of the error.
  public init(_ text: String) throws(RowFilterError) {
    let isJSON = text.utf8.first { $0 > 0x20 } == 0x5B
    self.text = text
    if isJSON {
      expression = try rethrowing(JSONText(parsing: text).root) { (error: JSONError) in
        RowFilterError(character: error.position.column, message: error.message)
      }
    } else {
      var parser = RowFilterParser(text)
      expression = try parser.filter()
      (numericColumns, textColumns) = (parser.numericColumns, parser.textColumns)
    }
  }

  /// A filter of the style language.
  public init(_ expression: JSONValue, text: String) { (self.text, self.expression) = (text, expression) }

  /// Filters are equal that were written alike.
  public static func == (a: RowFilter, b: RowFilter) -> Bool { a.text == b.text }

  /// Hashes what was written.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// An error in a filter of rows.
public struct RowFilterError: Error, Hashable, Sendable {
  /// The character at which it shows, from 1; `nil` for the filter as a whole.
  public let character: Int?
  /// The error and its remedy, in one line.
  public let message: String

  /// A fault at a character; `nil` for the filter as a whole.
  public init(character: Int?, message: String) { (self.character, self.message) = (character, message) }
}

extension SettingType where Value == RowFilter {
  static var rowFilter: SettingType {
    SettingType(schema: .either([.text, .list(.any)])) { reader, node in
      do throws(RowFilterError) {
        if let text = node.value.string { return try RowFilter(text) }
        guard node.value.elements != nil else {
          reader.expected("conditions such as \"mag >= 5\", or a filter of the style language", at: node)
          return nil
        }
        var writer = JSONWriter()
        writer.value(node.value)
        return RowFilter(node.value, text: writer.text)
      } catch {
        return reader.fault("invalid-filter", at: node.location, error.line)
      }
    } word: { word throws(SettingError) in
      try rethrowing(RowFilter(word)) { (error: RowFilterError) in SettingError(error.line) }
    }
  }
}

extension RowFilterError {
  /// The character, the fault and what to do, in one line.
  public var line: String { (character.map { "character \($0): " } ?? "") + message }
}
