import TestSupport
import Testing

@Suite struct `Comparisons` {
  @Test(
    arguments: triples(
      #"""
      ["==",["get","a"],["get","b"]] → {"a":1,"b":1} → true
      ["==",["get","a"],["get","b"]] → {"a":1,"b":"1"} → false
      ["!=",["get","a"],["get","b"]] → {"a":1,"b":"1"} → true
      ["==",["get","a"],["get","b"]] → {"a":null} → true
      ["==",["get","a"],["get","b"]] → {"a":[1],"b":[1]} → false
      ["==",["get","a"],"é"] → {"a":"e\u0301"} → false
      ["==",["sqrt",["get","a"]],["sqrt",["get","a"]]] → {"a":-1} → false
      ["!=",["sqrt",["get","a"]],1] → {"a":-1} → true
      ["<",["get","a"],["get","b"]] → {"a":"a","b":"b"} → true
      ["<",["get","a"],["get","b"]] → {"a":"Z","b":"a"} → true
      ["<",["get","a"],["get","b"]] → {"a":"😀","b":"\uFF5E"} → true
      ["<=",["get","a"],2] → {"a":2} → true
      [">",3,["get","a"]] → {"a":2} → true
      [">=",["get","a"],"b"] → {"a":"a"} → false
      ["<",["get","a"],2] → {"a":"1"} → failure: Expected value to be of type number, but found string instead.
      ["<",["get","a"],["get","b"]] → {"a":1,"b":"2"} → failure: Expected arguments for "<" to be (string, string) or (number, number), but found (number, string) instead.
      """#))
  func `are strict about types`(expression: String, properties: String, expected: String) throws {
    try expect(value(expression, properties), equals: expected)
  }

  @Test(arguments: [
    (#"["==",1]"#, ": Expected two or three arguments."),
    (#"["==",1,"1"]"#, ": Cannot compare types 'number' and 'string'."),
    (#"["<",true,false]"#, "[1]: \"<\" comparisons are not supported for type 'boolean'."),
    (#"["==",["literal",[1]],1]"#, "[1]: \"==\" comparisons are not supported for type 'array<number, 1>'."),
    (#"["<",1,["literal",{}]]"#, "[2]: \"<\" comparisons are not supported for type 'object'."),
    (#"["<",1,2,["collator",{}]]"#, ": Cannot use collator to compare non-string types."),
  ])
  func `report what cannot be compared`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test(arguments: [
    ("a", "A", false, false, "==", "true"), ("a", "A", true, false, "==", "false"),
    ("a", "ä", false, false, "==", "true"),
    ("a", "ä", false, true, "==", "false"), ("a", "ä", false, true, "<", "true"),
    ("ä", "b", false, true, "<", "true"),
    ("a", "A", true, true, "<", "true"), ("Ä", "a\u{308}", false, true, "==", "true"),
    ("ß", "ss", false, false, "==", "true"),
    ("z", "Ä", true, true, ">", "true"), ("a1", "ab", false, false, "<", "true"),
    ("a b", "ab", false, false, "<", "true"),
    ("Łódź", "lodz", false, false, "==", "true"), ("α", "b", false, false, ">", "true"),
  ])
  func `with a collator order as dictionaries do`(
    a: String, b: String, isCase: Bool, isDiacritic: Bool, name: String, expected: String
  ) throws {
    let expression =
      #"["\#(name)",["get","a"],["get","b"],["collator",{"case-sensitive":\#(isCase),"diacritic-sensitive":\#(isDiacritic)}]]"#
    try expect(value(expression, #"{"a":"\#(a)","b":"\#(b)"}"#), equals: expected)
  }

  @Test func `a collator reports its language`() throws {
    try expect(value(#"["resolved-locale",["collator",{"locale":"de-at"}]]"#), equals: "\"de-AT\"")
    try expect(value(#"["resolved-locale",["collator",{}]]"#), equals: "\"en-US\"")
    try expect(value(#"["==",["get","a"],["get","b"],["collator",{}]]"#, #"{"a":1,"b":1}"#), equals: "true")
    try expect(value(#"["collator",5]"#), equals: ": Collator options argument must be an object.")
  }
}
