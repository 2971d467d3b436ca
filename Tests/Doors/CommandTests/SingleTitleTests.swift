import Foundation
import TestSupport
import Testing

@Suite struct `Titles of single points as data` {
  private static let rows =
    "id,lon,lat,name,phone\n1,10,50,Adlon,030\n2,10.01,50,Ritz,031\n3,60,50,Solo,999\n4,-40,50,,\n"

  @Test(arguments: [
    ("tb", "2 hotels in this area", "Solo" as String?, "999" as String?),
    ("pins", "2 pins present", "Solo", nil),
    ("cch", "2 annotations", "1 annotation", "Solo"), ("pablo", "2", "Solo", nil),
    ("clustermap", "2 points", "Solo", nil), ("amap", "2 points", "Solo", nil),
    ("amap-distance", "2 points", "Solo", nil), ("cluster", "2 points", "Solo", nil),
    ("supercluster", "2 points", nil, nil),
  ])
  func `are the same in every format`(preset: String, cluster: String, title: String?, subtitle: String?)
    throws
  {
    let place = try Workplace(["in.csv": Self.rows])
    let words = ["clusters", "in.csv", "--preset", preset, "--center", "10,50", "--zoom", "1"]
    let json = try place.run(words).json()
    let features = try #require(json["features"] as? [[String: Any]])
    func properties(_ column: String, _ value: String) throws -> [String: Any] {
      try #require(
        features.compactMap { $0["properties"] as? [String: Any] }.first { "\($0[column] ?? "")" == value })
    }
    try expect(properties("point_count", "2")["title"] as? String, equals: cluster)
    let single = try properties("name", "Solo")
    expect(single["title"] as? String, equals: title)
    expect(single["subtitle"] as? String, equals: subtitle)
    // A point without a name has no title of its own.
    let bare = try #require(features.first { "\($0["id"] ?? "")" == "4" }?["properties"] as? [String: Any])
    expect(bare["title"] as? String, equals: preset == "cch" ? "1 annotation" : nil)
    let table = try place.run(words + ["--format", "csv"]).outputLines
    let header = try #require(table.first).split(separator: ",", omittingEmptySubsequences: false)
    let row = try #require(table.first { $0.hasPrefix("3,") }).split(
      separator: ",", omittingEmptySubsequences: false)
    let column = try #require(header.firstIndex(of: "title"))
    #expect(row[column] == title ?? "Solo")
  }
}
