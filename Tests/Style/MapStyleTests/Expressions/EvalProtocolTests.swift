import JSONDocument
@testable import MapStyle
import TestSupport
import Testing

@Suite struct `The eval protocol` {
  private func text(_ line: String) -> String {
    String(decoding: answer(evalRequest: Array(line.utf8)), as: UTF8.self)
  }

  @Test func `answers every input in order`() {
    expect(
      text(
        #"{"expression":["get","x"],"propertySpec":{"type":"number"},"inputs":[[{},{"properties":{"x":1}}],[{},{}]]}"#
      ),
      equals:
        #"{"compiled":{"result":"success","type":"number","isFeatureConstant":false,"isZoomConstant":true},"outputs":[1,{"error":"Expected value to be of type number, but found null instead."}]}"#
    )
    expect(
      text(#"{"expression":1}"#),
      equals:
        #"{"compiled":{"result":"success","type":"number","isFeatureConstant":true,"isZoomConstant":true},"outputs":[]}"#
    )
  }

  @Test func `reports compile errors with their place`() {
    expect(
      text(#"{"expression":["+",1,["-","a"]]}"#),
      equals:
        #"{"compiled":{"result":"error","errors":[{"key":"[2][1]","error":"Expected number but found string instead."}]}}"#
    )
  }

  @Test(arguments: [
    ("nope", "The line is not JSON: "), ("", "The line is not JSON: "), ("[1]", "Expected an object with"),
    ("{}", "The request has no"), (#"{"expression":[1"#, "The line is not JSON: "),
    ("{\"expression\":\u{1}}", "The line is not JSON: "),
  ])
  func `answers what it cannot read`(line: String, beginning: String) throws {
    let errors = try reply(line)["compiled"]?["errors"]?.elements
    expect(errors?.count, equals: 1)
    expect(errors?.first?["error"]?.string?.hasPrefix(beginning), equals: true)
    expect(errors?.first?["key"]?.string?.isEmpty, equals: true)
  }

  @Test func `lets inputs be of any shape`() throws {
    let answer = try reply(
      #"{"expression":["get","x"],"inputs":[[],5,[{}],[{},{"properties":null}],[null,{"properties":{"x":true}}]]}"#
    )
    expect(answer["outputs"]?.elements?.map(\.isNull), equals: [true, true, true, true, false])
  }

  @Test func `reads properties in the specification's form`() throws {
    let json = try JSONText(
      parsing:
        #"{"type":"array","value":"enum","values":{"a":{},"b":{}},"length":2,"minimum":0,"maximum":1,"tokens":true,"default":["a","b"],"property-type":"cross-faded","expression":{"interpolated":true,"parameters":["zoom"]}}"#
    ).root
    let spec = PropertySpecification(json: json)
    expect(
      spec,
      equals: PropertySpecification(
        .array(.string, length: 2), defaultValue: .array([.string("a"), .string("b")]), values: ["a", "b"],
        acceptsTokens: true, dependence: .zoom, isInterpolated: true))
    expect(PropertySpecification(json: nil), equals: PropertySpecification(nil))
    expect(
      PropertySpecification(json: try JSONText(parsing: #"{"type":"color","default":"white"}"#).root)
        .defaultValue, equals: .color(.white))
    expect(
      PropertySpecification(json: try JSONText(parsing: #"{"type":"unheard"}"#).root).type, equals: nil)
  }

  @Test func `writes numbers that are none as null`() throws {
    try expect(value(#"["/",1,["get","x"]]"#, #"{"x":0}"#), equals: "null")
    try expect(value(#"["sqrt",["get","x"]]"#, #"{"x":-1}"#), equals: "null")
  }

  @Test func `lists every operator once`() {
    let names = OperatorDescription.all.map(\.name)
    expect(Set(names).count, equals: names.count)
    let wanted = """
      get has in index-of length slice at ! != < <= == > >= all any case coalesce match step interpolate zoom + - * / % ^ min max round abs ceil floor sqrt log10 ln log2 ln2 pi e
      sin cos tan asin acos atan concat upcase downcase to-string number-format format image string number boolean array object typeof to-number to-boolean to-color literal rgb rgba
      to-rgba let var properties geometry-type id accumulated global-state interpolate-hcl interpolate-lab collator resolved-locale within join split is-supported-script
      heatmap-density line-progress feature-state error distance elevation semiliteral
      """
    expect(Set(names), equals: Set(wanted.split(whereSeparator: \.isWhitespace).map(String.init)))
    expect(
      OperatorDescription.all.first { $0.name == "-" }?.signature,
      equals: "(number, number) | (number) -> number")
  }
}

@Suite struct `Hostile expressions` {
  @Test func `text cannot grow without limit`() throws {
    var expression = #"["var","v40"]"#
    for level in (1...40).reversed() {
      expression =
        #"["let","v\#(level)",["concat",["var","v\#(level - 1)"],["var","v\#(level - 1)"]],\#(expression)]"#
    }
    let doubled = #"["let","v0",["concat",["get","x"]],\#(expression)]"#
    try expect(
      value(doubled, #"{"x":"ab"}"#),
      equals: "failure: The text is longer than 1000000 bytes; join fewer pieces.")
    #expect(
      try value(doubled.replacing(#"["get","x"]"#, with: "\"ab\"")).hasSuffix(
        "The text is longer than 1000000 bytes; join fewer pieces."))
  }

  @Test func `nesting beyond the limit is an error`() throws {
    var json = JSONValue(.number(1), at: TextPosition(line: 1, column: 1))
    for _ in 0..<500 {
      json = JSONValue(.array([JSONValue(.string("-"), at: json.position), json]), at: json.position)
    }
    #expect(throws: ExpressionErrors.self) {
      try CompiledExpression(compiling: json, as: PropertySpecification(.number))
    }
    var filter = JSONValue(
      .array([JSONValue(.string("!has"), at: json.position), JSONValue(.string("a"), at: json.position)]),
      at: json.position)
    for _ in 0..<500 {
      filter = JSONValue(.array([JSONValue(.string("none"), at: json.position), filter]), at: json.position)
    }
    #expect(throws: ExpressionErrors.self) { try FeatureFilter(compiling: filter, consequence: "") }
  }

  @Test func `a match of thousands of labels is quick to compile and ask`() throws {
    let labels = (0..<20_000).map { "\($0),\($0 % 7)" }.joined(separator: ",")
    try expect(value("[\"match\",[\"get\",\"x\"],\(labels),-1]", #"{"x":19999}"#), equals: "0")
  }

  @Test func `an error at the bottom of a deep tree is reported once`() throws {
    var expression = #"["all",1,true]"#
    for _ in 0..<28 { expression = "[\"all\",\(expression),true]" }
    let reported = try value(expression)
    #expect(reported.hasSuffix(": Expected boolean but found number instead."))
    #expect(!reported.contains(";"))
  }
}
