import MapClusters
import MapContent
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import TestSupport
import Testing

@Suite struct `Classes of counts` {
  @Test(arguments: [
    // 7 of 10 in one decade are not more than 70 %.
    ([2.0, 2, 3, 3, 4, 5, 9, 10, 100, 1000], [10.0, 100, 1000, 10_000]),
    // The fifths of 8 of 10 begin with 3, 4, 6 and 20; ratios are nearest to 2, 5, 5 and 20, and none begins with the least.
    ([2, 2, 3, 3, 4, 5, 6, 9, 20, 400], [5, 20]),
    ([1100, 1300, 2000, 2500, 3000, 4000, 4500, 6000, 7000, 8000], [2000, 5000]),
    ([3, 3, 3], [10, 100, 1000, 10_000]),
    ([], [10, 100, 1000, 10_000]),
  ])
  func `are decades, or quantiles of round limits where one would hold most bubbles`(
    counts: [Double], breaks: [Double]
  ) {
    expect(CountClasses(of: counts).scale.breaks, equals: breaks)
  }

  @Test func `have the colors of decades`() {
    expect(
      [2, 9, 10, 99, 1000, 1e6].map(CountClasses.decades.value),
      equals: [1, 1, 10, 10, 1000, 10_000].map(StyleValue.number))
    let few = CountClasses(of: [2, 2, 3, 3, 4, 5, 6, 9, 20, 400])
    expect([4, 5, 19, 20, 400].map(few.value), equals: [1, 10, 10, 100, 100].map(StyleValue.number))
  }

  // The limits between 1, 2, 5 and 10 are the roots of 2, 10 and 50: 1.414, 3.162 and 7.071.
  @Test(arguments: [
    (1.41, 1.0), (1.42, 2), (3.16, 2), (3.17, 5), (7.07, 5), (7.08, 10), (316, 200), (317, 500), (1000, 1000),
  ])
  func `round limits to the nearest ratio of 1, 2 and 5`(number: Double, round: Double) {
    expect(number.nearestOneTwoFive, equals: round)
  }
}

@Suite struct `Cells whose size nobody sets` {
  /// A source of squares; places are points of the world at zoom 0, 512 wide.
  private func side(_ places: [Double], zoom: Double = 0) throws -> CellSize {
    let options = with(ClusterOptions()) { ($0.method, $0.form) = (.grid, .square) }
    let rows = places.map { "\($0 * 360 / 512 - 180),0.1\n" }.joined()
    var source = try MapSource(
      id: "a", features: try table("lon,lat\n" + rows), clustering: SourceClustering(nil, options: options),
      drawing: options)
    source.choosesCells = true
    let clustering = try #require(source.clustering)
    return try source.settings(clustering, atZoomOf: viewport(zoom: zoom), threads: 1).cellSize
  }

  @Test func `are the smallest of which half hold three points`() throws {
    // Three points in one place: the smallest cells do.
    try expect(side([100, 100, 100, 300, 300, 300, 400]), equals: .points(8))
    // Points far apart: the largest are still too small.
    try expect(side([10, 110, 210, 310, 410]), equals: .points(60))
    // A point every 4 points, 128 in all: cells of 8 hold two, 51 cells of 10 hold two or three, which alternate.
    let line = (0..<128).map { Double(4 * $0 + 1) }
    try expect(side(line), equals: .points(10))
    // At twice the scale it takes cells of 20, whose shares are the same.
    try expect(side(line, zoom: 1), equals: .points(20))
  }
}
