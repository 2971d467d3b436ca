import MapFeatures
import Parallel
import TestSupport
import Testing

/// Blocks of streams that several threads read in pieces.
@Suite struct `A stream in pieces` {
  /// What came, by how many points came before it.
  private final class Collector: PointSink {
    struct Point: Equatable {
      let longitude, latitude: Double
      let name: PropertyValue?
      let record: Int
    }
    let batches = Mutex([Int: [Point]]())
    func restart() { batches.withLock { $0 = [:] } }
    func take(_ batch: FeatureTable, after count: Int, by worker: Int) {
      let points = (0..<batch.points.count).map {
        Point(
          longitude: batch.points.longitudes[$0], latitude: batch.points.latitudes[$0],
          name: batch.property("name", ofPoint: $0), record: batch.recordNumber(ofPoint: $0))
      }
      batches.withLock { $0[count] = points }
    }
  }

  private struct Row {
    let longitude: Double
    let latitude: Double?
    let name: String

    /// The latitude as text.
    func latitude(or nothing: String) -> String { latitude.map { "\($0)" } ?? nothing }
  }

  /// Rows at (i mod 300, i mod 80); each third name has lines in it that look like rows, and each seventh row has no place.
  private static let rows = (1...2000).map { (index: Int) -> Row in
    Row(
      longitude: Double(index % 300) - 150, latitude: index % 7 == 0 ? nil : Double(index % 80),
      name: index % 3 == 0 ? "a\n1,2,x\n\(index)" : "n\(index)")
  }

  private static let csv =
    "lon,lat,name\n"
    + rows.map { (row: Row) -> String in
      "\(row.longitude),\(row.latitude(or: "")),\"\(row.name)\"\n"
    }.joined()

  private static let json = rows.map { (row: Row) -> String in
    let name = row.name.split(separator: "\n").joined(separator: "\\n")
    return "{\"lon\":\(row.longitude),\"lat\":\(row.latitude(or: "null")),\"name\":\"\(name)\"}\n"
  }.joined()

  @Test(arguments: [csv, json], [1, 2, 4]) func `gives the points of all rows in their order`(
    text: String, threads: Int
  ) throws {
    let collector = Collector()
    let table = try read(text, ReadingOptions(threads: threads), into: collector)
    let batches = collector.batches.withLock { $0 }
    let points = batches.keys.sorted().flatMap { batches[$0] ?? [] }
    var expected: [Collector.Point] = []
    for (index, row) in Self.rows.enumerated() {
      guard let latitude = row.latitude else { continue }
      expected.append(
        Collector.Point(
          longitude: row.longitude, latitude: latitude, name: .string(row.name), record: index + 1))
    }
    expect(points, equals: expected)
    // Six rows before it, two of which have two more lines each, and a header in CSV.
    #expect((table.skipped.count, table.skipped.first?.line) == (285, (text == Self.csv ? 12 : 7)))
    expect(table.coordinateColumns, equals: ["lon", "lat"])
  }

  @Test(arguments: [1, 4]) func `ends at the record that is too much`(threads: Int) throws {
    var options = ReadingOptions(threads: threads)
    options.pointLimit = 1000
    let error = #expect(throws: FeatureError.self) { try read(Self.csv, options, into: Collector()) }
    let index = try #require(Self.rows.indices.filter { Self.rows[$0].latitude != nil }.dropFirst(1000).first)
    let before = Self.rows[..<index].map { $0.name.count { $0 == "\n" } + 1 }.reduce(0, +)
    expect(error?.problem, equals: .tooManyPoints(limit: 1000))
    #expect((error?.position?.line, error?.position?.column) == (before + 2, 1))
  }

  /// Reads a text that comes in blocks of many lengths.
  private func read(
    _ text: String, _ options: ReadingOptions, into collector: Collector
  ) throws(FeatureError) -> FeatureTable {
    let bytes = Array(text.utf8)
    var (place, delivered) = (0, 0)
    return try InputReader.table(options, into: collector, blockSize: 2048, pieceSize: 20) {
      (buffer: UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int in
      delivered += 1
      let count = min(buffer.count, bytes.count - place, 100 + delivered * 37 % 900)
      buffer.copyBytes(from: bytes[place..<place + count])
      place += count
      return count
    }
  }

  /// Blocks of 2 kB: a row of 200 kB fills hundreds, and what it lacks at a block's end has no room before the next one.
  @Test(arguments: [1, 2, 4]) func `gives rows that are longer than blocks`(threads: Int) throws {
    let lengths = (0..<300).map { $0 % 100 == 50 ? 200_000 : $0 % 90 }
    let text = "lon,lat,name\n" + lengths.map { "1,2,\(String(repeating: "x", count: $0))\n" }.joined()
    let (bytes, collector) = (Array(text.utf8), Collector())
    var place = 0
    let options = ReadingOptions(threads: threads)
    _ = try InputReader.table(options, into: collector, blockSize: 2048, pieceSize: 20) {
      (buffer: UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int in
      let count = min(buffer.count, bytes.count - place)
      buffer.copyBytes(from: bytes[place..<place + count])
      place += count
      return count
    }
    let batches = collector.batches.withLock { $0 }
    let points = batches.keys.sorted().flatMap { batches[$0] ?? [] }
    let found = points.map { point in if case .string(let name)? = point.name { name.utf8.count } else { 0 } }
    expect(found, equals: lengths)
  }

  @Test(arguments: [1, 2]) func `ends with what the stream failed with`(threads: Int) {
    let bytes = Array(Self.csv.utf8)
    var place = 0
    let options = ReadingOptions(threads: threads)
    let error = #expect(throws: FeatureError.self) {
      try InputReader.table(options, into: Collector(), blockSize: 2048, pieceSize: 20) {
        (buffer: UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int in
        guard place < 9000 else { throw FeatureError(.unreadable("the other end is gone")) }
        let count = min(buffer.count, 1000)
        buffer.copyBytes(from: bytes[place..<place + count])
        place += count
        return count
      }
    }
    expect(error, equals: FeatureError(.unreadable("the other end is gone")))
  }
}
