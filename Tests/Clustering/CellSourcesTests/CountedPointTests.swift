import CellSources
import MapFeatures
import MapGeometry
import TestSupport
import Testing

@Suite struct `Counted points as cells` {
  private func cells(_ text: String, at columns: (String, String)? = nil) throws(CellTableError) -> ReadCells
  {
    var request = CellRequest()
    (request.longitude, request.latitude) = (columns?.0, columns?.1)
    return try CellFile(ByteArray(text)).cells(for: request)
  }

  /// As supercluster answers: clusters count their points, points that stay alone count nothing.
  private static let features = [
    #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[4.5,52]},"properties":{"cluster":true,"point_count":3,"bbox":[4,51.5,5,52.5]}}"#,
    #"{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[-181,-9]},"properties":{"name":"Alone","mass":5}}"#,
  ]

  @Test(arguments: [
    features.joined(separator: "\n"),
    #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}",
    "geom,point_count,name\nPOINT(4.5 52),3,\nPOINT Z (-181 -9 4),1,Alone\n",
    "pickup_lon,pickup_lat,doc_count,name\n4.5,52,3,\n179,-9,1,Alone\n",
  ])
  func `come in every form of points`(text: String) throws {
    let read = try cells(text)
    expect((0..<read.cells.rowCount).map { read.cells.count(ofRow: $0) }, equals: [3, 1])
    expect(read.cells.pointCount, equals: 4)
    let places = (0..<2).map { read.features.points[$0] }
    expect(
      places, equals: [Coordinate(latitude: 52, longitude: 4.5), Coordinate(latitude: -9, longitude: 179)])
    expect(read.features.property("name", ofPoint: 1), equals: .string("Alone"))
    if text.contains("Feature") {
      expect(read.features.identifier(ofPoint: 1), equals: .string("b"))
    }
  }

  private static func feature(_ place: String, _ properties: String, id: String = "") -> String {
    #"{"type":"Feature"\#(id),"geometry":{"type":"Point","coordinates":[\#(place)]},"properties":{\#(properties)}}"#
  }

  @Test func `keep their boxes and ids whatever comes first`() throws {
    let features = [
      Self.feature("2,3", #""point_count":2,"bbox":[1,2,0,3,4,9]"#, id: #","id":"a""#),
      Self.feature("30,2", #""name":"s","id":7,"key":"k1","geohash":"u33d""#),
      Self.feature("179,1", #""point_count":5,"bbox":[178,0,-178,2]"#),
      Self.feature("50,20", #""point_count":2"#),
    ]
    let boxes: [[Double]?] = [[1, 2, 3, 4], [30, 2, 30, 2], [178, 0, 180, 2], nil]
    for order in [[0, 1, 2, 3], [3, 2, 1, 0]] {
      let read = try cells(order.map { features[$0] }.joined(separator: "\n"))
      let found = (0..<4).map { row in
        read.cells.box(ofRow: row).map { [$0.west, $0.south, $0.east, $0.north] }
      }
      expect(found, equals: order.map { boxes[$0] })
      let names = (0..<4).map { "\(read.features.identifier(ofPoint: $0))" }
      #expect((names[order[0]], names[order[1]]) == (#"string("a")"#, "number(7.0)"))
    }
  }

  @Test func `lie in the columns that are named`() throws {
    for header in ["a_lon,a_lat,b_lon,b_lat", "lon,lat,b_lon,b_lat"] {
      for columns in [("b_lon", "B_LAT"), ("3", "4")] {
        let read = try cells("\(header),count\n1,2,3,4,5\n", at: columns)
        expect(read.features.points[0], equals: Coordinate(latitude: 4, longitude: 3))
      }
      #expect {
        try cells("\(header),count\n1,2,3,4,5\n", at: ("c_lon", "c_lat"))
      } throws: {
        "\($0)".contains("c_lon")
      }
    }
    // Cells lie where they are.
    try expect(cells("z,x,y,count\n2,3,1,7\n", at: ("c_lon", "c_lat")).cells.pointCount, equals: 7)
  }

  @Test func `may be single points alone, or none`() throws {
    let single = try cells(Self.feature("1,2", ""))
    #expect((single.cells.pointCount, single.cells.box(ofRow: 0)?.west) == (1, 1))
    try expect(cells(#"{"type":"FeatureCollection","features":[]}"#).cells.rowCount, equals: 0)
  }

  /// Of what is weighed `point_count` is the weight, and `leaf_count` the number of points.
  @Test func `are counted by leaf_count where clusters wrote both`() throws {
    let read = try cells("lon,lat,key,point_count,leaf_count\n1,2,a/b,7.25,3\n")
    #expect((read.cells.pointCount, read.features.points[0]) == (3, Coordinate(latitude: 2, longitude: 1)))
  }

  @Test(arguments: [
    (
      features[0] + "\n"
        + #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]},"properties":{}}"#,
      "these are not all counted points: there are lines or areas among them; every record needs a place"
    ),
    (
      "geom,point_count\nPOINT(1 2),3\n,4\n",
      "these are not all counted points: 1 of 2 records skipped"
    ),
    ("geom,point_count\nPOINT(1 2),3\nPOINT(1 2),0\n", "record 2: a count of 0 points makes no cell"),
    ("geom,name\nPOINT(1 2),a\n", "no cells in the columns geom, name"),
    ("geom,count\nLINESTRING(1 2,3 4),5\n", "no usable record"),
    (feature("1,2", #""point_count":2,"bbox":[5,1,6,3]"#), "record 1: the box does not hold the mean"),
    (
      feature("1,2", #""point_count":2,"bbox":[0,1,2]"#), "record 1: the box has its edges in the wrong order"
    ),
    (
      features[0].replacing(
        #""Point","coordinates":[4.5,52]"#, with: #""MultiPoint","coordinates":[[4,52],[5,52]]"#),
      "record 1 has several places"
    ),
    (
      features[0].replacing("[4,51.5,5,52.5]", with: "[4,52.5,5,51.5]"),
      "record 1: the box has its edges in the wrong order"
    ),
  ])
  func `are refused with the record`(text: String, reason: String) throws {
    #expect {
      try cells(text)
    } throws: {
      "\($0)".contains(reason)
    }
  }
}
