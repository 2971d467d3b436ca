public import Drawing
public import JSONDocument
import MapClusters
public import MapContent
public import MapDecorations
public import MapScene

/// The changes from one snapshot of a scenario to another, as a picture in the view of the latter: each marker is a disc in
/// the color of what became of it, with how many points it stands for.
public struct SnapshotDifference: Sendable {
  /// The change of a marker; those of higher rank lie above the others.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It was there and is there no more.
    case removed
    /// It is as it was.
    case kept
    /// It took other members.
    case reused
    /// It was not there before.
    case inserted

    /// The color of its markers: four that differ for any color vision (Okabe and Ito, 2008).
    public var color: Color {
      switch self {
      case .removed: Color(red: 0.835, green: 0.369, blue: 0)
      case .kept: Color(red: 0.45, green: 0.45, blue: 0.45)
      case .reused: Color(red: 0, green: 0.447, blue: 0.698)
      case .inserted: Color(red: 0, green: 0.62, blue: 0.451)
      }
    }
  }

  /// The scene that a canvas draws.
  public let scene: Scene
  /// The number of markers of each kind in the picture; a marker in several copies of the world counts once.
  public let counts: [Kind: Int]
  /// Warnings and information about the later snapshot.
  public let notes: [Diagnostic]

  /// Compares two snapshots.
  ///
  /// Below the markers lies the later picture, without its own.
  ///
  /// - Parameters:
  ///   - after: the later one, of the same scenario.
  /// - Throws: `SnapshotError`.
  /// - Complexity: two or three pictures, and O(*m*) expected for the members of all markers.
  public init(
    from before: ScenarioSnapshot, to after: ScenarioSnapshot, of snapshotter: MapSnapshotter,
    options: PictureOptions, shaper: any TextShaper
  ) throws(SnapshotError) {
    let destination = try after.snapshot(of: snapshotter, options: options, shaper: shaper)
    var former = try before.snapshot(of: snapshotter, options: options, shaper: shaper)
    if before.viewport != after.viewport {
      former = try snapshotter.markers(
        of: former, seenIn: after.viewport, overscan: 0, options: options, shaper: shaper)
    }
    let kinds = MarkerKinds(from: before, to: after)
    var discs: [ChangedMarker] = []
    for (drawn, reach) in former.ownership.markers {
      if let marker = ChangedMarker(drawn, reach, of: former.groups, kinds.before), marker.kind == .removed {
        discs.append(marker)
      }
    }
    for (drawn, reach) in destination.ownership.markers {
      if let marker = ChangedMarker(drawn, reach, of: destination.groups, kinds.after) {
        discs.append(marker)
      }
    }
    var scene = destination.scene
    scene.layers = destination.sides(of: snapshotter.layers).filter { $0.kind == .scenery }.map(\.layer)
    var counts: [Kind: Int] = [:]
    var seen: Set<ChangedMarker.Key> = []
    for disc in discs where seen.insert(disc.key).inserted { counts[disc.kind, default: 0] += 1 }
    do throws(TextShapingError) {
      var marks: [DrawItem] = []
      for kind in Kind.allCases {
        for disc in discs where disc.kind == kind {
          marks += try disc.marks(
            isDescribed: options.describesMarks, listsMembers: options.listsMembers, shaper: shaper)
        }
      }
      let place = scene.layers.firstIndex { $0.id == "decorations" } ?? scene.layers.count
      scene.layers.insert(SceneLayer(id: "difference", marks: marks), at: place)
      let (legend, height) = try SnapshotDifference.legend(counts, below: scene.size, shaper: shaper)
      self.scene = Scene(
        size: Size(width: scene.size.width, height: scene.size.height + height),
        scale: scene.scale, background: Color(red: 1, green: 1, blue: 1), title: scene.title,
        layers: [SceneLayer(id: "difference-legend", marks: legend)], insets: [Inset(scene, at: .zero)])
    } catch {
      throw .text(error)
    }
    (self.counts, notes) = (counts, destination.notes)
  }

  /// Points below the picture for a line of the legend.
  private static let lineHeight = 24.0

  /// A disc, the name and the number of each kind, in as many lines below the picture as its width needs.
  private static func legend(
    _ counts: [Kind: Int], below picture: Size, shaper: any TextShaper
  ) throws(TextShapingError) -> (marks: [DrawItem], height: Double) {
    let ink = Color(red: 0.2, green: 0.2, blue: 0.2)
    var marks: [DrawItem] = []
    var x = 10.0
    var middle = picture.height + lineHeight / 2
    for kind in [Kind.kept, .inserted, .removed, .reused] {
      let line = try TextLine("\(kind.rawValue) \(counts[kind] ?? 0)", size: 11, shaper: shaper)
      if x > 10, x + 14 + line.size.width > picture.width {
        (x, middle) = (10, middle + lineHeight)
      }
      marks.append(DrawItem(.circle(Circle(center: Point(x: x + 5, y: middle), radius: 5, fill: kind.color))))
      marks.append(line.mark(at: Point(x: x + 14, y: middle - line.ink.center.y), color: ink))
      x += 14 + line.size.width + 12
    }
    return (marks, middle + lineHeight / 2 - picture.height)
  }
}

