import Drawing
import JSONDocument
import MapStyle

/// Where the discs of circle layers stand once they have given way to each other.
struct BubblePlan {
  /// A marker at one place of the picture, whichever layers draw it.
  struct Key: Hashable {
    let source: String
    let item: Int
    let place: Point
  }

  /// The discs of each circle layer by its id, in draw order.
  var discs: [String: [CircleLayer.Disc]] = [:]
  /// How far markers stand from their places, as found in another picture: discs do not make room for each other once
  /// more, nor are markers joined. Looked up, never iterated.
  var givenShifts: [MarkerKey: Point]?
  /// How far a marker's discs and labels stand from its place; only those that do.
  private(set) var shifts: [Key: Point] = [:]

  /// How far a marker has given way; `nil` where it has not.
  func shift(of item: Int, at place: Point, in source: String?) -> Point? {
    guard let source, !shifts.isEmpty else { return nil }
    return shifts[Key(source: source, item: item, place: place)]
  }

  /// The discs that reach to the picture's edge or nearly so, the larger one where a marker has several.
  func atEdge(of picture: Rectangle, _ layers: [StyleLayer]) -> [Key: Label.Bubble] {
    var found: [Key: Label.Bubble] = [:]
    let inner = picture.expanded(by: -16)
    for layer in layers {
      guard let source = layer.source, let discs = discs[layer.id] else { continue }
      for disc in discs {
        let (center, reach) = (disc.circle.center, disc.reach)
        if center.x - reach >= inner.minX, center.x + reach <= inner.maxX, center.y - reach >= inner.minY,
          center.y + reach <= inner.maxY
        {
          continue
        }
        let key = Key(source: source, item: disc.item, place: disc.place)
        if let known = found[key], known.radius >= reach { continue }
        found[key] = Label.Bubble(center: center, radius: reach)
      }
    }
    return found
  }

  /// Moves discs apart that overlap, and with each what other layers draw for the same marker.
  ///
  /// - Parameters:
  ///   - layers: the circle layers, bottom first; those that are set to shift give way to each other.
  ///   - picture: its edges.
  mutating func spread(_ layers: [StyleLayer], within picture: Rectangle) {
    var keys: [Key] = []
    var bodies: [BubbleSpreading.Disc] = []
    var indexOfKey: [Key: Int] = [:]
    for layer in layers where layer.settings.declutter?.value == .shift {
      for disc in discs[layer.id] ?? [] {
        let key = Key(source: layer.source ?? "", item: disc.item, place: disc.place)
        if let known = indexOfKey[key] {
          // Discs of one marker on several layers stay together; the largest one needs the room.
          bodies[known].radius = max(bodies[known].radius, disc.reach)
        } else {
          indexOfKey[key] = bodies.count
          keys.append(key)
          bodies.append(.init(home: disc.circle.center, radius: disc.reach))
        }
      }
    }
    guard bodies.count > 1 else { return }
    for (index, place) in BubbleSpreading.places(of: bodies, within: picture).enumerated() {
      let shift = place - bodies[index].home
      if shift != .zero { shifts[keys[index]] = shift }
    }
    shiftDiscs(of: layers)
  }

