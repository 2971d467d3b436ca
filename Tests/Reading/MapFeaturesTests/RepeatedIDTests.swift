import MapFeatures
import TestSupport
import Testing

@Suite struct `Ids that repeat` {
  @Test(arguments: [
    ("id,lon,lat\na,1,2\nb,3,4\n,5,6\n,7,8\n\"\",1,1\n\"\",1,2\n", nil),
    ("id,lon,lat\na,1,2\nb,3,4\na,5,6\nb,5,6\na,7,8\n", #"string("a") in lines 2 and 4"#),
    ("lon,lat,id\r\n1,2,a\r\n3,4,ab\r\n\r\n5,6,ab\r\n", #"string("ab") in lines 3 and 5"#),
    ("lon,lat,id\n1,2,\"a\"\n3,4,a\n", #"string("a") in lines 2 and 3"#),
    ("lon,lat,name\n1,2,a\n3,4,a\n", nil),
    (#"[{"id":7,"lon":1,"lat":2},{"lon":1,"lat":2},{"id":7,"lon":1,"lat":2}]"#, "number(7.0) in line 1"),
    (
      #"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, nil
    ),
    (
      """
      {"type":"Feature","id":"m","geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},"properties":{}}
      {"type":"Feature","id":"n","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}
      {"type":"Feature","id":"m","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}
      """, #"string("m") in lines 1 and 3"#
    ),
  ])
  func `are found with the first two rows`(text: String, found: String?) throws {
    let table = try read(text)
    let repeated = RepeatedIDs(of: table, among: nil, whatever: false)
    expect(repeated.map { "\($0.firstID(in: table)) in \($0.firstRows(in: table))" }, equals: found)
  }

  @Test func `are those that a dictionary finds`() throws {
    var generator = Seeded(seed: 31)
    let ids = (0..<5000).map { _ in "i\(Int.random(in: 0..<3000, using: &generator))" }
    let table = try read("id,lon,lat\n" + ids.map { "\($0),1,2\n" }.joined())
    // Every third row takes part.
    let rows = stride(from: 0, to: ids.count, by: 3).map { UInt32($0) }
    var seen: Set<String> = []
    let first = rows.filter { seen.insert(ids[Int($0)]).inserted }
    let repeated = try #require(RepeatedIDs(of: table, among: rows, whatever: true))
    expect(repeated.firstRows(among: rows, of: ids.count), equals: first)
    expect(repeated.count, equals: rows.count - first.count)
  }

  @Test func `are looked for in long tables only where that is asked`() throws {
    let row = "a,1,2\n"
    let table = try read("id,lon,lat\n" + String(repeating: row, count: 100_001))
    #expect(RepeatedIDs(of: table, among: nil, whatever: false) == nil)
    expect(RepeatedIDs(of: table, among: nil, whatever: true)?.count, equals: 100_000)
    expect(RepeatedIDs(of: table, among: [5, 7], whatever: false)?.count, equals: 1)
  }
}
