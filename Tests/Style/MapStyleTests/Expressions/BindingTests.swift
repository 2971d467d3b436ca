import JSONDocument
@testable import MapStyle
import TestSupport
import Testing

@Suite struct `Bindings` {
  @Test(arguments: [
    (#"["let","a",1,"b",2,["+",["var","a"],["var","b"]]]"#, "3"),
    (#"["let","a",1,["let","a",2,["var","a"]]]"#, "2"),
    (#"["let","a",1,["+",["let","a",2,["var","a"]],["var","a"]]]"#, "3"),
    (#"["let","a",1,["let","b",["var","a"],"a",5,["+",["var","a"],["var","b"]]]]"#, "6"),
  ])
  func `are seen in the result and shadow those outside`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test(
    arguments: cases(
      """
      ["let","a",1] → : Expected at least 3 arguments, but found 2 instead.
      ["let","a",1,"b",2] → : Expected names and values in turn and a result, so an odd number of arguments.
      ["let","a-b",1,2] → [1]: Variable names must contain only alphanumeric characters or '_'.
      ["let",5,1,2] → [1]: Expected string, but found number instead.
      ["let","a",["var","a"],2] → [2][1]: Unknown variable "a". Make sure "a" has been bound in an enclosing "let" expression before using it.
      ["+",["let","a","s",["var","a"]],1] → [1][3]: Expected number but found string instead.
      """))
  func `report what is wrong with a name`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `keep what took long to work out`() throws {
    // 50 doublings, each reading the one before twice: 2^50 visits if nothing were kept.
    var expression = #"["var","v50"]"#
    for level in (1...50).reversed() {
      expression =
        #"["let","v\#(level)",["+",["var","v\#(level - 1)"],["var","v\#(level - 1)"]],\#(expression)]"#
    }
    try expect(value(#"["let","v0",["get","x"],\#(expression)]"#, #"{"x":1}"#), equals: "1125899906842624")
  }

  @Test func `are worked out only where they are read`() throws {
    let expression = #"["let","a",["+",["get","x"],1,2,3,4,5,6,7,8,9],["case",["has","x"],["var","a"],0]]"#
    try expect(value(expression), equals: "0")
    try expect(value(expression, #"{"x":0}"#), equals: "45")
  }
}

@Suite struct `Constancy` {
  private func flags(_ expression: String, _ spec: String = #"{"type":"number"}"#) throws -> [Bool?] {
    let answer = try reply("{\"expression\":\(expression),\"propertySpec\":\(spec)}")["compiled"]
    return [answer?["isFeatureConstant"]?.bool, answer?["isZoomConstant"]?.bool]
  }

  @Test func `flags show what a value depends on`() throws {
    try expect(flags("5"), equals: [true, true])
    try expect(flags(#"["get","x"]"#), equals: [false, true])
    try expect(flags(#"["get","x",["literal",{"x":1}]]"#), equals: [true, true])
    try expect(flags(#"["has","x",["properties"]]"#, "{}"), equals: [false, true])
    try expect(flags(#"["interpolate",["linear"],["zoom"],0,1,10,2]"#), equals: [true, false])
    try expect(flags(#"["interpolate",["linear"],["zoom"],0,["get","x"],10,2]"#), equals: [false, false])
    try expect(flags(#"["feature-state","x"]"#), equals: [false, true])
    try expect(flags(#"["let","unused",["get","x"],1]"#), equals: [false, true])
    try expect(flags(#"["global-state","x"]"#), equals: [true, true])
  }

  @Test(arguments: [
    #"["zoom"]"#, #"["+",["zoom"],1]"#, #"["*",2,["interpolate",["linear"],["zoom"],0,1,10,2]]"#,
    #"["step",["+",["zoom"],1],0,1,2]"#, #"["case",["get","x"],["step",["zoom"],0,1,2],1]"#,
    #"["let","z",["step",["zoom"],0,1,2],["var","z"]]"#,
    #"["step",["get","x"],["step",["zoom"],0,1,2],1,5]"#,
  ])
  func `the zoom is the input of a curve at the top`(expression: String) throws {
    try expect(
      value(expression, as: #"{"type":"number"}"#),
      equals:
        ": \"zoom\" expression may only be used as input to a top-level \"step\" or \"interpolate\" expression."
    )
  }

  @Test func `only one curve goes over the zoom`() throws {
    let expression = #"["interpolate",["linear"],["zoom"],0,["step",["zoom"],0,1,2],1,5]"#
    try expect(
      value(expression),
      equals: ": Only one zoom-based \"step\" or \"interpolate\" subexpression may be used in an expression.")
    #expect(
      try value(#"["coalesce",["step",["zoom"],1,5,2],["step",["zoom"],3,5,4]]"#).hasPrefix(": Only one"))
  }

  @Test func `let and coalesce are looked through`() throws {
    try expect(
      value(
        #"["let","a",["get","x"],["step",["zoom"],["var","a"],5,0]]"#, #"{"x":3}"#, as: #"{"type":"number"}"#),
      equals: "3")
    try expect(value(#"["coalesce",["step",["zoom"],1,5,2],9]"#, globals: #"{"zoom":5}"#), equals: "2")
  }

  @Test func `a property takes only what its specification allows`() throws {
    let constant =
      #"{"type":"number","property-type":"data-constant","expression":{"interpolated":false,"parameters":["zoom"]}}"#
    try expect(
      value(#"["get","x"]"#, as: constant),
      equals: ": data expressions not supported")
    try expect(
      value(#"["interpolate",["linear"],["zoom"],0,1,2,3]"#, as: constant),
      equals: ": \"interpolate\" expressions cannot be used with this property")
    try expect(value(#"["step",["zoom"],0,1,3]"#, as: constant), equals: "0")
    let none =
      #"{"type":"number","property-type":"constant","expression":{"interpolated":false,"parameters":[]}}"#
    try expect(
      value(#"["step",["zoom"],0,1,3]"#, as: none),
      equals: ": zoom expressions not supported")
  }

  @Test func `constants are worked out when compiling, and fail then`() throws {
    let sum = try JSONText(parsing: #"["+",1,["length","abc"]]"#).root
    try expect(
      CompiledExpression(compiling: sum, as: PropertySpecification(.number)).constant, equals: .number(4))
    try expect(value(#"["to-color","nope"]"#), equals: ": Could not parse color from value 'nope'")
    try expect(value(#"["+",1,["to-number","a"]]"#), equals: "[2]: Could not convert \"a\" to number.")
    try expect(value(#"["case",["has","x"],["error","late"],1]"#), equals: "1")
    let image = try JSONText(parsing: #"["image","pin"]"#).root
    try expect(
      CompiledExpression(compiling: image, as: PropertySpecification(.image)).constant, equals: nil)
  }
}
