import JSONDocument
@testable import MapStyle
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
    #expect(try value(expression, properties) == expected)
  }

  @Test func `the feature has its identifier and geometry`() throws {
    #expect(try value(#"["id"]"#, feature: #""id": 12"#) == "12")
    #expect(try value(#"["id"]"#) == "null")
    #expect(
      try value(#"["geometry-type"]"#, feature: #""geometry": {"type": "MultiPoint", "coordinates": []}"#)
        == "\"MultiPoint\"")
  }

  @Test func `ramps and reductions have inputs of their own`() throws {
    #expect(try value(#"["heatmap-density"]"#, globals: #"{"heatmapDensity": 0.25}"#) == "0.25")
    #expect(try value(#"["line-progress"]"#, globals: #"{"lineProgress": 0.5}"#) == "0.5")
    #expect(
      try value(#"["+",["accumulated"],["get","sum"]]"#, #"{"sum":2}"#, globals: #"{"accumulated": 40}"#)
        == "42")
    #expect(try value(#"["accumulated"]"#) == "null")
  }

  @Test func `global state is read when evaluating, never folded`() throws {
    let answer = try reply(
      #"{"expression":["global-state","size"],"globalState":{"size":3},"inputs":[[{},{}]]}"#)
    #expect(answer["outputs"]?.elements?.first?.number == 3)
    #expect(try value(#"["==",["global-state","x"],null]"#) == "true")
    #expect(try value(#"["global-state"]"#) == ": Expected 1 argument, but found 0 instead.")
    #expect(
      try value(#"["global-state",5]"#) == ": Global state property must be string, but found number instead."
    )
  }

  @Test func `an expression lists what it reads`() throws {
    let json = try JSONText(parsing: #"["+",["get","a"],["get","b"],["get","a"],["global-state","s"]]"#).root
    let inputs = try CompiledExpression(compiling: json, as: PropertySpecification(.number)).inputs
    #expect(inputs.propertyNames == ["a", "b"])
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
    #expect(try isWithin("Point", "[2,2]") == "true")
    #expect(try isWithin("Point", "[6,6]") == "false")
    #expect(try isWithin("Point", "[0,2]") == "false")
    #expect(try isWithin("MultiPoint", "[[1,1],[4,4]]") == "true")
    #expect(try isWithin("MultiPoint", "[[1,1],[6,4]]") == "false")
    #expect(try isWithin("LineString", "[[3,3],[4,1]]") == "true")
    #expect(try isWithin("LineString", "[[3,3],[6,6]]") == "false")
    #expect(try isWithin("Polygon", "[[[1,1],[2,1],[2,2],[1,1]]]") == "false")
    #expect(
      try value(#"["within",{"type":"Point","coordinates":[0,0]}]"#).hasPrefix(
        ": 'within' expression requires valid"))
  }

  @Test func `within sees through the antimeridian and around holes`() throws {
    let globals = #"{"canonicalID":{"z":0,"x":0,"y":0}}"#
    let wide =
      #"["within",{"type":"Polygon","coordinates":[[[-190,0],[-178,0],[-178,10],[-190,10],[-190,0]]]}]"#
    #expect(
      try value(wide, globals: globals, feature: #""geometry":{"type":"Point","coordinates":[175,5]}"#)
        == "true")
    let ring =
      #"["within",{"type":"Polygon","coordinates":[[[0,0],[40,0],[40,40],[0,40],[0,0]],[[10,10],[20,10],[20,20],[10,20],[10,10]]]}]"#
    #expect(
      try value(ring, globals: globals, feature: #""geometry":{"type":"Point","coordinates":[15,15]}"#)
        == "false")
    #expect(
      try value(ring, globals: globals, feature: #""geometry":{"type":"Point","coordinates":[5,5]}"#)
        == "true")
    #expect(
      try value(
        ring, globals: globals, feature: #""geometry":{"type":"LineString","coordinates":[[5,15],[25,15]]}"#)
        == "false")
  }
}
