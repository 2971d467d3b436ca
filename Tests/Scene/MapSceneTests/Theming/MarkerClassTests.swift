import Drawing
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@testable import MapContent

@Suite struct `Classes of markers` {
  /// Ten places, 30° apart, with 1 to 4 points each; the numbers of place n are about 10 n, with the mean 10 n.
  private static let csv =
    "lon,lat,n\n"
    + (0..<10).map { place in
      let offsets = [[0.0], [-3, 3], [-4, 0, 4], [-9, -1, 1, 9]][place % 4]
      return offsets.map { "\(place * 30 - 135),0,\(Double(place * 10) + $0)\n" }.joined()
    }.joined()

  private func source(
    _ options: ClusterOptions, basis: ClassBasis = .markers, method: ClassMethod = .equal
  ) throws -> MapSource {
    var options = options
    options.colorBy = "n"
    options.classes = ColumnClasses(method: method, count: 3)
    options.classBy = basis
    return try MapSource(
      id: "points", features: try table(Self.csv), clustering: SourceClustering(nil, options: options),
      drawing: options)
  }

  private func options(_ method: ClusterMethod) -> ClusterOptions {
    let options = with(ClusterOptions()) { $0.method = method }
    return options
  }

  private func classes(_ source: MapSource, _ view: Viewport) throws -> MarkerClasses? {
    let style = try layered(#"{"id": "dots", "type": "circle", "source": "points"}"#)
    return try MapSnapshotter(style: style, sources: [source]).markers(in: view).groups.first?.classes
  }

  @Test(arguments: [ClusterMethod.grid, .radius])
  func `are the same in every view of a zoom: those of all points`(method: ClusterMethod) throws {
    let source = try source(options(method))
    // Means are 0, 10 … 90: thirds begin at 30 and 60.
    for longitude in [-135.0, -45, 0, 75, 130] {
      let found = try #require(try classes(source, viewport(longitude: longitude, zoom: 3)))
      expect(found.scale.breaks, equals: [30, 60])
      expect(found.basis, equals: .markers)
    }
    // The view that shows all of them has no others.
    let all = try #require(try classes(source, viewport(zoom: 3, width: 5000, height: 400)))
    expect(all.scale.breaks, equals: [30, 60])
  }

  @Test func `are those of rows where these are set`() throws {
    let found = try #require(
      try classes(try source(options(.grid), basis: .rows), viewport(longitude: -135, zoom: 3)))
    // Rows go from 0 to 93, whose thirds end at 31 and 62: no row lies between 30 and 31, and one at 60.
    expect(found.scale.breaks, equals: [30, 62])
    expect(found.basis, equals: .rows)
  }

  @Test(arguments: [ClusterMethod.leader, .kmeans, .dbscan, .distance])
  func `are those of the view where markers follow it`(method: ClusterMethod) throws {
    let source = try source(options(method))
    let found = try #require(try classes(source, viewport(longitude: -120, zoom: 3, width: 700)))
    expect(found.basis, equals: .markersOfView)
    expect(source.columnOfViewClasses, equals: "n")
    var anchored = options(.grid)
    anchored.anchor = .view
    try expect(self.source(anchored).columnOfViewClasses, equals: "n")
    try expect(self.source(options(.grid)).columnOfViewClasses, equals: nil)
  }

  @Test func `are those of rows where each is a marker`() throws {
    let found = try source(options(.none))
    expect(found.theme?.rowClasses?.basis, equals: nil)
    expect(found.theme?.rowClasses?.scale.breaks, equals: [30, 62])
  }

  @Test func `are found at zooms whose world has more cells than a view may have`() throws {
    let found = try #require(try classes(try source(options(.grid)), viewport(longitude: -135, zoom: 20)))
    expect(found.scale.breaks, equals: [30, 60])
  }

  @Test func `have a number each, whatever their number`() {
    var codes: Set<Double> = []
    for count in 1...9 {
      let scale = MarkerClasses(
        source: "n", scale: ClassScale(count, by: .equal, of: [0, Double(count)]), basis: nil)
      for index in 0..<count { codes.insert(scale.code(of: Double(index) + 0.5)) }
    }
    expect(codes, equals: Set((0..<45).map(Double.init)))
  }

  @Test func `color bubbles by the class of their number`() throws {
    let source = try source(options(.grid))
    let theme = try #require(source.theme)
    let style = try layered(#"{"id": "dots", "type": "circle", "source": "points"}"#).drawing(
      "points", by: theme)
    let colors = Palette.sunset.classes(3, isOnDark: false)
    for place in 0..<10 {
      let view = try viewport(longitude: Double(place * 30 - 135), zoom: 3, width: 100)
      let scene = try picture(style, [source], view)
      // Single points are opaque.
      let fills = circles(scene).map { Color(red: $0.fill.red, green: $0.fill.green, blue: $0.fill.blue) }
      expect(fills, equals: [colors[place < 3 ? 0 : place < 6 ? 1 : 2]])
    }
  }
}
