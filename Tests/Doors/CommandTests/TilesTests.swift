import Foundation
import TestSupport
import Testing

@Suite struct `Writing tiles of clusters` {
  private static let towns = Workplace.checkout + "Samples/towns-5000.csv"

  private func counts(_ place: Workplace, _ archive: String, _ tiles: [String]) throws -> (
    points: Int, texts: [String]
  ) {
    var points = 0
    var texts: [String] = []
    for tile in tiles {
      let text = try place.run(["tile", archive, tile]).succeeding().text
      texts.append(text)
      let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      for feature in document["features"] as? [[String: Any]] ?? [] {
        let properties = feature["properties"] as? [String: Any]
        points += properties?["cluster"] as? Bool == true ? properties?["point_count"] as? Int ?? 0 : 1
      }
    }
    return (points, texts)
  }

  @Test func `gives archives of both kinds with the same tiles, on any number of threads`() throws {
    let place = try Workplace()
    let words = ["tiles", Self.towns, "--zoom", "0-5"]
    for (name, threads) in [("a.pmtiles", "1"), ("b.pmtiles", "4"), ("c.mbtiles", "2")] {
      _ = try place.run(words + ["-o", name, "--threads", threads]).succeedingQuietly()
    }
    expect(place.read("a.pmtiles"), equals: place.read("b.pmtiles"))
    let tiles = ["1/0/0", "1/1/0", "1/0/1", "1/1/1"]
    let whole = try counts(place, "a.pmtiles", tiles)
    expect(whole.points, equals: 5000)
    try expect(counts(place, "c.mbtiles", tiles).texts, equals: whole.texts)
    let about = try place.run(["tile", "a.pmtiles"]).succeeding().text
    #expect(about.contains("clusters"))
  }

  @Test(arguments: [
    (["points.csv", "-o", "a.tiles"], "ends in no known format"), (["points.csv"], "no output is set"),
    (["points.csv", "points.csv", "-o", "a.pmtiles"], "tiles are of one input"),
    (["points.csv", "-o", "a.pmtiles", "--zoom", "3-1"], "is no range of zooms"),
    (["points.csv", "-o", "a.pmtiles", "--zoom", "0-30"], "is no range of zooms"),
    (["points.csv", "-o", "a.pmtiles", "--properties", "kond"], "did you mean kind?"),
    (["points.csv", "-o", "a.pmtiles", "--method", "dbscan"], "set --method grid or --method radius"),
  ])
  func `reports what it cannot do`(words: [String], part: String) throws {
    let place = try Workplace(["points.csv": "lon,lat,kind\n1,2,a\n"])
    let outcome = try place.run(["tiles"] + words)
    expect(outcome.status, equals: 2)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
    expect(place.read("a.pmtiles"), equals: nil)
  }
}
