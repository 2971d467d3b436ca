import Foundation
import MapFeatures
import TestSupport
import Testing

/// Random documents, written with random blanks, member orders and escapes.
struct RandomGeoJSON {
  var random: Seeded

  mutating func blank() -> String { random.chance(0.8) ? "" : [" ", "\n", "\r\n\t", "  "][random.below(4)] }

  mutating func number(_ limit: Double) -> String {
    switch random.below(8) {
    case 0: return String(random.below(Int(limit)))
    case 1: return "\(Double.random(in: -limit...limit, using: &random))"
    case 2: return String(format: "%.3e", Double.random(in: -limit...limit, using: &random))
    default:
      return String(format: "%.\(random.below(17))f", Double.random(in: -limit...limit, using: &random))
    }
  }

  mutating func string() -> String {
    let pieces = [
      "a", "Straße", "\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", "😀", "},{\\\"type", " ", "longer text here",
      "\\\\",
    ]
    return "\"" + (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined() + "\""
  }

  mutating func value(_ depth: Int) -> String {
    switch random.below(depth > 3 ? 5 : 7) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "false"
    case 3: return number(1000)
    case 4: return string()
    case 5:
      return "[" + (0..<random.below(4)).map { _ in blank() + value(depth + 1) }.joined(separator: ",") + "]"
    default: return object((0..<random.below(4)).map { ("k\($0)", value(depth + 1)) })
    }
  }

