import JSONDocument
import MapFeatures
import MapGeometry
import TestSupport
import Testing

@Suite struct `CSV` {
  @Test(arguments: [
    "id,name,longitude,latitude\n7,Mitte,13.5,52.25\n8,Wedding,-13.5,-52.25\n",
    "\u{FEFF}id,name,longitude,latitude\r\n7,Mitte,13.5,52.25\r\n8,Wedding,-13.5,-52.25\r\n",
    "id;name;LON;Lat\n7;Mitte;13.5;52.25\n8;Wedding;-13.5;-52.25",
    "id\tname\tlng\tLATITUDE\r7\tMitte\t13.5\t52.25\r8\tWedding\t-13.5\t-52.25\r",
    "id|name| x | y \n\n7|Mitte|13.5|52.25\n   \n8|\"Wedding\"|\"-13.5\"| -52.25 \n\n\n",
    "\n\nid,name,long,lat\n7,\"Mitte\",\"13.5\",\"52.25\"\n8,\"Wedding\",\"-13.5\",\"-52.25\"\n",
    "sep=;\r\nid;name;lon;lat\r\n7;Mitte;13.5;52.25\r\n8;Wedding;-13.5;-52.25\r\n",
    "\u{FEFF}Sep=,\nid,name,lon,lat\n7,Mitte,13.5,52.25\n8,Wedding,-13.5,-52.25",
    "sep=\t\rid\tname\tlon\tlat\r7\tMitte\t13.5\t52.25\r8\tWedding\t-13.5\t-52.25\r",
  ])
  func `of any dialect gives its points`(text: String) throws {
    let table = try read(text)
    expect(table.format, equals: .csv)
    expect(table.places, equals: [[13.5, 52.25], [-13.5, -52.25]])
    #expect((table.identifier(ofPoint: 0), table.identifier(ofPoint: 1)) == (.number(7), .number(8)))
    expect(table.property("name", ofPoint: 0), equals: .string("Mitte"))
    expect(table.property("name", ofPoint: 1), equals: .string("Wedding"))
    expect(table.skipped, equals: SkippedRecords(count: 0, total: 2, first: nil))
    #expect(table.notes.isEmpty)
    #expect(table.shapes.isEmpty)
  }

  /// RFC 4180 §2, its rules 5 to 7.
  @Test func `keeps separators, line ends and doubled quotes inside quotes`() throws {
    let table = try read(
      "name,lon,lat\n\"a,b\",1,2\n\"c\r\nd\",3,4\n\"e\"\"f\",5,6\n\"\"\"\",7,8\n\"\",9,10\n,11,12\n")
    let names = (0..<table.points.count).map { table.property("name", ofPoint: $0) }
    expect(
      names, equals: [.string("a,b"), .string("c\r\nd"), .string("e\"f"), .string("\""), .string(""), .null])
    expect(table.points.longitudes, equals: [1, 3, 5, 7, 9, 11])
  }

  @Test func `takes a quote inside a plain field as it is`() throws {
    let table = try read("name,lon,lat\n5\" pipe,1,2\na \"b\" c,3,4\n")
    expect(table.property("name", ofPoint: 0), equals: .string("5\" pipe"))
    expect(table.property("name", ofPoint: 1), equals: .string("a \"b\" c"))
  }

  @Test func `types its values`() throws {
    let table = try read("zip,a,b,c,d,lon,lat\n00501,-1.0,true,,\"\",1,2\n1e3,\"12\",false,text,nan,3,4\n")
    let first = table.properties(ofPoint: 0)
    expect(first.map(\.name), equals: ["zip", "a", "b", "c", "d", "lon", "lat"])
    expect(
      first.map(\.value),
      equals: [
        .string("00501"), .number(-1), .bool(true), .null, .string(""), .number(1), .number(2),
      ])
    expect(
      table.properties(ofPoint: 1).map(\.value),
      equals: [
        .number(1000), .number(12), .bool(false), .string("text"), .string("nan"), .number(3), .number(4),
      ])
    expect(table.identifier(ofPoint: 1), equals: .number(2))
    expect(table.property("none", ofPoint: 0), equals: nil)
  }

