import Drawing
import JSONDocument
import MapContent
import MapStyle
import StyleSettings

extension BubblePlan {
  /// Finds the discs of all circle layers, joins or moves those that overlap where a layer asks for it.
  ///
  /// - Parameters:
  ///   - givenShifts: how far markers stand from their places, as found in another picture: discs do not make room for
  ///     each other once more, nor are markers joined. Looked up, never iterated.
  /// - Returns: the discs, and the map with the markers that are drawn.
  static func placing(
    _ map: ResolvedMap, givenShifts: [MarkerKey: Point]?, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> (map: ResolvedMap, bubbles: BubblePlan) {
    var placing = BubblePlacing(map: map, drawing: drawing)
    defer { drawing = placing.drawing }
    try placing.settle(givenShifts)
    return (placing.map, placing.bubbles)
  }
}

private struct BubblePlacing {
  var map: ResolvedMap
  var drawing: LayerDrawing
  var bubbles = BubblePlan()

  mutating func settle(_ givenShifts: [MarkerKey: Point]?) throws(SnapshotError) {
    let resolved = map.layers.filter { $0.layer.type == .circle }
    let circles = resolved.map(\.layer)
    // A leader's mark stands at its true position, however near others are; not one that holds a number of a column.
    let movable = circles.filter { !map.hasLeaders($0) || map.isThemed($0) }
    var joinedCount = 0
    // Every round leaves fewer markers; a picture does not hold 1000 rounds.
    for _ in 0..<1000 {
      try findDiscs(of: resolved, joins: givenShifts == nil)
      bubbles.raise(circles)
      if let givenShifts {
        let map = map
        bubbles.shift(circles, by: givenShifts) { source, item in map.marker(item, of: source) }
        break
      }
      let singles = singles(of: circles)
      bubbles.spread(movable, within: drawing.frame.picture, beside: singles)
      let joined = clear(movable, beside: singles)
      if joined == 0 { break }
      joinedCount += joined
    }
    noteMoves(of: movable, joined: joinedCount)
    bubbles.shiftDiscs(of: circles)
    let singles = singles(of: circles)
    bubbles.raiseSingles(singles, over: circles)
    warnAboutUnusedRules(of: circles)
    if givenShifts == nil {
      warnAboutCoveredBubbles(of: circles, beside: singles)
    }
    for layer in circles {
      warnAboutSmallRings(of: layer)
      leaveCutTextsOut(of: layer)
      warnAboutUnclassed(in: layer)
    }
  }

  /// The single points of data, where some layer has bubbles that move.
  private func singles(of circles: [StyleLayer]) -> SinglePoints {
    let hasBubbles = circles.contains { layer in
      [.clear, .shift].contains(layer.settings.declutter?.value) && bubbles.discs[layer.id]?.isEmpty == false
    }
    guard hasBubbles else { return SinglePoints() }
    let layers = circles.filter { layer in
      map.tileLayer(of: layer) == nil && !MapSource.isOverlay(layer.source)
        && map.sources.contains { $0.id == layer.source && !$0.isBackdrop }
    }
    var isSingle: [String: [Bool]] = [:]
    for source in layers.compactMap(\.source) where isSingle[source] == nil {
      let groups = map.groups.filter { $0.source.id == source }
      // Squares stand on their location, as single points do.
      let hasSquares = layers.contains { $0.source == source && $0.settings.shape?.value == .square }
      isSingle[source] = (map.points[source] ?? []).map { item in
        guard let key = item.marker, let group = groups.first(where: { $0.source.name == key.source }) else {
          return true
        }
        let marker = group.markers.markers[key.number]
        return !marker.isCluster || hasSquares && marker.isUniqueLocation
      }
    }
    return SinglePoints(layers: layers, isSingle: isSingle)
  }

  /// Finds the discs of all layers, and joins those that are set to be joined.
  private mutating func findDiscs(of resolved: [ResolvedLayer], joins: Bool) throws(SnapshotError) {
    for layer in resolved where layer.layer.settings.declutter?.value == .merge && joins {
      try joinMarkers(of: layer)
    }
    var held = bubbles.discs.values.reduce(0) { $0 + $1.count }
    var most = bubbles.discs.values.reduce(0) { max($0, $1.count) }
    for layer in resolved where bubbles.discs[layer.layer.id] == nil && !layer.layer.drawsExtents {
      let discs = try discs(of: layer)
      held += discs.count
      most = max(most, discs.count)
      guard held - most <= drawing.limits.circles else {
        throw .tooManyCircles(layer: layer.layer.id, limit: drawing.limits.circles)
      }
      bubbles.discs[layer.layer.id] = discs
    }
  }

