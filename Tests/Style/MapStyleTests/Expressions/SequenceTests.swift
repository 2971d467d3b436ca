import TestSupport
import Testing

@Suite struct `Sequences` {
  @Test(arguments: [
    (#"["at",1,["literal",[1,2,3]]]"#, "2"), (#"["length","a😀c"]"#, "3"),
    (#"["length",["literal",[1,2]]]"#, "2"),
    (#"["in","b","abc"]"#, "true"), (#"["in",2,["literal",[1,2]]]"#, "true"),
    (#"["in","2",["literal",[1,2]]]"#, "false"),
    (#"["in",null,["literal",[null]]]"#, "true"), (#"["in",true,["literal",[1]]]"#, "false"),
    (#"["in",2,"123"]"#, "true"), (#"["in","x",""]"#, "false"), (#"["in","x",null]"#, "false"),
    (#"["index-of","c","a😀c"]"#, "2"), (#"["index-of","z","abc"]"#, "-1"),
    (#"["index-of","a","abca",1]"#, "3"),
    (#"["index-of","","abc",2]"#, "2"), (#"["index-of",2,["literal",[0,1,2,0,1,2]],-1]"#, "5"),
    (#"["index-of","c","abcabc",-1]"#, "2"), (#"["index-of",null,["literal",[1,null]]]"#, "1"),
    (#"["index-of","a","abc",9]"#, "-1"), (#"["index-of","","abc",9]"#, "3"),
    (#"["slice","a😀cd",1,3]"#, "\"😀c\""), (#"["slice","abcd",-2]"#, "\"cd\""),
    (#"["slice","abcd",3,1]"#, "\"\""),
    (#"["slice",["literal",[1,2,3,4,5]],-4,-2]"#, "[2,3]"), (#"["slice",["literal",[1,2,3]],1,99]"#, "[2,3]"),
    (#"["slice","abc",1e300]"#, "\"\""), (#"["slice","abc",-1e300]"#, "\"abc\""),
  ])
  func `count characters and elements`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test(
    arguments: triples(
      """
      ["at",["get","i"],["literal",[1,2,3]]] → {"i":3} → failure: Array index out of bounds: 3 > 2.
      ["at",["get","i"],["literal",[1,2,3]]] → {"i":-1} → failure: Array index out of bounds: -1 < 0.
      ["at",["get","i"],["literal",[1,2,3]]] → {"i":0.5} → failure: Array index must be an integer, but found 0.5 instead.
      ["at",0,["get","a"]] → {"a":"x"} → failure: Expected value to be of type array, but found string instead.
      ["in",["get","n"],"abc"] → {"n":[1]} → failure: Expected first argument to be of type boolean, string, number or null, but found array<number, 1> instead.
      ["in","a",["get","h"]] → {"h":5} → failure: Expected second argument to be of type array or string, but found number instead.
      ["slice",["get","s"],0] → {"s":5} → failure: Expected first argument to be of type array or string, but found number instead.
      ["length",["get","s"]] → {"s":5} → failure: Expected value to be of type string or array, but found number instead.
      """))
  func `fail when evaluated where a type does not fit`(
    expression: String, properties: String, expected: String
  ) throws {
    try expect(value(expression, properties), equals: expected)
  }

  @Test(
    arguments: cases(
      """
      ["at",1] → : Expected 2 arguments, but found 1 instead.
      ["length",5] → : Expected argument of type string or array, but found number instead.
      ["slice",true,0] → : Expected first argument to be of type array or string, but found boolean instead
      ["in",["literal",[1]],"a"] → : Expected first argument to be of type boolean, string, number or null, but found array<number, 1> instead
      ["index-of","a"] → : Expected 2 or 3 arguments, but found 1 instead.
      ["slice","abc"] → : Expected 2 or 3 arguments, but found 1 instead.
      """))
  func `do not compile where a type cannot fit`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `an element has its list's type`() throws {
    try expect(type(#"["at",["get","i"],["literal",["a","b"]]]"#), equals: "string")
    try expect(
      value(#"["at",1,["literal",[1,2,3]]]"#, as: #"{"type":"string"}"#),
      equals: "[2]: Expected array<string> but found array<number, 3> instead.")
    try expect(type(#"["slice",["array","number",["get","a"]],1]"#), equals: "array<number>")
  }
}