  @Test func `knows what databases write for null`() throws {
    let table = try read("a,b,lon,lat\n\\N,\"\\N\",1,2\n")
    expect(table.properties(ofPoint: 0).prefix(2).map(\.value), equals: [.null, .string("\\N")])
  }

  @Test func `finds columns by name and by number`() throws {
    let text = "name,east,north\na,1,2\nb,3,4\n"
    var options = ReadingOptions(
      longitudeColumn: .name("East"), latitudeColumn: .number(3), identifierColumn: .number(1))
    try expect(read(text, options).identifier(ofPoint: 1), equals: .string("b"))
    options.longitudeColumn = .number(2)
    let table = try read(text, options)
    #expect((table.places, table.columnNames) == ([[1, 2], [3, 4]], ["name", "east", "north"]))
    let bare = try read("a;1;2\nb;3;4\n", options)
    #expect((bare.places, bare.columnNames) == ([[1, 2], [3, 4]], ["1", "2", "3"]))
    expect(bare.identifier(ofPoint: 0), equals: .string("a"))
  }

  @Test func `takes the first of two columns of one name and warns`() throws {
    let table = try read("name,lon,lat,name\na,1,2,b\n")
    expect(table.property("name", ofPoint: 0), equals: .string("a"))
    expect(table.properties(ofPoint: 0).count, equals: 4)
    expect(table.notes, equals: ["column 4 has the name of an earlier one and is called \"name_2\""])
  }

  @Test func `prefers the plainest name of a coordinate`() throws {
    let table = try read("x,y,lon,lat\n1489230,6894026,13.4,52.5\n")
    expect(table.places, equals: [[13.4, 52.5]])
  }

  @Test func `wraps the longitudes of neighboring turns`() throws {
    let table = try read("lon,lat\n180,0\n190,1\n540,2\n359.5,3\n-190,4\n-540,5\n-180,6\n")
    expect(table.points.longitudes, equals: [-180, -170, -180, -0.5, 170, -180, -180])
  }

  @Test func `skips rows without a place and reports the first`() throws {
    let table = try read(
      "id,lon,lat\n1,1,1\n2,,1\n3,1,x\n4,1,nan\n5,1e400,1\n6,5_2,1\n7,0x1,1\n8,2,2\n9,1,inf\n")
    expect(table.places, equals: [[1, 1], [2, 2]])
    expect(
      table.skipped.description, equals: "7 of 9 records skipped, the first in line 3: longitude is missing")
    #expect((table.recordNumber(ofPoint: 0), table.recordNumber(ofPoint: 1)) == (1, 8))
    expect(table.identifier(ofPoint: 1), equals: .number(8))
  }

  @Test(arguments: [
    ("1,", "latitude is missing"), ("1", "latitude is missing"), ("1,abc", "latitude is no number"),
    ("1,1e400", "latitude is too large a number"),
    ("1,91", "latitude 91.0 is outside -90...90; are longitude and latitude swapped?"),
    ("151,91", "latitude 91.0 is outside -90...90"), ("700,1", "longitude 700.0 is outside -540...540"),
    (
      "1489230.5,6894026.25",
      "1489230.5, 6894026.25 look like meters, not degrees; convert the file to longitude and latitude (WGS 84)"
    ),
    ("1,2,3", "3 fields where there are 2 columns; quote fields that hold the separator"),
  ])
  func `reports why a row has no place`(row: String, reason: String) throws {
    let table = try read("lon,lat\n0,0\n\(row)\n0,0\n")
    expect(table.skipped.description, equals: "1 of 3 records skipped, in line 3: \(reason)")
    expect(table.points.count, equals: 2)
  }

  @Test func `counts lines inside quotes`() throws {
    let table = try read("name,lon,lat\n\"a\nb\nc\",1,2\nd,1,x\n")
    expect(table.skipped.first?.line, equals: 5)
  }

