import Drawing
import JSONDocument
import MapGeometry
@testable import MapStyle
import TestSupport
import Testing

@Suite struct `Types` {
  @Test(arguments: [
    (#"["literal",[1,2]]"#, "array<number, 2>"), (#"["literal",[1,"a"]]"#, "array<value, 2>"),
    (#"["literal",{}]"#, "object"), (#"["literal",[]]"#, "array<value, 0>"),
    ("null", "null"), ("5", "number"), (#"["get","x"]"#, "value"), (#"["array",["get","x"]]"#, "array"),
    (#"["array","string",["get","x"]]"#, "array<string>"),
    (#"["array","number",3,["get","x"]]"#, "array<number, 3>"),
    (#"["case",["get","x"],1,2]"#, "number"), (#"["coalesce",["get","x"],1]"#, "value"),
    (#"["to-color","red"]"#, "color"),
    (#"["to-rgba","red"]"#, "array<number, 4>"), (#"["error","no"]"#, "error"),
    (#"["collator",{}]"#, "collator"),
  ])
  func `are inferred`(expression: String, expected: String) throws {
    try expect(type(expression), equals: expected)
  }

  @Test(
    arguments: triples(
      """
      ["typeof",["get","x"]] → {"x":[1,2]} → "array<number, 2>"
      ["typeof",["get","x"]] → {} → "null"
      ["string",["get","x"],["get","y"],"z"] → {"x":1,"y":"b"} → "b"
      ["number",["get","x"],7] → {"x":"a"} → 7
      ["boolean",["get","x"]] → {"x":0} → failure: Expected value to be of type boolean, but found number instead.
      ["object",["get","x"]] → {"x":{"a":1}} → {"a":1}
      ["array","number",2,["get","x"]] → {"x":[1,2,3]} → failure: Expected value to be of type array<number, 2>, but found array<number, 3> instead.
      ["array","number",["get","x"]] → {"x":[]} → []
      ["array","number",["get","x"]] → {"x":[1,null]} → failure: Expected value to be of type array<number>, but found array<value, 2> instead.
      ["error",["get","x"]] → {"x":"own words"} → failure: own words
      """))
  func `are asserted`(expression: String, properties: String, expected: String) throws {
    try expect(value(expression, properties), equals: expected)
  }

  @Test(arguments: [
    ("null", "0"), ("true", "1"), ("\"\"", "0"), ("\" 12 \"", "12"), ("\"1.5e3\"", "1500"), ("\".5\"", "0.5"),
    ("\"5.\"", "5"), ("\"-.5\"", "-0.5"),
    ("\"0x1F\"", "31"), ("\"0b101\"", "5"), ("\"nan\"", "failure: Could not convert \"nan\" to number."),
    ("\"inf\"", "failure: Could not convert \"inf\" to number."),
    ("\"1_0\"", "failure: Could not convert \"1_0\" to number."),
    ("\"0x1p3\"", "failure: Could not convert \"0x1p3\" to number."),
    ("\"１\"", "failure: Could not convert \"１\" to number."),
    ("[1,2]", "failure: Could not convert [1,2] to number."),
    ("{}", "failure: Could not convert {} to number."),
  ])
  func `are coerced to numbers as JavaScript does`(x: String, expected: String) throws {
    try expect(value(#"["to-number",["get","x"]]"#, "{\"x\":\(x)}"), equals: expected)
  }

  @Test(arguments: [
    ("null", "false"), ("0", "false"), ("\"\"", "false"), ("\"0\"", "true"), ("[]", "true"), ("{}", "true"),
    ("-1", "true"), ("false", "false"),
  ])
  func `are coerced to truth as JavaScript does`(x: String, expected: String) throws {
    try expect(value(#"["to-boolean",["get","x"]]"#, "{\"x\":\(x)}"), equals: expected)
  }

  @Test(arguments: [
    ("\"red\"", "[1,0,0,1]"), ("[0,255,0]", "[0,1,0,1]"), ("[0,255,0,0.5]", "[0,0.5,0,0.5]"),
    ("\"no color\"", "failure: Could not parse color from value 'no color'"),
    (
      "[0,255]",
      "failure: Invalid rgba value [0,255]: expected an array containing either three or four numeric values."
    ),
    ("[0,256,0]", "failure: Invalid rgba value [0, 256, 0]: 'r', 'g', and 'b' must be between 0 and 255."),
    ("[0,0,0,2]", "failure: Invalid rgba value [0, 0, 0, 2]: 'a' must be between 0 and 1."),
    ("5", "failure: Could not parse color from value '5'"),
  ])
  func `are coerced to colors`(x: String, expected: String) throws {
    try expect(value(#"["to-color",["get","x"]]"#, "{\"x\":\(x)}"), equals: expected)
  }

  @Test func `coercions try one after another`() throws {
    try expect(value(#"["to-color",["get","x"],"blue"]"#, #"{"x":"nope"}"#), equals: "[0,0,1,1]")
    try expect(value(#"["to-number",["get","x"],["get","y"]]"#, #"{"x":"a","y":"2"}"#), equals: "2")
    try expect(value(#"["to-string",1,2]"#), equals: ": Expected one argument.")
    try expect(value(#"["to-number"]"#), equals: ": Expected at least one argument.")
  }

  @Test(arguments: [
    (#"["rgb",255,0,0]"#, "[1,0,0,1]"), (#"["rgba",255,0,0,0.5]"#, "[0.5,0,0,0.5]"),
    (#"["to-rgba",["rgba",255,128,0,0]]"#, "[255,128,0,0]"),
    (
      #"["rgb",256,0,0]"#, ": Invalid rgba value [256, 0, 0, 1]: 'r', 'g', and 'b' must be between 0 and 255."
    ),
    (#"["rgba",0,0,0,-1]"#, ": Invalid rgba value [0, 0, 0, -1]: 'a' must be between 0 and 1."),
  ])
  func `colors have channels in range`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `a property's type asserts, coerces or refuses`() throws {
    try expect(
      value(#"["get","x"]"#, #"{"x":"1"}"#, as: #"{"type":"number"}"#),
      equals: "failure: Expected value to be of type number, but found string instead.")
    try expect(value(#"["get","x"]"#, #"{"x":1}"#, as: #"{"type":"string"}"#), equals: "\"1\"")
    try expect(
      value(#"["get","x"]"#, #"{"x":1}"#, as: #"{"type":"enum","values":{"a":{}}}"#),
      equals: "failure: Expected value to be of type string, but found number instead.")
    try expect(value(#"["get","x"]"#, #"{"x":"lime"}"#, as: #"{"type":"color"}"#), equals: "[0,1,0,1]")
    try expect(
      value(#"["get","x"]"#, #"{"x":[1,2]}"#, as: #"{"type":"padding"}"#), equals: #"{"values":[1,2,1,2]}"#)
    try expect(
      value(#"["get","x"]"#, #"{"x":[1,2,3,4,5]}"#, as: #"{"type":"padding"}"#),
      equals: "failure: Could not parse padding from value '[1,2,3,4,5]'")
    try expect(
      value(#"["get","x"]"#, #"{"x":["red",1]}"#, as: #"{"type":"colorArray"}"#),
      equals: "failure: Could not parse colorArray from value '[\"red\",1]'")
    try expect(
      value(#"["upcase","a"]"#, as: #"{"type":"number"}"#),
      equals: ": Expected number but found string instead.")
    try expect(
      value(#"["literal",[1,2,3]]"#, as: #"{"type":"array","value":"number","length":2}"#),
      equals: ": Expected array<number, 2> but found array<number, 3> instead.")
    try expect(value(#"["literal",[]]"#, as: #"{"type":"array","value":"number"}"#), equals: "[]")
    try expect(type(#"["literal",[]]"#, as: #"{"type":"array","value":"number"}"#), equals: "array<number>")
    try expect(value(#"["error","x"]"#, as: #"{"type":"color"}"#), equals: "failure: x")
  }

  @Test(
    arguments: cases(
      """
      ["array","object",["get","x"]] → [1]: The item type argument of "array" must be one of string, number, boolean
      ["array","number",1.5,["get","x"]] → [2]: The length argument to "array" must be a positive integer literal
      ["array","number",-1,["get","x"]] → [2]: The length argument to "array" must be a positive integer literal
      ["literal",1,2] → : 'literal' expression requires exactly one argument, but found 2 instead.
      ["number"] → : Expected at least one argument.
      [] → : Expected an array with at least one element. If you wanted a literal array, use ["literal", []].
      [1,2] → [0]: Expression name must be a string, but found number instead. If you wanted a literal array, use ["literal", [...]].
      ["+",{"a":1}] → [1]: Bare objects invalid. Use ["literal", {...}] instead.
      ["interpolat",1] → [0]: Unknown expression "interpolat". If you wanted a literal array, use ["literal", [...]].
      ["distance",{}] → : 'distance' expression requires valid geojson object that contains polygon geometry type.
      ["all",true,["any",1,["zoom"]]] → [2]: Expected arguments of type (boolean, boolean) | (boolean...), but found (number, number) instead.
      ["interpolate",["bumpy"],["zoom"],0,1,2,3] → [1][0]: Unknown interpolation type bumpy
      ["var","x"] → [1]: Unknown variable "x". Make sure "x" has been bound in an enclosing "let" expression before using it.
      """))
  func `errors have a place and a way out`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `places lead into the document`() throws {
    let json = try JSONText(parsing: "[\"format\", \"a\",\n  {\"font-scale\": [\"+\", 1, \"b\"]}]").root
    do throws(ExpressionErrors) {
      _ = try CompiledExpression(
        compiling: json, as: PropertySpecification(.formatted), path: JSONPath([.key("text-field")]))
      Issue.record("compiled")
    } catch {
      expect(error.errors.map(\.location.path.pointer), equals: ["/text-field/2/font-scale/2"])
      expect(error.errors.map(\.location.position), equals: [TextPosition(line: 2, column: 27)])
      expect(error.errors.map(\.key), equals: ["[1][2]"])
    }
  }

  @Test func `numbers, truths and colors are evaluated as such`() throws {
    func compiled(_ json: String, _ type: ValueType?) throws -> CompiledExpression {
      try CompiledExpression(compiling: JSONText(parsing: json).root, as: PropertySpecification(type))
    }
    let context = EvaluationContext(feature: Item([("n", .number(2)), ("c", .string("white"))]))
    try expect(compiled(#"["*",["get","n"],3]"#, .number).evaluateNumber(context), equals: 6)
    #expect(try compiled(#"["==",["get","n"],2]"#, .boolean).evaluateBool(context))
    try expect(compiled(#"["get","c"]"#, .color).evaluateColor(context), equals: .white)
    #expect(throws: EvaluationError.unexpectedType(expected: .number, found: .string)) {
      try compiled(#"["get","c"]"#, nil).evaluateNumber(context)
    }
    #expect(throws: EvaluationError.unexpectedType(expected: .color, found: .number)) {
      try compiled("5", .number).evaluateColor(context)
    }
  }

  @Test func `plain values fit their property`() throws {
    func constant(_ json: String, _ spec: PropertySpecification) throws -> StyleValue? {
      try CompiledExpression(compiling: JSONText(parsing: json).root, as: spec).constant
    }
    try expect(
      constant("[0, 4]", PropertySpecification(.array(.number, length: 2))),
      equals: .array([.number(0), .number(4)]))
    try expect(
      constant("[\"Noto Sans\"]", PropertySpecification(.array(.string, length: nil))),
      equals: .array([.string("Noto Sans")]))
    try expect(constant("[]", PropertySpecification(.array(.number, length: nil))), equals: .array([]))
    try expect(constant("\"#fff\"", PropertySpecification(.color)), equals: .color(.white))
    try expect(
      constant("[1, 2, 3]", PropertySpecification(.padding)),
      equals: .padding(Padding(top: 1, right: 2, bottom: 3, left: 2)))
    try expect(
      constant("[\"top\", [0, 4]]", PropertySpecification(.variableAnchorOffsetCollection)),
      equals: .variableAnchorOffsets([VariableAnchorOffset(anchor: .top, x: 0, y: 4)]))
    #expect(throws: ExpressionErrors.self) { try constant("\"big\"", PropertySpecification(.number)) }
    #expect(throws: ExpressionErrors.self) {
      try constant("[\"steep\", [\"zoom\"]]", PropertySpecification(.array(.string, length: nil)))
    }
  }
}
