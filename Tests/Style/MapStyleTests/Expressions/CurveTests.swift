import JSONDocument
import MapStyle
import TestSupport
import Testing

@Suite struct `Curves` {
  @Test(arguments: [(-1, "20"), (99, "20"), (100, "30"), (749.5, "30"), (750, "40"), (1e9, "40")])
  func `a step holds from its stop on`(count: Double, expected: String) throws {
    try expect(value(#"["step",["get","n"],20,100,30,750,40]"#, "{\"n\":\(count)}"), equals: expected)
  }

  @Test func `long curves find their stop by halving`() throws {
    let stops = (1...40).map { "\($0 * 10),\($0)" }.joined(separator: ",")
    for n in [5.0, 10, 15, 199, 200, 395, 400, 500] {
      try expect(
        value("[\"step\",[\"get\",\"n\"],0,\(stops)]", "{\"n\":\(n)}"), equals: "\(min(40, Int(n / 10)))")
      let line = try value("[\"interpolate\",[\"linear\"],[\"get\",\"n\"],0,0,\(stops)]", "{\"n\":\(n)}")
      expect(Double(line), equals: min(40, n / 10))
    }
  }

  @Test(
    arguments: [
      (#"["linear"]"#, 5.0, 0.5), (#"["linear"]"#, 2.5, 0.25), (#"["exponential",1]"#, 5, 0.5),
      // 2^x - 1 over 2^10 - 1
      (#"["exponential",2]"#, 5, 31.0 / 1023), (#"["exponential",0.5]"#, 1, 512.0 / 1023),
      // CSS's `ease` at half time, from the specification of CSS easing functions; `ease-in-out` is symmetric.
      (#"["cubic-bezier",0.25,0.1,0.25,1]"#, 5, 0.8024033877399112),
      (#"["cubic-bezier",0.42,0,0.58,1]"#, 5, 0.5),
      (#"["cubic-bezier",0,0,1,1]"#, 3, 0.3), (#"["cubic-bezier",1,0,0,1]"#, 5, 0.5),
    ] as [(String, Double, Double)])
  func `interpolation eases as it is set`(easing: String, x: Double, expected: Double) throws {
    let result = try value("[\"interpolate\",\(easing),[\"get\",\"x\"],0,0,10,1]", "{\"x\":\(x)}")
    #expect(abs(try #require(Double(result)) - expected) < 1e-6)
  }

  @Test func `outside its stops a curve is level`() throws {
    let curve = #"["interpolate",["linear"],["get","x"],0,1,10,2]"#
    try expect(value(curve, #"{"x":-5}"#), equals: "1")
    try expect(value(curve, #"{"x":50}"#), equals: "2")
    try expect(value(curve), equals: "failure: Expected value to be of type number, but found null instead.")
    try expect(
      value(#"["step",["sqrt",["get","x"]],0,1,2]"#, #"{"x":-1}"#), equals: "failure: Input is not a number.")
    try expect(value(#"["interpolate",["linear"],["get","x"],0,7]"#), equals: "7")
  }

  @Test func `colors mix unpremultiplied and come out premultiplied`() throws {
    let color = #"{"type":"color"}"#
    let curve = #"["interpolate",["linear"],["get","x"],0,"rgba(255,0,0,0)",1,"rgba(255,0,0,1)"]"#
    try expect(value(curve, #"{"x":0.5}"#, as: color), equals: "[0.5,0,0,0.5]")
    try expect(
      value(
        #"["interpolate",["linear"],["get","x"],0,"red",1,["rgb",0,0,255]]"#, #"{"x":0.5}"#, as: color),
      equals: "[0.5,0,0.5,1]")
    try expect(
      value(#"["to-rgba",["interpolate",["linear"],0.5,0,["rgba",0,0,255,0],1,["rgba",0,0,255,0.5]]]"#),
      equals: "[0,0,255,0.25]")
  }

  private func mixed(_ name: String, _ from: String, _ to: String, _ t: Double) throws -> [Double] {
    let text = try value(
      "[\"to-rgba\",[\"\(name)\",[\"linear\"],[\"get\",\"t\"],0,[\"to-color\",\"\(from)\"],1,[\"to-color\",\"\(to)\"]]]",
      "{\"t\":\(t)}")
    return try JSONText(parsing: text).root.elements?.compactMap(\.number) ?? []
  }

  @Test func `the middle of black and white is lightness 50`() throws {
    // L* = 50 is #777777, a published value.
    for name in ["interpolate-lab", "interpolate-hcl"] {
      let channels = try mixed(name, "black", "white", 0.5)
      #expect(channels.dropLast().allSatisfy { abs($0 - 118.9) < 0.3 })
    }
  }

  @Test func `other spaces give the stops back`() throws {
    for name in ["interpolate-lab", "interpolate-hcl"] {
      // Between two equal colors nothing changes, so this runs through both conversions.
      for (color, expected) in [
        ("#c86432", [200.0, 100, 50]), ("#0000ff", [0, 0, 255]), ("#808080", [128, 128, 128]),
      ] {
        let channels = try mixed(name, color, color, 0.3)
        #expect(zip(channels, expected).allSatisfy { abs($0 - $1) < 0.05 }, "\(name) \(color) \(channels)")
      }
    }
  }

  @Test func `red to blue by hue passes the published colors`() throws {
    // Numbers of the style specification's own fixtures, to six digits.
    let channels = try mixed("interpolate-hcl", "red", "blue", 0.4)
    #expect(zip(channels, [255, 0, 0.425112 * 255, 1]).allSatisfy { abs($0 - $1) < 0.001 })
    let faded = try value(
      #"["interpolate-hcl",["linear"],["get","x"],0,"red",1,"rgba(0,0,255,0)"]"#, #"{"x":0.4}"#)
    let premultiplied = try JSONText(parsing: faded).root.elements?.compactMap(\.number) ?? []
    #expect(zip(premultiplied, [0.6, 0, 0.255067, 0.6]).allSatisfy { abs($0 - $1) < 0.000001 })
  }

  @Test func `hue goes the shorter way and gray takes the other's`() throws {
    // From magenta (hue 328°) to orange (hue 60°) the short way leads through reds: green stays low.
    let short = try mixed("interpolate-hcl", "#ff00ff", "#ff8000", 0.5)
    #expect(short[0] > 240)
    #expect(short[1] < 110)
    // A gray has no hue: red to gray stays reddish, so red is the largest channel.
    let faded = try mixed("interpolate-hcl", "#ff0000", "#808080", 0.5)
    #expect(faded[0] > faded[1])
    #expect(faded[0] > faded[2])
  }

  @Test(arguments: [
    (
      #"{"type":"array","value":"number","length":2}"#, #"["literal",[0,10]]"#, #"["literal",[10,30]]"#,
      "[5,20]"
    ),
    (#"{"type":"padding"}"#, "2", #"["literal",[2,4]]"#, #"{"values":[2,3,2,3]}"#),
    (#"{"type":"numberArray"}"#, "1", "3", #"{"values":[2]}"#),
    (#"{"type":"colorArray"}"#, "\"black\"", "\"white\"", #"{"values":[{"r":0.5,"g":0.5,"b":0.5,"a":1}]}"#),
    (
      #"{"type":"variableAnchorOffsetCollection"}"#, #"["literal",["top",[0,1]]]"#,
      #"["literal",["top",[2,3]]]"#,
      #"{"values":["top",[1,2]]}"#
    ),
    (
      #"{"type":"projectionDefinition"}"#, "\"mercator\"", "\"globe\"",
      #"{"from":"mercator","to":"globe","transition":0.5}"#
    ),
  ])
  func `lists mix element by element`(spec: String, from: String, to: String, expected: String) throws {
    try expect(
      value("[\"interpolate\",[\"linear\"],[\"get\",\"x\"],0,\(from),1,\(to)]", #"{"x":0.5}"#, as: spec),
      equals: expected)
  }

  @Test func `lists of different lengths or anchors do not mix`() throws {
    let anchors = #"{"type":"variableAnchorOffsetCollection"}"#
    let curve =
      #"["interpolate",["linear"],["get","x"],0,["literal",["top",[0,1]]],1,["literal",["left",[0,1]]]]"#
    try expect(
      value(curve, #"{"x":0.5}"#, as: anchors),
      equals: "failure: Cannot interpolate values containing mismatched anchors. from[0]: top, to[0]: left")
    try expect(
      value(
        #"["interpolate",["linear"],["get","x"],0,1,1,["literal",[1,2]]]"#, #"{"x":0.5}"#,
        as: #"{"type":"numberArray"}"#
      ), equals: "failure: numberArray: Arrays have mismatched length (1 vs. 2), cannot interpolate.")
  }

  @Test(
    arguments: cases(
      """
      ["interpolate",["linear"],1,0] → : Expected at least 4 arguments, but found only 3.
      ["interpolate",["linear"],1,0,1,2] → : Expected an even number of arguments.
      ["interpolate",["exponential","a"],1,0,1] → [1][1]: Exponential interpolation requires a numeric base.
      ["interpolate",["cubic-bezier",0,0,2,1],1,0,1] → [1]: Cubic bezier interpolation requires four numeric arguments with values between 0 and 1.
      ["interpolate",["quadratic"],1,0,1] → [1][0]: Unknown interpolation type quadratic
      ["interpolate",["linear"],1,1,1,1,2] → [5]: Input/output pairs for "interpolate" expressions must be arranged with input values in strictly ascending order.
      ["step",1,0,["get","x"],2] → [3]: Input/output pairs for "step" expressions must be defined using literal numeric values (not computed expressions) for the input values.
      ["interpolate",["linear"],1,0,"a",1,"b"] → : Type string is not interpolatable.
      ["interpolate",["linear"],1,0,["array",["get","x"]],1,["array",["get","y"]]] → : Type array is not interpolatable.
      ["interpolate",["linear"],"a",0,1] → [2]: Expected number but found string instead.
      ["step",1,0] → : Expected at least 4 arguments, but found only 2.
      ["step",["get","x"],"black",0,"invalid",10,"blue"] → ok
      """))
  func `report what is wrong with them`(expression: String, expected: String) throws {
    if expected == "ok" {
      try expect(
        value(expression, as: #"{"type":"color"}"#), equals: "[4]: Could not parse color from value 'invalid'"
      )
    } else {
      try expect(value(expression), equals: expected)
    }
  }
}
