import JSONDocument
import TestSupport
import Testing

@Suite struct `Tables without formulas` {
  @Test(arguments: [
    ("a,b\n", "a,b\n"), ("=1,b\r\n@x,-y\r\n", "'=1,b\r\n'@x,'-y\r\n"),
    ("\"=1,2\",\"a\"\"=b\"\n", "\"'=1,2\",\"a\"\"=b\"\n"),
    ("-1,+1,-1.5e-3,-1e,-.5", "-1,+1,-1.5e-3,'-1e,'-.5"),
    ("\"\"\"=1\"\"\",x\n", "\"\"\"=1\"\"\",x\n"), (",,\n\n=\n", ",,\n\n'=\n"),
    ("\"\n=1\",\"\t2\"", "\"'\n=1\",\"'\t2\""),
    ("\u{FF1D}1,\u{FF21}\n", "'\u{FF1D}1,\u{FF21}\n"), ("", ""), ("-", "'-"), ("\"=", "\"'="),
  ])
  func `have an apostrophe before each field that would be calculated`(table: String, safe: String) {
    expect(String(decoding: withoutFormulas(Array(table.utf8)), as: UTF8.self), equals: safe)
  }
}

@Suite struct `Lines of diagnostics` {
  @Test(arguments: [
    ("a.csv", #""file":"a.csv","line":null,"column":null"#),
    ("a:b.csv:3", #""file":"a:b.csv","line":3,"column":null"#),
    ("a.json:12:4", #""file":"a.json","line":12,"column":4"#),
    ("3", #""file":"3","line":null,"column":null"#),
  ])
  func `take file, line and column from a place`(place: String, members: String) {
    let line = diagnosticLine(.warning, code: "x", place: place, message: "a \"b\"")
    expect(
      String(decoding: line, as: UTF8.self),
      equals: #"{"severity":"warning","code":"x",\#(members),"message":"a \"b\""}"# + "\n")
  }
}
