import MapFeatures
import MapGeometry
import TestSupport
import Testing

@Suite struct `Features laid out alike` {
  /// A feature, and the place that it has; `nil` for one that is skipped.
  private typealias Sample = (text: String, place: [Double]?)

  /// Most are laid out as the first, the others differ from it in one thing.
  private static func sample(_ number: Int, _ kind: Int) -> Sample {
    let (x, y) = (Double(number % 359) - 179, Double(number % 179) - 89)
    let point = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(x),\(y)]}"
    func feature(_ id: String, _ members: String, _ geometry: String = point) -> String {
      "{\"type\":\"Feature\",\"id\":\(id),\"properties\":{\(members)},\(geometry)}"
    }
    let members = "\"name\":\"no \(number)\",\"open\":true,\"tags\":[\(number),null]"
    switch kind {
    case 1: return (feature("null", "\"name\":\"\",\"open\":false,\"tags\":[\"a \\\" b\",-1.5e3]"), [x, y])
    case 2: return (feature("7", "\"name\":{\"type\":\"Point\"},\"open\":true,\"tags\":[1,2]"), [x, y])
    case 3: return (feature("7", "\"name\":\"x\",\"open\":true,\"tags\":[1,2,3]"), [x, y])
    case 4: return (feature("7", "\"Name\":\"x\",\"open\":true,\"tags\":[1,2]"), [x, y])
    case 5:
      let high = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(x),\(y),12.5]}"
      return (feature("7", members, high), [x, y])
    case 6:
      let turned = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(x + 360),\(y)]}"
      return (feature("7", members, turned), [x, y])
    case 7: return (feature("7", members, "\"geometry\":{\"type\":\"Point\",\"coordinates\":[0,91]}"), nil)
    case 8: return (feature("7", members, "\"geometry\":null"), nil)
    case 9:
      return (feature("7", members, "\"geometry\":{\"type\":\"Pointy\",\"coordinates\":[1,2]}"), nil)
    case 10:
      return (feature("7", members, "\"geometry\":{\"coordinates\":[\(x),\(y)],\"type\":\"Point\"}"), [x, y])
    case 11: return ("{\"type\":\"Feature\", \"id\": 7, \(point), \"properties\": {}}", [x, y])
    default: return (feature("\(number)", members), [x, y])
    }
  }

  @Test(arguments: 1...24)
  func `are read as features that are not`(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    // Sometimes most are alike, sometimes few.
    let samples = (0..<400).map { number in
      Self.sample(
        number,
        seed % 3 == 0 || Int.random(in: 0..<4, using: &random) == 0
          ? Int.random(in: 0..<12, using: &random) : 0)
    }
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":[" + samples.map { $0.text }.joined(separator: ",") + "]}"
    let table = try read(text)
    expect(table.places, equals: samples.compactMap { $0.place })
    expect(table.skipped.count, equals: samples.count { $0.place == nil })
    let rows = samples.indices.filter { samples[$0].place != nil }
    expect(rows.indices.map { table.recordNumber(ofPoint: $0) }, equals: rows.map { $0 + 1 })
    let lines = try read(samples.map { $0.text }.joined(separator: "\n"))
    #expect((lines.places, lines.skipped.count) == (table.places, table.skipped.count))
  }

  @Test(arguments: [
    "{\"type\":\"Feature\",\"id\":3,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}",
    "{\"type\":\"Feature\",\"id\":03,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
    "{\"type\":\"Feature\",\"id\":\"\t\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
    "{\"type\":\"Feature\",\"id\":nul,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
    "{\"type\":\"Feature\",\"id\":3,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}]",
    "{\"type\":\"Feature\",\"id\":3,,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
  ])
  func `have the faults of features that are not`(broken: String) throws {
    let whole = "{\"type\":\"Feature\",\"id\":1,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}"
    func faultOfLast(after count: Int) -> String {
      let features = Array(repeating: whole, count: count) + [broken]
      return fault(
        "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "]}")
    }
    let alone = faultOfLast(after: 0)
    #expect(alone.hasPrefix("2:"))
    expect(faultOfLast(after: 20), equals: "2" + alone)
  }
}