  /// Moves bubbles apart that must not overlap, and joins those without room.
  ///
  /// - Returns: how many were joined; all discs then have to be found anew.
  private mutating func clear(_ layers: [StyleLayer], beside singles: SinglePoints) -> Int {
    let map = map
    func indices(_ source: String, _ item: Int) -> (group: Int, number: Int)? {
      guard let key = map.marker(item, of: source),
        let group = map.groups.firstIndex(where: { $0.source.id == source && $0.source.name == key.source })
      else { return nil }
      return (group, key.number)
    }
    let joined = bubbles.clear(layers, within: drawing.frame.picture, beside: singles) { source, item in
      indices(source, item).map { (map.groups[$0.group].markers.markers[$0.number].weight, $0.group) }
    }
    guard !joined.isEmpty else { return 0 }
    // By group, the marker that each is joined with; it may be joined with another one in turn.
    var heads: [Int: [Int: Int]] = [:]
    for join in joined {
      guard let (group, number) = indices(join.source, join.item), let head = indices(join.source, join.head)
      else { continue }
      heads[group, default: [:]][number] = head.number
    }
    var count = 0
    for (group, own) in heads.sorted(by: { $0.key < $1.key }) {
      var lists: [Int: [Int]] = [:]
      for number in own.keys.sorted() {
        var head = number
        var steps = 0
        while let next = own[head], next != number, steps < own.count { (head, steps) = (next, steps + 1) }
        if head != number { lists[head, default: [head]].append(number) }
      }
      count += lists.values.reduce(0) { $0 + $1.count - 1 }
      self.map.groups[group] = map.groups[group].joining(
        lists.keys.sorted().compactMap { lists[$0] }, globalState: drawing.globalState,
        noting: &drawing.warnings)
    }
    guard count > 0 else { return 0 }
    for source in Set(joined.map(\.source)).sorted() { self.map.gather(source, in: drawing.frame) }
    bubbles = BubblePlan()
    return count
  }

  /// Notes how many bubbles were joined for want of room, and how far the others moved at most.
  private mutating func noteMoves(of layers: [StyleLayer], joined: Int) {
    if joined > 0 {
      drawing.inform(
        "bubbles-joined",
        "\(counted(joined, "bubble")) without room \(joined == 1 ? "is" : "are") one with a neighbor; make the picture larger, or set \(setting: "overlap", to: "shift")"
      )
    }
    let own = Set(layers.filter { $0.settings.declutter?.value == .clear }.compactMap(\.source))
    let farthest = bubbles.shifts.filter { own.contains($0.key.source) }.values.map(\.length).max() ?? 0
    if farthest >= 0.5 {
      drawing.inform("bubbles-moved", "a bubble moved by \(Int(farthest.rounded())) points at most")
    }
  }

  /// Warns of bubbles that have another one over their middle, because there was no room for all.
  private mutating func warnAboutCoveredBubbles(of layers: [StyleLayer], beside singles: SinglePoints) {
    for (layer, covered, all) in bubbles.covered(layers, within: drawing.frame.picture, beside: singles) {
      guard let setting = layer.settings.declutter else { continue }
      // In layers that columns decide nobody can set anything.
      let hint =
        layer.location == nil
        ? "make the picture larger, or show less of the map"
        : map.isClustered(layer) ? "make them smaller, or set declutter to merge" : "make them smaller"
      let name = "layer \(escapedForMessage(layer.id))"
      let fault =
        covered.map {
          "\($0) of \(counted(all, "bubble")) of \(name) \($0 == 1 ? "has its" : "have their") middle still under another"
        } ?? "the \(all) bubbles of \(name) stand too close to move apart"
      drawing.omit("bubbles-overlap", at: layer.location == nil ? nil : setting.location, "\(fault); \(hint)")
    }
  }

  private mutating func warnAboutUnusedRules(of layers: [StyleLayer]) {
    for layer in layers {
      guard let setting = layer.settings.declutter, !map.isClustered(layer), !map.isThemed(layer),
        let source = layer.source, bubbles.discs[layer.id]?.isEmpty == false,
        map.sources.contains(where: { $0.id == source })
      else { continue }
      drawing.omit(
        "unused-setting", at: setting.location,
        "source \"\(escapedForMessage(source))\" is not clustered, and single points stay where they are; cluster it, or leave declutter out"
      )
    }
  }

