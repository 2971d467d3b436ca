import JSONDocument
import TestSupport
import Testing

@Suite struct `A diagnostic` {
  private let path = JSONPath().appending("layers").appending(0).appending("paint").appending("circle-radius")

  @Test func `is one line with place, path, message and code`() {
    let diagnostic = Diagnostic(
      .error, code: "wrong-type", path: path, position: TextPosition(line: 16, column: 24),
      message: "expected number, found \"big\"; write a number or an expression")
    expect(
      diagnostic.text(file: "night.json"),
      equals:
        "night.json:16:24: error: layers[0].paint.circle-radius: expected number, found \"big\"; write a number or an expression [wrong-type]"
    )
  }

  @Test func `leaves out place and path it does not have, and counts`() {
    let diagnostic = Diagnostic(
      .warning, code: "no-glyph", path: JSONPath(), position: nil, message: "no font has U+0B95", count: 3)
    expect(
      diagnostic.text(file: "a.json"), equals: "a.json: warning: no font has U+0B95 [no-glyph] (3 times)")
  }

  @Test func `never breaks the line or commands the terminal`() {
    let diagnostic = Diagnostic(
      .info, code: "x", path: JSONPath([.key("a\nb")]), position: nil,
      message: "found \u{1B}[31m\u{202E}é\u{7F}")
    expect(
      diagnostic.text(file: "ev\u{1B}il\r.json"),
      equals: "ev\\u001bil\\u000d.json: info: [\"a\\u000ab\"]: found \\u001b[31m\\u202eé\\u007f [x]")
    expect(escapedForMessage("a\u{61C}b\u{200E}"), equals: "a\\u061cb\\u200e")
  }

  @Test func `is written as JSON`() throws {
    var json = JSONWriter()
    Diagnostic(
      .error, code: "c", path: path, position: TextPosition(line: 3, column: 5), message: "m\n", count: 2
    ).write(to: &json)
    expect(
      json.text,
      equals:
        #"{"severity":"error","code":"c","path":"layers[0].paint.circle-radius","pointer":"/layers/0/paint/circle-radius","line":3,"column":5,"message":"m\n","count":2}"#
    )
    var placeless = JSONWriter()
    Diagnostic(.info, code: "c", path: JSONPath(), position: nil, message: "m").write(to: &placeless)
    expect(
      placeless.text,
      equals:
        #"{"severity":"info","code":"c","path":"","pointer":"","line":null,"column":null,"message":"m"}"#)
  }

  @Test func `orders severities from harmless to fatal`() {
    expect([.error, .info, .warning].max(), equals: Diagnostic.Severity.error)
    #expect(Diagnostic.Severity.info < .warning)
  }

  // RFC 6901 §5.
  @Test(arguments: [
    ("a/b", "/a~1b", "[\"a/b\"]"), ("m~n", "/m~0n", "[\"m~n\"]"), ("", "/", "[\"\"]"), (" ", "/ ", "[\" \"]"),
    ("clustersnap:sources", "/clustersnap:sources", "clustersnap:sources"), ("k\"l", "/k\"l", "[\"k\\\"l\"]"),
  ])
  func `paths are pointers and dotted`(key: String, pointer: String, dotted: String) {
    expect(JSONPath([.key(key)]).pointer, equals: pointer)
    expect(JSONPath([.key(key)]).dotted, equals: dotted)
  }
}
