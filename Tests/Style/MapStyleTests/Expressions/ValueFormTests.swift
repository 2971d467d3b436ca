import JSONDocument
import MapStyle
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
    #expect(try value(expression, #"{"x":3}"#) == expected)
  }

  @Test func `have the type that all parts have`() throws {
    #expect(try type(#"["semiliteral",[["number",["get","x"]],2]]"#) == "array<number, 2>")
    #expect(try type(#"["semiliteral",[1,"top"]]"#) == "array<value, 2>")
    #expect(try type(#"["semiliteral",{"x":1}]"#) == "object")
    let offset = #"{"type":"array","value":"number","length":2}"#
    #expect(
      try value(#"["semiliteral",[1,"top"]]"#, as: offset)
        == ": Expected array<number, 2> but found array<value, 2> instead.")
    #expect(
      try value(
        #"["semiliteral",["top",["literal",[0,1]]]]"#, as: #"{"type":"variableAnchorOffsetCollection"}"#)
        == #"{"values":["top",[0,1]]}"#)
  }

  @Test func `are lists of numbers and of colors`() throws {
    let numbers = #"{"type":"numberArray"}"#
    #expect(try value(#"["get","x"]"#, #"{"x":1}"#, as: numbers) == #"{"values":[1]}"#)
    #expect(try value(#"["get","x"]"#, #"{"x":[2,3]}"#, as: numbers) == #"{"values":[2,3]}"#)
    #expect(
      try value(#"["get","x"]"#, #"{"x":"no"}"#, as: numbers)
        == "failure: Could not parse numberArray from value 'no'")
    let colors = #"{"type":"colorArray"}"#
    #expect(
      try value(#"["get","x"]"#, #"{"x":["blue","rgba(255,0,0,0.5)"]}"#, as: colors)
        == #"{"values":[{"r":0,"g":0,"b":1,"a":1},{"r":0.5,"g":0,"b":0,"a":0.5}]}"#)
    #expect(
      try value(#"["get","x"]"#, #"{"x":["blue","no"]}"#, as: colors)
        == "failure: Could not parse colorArray from value '[\"blue\",\"no\"]'")
    #expect(
      try value(
        #"["interpolate",["linear"],["get","x"],0,["literal",[1,2]],2,["get","to"]]"#,
        #"{"x":1,"to":[3]}"#, as: numbers)
        == "failure: numberArray: Arrays have mismatched length (2 vs. 1), cannot interpolate.")
    #expect(
      try value(
        #"["interpolate-hcl",["linear"],["get","x"],0,["literal",["red"]],2,["literal",["lime"]]]"#,
        #"{"x":-1}"#, as: colors) == #"{"values":[{"r":1,"g":0,"b":0,"a":1}]}"#)
  }

  @Test func `are ways between two projections`() throws {
    let projection = #"{"type":"projectionDefinition"}"#
    let curve = #"["interpolate",["linear"],["zoom"],0,"vertical-perspective",10,"mercator"]"#
    #expect(
      try value(curve, as: projection, globals: #"{"zoom":5}"#)
        == #"{"from":"vertical-perspective","to":"mercator","transition":0.5}"#)
    #expect(try value(curve, as: projection, globals: #"{"zoom":12}"#) == #""mercator""#)
  }

  @Test func `are images, none without a name`() throws {
    #expect(try value(#"["get","x"]"#, #"{"x":""}"#, as: #"{"type":"resolvedImage"}"#) == "null")
    #expect(try value(#"["image",["get","x"]]"#, #"{"x":""}"#) == "null")
  }

  @Test func `stand in the text with their place on the line`() throws {
    #expect(
      try value(
        #"["format",["image","a"],{"vertical-align":"center"}]"#, globals: #"{"availableImages":["a"]}"#)
        == #"{"sections":[{"text":"","image":{"name":"a","available":true},"scale":null,"fontStack":null,"textColor":null,"verticalAlign":"center"}]}"#
    )
    #expect(
      try value(#"["format","a",{"vertical-align":"base"}]"#)
        == ": 'vertical-align' must be one of: 'bottom', 'center', 'top' but found 'base' instead.")
  }

  @Test func `have heights of zero, and features no state`() throws {
    #expect(try value(#"["elevation"]"#) == "0")
    #expect(try value(#"["elevation"]"#, globals: #"{"elevation":12}"#) == "12")
    #expect(try value(#"["feature-state","hover"]"#) == "null")
    #expect(
      try value(#"["feature-state",["get","k"]]"#)
        == "failure: Expected value to be of type string, but found null instead.")
  }

  @Test func `of any depth end soon when they are wrong`() throws {
    let deep = (0..<50).reduce("5") { inner, _ in #"["all",true,\#(inner)]"# }
    #expect(try value(deep).contains("Expected"))
  }
}
