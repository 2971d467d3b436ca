import JSONDocument
import MapStyle
import TestSupport
import Testing

@Suite struct `Legacy functions` {
  private let number = #"{"type":"number"}"#
  private let stepped =
    #"{"type":"string","default":"none","expression":{"interpolated":false,"parameters":["zoom","feature"]}}"#

  @Test func `over the zoom interpolate or step as the property does`() throws {
    let stops = #"{"stops":[[0,0],[10,100]]}"#
    try expect(value(stops, as: number, globals: #"{"zoom":5}"#), equals: "50")
    try expect(
      value(#"{"base":2,"stops":[[0,0],[10,1023]]}"#, as: number, globals: #"{"zoom":5}"#), equals: "31")
    try expect(value(#"{"stops":[[0,"a"],[10,"b"]]}"#, as: stepped, globals: #"{"zoom":9}"#), equals: "\"a\"")
    try expect(
      value(#"{"type":"interval","stops":[[5,1]]}"#, as: number, globals: #"{"zoom":0}"#), equals: "1")
    try expect(type(stops, as: number), equals: "number")
  }

  @Test(arguments: [("{\"p\":0.5}", "50"), ("{\"p\":-5}", "0"), ("{}", "-1"), ("{\"p\":\"a\"}", "-1")])
  func `exponential ones run along a property`(properties: String, expected: String) throws {
    try expect(
      value(#"{"property":"p","stops":[[0,0],[1,100]],"default":-1}"#, properties, as: number),
      equals: expected
    )
  }

  @Test func `without a default a missing property is an error`() throws {
    try expect(
      value(#"{"property":"p","stops":[[0,0],[1,100]]}"#, as: number),
      equals: "failure: Expected value to be of type number, but found null instead.")
  }

  @Test(arguments: [("{\"p\":\"a\"}", "\"A\""), ("{\"p\":\"c\"}", "\"none\""), ("{}", "\"none\"")])
  func `categorical ones match`(properties: String, expected: String) throws {
    try expect(
      value(
        #"{"type":"categorical","property":"p","stops":[["a","A"],["b","B"],["b","again"]]}"#, properties,
        as: stepped), equals: expected)
  }

  @Test func `categories can be truths and numbers, defaults the function's own`() throws {
    let truths = #"{"type":"categorical","property":"p","stops":[[true,"yes"],[false,"no"]],"default":"?"}"#
    try expect(value(truths, #"{"p":false}"#, as: stepped), equals: "\"no\"")
    try expect(value(truths, #"{"p":"false"}"#, as: stepped), equals: "\"?\"")
    let lists =
      #"{"type":"array","value":"number","default":[-1],"expression":{"interpolated":false,"parameters":["zoom","feature"]}}"#
    let function = #"{"type":"categorical","property":"p","stops":[[0,[0]],[1,[1]]]}"#
    try expect(value(function, #"{"p":1}"#, as: lists), equals: "[1]")
    try expect(value(function, #"{"p":"0"}"#, as: lists), equals: "[-1]")
    #expect(
      try value(#"{"type":"categorical","property":"p","stops":[[0,1]]}"#, #"{"p":5}"#, as: number).hasPrefix(
        "failure: The function has no stop"))
  }

  @Test(arguments: [("{\"p\":1.5}", "\"a\""), ("{\"p\":11}", "\"b\""), ("{\"p\":-1}", "\"a\"")])
  func `intervals hold from their stop on`(properties: String, expected: String) throws {
    try expect(
      value(#"{"type":"interval","property":"p","stops":[[0,"a"],[10,"b"]]}"#, properties, as: stepped),
      equals: expected)
  }

  @Test func `identity takes the property as it is`() throws {
    let identity = #"{"type":"identity","property":"p"}"#
    try expect(value(identity, #"{"p":3}"#, as: number), equals: "3")
    try expect(
      value(identity, #"{"p":3}"#, as: #"{"type":"string"}"#),
      equals: "failure: Expected value to be of type string, but found number instead.")
    try expect(value(identity, #"{"p":"red"}"#, as: #"{"type":"color"}"#), equals: "[1,0,0,1]")
    try expect(
      value(
        #"{"property":"p","default":[-1]}"#, #"{"p":"wrong"}"#, as: #"{"type":"array","value":"number"}"#),
      equals: "[-1]")
    try expect(
      value(
        #"{"property":"p","default":"b"}"#, #"{"p":"z"}"#, as: #"{"type":"enum","values":{"a":{},"b":{}}}"#),
      equals: "\"b\"")
    try expect(
      value(
        #"{"property":"p","default":"b"}"#, #"{"p":"a"}"#, as: #"{"type":"enum","values":{"a":{},"b":{}}}"#),
      equals: "\"a\"")
  }

  @Test(arguments: [
    ("{}", "-1"), ("{\"p\":-1}", "1"), ("{\"p\":0.5}", "1.5"), ("{\"p\":2}", "2"), ("{\"p\":\"0\"}", "-1"),
  ])
  func `over zoom and property interpolate both`(properties: String, expected: String) throws {
    let function =
      #"{"property":"p","stops":[[{"zoom":0,"value":0},0],[{"zoom":0,"value":1},1],[{"zoom":1,"value":0},2],[{"zoom":1,"value":1},3]],"default":-1}"#
    try expect(value(function, properties, as: number, globals: #"{"zoom":0.5}"#), equals: expected)
  }

  @Test func `over zoom and property have their base along the zoom only`() throws {
    let function =
      #"{"property":"p","base":2,"stops":[[{"zoom":0,"value":0},"black"],[{"zoom":0,"value":1},"white"],[{"zoom":1,"value":0},"black"]]}"#
    try expect(value(function, #"{"p":0.5}"#, as: #"{"type":"color"}"#), equals: "[0.5,0.5,0.5,1]")
  }

  @Test func `color spaces are chosen by name`() throws {
    let color = #"{"type":"color"}"#
    let lab = try value(
      #"{"colorSpace":"lab","stops":[[0,"black"],[1,"white"]]}"#, as: color, globals: #"{"zoom":0.5}"#)
    let plain = try value(#"{"stops":[[0,"black"],[1,"white"]]}"#, as: color, globals: #"{"zoom":0.5}"#)
    expect(plain, equals: "[0.5,0.5,0.5,1]")
    #expect(lab.hasPrefix("[0.46"))
  }

  @Test func `tokens in outputs are filled in`() throws {
    let spec = #"{"type":"string","tokens":true}"#
    let function = #"{"type":"interval","stops":[[0,"0 {a}"],[1,"{b}"]]}"#
    try expect(value(function, #"{"a":"a","b":2}"#, as: spec), equals: "\"0 a\"")
    try expect(value(function, #"{"a":"a","b":2}"#, as: spec, globals: #"{"zoom":1}"#), equals: "\"2\"")
    try expect(value(function, as: spec), equals: "\"0 \"")
  }

  @Test(
    arguments: cases(
      """
      {"stops":[]} → : A function's stops must be a list with at least one [input, output] pair.
      {"stops":[[1]]} → : A stop must be a list of an input and an output.
      {} → : A function needs stops, a property or both; a plain object is no value.
      {"type":"linear","stops":[[0,1]]} → : Unknown function type "linear"; write exponential, interval, categorical or identity.
      {"property":"p","stops":[[{"zoom":0,"value":0},0],[1,2]]} → : A stop's input must be an object with zoom and value, as the first one is.
      """))
  func `report what is wrong with them`(function: String, expected: String) throws {
    try expect(value(function, as: number), equals: expected)
  }
}

@Suite struct `Tokens` {
  @Test(arguments: [
    ("{name} x", "Ulm x"), ("a{b}c{name}", "acUlm"), ("{}", "{}"), ("{name", "{name"), ("}{name}{", "}Ulm{"),
    ("{a{name}", "{aUlm"), ("plain", "plain"), ("{n}", "42"),
  ])
  func `in plain text read properties`(text: String, expected: String) throws {
    let spec = #"{"type":"string","tokens":true}"#
    try expect(value("\"\(text)\"", #"{"name":"Ulm","n":42}"#, as: spec), equals: "\"\(expected)\"")
    try expect(value("\"\(text)\"", #"{"name":"Ulm"}"#, as: #"{"type":"string"}"#), equals: "\"\(text)\"")
  }
}
