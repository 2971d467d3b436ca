import TestSupport
import Testing

@Suite struct `Decisions` {
  @Test(arguments: [
    (#"["all"]"#, "true"), (#"["any"]"#, "false"), (#"["all",true,false]"#, "false"),
    (#"["any",false,true]"#, "true"),
    (#"["!",true]"#, "false"), (#"["all",true]"#, "true"),
  ])
  func `logic follows the specification where it is empty`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `logic stops at the first answer`() throws {
    try expect(value(#"["all",["has","x"],[">",["get","x"],1]]"#), equals: "false")
    try expect(value(#"["any",["!",["has","x"]],[">",["get","x"],1]]"#), equals: "true")
    try expect(
      value(#"["all",["!",["has","x"]],[">",["get","x"],1]]"#),
      equals: "failure: Expected value to be of type number, but found null instead.")
  }

  @Test func `case takes the first branch that holds`() throws {
    let expression = #"["case",["get","x"],"x",["get","y"],"y","otherwise"]"#
    try expect(value(expression, #"{"x":true,"y":true}"#), equals: "\"x\"")
    try expect(value(expression, #"{"x":false,"y":true}"#), equals: "\"y\"")
    try expect(value(expression, #"{"x":false,"y":false}"#), equals: "\"otherwise\"")
    try expect(
      value(expression, #"{"x":1}"#),
      equals: "failure: Expected value to be of type boolean, but found number instead.")
  }

  @Test(arguments: [
    (#"["case",true,1]"#, ": Expected at least 3 arguments, but found only 2."),
    (#"["case",true,1,false,2]"#, ": Expected an odd number of arguments."),
    (#"["case",true,1,"a"]"#, "[3]: Expected number but found string instead."),
    (#"["case",1,1,2]"#, "[1]: Expected boolean but found number instead."),
  ])
  func `case reports what it misses`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `match compares labels by type and letter for letter`() throws {
    let words = #"["match",["get","x"],["a","b"],1,"é",2,0]"#
    try expect(value(words, #"{"x":"b"}"#), equals: "1")
    try expect(value(words, #"{"x":"é"}"#), equals: "2")
    try expect(value(words, #"{"x":"e\u0301"}"#), equals: "0")
    try expect(value(words, #"{}"#), equals: "0")
    let numbers = #"["match",["get","x"],0,"zero",[1,2],"few","many"]"#
    try expect(value(numbers, #"{"x":2}"#), equals: "\"few\"")
    try expect(value(numbers, #"{"x":"0"}"#), equals: "\"many\"")
    try expect(value(numbers, #"{"x":0.5}"#), equals: "\"many\"")
    try expect(value(numbers, #"{"x":-0.0}"#), equals: "\"zero\"")
  }

  @Test(arguments: [
    (#"["match",["get","x"],"a","b"]"#, ": Expected at least 4 arguments, but found only 3."),
    (#"["match",["get","x"],"a",1,"b",2]"#, ": Expected an even number of arguments."),
    (#"["match",["get","x"],[],1,2]"#, "[2]: Expected at least one branch label."),
    (#"["match",["get","x"],true,1,2]"#, "[2]: Branch labels must be numbers or strings."),
    (#"["match",["get","x"],1.5,1,2]"#, "[2]: Numeric branch labels must be integer values."),
    (
      #"["match",["get","x"],9007199254740992,1,2]"#,
      "[2]: Branch labels must be integers no larger than 9007199254740991."
    ),
    (#"["match",["get","x"],"a",1,0,2,3]"#, "[4]: Expected string but found number instead."),
    (#"["match",["get","x"],"a",1,["b","a"],2,3]"#, "[4]: Branch labels must be unique."),
    (#"["match",["+",["get","x"],1],"a",1,3]"#, "[1]: Expected string but found number instead."),
    (#"["match",["get","x"],"0","match",false]"#, "[4]: Expected string but found boolean instead."),
  ])
  func `match reports what is wrong with a label`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `coalesce passes over null and leaves errors alone`() throws {
    let expression = #"["coalesce",["get","x"],["get","y"],["get","z"],0]"#
    try expect(value(expression, #"{"x":null,"z":1}"#), equals: "1")
    try expect(value(expression), equals: "0")
    try expect(value(expression, #"{"y":false}"#), equals: "false")
    try expect(
      value(#"["coalesce",["number",["get","x"]],5]"#),
      equals: "failure: Expected value to be of type number, but found null instead.")
    let string = #"{"type":"string"}"#
    try expect(value(#"["coalesce",["get","a"],["get","b"]]"#, #"{"b":5}"#, as: string), equals: "\"5\"")
    try expect(value(#"["coalesce",["get","a"],["get","b"]]"#, as: string), equals: "\"\"")
    #expect(
      try value(#"["coalesce",["get","a"],"x"]"#, as: #"{"type":"number"}"#).hasPrefix("[2]: Expected number")
    )
  }

  @Test func `coalesce takes the first image there is`() throws {
    let expression = #"["coalesce",["image","foo"],["image","bar"],["image","pin"]]"#
    let image = #"{"type":"resolvedImage"}"#
    try expect(
      value(expression, as: image, globals: #"{"availableImages":["pin"]}"#),
      equals: #"{"name":"pin","available":true}"#)
    try expect(value(expression, as: image), equals: #"{"name":"foo","available":false}"#)
  }
}
