import Drawing

/// Who a marker is in one picture: its source and its number among that source's markers.
struct MarkerKey: Hashable, Sendable {
  let source: String
  let number: Int
}

/// Whose the marks of point layers are: what transitions move and callouts point at.
struct MarkerStage: Sendable {
  /// Marks that belong to markers.
  enum Layer: Hashable, Sendable {
    /// Those of a style's layer, by its id.
    case style(String)
    /// The rings about what is selected.
    case selection
    /// The bubbles that tell what markers stand for.
    case callouts
  }

  /// A marker at one place of the picture.
  struct Actor: Hashable, Sendable {
    /// Who it is; `nil` for a point of a source that is not clustered.
    let marker: MarkerKey?
    /// The middle of its marks.
    let middle: Point
  }

  /// Whose each mark is, by layer, mark by mark.
  private(set) var owners: [Layer: [Actor]] = [:]
  /// The markers seen, in draw order, with how far their marks reach from their middles.
  private(set) var actors: [(actor: Actor, reach: Double)] = []
  /// How far markers stand from their places to make room; only those that do. Looked up, never iterated.
  private(set) var shifts: [MarkerKey: Point] = [:]
  private var indexOfActor: [Actor: Int] = [:]  // looked up, never iterated

  /// Notes that the next `count` marks of a layer are a marker's.
  mutating func note(_ count: Int, in layer: Layer, of actor: Actor, reach: Double = 0) {
    owners[layer, default: []] += repeatElement(actor, count: count)
    if let known = indexOfActor[actor] {
      actors[known].reach = max(actors[known].reach, reach)
    } else {
      indexOfActor[actor] = actors.count
      actors.append((actor, reach))
    }
  }

  /// Notes how far a marker stands from its place.
  mutating func note(_ shift: Point, of marker: MarkerKey) {
    shifts[marker] = shift
  }
}
