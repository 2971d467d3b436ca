import Foundation
import JSONDocument
import TestSupport
import Testing

@Suite struct `JSON writer` {
  private func write(_ layout: JSONWriter.Layout) -> String {
    var json = JSONWriter(layout: layout)
    json.object { json in
      json.member("type", "FeatureCollection")
      json.member("none", nil as String?)
      json.key("features")
      json.array { json in
        for number in 1...2 {
          json.object { json in
            json.member("id", number)
            json.key("at")
            json.array { json in
              json.number(13.37782912345, decimals: 7)
              json.number(-0.0, decimals: 7)
            }
          }
        }
      }
      json.key("empty")
      json.array { _ in }
      json.member("half", 0.5)
      json.member("yes", true)
    }
    return json.text
  }

  @Test func `is compact when asked`() {
    expect(
      write(.compact),
      equals:
        #"{"type":"FeatureCollection","none":null,"features":[{"id":1,"at":[13.3778291,0]},{"id":2,"at":[13.3778291,0]}],"empty":[],"half":0.5,"yes":true}"#
    )
  }

  @Test func `indents as JSON.stringify does`() {
    expect(
      write(.indented),
      equals: """
        {
          "type": "FeatureCollection",
          "none": null,
          "features": [
            {
              "id": 1,
              "at": [
                13.3778291,
                0
              ]
            },
            {
              "id": 2,
              "at": [
                13.3778291,
                0
              ]
            }
          ],
          "empty": [],
          "half": 0.5,
          "yes": true
        }
        """)
  }

  @Test func `puts a feature on a line`() {
    expect(
      write(.lines(levels: 2)),
      equals: """
        {
          "type": "FeatureCollection",
          "none": null,
          "features": [
            {"id": 1, "at": [13.3778291, 0]},
            {"id": 2, "at": [13.3778291, 0]}
          ],
          "empty": [],
          "half": 0.5,
          "yes": true
        }
        """)
  }

  @Test func `escapes what JSON.stringify escapes`() {
    var json = JSONWriter()
    json.string("\"\\/\u{8}\u{C}\n\r\t\u{1}\u{1F}\u{7F}é😀\u{2028}")
    expect(json.text, equals: "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u{7F}é😀\u{2028}\"")
  }

  @Test func `writes null for what JSON cannot hold`() {
    var json = JSONWriter()
    json.array { json in
      json.number(Double.nan)
      json.number(-Double.infinity)
      json.number(Double.nan, decimals: 2)
      json.number(UInt64.max)
    }
    expect(json.text, equals: "[null,null,null,18446744073709551615]")
  }

  @Test(arguments: [JSONWriter.Layout.compact, .indented, .lines(levels: 1)])
  func `is read back, by us and by Foundation, as what was written`(layout: JSONWriter.Layout) throws {
    let source = #"{"a": [1, 2.5, -1e-7, true, null, {"b\n\u0000\"": "é\\😀", "": []}], "c": {}}"#
    let value = try JSONText(parsing: source).root
    var json = JSONWriter(layout: layout)
    json.value(value)
    var again = JSONWriter()
    again.value(try JSONText(parsing: json.bytes).root)
    var compact = JSONWriter()
    compact.value(value)
    expect(again.bytes, equals: compact.bytes)
    let ours = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? NSDictionary
    let theirs = try JSONSerialization.jsonObject(with: Data(source.utf8)) as? NSDictionary
    expect(ours, equals: theirs)
    #expect(ours != nil)
  }

  @Test func `hands its output over in blocks`() {
    var json = JSONWriter()
    json.beginArray()
    json.number(1)
    let first = json.takeBytes()
    json.raw(Array("{\"x\":1}".utf8))
    json.endArray()
    json.lineFeed()
    json.null()
    expect(String(decoding: first + json.takeBytes(), as: UTF8.self), equals: "[1,{\"x\":1}]\nnull")
    #expect(json.bytes.isEmpty)
  }
}
