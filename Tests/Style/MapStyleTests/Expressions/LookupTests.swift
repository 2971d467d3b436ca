import JSONDocument
@testable import MapStyle
import TestSupport
import Testing

@Suite struct `Looking things up` {
  @Test(arguments: [
    (#"["get","x"]"#, #"{"x":1}"#, "1"),
    (#"["get","x"]"#, #"{"x":null}"#, "null"),
    (#"["get","x"]"#, #"{}"#, "null"),
    (#"["get",["get","k"]]"#, #"{"k":"x","x":"deep"}"#, "\"deep\""),
    (#"["get","y",["literal",{"y":7}]]"#, #"{}"#, "7"),
    (#"["get",["get","k"],["literal",{"é":1}]]"#, #"{"k":"e\u0301"}"#, "null"),
    (#"["get","a",["get","o"]]"#, #"{"o":{"a":[1]}}"#, "[1]"),
    (
      #"["get","a",["get","o"]]"#, #"{"o":5}"#,
      "failure: Expected value to be of type object, but found number instead."
    ),
    (#"["has","x"]"#, #"{"x":null}"#, "true"),
    (#"["has","x"]"#, #"{"y":1}"#, "false"),
    (#"["has","a",["literal",{"a":null}]]"#, #"{}"#, "true"),
    (#"["properties"]"#, #"{"b":1,"a":2}"#, #"{"b":1,"a":2}"#),
    (#"["feature-state","hover"]"#, #"{"hover":1}"#, "null"),
  ])
  func `properties are values, missing ones null`(expression: String, properties: String, expected: String)
    throws
  {
    try expect(value(expression, properties), equals: expected)
  }

  @Test func `the feature has its identifier and geometry`() throws {
    try expect(value(#"["id"]"#, feature: #""id": 12"#), equals: "12")
    try expect(value(#"["id"]"#), equals: "null")
    try expect(
      value(#"["geometry-type"]"#, feature: #""geometry": {"type": "MultiPoint", "coordinates": []}"#),
      equals: "\"MultiPoint\"")
  }

  @Test func `ramps and reductions have inputs of their own`() throws {
    try expect(value(#"["heatmap-density"]"#, globals: #"{"heatmapDensity": 0.25}"#), equals: "0.25")
    try expect(value(#"["line-progress"]"#, globals: #"{"lineProgress": 0.5}"#), equals: "0.5")
    try expect(
      value(#"["+",["accumulated"],["get","sum"]]"#, #"{"sum":2}"#, globals: #"{"accumulated": 40}"#),
      equals: "42")
    try expect(value(#"["accumulated"]"#), equals: "null")
  }

  @Test func `global state is read when evaluating, never folded`() throws {
    let answer = try reply(
      #"{"expression":["global-state","size"],"globalState":{"size":3},"inputs":[[{},{}]]}"#)
    expect(answer["outputs"]?.elements?.first?.number, equals: 3)
    try expect(value(#"["==",["global-state","x"],null]"#), equals: "true")
    try expect(value(#"["global-state"]"#), equals: ": Expected 1 argument, but found 0 instead.")
    try expect(
      value(#"["global-state",5]"#),
      equals: ": Global state property must be string, but found number instead."
    )
  }

  @Test func `an expression lists what it reads`() throws {
    let json = try JSONText(parsing: #"["+",["get","a"],["get","b"],["get","a"],["global-state","s"]]"#).root
    let inputs = try CompiledExpression(compiling: json, as: PropertySpecification(.number)).inputs
    expect(inputs.propertyNames, equals: ["a", "b"])
    #expect(!inputs.reads(.wholeFeature))
    #expect(inputs.reads(.globalState))
    let computed = try JSONText(parsing: #"["get",["get","k"]]"#).root
    #expect(
      try CompiledExpression(compiling: computed, as: PropertySpecification(nil)).inputs.reads(.wholeFeature)
    )
  }

  @Test func `within takes points and lines inside areas, never on their edges`() throws {
    let square = #"["within",{"type":"Polygon","coordinates":[[[0,0],[0,5],[5,5],[5,0],[0,0]]]}]"#
    func isWithin(_ type: String, _ coordinates: String) throws -> String {
      try value(
        square, globals: #"{"canonicalID":{"z":3,"x":3,"y":3}}"#,
        feature: #""geometry":{"type":"\#(type)","coordinates":\#(coordinates)}"#)
    }
    try expect(isWithin("Point", "[2,2]"), equals: "true")
    try expect(isWithin("Point", "[6,6]"), equals: "false")
    try expect(isWithin("Point", "[0,2]"), equals: "false")
    try expect(isWithin("MultiPoint", "[[1,1],[4,4]]"), equals: "true")
    try expect(isWithin("MultiPoint", "[[1,1],[6,4]]"), equals: "false")
    try expect(isWithin("LineString", "[[3,3],[4,1]]"), equals: "true")
    try expect(isWithin("LineString", "[[3,3],[6,6]]"), equals: "false")
    try expect(isWithin("Polygon", "[[[1,1],[2,1],[2,2],[1,1]]]"), equals: "false")
    #expect(
      try value(#"["within",{"type":"Point","coordinates":[0,0]}]"#).hasPrefix(
        ": 'within' expression requires valid"))
  }

  @Test func `within sees through the antimeridian and around holes`() throws {
    let globals = #"{"canonicalID":{"z":0,"x":0,"y":0}}"#
    let wide =
      #"["within",{"type":"Polygon","coordinates":[[[-190,0],[-178,0],[-178,10],[-190,10],[-190,0]]]}]"#
    try expect(
      value(wide, globals: globals, feature: #""geometry":{"type":"Point","coordinates":[175,5]}"#),
      equals: "true")
    let ring =
      #"["within",{"type":"Polygon","coordinates":[[[0,0],[40,0],[40,40],[0,40],[0,0]],[[10,10],[20,10],[20,20],[10,20],[10,10]]]}]"#
    try expect(
      value(ring, globals: globals, feature: #""geometry":{"type":"Point","coordinates":[15,15]}"#),
      equals: "false")
    try expect(
      value(ring, globals: globals, feature: #""geometry":{"type":"Point","coordinates":[5,5]}"#),
      equals: "true")
    try expect(
      value(
        ring, globals: globals, feature: #""geometry":{"type":"LineString","coordinates":[[5,15],[25,15]]}"#),
      equals: "false")
  }
}
