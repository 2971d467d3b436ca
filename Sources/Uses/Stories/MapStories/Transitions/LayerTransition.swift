import Drawing
import MapContent
import MapScene
import MapStyle

/// A layer of both pictures of a transition, or of one of them.
struct LayerTransition: Sendable {
  /// The role of a layer in a transition.
  enum Kind: Hashable, Sendable {
    /// Marks of markers, which move.
    case markers
    /// Marks that point at markers: they move with them where they are unchanged, else they fade.
    case pointers
    /// Anything else: what changes fades.
    case scenery
  }

  /// One picture's side.
  struct Side: Sendable {
    let layer: SceneLayer
    let owners: [DrawnMarker]
    let kind: Kind
    /// The rank among all layers.
    let rank: Double
    /// The markers that have a text in it.
    let textOwners: Set<DrawnMarker>

    init(layer: SceneLayer, owners: [DrawnMarker], kind: Kind, rank: Double) {
      (self.layer, self.owners, self.kind, self.rank) = (layer, owners, kind, rank)
      var textOwners: Set<DrawnMarker> = []
      for (mark, owner) in zip(layer.marks, owners) {
        if case .text = mark.shape { textOwners.insert(owner) }
      }
      self.textOwners = textOwners
    }
  }

  /// A mark of one picture or, as one, of both: its index on each side.
  struct Entry: Hashable, Sendable {
    var old, new: Int?
  }

  /// One picture's marks, with their partners in the other picture and the markers that are theirs there.
  private struct Face {
    let owners: [DrawnMarker]
    let partners: [Int?]
    let twin: (DrawnMarker) -> DrawnMarker?
  }

  let id: String
  let kind: Kind
  let old: Side?
  let new: Side?
  /// For each new mark the old one that it blends with; the same from the other side.
  private(set) var partnerOfNew: [Int?]
  private(set) var partnerOfOld: [Int?]
  /// The marks of both pictures from the bottom up, as they lay in the old one.
  private(set) var oldOrder: [Entry] = []
  /// The entries in the order of the new one.
  private(set) var newOrder: [Entry] = []
  /// Of scenery what both pictures have, and what only the old and only the new one has; compared once, not per frame.
  private(set) var common: [DrawItem] = []
  private(set) var onlyOld: [DrawItem] = []
  private(set) var onlyNew: [DrawItem] = []
  /// True if scenery is the same in both pictures.
  private(set) var isUnchanged = false

  init(old: Side?, new: Side?, moves: MarkerMoves) {
    (self.old, self.new) = (old, new)
    id = new?.layer.id ?? old?.layer.id ?? ""
    kind =
      old.map(\.kind) == new.map(\.kind) || old == nil || new == nil
      ? new?.kind ?? old?.kind ?? .scenery : .scenery
    partnerOfNew = Array(repeating: nil, count: new?.layer.marks.count ?? 0)
    partnerOfOld = Array(repeating: nil, count: old?.layer.marks.count ?? 0)
    if kind == .scenery { compareScenery() }
    guard let old, let new, kind != .scenery else {
      newOrder = partnerOfOld.indices.map { Entry(old: $0) } + partnerOfNew.indices.map { Entry(new: $0) }
      oldOrder = newOrder
      return
    }
    findPartners(old, new, moves)
    if kind == .pointers {
      keepWholeBubbles(old, new)
      return
    }
    let before = Face(owners: old.owners, partners: partnerOfOld) { moves.departures[$0]?.partner }
    let after = Face(owners: new.owners, partners: partnerOfNew) { moves.arrivals[$0]?.partner }
    oldOrder = LayerTransition.order(before, among: after).map { Entry(old: $0.own, new: $0.other) }
    newOrder = LayerTransition.order(after, among: before).map { Entry(old: $0.other, new: $0.own) }
  }

  private mutating func compareScenery() {
    guard let old = old?.layer, let new = new?.layer else {
      (onlyOld, onlyNew) = (old?.layer.marks ?? [], new?.layer.marks ?? [])
      return
    }
    isUnchanged = old == new
    guard !isUnchanged else { return }
    let shared = Set(old.marks).intersection(new.marks)
    common = new.marks.filter(shared.contains)
    onlyOld = old.marks.filter { !shared.contains($0) }
    onlyNew = new.marks.filter { !shared.contains($0) }
  }

  /// Finds the marks of one marker that blend: those of one kind, in their order, where there is a way between them.
  private mutating func findPartners(_ old: Side, _ new: Side, _ moves: MarkerMoves) {
    struct Place: Hashable {
      let marker: DrawnMarker
      let kind: Int
      let number: Int
    }
    func places(_ side: Side) -> [Place] {
      /// The number of those before, by the first of their kind.
      var counts: [Place: Int] = [:]
      return zip(side.layer.marks, side.owners).map { mark, owner in
        let first = Place(marker: owner, kind: mark.shape.kind, number: 0)
        defer { counts[first, default: 0] += 1 }
        return Place(marker: owner, kind: first.kind, number: counts[first, default: 0])
      }
    }
    var indexOfOld: [Place: Int] = [:]
    for (index, place) in places(old).enumerated() { indexOfOld[place] = index }
    for (index, place) in places(new).enumerated() {
      guard let former = moves.arrivals[place.marker]?.partner,
        let partner = indexOfOld[Place(marker: former, kind: place.kind, number: place.number)],
        new.layer.marks[index].shape.canBlend(with: old.layer.marks[partner].shape)
      else { continue }
      partnerOfNew[index] = partner
      partnerOfOld[partner] = index
    }
  }

