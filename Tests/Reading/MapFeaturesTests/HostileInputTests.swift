import MapFeatures
import TestSupport
import Testing

@Suite struct `Hostile input` {
  static let samples: [[UInt8]] = [
    "\u{FEFF}id,name,lon,lat\r\n1,\"a \"\"b\"\"\nc\",13.5,52.25\r\n2,d,-179.123456789,-8.5\r\n3,,x,1\r\n",
    "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[{\"type\":\"Feature\",\"id\":\"ä\\u00e4\","
      + "\"geometry\":{\"type\":\"MultiPoint\",\"coordinates\":[[1,2],[3.25,4e0,5]]},\"properties\":{\"a\":[true,null,{}]}},\n"
      + "{\"geometry\":{\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]],\"type\":\"Polygon\"},\"type\":\"Feature\"}]}",
    "{\"type\":\"Point\",\"coordinates\":[1,2]}\n\u{1E}{\"type\":\"GeometryCollection\",\"geometries\":"
      + "[{\"type\":\"Point\",\"coordinates\":[3,4]},{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}]}\n",
  ].map { Array($0.utf8) }

  /// Reads in every way; that the ways agree is a by-product, that nothing traps the point.
  private func readEveryWay(_ bytes: [UInt8], _ random: inout Seeded) {
    let whole = Contents { () throws(FeatureError) in try FeatureTable.read(ByteArray(bytes)) }
    let atEnd = random.chance(0.5)
    if let guarded = GuardedBytes(bytes, atEnd: atEnd) {
      let other = Contents { () throws(FeatureError) in try FeatureTable.read(guarded) }
      expect(other, equals: whole)
    }
    let threads = Contents { () throws(FeatureError) in
      try InputReader.table(of: ByteArray(bytes), ReadingOptions(threads: 2), pieceSize: 16)
    }
    expect(threads, equals: whole, "\(String(decoding: bytes, as: UTF8.self))")
    let size = [8, 64, 500][random.below(3)]
    let piece = 1 + random.below(100)
    let stream = Contents { () throws(FeatureError) in
      try readStream(bytes, blockSize: size, pieces: { piece })
    }
    expect(stream, equals: whole, "\(String(decoding: bytes, as: UTF8.self))")
  }

