import MapGeometry

struct MarkerMatching {
  private struct Key: Hashable {
    let position: Coordinate
    var count = 0
    var first: UInt32 = 0
  }

  let behavior: ClusterBehavior
  let group: String
  let grid: CellGrid?
  /// True if an old marker that is not among the new ones stays.
  let staysInvisible: (LiveMarker) -> Bool
  let oldLeaders: [Int: UInt32]
  /// The member at whose coordinate a marker stands, for equality by leader.
  let leader: (_ position: Coordinate, _ members: ArraySlice<UInt32>) -> UInt32?

  /// The markers that are shown now, in draw order with those held back last.
  func match(
    _ old: [LiveMarker], with new: MarkerList, members: [UInt32], nextIdentity: inout Int
  ) -> [LiveMarker] {
    var isTaken = [Bool](repeating: false, count: old.count)
    var partners = equalPartners(old, new, members, &isTaken)
    if behavior.reusesMarkers { findReusable(old, new, members, &isTaken, &partners) }
    var shown: [LiveMarker] = []
    shown.reserveCapacity(new.count)
    for (number, var marker) in new.enumerated() {
      let before = partners[number].map { old[$0] }
      if let before { marker.bounds = marker.bounds.including(before.position) }
      shown.append(
        LiveMarker(
          identity: before?.identity ?? nextIdentity, group: group,
          position: before?.position ?? marker.position, members: members[marker.members], marker: marker))
      if before == nil { nextIdentity += 1 }
    }
    guard behavior.keepsInvisible, isTaken.contains(false) else { return shown }
    let present = Set(members)
    return shown
      + zip(old, isTaken).compactMap { marker, isTaken in
        !isTaken && staysInvisible(marker) && present.isDisjoint(with: marker.members) ? marker : nil
      }
  }

  private func equalPartners(
    _ old: [LiveMarker], _ new: MarkerList, _ members: [UInt32], _ isTaken: inout [Bool]
  ) -> [Int?] {
    var candidates: [Key: [Int]] = [:]  // looked up, never iterated
    for (index, marker) in old.enumerated() {
      let leader = oldLeaders[marker.identity]
      candidates[key(marker.position, marker.members, leader: leader), default: []].append(index)
    }
    return new.map { marker in
      let own = members[marker.members]
      let leader = behavior.equality == .leader ? leader(marker.position, own) : nil
      let partner = candidates[key(marker.position, own, leader: leader)]?.first { index in
        !isTaken[index] && (behavior.equality != .positionAndMembers || old[index].members == own)
      }
      if let partner { isTaken[partner] = true }
      return partner
    }
  }

  private func key(_ position: Coordinate, _ members: ArraySlice<UInt32>, leader: UInt32?) -> Key {
    switch behavior.equality {
    case .positionAndMembers: Key(position: position, count: members.count, first: members.first ?? 0)
    case .placeAndCount:
      Key(
        position: Coordinate(
          latitude: (position.latitude * 1e5).rounded(), longitude: (position.longitude * 1e5).rounded()),
        count: members.count)
    case .leader: Key(position: position, first: leader ?? .max)
    }
  }

  /// Gives new markers the old ones that lie in their cells and share a member; those of one unique location only one
  /// that stands where they do.
  private func findReusable(
    _ old: [LiveMarker], _ new: MarkerList, _ members: [UInt32], _ isTaken: inout [Bool],
    _ partners: inout [Int?]
  ) {
    guard let grid else { return }
    var byCell: [Cell: [Int]] = [:]  // looked up, never iterated
    for (index, marker) in old.enumerated() where !isTaken[index] {
      guard let cell = grid.cell(holding: marker.position) else { continue }
      byCell[cell, default: []].append(index)
    }
    for (number, marker) in new.enumerated() where partners[number] == nil {
      guard let cell = marker.cell, let candidates = byCell[cell] else { continue }
      let own = members[marker.members]
      guard
        let partner = candidates.first(where: {
          !isTaken[$0] && (!marker.isUniqueLocation || old[$0].position == marker.position)
            && MarkerMatching.share(old[$0].members, own)
        })
      else { continue }
      isTaken[partner] = true
      partners[number] = partner
    }
  }

  /// True if two ascending lists have a number in common.
  static func share(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>) -> Bool {
    var (left, right) = (one.startIndex, other.startIndex)
    while left < one.endIndex && right < other.endIndex {
      if one[left] == other[right] { return true }
      if one[left] < other[right] { left += 1 } else { right += 1 }
    }
    return false
  }
}
