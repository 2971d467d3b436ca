import Drawing
import MapContent

/// One moment of a transition: puts layers together from what both pictures have.
struct TransitionFrame {
  let moves: MarkerMoves
  let animator: any MarkerAnimator
  let time: Double
  /// The opacity of parts that fade in.
  private let share: Double
  private var poses: [AnimatedMarker: MarkerPose] = [:]  // looked up, never iterated

  init(moves: MarkerMoves, animator: any MarkerAnimator, time: Double) {
    self.moves = moves
    self.animator = animator
    self.time = time
    share = animator is CutAnimator ? 1 : easeInOut(time)
  }

  private mutating func pose(of marker: AnimatedMarker) -> MarkerPose {
    if let known = poses[marker] { return known }
    let pose = animator.pose(of: marker, at: time)
    poses[marker] = pose
    return pose
  }

  // MARK: Markers

  /// A layer whose markers have taken their poses; `nil` where nothing is left of it.
  ///
  /// Marks lie upon each other as in the old picture, from halfway on as in the new one.
  mutating func markers(of pair: LayerTransition) -> TextYielding.Layer? {
    guard var layer = (pair.new ?? pair.old)?.layer else { return nil }
    layer.marks = []
    var sliders: [TextYielding.Slider?] = []
    for entry in time < 0.5 ? pair.oldOrder : pair.newOrder {
      // Where both do not blend the old one fades beneath the new one.
      if let old = entry.old, let mark = leavingMark(old, of: pair) {
        layer.marks.append(mark)
        sliders.append(slider(pair.old?.owners[old], isOld: true))
      }
      if let new = entry.new, let mark = arrivingMark(new, of: pair) {
        layer.marks.append(mark)
        sliders.append(slider(pair.new?.owners[new], isOld: false))
      }
    }
    return layer.marks.isEmpty ? nil : TextYielding.Layer(layer: layer, sliders: sliders)
  }

  /// A marker on its way out of one that it does not take the place of, or into one that does not take its place.
  private mutating func slider(_ owner: DrawnMarker?, isOld: Bool) -> TextYielding.Slider? {
    let change: MarkerChange =
      isOld ? .removed(goesInto: true, isSuccession: false) : .inserted(comesFrom: true, isSuccession: false)
    guard let owner, let marker = (isOld ? moves.departures : moves.arrivals)[owner]?.marker,
      marker.change == change
    else { return nil }
    let travel = pose(of: marker).travel
    return travel > 0 ? TextYielding.Slider(marker: owner, isOld: isOld, travel: travel) : nil
  }

  /// A mark of the new picture.
  private mutating func arrivingMark(_ index: Int, of pair: LayerTransition) -> DrawItem? {
    guard let side = pair.new else { return nil }
    let (mark, owner) = (side.layer.marks[index], side.owners[index])
    guard let arrival = moves.arrivals[owner] else { return mark }
    let pose = pose(of: arrival.marker)
    let way = arrival.end - owner.middle
    guard let former = arrival.partner, pose.travel > 0 else {
      return posed(mark, pose, pose.opacity, about: owner.middle, offset: way.times(pose.travel))
    }
    let look = min(1, pose.travel)
    if let partner = pair.partnerOfNew[index], let old = pair.old?.layer.marks[partner] {
      var blend = mark
      blend.shape = mark.shape.blended(with: old.shape, share: look) ?? mark.shape
      return posed(
        blend, pose, pose.opacity, about: Mixture(share: look)(owner.middle, former.middle),
        offset: way.times(pose.travel - look))
    }
    let replaces = pair.old?.textOwners.contains(former) ?? false
    let presence = TransitionFrame.presence(of: mark, 1 - look, swap: replaces ? (look <= 0.5) : nil)
    return posed(mark, pose, pose.opacity * presence, about: owner.middle, offset: way.times(pose.travel))
  }

  /// A mark of the old picture that no mark of the new one stands for.
  private mutating func leavingMark(_ index: Int, of pair: LayerTransition) -> DrawItem? {
    guard let side = pair.old else { return nil }
    let (mark, owner) = (side.layer.marks[index], side.owners[index])
    guard let departure = moves.departures[owner] else { return nil }
    let way = departure.end - owner.middle
    if let successor = departure.partner, let arrival = moves.arrivals[successor] {
      let pose = pose(of: arrival.marker)
      if pose.travel > 0 {
        guard pair.partnerOfOld[index] == nil else { return nil }
        let isReplaced = pair.new?.textOwners.contains(successor) ?? false
        let look = min(1, pose.travel)
        let presence = TransitionFrame.presence(of: mark, look, swap: isReplaced ? (look > 0.5) : nil)
        return posed(
          mark, pose, pose.opacity * presence, about: owner.middle, offset: way.times(1 - pose.travel))
      }
    }
    guard departure.marker.change != .kept else { return nil }
    let pose = pose(of: departure.marker)
    return posed(mark, pose, pose.opacity, about: owner.middle, offset: way.times(pose.travel))
  }

