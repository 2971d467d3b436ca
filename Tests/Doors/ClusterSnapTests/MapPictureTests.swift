import ClusterSnap
import JSONDocument
import MapSession
import TestSupport
import Testing

private enum Kind: String { case capital, town }

private struct Place: Sendable {
  let name: String
  let kind: Kind
  let people: Int?
  let latitude, longitude: Double
}

private let places = [
  Place(name: "Berlin", kind: .capital, people: 3_600_000, latitude: 52.5, longitude: 13.4),
  Place(name: "Potsdam", kind: .town, people: 180_000, latitude: 52.4, longitude: 13.07),
  Place(name: "Hamburg", kind: .town, people: nil, latitude: 53.55, longitude: 10),
]

private let table = """
  id,latitude,longitude,kind,people
  Berlin,52.5,13.4,capital,3600000
  Potsdam,52.4,13.07,town,180000
  Hamburg,53.55,10,town,

  """

/// The front door for programs.
@Suite struct `A picture of a program` {
  private let map = MapPicture(places, id: \.name, latitude: \.latitude, longitude: \.longitude)
    .colored(by: \.kind).basemap(.none).size(300, 200)

  @Test(arguments: ["png", "svg"])
  func `is the command's, byte for byte`(ending: String) async throws {
    let place = try Workplace()
    try place.write("places.csv", table)
    _ = try place.run(
      "render points=places.csv --color-by kind --size-by people --legend --cell-size 80 --min-count 3 --basemap none --size 300x200 -o command.\(ending)"
    )
    try await map.sized(by: \.people).legend().set(\.cellSize, 80).set("minCount", 3)
      .write(to: place.path("own.\(ending)"))
    expect(place.read("own.\(ending)"), equals: place.read("command.\(ending)"))
  }

  @Test func `has the markers that its points make`() async throws {
    // Zoom 4: 8192 points around the world; Berlin and Potsdam are 7.5 points apart, Hamburg is 77.
    let view = map.method(.distance).set(\.distance, .points(20)).centered(
      latitude: 53, longitude: 12, zoom: 4)
    let markers = try await view.markers.sorted { $0.count > $1.count }
    expect(markers.map(\.count), equals: [2, 1])
    expect(markers.map(\.isCluster), equals: [true, false])
    expect(markers[0].members, equals: ["Berlin", "Potsdam"])
    expect(markers[1].id, equals: "Hamburg")
    #expect(abs(markers[0].longitude - (13.4 + 13.07) / 2) < 1e-6)
    let weighed = try await view.weighted(by: \.people).markers
    expect(weighed.first { $0.isCluster }?.weight, equals: 3_780_000)
  }

  @Test func `is made of rows, of a file and of bytes alike`() async throws {
    let place = try Workplace()
    try place.write("places.csv", table)
    let rows: [[String: any Sendable]] = places.map {
      ["id": $0.name, "lat": $0.latitude, "lon": $0.longitude]
    }
    let wanted = try await map.set("method", "none").markers.map(\.id)
    expect(wanted.sorted(), equals: ["Berlin", "Hamburg", "Potsdam"])
    try await expect(MapPicture(rows: rows).set("method", "none").markers.map(\.id), equals: wanted)
    for other in [
      MapPicture(file: place.path("places.csv")), MapPicture(bytes: Array(table.utf8)).by(\.colorBy, "kind"),
    ] {
      try await expect(other.set(\.method, .none).markers.map(\.id), equals: wanted)
    }
  }

  @Test func `returns warnings as values`() async throws {
    let away = try await map.centered(latitude: -40, longitude: -120, zoom: 5).draw()
    #expect(away.notes.map(\.message).contains { $0.hasPrefix("none of the 3 points lies in the picture") })
    #expect(try await map.draw(as: .svg).notes.isEmpty)
  }

  @Test(arguments: [
    ("minCnt", 3, "\"minCnt\""), ("minCount", 0, "minCount: expected a number in 1…1000000000, found 0"),
  ])
  func `refuses what is no setting`(name: String, value: Int, message: String) async {
    let error = await #expect(throws: SessionError.self) {
      try await map.set(name, .init(integerLiteral: value)).png()
    }
    expect(error?.description.contains(message), equals: true, "\(error?.description ?? "")")
  }

  @Test func `is written whole, and in the format of its name`() async throws {
    let error = await #expect(throws: SessionError.self) { try await map.write(to: "map.docx") }
    expect(
      error?.description,
      equals:
        "map.docx: error: this ends in no known format; name a .png, .svg, .pdf, .webp, .avif, .jpg or .html file"
    )
    await #expect(throws: SessionError.self) { try await map.write(to: "nowhere/map.png") }
  }

  @Test func `names columns by properties`() async throws {
    let labeled = map.labeled(by: \.name).set(\.method, .none).style("light")
    let svg = String(decoding: try await labeled.svg(), as: UTF8.self)
    #expect(svg.contains("Hamburg"))
    #expect(try await labeled.pdf().starts(with: Array("%PDF".utf8)))
  }
}
