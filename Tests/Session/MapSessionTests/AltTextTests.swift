import MapSession
import MapSettings
import SessionSupport
import TestSupport
import Testing

@Suite struct `Words of a picture` {
  /// Five points in Paris, three in Madrid, two in the sea 3 degrees east of Madrid, and one in Berlin.
  private static let points = """
    lon,lat,kind
    2.35,48.86,a
    2.35,48.86,a
    2.35,48.86,a
    2.35,48.86,b
    2.35,48.86,b
    -3.70,40.42,b
    -3.70,40.42,b
    -3.70,40.42,b
    -0.70,40.42,a
    -0.70,40.42,a
    13.40,52.52,a
    """

  private func words(_ more: String) async throws -> [String] {
    let session = MapSession(resources: MemoryResources(["p.csv": Self.points]))
    let answer = try await session.pictures(
      of: MapSpecification(
        json:
          #"{"sources": {"p": "p.csv"}, "size": [600, 400], "cellSize": 30, "bbox": [-12, 36, 20, 56]\#(more)}"#
      ))
    return answer.pictures.flatMap { [$0.alt?.title ?? "-", $0.alt?.details ?? "-"] }
  }

  @Test(arguments: [
    ("en", "Map of 11 points", "11 points: 3 clusters, one single point. Area: ", "5 points near Paris,"),
    (
      "de", "Karte mit 11 Punkten", "11 Punkte: 3 Cluster, ein einzelner Punkt. Gebiet: ",
      "5 Punkte bei Paris,"
    ),
    (
      "fr", "Carte de 11 points", "11 points\u{A0}: 3 groupes, un point isolé. Région\u{A0}: ",
      "5 points près de Paris,"
    ),
    ("es", "Mapa de 11 puntos", "11 puntos: 3 grupos, un punto suelto. Zona: ", "5 puntos cerca de Paris,"),
  ])
  func `are made from its markers, in four languages`(
    _ language: String, _ title: String, _ counts: String, _ largest: String
  ) async throws {
    let words = try await words(#", "language": "\#(language)""#)
    expect(words[0], equals: title)
    #expect(words[1].hasPrefix(counts))
    #expect(words[1].contains(largest))
  }

  /// Castellón, 39.97° N 0.05° W, is 75 km away by the haversine.
  @Test func `name the next city with its distance and direction`() async throws {
    let words = try await words(#", "alt": "{largest}; {area}""#)
    // Countries are those that hold points, not all in view, those with most of them first.
    expect(
      words[1],
      equals:
        "5 near Paris, 3 near Madrid, 2 70 km northwest of Castellón de la Plana; France, Spain, Germany")
  }

  @Test(arguments: [
    ("11.57,48.14\n11.6,48.15\n", "Munich, Germany"),
    ("-122.42,37.77\n-122.4,37.79\n", "San Francisco, United States"),
    ("103.85,1.29\n103.86,1.3\n", "Singapore"),
    // No city lies in the picture: Freising is no row of the table.
    ("11.74,48.39\n11.75,48.41\n", "near Munich, Germany"),
  ])
  func `name a town by itself and its country`(rows: String, area: String) async throws {
    let session = MapSession(resources: MemoryResources(["p.csv": "lon,lat\n" + rows]))
    let answer = try await session.pictures(
      of: MapSpecification(json: #"{"sources": {"p": "p.csv"}, "size": [600, 400], "alt": "{area}"}"#))
    expect(answer.pictures.map(\.alt?.details), equals: [area])
  }

  @Test func `fill the gaps of a template with counts and shares of categories`() async throws {
    let words = try await words(
      #", "title": "Kinds", "colorBy": "kind", "alt": "{title}: {count}, {clusters}, {singles}, {shares} {{x}}""#
    )
    expect(words, equals: ["Kinds", "Kinds: 11, 3, 1, a 55%, b 45% {x}"])
  }

  @Test func `are left out where metadata is none`() async throws {
    try await expect(words(#", "metadata": "none""#), equals: ["-", "-"])
  }

  @Test(arguments: [
    ("{foo} towns", "\"{foo} towns\" has {foo}, which is no gap; write one of {title}, {count}, "),
    ("{count", "\"{count\" ends within a gap; close it with }, or write {{ for a brace"),
  ])
  func `refuse a template with a gap that is none`(_ template: String, _ message: String) throws {
    let error = #expect(throws: SettingError.self) { try AltTemplate(template) }
    expect(error?.description.hasPrefix(message), equals: true)
  }
}
