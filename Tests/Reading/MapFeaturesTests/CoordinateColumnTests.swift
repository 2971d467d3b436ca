import JSONDocument
import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `Columns of coordinates` {
  @Test(arguments: [
    ("longitude_deg,latitude_deg", "1,2", nil),
    ("decimalLatitude,decimalLongitude", "2,1", nil),
    ("pickup_longitude,pickup_latitude", "1,2", nil),
    ("start_lng,start_lat", "1,2", nil),
    ("geo_lon,geo_lat", "1,2", nil),
    ("X,Y", "1,2", nil),
    ("@lat,@lon", "2,1", nil),
    ("Lat,Long_", "2,1", nil),
    ("stop_id,stop_lat,stop_lon", "7,2,1", nil),
    ("GPSLat,GPSLon", "2,1", nil),
    ("point_x,point_y", "1,2", nil),
    ("XCoord,YCoord", "1,2", nil),
    ("Geo Longitude,Geo Latitude", "1,2", nil),
    // The plain name wins, wherever it stands.
    ("start_lon,start_lat,lon,lat", "8,9,1,2", nil),
    // One plain name, the other with a unit.
    ("lon,latitude_deg", "1,2", nil),
    (
      "pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude", "1,2,3,4",
      "points are at \"pickup_longitude\" and \"pickup_latitude\"; choose \"dropoff_longitude\" with --longitude"
    ),
  ])
  func `are seen by their names`(header: String, row: String, note: String?) throws {
    let table = try read("\(header)\n\(row)\n")
    expect(table.places, equals: [[1, 2]])
    expect(table.hints.map { $0.spelled(SettingSpelling(.options)) }, equals: note.map { [$0] } ?? [])
    #expect(table.notes.isEmpty)
  }

  @Test(arguments: [
    // Sizes and names are no places.
    "size_x,size_y", "how_long,name", "screenX,screenY", "pickup_longitude,dropoff_latitude,other_latitude",
    "longitudinal,lateral", "lonely,flat",
  ])
  func `are not guessed where names do not show them`(header: String) throws {
    #expect(fault("\(header)\n1,2,3\n").contains("no longitude column in the header"))
  }

  @Test func `follow the one that is asked for`() throws {
    let text = "pickup_lon,pickup_lat,drop_lon,drop_lat\n1,2,3,4\n"
    try expect(read(text, ReadingOptions(longitudeColumn: .name("drop_lon"))).places, equals: [[3, 4]])
    try expect(read(text, ReadingOptions(latitudeColumn: .name("drop_lat"))).places, equals: [[3, 4]])
    #expect(
      fault(text, ReadingOptions(longitudeColumn: .name("dorp_lon"))).hasSuffix(
        "did you mean \"drop_lon\"?"))
  }

  @Test(arguments: [
    ("decimalLongitude", ["decimal", "longitude"]), ("GPSLon", ["gps", "lon"]), ("@lon", ["lon"]),
    ("Long_", ["long"]), ("geo.lon-1", ["geo", "lon", "1"]), ("lon84", ["lon", "84"]), ("", []),
    ("ÄußereLänge", ["äußere", "länge"]),
  ])
  func `are cut into words`(name: String, words: [String]) {
    expect(ColumnFinder.words(of: name), equals: words)
  }
}

@Suite struct `Columns of cells` {
  @Test func `are no coordinates`() throws {
    #expect(
      fault("cell_x,cell_y,n,point_count,lon_e8,lat_e8,w_lon_e14,w_lat_e14\n1,1,8,1,1,1,1,1\n")
        .hasSuffix("; a table of cells is drawn with --cells FILE"))
    try expect(
      read("z,x,y,point_count\n3,1,1,1\n").hints.map { $0.spelled(SettingSpelling(.options)) },
      equals: ["z, x, y and point_count seem to be cells; a table of cells is drawn with --cells FILE"])
  }
}

@Suite struct `Places as text` {
  @Test(arguments: [
    "POINT(13.4 52.5)", "point ( 13.4   52.5 )", "POINT Z (13.4 52.5 30)", "POINTZM(13.4 52.5 1 2)",
    "POINT M(13.4 52.5 7)", "SRID=4326;POINT(13.4 52.5)", "(52.5, 13.4)", "52.5,13.4", " (52.5,13.4) ",
    #"{"type":"Point","coordinates":[13.4,52.5,30]}"#,
    // What PostGIS prints of ST_Point(13.4, 52.5), with and without 4326, in either order of bytes.
    "0101000000CDCCCCCCCCCC2A400000000000404A40", "0101000020E6100000CDCCCCCCCCCC2A400000000000404A40",
    "0000000001402ACCCCCCCCCCCD404A400000000000",
    "00A0000001000010E6402ACCCCCCCCCCCD404A4000000000003FF0000000000000",
    "01E9030000CDCCCCCCCCCC2A400000000000404A40000000000000F03F",
    #"\x0101000000cdcccccccccc2a400000000000404a40"#,
  ])
  func `are read`(text: String) throws {
    let place = try CoordinateText.coordinate(in: text)
    #expect((place.longitude, place.latitude) == (13.4, 52.5))
  }