  @Test func `reports that the last row is cut off`() throws {
    let kept = try read("lon,lat,name,note\n1,2,a,b\n3,4,c")
    expect(kept.points.count, equals: 2)
    expect(kept.notes, equals: ["the last row is cut off after 3 of 4 fields; is the file complete?"])
    let cut = try read("name,lon,lat,note\na,1,2,b\nc,3,4")
    expect(cut.points.count, equals: 1)
    expect(
      cut.skipped.description,
      equals:
        "1 of 2 records skipped, in line 3: the last row is cut off after 3 of 4 fields; is the file complete?"
    )
  }

  @Test(arguments: [
    ("1,2,a\n3", true), ("1,2,a\n3,4", true), ("1,2,a\n3,4,b", false), ("1,2,a\n3,4\n", false),
  ])
  func `of a pipe must end with a whole row`(rows: String, isCut: Bool) throws {
    var options = ReadingOptions()
    options.mustEndWhole = true
    var rest = ArraySlice("lon,lat,name\n\(rows)".utf8)
    func read() throws(FeatureError) {
      _ = try FeatureTable.read(options: options) { buffer in
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }
    }
    do throws(FeatureError) {
      try read()
      #expect(!isCut)
    } catch {
      #expect(isCut)
      guard case .cutOff(_, expected: 3) = error.problem else { throw error }
    }
  }

  @Test func `allows empty fields behind the last column`() throws {
    try expect(read("lon,lat\n1,2,\n3,4,,\r\n").places, equals: [[1, 2], [3, 4]])
  }

  @Test func `reads text that is not UTF-8 as Windows-1252 and warns`() throws {
    let bytes = Array("name,lon,lat\nK".utf8) + [0xF6] + Array("ln ".utf8) + [0x80] + Array(",1,2\n".utf8)
    let table = try FeatureTable.read(ByteArray(bytes))
    expect(table.property("name", ofPoint: 0), equals: .string("Köln €"))
    expect(table.notes, equals: ["the text is not UTF-8 and was read as Windows-1252"])
  }

  @Test(
    arguments: cases(
      """
       → the input is empty; expected CSV or GeoJSON
      lon,lat⏎ → there is a header but no row below it; add rows
      lon,lat → there is a header but no row below it; add rows
      lon,lat⏎x,y⏎ → no usable record; 1 of 1 record skipped, in line 2: longitude is no number
      name,east,north⏎a,1,2⏎ → 1:1: no longitude column in the header "name", "east", "north"; name it with --longitude COLUMN (a name or a number)
      name,lon,north⏎a,1,2⏎ → 1:1: no latitude column in the header "name", "lon", "north"; name it with --latitude COLUMN (a name or a number)
      lon,lat,lat⏎1,2,3⏎ → 1:1: columns 2 and 3 are both "lat"; choose one by number, such as --latitude 2
      lon|lat⏎13,4|52,5⏎ → 2:1: "13,4" has a decimal comma; set --decimal comma, or write numbers with a decimal point
      lon,lat⏎13,4,52,5⏎ → no usable record; 1 of 1 record skipped, in line 2: 4 fields where there are 2 columns; quote fields that hold the separator
      name,lon,lat⏎a,1,2⏎"b,3,4⏎c,5,6⏎ → 3:1: the quote that opens here is never closed; close it, or double quotes that belong to the text
      lon,lat⏎1489230,6894026⏎1489231,6894026⏎ → the coordinates are not degrees; 2 of 2 records skipped, the first in line 2: 1489230.0, 6894026.0 look like meters, not degrees; convert the file to longitude and latitude (WGS 84)
      lon,lat⏎1,2⏎<<<<<<< HEAD⏎3,4⏎ → 3:1: expected CSV or GeoJSON, found a file with unresolved git conflicts; resolve the conflict marks
      """) + [
        (" \n\n", "the input is empty; expected CSV or GeoJSON")
      ])
  func `that is none is distinguished from one`(text: String, message: String) {
    expect(fault(text), equals: message)
  }