  /// The opacity of a mark that another replaces. Of two texts there is only one at a time, and always
  /// one: two numbers over each other are none, and a marker that stays is never without its number. Of other marks one is
  /// always whole: two half transparent ones would let the map shine through a marker that stays.
  ///
  /// - Parameter swap: where both the old and the new marker have a text, whether this one has its turn; `nil` for a text
  ///   without a counterpart, which fades over the whole time.
  private static func presence(of mark: DrawItem, _ share: Double, swap: Bool?) -> Double {
    guard case .text = mark.shape else { return min(1, 2 * share) }
    return swap.map { $0 ? 1 : 0 } ?? share
  }

  private func posed(
    _ mark: DrawItem, _ pose: MarkerPose, _ opacity: Double, about middle: Point, offset: Point
  ) -> DrawItem? {
    guard opacity > 0, pose.scale > 0 else { return nil }
    let offset = offset + pose.offset
    if opacity >= 1, pose.scale == 1, offset == .zero { return mark }
    return mark.posed(opacity: min(1, opacity), scale: pose.scale, about: middle, offset: offset)
  }

  // MARK: What points at markers

  /// Rings and bubbles: what stays as it is goes along with its marker, what does not fades.
  mutating func pointers(of pair: LayerTransition) -> [SceneLayer] {
    var layers: [SceneLayer] = []
    if let old = pair.old {
      let marks = pair.partnerOfOld.indices.filter { pair.partnerOfOld[$0] == nil }.map {
        old.layer.marks[$0]
      }
      layers.append(SceneLayer(id: pair.id, opacity: old.layer.opacity * (1 - share), marks: marks))
    }
    if let new = pair.new {
      var (kept, arriving) = (new.layer, new.layer)
      (kept.marks, arriving.marks) = ([], [])
      arriving.opacity *= share
      for (index, mark) in new.layer.marks.enumerated() {
        guard let partner = pair.partnerOfNew[index], let old = pair.old?.layer.marks[partner],
          let arrival = moves.arrivals[new.owners[index]]
        else {
          arriving.marks.append(mark)
          continue
        }
        var mark = mark
        let look = min(1, max(0, pose(of: arrival.marker).travel))
        mark.shape = mark.shape.blended(with: old.shape, share: look) ?? mark.shape
        kept.marks.append(mark)
      }
      layers += [kept, arriving]
    }
    return layers.filter { $0.opacity > 0 && !$0.marks.isEmpty }
  }

  // MARK: Scenery

  /// The layers around the markers, in an unchanged view: what both pictures have stays, the rest fades.
  func scenery(of pair: LayerTransition) -> [SceneLayer] {
    guard !pair.isUnchanged else { return pair.new.map { [$0.layer] } ?? [] }
    var layers: [SceneLayer] = []
    // What stays lies below: the plate of a title whose words change must not cover those that go. But its words lie above:
    // no plate that comes or goes covers them.
    let isText = pair.id == "decorations" ? pair.common.map(\.isText) : []
    if var kept = pair.new?.layer {
      kept.marks = isText.isEmpty ? pair.common : zip(pair.common, isText).filter { !$0.1 }.map(\.0)
      layers.append(kept)
    }
    // Of words that others replace the old ones are gone before the new ones come: two captions over each other are none.
    let takesTurns =
      pair.id == "decorations" && pair.onlyOld.contains(where: \.isText)
      && pair.onlyNew.contains(where: \.isText)
    var turn: SceneLayer?
    if takesTurns, var words = share < 0.5 ? pair.old?.layer : pair.new?.layer {
      words.marks = (share < 0.5 ? pair.onlyOld : pair.onlyNew).filter(\.isText)
      words.opacity *= abs(1 - 2 * share)
      turn = words
    }
    if var old = pair.old?.layer {
      old.marks = takesTurns ? pair.onlyOld.filter { !$0.isText } : pair.onlyOld
      // Of two half transparent pictures the background shows through a quarter: a picture that another replaces stays
      // longer, so that what both show keeps its strength. Exact where both are 0.85 opaque.
      let isReplaced = old.marks.allSatisfy(\.isImage) && pair.new?.layer.marks.allSatisfy(\.isImage) == true
      old.opacity *= isReplaced ? (1 - share) / (1 - 0.85 * share) : 1 - share
      layers.append(old)
    }
    if var arriving = pair.new?.layer {
      arriving.marks = takesTurns ? pair.onlyNew.filter { !$0.isText } : pair.onlyNew
      arriving.opacity *= share
      layers.append(arriving)
    }
    if let turn { layers.append(turn) }
    if var words = pair.new?.layer, isText.contains(true) {
      words.marks = zip(pair.common, isText).filter(\.1).map(\.0)
      layers.append(words)
    }
    return layers.filter { $0.opacity > 0 && !$0.marks.isEmpty }
  }
}

extension Point {
  fileprivate func times(_ factor: Double) -> Point {
    factor == 0 ? .zero : Point(x: x * factor, y: y * factor)
  }
}

extension DrawItem {
  fileprivate var isText: Bool { if case .text = shape { true } else { false } }
  fileprivate var isImage: Bool { if case .image = shape { true } else { false } }
}