  /// How many markers of a layer have another one's disc deep over their middle, of those whose middle is in the picture.
  ///
  /// - Parameters:
  ///   - layers: the circle layers, bottom first; those that are set to shift are looked at.
  ///   - picture: its edges.
  /// - Returns: layers with at least one such marker, in their order; how many are covered is `nil` where discs stand in
  ///   such crowds that it is not counted.
  func covered(
    _ layers: [StyleLayer], within picture: Rectangle
  ) -> [(layer: StyleLayer, covered: Int?, all: Int)] {
    let shifting = layers.filter { $0.settings.declutter?.value == .shift }
    var bodies: [(key: Key, layer: Int, center: Point, radius: Double)] = []
    for (index, layer) in shifting.enumerated() {
      for disc in discs[layer.id] ?? [] {
        let key = Key(source: layer.source ?? "", item: disc.item, place: disc.place)
        bodies.append((key, index, disc.circle.center, disc.reach))
      }
    }
    // Nearer than half of the upper one's radius it hides not the edge of a count but all of it; discs of half their
    // radii meet there at least.
    let pairs = meetingPairs(
      of: bodies.map { ($0.center, $0.radius / 2) }, limit: BubbleSpreading.mostPairs)
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

  /// Moves discs as they stood in another picture.
  ///
  /// - Parameters:
  ///   - layers: the circle layers.
  ///   - given: how far markers stand from their places.
  ///   - marker: which marker an item of a source is.
  mutating func shift(
    _ layers: [StyleLayer], by given: [MarkerKey: Point],
    marker: (_ source: String, _ item: Int) -> MarkerKey?
  ) {
    for layer in layers {
      for disc in discs[layer.id] ?? [] {
        let source = layer.source ?? ""
        guard let shift = marker(source, disc.item).flatMap({ given[$0] }) else { continue }
        shifts[Key(source: source, item: disc.item, place: disc.place)] = shift
      }
    }
    shiftDiscs(of: layers)
  }

  private mutating func shiftDiscs(of layers: [StyleLayer]) {
    guard !shifts.isEmpty else { return }
    for layer in layers {
      guard let list = discs[layer.id] else { continue }
      discs[layer.id] = list.map { disc in
        guard let shift = shift(of: disc.item, at: disc.place, in: layer.source) else { return disc }
        var disc = disc
        disc.circle.center = disc.circle.center + shift
        return disc
      }
    }
  }
}

extension SceneBuilder {
  /// Finds the discs of all circle layers, joins or moves those that overlap where a layer asks for it.
  mutating func planBubbles(of layers: [StyleLayer]) throws(SnapshotError) {
    let circles = layers.filter { $0.type == .circle }
    tellUnusedMerging(of: circles)
    for layer in circles where layer.settings.declutter?.value == .merge && bubbles.givenShifts == nil {
      try joinMarkers(of: layer)
    }
    for layer in circles where bubbles.discs[layer.id] == nil {
      bubbles.discs[layer.id] = try discs(of: layer)
    }
    if let given = bubbles.givenShifts {
      let items = items
      bubbles.shift(circles, by: given) { source, item in
        items[source].flatMap { $0.indices.contains(item) ? $0[item].marker : nil }
      }
    } else {
      bubbles.spread(circles, within: drawing.frame.picture)
      tellCoveredBubbles(of: circles)
    }
    for layer in circles {
      tellSmallRings(of: layer)
      leaveCutTextsOut(of: layer)
      tellUnclassed(in: layer)
    }
  }

  /// Tells how many bubbles have another one over their middle, because there was no room for all.
  private mutating func tellCoveredBubbles(of layers: [StyleLayer]) {
    for (layer, covered, all) in bubbles.covered(layers, within: drawing.frame.picture) {
      guard let place = layer.settings.declutter else { continue }
      let hint = isClustered(layer) ? "make them smaller, or set declutter to merge" : "make them smaller"
      let name = "layer \(escapedForMessage(layer.id))"
      let message =
        if let covered {
          "\(covered) of \(all) \(all == 1 ? "bubble" : "bubbles") of \(name) "
            + "\(covered == 1 ? "has its" : "have their") middle still under another"
        } else {
          "the \(all) bubbles of \(name) stand too close to move apart"
        }
      hidden.append(
        Diagnostic(
          .warning, code: "bubbles-overlap", path: place.path, position: place.position,
          message: message + "; " + hint))
    }
  }

  /// Tells where bubbles should become one that no clusters stand behind.
  private mutating func tellUnusedMerging(of layers: [StyleLayer]) {
    for layer in layers {
      guard let setting = layer.settings.declutter, setting.value == .merge, !isClustered(layer),
        let source = layer.source, sources.contains(where: { $0.id == source })
      else { continue }
      hidden.append(
        Diagnostic(
          .warning, code: "unused-setting", path: setting.path, position: setting.position,
          message:
            "source \"\(escapedForMessage(source))\" is not clustered, so no bubbles are merged; cluster it, or set shift"
        ))
    }
  }

  /// Whether a layer draws clusters.
  private func isClustered(_ layer: StyleLayer) -> Bool {
    groups.contains { $0.source.id == layer.source }
  }

