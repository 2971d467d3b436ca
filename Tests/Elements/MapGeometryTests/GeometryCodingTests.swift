import Foundation
import MapGeometry
import TestSupport
import Testing

@Suite struct `Boxes and places` {
  @Test(arguments: [
    ((10.0, 0.0, 20.0, 5.0), (3.0, 15.0), (10.0, 0.0, 20.0, 5.0)),
    ((10, 0, 20, 5), (7, 15), (10, 0, 20, 7)),
    ((10, 0, 20, 5), (-1, 25), (10, -1, 25, 5)),
    ((10, 0, 20, 5), (0, 5), (5, 0, 20, 5)),
    ((170, 0, 175, 5), (0, -170), (170, 0, -170, 5)),
    ((-175, 0, -170, 5), (0, 170), (170, 0, -170, 5)),
    ((-180, 0, 180, 5), (0, 12), (-180, 0, 180, 5)),
  ])
  func `include a place by the shorter way`(
    box: (Double, Double, Double, Double), place: (Double, Double), expected: (Double, Double, Double, Double)
  ) throws {
    let before = try BoundingBox(west: box.0, south: box.1, east: box.2, north: box.3)
    let coordinate = Coordinate(latitude: place.0, longitude: place.1)
    let after = before.including(coordinate)
    #expect(after.contains(coordinate))
    expect(
      after, equals: try BoundingBox(west: expected.0, south: expected.1, east: expected.2, north: expected.3)
    )
  }

  @Test func `come back from being saved to the last bit`() throws {
    let boxes = [
      try BoundingBox(west: 170.1, south: -0.3, east: -170.7, north: 89.999_999_999_999_99),
      try BoundingBox(west: -180, south: -90, east: 180, north: 90),
      try BoundingBox(west: 0.1 + 0.2, south: 1 / 3, east: 0.1 + 0.2, north: 1 / 3),
    ]
    try expect(JSONDecoder().decode([BoundingBox].self, from: JSONEncoder().encode(boxes)), equals: boxes)
    let places = [Coordinate(latitude: 1 / 3, longitude: -0.1), Coordinate(latitude: -90, longitude: 180)]
    try expect(JSONDecoder().decode([Coordinate].self, from: JSONEncoder().encode(places)), equals: places)
  }

  @Test(arguments: ["[10, 91]", "[10]", "{}", "[\"a\", 3]"])
  func `are refused where they are no place`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coordinate.self, from: Data(text.utf8)) }
  }

  @Test(arguments: ["[0, 0, -1, 5]", "[0, 5, 10, 4]", "[0, 0, 361, 5]", "[0, -91, 1, 5]", "[0, 0, 1]"])
  func `are refused where they are no box`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(BoundingBox.self, from: Data(text.utf8)) }
  }
}
