import MapFeatures
import MapStories
import TestSupport
import Testing

@Suite struct `Points of several files` {
  /// The ids of points that come from several texts, one after the other.
  private func ids(_ texts: String...) throws -> [String] {
    var pool = PointPool()
    for text in texts { pool.append(try FeatureTable.read(ByteArray(Array(text.utf8)))) }
    let table = try pool.table()
    return (0..<table.points.count).map { table.identifier(ofPoint: $0).text }
  }

  @Test func `without ids are all there, those of the first by their row`() throws {
    try expect(
      ids("lon,lat\n1,1\n2,2\n", "lon,lat\n3,3\n4,4\n5,5\n", "lon,lat\n6,6\n"),
      equals: ["1", "2", "1.2", "2.2", "3", "1.3"])
  }

  @Test func `keep their own ids, which made ones keep away from`() throws {
    try expect(
      ids("lon,lat\n1,1\n2,2\n", "id,lon,lat\n2,3,3\nx,4,4\n2,5,5\n"), equals: ["1", "2.2", "2", "x", "2"])
  }
}
