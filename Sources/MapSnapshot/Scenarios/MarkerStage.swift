import Drawing
import MapClusters

/// Who a marker is in one picture: its source and its name there.
struct MarkerKey: Hashable, Sendable {
  let source: String
  let id: ClusterID
}

/// Whose the marks of point layers are: what transitions move and callouts point at.
struct MarkerStage: Sendable {
  /// A marker at one place of the picture.
  struct Actor: Hashable, Sendable {
    /// Who it is; `nil` for a point of a source that is not clustered.
    let marker: MarkerKey?
    /// The middle of its marks.
    let middle: Point
  }

  /// Whose each mark is, by layer, mark by mark.
  private(set) var owners: [String: [Actor]] = [:]
  /// The markers seen, in draw order, with how far their marks reach from their middles.
  private(set) var actors: [(actor: Actor, reach: Double)] = []
  private var indexOfActor: [Actor: Int] = [:]  // looked up, never iterated

  /// Notes that the next `count` marks of a layer are a marker's.
  mutating func note(_ count: Int, in layer: String, of marker: MarkerKey?, middle: Point, reach: Double) {
    let actor = Actor(marker: marker, middle: middle)
    owners[layer, default: []] += repeatElement(actor, count: count)
    if let known = indexOfActor[actor] {
      actors[known].reach = max(actors[known].reach, reach)
    } else {
      indexOfActor[actor] = actors.count
      actors.append((actor, reach))
    }
  }
}