  /// The marks of one side in their order, and those of the other side that blend with none of them in between: what belongs
  /// to one marker stays together, what belongs to markers of the other side alone keeps its level.
  ///
  /// - Returns: marks of this side, those that blend with their partners, and marks of the other side.
  private static func order(_ face: Face, among others: Face) -> [(own: Int?, other: Int?)] {
    var order: [(own: Int?, other: Int?)] = []
    var isIncluded = others.partners.map { $0 != nil }
    let isAttached = others.owners.map { others.twin($0) != nil }
    var next = 0
    func include(_ index: Int) {
      guard !isIncluded[index] else { return }
      isIncluded[index] = true
      order.append((nil, index))
    }
    for (index, owner) in face.owners.enumerated() {
      if let partner = face.partners[index] {
        while next < partner {
          if !isAttached[next] { include(next) }
          next += 1
        }
      }
      order.append((index, face.partners[index]))
      guard index + 1 == face.owners.count || face.owners[index + 1] != owner, let twin = face.twin(owner),
        let partner = face.partners[...index].last(where: { $0 != nil }) ?? nil
      else { continue }
      // The rest of the marker lies above what it has in common with its counterpart.
      var rest = partner
      while rest < others.owners.count, others.owners[rest] == twin {
        include(rest)
        rest += 1
      }
    }
    others.owners.indices.forEach(include)
    return order
  }

  /// A bubble goes along only as a whole.
  private mutating func keepWholeBubbles(_ old: Side, _ new: Side) {
    var torn = Set<DrawnMarker>()
    for (index, owner) in new.owners.enumerated() where partnerOfNew[index] == nil { torn.insert(owner) }
    for (index, owner) in old.owners.enumerated() where partnerOfOld[index] == nil { torn.insert(owner) }
    for index in partnerOfNew.indices {
      guard let partner = partnerOfNew[index] else { continue }
      if torn.contains(new.owners[index]) || torn.contains(old.owners[partner]) {
        partnerOfNew[index] = nil
        partnerOfOld[partner] = nil
      }
    }
  }

  /// The layers of both pictures side by side, from the bottom up.
  static func pairs(old: [Side], new: [Side], moves: MarkerMoves) -> [LayerTransition] {
    var pairs: [LayerTransition] = []
    var olds = old[...]
    for side in new {
      while let first = olds.first,
        first.rank < side.rank || (first.rank == side.rank && first.layer.id != side.layer.id)
      {
        pairs.append(LayerTransition(old: first, new: nil, moves: moves))
        olds.removeFirst()
      }
      if let first = olds.first, first.rank == side.rank {
        pairs.append(LayerTransition(old: first, new: side, moves: moves))
        olds.removeFirst()
      } else {
        pairs.append(LayerTransition(old: nil, new: side, moves: moves))
      }
    }
    return pairs + olds.map { LayerTransition(old: $0, new: nil, moves: moves) }
  }
}

extension Snapshot {
  /// The picture's layers as a transition takes them.
  ///
  /// - Parameter styleLayers: all of the style, from the bottom up.
  func sides(of styleLayers: [StyleLayer]) -> [LayerTransition.Side] {
    var ranks: [String: Int] = [:]
    for (rank, layer) in styleLayers.enumerated() { ranks[layer.id] = rank }
    let layers = scene.layers
    let lastOfStyle = layers.lastIndex { ranks[$0.id] != nil } ?? -1
    return layers.enumerated().map { index, layer in
      let (stageLayer, rank) = place(of: layer, at: index, lastOfStyle: lastOfStyle, ranks)
      let owners = stageLayer.flatMap { ownership.owners[$0] } ?? []
      var kind = LayerTransition.Kind.scenery
      if owners.count == layer.marks.count {
        kind = stageLayer == .selection || stageLayer == .callouts ? .pointers : .markers
      }
      return LayerTransition.Side(layer: layer, owners: owners, kind: kind, rank: rank)
    }
  }

  private func place(
    of layer: SceneLayer, at index: Int, lastOfStyle: Int, _ ranks: [String: Int]
  ) -> (MarkOwnership.Layer?, Double) {
    if index <= lastOfStyle {
      if let rank = ranks[layer.id] { return (.style(layer.id), Double(rank)) }
      // Grids lie below the layer that comes next.
      let next = scene.layers[index...].lazy.compactMap { ranks[$0.id] }.first ?? ranks.count
      return (nil, Double(next) - 0.5)
    }
    let above = Double(ranks.count)
    switch layer.id {
    case "selection": return (.selection, above + 1)
    case "callouts": return (.callouts, above + 2)
    case "decorations": return (nil, above + 3)
    // Single points above bubbles are a layer of their own.
    default: return (.style(layer.id), above)
    }
  }
}