  mutating func object(_ members: [(String, String)]) -> String {
    let parts = members.shuffled(using: &random).map {
      blank() + "\"\($0)\"" + blank() + ":" + blank() + $1 + blank()
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  mutating func position() -> String {
    "[" + blank() + number(180) + "," + blank() + number(90) + (random.chance(0.1) ? ",7.5" : "") + blank()
      + "]"
  }

  mutating func positions(_ least: Int) -> String {
    "[" + (0..<(least + random.below(4))).map { _ in position() + blank() }.joined(separator: ",") + "]"
  }

  mutating func geometry() -> String {
    switch random.below(10) {
    case 0: return object([("type", "\"MultiPoint\""), ("coordinates", positions(1))])
    case 1: return object([("type", "\"LineString\""), ("coordinates", positions(2))])
    case 2:
      return object([("type", "\"Polygon\""), ("coordinates", "[" + positions(4) + "," + positions(4) + "]")])
    case 3: return "null"
    case 4:
      let odd = ["null", "[]", "[1]", "\"1,2\"", "[[1,2]]", "{}", "[\"1\",\"2\"]"]
      return object([("type", "\"Point\""), ("coordinates", odd[random.below(odd.count)])])
    default: return object([("type", "\"Point\""), ("coordinates", position())])
    }
  }

  mutating func feature() -> String {
    var members = [("type", "\"Feature\""), ("geometry", geometry())]
    if random.chance(0.9) {
      members.append(("properties", object((0..<random.below(4)).map { ("p\($0)", value(0)) })))
    }
    if random.chance(0.5) { members.append(("id", random.chance(0.5) ? string() : "\(random.below(100))")) }
    if random.chance(0.1) { members.append(("x", value(0))) }
    return object(members)
  }

  /// A feature without line ends.
  mutating func line() -> String {
    String(decoding: feature().utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }

  mutating func collection(_ count: Int) -> String {
    let regular = random.chance(0.5)
    let features = (0..<count).map { index in
      regular
        ? "{\"type\":\"Feature\",\"id\":\(index),\"geometry\":{\"type\":\"Point\",\"coordinates\":\(position())},"
          + "\"properties\":{\"name\":\(string()),\"nested\":[{\"type\":\"Feature\"},\n{\"type\":\"Feature\"}]}}"
        : feature()
    }
    return object([
      ("type", "\"FeatureCollection\""), ("features", "[" + features.joined(separator: ",\n") + "]"),
      ("n", value(0)),
    ])
  }
}

@Suite struct `GeoJSON against Foundation` {
  /// Foundation rounds numbers of many digits wrong in the last place; exactness is tested with strtod.
  private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-12 * max(1, abs(b)) }

  private func matches(_ value: PropertyValue, _ other: Any) -> Bool {
    switch value {
    case .null: return other is NSNull
    case .bool(let bool): return (other as? Bool) == bool
    case .number(let number): return near(number, other as? Double ?? .infinity)
    case .wholeNumber(let digits): return near(Double(digits) ?? 0, other as? Double ?? .infinity)
    case .string(let string): return (other as? String) == string
    case .array(let elements):
      guard let others = other as? [Any], others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy { matches($0, $1) }
    case .object(let members):
      guard let others = other as? [String: Any], others.count == members.count else { return false }
      return members.allSatisfy { member in others[member.name].map { matches(member.value, $0) } ?? false }
    }
  }

  @Test(arguments: 0..<40)
  func `gives the same places and properties`(seed: UInt64) throws {
    var source = RandomGeoJSON(random: Seeded(seed: seed))
    let text = source.collection(25)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let features = try #require(document["features"] as? [[String: Any]])
    let table = try read(text)
    var (point, shape) = (0, 0)
    for (index, feature) in features.enumerated() {
      let properties = feature["properties"] as? [String: Any] ?? [:]
      let geometry = feature["geometry"] as? [String: Any]
      let coordinates = geometry?["coordinates"]
      var expected: [[Double]] = []
      if let type = geometry?["type"] as? String {
        if type == "Point", let place = coordinates as? [Double], place.count >= 2 { expected = [place] }
        if type == "MultiPoint", let places = coordinates as? [[Double]] { expected = places }
        if let odd = expected.first, abs(odd[1]) > 90 || abs(odd[0]) > 540 { expected = [] }
        if type == "LineString" || type == "Polygon" {
          let found = table.shapes[shape]
          let paths =
            type == "LineString" ? [coordinates as? [[Double]] ?? []] : coordinates as? [[[Double]]] ?? []
          #expect((found.recordNumber, found.kind) == (index + 1, (type == "LineString" ? .line : .area)))
          expect(found.pathCount, equals: paths.count)
          for (index, path) in paths.enumerated() where index < found.pathCount {
            let vertices = found.coordinates(ofPath: index)
            expect(vertices.count, equals: path.count)
            #expect(zip(vertices, path).allSatisfy { near($0.longitude, $1[0]) && near($0.latitude, $1[1]) })
          }
          shape += 1
        }
      }
      for place in expected {
        try #require(point < table.points.count)
        expect(table.recordNumber(ofPoint: point), equals: index + 1)
        #expect(near(table.points.latitudes[point], place[1]))
        #expect(near(table.points.longitudes[point], place[0]))
        let found = table.properties(ofPoint: point)
        expect(found.count, equals: properties.count)
        #expect(
          found.allSatisfy { member in properties[member.name].map { matches(member.value, $0) } ?? false })
        if let id = feature["id"] { #expect(matches(table.identifier(ofPoint: point), id)) }
        point += 1
      }
    }
    #expect((point, shape) == (table.points.count, table.shapes.count))
  }

  @Test(arguments: 0..<10)
  func `does not depend on threads, chunks, blocks or pieces`(seed: UInt64) throws {
    var source = RandomGeoJSON(random: Seeded(seed: 500 + seed))
    let text = Array(source.collection(120).utf8)
    let whole = Contents { () throws(FeatureError) in try FeatureTable.read(ByteArray(text)) }
    for atEnd in [false, true] {
      let guarded = try #require(GuardedBytes(text, atEnd: atEnd))
      expect(Contents { () throws(FeatureError) in try FeatureTable.read(guarded) }, equals: whole)
    }
    for (threads, size) in [(1, 64), (2, 200), (4, 1000), (8, 64)] {
      let parts = Contents { () throws(FeatureError) in
        try InputReader.table(of: ByteArray(text), ReadingOptions(threads: threads), pieceSize: size)
      }
      expect(parts, equals: whole)
    }
    for blockSize in [16, 1000] {
      let parts = Contents { () throws(FeatureError) in
        try readStream(text, blockSize: blockSize, pieces: { 1 + source.random.below(300) })
      }
      expect(parts, equals: whole)
    }
  }

  @Test(arguments: 0..<10)
  func `lines do not depend on threads, chunks, blocks or pieces`(seed: UInt64) throws {
    var source = RandomGeoJSON(random: Seeded(seed: 900 + seed))
    let lines = (0..<100).map { _ in source.line() }
    for separator in ["", "\u{1E}"] {
      let text = Array(lines.map { separator + $0 + "\n" }.joined().utf8)
      let whole = Contents { () throws(FeatureError) in try FeatureTable.read(ByteArray(text)) }
      #expect(whole.lines.count > 10)
      for (threads, size) in [(1, 64), (4, 300)] {
        let parts = Contents { () throws(FeatureError) in
          try InputReader.table(of: ByteArray(text), ReadingOptions(threads: threads), pieceSize: size)
        }
        expect(parts, equals: whole)
      }
      let parts = Contents { () throws(FeatureError) in
        try readStream(text, blockSize: 64, pieces: { 1 + source.random.below(300) })
      }
      expect(parts, equals: whole)
    }
  }
}
