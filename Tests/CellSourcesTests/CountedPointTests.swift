import CellSources
import MapFeatures
import MapGeometry
import Testing

@Suite struct `Counted points as cells` {
  private func cells(_ text: String) throws(CellTableError) -> ReadCells {
    try CellFile(ByteArray(text)).cells(for: CellRequest())
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
    #expect((0..<read.cells.rowCount).map { read.cells.count(ofRow: $0) } == [3, 1])
    #expect(read.cells.pointCount == 4)
    let places = (0..<2).map { read.features.points[$0] }
    #expect(places == [Coordinate(latitude: 52, longitude: 4.5), Coordinate(latitude: -9, longitude: 179)])
    #expect(read.features.property("name", ofPoint: 1) == .string("Alone"))
    if text.contains("Feature") {
      #expect(read.features.identifier(ofPoint: 1) == .string("b"))
    }
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
    (features[1], "no cells in the columns name, mass"),
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
