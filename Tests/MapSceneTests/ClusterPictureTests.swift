import Drawing
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
@testable import MapScene
import MapSettings
import MapStyle
import Testing

@Suite struct `Clusters in a picture` {
  private static let bubbles = """
    {"id": "bubbles", "type": "circle", "source": "points", "filter": ["has", "point_count"],
     "metadata": {"clustersnap:pair": "counts", "clustersnap:fit-text": 3}, "paint": {"circle-radius": 5}},
    {"id": "dots", "type": "circle", "source": "points", "filter": ["!", ["has", "point_count"]]},
    {"id": "counts", "type": "symbol", "source": "points", "filter": ["has", "point_count"],
     "layout": {"text-field": "{point_count_abbreviated}", "text-size": 10, "text-allow-overlap": true}}
    """

  private func grouping() throws -> Grouping {
    var options = ClusterOptions()
    options.method = .grid
    return try #require(Grouping(nil, options: options))
  }

  @Test func `show counts inside bubbles that grow to hold them`() throws {
    let crowd = bare(Array(repeating: (0.0, 0.0), count: 1234))
    let source = try MapSource(id: "points", features: crowd, grouping: grouping())
    let drawn = try picture(layered(Self.bubbles), [source], frame())
    let bubble = try #require(circles(drawn).first)
    let label = try #require(texts(drawn).first)
    #expect(label.fragments.map(\.text) == ["1.2k"])
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
    let source = try MapSource(id: "points", features: bare(pairs), grouping: grouping())
    let drawn = try picture(layered(Self.bubbles), [source], frame())
    let kinds = drawn.layers.flatMap(\.marks).map { mark in
      switch mark.shape {
      case .circle: "circle"
      case .text: "text"
      default: "other"
      }
    }
    #expect(kinds == ["circle", "text", "circle", "text", "circle"])
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
      grouping: Grouping(styleSource, options: ClusterOptions(styleSource.settings)))
    #expect(circles(try picture(look, [source], frame())).map(\.radius) == [12])
  }

  @Test func `mean supercluster's radius where a style says cluster, with the specification's numbers`()
    throws
  {
    let look = try layered("", clustered: #", "cluster": true, "clusterMinPoints": 3"#)
    let grouping = try #require(Grouping(look.source("points"), options: ClusterOptions()))
    #expect(grouping.settings.method == .radius)
    #expect(grouping.settings.radius == 50)
    #expect(grouping.settings.maximumZoom == 17)
    #expect(grouping.settings.minimumPoints == 3)
    let plain = try layered("")
    #expect(Grouping(plain.source("points"), options: ClusterOptions()) == nil)
  }

  @Test func `leave out points that a filter or an opt-out takes away`() throws {
    let features = ["true", "false", "null"].map { value in
      #"{"type": "Feature", "properties": {"cluster": \#(value)}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
    }
    let table = try geoFeatures(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#)
    var options = ClusterOptions()
    options.preset = .clustermap
    let grouping = try #require(Grouping(nil, options: options))
    let source = try MapSource(id: "points", features: table, grouping: grouping)
    let (groups, _) = try MapSnapshotter(style: layered(""), sources: [source]).markers(in: frame(zoom: 3))
    // The one that opted out stands alone and is not counted.
    #expect(groups.flatMap(\.markers.markers).map(\.count).sorted() == [1, 2])
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
    let grouping = try #require(Grouping(nil, options: options))
    let source = try MapSource(id: "points", features: table, grouping: grouping)
    let (groups, _) = try MapSnapshotter(style: layered(""), sources: [source]).markers(in: frame())
    #expect(groups.flatMap(\.markers.markers).map(\.weight) == [6.5])
    options.weight = "missing"
    #expect(throws: SnapshotError.noWeight(source: "points", property: "missing", known: ["w"])) {
      _ = try MapSource(id: "points", features: table, grouping: Grouping(nil, options: options))
    }
  }
}

@Suite struct `What is being done` {
  @Test func `is clustering, source by source, then drawing`() throws {
    var options = ClusterOptions()
    options.method = .grid
    let sources = try ["a", "b"].map { name in
      try MapSource(
        id: "points", name: name, features: bare([(0, 0), (0, 0)]), grouping: Grouping(nil, options: options))
    }
    let dots = try layered(
      #"{"id": "dots", "type": "circle", "source": "points", "filter": [">=", ["get", "leaf_count"], 2]}"#)
    let snapshotter = MapSnapshotter(style: dots, sources: sources)
    var stages: [SnapshotStage] = []
    let snapshot = try snapshotter.snapshot(of: frame(), shaper: HalfEmShaper()) { stages.append($0) }
    #expect(stages == [.clustering(source: "a"), .clustering(source: "b"), .drawing])
    // Expressions see how many points a cluster has.
    #expect(circles(snapshot.scene).count == 2)
  }
}
