import Drawing
import MapClusters
import MapDecorations
import MapSettings
import MapStories
import TestSupport
import Testing

/// What changed between two snapshots, as a picture.
@Suite struct `The difference of two snapshots` {
  /// One point stays, one goes, one comes, and a pair gets a third member.
  private static let story = """
    {"sources": {"points": [
       {"id": "stays", "at": [-100, 0]}, {"id": "goes", "at": [-50, 0]}, {"id": "comes", "at": [0, 0]},
       {"id": "pair1", "at": [50, 0]}, {"id": "pair2", "at": [51, 0]}, {"id": "third", "at": [50.5, 0]}]},
     "size": [400, 300], "center": [0, 0], "zoom": 0.2, "steps": [
       {"add": ["stays", "goes", "pair1", "pair2"]}, {"snapshot": "before"}, {"remove": "goes"},
       {"add": ["comes", "third"]}, {"snapshot": "after"}]}
    """

  private func difference(_ story: String, describes: Bool = true) async throws -> SnapshotDifference {
    var options = ClusterOptions()
    options.preset = .cch
    let (result, snapshotter) = try await play(story, clustering: options)
    var picture = PictureOptions()
    picture.describesMarks = describes
    return try SnapshotDifference(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, options: picture,
      shaper: BoxShaper())
  }

  private func discs(_ scene: Scene) -> [(circle: Circle, subject: MarkDescription?)] {
    let inset = scene.insets.first?.scene.layers ?? []
    return inset.filter { $0.id == "difference" }.flatMap(\.marks).compactMap { mark in
      if case .circle(let circle) = mark.shape { (circle, mark.subject) } else { nil }
    }
  }

  @Test func `shows what was kept, inserted, removed and reused in four colors`() async throws {
    let found = try await difference(Self.story)
    expect(found.counts, equals: [.kept: 1, .inserted: 1, .removed: 1, .reused: 1])
    let discs = discs(found.scene)
    expect(discs.count, equals: 4)
    let places: [(SnapshotDifference.Kind, Double)] = [
      (.kept, -100), (.removed, -50), (.inserted, 0), (.reused, 50.5),
    ]
    for (kind, longitude) in places {
      let x = 200 + longitude / 360 * 512 * 1.148_698_354_997_035
      let disc = try #require(discs.first { near($0.circle.center.x, x, 0.01) }, "\(kind)")
      #expect(near(disc.circle.fill.red, kind.color.red))
      #expect(near(disc.circle.fill.blue, kind.color.blue))
      expect(disc.subject?.title.hasPrefix("\(kind.rawValue): "), equals: true)
    }
    expect(discs.first { $0.subject?.count == 3 }?.subject?.title, equals: "reused: 3 annotations")
    expect(Set(SnapshotDifference.Kind.allCases.map { "\($0.color)" }).count, equals: 4)
  }

  @Test func `has a legend below the picture, not over it`() async throws {
    let found = try await difference(Self.story, describes: false)
    expect(found.scene.size, equals: Size(width: 400, height: 324))
    expect(found.scene.insets.map(\.scene.size), equals: [Size(width: 400, height: 300)])
    var words: [String] = []
    for mark in found.scene.layers.flatMap(\.marks) {
      if case .text(let run) = mark.shape { words.append(run.fragments[0].text) }
    }
    expect(words, equals: ["kept 1", "inserted 1", "removed 1", "reused 1"])
    #expect(discs(found.scene).allSatisfy { $0.subject == nil })
  }

  /// Letters are 6.6 points wide: the four entries take 53.6, 80, 73.4 and 66.8 points, with 12 between and 10 before them.
  @Test(arguments: [(400, 1), (300, 2), (200, 2), (160, 3), (120, 4), (60, 4)])
  func `has a legend of as many lines as the picture's width needs`(width: Int, lines: Int) async throws {
    let scene = try await difference(Self.story.replacing("[400, 300]", with: "[\(width), 300]")).scene
    expect(scene.size, equals: Size(width: Double(width), height: 300 + 24 * Double(lines)))
    var dots: [Point] = []
    for mark in scene.layers.flatMap(\.marks) {
      switch mark.shape {
      case .circle(let circle): dots.append(circle.center)
      case .text(let run):
        let line = run.fragments[0]
        #expect(line.origin.x >= 0)
        #expect(line.origin.x + line.advance <= max(Double(width), 90))
        #expect(line.origin.y < scene.size.height)
      default: Issue.record("neither a dot nor a word")
      }
    }
    expect(Set(dots.map(\.y)).count, equals: lines)
  }

  @Test func `of a snapshot to itself keeps all, and is seen in the later view`() async throws {
    let same = try await difference(
      Self.story.replacing(#"{"remove": "goes"},"#, with: "").replacing(
        #"{"add": ["comes", "third"]},"#, with: ""))
    expect(same.counts, equals: [.kept: 3])
    let moved = try await difference(
      Self.story.replacing(#"{"remove": "goes"},"#, with: #"{"remove": "goes"}, {"pan": [20, 0]},"#))
    expect(moved.counts, equals: [.kept: 1, .inserted: 1, .removed: 1, .reused: 1])
    let removed = try #require(discs(moved.scene).first { $0.subject?.title.hasPrefix("removed") == true })
    #expect(near(removed.circle.center.x, 180 - 50.0 / 360 * 512 * 1.148_698_354_997_035, 0.01))
  }
}

/// Markers that another layer draws afterwards.
@Suite struct `A marker that changes its layer` {
  private static let look = """
    {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
     "layers": [
      {"id": "singles", "type": "circle", "source": "points", "filter": ["!", ["has", "point_count"]],
       "paint": {"circle-radius": 10, "circle-color": "#ff0000"}},
      {"id": "clusters", "type": "circle", "source": "points", "filter": ["has", "point_count"],
       "paint": {"circle-radius": 10, "circle-color": "#ff0000"}}]}
    """

  @Test(arguments: [0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 0.95])
  func `stays as opaque as it is`(time: Double) async throws {
    var options = ClusterOptions()
    options.preset = .pins
    let (result, snapshotter) = try await play(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [1, 0]}]}, "size": [400, 300],
       "center": [0, 0], "zoom": 1, "steps": [{"add": "a"}, {"snapshot": "one"}, {"add": "b"}, {"snapshot": "two"}]}
      """, clustering: options, look: Self.look)
    expect(result.snapshots[1].differences[0].reused.count, equals: 1)
    for name in [AnimatorName.fade, .move, .bounce] {
      let transition = try Transition(
        from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: name.animator(),
        options: PictureOptions(), shaper: BoxShaper())
      let still = discs(transition.scene(at: time)).filter { near($0.x, 200, 1e-5) && near($0.radius, 10) }
      // What shines through all discs in one place.
      let rest = still.reduce(1) { $0 * (1 - $1.alpha) }
      #expect(near(rest, 0), "\(name) \(rest)")
    }
  }
}
