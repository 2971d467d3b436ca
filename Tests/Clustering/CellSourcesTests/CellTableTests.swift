import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
import TestSupport
import Testing

@testable import CellSources

@Suite struct `Tables of cells` {
  private func cells(_ text: String, weight: String? = nil) throws(CellTableError) -> ReadCells {
    try ReadCells(reading: ByteArray(text), weight: weight)
  }

  private func markers(_ read: ReadCells, zoom: Double = 2, _ settings: ClusterSettings = .standard) throws
    -> MarkerList
  {
    var input = ClusterInput(read.features.points)
    input.cells = read.cells
    let view = try Viewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: zoom, size: ScreenSize(width: 2048, height: 2048))
    return try MapClusters.markers(of: input, in: view, settings: settings).markers
  }

  private var tiles: ClusterSettings {
    var settings = ClusterSettings.standard
    (settings.cellSize, settings.snapsZoom) = (.points(64), true)
    return settings
  }

  /// 10^10 points at 179.5, -80: sums of 1.795e20 are twenty times what 64 bits hold.
  @Test func `hold sums beyond 64 bits`() throws {
    let text = """
      z,x,y,point_count,lon_e8,lat_e8,mass_e6,mass_lon_e14,mass_lat_e14
      5,31,28,10000000000,179500000000000000000,-80000000000000000000,1000000000000000000000000000,17950000000000000000000000000000000000,-8000000000000000000000000000000000000
      """
    for weight in [nil, "mass"] {
      let marker = try #require(try markers(cells(text, weight: weight), tiles).first)
      expect(marker.count, equals: 10_000_000_000)
      #expect(abs(marker.position.latitude + 80) < 1e-12)
      #expect(abs(marker.position.longitude - 179.5) < 1e-12)
      expect(marker.weight, equals: weight == nil ? 1e10 : 1e21)
    }
  }

  /// An answer of `geotile_grid` with another aggregation in it. Tile 5/17/10 begins at 11.25° east.
  @Test func `are buckets of Elasticsearch's answer itself`() throws {
    let read = try cells(
      """
      {"took": 3, "hits": {"total": {"value": 5}, "hits": []}, "aggregations": {"grid": {"buckets": [
      {"key": "5/17/10", "doc_count": 3, "top": {"buckets": [{"key": "a", "doc_count": 3}]}},
      {"key": "5/15/10", "doc_count": 2}]}}}
      """)
    expect((0..<2).map { read.cells.count(ofRow: $0) }, equals: [3, 2])
    #expect(abs(read.cells.mean(ofRow: 0).longitude - (11.25 + 11.25 / 2)) < 1e-6)
  }

  /// An answer of `geohash_grid`: of 360° and 180° in 1024 parts, the 550th and the 810th.
  @Test func `are buckets of geohashes`() throws {
    let read = try cells(
      #"{"aggregations": {"grid": {"buckets": [{"key": "u33d", "doc_count": 7}, {"key": "u33e", "doc_count": 3}]}}}"#
    )
    expect((0..<2).map { read.cells.count(ofRow: $0) }, equals: [7, 3])
    let mean = read.cells.mean(ofRow: 0)
    #expect(abs(mean.longitude - (550.5 * 360 / 1024 - 180)) < 1e-6)
    #expect(abs(mean.latitude - (810.5 * 180 / 1024 - 90)) < 1e-6)
    // An answer of `geohex_grid`.
    #expect(throws: CellTableError.self) { try cells("key,doc_count\n8828308281fffff,2\n") }
  }

  /// CARTO's documentation: QUADBIN_TOSTRING(5209574053332910079) is 484c1fffffffffff, the cell 4/9/8.
  @Test(arguments: ["484c1fffffffffff", "484C1FFFFFFFFFFF", "5209574053332910079"])
  func `have quadbins as digits of either kind`(text: String) throws {
    for table in ["quadbin,point_count\n\(text),7\n", #"[{"quadbin": "\#(text)", "point_count": 7}]"#] {
      let read = try cells(table)
      expect(read.cells.count(ofRow: 0), equals: 7)
      // Of 16 columns the tenth begins at 22.5° east.
      #expect(abs(read.cells.mean(ofRow: 0).longitude - 33.75) < 1e-6)
    }
  }

  @Test func `count to 2^53, and name the limit beyond it`() throws {
    func table(_ count: String) -> String { "quadbin,point_count\n5209574053332910079,\(count)\n" }
    try expect(cells(table("9007199254740992")).cells.count(ofRow: 0), equals: 9_007_199_254_740_992)
    let error = #expect(throws: CellTableError.self) { try cells(table("9007199254740993")) }
    expect(
      error?.description.contains("a count of 9007199254740993 points is more than the 2^53"), equals: true)
  }

  @Test func `take sums in two halves`() throws {
    // -1 is (-1) · 2^32 + 4294967295; 2^40 + 7 is 256 · 2^32 + 7.
    let read = try cells(
      "z,x,y,point_count,lon_e8_high,lon_e8_low,lat_e8_high,lat_e8_low\n5,15,15,1000000,-1,4294967295,256,7\n"
    )
    let place = read.cells.mean(ofRow: 0)
    #expect((place.longitude, place.latitude) == (-1 / 1e14, 1_099_511_627_783 / 1e14))
  }

  /// Zoom 2 has 32 cells of 64 points: two by two of 64 cells become one, with their counts, sums and boxes.
  @Test func `sum finer cells`() throws {
    var text = "cell_x,cell_y,n,point_count,lon_e8,lat_e8,west,south,east,north,first\n"
    for (index, cell) in [(33, 20), (32, 21), (32, 20), (33, 21), (34, 20)].enumerated() {
      let longitude = Double(cell.0) * 5.625 - 180 + 1
      let latitude = cell.1 == 20 ? 54 : 50.5
      text += "\(cell.0),\(cell.1),64,2,\(Int(longitude * 2e8)),\(Int(latitude * 2e8)),"
      text += "\(longitude),\(latitude),\(longitude),\(latitude),\(9 - index)\n"
    }
    let found = try markers(cells(text), zoom: 2, tiles)
    expect(found.map(\.count), equals: [2, 8])  // the one of the lowest `first` leads
    let cells: [Cell?] = found.map(\.cell)
    expect(cells, equals: [Cell(column: 17, row: 10), Cell(column: 16, row: 10)])
    #expect((found[1].bounds.west, found[1].bounds.east) == (1, 6.625))
    let middle = found[1].position.longitude
    expect(middle, equals: 3.8125)
  }

  /// Zoom 2 has 32 cells of 64 points, each of 128 by 128 cells of zoom 12; from the second view on they come from coarser ones.
  @Test(arguments: [true, false]) func `give the same view again and again`(hasOrder: Bool) throws {
    var text = "z,x,y,point_count,lon_e8,lat_e8" + (hasOrder ? ",first\n" : "\n")
    var counts: [Int: Int] = [:]
    var leaders: [Int: (order: [Int], row: Int)] = [:]
    for row in 0..<3000 {
      // 1009 and 2003 are primes: no cell comes twice.
      let (x, y, count, first) = (row * 1009 % 4096, row * 2003 % 2111 + 900, row % 5 + 1, row * 7 % 40)
      let longitude = (Double(x) + 0.5) * 360 / 4096 - 180
      let latitude = WorldPoint(x: 0, y: (Double(y) + 0.5) / 4096).coordinate.latitude
      text += "12,\(x),\(y),\(count),\(Int(longitude * 1e8) * count),\(Int(latitude * 1e8) * count)"
      text += hasOrder ? ",\(first)\n" : "\n"
      let name = (y / 128) << 8 | x / 128
      counts[name, default: 0] += count
      let order = hasOrder ? [first, y, x] : [y, x]
      if leaders[name].map({ order.lexicographicallyPrecedes($0.order) }) ?? true {
        leaders[name] = (order, row)
      }
    }
    let read = try cells(text)
    var views: [MarkerList] = []
    for _ in 0..<3 {
      var input = ClusterInput(read.features.points)
      input.cells = read.cells
      let view = try Viewport(
        center: Coordinate(latitude: 0, longitude: 0), zoom: 2, size: ScreenSize(width: 2048, height: 2048))
      let result = try MapClusters.markers(of: input, in: view, settings: tiles)
      views.append(result.markers)
      var found: [Int: Int] = [:]
      for marker in result.markers {
        let cell = try #require(marker.cell)
        let name = cell.row << 8 | cell.column
        found[name] = marker.count
        let members = result.members(of: marker)
        if members.map(Int.init) != [leaders[name]?.row ?? -1] {
          Issue.record("\(name) is borne by \(members)")
        }
      }
      expect(found, equals: counts)
    }
    #expect((views[0], views[1]) == (views[1], views[2]))
  }

  @Test func `are read alike on any number of threads`() throws {
    var text = "z,x,y,point_count,id\n"
    for index in 0..<60_000 { text += "10,\(index % 1024),\(index / 1024),\(index % 7 + 1),n\(index)\n" }
    let one = try ReadCells(reading: ByteArray(text), threads: 1)
    let many = try ReadCells(reading: ByteArray(text), threads: 5)
    #expect((one.cells.rowCount, many.cells.rowCount) == (60_000, 60_000))
    #expect((0..<60_000).allSatisfy { one.cells.count(ofRow: $0) == many.cells.count(ofRow: $0) })
    expect(one.cells.pointCount, equals: (0..<60_000).reduce(0) { $0 + $1 % 7 + 1 })
    expect(many.features.identifier(ofPoint: 59_999), equals: .string("n59999"))
    text += "10,1,2,0,n\n"
    for threads in [1, 5] {
      do throws(CellTableError) {
        _ = try ReadCells(reading: ByteArray(text), threads: threads)
        Issue.record("a count of 0 was read")
      } catch {
        expect(error.position?.line, equals: 60_002)
      }
    }
  }

  /// A column of weights has rows read one by one that are read column by column without it. (1 degree and a half is in cell 16.)
  @Test(arguments: [
    "5,16,15,2,300000000,200000000,1,0.5,2,1.5,7", "5,16,15,2,300000000,200000000,,0.5,2,1.5,7",
    "5,0,31,1,-18000000000,-8900000000,-180,-89,-180,-89,-7", "5,31,0,1,18000000000,8900000000,,,,,0",
    "5,16,15,2,300000000,200000000,1,0.5,0,1.5,7", "5,16,15,2,300000000,200000000,1,0.5,2,1.5,",
    "5,16,15,0,300000000,200000000,,,,,7", "5,16,15,,300000000,200000000,,,,,7",
    "5,16,15,2,3000000000,200000000,,,,,7", "5,16,15,2,300000000,2000000000,,,,,7",
    "5,16,15,2,300000000,20000000000,,,,,7", "5,32,15,2,300000000,200000000,,,,,7",
    "5,16,-1,2,300000000,200000000,,,,,7", "30,16,15,2,300000000,200000000,,,,,7",
    "5,16,15,1000000000000,150000000000000000000,100000000000000000000,,,,,7",
  ])
  func `are read by columns as by rows`(row: String) {
    func outcome(_ end: String, _ weight: String?) -> String {
      let header = "z,x,y,point_count,lon_e8,lat_e8,west,south,east,north,first"
      let text = "\(header)\(end.isEmpty ? "" : ",w")\n\(row)\(end)\n5,17,15,1,1200000000,1,,,,,8\(end)\n"
      do throws(CellTableError) {
        let read = try cells(text, weight: weight)
        let markers = try? markers(read, tiles)
        return "\(read.cells.pointCount) \(markers?.map { ($0.id, $0.position, $0.bounds) } as Any)"
      } catch {
        return "\(error)"
      }
    }
    expect(outcome("", nil), equals: outcome(",0", "w"))
  }

  /// Rows of 300 kB in pieces of 128 kB: names hold line ends and what looks like rows, so that guessed beginnings are wrong.
  @Test func `are read alike where line ends stand in quotes`() throws {
    var text = "z,x,y,point_count,id\n"
    for index in 0..<6000 {
      text += "10,\(index % 1024),\(index / 1024),\(index % 7 + 1),\"a\n10,1,1,9,\(index)\n\n\"\n"
    }
    for threads in [1, 5] {
      let read = try ReadCells(reading: ByteArray(text), threads: threads)
      expect(read.cells.rowCount, equals: 6000)
      expect(read.cells.pointCount, equals: (0..<6000).reduce(0) { $0 + $1 % 7 + 1 })
      expect(read.features.identifier(ofPoint: 5999), equals: .string("a\n10,1,1,9,5999\n\n"))
    }
  }

  @Test(arguments: [
    "0", "7", "-7", "12345678", "-123456789", "1234567890123456", "12345678901234567", "-999999999999999999",
  ])
  func `hold whole numbers of any length`(text: String) throws {
    let read = try cells("z,x,y,point_count,first\n5,1,1,2,\(text)\n")
    let sums = try cells("z,x,y,point_count,lon_e8,lat_e8\n0,0,0,9007199254740992,\(text),0\n")
    expect(read.cells.rowCount, equals: 1)
    let number = try #require(Double(text))
    expect(sums.cells.mean(ofRow: 0).longitude, equals: number / (9_007_199_254_740_992 * 1e8))
  }

  @Test(arguments: [
    ("5,1,1,2,1.5,2", "6 fields where the header has 9"),
    ("5,1,1,2,a,2", "column \"west\": \"a\" is no number"),
  ])
  func `name the first bad field of a row that is cut, or its fields`(row: String, problem: String) {
    let error = #expect(throws: CellTableError.self) {
      try cells("z,x,y,point_count,west,south,east,north,first\n\(row)\n")
    }
    #expect((error?.position?.line, error?.description.contains(problem)) == (2, true))
  }

  /// Each view has all 32 rows and 20 of 32 columns: both have 8 of them. Rows with sums are read column by column.
  @Test(arguments: [false, true])
  func `of numbered views are the cells of all`(hasSums: Bool) throws {
    let sums = hasSums ? ",lon_e8,lat_e8" : ""
    let header = "view_number,view,cell_x,cell_y,n,from_x,cells_x,from_y,cells_y,point_count\(sums)\n"
    func row(_ view: Int, _ column: Int, count: Int) -> String {
      // Columns are 11.25 degrees wide, row 9 reaches from 55.8 to 61.6 degrees north.
      let longitude = column * 1_125_000_000 - 17_500_000_000
      let sums = hasSums ? ",\(longitude * count),\(5_800_000_000 * count)" : ""
      return "\(view),\(view == 0 ? "a" : "b"),\(column),9,32,\(view * 12),20,0,32,\(count)\(sums)\n"
    }
    var rows: [String] = []
    for column in 0..<20 { rows.append(row(0, column, count: column + 1)) }
    for column in 12..<32 { rows.append(row(1, column, count: column + 1)) }
    let read = try cells(header + rows.joined())
    try expect(markers(read, tiles).map(\.count), equals: Array(1...32))
    expect(read.cells.pointCount, equals: 32 * 33 / 2)
    // The west alone is no world.
    #expect(throws: ClusterError.self) {
      try markers(cells(header + rows.prefix(20).joined()), tiles)
    }
    let faults: [(row: String, count: Int, problem: CellTableError.Problem)] = [
      (row(1, 19, count: 21), 20, .contradiction(line: 21)),
      (row(1, 12, count: 13), 40, .duplicate(line: 22)),
      (row(0, 3, count: 4), 40, .duplicate(line: 5)),
    ]
    for (row, count, problem) in faults {
      let error = #expect(throws: CellTableError.self) {
        try cells(header + rows.prefix(count).joined() + row)
      }
      #expect((error?.problem, error?.position?.line) == (problem, count + 2))
    }
  }

  /// The cell reaches from 0 to 11.25 degrees: a mean weight outside of it is none of its points'.
  @Test func `check where weights lie, and refuse those that no statement sums`() {
    func problem(_ weights: String) -> CellTableError.Problem? {
      let header = "z,x,y,point_count,lon_e8,lat_e8,w_e6,w_lon_e14,w_lat_e14,w_e6_bad\n"
      let rows = "5,16,15,2,300000000,200000000,\(weights)\n5,17,15,1,1200000000,1,1,1200000000,1,4\n"
      return #expect(throws: CellTableError.self) { try cells(header + rows, weight: "w") }?.problem
    }
    expect(problem("1000000,-150000000000000,100000000000000,0"), equals: .misplaced("weight_lon_e14"))
    expect(problem("1000000,150000000000000,-100000000000000,0"), equals: .misplaced("weight_lat_e14"))
    expect(problem("1000000,150000000000000,100000000000000,3"), equals: .unsummed(7, weight: "w"))
  }

  @Test func `keep what single points are, and nothing of the cells`() throws {
    let read = try cells(
      "z,x,y,point_count,first,id,name,mass_e6\n3,1,1,1,5,a7,\"Inn, old\",3\n3,1,2,2,4,,,4\n")
    expect(read.features.properties(ofPoint: 0).map(\.name), equals: ["id", "name"])
    expect(read.features.property("name", ofPoint: 0), equals: .string("Inn, old"))
    expect(read.features.property("point_count", ofPoint: 0), equals: nil)
    expect(read.features.identifier(ofPoint: 0), equals: .string("a7"))
  }

  @Test func `name the first fault of a row that has two`() {
    let error = #expect(throws: CellTableError.self) {
      try cells("z,x,y,point_count,w,first\n5,1,1,1,6e20,1\n5,1,2,1,6e20,\n", weight: "w")
    }
    #expect((error?.problem, error?.position?.line) == (.badSum("weight"), 3))
  }
}

