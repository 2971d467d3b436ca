import Foundation
import TestSupport
import Testing

/// What a command reports where an optional library is not there; tests elsewhere want each and see what it does.
@Suite struct `A library that is missing` {
  private static let needed = ", and is neither among the system's libraries nor named by "

  @Test(
    arguments: cases(
      """
      in.parquet → in.parquet: error: libduckdb.so is needed for this\(needed)CLUSTERSNAP_DUCKDB; install DuckDB's C library
      duckdb:in.db → duckdb:in.db: error: libduckdb.so is needed for this\(needed)CLUSTERSNAP_DUCKDB; install DuckDB's C library
      postgresql://db.test/x → postgresql://db.test/x: error: libadbc_driver_postgresql.so is needed for this\(needed)CLUSTERSNAP_ADBC_POSTGRESQL; install adbc-driver-postgresql
      """))
  func `of a table is named with its variable`(input: String, message: String) throws {
    let place = try Workplace()
    for name in ["in.parquet", "in.db"] { try place.write(name, "x") }
    let run = try place.run(["render", input, "-o", "x.png"])
    expect(run.status, equals: 2)
    #expect(run.errors.hasPrefix(message))
    expect(run.lines.count, equals: 1)
    expect(place.read("x.png"), equals: nil)
  }

  @Test func `of the network is named`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let server = try LoopbackServer { _, _ in .answer(404) }
    let run = try place.run([
      "render", "in.csv", "--basemap", server.address("/{z}/{x}/{y}.pbf"), "--tile-cache", "none", "-o",
      "x.png",
    ])
    expect(run.status, equals: 2)
    #expect(
      run.errors.hasSuffix(".pbf: tiles from the network need libcurl; install libcurl4 or curl\n"))
    #expect(server.counts.isEmpty)
  }

  @Test(arguments: [
    (
      "jpg",
      "libjpeg-turbo is missing, which writes JPEG; install the package libturbojpeg0 (brew: jpeg-turbo)"
    ),
    (
      "avif",
      "libavif is missing, which writes AVIF; install the package libavif16 or libavif15 (brew: libavif)"
    ),
    ("webp", "libwebp is missing, which writes WebP; install the package libwebp7 (brew: webp)"),
  ])
  func `of the picture's format is named`(ending: String, message: String) throws {
    let place = try Workplace(["in.csv": Sample.places])
    let run = try place.run(["render", "in.csv", "-o", "out.\(ending)", "-q"])
    expect(run.lines, equals: ["out.\(ending): error: it cannot be drawn: \(message), or write PNG"])
    expect(run.status, equals: 3)
    expect(place.read("out.\(ending)"), equals: nil)
  }

  @Test(arguments: [
    (
      [UInt8]([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 17, 0]), "JPEG",
      "libjpeg-turbo is missing, which reads JPEG; install the package libturbojpeg0 (brew: jpeg-turbo), or convert it to PNG"
    ),
    (
      [UInt8]("RIFF".utf8) + [26, 0, 0, 0] + [UInt8]("WEBPVP8L".utf8)
        + [13, 0, 0, 0, 0x2F, 0x0F, 0xC0, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "WebP",
      "libwebp is missing, which reads WebP; install the package libwebp7 (brew: webp), or convert it to PNG"
    ),
  ])
  func `of pictures is named`(picture: [UInt8], format: String, message: String) throws {
    let place = try Workplace()
    try place.write("picture", Data(picture))
    try place.write(
      "s.json",
      """
      {"version": 8, "center": [0, 0], "zoom": 2,
       "sources": {"r": {"type": "raster", "tileSize": 512, "tiles": ["picture"]}},
       "layers": [{"id": "l", "type": "raster", "source": "r"}]}
      """)
    let run = try place.run(["render", "--style", "s.json", "-o", "x.png", "--tile-cache", "none"])
    run.reports(2, containing: message)
  }

  /// Omega in two cases, which the table of Latin letters does not know to be one letter.
  private static let omega = #"{"expression": ["==", "Ω", "ώ", ["collator", {}]], "inputs": [[{}, {}]]}"#

  @Test func `of collation leaves the table of Latin letters`() throws {
    let run = try Workplace().run(["eval"], input: Self.omega).succeeding()
    run.text.shows(#""outputs":[false]"#)
  }

  @Test(.wants(.icu)) func `of collation is there`() throws {
    let run = try Workplace().run(["eval"], input: Self.omega)
    run.text.shows(#""outputs":[true]"#)
  }

  @Test func `of words leaves lines whole, with a warning`() throws {
    let place = try Workplace(["a.csv": "lon,lat\n1,2\n"])
    let errors = try place.run(["render", "a.csv", "--line-breaks", "icu", "-o", "a.png"]).succeeding().errors
    #expect(
      errors.contains(
        "there is no library for Unicode (ICU), so lines of Lao, Khmer and Burmese break at spaces alone; install ICU, or leave out --line-breaks"
      ), "\(errors)")
    #expect(try !place.run(["render", "a.csv", "-o", "b.png"]).succeeding().errors.contains("ICU"))
  }

  @Test func `is looked for under the name that its variable has`() throws {
    let place = try Workplace(["in.db": "x", "own.so": "no library"])
    func error(_ variable: String, _ file: String, _ input: String) throws -> String {
      try place.run(["render", input, "-o", "x.png"], environment: [variable: file]).errors
    }
    // A bare name is a file of the folder before it is one of the system's.
    let own = try error("CLUSTERSNAP_DUCKDB", "own.so", "duckdb:in.db")
    #expect(own.contains("the driver ./own.so cannot be loaded: "))
    let gone = try error("CLUSTERSNAP_DUCKDB", "gone.so", "duckdb:in.db")
    #expect(gone.contains("the driver gone.so, which CLUSTERSNAP_DUCKDB names, is not there"))
    try place.write("in.zst", Data([0x28, 0xB5, 0x2F, 0xFD, 0]))
    #expect(try error("CLUSTERSNAP_ZSTD", "gone.so", "in.zst").contains("zstd data needs libzstd"))
  }
}
