import Drawing
import MapContent
import MapGeometry
import MapStyle
import StyleSettings

/// The positions of the discs of circle layers once they have given way to each other.
struct BubblePlan {
  struct Key: Hashable {
    let source: String
    let marker: ItemKey

    // Markers of one number in several sources are few: hashing the name would take most of the time.
    func hash(into hasher: inout Hasher) { hasher.combine(marker) }
  }

  /// The discs of each circle layer by its id, in draw order.
  var discs: [String: [CircleLayer.Disc]] = [:]
  /// The symbol layers whose texts were laid out for their bubbles, by id.
  var symbolLayers: [String: SymbolLayer] = [:]
  /// The shifts of markers' discs and labels that are moved.
  private(set) var shifts: [Key: Point] = [:]

  /// The shift of a marker; `nil` for none.
  func shift(of marker: ItemKey, in source: String?) -> Point? {
    guard let source, !shifts.isEmpty else { return nil }
    return shifts[Key(source: source, marker: marker)]
  }

  /// The discs of layers, with the keys of their markers.
  private func keyed(_ layers: [StyleLayer]) -> some Sequence<(key: Key, disc: CircleLayer.Disc)> {
    layers.lazy.flatMap { [discs] layer in
      (discs[layer.id] ?? []).lazy.map { (Key(source: layer.source ?? "", marker: $0.key), $0) }
    }
  }

  /// The discs that reach to the picture's edge or nearly so, the larger one where a marker has several.
  func atEdge(of picture: Rectangle, _ layers: [StyleLayer]) -> [Key: CollisionIndex.Disc] {
    var found: [Key: CollisionIndex.Disc] = [:]
    let inner = picture.expanded(by: -16)
    for (key, disc) in keyed(layers.filter { $0.source != nil }) {
      let (center, reach) = (disc.center, disc.reach)
      if center.x - reach >= inner.minX, center.x + reach <= inner.maxX, center.y - reach >= inner.minY,
        center.y + reach <= inner.maxY
      {
        continue
      }
      if let known = found[key], known.radius >= reach { continue }
      found[key] = disc.area
    }
    return found
  }

  /// Moves discs apart that overlap, and with each what other layers draw for the same marker.
  mutating func spread(_ layers: [StyleLayer], within picture: Rectangle) {
    let (keys, bodies) = bodies(of: layers, .shift)
    guard bodies.count > 1 else { return }
    move(keys, from: bodies, to: BubbleSpreading.places(of: bodies, within: picture))
  }

  /// The markers that layers of a rule draw as discs, and the room that each needs.
  func bodies(
    of layers: [StyleLayer], _ rule: LayerSettings.Declutter
  ) -> (keys: [Key], bodies: [CollisionIndex.Disc]) {
    var bodies = OrderedValues<Key, CollisionIndex.Disc>()
    for (key, disc) in keyed(layers.filter { $0.settings.declutter?.value == rule }) {
      bodies.add(.init(center: disc.center + (shifts[key] ?? .zero), radius: disc.reach), for: key) {
        // Discs of one marker on several layers stay together; the largest one needs the room.
        $0.radius = max($0.radius, disc.reach)
      }
    }
    return (bodies.keys, bodies.values)
  }

  mutating func move(_ keys: [Key], from bodies: [CollisionIndex.Disc], to places: [Point]) {
    for (index, place) in places.enumerated() {
      let shift = place - bodies[index].center
      if shift != .zero { shifts[keys[index]] = (shifts[keys[index]] ?? .zero) + shift }
    }
  }

  /// Raises the marks that stand on their points, and with each what other layers draw for the same marker.
  mutating func raise(_ layers: [StyleLayer]) {
    for (key, disc) in keyed(layers) where disc.rise != 0 {
      shifts[key] = Point(x: 0, y: min(-disc.rise, shifts[key]?.y ?? 0))
    }
  }

  /// The number of a layer's markers with another one's disc deep over their middle, of those whose middle is in the picture.
  ///
  /// - Parameters:
  ///   - layers: the circle layers, bottom first; those that are set to shift are looked at.
  /// - Returns: layers with at least one such marker, in their order; how many are covered is `nil` where discs stand in
  ///   such crowds that it is not counted.
  func covered(
    _ layers: [StyleLayer], within picture: Rectangle
  ) -> [(layer: StyleLayer, covered: Int?, all: Int)] {
    let shifting = layers.filter { $0.settings.declutter?.value == .shift }
    var bodies: [(key: Key, layer: Int, center: Point, radius: Double)] = []
    for (index, layer) in shifting.enumerated() {
      for (key, disc) in keyed([layer]) { bodies.append((key, index, disc.center, disc.reach)) }
    }
    // Nearer than half of the upper one's radius it hides not the edge of a count but all of it; discs of half their
    // radii meet there at least.
    let pairs = meetingPairs(
      of: bodies.map { .init(center: $0.center, radius: $0.radius / 2) }, limit: BubbleSpreading.mostPairs)
    guard pairs?.isEmpty != true else { return [] }
    var isCovered = Set<Int>()
    for (lower, upper) in pairs ?? [] where bodies[lower].key != bodies[upper].key {
      let way = bodies[upper].center - bodies[lower].center
      let near = bodies[upper].radius / 2
      if way.x * way.x + way.y * way.y < near * near, picture.contains(bodies[lower].center) {
        isCovered.insert(lower)
      }
    }
    var members = Array(repeating: (covered: Set<Key>(), all: Set<Key>()), count: shifting.count)
    for (index, body) in bodies.enumerated() where picture.contains(body.center) {
      members[body.layer].all.insert(body.key)
      if isCovered.contains(index) { members[body.layer].covered.insert(body.key) }
    }
    return zip(shifting, members).compactMap { layer, members in
      let covered = pairs == nil ? nil : members.covered.count
      return covered == 0 || members.all.isEmpty ? nil : (layer, covered, members.all.count)
    }
  }

  mutating func shift(
    _ layers: [StyleLayer], by given: [MarkerKey: Point],
    marker: (_ source: String, _ item: Int) -> MarkerKey?
  ) {
    for (key, disc) in keyed(layers) {
      if let shift = marker(key.source, disc.item).flatMap({ given[$0] }) { shifts[key] = shift }
    }
  }

  /// Moves discs with their markers.
  mutating func shiftDiscs(of layers: [StyleLayer]) {
    guard !shifts.isEmpty else { return }
    for layer in layers {
      guard let list = discs[layer.id] else { continue }
      discs[layer.id] = list.map { disc in
        guard let shift = shift(of: disc.key, in: layer.source) else { return disc }
        var disc = disc
        disc.center = disc.center + shift
        return disc
      }
    }
  }
}