  private mutating func warnAboutUnclassed(in layer: StyleLayer) {
    // Where a column sizes the bubbles, its empty fields were counted when it was read.
    guard let classes = layer.settings.classes, let discs = bubbles.discs[layer.id], !discs.isEmpty,
      !map.isThemed(layer)
    else { return }
    let drawn = Set(discs.map(\.item))
    let unclassed = map.points(of: layer).count { item in
      drawn.contains(item.index) && classes.value.known(in: drawing.context(for: item.feature)) == nil
    }
    guard unclassed > 0 else { return }
    let verbs = unclassed == 1 ? ("has", "keeps") : ("have", "keep")
    drawing.omit(
      "unclassed", at: classes.location,
      "\(unclassed) of \(counted(drawn.count, "feature")) of layer \(escapedForMessage(layer.id)) \(verbs.0) no number to class and \(verbs.1) the layer's own size and color; filter them out, or give them one"
    )
  }

  private mutating func leaveCutTextsOut(of layer: StyleLayer) {
    guard layer.settings.donut != nil, let discs = bubbles.discs[layer.id] else { return }
    let picture = drawing.frame.picture
    bubbles.discs[layer.id] = discs.map { disc in
      var disc = disc
      if var ring = disc.ring {
        ring.leaveTextOut(cutBy: picture, at: disc.center)
        disc.look = CircleLayer.CircleAppearance(disc.look.circle, ring: ring)
      }
      return disc
    }
  }

  private mutating func warnAboutSmallRings(of layer: StyleLayer) {
    guard let donut = layer.settings.donut, let discs = bubbles.discs[layer.id] else { return }
    let small = Set(discs.filter { $0.ring?.lacksText == true }.map(\.item)).count
    guard small > 0 else { return }
    let all = Set(discs.map(\.item)).count
    drawing.omit(
      "labels-hidden", at: donut.location,
      "\(small) of \(all) rings of layer \(escapedForMessage(layer.id)) are too small for their text, which is not drawn; make radius or hole larger, or set textSize to 0"
    )
  }

  private mutating func discs(of resolved: ResolvedLayer) throws(SnapshotError) -> [CircleLayer.Disc] {
    let layer = resolved.layer
    var items = drawing.items(map.points(of: layer), passing: layer)
    let corners = map.corners(of: layer, in: &drawing)
    // Added to a list that is shared, even none would copy it.
    if !corners.isEmpty { items += corners }
    guard !items.isEmpty else { return [] }
    let circles = CircleLayer(resolved)
    let air = layer.settings.fitText?.value
    // A text that may be left out makes no bubble larger.
    func growing(_ layer: StyleLayer) -> LabelFit? {
      layer.settings.textFit.flatMap { $0.value.method == .hide ? nil : $0.value }
    }
    guard let partner = map.pairs.partner(of: layer), air != nil || growing(partner.layer) != nil else {
      return try circles.discs(of: items, in: &drawing)
    }
    let textLayer = partner.layer
    let text = bubbles.symbolLayers[textLayer.id] ?? SymbolLayer(partner)
    // Items of tiles are numbered layer by layer.
    if map.tileLayer(of: textLayer) == nil { bubbles.symbolLayers[textLayer.id] = text }
    let fit = growing(textLayer)
    let isSquare = layer.settings.shape?.value == .square
    return try circles.discs(of: items, in: &drawing) { item, drawing throws(SnapshotError) in
      guard drawing.passes(item.feature, textLayer), let room = try text.room(of: item, in: &drawing)
      else { return 0 }
      var least = 0.0
      if let air { least = room.reach(1, isSquare: isSquare) + air }
      if let fit {
        least = max(least, room.reach(fit.leastFactor(ofSize: room.size), isSquare: isSquare) + fit.padding)
      }
      return least
    }
  }

  /// Joins markers whose discs overlap until none do; a joined disc is larger and may overlap another.
  private mutating func joinMarkers(of layer: ResolvedLayer) throws(SnapshotError) {
    guard let source = layer.layer.source else { return }
    // Every round leaves fewer markers; a picture does not hold 1000 rounds.
    for _ in 0..<1000 {
      let discs = try discs(of: layer)
      var isChanged = false
      var first = 0
      for (index, group) in map.groups.enumerated() where group.source.id == source {
        let count = group.markers.markers.count
        let mine = discs.filter { (first..<(first + count)).contains($0.item) }
        let lists = BubblePlan.listsToJoin(
          mine.map { ($0.item - first, group.markers.markers[$0.item - first].weight, $0) })
        first += count
        guard !lists.isEmpty else { continue }
        isChanged = true
        map.groups[index] = group.joining(lists, globalState: drawing.globalState, noting: &drawing.warnings)
      }
      guard isChanged else {
        bubbles.discs[layer.layer.id] = discs
        return
      }
      map.gather(source, in: drawing.frame)
      // The texts they know are those of other markers.
      bubbles.symbolLayers = [:]
    }
  }
}