  @Test func `reports which requested column is not there`() {
    var options = ReadingOptions(longitudeColumn: .name("east"))
    expect(
      fault("lon,lat\n1,2\n", options),
      equals: "1:1: no column \"east\" in the header \"lon\", \"lat\"; name one of these with --longitude")
    options = ReadingOptions(latitudeColumn: .number(9))
    expect(
      fault("lon,lat\n1,2\n", options),
      equals: "1:1: no column 9, the first row has 2; give --latitude a number up to that")
    options = ReadingOptions(longitudeColumn: .number(2), latitudeColumn: .name("lat"))
    expect(
      fault("lon,lat\n1,2\n", options),
      equals: "1:1: column 2 cannot be both longitude and latitude; choose with --longitude and --latitude")
    options = ReadingOptions(identifierColumn: .name("key"))
    expect(
      fault("lon,lat\n1,2\n", options),
      equals: "1:1: no column \"key\" in the header \"lon\", \"lat\"; name one of these with --id")
  }

  @Test func `cannot be distinguished from a decimal comma without a header either`() {
    let options = ReadingOptions(longitudeColumn: .number(1), latitudeColumn: .number(2))
    expect(
      fault("13,4|52,5\n13,5|52,6\n", options),
      equals: "1:1: \"13,4\" has a decimal comma; set --decimal comma, or write numbers with a decimal point")
  }

  @Test func `without a header has columns that are found by their values`() throws {
    // As the hotels that came with TBAnnotationClustering are written.
    let table = try read(
      """
      -149.8935557,61.21759217,Sheraton Anchorage Hotel, 401 East 6th Avenue, (907) 276-8700
      -87.8911,30.6597,"Inn, Suites",12 Main Street,+1 251-580-1000
      """)
    expect(table.points.longitudes, equals: [-149.8935557, -87.8911])
    expect(table.points.latitudes, equals: [61.21759217, 30.6597])
    expect(table.columnNames, equals: ["longitude", "latitude", "name", "4", "phone"])
    expect(table.property("name", ofPoint: 1), equals: .string("Inn, Suites"))
    expect(table.property("phone", ofPoint: 1), equals: .string("+1 251-580-1000"))
    expect(
      table.hints.map { $0.spelled(SettingSpelling(.options)) },
      equals: [
        "there is no header: columns 1 and 2 are longitude and latitude by their values; choose others with --longitude and --latitude"
      ])
  }

  @Test(arguments: [
    ("52.5,113.4,a\n", [113.4], [52.5]), ("a;52,5;113,4\nb;-1,5;\n", [113.4], [52.5]),
    ("1\t52.5\t-113.4\t7\n", [-113.4], [52.5]),
  ])
  func `without a header may have the latitude first, and decimal commas`(
    text: String, longitudes: [Double], latitudes: [Double]
  ) throws {
    let table = try read(text)
    expect(table.points.longitudes, equals: longitudes)
    expect(table.points.latitudes, equals: latitudes)
  }

  @Test(arguments: [
    ("a;52,5;13,4\n", 2, 3), ("a;52,5;13,4\nb;52,6;13,5\n", 2, 3), ("52.5,13.4\n", 1, 2),
    ("1.5,0.5,2.5\n", 1, 2),
  ])
  func `without a header in which either column may be the longitude is refused`(
    text: String, first: Int, second: Int
  ) {
    expect(
      fault(text, ReadingOptions()),
      equals:
        "1:1: the first row is no header, and columns \(first) and \(second) may be longitude and latitude in either order; choose with --longitude \(first) and --latitude \(second), or the other way round"
    )
  }

  @Test(arguments: ["a,b\n52.5,113.4\n", "2020,2021\n1.5,2.5\n", "id,x1.5,y\n1,2,3\n"])
  func `with a header of other names is not taken for one without`(text: String) {
    expect(fault(text, ReadingOptions()).contains("column in the header"), equals: true)
  }

  @Test func `keeps no properties when none are wanted`() throws {
    let table = try read("id,lon,lat\n7,1,2\n", ReadingOptions(keepsProperties: false))
    expect(table.identifier(ofPoint: 0), equals: .number(1))
    #expect(table.properties(ofPoint: 0).isEmpty)
  }
}
