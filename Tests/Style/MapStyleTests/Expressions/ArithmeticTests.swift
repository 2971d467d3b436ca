import TestSupport
import Testing

@Suite struct `Arithmetic` {
  @Test(arguments: [
    (#"["+"]"#, "0"), (#"["+",1,2,3]"#, "6"), (#"["*"]"#, "1"), (#"["*",2,3,4]"#, "24"),
    (#"["-",5]"#, "-5"), (#"["-",5,3]"#, "2"), (#"["/",1,4]"#, "0.25"), (#"["/",1,0]"#, "null"),
    (#"["%",5,3]"#, "2"), (#"["%",-5,3]"#, "-2"), (#"["^",2,10]"#, "1024"), (#"["^",1,["/",1,0]]"#, "null"),
    (#"["min"]"#, "null"), (#"["min",3,1,2]"#, "1"), (#"["max",3,1,2]"#, "3"),
    (#"["min",1,["sqrt",-1]]"#, "null"),
    (#"["abs",-3]"#, "3"), (#"["ceil",1.2]"#, "2"), (#"["floor",-1.2]"#, "-2"), (#"["sqrt",9]"#, "3"),
    (#"["ln",["e"]]"#, "1"), (#"["log10",1000]"#, "3"), (#"["log2",1024]"#, "10"),
    (#"["/",["ln",8],["ln2"]]"#, "3"), (#"["sin",0]"#, "0"), (#"["cos",["pi"]]"#, "-1"), (#"["tan",0]"#, "0"),
    (#"["asin",0]"#, "0"), (#"["acos",1]"#, "0"), (#"["*",4,["atan",1]]"#, "3.141592653589793"),
  ])
  func `has the mathematician's answers`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test(arguments: [
    (0.5, "1"), (-0.5, "-1"), (1.5, "2"), (-1.5, "-2"), (2.4, "2"), (-2.6, "-3"), (0.49999999999999994, "0"),
  ])
  func `rounds halves away from zero`(number: Double, expected: String) throws {
    try expect(value("[\"round\",[\"get\",\"x\"]]", "{\"x\":\(number)}"), equals: expected)
  }

  @Test func `wants numbers`() throws {
    try expect(value(#"["+",1,"2"]"#), equals: "[2]: Expected number but found string instead.")
    try expect(
      value(#"["/",1]"#), equals: ": Expected arguments of type (number, number), but found (number) instead."
    )
    try expect(
      value(#"["-",1,2,3]"#),
      equals:
        ": Expected arguments of type (number, number) | (number), but found (number, number, number) instead."
    )
    try expect(
      value(#"["+",1,["get","x"]]"#, #"{"x":"2"}"#),
      equals: "failure: Expected value to be of type number, but found string instead.")
    try expect(
      value(#"["+",1,["get","x"]]"#),
      equals: "failure: Expected value to be of type number, but found null instead.")
  }
}
