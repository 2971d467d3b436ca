import MapFeatures
import TestSupport
import Testing

/// Properties of lines and areas are read from where the reader noted that they begin.
@Suite struct ShapePropertyTests {
  private static let line = #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#

  private func property(_ text: String) throws -> PropertyValue? {
    let table = try FeatureTable.read(ByteArray(Array(text.utf8)))
    return try #require(table.shapes.first).property("name")
  }

  @Test(
    arguments: [
      (#"{"type":"Feature","properties":{"name":"a"},"geometry":\#(line)}"#, PropertyValue.string("a")),
      (#"{"type":"Feature","geometry":\#(line),"properties": {"name" : "b"}}"#, .string("b")),
      (#"{"geometry":\#(line),"properties":{"name":"c"},"type":"Feature"}"#, .string("c")),
      (
        #"{"type":"Feature","properties":{"name":"d"},"geometry":\#(line),"properties":{"name":"e"}}"#,
        .string("e")
      ),
      (#"{"type":"Feature","geometry":\#(line),"properties":{"name":1,"name":"f"}}"#, .string("f")),
      (
        #"{"type":"Feature","id":7,"properties":{"name":{"deep":[1,{}]}},"geometry":\#(line)}"#,
        .object([.init(name: "deep", value: .array([.number(1), .object([])]))])
      ),
    ])
  func `Properties are found before and behind the geometry, the last ones counting`(
    _ text: String, _ value: PropertyValue
  ) throws {
    try expect(property(text), equals: value)
  }

  @Test(
    arguments: [
      #"{"type":"Feature","geometry":\#(line)}"#,
      #"{"type":"Feature","properties":null,"geometry":\#(line)}"#,
      #"{"type":"Feature","properties":{"name":"a"},"geometry":\#(line),"properties":null}"#,
      #"{"type":"Feature","properties":{"other":1},"geometry":\#(line)}"#, line,
    ])
  func `A feature without properties has none`(_ text: String) throws {
    try expect(property(text), equals: nil)
  }

  @Test func `Each feature of many has its own, also where several threads read`() throws {
    let features = (0..<4000).map {
      #"{"type":"Feature","geometry":\#(Self.line),"properties":{"name":"n\#($0)"}}"#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let table = try FeatureTable.read(ByteArray(Array(text.utf8)), options: .init(threads: 4))
    expect(table.shapes.map { $0.property("name") }, equals: (0..<4000).map { .string("n\($0)") })
  }
}