  @Test(
    arguments: cases(
      """
       → the feature has no geometry
      POINT EMPTY → the feature has no geometry
      LINESTRING(1 2,3 4) → LINESTRING is no point; of a column of geometries only points are read
      SRID=3857;POINT(1 2) → the place is in EPSG:3857; transform it to EPSG:4326
      0101000020110F0000CDCCCCCCCCCC2A400000000000404A40 → the place is in EPSG:3857; transform it to EPSG:4326
      010200000002000000CDCCCCCCCCCC2A400000000000404A40 → LINESTRING is no point; of a column of geometries only points are read
      0101000000000000000000F87F000000000000F87F → the feature has no geometry
      { → the geometry has no type
      {"type":"Polygon"} → Polygon is no point; of a column of geometries only points are read
      {"type":"Point","coordinates":[1]} → the coordinates are not those of a Point
      """))
  func `report why they are none`(text: String, reason: String) {
    expect(refusal(of: text), equals: reason)
  }

  @Test(arguments: [
    "Berlin", "POINT(1)", "POINT(1 2", "POINT(1 2 3 4 5)", "POINT(a b)", "(1,2", "1,2,3", "1",
    "SRID=x;POINT(1 2)",
    "POINTLESS(1 2)", "01010000", "0101000000CDCCCCCCCCCC2A40000000000040",
    "0201000000CDCCCCCCCCCC2A400000000000404A40",
    "POINT(1 2))(", #"\x01"#, "0xyz",
  ])
  func `are no places`(text: String) {
    #expect(
      ["the text is no place; expected POINT(longitude latitude) or (latitude, longitude)"].contains(
        refusal(of: text)))
  }

  private func refusal(of text: String) -> String {
    do throws(SkipReason) {
      let place = try CoordinateText.coordinate(in: text)
      return "\(place)"
    } catch {
      return error.description
    }
  }

  @Test func `are a column of a table`() throws {
    let text = """
      name;location;n
      a;POINT(13.4 52.5);1
      b;"POINT(2 48)";2
      c;LINESTRING(1 2,3 4);3
      d;;4
      e;POINT(200 95);5

      """
    let table = try read(text)
    expect(table.places, equals: [[13.4, 52.5], [2, 48]])
    expect(table.property("n", ofPoint: 1), equals: .number(2))
    expect(
      table.skipped.description,
      equals:
        "3 of 5 records skipped, the first in line 4: LINESTRING is no point; of a column of geometries only points are read"
    )
    // The open-data way, latitude first; the comma is quoted.
    try expect(read("id,geo_point_2d\nx,\"52.5, 13.4\"\n").places, equals: [[13.4, 52.5]])
    // The first row has none.
    try expect(read("id,geom\nw,\nx,POINT(13.4 52.5)\n").places, equals: [[13.4, 52.5]])
    expect(
      fault("id,geom\nx,\"LINESTRING(1 2,3 4)\"\n"),
      equals:
        "no usable record; 1 of 1 record skipped, in line 2: LINESTRING is no point; of a column of geometries only points are read"
    )
    try expect(read("geom,location\n\"LINESTRING(1 2,3 4)\",POINT(5 6)\n").places, equals: [[5, 6]])
    // A column of that name without places is none.
    #expect(fault("id,location\nx,Berlin\n").contains("no longitude column"))
    // The first value is none.
    let malformed = try read("geom,id\nPOINT(13.4),2\nPOINT(13.4 52.5),3\n")
    #expect((malformed.places, malformed.skipped.count) == ([[13.4, 52.5]], 1))
    for name in ["geography", "geog", "SHAPE"] {
      try expect(read("id,\(name)\nx,POINT(13.4 52.5)\n").places, equals: [[13.4, 52.5]])
    }
    // A plane's numbers may stand beside degrees.
    try expect(read("xcoord,ycoord,geom\n1e6,2e5,POINT(13.4 52.5)\n").places, equals: [[13.4, 52.5]])
    // Columns of numbers go first.
    try expect(read("geom,lon,lat\nPOINT(9 9),1,2\n").places, equals: [[1, 2]])
    for names in ["INTPTLAT,INTPTLONG", "reclat,reclong", "ycoord,xcoord"] {
      try expect(read("id,\(names)\nx,52.5,13.4\n").places, equals: [[13.4, 52.5]])
    }
  }
}
