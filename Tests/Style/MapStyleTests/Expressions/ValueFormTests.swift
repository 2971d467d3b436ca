import JSONDocument
import MapStyle
import TestSupport
import Testing

@Suite struct `Values of many parts` {
  @Test(arguments: [
    (#"["semiliteral",[["get","x"],2]]"#, "[3,2]"),
    (#"["semiliteral",[["*",2,3],["concat","x","y"]]]"#, #"[6,"xy"]"#),
    (#"["semiliteral",{"a":["get","x"],"b":1}]"#, #"{"a":3,"b":1}"#), (#"["semiliteral",[]]"#, "[]"),
    (#"["semiliteral","x"]"#, #""x""#),
    (#"["at",1,["semiliteral",[1,["get","x"]]]]"#, "3"),
    (
      #"["semiliteral",[0,["semiliteral",[["unknown"]]]]]"#,
      "[1][1][1][0][0]: Unknown expression \"unknown\". If you wanted a literal array, use [\"literal\", [...]]."
    ),
    (#"["semiliteral"]"#, ": 'semiliteral' expression requires exactly one argument, but found 0 instead."),
    (#"["semiliteral",[{}]]"#, "[1][0]: Bare objects invalid. Use [\"literal\", {...}] instead."),
  ])
  func `may be evaluated part by part`(expression: String, expected: String) throws {
    try expect(value(expression, #"{"x":3}"#), equals: expected)
  }

  @Test func `have the type that all parts have`() throws {
    try expect(type(#"["semiliteral",[["number",["get","x"]],2]]"#), equals: "array<number, 2>")
    try expect(type(#"["semiliteral",[1,"top"]]"#), equals: "array<value, 2>")
    try expect(type(#"["semiliteral",{"x":1}]"#), equals: "object")
    let offset = #"{"type":"array","value":"number","length":2}"#
    try expect(
      value(#"["semiliteral",[1,"top"]]"#, as: offset),
      equals: ": Expected array<number, 2> but found array<value, 2> instead.")
    try expect(
      value(
        #"["semiliteral",["top",["literal",[0,1]]]]"#, as: #"{"type":"variableAnchorOffsetCollection"}"#),
      equals: #"{"values":["top",[0,1]]}"#)
  }

  @Test func `are lists of numbers and of colors`() throws {
    let numbers = #"{"type":"numberArray"}"#
    try expect(value(#"["get","x"]"#, #"{"x":1}"#, as: numbers), equals: #"{"values":[1]}"#)
    try expect(value(#"["get","x"]"#, #"{"x":[2,3]}"#, as: numbers), equals: #"{"values":[2,3]}"#)
    try expect(
      value(#"["get","x"]"#, #"{"x":"no"}"#, as: numbers),
      equals: "failure: Could not parse numberArray from value 'no'")
    let colors = #"{"type":"colorArray"}"#
    try expect(
      value(#"["get","x"]"#, #"{"x":["blue","rgba(255,0,0,0.5)"]}"#, as: colors),
      equals: #"{"values":[{"r":0,"g":0,"b":1,"a":1},{"r":0.5,"g":0,"b":0,"a":0.5}]}"#)
    try expect(
      value(#"["get","x"]"#, #"{"x":["blue","no"]}"#, as: colors),
      equals: "failure: Could not parse colorArray from value '[\"blue\",\"no\"]'")
    try expect(
      value(
        #"["interpolate",["linear"],["get","x"],0,["literal",[1,2]],2,["get","to"]]"#,
        #"{"x":1,"to":[3]}"#, as: numbers),
      equals: "failure: numberArray: Arrays have mismatched length (2 vs. 1), cannot interpolate.")
    try expect(
      value(
        #"["interpolate-hcl",["linear"],["get","x"],0,["literal",["red"]],2,["literal",["lime"]]]"#,
        #"{"x":-1}"#, as: colors), equals: #"{"values":[{"r":1,"g":0,"b":0,"a":1}]}"#)
  }

  @Test func `are ways between two projections`() throws {
    let projection = #"{"type":"projectionDefinition"}"#
    let curve = #"["interpolate",["linear"],["zoom"],0,"vertical-perspective",10,"mercator"]"#
    try expect(
      value(curve, as: projection, globals: #"{"zoom":5}"#),
      equals: #"{"from":"vertical-perspective","to":"mercator","transition":0.5}"#)
    try expect(value(curve, as: projection, globals: #"{"zoom":12}"#), equals: #""mercator""#)
  }

  @Test func `are images, none without a name`() throws {
    try expect(value(#"["get","x"]"#, #"{"x":""}"#, as: #"{"type":"resolvedImage"}"#), equals: "null")
    try expect(value(#"["image",["get","x"]]"#, #"{"x":""}"#), equals: "null")
  }

  @Test func `stand in the text with their place on the line`() throws {
    try expect(
      value(
        #"["format",["image","a"],{"vertical-align":"center"}]"#, globals: #"{"availableImages":["a"]}"#),
      equals:
        #"{"sections":[{"text":"","image":{"name":"a","available":true},"scale":null,"fontStack":null,"textColor":null,"verticalAlign":"center"}]}"#
    )
    try expect(
      value(#"["format","a",{"vertical-align":"base"}]"#),
      equals: ": 'vertical-align' must be one of: 'bottom', 'center', 'top' but found 'base' instead.")
  }

  @Test func `have heights of zero, and features no state`() throws {
    try expect(value(#"["elevation"]"#), equals: "0")
    try expect(value(#"["elevation"]"#, globals: #"{"elevation":12}"#), equals: "12")
    try expect(value(#"["feature-state","hover"]"#), equals: "null")
    try expect(
      value(#"["feature-state",["get","k"]]"#),
      equals: "failure: Expected value to be of type string, but found null instead.")
  }

  @Test func `of any depth end soon when they are wrong`() throws {
    let deep = (0..<50).reduce("5") { inner, _ in #"["all",true,\#(inner)]"# }
    #expect(try value(deep).contains("Expected"))
  }
}