  /// Fields, one word and an open quote, each of 8 MB.
  @Test(arguments: ["abcdefg,", "abcdefgh", "\"bcdefgh"])
  func `without a line end is refused after a megabyte`(word: String) {
    let bytes = Array(String(repeating: word, count: 1 << 20).utf8)
    let spent = processorSeconds {
      let error = #expect(throws: FeatureError.self) { try FeatureTable.read(ByteArray(bytes)) }
      expect(error?.problem, equals: .longHeader(limit: 1 << 20))
      let streamed = #expect(throws: FeatureError.self) {
        try readStream(bytes, blockSize: 1 << 16) { 1 << 16 }
      }
      expect(streamed?.problem, equals: .longHeader(limit: 1 << 20))
    }
    // Each took half a minute in a build without optimization.
    #expect(spent < 10)
  }

  @Test func `with a wide header is read`() throws {
    let names = (0..<60_000).map { "longitude\($0)" } + ["lon", "lat"]
    let row = [String](repeating: "1", count: 60_000) + ["13.5", "52.25"]
    let text = names.joined(separator: ",") + "\n" + row.joined(separator: ",") + "\n"
    try expect(FeatureTable.read(ByteArray(Array(text.utf8))).points.count, equals: 1)
  }

  @Test func `with many longitudes and no latitude of theirs is refused at once`() {
    let names = (0..<20_000).flatMap { ["a\($0)_lon", "b\($0)_lat"] }
    let bytes = Array((names.joined(separator: ",") + "\n1\n").utf8)
    // 400 million pairs of names.
    let spent = processorSeconds {
      #expect(throws: FeatureError.self) { try FeatureTable.read(ByteArray(bytes)) }
    }
    #expect(spent < 20)
  }

  @Test(arguments: samples)
  func `cut anywhere gives a table or an error`(sample: [UInt8]) {
    var random = Seeded(seed: 1)
    for length in 0...sample.count { readEveryWay(Array(sample.prefix(length)), &random) }
  }

  @Test(arguments: samples, 0..<2)
  func `with bytes changed gives a table or an error`(sample: [UInt8], seed: UInt64) {
    var random = Seeded(seed: seed)
    let likely = Array("{}[]\",:\\0.eE-+\n\r;ntf\u{1E}<".utf8)
    for _ in 0..<150 {
      var bytes = sample
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes[place] = likely[random.below(likely.count)]
        default: bytes.remove(at: place)
        }
      }
      readEveryWay(bytes, &random)
    }
  }

  @Test func `of random bytes gives a table or an error`() {
    var random = Seeded(seed: 5)
    let alphabet = Array("0123456789.,,,;\n\n\"-e lonat{}[]:".utf8)
    for _ in 0..<150 {
      let body = (0..<random.below(200)).map { _ in alphabet[random.below(alphabet.count)] }
      readEveryWay(body, &random)
      readEveryWay(Array("lon,lat\n".utf8) + body, &random)
      readEveryWay(Array("{\"type\":\"FeatureCollection\",\"features\":[".utf8) + body, &random)
    }
  }

  /// What to do with formats that other programs read.
  private static let conversion =
    "export the points as CSV or GeoJSON; for GPX, KML, Shapefile, FlatGeobuf and others pipe them in, with the package gdal-bin: ogr2ogr -f CSV -lco GEOMETRY=AS_XY /vsistdout/ FILE | clustersnap render -"

  @Test(
    arguments: [
      (
        [0x50, 0x4B, 0x03, 0x04, 0x00],
        "a zip archive (or a spreadsheet); save a spreadsheet as CSV, or unpack an archive first"
      ),
      ([0x1F, 0x8B, 0x08], "a gzip archive; unpack it first"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "an archive; unpack it first"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG picture; export the points as CSV or GeoJSON"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture; export the points as CSV or GeoJSON"),
      (Array("GIF89a".utf8), "a GIF picture; export the points as CSV or GeoJSON"),
      ([0x49, 0x49, 0x2A, 0x00], "a TIFF picture; export the points as CSV or GeoJSON"),
      (Array("%PDF-1.7".utf8), "a PDF document; export the points as CSV or GeoJSON"),
      (
        Array("SQLite format 3\0".utf8),
        "an SQLite database (such as GeoPackage or MBTiles); tiles hold no list of points, and tables are read from a file that is named and not packed: "
          + "unpack or save it, and name FILE.gpkg"
      ),
      (
        Array("PAR1".utf8),
        #"a Parquet file; pipe its points in, with the package duckdb: duckdb -csv -c "FROM 'FILE'" | clustersnap render -"#
      ),
      (
        Array("version https://git-lfs.github.com/spec/v1\n".utf8),
        "a Git LFS pointer, not the file itself; fetch it with git lfs pull"
      ),
      (Array("<!DOCTYPE html><html>".utf8), "an HTML page; was this an error page of the download?"),
      (Array("<?xml version=\"1.0\"?><kml/>".utf8), "an XML file; \(Self.conversion)"),
      (
        Array("<<<<<<< HEAD\nlon,lat\n".utf8),
        "a file with unresolved git conflicts; resolve the conflict marks"
      ),
      ([UInt8](repeating: 0, count: 5000), "a file of zero bytes; copy or download it again"),
      (Array("lon,lat\u{0}\u{1}\u{2}\n1,2\n".utf8), "a binary file; \(Self.conversion)"),
    ] as [([UInt8], String)])
  func `that is something else is called by its name`(bytes: [UInt8], name: String) {
    #expect(fault(bytes: bytes).hasSuffix("expected CSV or GeoJSON, found \(name)"))
  }

  @Test func `of one endless row ends`() throws {
    let long = String(repeating: "x", count: 300_000)
    try expect(read("name,lon,lat\n\(long),1,2\n\"\(long)\n\(long)\",3,4\n").points.count, equals: 2)
    let stream = try readStream(Array("name,lon,lat\n\(long),1,2\n".utf8), blockSize: 1024, pieces: { 777 })
    expect(stream.property("name", ofPoint: 0), equals: .string(long))
  }

  @Test func `a stream that fails reports why`() {
    let result = Contents { () throws(FeatureError) in
      try FeatureTable.read { (_: UnsafeMutableRawBufferPointer) throws(FeatureError) -> Int in
        throw FeatureError(.unreadable("standard input cannot be read: Input/output error"))
      }
    }
    expect(result.lines, equals: ["- standard input cannot be read: Input/output error"])
  }
}