  /// Tells how many markers have no number and so no class.
  private mutating func tellUnclassed(in layer: StyleLayer) {
    guard let classes = layer.settings.classes, let discs = bubbles.discs[layer.id], !discs.isEmpty else {
      return
    }
    let drawn = Set(discs.map(\.item))
    let unclassed = points(of: layer).count { item in
      drawn.contains(item.index) && classes.value.known(in: drawing.context(for: item.feature)) == nil
    }
    guard unclassed > 0 else { return }
    hidden.append(
      Diagnostic(
        .warning, code: "unclassed", path: classes.path, position: classes.position,
        message:
          "\(unclassed) of \(drawn.count) \(drawn.count == 1 ? "feature" : "features") of layer "
          + "\(escapedForMessage(layer.id)) \(unclassed == 1 ? "has" : "have") no number to class and "
          + "\(unclassed == 1 ? "keeps" : "keep") the layer's own size and color; filter them out, or give them one"
      ))
  }

  private mutating func leaveCutTextsOut(of layer: StyleLayer) {
    guard layer.settings.donut != nil, let discs = bubbles.discs[layer.id] else { return }
    let picture = drawing.frame.picture
    bubbles.discs[layer.id] = discs.map { disc in
      var disc = disc
      disc.ring?.leaveTextOut(cutBy: picture, at: disc.circle.center)
      return disc
    }
  }

  /// Tells how many rings have no room for their text.
  private mutating func tellSmallRings(of layer: StyleLayer) {
    guard let donut = layer.settings.donut, let discs = bubbles.discs[layer.id] else { return }
    let small = Set(discs.filter { $0.ring?.lacksText == true }.map(\.item)).count
    guard small > 0 else { return }
    let all = Set(discs.map(\.item)).count
    hidden.append(
      Diagnostic(
        .warning, code: "labels-hidden", path: donut.path, position: donut.position,
        message:
          "\(small) of \(all) rings of layer \(escapedForMessage(layer.id)) are too small for their text, which is not "
          + "drawn; make radius or hole larger, or set textSize to 0"))
  }

  private mutating func discs(of layer: StyleLayer) throws(SnapshotError) -> [CircleLayer.Disc] {
    let items = drawing.items(points(of: layer), passing: layer) + corners(of: layer)
    let partner = pairs.partner(of: layer)
    let text = partner.map { SymbolLayer($0.resolved(in: drawing.context(), noting: &drawing.warnings)) }
    let air = layer.settings.fitText?.value
    let resolved = layer.resolved(in: drawing.context(), noting: &drawing.warnings)
    return try CircleLayer(resolved).discs(of: items, in: &drawing) {
      item, drawing throws(SnapshotError) in
      guard let text, let air, let partner, drawing.passes(item.feature, partner) else { return 0 }
      let radius = try text.radiusHoldingText(of: item, in: &drawing)
      return radius > 0 ? radius + air : 0
    }
  }

  /// Joins markers whose discs overlap until none do; a joined disc is larger and may overlap another.
  private mutating func joinMarkers(of layer: StyleLayer) throws(SnapshotError) {
    guard let source = layer.source else { return }
    // Every round leaves fewer markers; a picture does not hold 1000 rounds.
    for _ in 0..<1000 {
      let discs = try discs(of: layer)
      var isChanged = false
      var first = 0
      for index in groups.indices where groups[index].source.id == source {
        let count = groups[index].markers.markers.count
        let mine = discs.filter { (first..<(first + count)).contains($0.item) }
        let lists = BubbleJoining.lists(
          of: mine.map { disc in
            let marker = disc.item - first
            return .init(
              marker: marker, weight: groups[index].markers.markers[marker].weight,
              center: disc.circle.center, radius: disc.reach)
          })
        first += count
        guard !lists.isEmpty else { continue }
        isChanged = true
        groups[index] = groups[index].joining(
          lists, globalState: drawing.globalState, noting: &drawing.warnings)
      }
      guard isChanged else {
        bubbles.discs[layer.id] = discs
        return
      }
      items[source] = nil
    }
  }
}
