import Drawing
import JSONDocument
import MapClusters
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `Clusters in a picture` {
  private static let bubbles = """
    {"id": "bubbles", "type": "circle", "source": "points", "filter": ["has", "point_count"],
     "metadata": {"clustersnap:pair": "counts", "clustersnap:fit-text": 3}, "paint": {"circle-radius": 5}},
    {"id": "dots", "type": "circle", "source": "points", "filter": ["!", ["has", "point_count"]]},
    {"id": "counts", "type": "symbol", "source": "points", "filter": ["has", "point_count"],
     "layout": {"text-field": "{point_count_abbreviated}", "text-size": 10, "text-allow-overlap": true}}
    """

  private func clustering() throws -> SourceClustering {
    let options = with(ClusterOptions()) { $0.method = .grid }
    return try #require(SourceClustering(nil, options: options))
  }

  @Test func `show counts inside bubbles that grow to hold them`() throws {
    let crowd = bare(Array(repeating: (0.0, 0.0), count: 1234))
    let source = try MapSource(id: "points", features: crowd, clustering: clustering())
    let drawn = try picture(layered(Self.bubbles), [source], frame())
    let bubble = try #require(circles(drawn).first)
    let label = try #require(texts(drawn).first)
    expect(label.fragments.map(\.text), equals: ["1.2k"])
    // Four letters of 5 by 7 points: half the diagonal of 20 by 7, and 3 points of air.
    #expect(abs(bubble.radius - 13.594_810_050_208_546) < 1e-9)
    for fragment in label.fragments {
      for corner in fragment.outline.points {
        let offset = corner + fragment.origin - bubble.center
        #expect(offset.x * offset.x + offset.y * offset.y <= bubble.radius * bubble.radius)
      }
    }
  }

  @Test func `draw each count right after its bubble`() throws {
    let pairs = [(0.0, 0.0), (0, 0), (60, 0), (60, 0), (100, 0)].map { (longitude: $0.0, latitude: $0.1) }
    let source = try MapSource(id: "points", features: bare(pairs), clustering: clustering())
    let drawn = try picture(layered(Self.bubbles), [source], frame())
    let kinds = drawn.layers.flatMap(\.marks).map { mark in
      switch mark.shape {
      case .circle: "circle"
      case .text: "text"
      default: "other"
      }
    }
    expect(kinds, equals: ["circle", "text", "circle", "text", "circle"])
  }

  @Test func `carry what the style's cluster properties ask for`() throws {
    let look = try layered(
      #"{"id": "bubbles", "type": "circle", "source": "points", "filter": ["has", "sum"], "paint": {"circle-radius": ["get", "sum"]}}"#,
      clustered: #", "cluster": true, "clusterProperties": {"sum": ["+", ["get", "v"]]}"#)
    let features = [3, 4, 5].map { value in
      #"{"type": "Feature", "properties": {"v": \#(value)}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
    }
    let table = try geoFeatures(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#)
    let styleSource = try #require(look.source("points"))
    let source = try MapSource(
      id: "points", features: table,
      clustering: SourceClustering(styleSource, options: ClusterOptions(styleSource.settings)))
    expect(circles(try picture(look, [source], frame())).map(\.radius), equals: [12])
  }

  @Test func `mean supercluster's radius where a style sets cluster, with the specification's numbers`()
    throws
  {
    let look = try layered("", clustered: #", "cluster": true, "clusterMinPoints": 3"#)
    let clustering = try #require(SourceClustering(look.source("points"), options: ClusterOptions()))
    expect(clustering.settings.method, equals: .radius)
    expect(clustering.settings.radius, equals: 50)
    expect(clustering.settings.maximumZoom, equals: 17)
    expect(clustering.settings.minimumPoints, equals: 3)
    let plain = try layered("")
    #expect(SourceClustering(plain.source("points"), options: ClusterOptions()) == nil)
  }

  @Test func `leave out points that a filter or an opt-out takes away`() throws {
    let features = ["true", "false", "null"].map { value in
      #"{"type": "Feature", "properties": {"cluster": \#(value)}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
    }
    let table = try geoFeatures(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#)
    let options = with(ClusterOptions()) { $0.preset = .clustermap }
    let clustering = try #require(SourceClustering(nil, options: options))
    let source = try MapSource(id: "points", features: table, clustering: clustering)
    let (groups, _) = try MapSnapshotter(style: layered(""), sources: [source]).markers(in: frame(zoom: 3))
    // The one that opted out stands alone and is not counted.
    expect(groups.flatMap(\.markers.markers).map(\.count).sorted(), equals: [1, 2])
  }

  @Test func `sum weights instead of counting`() throws {
    let features = [2.5, 4].map { value in
      #"{"type": "Feature", "properties": {"w": \#(value)}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
    }
    let table = try geoFeatures(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#)
    var options = ClusterOptions()
    options.method = .grid
    options.weight = "w"
    let clustering = try #require(SourceClustering(nil, options: options))
    let source = try MapSource(id: "points", features: table, clustering: clustering)
    let (groups, _) = try MapSnapshotter(style: layered(""), sources: [source]).markers(in: frame())
    expect(groups.flatMap(\.markers.markers).map(\.weight), equals: [6.5])
    options.weight = "missing"
    // Read along with the points they are the same.
    let columns = MapSource.columns(for: clustering)
    expect(columns, equals: ["w"])
    let read = try FeatureTable.read(
      ByteArray(#"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#),
      options: ReadingOptions(keepsProperties: false, columns: columns))
    try expect(
      MapSource(id: "points", features: read, clustering: clustering).input.weights, equals: [2.5, 4])
    #expect(throws: SnapshotError.noWeight(source: "points", property: "missing", known: ["w"])) {
      _ = try MapSource(id: "points", features: table, clustering: SourceClustering(nil, options: options))
    }
  }
}

@Suite struct `Properties of every point` {
  private func clustering(_ change: (inout ClusterOptions) -> Void) throws -> SourceClustering {
    var options = ClusterOptions()
    options.method = .grid
    change(&options)
    return try #require(SourceClustering(nil, options: options))
  }

  /// What a source is made of, or why it is none.
  private func outcome(_ table: FeatureTable, _ clustering: SourceClustering, _ filter: FeatureFilter?)
    -> String
  {
    do throws(SnapshotError) {
      let source = try MapSource(
        id: "points", name: "towns", features: table, clustering: clustering, filter: filter)
      let unclustered = (0..<source.input.coordinates.count).filter {
        source.input.unclusteredRows?.contains($0) == true
      }
      return "\(source.rows ?? []) \(source.input.weights ?? []) \(unclustered) \(source.warnings.isEmpty)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: ["1", "x", "-1", "", "true", "1e400", "2.5"])
  func `mean the same whether they are columns or not`(odd: String) throws {
    let rows = (0..<50).map { row in
      "\(row % 36 - 18).5,\(row % 9).25,\(row == 41 ? odd : "\(row)"),\(row % 3 == 0 ? "false" : "true"),k\(row % 4)"
    }
    let csv = "lon,lat,w,cluster,kind\n" + rows.joined(separator: "\n")
    let clustering = try clustering {
      $0.weight = "w"
      $0.optOut = "cluster"
    }
    let style = try layered("", clustered: #", "filter": ["!=", ["get", "kind"], "k2"]"#)
    let filters = [nil, style.sources.first { $0.id == "points" }?.geoJSON?.filter]
    #expect(filters[1] != nil)
    for filter in filters {
      let names = MapSource.columns(for: clustering, filter: filter)
      expect(names, equals: ["w", "cluster"] + (filter == nil ? [] : ["kind"]))
      let (plain, columns) = try (
        FeatureTable.read(ByteArray(csv)),
        FeatureTable.read(ByteArray(csv), options: ReadingOptions(columns: names))
      )
      #expect(names.allSatisfy { columns.column($0) != nil && plain.column($0) == nil })
      let expected = outcome(plain, clustering, filter)
      expect(outcome(columns, clustering, filter), equals: expected)
      // What is empty counts 0, and is no fault.
      expect(expected.contains("record 42"), equals: !["1", "2.5", ""].contains(odd), "\(expected)")
    }
  }
}

@Suite struct `What is being done` {
  @Test func `is clustering, source by source, then drawing`() throws {
    let options = with(ClusterOptions()) { $0.method = .grid }
    let sources = try ["a", "b"].map { name in
      try MapSource(
        id: "points", name: name, features: bare([(0, 0), (0, 0)]),
        clustering: SourceClustering(nil, options: options))
    }
    let dots = try layered(
      #"{"id": "dots", "type": "circle", "source": "points", "filter": [">=", ["get", "leaf_count"], 2]}"#)
    let snapshotter = MapSnapshotter(style: dots, sources: sources)
    var stages: [SnapshotStage] = []
    let snapshot = try snapshotter.snapshot(of: frame(), shaper: HalfEmShaper()) { stages.append($0) }
    expect(stages, equals: [.clustering(source: "a"), .clustering(source: "b"), .drawing])
    // Expressions see how many points a cluster has.
    expect(circles(snapshot.scene).count, equals: 2)
  }
}