/// The changes of the markers of two snapshots, by the points that they hold.
private struct MarkerKinds {
  /// Group by group, by the row of a point; looked up, never iterated.
  typealias Rows = [String: [UInt32: SnapshotDifference.Kind]]

  private(set) var before: Rows = [:]
  private(set) var after: Rows = [:]

  init(from one: ScenarioSnapshot, to other: ScenarioSnapshot) {
    for (index, group) in other.groups.enumerated() where one.live.indices.contains(index) {
      let changes = MarkerChanges(from: one.live[index], to: other.live[index])
      var kinds: [Int: SnapshotDifference.Kind] = [:]
      for marker in changes.kept { kinds[marker.identity] = .kept }
      for reuse in changes.reused { kinds[reuse.after.identity] = .reused }
      for marker in changes.inserted { kinds[marker.identity] = .inserted }
      for marker in changes.removed { kinds[marker.identity] = .removed }
      after[group.source.name] = MarkerKinds.rows(of: other.tracked(group, of: index), kinds)
      before[group.source.name] = MarkerKinds.rows(of: one.tracked(one.groups[index], of: index), kinds)
    }
  }

  private static func rows(
    of markers: [MarkerMatches.Marker], _ kinds: [Int: SnapshotDifference.Kind]
  ) -> [UInt32: SnapshotDifference.Kind] {
    var rows: [UInt32: SnapshotDifference.Kind] = [:]
    for marker in markers { for row in marker.members { rows[row] = kinds[marker.identity] } }
    return rows
  }
}

/// A marker of one of the pictures, and what became of it.
private struct ChangedMarker {
  struct Key: Hashable {
    let source: String
    let number: Int
    let kind: SnapshotDifference.Kind
  }

  let key: Key
  let kind: SnapshotDifference.Kind
  private let middle: Point
  private let radius: Double
  private let group: MarkerGroup
  private let marker: Marker

  /// - Returns: `nil` for a point of a source that no group holds.
  init?(_ drawn: DrawnMarker, _ reach: Double, of groups: [MarkerGroup], _ rows: MarkerKinds.Rows) {
    guard let place = drawn.marker, let group = groups.first(where: { $0.source.name == place.source }),
      group.markers.markers.indices.contains(place.number), let known = rows[place.source]
    else { return nil }
    let marker = group.markers.markers[place.number]
    let kinds = Set(group.markers.members(of: marker).compactMap { known[$0] })
    guard let first = kinds.first else { return nil }
    // A bubble that several markers were joined to for want of room is what all of them are.
    kind = kinds.count == 1 ? first : .reused
    key = Key(source: place.source, number: place.number, kind: kind)
    (self.group, self.marker, middle) = (group, marker, drawn.middle)
    radius = min(60, max(5, reach))
  }

  func marks(isDescribed: Bool, listsMembers: Bool, shaper: any TextShaper) throws(TextShapingError)
    -> [DrawItem]
  {
    let white = Color(red: 1, green: 1, blue: 1)
    let disc = Circle(
      center: middle, radius: radius - 1, fill: kind.color.multiplyingAlpha(by: 0.85), strokeWidth: 1,
      stroke: white)
    let subject =
      isDescribed
      ? MarkDescription(
        id: group.identifier(of: marker), count: marker.count,
        title: "\(kind.rawValue): \(group.title(of: marker))",
        members: listsMembers ? group.memberIdentifiers(of: marker) : []) : nil
    var marks = [DrawItem(.circle(disc), subject: subject)]
    if marker.isCluster {
      let line = try TextLine(String(marker.count), size: 10, isBold: true, shaper: shaper)
      if line.size.width <= 2 * radius - 2 {
        marks.append(line.mark(at: middle - line.ink.center, color: white))
      }
    }
    return marks
  }
}
