import JSONDocument
@testable import MapStyle
import TestSupport
import Testing

@Suite struct `Filters` {
  private func matches(_ filter: String, _ item: Item, zoom: Double = 0) throws -> Bool {
    try compiled(filter).matches(
      EvaluationContext(zoom: zoom, feature: item))
  }
  private let city = Item(
    [("name", .string("Ulm")), ("n", .number(5)), ("flag", .bool(true)), ("nothing", .null)],
    identifier: .number(7), geometryType: .multiPoint)

  @Test(arguments: [
    (#"["==","n",5]"#, true), (#"["==","n","5"]"#, false), (#"["!=","n",6]"#, true),
    (#"["!=","cluster",true]"#, true), (#"["==","missing",null]"#, false),
    (#"["==","nothing",null]"#, true), (#"["<","n",6]"#, true), (#"["<","name","V"]"#, true),
    (#"["<","name",6]"#, false), (#"[">=","n",5]"#, true), (#"["<=","missing",5]"#, false),
    (#"["in","n",1,5]"#, true), (#"["in","n"]"#, false), (#"["!in","n",1,2]"#, true),
    (#"["!in","missing","a"]"#, true), (#"["in","name","Ulm","Bonn"]"#, true),
    (#"["has","nothing"]"#, true), (#"["!has","missing"]"#, true), (#"["!has","n"]"#, false),
    (#"["==","$type","Point"]"#, true), (#"["in","$type","LineString","Polygon"]"#, false),
    (#"["==","$id",7]"#, true), (#"["has","$id"]"#, true), (#"[">","$id",6]"#, true),
    (#"["all",["==","n",5],["has","name"]]"#, true), (#"["any",["==","n",6],["==","flag",true]]"#, true),
    (#"["none",["==","n",6],["==","n",7]]"#, true), (#"["none",["==","n",5]]"#, false), (#"["all"]"#, true),
    (#"["any"]"#, false), (#"["none"]"#, true), ("true", true), ("false", false), ("null", true),
  ])
  func `of the older syntax answer as they always did`(filter: String, expected: Bool) throws {
    try expect(matches(filter, city), equals: expected)
  }

  @Test(arguments: [
    (#"["==",["get","n"],5]"#, true), (#"["has","point_count"]"#, false),
    (#"["!",["has","point_count"]]"#, true), (#"["in",["get","name"],["literal",["Ulm"]]]"#, true),
    (#"["all",["has","n"],[">",["get","n"],["zoom"]]]"#, true),
    (#"["==",["geometry-type"],"MultiPoint"]"#, true),
  ])
  func `of expressions answer too`(filter: String, expected: Bool) throws {
    try expect(matches(filter, city, zoom: 3), equals: expected)
  }

  @Test(arguments: [
    (#"["==","a",1]"#, false), (#"["==",["get","a"],1]"#, true), (#"["==","a",["get","b"]]"#, true),
    (#"["==","a","b",["collator",{}]]"#, true), (#"["has","a"]"#, true), (#"["has","$type"]"#, false),
    (#"["has",["get","a"]]"#, true), (#"["in","a",1,2]"#, false), (#"["in","a",["literal",["a"]]]"#, true),
    (#"["in",["get","a"],"abc"]"#, true), (#"["!in","a",1]"#, false), (#"["!has","a"]"#, false),
    (#"["none",["==","a",1]]"#, false), (#"["all",["has","a"],["==","b",1]]"#, false),
    (#"["all",["has","a"]]"#, true), (#"["any",["==",["get","a"],1],["==","b",1]]"#, true),
    (#"["!",["has","a"]]"#, true),
    ("true", true), ("[]", false), (#"["all",true,["!in","a",1]]"#, false),
  ])
  func `show which language they are written in`(filter: String, isExpression: Bool) throws {
    expect(LegacyFilter.isExpression(try JSONText(parsing: filter).root), equals: isExpression)
  }

  @Test(arguments: [
    (#"["all",["==","a",1],["==",["get","b"],2]]"#, "[1]", "write [\"get\", key] here"),
    (#"["all",["==",["get","b"],2],["!has","a"]]"#, "[2]", "write [\"!\", [\"has\", key]] here"),
    (#"["any",["all",["!in","a",1]],["==",["get","b"],2]]"#, "[1]", "write [\"get\", key] here"),
    (
      #"["any",["!",["!in","a",1]],["==",["get","b"],2]]"#, "[1][1]",
      "[\"in\", [\"get\", key], [\"literal\", values]]"
    ),
  ])
  func `that cannot be read for mixing both languages are reported`(
    text: String, key: String, advice: String
  ) throws {
    let json = try JSONText(parsing: text).root
    do throws(ExpressionErrors) {
      _ = try FeatureFilter(compiling: json, consequence: "")
      Issue.record("it was compiled")
    } catch {
      expect(error.errors.map(\.key), equals: [key])
      expect(error.errors.first?.text.hasPrefix("The filter mixes expressions and the older"), equals: true)
      expect(error.errors.first?.text.contains(advice), equals: true, "\(error.errors)")
    }
  }

  @Test func `that mix both languages are reported`() throws {
    let json = try JSONText(parsing: #"["all",["==",["get","a"],"x"],["any",["==","b","x"],true]]"#).root
    let filter = try FeatureFilter(compiling: JSONNode(value: json, path: JSONPath([.key("filter")])))
    #expect(LegacyFilter.isExpression(json))
    expect(filter.mixing?.key, equals: "[2]")
    expect(filter.mixing?.location.path.pointer, equals: "/filter/2")
    expect(
      filter.mixing?.text.hasPrefix("The filter mixes expressions and the older filter syntax"), equals: true)
    let pure = try JSONText(parsing: #"["all",["has","a"],["==","b","x"]]"#).root
    try expect(FeatureFilter(compiling: pure, consequence: "").mixing, equals: nil)
  }

  @Test(arguments: [
    (
      #"["=","n",5]"#,
      "[0]: Unknown expression \"=\". If you wanted a literal array, use [\"literal\", [...]]."
    ),
    (#"["all",["!in","n",1],["!has","a","b"]]"#, "[2]: Expected one key, but found 2 arguments."),
    (#"["==",5,5]"#, "[1]: Expected a property's name, $id or $type."),
    (#"["<","$type","Point"]"#, "[1]: \"$type\" has no order; write == or !=."),
    (#"["==",["get","a"],1,2,3]"#, "Expected two or three arguments."),
    ("5", "A filter must be a list, such as [\"==\", \"key\", 1]."),
    (#"["get","x",5]"#, "[2]: Expected object but found number instead."),
    (#"["+",1,2]"#, "Expected boolean but found number instead."),
  ])
  func `report what is wrong with them`(filter: String, expected: String) throws {
    do throws(ExpressionErrors) {
      _ = try compiled(filter)
      Issue.record("compiled")
    } catch {
      expect(error.description, equals: expected)
    }
  }

  private func compiled(_ text: String) throws(ExpressionErrors) -> FeatureFilter {
    let json = (try? JSONText(parsing: text).root) ?? JSONValue(.null, at: TextPosition(line: 1, column: 1))
    return try FeatureFilter(compiling: json, consequence: "")
  }

  @Test func `that fail pass nothing and report why`() throws {
    #expect(throws: EvaluationError.unexpectedType(expected: .number, found: .null)) {
      try matches(#"[">",["get","mag"],5]"#, city)
    }
  }

  @Test func `list which properties they read`() throws {
    let legacy = try compiled(#"["all",["==","a",1],["in","b",1]]"#)
    expect(legacy.inputs.propertyNames, equals: ["a", "b"])
    #expect(!legacy.inputs.reads(.wholeFeature))
    for filter in [#"["==","$type","Point"]"#, #"["==",["geometry-type"],"Point"]"#] {
      let kind = try compiled(filter).inputs
      #expect(kind.reads(.geometryType))
      #expect(!kind.reads(.wholeFeature))
    }
    #expect(
      try compiled(#"["==","$id",1]"#).inputs.reads(.wholeFeature))
  }
}
