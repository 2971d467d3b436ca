import TestSupport
import Testing

@Suite struct `Text` {
  @Test(arguments: [
    (#"["concat"]"#, "\"\""), (#"["concat","a",1,true,null]"#, "\"a1true\""),
    (
      #"["concat",["rgb",255,0,0],["literal",[1,"b",{"c":null}]]]"#,
      #""rgba(255,0,0,1)[1,\"b\",{\"c\":null}]""#
    ),
    (
      #"["concat",1e21,"/",1e-7,"/",0.1,"/",-0.0,"/",123456789012345680000]"#,
      "\"1e+21/1e-7/0.1/0/123456789012345680000\""
    ),
    (#"["upcase","straße é"]"#, "\"STRASSE É\""), (#"["downcase","ÀÉ"]"#, "\"àé\""),
    (#"["split","a,b,,c",","]"#, #"["a","b","","c"]"#), (#"["split","añ",""]"#, #"["a","ñ"]"#),
    (#"["split","abc","x"]"#, #"["abc"]"#),
    (#"["split","aXXb","XX"]"#, #"["a","b"]"#),
    (#"["join",["literal",["a","b","c"]],", "]"#, "\"a, b, c\""), (#"["join",["literal",[]],","]"#, "\"\""),
    (#"["is-supported-script","हिन्दी"]"#, "true"),
    (#"["to-string",null]"#, "\"\""), (#"["to-string",true]"#, "\"true\""),
    (#"["to-string",["literal",[1,2]]]"#, "\"[1,2]\""),
    (#"["to-string",["rgba",26,207,26,0.73]]"#, "\"rgba(26,207,26,0.73)\""),
    (#"["to-string",["format","a",{},"b"]]"#, "\"ab\""), (#"["to-string",["image","pin"]]"#, "\"pin\""),
  ])
  func `is made as JavaScript makes it`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `joins only text`() throws {
    try expect(
      value(#"["join",["literal",[1]],","]"#),
      equals: "[1]: Expected array<string> but found array<number, 1> instead.")
    try expect(
      value(#"["upcase",["get","x"]]"#, #"{"x":1}"#),
      equals: "failure: Expected value to be of type string, but found number instead.")
  }

  @Test func `is formatted in sections`() throws {
    let format =
      #"["format","a",{},"b",{"font-scale":2},["get","x"],{"text-font":["literal",["a","b"]],"text-color":"lime","vertical-align":"top"},["image","pin"]]"#
    let expected =
      #"{"sections":[{"text":"a","image":null,"scale":null,"fontStack":null,"textColor":null,"verticalAlign":null},"#
      + #"{"text":"b","image":null,"scale":2,"fontStack":null,"textColor":null,"verticalAlign":null},"#
      + #"{"text":"5","image":null,"scale":null,"fontStack":"a,b","textColor":{"r":0,"g":1,"b":0,"a":1},"verticalAlign":"top"},"#
      + #"{"text":"","image":{"name":"pin","available":true},"scale":null,"fontStack":null,"textColor":null,"verticalAlign":null}]}"#
    try expect(value(format, #"{"x":5}"#, globals: #"{"availableImages":["pin"]}"#), equals: expected)
    try expect(type(format), equals: "formatted")
  }

  @Test(arguments: [
    (#"["format"]"#, ": Expected at least one argument."),
    (#"["format",{}]"#, ": First argument must be an image or text section."),
    (#"["format",5]"#, ": Formatted text type must be 'string', 'value', 'image' or 'null'."),
    (#"["format","a",{"font-scale":"b"}]"#, "[1]: Expected number but found string instead."),
    (
      #"["format","a",{"vertical-align":"up"}]"#,
      ": 'vertical-align' must be one of: 'bottom', 'center', 'top' but found 'up' instead."
    ),
    (#"["image"]"#, ": Expected 1 argument, but found 0 instead."),
    (#"["image",5]"#, "[1]: Expected string but found number instead.; : No image name provided."),
  ])
  func `reports what cannot be formatted`(expression: String, expected: String) throws {
    try expect(value(expression), equals: expected)
  }

  @Test func `values become text in sections where that is wanted`() throws {
    let spec = #"{"type":"formatted"}"#
    let plain =
      #"{"sections":[{"text":"5","image":null,"scale":null,"fontStack":null,"textColor":null,"verticalAlign":null}]}"#
    try expect(value(#"["get","x"]"#, #"{"x":5}"#, as: spec), equals: plain)
    try expect(value(#"["to-string",["get","x"]]"#, #"{"x":5}"#, as: spec), equals: plain)
    try expect(value(#"["+",1,2]"#, as: spec), equals: ": Expected formatted but found number instead.")
    try expect(
      value(#"["get","x"]"#, #"{"x":"pin"}"#, as: #"{"type":"resolvedImage"}"#),
      equals: #"{"name":"pin","available":false}"#)
  }
}

@Suite struct `Number formatting` {
  private func formatted(_ number: String, _ options: String) throws -> String {
    try value("[\"number-format\",[\"get\",\"x\"],\(options)]", "{\"x\":\(number)}")
  }

  // Answers of Intl.NumberFormat.
  @Test(arguments: [
    ("1234567.891", "{}", "1,234,567.891"), ("1234.5678", "{}", "1,234.568"), ("0", "{}", "0"),
    ("-1234", "{}", "-1,234"),
    ("999.9996", "{}", "1,000"), ("1e21", "{}", "1,000,000,000,000,000,000,000"), ("1.5e-7", "{}", "0"),
    ("4.45", #"{"max-fraction-digits":1}"#, "4.5"), ("2.5", #"{"max-fraction-digits":0}"#, "3"),
    ("4", #"{"min-fraction-digits":1}"#, "4.0"),
    (
      "987654321.234567", #"{"min-fraction-digits":15,"max-fraction-digits":20}"#,
      "987,654,321.234567000000000"
    ),
    ("987654321.234567", #"{"min-fraction-digits":2,"max-fraction-digits":4}"#, "987,654,321.2346"),
    ("1234.5", #"{"locale":"de"}"#, "1.234,5"), ("1234.5", #"{"locale":"fr-FR"}"#, "1\u{202F}234,5"),
    ("1234567", #"{"locale":"de-CH"}"#, "1’234’567"), ("1234567", #"{"locale":"en-IN"}"#, "12,34,567"),
    ("1234", #"{"locale":"es"}"#, "1234"), ("12345", #"{"locale":"es"}"#, "12.345"),
    ("1234567", #"{"locale":"sv-SE"}"#, "1\u{A0}234\u{A0}567"),
    ("123456.789", #"{"locale":"en-US","currency":"USD"}"#, "$123,456.79"),
    ("123456.789", #"{"locale":"de-DE","currency":"EUR"}"#, "123.456,79\u{A0}€"),
    ("123456.789", #"{"locale":"ja-JP","currency":"JPY"}"#, "￥123,457"),
    ("-5", #"{"currency":"CHF"}"#, "-CHF\u{A0}5.00"),
    ("1234.567", #"{"unit":"meter"}"#, "1,234.567 m"), ("1234.567", #"{"unit":"celsius"}"#, "1,234.567°C"),
    ("1", #"{"unit":"day"}"#, "1 day"), ("2", #"{"unit":"day"}"#, "2 days"),
  ])
  func `is that of JavaScript`(number: String, options: String, expected: String) throws {
    try expect(formatted(number, options), equals: "\"\(expected)\"")
  }

  @Test func `reports what it cannot do`() throws {
    try expect(
      formatted("1", #"{"currency":["get","c"]}"#),
      equals: "failure: Expected value to be of type string, but found null instead.")
    try expect(
      formatted("1", #"{"currency":["concat",["get","x"],"€"]}"#),
      equals: "failure: \"1€\" is no currency; write three letters such as EUR.")
    try expect(
      formatted("1", #"{"unit":["concat",["get","x"],"-league"]}"#),
      equals: "failure: \"1-league\" is no unit known here; write one such as kilometer.")
    #expect(
      try formatted("1", #"{"min-fraction-digits":["get","x"],"max-fraction-digits":0}"#).hasPrefix(
        "failure: 1 fraction digits are not possible"))
    #expect(
      try formatted("1", #"{"max-fraction-digits":["*",["get","x"],1e9]}"#).hasPrefix(
        "failure: 1000000000 fraction digits"))
    try expect(
      formatted("1", #"{"currency":"EUR","unit":"meter"}"#),
      equals: ": NumberFormat options currency and unit exclude each other; write one of them.")
    try expect(formatted("1", "5"), equals: ": NumberFormat options argument must be an object.")
  }
}
