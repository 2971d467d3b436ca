import JSONDocument
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `A filter of rows` {
  /// The expression as compact JSON.
  private func expression(_ text: String) throws -> String {
    var writer = JSONWriter()
    writer.value(try RowFilter(text).expression)
    return writer.text
  }

  private struct Row: StyleFeature {
    let values: [String: StyleValue]
    var identifier: StyleValue? { nil }
    var geometryType: GeometryType { .point }
    func property(_ name: String) -> StyleValue? { values[name] }
    var propertyObject: StyleValue { .object(values.map { StyleMember(key: $0.key, value: $0.value) }) }
  }

  /// Whether a row passes, without a warning.
  private func passes(_ text: String, _ values: [String: StyleValue]) throws -> Bool {
    var warnings = StyleWarnings()
    let answer = try CompiledRowFilter(RowFilter(text)).filter.accepts(
      EvaluationContext(feature: Row(values: values)), noting: &warnings)
    #expect(warnings.isEmpty, "\(text)")
    return answer
  }

  private static let quake: [String: StyleValue] = [
    "mag": .number(5.5), "kind": .string("quake"), "it's": .string("a \"b\""), "felt": .bool(true),
    "none": .null,
    "day": .string("2024-03-05"), "n:1": .number(-3),
  ]

  @Test(arguments: [
    ("mag >= 5", true), ("mag > 5.5", false), ("mag >= 5.5", true), ("mag < 5.5", false),
    ("mag <= 5.5", true),
    ("5 < mag", true), ("mag = 5.5", true), ("mag == 5.5", true), ("mag != 5.5", false), ("mag <> 4", true),
    ("kind = \"quake\"", true), ("kind = 'blast'", false), ("kind != 'blast'", true),
    ("mag >= 5 and kind = 'blast'", false), ("mag >= 5 or kind = 'blast'", true),
    // and binds closer than or, not closest.
    ("mag > 9 and kind = 'x' or felt = true", true), ("mag > 9 and (kind = 'x' or felt = true)", false),
    ("not mag > 9 and felt = true", true), ("not (mag > 9 or felt = true)", false),
    ("not not felt = true", true),
    ("kind in ('blast', 'quake')", true), ("kind not in ('blast', 'quake')", false),
    ("mag in (1, 5.5)", true),
    ("kind contains 'ua'", true), ("kind contains 'UA'", false), ("kind not contains 'ua'", false),
    ("day contains '-03-' and kind CONTAINS \"quake\"", true), ("mag contains '5'", false),
    ("nowhere contains 'a'", false), ("not nowhere contains 'a'", true), ("kind contains ''", true),
    ("none is null", true), ("kind is null", false), ("kind is not null", true), ("nowhere is null", true),
    ("`it's` = 'a \"b\"'", true), ("`it's` = \"a \"\"b\"\"\"", true), ("day >= '2024-01-01'", true),
    ("day < '2024-01-01'", false), ("n:1 < -2.5e0", true), ("MAG >= 5", false), ("felt = false", false),
    // Another type passes no comparison of order, and is reported nowhere.
    ("kind > 3", false), ("mag > '3'", false), ("none >= 0", false), ("kind = 5", false),
    (#"["all", [">=", ["get", "mag"], 5], ["has", "kind"]]"#, true), (#" [">", "mag", 6]"#, false),
  ])
  func `passes what it should`(text: String, isIn: Bool) throws {
    try expect(passes(text, Self.quake), equals: isIn)
  }

  @Test func `is written in the style language`() throws {
    try expect(
      expression("mag >= 5 and kind = 'a'"),
      equals:
        #"["all",["all",["==",["typeof",["get","mag"]],"number"],[">=",["number",["get","mag"]],5]],["==",["get","kind"],"a"]]"#
    )
    try expect(CompiledRowFilter(RowFilter("a > 1 or b = 2 and a < 5")).columns.sorted(), equals: ["a", "b"])
    try expect(RowFilter("a > 1"), equals: RowFilter("a > 1"))
  }

  @Test(arguments: [
    ("", 1, "expected a column or a value, found the end"),
    ("mag >=", 7, "expected a column or a value, found the end"),
    ("mag", 4, "expected =, !=, <, <=, >, >=, in, contains or is, found the end"),
    (
      "mag = quake", 7,
      "expected a number, a text in quotes, true or false, found quake; texts stand in quotes"
    ),
    ("mag = 5 kind = 'a'", 9, "expected and, or, or the end, found kind; texts stand in quotes"),
    ("(mag = 5", 9, "expected a closing parenthesis, found the end"),
    ("mag in 5", 8, "expected a list in parentheses, found 5"),
    ("mag in (5", 10, "expected a comma or a closing parenthesis, found the end"),
    ("kind = 'a", 8, "the quote that opens here is never closed; close it"),
    ("mag > 1.2.3", 7, "1.2.3 is no number"),
    ("mag % 2 = 0", 5, "% has no meaning here; put texts in quotes, names in backquotes"),
    ("kind contains 5", 15, "expected a text in quotes, found 5"),
    ("kind not = 5", 10, "expected in or contains, found ="),
    ("5 = 6", 5, "expected the name of a column, found 6"), ("mag is 5", 8, "expected null, found 5"),
    ("not", 4, "expected a column or a value, found the end"),
  ])
  func `reports where it cannot be read`(text: String, place: Int, message: String) {
    #expect(throws: RowFilterError(character: place, message: message)) { try RowFilter(text) }
  }

  @Test func `is bounded, and need not make sense as JSON`() {
    let deep = String(repeating: "(", count: 100) + "a = 1" + String(repeating: ")", count: 100)
    #expect(throws: RowFilterError.self) { try RowFilter(deep) }
    #expect(throws: RowFilterError.self) { try RowFilter("[\"all\"") }
    #expect(throws: RowFilterError.self) { try CompiledRowFilter(RowFilter(#"["nosuch", 1]"#)) }
    var random = Seeded(seed: 21)
    let pieces = [
      "a", "=", "(", ")", "'b'", "5", "and", "or", "not", "in", ",", "is", "null", "<", "`x y`", "[", "\"",
      " ",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      _ = try? RowFilter(text.joined(separator: " "))
    }
  }
}