@Suite struct `Dialects` {
  @Test(
    arguments: [
      (.postgresql, #"a"b"#, #""a""b""#), (.duckdb, "lon", #""lon""#), (.sqlite, "order", #""order""#),
      (.spark, "a`b", "`a``b`"), (.bigquery, "a`b", #"`a\`b`"#), (.clickhouse, "lon", "`lon`"),
      (.snowflake, "lon", #""LON""#), (.snowflake, "Lon", #""Lon""#), (.snowflake, "9a", #""9a""#),
    ] as [(SQLDialect, String, String)])
  func `quote names`(dialect: SQLDialect, name: String, quoted: String) {
    expect(dialect.quoted(name), equals: quoted)
  }

  @Test(
    arguments: [
      (.postgresql, "public.trips", #""public"."trips""#), (.postgresql, #"s."a.b""#, #""s"."a.b""#),
      (.bigquery, "p.d.t", "`p`.`d`.`t`"), (.duckdb, "data/it's.parquet", "'data/it''s.parquet'"),
      (.duckdb, "main.t", #""main"."t""#), (.spark, "lake.trips", "`lake`.`trips`"),
      (.postgresql, #"a.b"c"#, #""a"."b""c""#), (.sqlite, #"t"; DROP"#, #""t""; DROP""#),
      (.postgresql, #""a""b".c"#, #""a""b"."c""#), (.spark, "parquet.`/a``b.c`", "`parquet`.`/a``b.c`"),
      (.snowflake, #""low".low"#, #""low"."LOW""#), (.clickhouse, "a.b`", #"`a`.`b\``"#),
      // A quote with a mark above it is a quote.
      (.duckdb, "a\"\u{301}b", "\"a\"\"\u{301}b\""),
    ] as [(SQLDialect, String, String)])
  func `name tables`(dialect: SQLDialect, table: String, text: String) {
    expect(dialect.table(table), equals: text)
  }

  @Test(arguments: ["", "a.", ".a", "a..b", #""a"#, #""a"b"#, #"a."""#, "`a``"])
  func `know what is no name of a table`(name: String) {
    let parts = SQLDialect.parts(ofTable: name)
    #expect(parts == nil)
  }

  @Test(arguments: SQLDialect.allCases)
  func `order their answers and close every bracket`(dialect: SQLDialect) {
    let window = CellWindow(worldColumns: 34, firstColumn: 30, columns: 8, firstRow: 3, rows: 9)
    var query = GridQuery(
      dialect, table: "t", longitude: "x", latitude: "y",
      cells: .views([.init(name: "it's", window: window), .init(name: nil, window: .world(8))]))
    (query.identifier, query.order, query.condition) = ("id", "n", "a = 1 OR b = 2")
    query.weights = [.init("w"), .init("v", missing: .skip)]
    query.singleColumns = ["name"]
    var pyramid = query
    pyramid.cells = .pyramid(zoom: 9)
    for text in [query.sql, pyramid.sql, query.audit] {
      expect(text.count { $0 == "(" }, equals: text.count { $0 == ")" })
      expect(text.count { $0 == ";" }, equals: 1)
      #expect(text.hasSuffix(";\n"))
      #expect(text.contains("(a = 1 OR b = 2\n"))
    }
    #expect(query.sql.contains("\nORDER BY view_number, cell_y, cell_x;"))
    #expect(query.sql.contains("(cell_x >= 0 AND cell_x < 4 OR cell_x >= 30 AND cell_x < 34)"))
  }

  @Test func `name numbers and columns of Snowflake as they were written`() {
    var query = GridQuery(.snowflake, table: "t", longitude: "x", latitude: "y", cells: .pyramid(zoom: 3))
    (query.aggregates, query.singleColumns) = ([.init(.sum, of: "pop_max")], ["name"])
    let sql = query.sql
    #expect(sql.contains("\"NAME\" AS cs_k0"))
    #expect(sql.contains(" AS \"name\""))
    #expect(sql.contains("CAST(\"POP_MAX\" AS DOUBLE)"))
    #expect(sql.contains(" AS \"pop_max_sum\""))
  }
}
