import Drawing
import MapContent
import MapGeometry
import MapStyle
import StyleSettings

/// The markers of one point each, which stand at the places of their points whatever lies there.
struct SinglePoints {
  /// The layers of data that are drawn as discs, bottom first.
  var layers: [StyleLayer] = []
  /// By source and item, true for a single point. Looked up, never iterated.
  var isSingle: [String: [Bool]] = [:]

  func contains(_ key: BubblePlan.Key) -> Bool {
    guard let known = isSingle[key.source], known.indices.contains(key.marker.item) else { return false }
    return known[key.marker.item]
  }
}

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
  /// The single points of each layer that are drawn above all bubbles, since some of these lie on them.
  private(set) var raised: [String: Set<ItemKey>] = [:]
  /// The layers with single points among their bubbles, which may lie one over another.
  private(set) var layersWithSingles: Set<String> = []

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
  mutating func spread(_ layers: [StyleLayer], within picture: Rectangle, beside singles: SinglePoints) {
    let (keys, bodies, isFixed) = bodies(of: layers, .shift, beside: singles)
    guard isFixed.contains(false), bodies.count > 1 else { return }
    move(keys, from: bodies, to: BubbleSpreading.places(of: bodies, fixed: isFixed, within: picture))
  }

  /// The markers that layers of a rule draw as discs, and the single points of other layers near these.
  ///
  /// - Returns: the room that each needs, and true for those that never move.
  func bodies(
    of layers: [StyleLayer], _ rule: LayerSettings.Declutter, beside singles: SinglePoints
  ) -> (keys: [Key], bodies: [CollisionIndex.Disc], isFixed: [Bool]) {
    var bodies = OrderedValues<Key, CollisionIndex.Disc>()
    func add(_ key: Key, _ disc: CircleLayer.Disc) {
      bodies.add(.init(center: disc.center + (shifts[key] ?? .zero), radius: disc.reach), for: key) {
        // Discs of one marker on several layers stay together; the largest one needs the room.
        $0.radius = max($0.radius, disc.reach)
      }
    }
    let own = layers.filter { $0.settings.declutter?.value == rule }
    for (key, disc) in keyed(own) { add(key, disc) }
    var isFixed = bodies.keys.map(singles.contains)
    let movable = zip(bodies.values, isFixed).filter { !$1 }.map(\.0)
    guard let largest = movable.map(\.radius).max() else { return (bodies.keys, bodies.values, isFixed) }
    let reach = largest * (1 + BubbleSpreading.farthest) + BubbleSpreading.air
    var grid = PointGrid<CollisionIndex.Disc>(side: reach)
    for body in movable { grid.add(body, at: body.center) }
    let ids = Set(own.map(\.id))
    for (key, disc) in keyed(singles.layers.filter { !ids.contains($0.id) }) where singles.contains(key) {
      let center = disc.center + (shifts[key] ?? .zero)
      let isNear = grid.items(near: center).contains {
        ($0.center - center).squaredLength < (reach + disc.reach) * (reach + disc.reach)
      }
      if isNear { add(key, disc) }
    }
    isFixed += Array(repeating: true, count: bodies.keys.count - isFixed.count)
    return (bodies.keys, bodies.values, isFixed)
  }

  /// Draws single points above bubbles where these lie on them, of several the smaller above the larger.
  ///
  /// - Parameter layers: the circle layers, bottom first.
  mutating func raiseSingles(_ singles: SinglePoints, over layers: [StyleLayer]) {
    let movers = layers.filter { [.clear, .shift].contains($0.settings.declutter?.value) }
    for layer in movers {
      guard let list = discs[layer.id] else { continue }
      let isSingle = list.map { singles.contains(Key(source: layer.source ?? "", marker: $0.key)) }
      guard isSingle.contains(true) else { continue }
      layersWithSingles.insert(layer.id)
      let order = list.indices.sorted { a, b in
        guard isSingle[a] == isSingle[b] else { return isSingle[b] }
        return isSingle[a] && list[a].reach != list[b].reach ? list[a].reach > list[b].reach : a < b
      }
      discs[layer.id] = order.map { list[$0] }
    }
    var bubbles: [(layer: Int, area: CollisionIndex.Disc)] = []
    for (number, layer) in layers.enumerated() where movers.contains(where: { $0.id == layer.id }) {
      bubbles += keyed([layer]).filter { !singles.contains($0.key) }.map { (number, $0.disc.area) }
    }
    guard let largest = bubbles.map(\.area.radius).max() else { return }
    var grid = PointGrid<(layer: Int, area: CollisionIndex.Disc)>(side: 2 * largest)
    for bubble in bubbles { grid.add(bubble, at: bubble.area.center) }
    for (number, layer) in layers.enumerated() where singles.layers.contains(where: { $0.id == layer.id }) {
      for (key, disc) in keyed([layer]) where singles.contains(key) {
        let isCovered = grid.items(near: disc.center).contains { bubble in
          let reach = bubble.area.radius + disc.reach - 0.5
          return bubble.layer > number && (bubble.area.center - disc.center).squaredLength < reach * reach
        }
        if isCovered { raised[layer.id, default: []].insert(disc.key) }
      }
    }
  }

  mutating func move(_ keys: [Key], from bodies: [CollisionIndex.Disc], to places: [Point]) {
    for (index, center) in places.enumerated() {
      let shift = center - bodies[index].center
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
  ///   - singles: the points that stay where they are, and are not counted.
  /// - Returns: layers with at least one such marker, in their order; how many are covered is `nil` where discs stand in
  ///   such crowds that it is not counted.
  func covered(
    _ layers: [StyleLayer], within picture: Rectangle, beside singles: SinglePoints
  ) -> [(layer: StyleLayer, covered: Int?, all: Int)] {
    let shifting = layers.filter { $0.settings.declutter?.value == .shift }
    var bodies: [(key: Key, layer: Int, center: Point, radius: Double)] = []
    for (index, layer) in shifting.enumerated() {
      for (key, disc) in keyed([layer]) where !singles.contains(key) {
        bodies.append((key, index, disc.center, disc.reach))
      }
    }
    // Nearer than half of the upper one's radius it hides not the edge of a count but all of it; discs of half their
    // radii meet there at least.
    let pairs = overlappingPairs(
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
