import JSONDocument
import MapFeatures
import TestSupport
import Testing

@Suite struct `Messages` {
  @Test func `name what is wrong and what to do`() {
    let header = (1...14).map { "c\($0)" }
    let messages: [(FeatureProblem, String)] = [
      (
        .columnNotFound(.latitude, header: header),
        "no latitude column in the header "
          + header.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
          + " and 2 more; name it with --latitude COLUMN (a name or a number)"
      ),
      (
        .unreadableHeader,
        "the first line is no header and no row of numbers; expected names such as longitude,latitude"
      ),
      (
        .longHeader(limit: 1 << 20),
        "the first line does not end within 1 MB; end the header with a line end, or close its quote"
      ),
      (
        .json(.unexpected(0x0A, expected: "a value")),
        "expected a value, found the end of the line; correct the JSON here"
      ),
      (.json(.unexpected(0x20, expected: "x")), "expected x, found a blank; correct the JSON here"),
      (.json(.unexpected(0x80, expected: "x")), "expected x, found byte 0x80; correct the JSON here"),
      (
        .notGeoJSON(type: "a\u{1B}[31m"),
        "an object of type \"a\\u001b[31m\" is no GeoJSON; "
          + "expected a FeatureCollection, Feature or geometry"
      ),
      (.nothingUsable(SkippedRecords()), "there is no record in it; expected at least one"),
    ]
    for (problem, message) in messages {
      expect(FeatureError(problem).text.spelled(SettingSpelling(.options)), equals: message)
    }
  }

  @Test func `stay on one line and short whatever the data hold`() {
    let text = String(repeating: "x", count: 100) + "\n"
    expect(text.forMessage, equals: String(repeating: "x", count: 40) + "…")
    expect("a\nb\u{85}".forMessage, equals: "a\\u000ab\\u0085")
  }

  @Test func `count records`() {
    let first = SkippedRecords.Example(line: 6, reason: .notNumber(.latitude))
    expect(
      SkippedRecords(count: 3, total: 60, first: first).description,
      equals: "3 of 60 records skipped, the first in line 6: latitude is no number")
    expect(SkippedRecords(count: 0, total: 1).description, equals: "0 of 1 record skipped")
  }

  @Test func `columns are asked for by number or name`() {
    #expect((ColumnName("3"), ColumnName("lon")) == (.number(3), .name("lon")))
    #expect((ColumnName("0"), ColumnName("+3"), ColumnName("-1")) == (.name("0"), .name("+3"), .name("-1")))
    #expect((ColumnName("lon").description, ColumnName("3").description) == ("lon", "3"))
  }

  @Test func `options keep the depth within bounds`() {
    expect(ReadingOptions(depthLimit: 0).depthLimit, equals: 1)
    expect(ReadingOptions(depthLimit: 9999).depthLimit, equals: 512)
    var options = ReadingOptions()
    options.depthLimit = -5
    expect(options.depthLimit, equals: 1)
  }

  @Test func `progress is reported in order`() throws {
    final class Log: @unchecked Sendable {  // never called by two threads at once
      var calls: [[Int]] = []
    }
    let log = Log()
    let row = "1.5,2.5," + String(repeating: "x", count: 1000) + "\n"
    let text = "lon,lat,name\n" + String(repeating: row, count: 10_000)
    let options = ReadingOptions(threads: 2, progress: { log.calls.append([$0, $1]) })
    let table = try read(text, options)
    #expect((table.points.count, log.calls.count) == (10_000, 2))
    for (bytes, rows) in log.calls.map({ ($0[0], $0[1]) }) {
      expect(13 + rows * row.utf8.count, equals: bytes)
    }
  }
}
