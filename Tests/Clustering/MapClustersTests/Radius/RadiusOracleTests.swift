import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Radius index against the walk` {
  static let cases: [(PointPattern, Int, Double)] = PointPattern.allCases.flatMap { set in
    zip([2, 2, 3, 5, 10], [40, 120, 40, 60, 20]).map { (set, $0, $1) }
  }

  @Test(arguments: cases)
  func `every level has the same items in the same order`(set: PointPattern, minimum: Int, radius: Double)
    throws
  {
    try compare(set, 150, RadiusSettings(radius: radius, minimumPoints: minimum), threads: 1)
  }

  @Test(arguments: PointPattern.allCases, [2, 3])
  func `nothing is lost across the antimeridian`(set: PointPattern, minimum: Int) throws {
    let settings = RadiusSettings(radius: 60, minimumPoints: minimum, wrapsAntimeridian: true)
    try compare(set, 120, settings, threads: 1)
  }

  @Test(arguments: PointPattern.allCases, [2, 8])
  func `threads change nothing`(set: PointPattern, threads: Int) throws {
    try compare(set, 200, RadiusSettings(radius: 50), threads: threads)
  }

  @Test func `other zooms and extents are cut the same way`() throws {
    try compare(
      .towns, 150, RadiusSettings(radius: 300, extent: 8192, minimumZoom: 3, maximumZoom: 9), threads: 1)
    try compare(.oneTown, 150, RadiusSettings(radius: 0.5, extent: 1, maximumZoom: 0), threads: 1)
    try compare(.oneTown, 150, RadiusSettings(radius: 40, minimumZoom: 20, maximumZoom: 30), threads: 1)
    try compare(.uniform, 150, RadiusSettings(radius: 1e9), threads: 1)
    try compare(.uniform, 100, RadiusSettings(radius: 1e300, wrapsAntimeridian: true), threads: 2)
    try compare(.uniform, 100, RadiusSettings(radius: 1e-300), threads: 1)
  }

  @Test func `no points and one point are fine`() throws {
    try compare(.uniform, 0, RadiusSettings(), threads: 1)
    try compare(.uniform, 1, RadiusSettings(), threads: 1)
    try compare(.uniform, 1, RadiusSettings(minimumPoints: 3), threads: 1)
  }

  /// Builds both and compares items, ids, parents, children, leaves and values.
  private func compare(_ set: PointPattern, _ count: Int, _ settings: RadiusSettings, threads: Int) throws {
    let table = set.table(count)
    let records = count + 7
    let slices = ParallelSlices(threads: threads, worthwhile: 0, chunk: 16)
    let index = try RadiusIndex(of: table, records: records, settings: settings, slices: slices)
    let oracle = WalkOracle(table, records: records, settings: settings)
    let values = index.aggregates(map: { [$0] }, reduce: { $0 += $1 })
    var expectedValues: [Int: [Int]] = [:]
    for zoom in stride(from: settings.maximumZoom + 1, through: settings.minimumZoom, by: -1) {
      let expected = try #require(oracle.levels[zoom])
      let items = index.items(zoom: zoom)
      let level = index.level(atZoom: Double(zoom))
      let slots = level.sorted(Array(0..<level.count))
      try #require(items.count == expected.count)
      for (position, want) in expected.enumerated() {
        let record = level.items[slots[position]]
        #expect((Int(record.x), Int(record.y)) == (want.x, want.y))
        expect(items[position].count, equals: want.count)
        expect(items[position].clusterID ?? items[position].pointIndex, equals: want.identity)
        expect(items[position].clusterID == nil, equals: want.count == 1)
        guard want.count > 1, let below = oracle.levels[zoom + 1] else { continue }
        let id = want.identity
        if expectedValues[id] == nil {
          let children = below.indices.filter { below[$0].parent == id }
          expectedValues[id] = ([want.origin] + children.filter { $0 != want.origin }).flatMap {
            below[$0].count > 1 ? expectedValues[below[$0].identity] ?? [] : [below[$0].identity]
          }
          try expect(
            index.children(of: id).map { $0.clusterID ?? $0.pointIndex },
            equals: children.map { below[$0].identity })
          try expect(index.expansionZoom(of: id), equals: zoom + 1)
          for child in children {
            let parent =
              below[child].count > 1
              ? try index.parent(of: below[child].identity) : try index.parent(ofPoint: below[child].identity)
            expect(parent, equals: id)
          }
          try expect(index.cluster(id).count, equals: want.count)
          try expect(index.leaves(of: id, limit: -1).sorted(), equals: expectedValues[id]?.sorted())
        }
      }
    }
    expect(values, equals: expectedValues)
    for (id, value) in expectedValues.prefix(5) {
      try expect(index.aggregate(of: id, map: { [$0] }, reduce: { $0 += $1 }), equals: value)
    }
  }
}
