import JSONDocument
import MapFeatures
import TestSupport
import Testing

@Suite struct `The limit of points` {
  private static let rows = "lon,lat\n" + (0..<100).map { "\($0),1\n" }.joined()

  /// Inputs, and how the record begins that is too much.
  private static let inputs: [(text: String, record: String)] = [
    (rows, "99,1\n"),
    ("[" + (0..<100).map { "{\"lon\":\($0),\"lat\":1}" }.joined(separator: ",") + "]", "{\"lon\":99"),
    (
      (0..<100).map { "{\"type\":\"Point\",\"coordinates\":[\($0),1]}\n" }.joined(),
      "{\"type\":\"Point\",\"coordinates\":[99"
    ),
    (
      "{\"type\":\"LineString\",\"coordinates\":[\((0..<100).map { "[\($0),1]" }.joined(separator: ","))]}",
      "{"
    ),
  ]

  @Test(arguments: inputs)
  func `is one for all that is kept of an input, and names the record beyond`(
    text: String, record: String
  ) throws {
    var options = ReadingOptions()
    options.pointLimit = 100
    #expect(fault(text, options).hasPrefix("no fault"))
    options.pointLimit = 99
    let before = text[..<(text.firstRange(of: record)?.lowerBound ?? text.startIndex)].split(
      separator: "\n", omittingEmptySubsequences: false)
    let place = "\(before.count):\((before.last?.count ?? 0) + 1)"
    let message = "there are more than 99 points and vertices; raise --max-points, or bring fewer"
    expect(fault(text, options), equals: "\(place): \(message)")
    let stream = Contents { () throws(FeatureError) in
      try readStream(Array(text.utf8), options, blockSize: 64, pieces: { 50 })
    }
    expect(stream.lines, equals: ["\(place) \(message)"])
  }

  @Test(arguments: [1, 4]) func `names the same record on any number of threads`(threads: Int) throws {
    let text = "lon,lat\n" + String(repeating: "13,52\n", count: 400_000)
    var options = ReadingOptions(threads: threads)
    options.pointLimit = 200_000
    expect(
      fault(text, options),
      equals: "200002:1: there are more than 200000 points and vertices; raise --max-points, or bring fewer")
  }

  @Test func `skips decimal commas beside good rows, and refuses them alone`() throws {
    let table = try read("lon,lat\n1,2\n\"13,4\",\"52,5\"\n3,4\n\"13,4\",\"52,5\"\n")
    expect(table.points.longitudes, equals: [1, 3])
    expect(
      table.skipped.text.spelled(SettingSpelling(.options)),
      equals:
        "2 of 4 records skipped, the first in line 3: \"13,4\" has a decimal comma; set --decimal comma, or write numbers with a decimal point"
    )
    expect(
      fault("lon|lat\n13,4|52,5\n"),
      equals: "2:1: \"13,4\" has a decimal comma; set --decimal comma, or write numbers with a decimal point")
    let stream = Contents { () throws(FeatureError) in
      try readStream(Array("lon|lat\n13,4|52,5\n13,4|52,5\n".utf8), blockSize: 16, pieces: { 7 })
    }
    expect(
      stream.lines,
      equals: [
        "2:1 \"13,4\" has a decimal comma; set --decimal comma, or write numbers with a decimal point"
      ])
  }
}
