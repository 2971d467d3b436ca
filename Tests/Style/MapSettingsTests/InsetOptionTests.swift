import MapGeometry
import MapSettings
import TestSupport
import Testing

@Suite struct `Insets` {
  @Test func `are a name, a box and a corner`() throws {
    var options = ViewOptions()
    let entry = try #require(ViewOptions.table["insets"])
    try entry.take(word: "Alaska=172,51,-129,72@top-right", into: &options)
    try entry.take(word: "Hawaii=-161,18,-154,23", into: &options)
    let insets = try #require(options.insets)
    expect(insets.map(\.title), equals: ["Alaska", "Hawaii"])
    expect(insets.map(\.corner), equals: [.topRight, .bottomLeft])
    expect(insets[0].box, equals: try BoundingBox(west: 172, south: 51, east: -129, north: 72))
  }

  @Test func `of a set have boxes that hold the places they are named by`() throws {
    let places = [
      "us": ["Honolulu": (-157.86, 21.31), "Anchorage": (-149.9, 61.2), "San Juan": (-66.1, 18.4)],
      "fr": ["Cayenne": (-52.3, 4.9), "Saint-Denis": (55.45, -20.9), "Mamoudzou": (45.2, -12.8)],
      "es": ["Las Palmas": (-15.4, 28.1)], "pt": ["Funchal": (-16.9, 32.65), "Ponta Delgada": (-25.7, 37.7)],
      "no": ["Longyearbyen": (15.6, 78.2)],
    ]
    expect(Set(places.keys), equals: Set(InsetOptions.sets.map(\.key)))
    for (set, places) in places {
      var options = ViewOptions()
      try ViewOptions.table["insets"]?.take(word: set, into: &options)
      let boxes = try #require(options.insets).compactMap(\.box)
      expect(boxes.count, equals: InsetOptions.sets.first { $0.key == set }?.value.count)
      for (name, place) in places {
        let found = boxes.count { $0.contains(Coordinate(latitude: place.1, longitude: place.0)) }
        expect(found, equals: 1, "\(name)")
      }
    }
  }

  @Test(arguments: [
    (
      "Alaska",
      "\"Alaska\" is no inset; write NAME=WEST,SOUTH,EAST,NORTH@CORNER, or one of us, fr, es, pt, no"
    ),
    ("A=1,2,3,4@middle", "middle"), ("A=1,2,3", "is no box; write WEST,SOUTH,EAST,NORTH"),
    ("A=1,50,3,4", "the south edge 50.0 lies north of the north edge 4.0"),
  ])
  func `report words that are none`(word: String, message: String) {
    var options = ViewOptions()
    let error = #expect(throws: SettingError.self) {
      try ViewOptions.table["insets"]?.take(word: word, into: &options)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message), "\(error.map { "\($0)" } ?? "")")
  }
}
