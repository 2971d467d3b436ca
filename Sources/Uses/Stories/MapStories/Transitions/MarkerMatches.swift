import MapClusters
import MapContent

/// The pairs of markers of two lists that are equal or share members.
struct MarkerMatches {
  /// A marker as it is drawn: who it is, and which rows of its source it stands for.
  struct Marker {
    let identity: Int
    let members: ArraySlice<UInt32>
  }

  /// Who each old marker is on the other side; `nil` where it goes.
  private(set) var keptOld: [Int?]
  /// Who each new marker was on the other side; `nil` where it comes.
  private(set) var keptNew: [Int?]
  private(set) var partnerOfOld: [Int?]
  private(set) var partnerOfNew: [Int?]

  /// Compares the markers of two pictures of one manager.
  ///
  /// A marker's partner is the one that shares most members with it; of equal shares the one of the lowest identity.
  ///
  /// - Complexity: O(*members*) expected.
  init(from old: [Marker], to new: [Marker]) {
    keptOld = Array(repeating: nil, count: old.count)
    keptNew = Array(repeating: nil, count: new.count)
    partnerOfOld = Array(repeating: nil, count: old.count)
    partnerOfNew = Array(repeating: nil, count: new.count)
    var numberOfIdentity: [Int: Int] = [:]
    for (number, marker) in old.enumerated() { numberOfIdentity[marker.identity] = number }
    for (number, marker) in new.enumerated() {
      guard let known = numberOfIdentity[marker.identity] else { continue }
      keptNew[number] = known
      keptOld[known] = number
    }
    var holder: [UInt32: Int] = [:]
    for (number, marker) in old.enumerated() { for member in marker.members { holder[member] = number } }
    // (old, new) by what they share, in the order in which they are met.
    var shares: [[Int: Int]] = Array(repeating: [:], count: new.count)
    var givers: [[Int]] = Array(repeating: [], count: new.count)
    for (number, marker) in new.enumerated() {
      for member in marker.members {
        guard let giver = holder[member] else { continue }
        if shares[number][giver] == nil { givers[number].append(giver) }
        shares[number][giver, default: 0] += 1
      }
    }
    var bestOfOld = Array(repeating: 0, count: old.count)
    for number in new.indices {
      var best = 0
      for giver in givers[number] {
        let share = shares[number][giver] ?? 0
        if share > best
          || (share == best && partnerOfNew[number].map { old[giver].identity < old[$0].identity } ?? true)
        {
          best = share
          partnerOfNew[number] = giver
        }
        if share > bestOfOld[giver]
          || (share == bestOfOld[giver]
            && partnerOfOld[giver].map { new[number].identity < new[$0].identity } ?? true)
        {
          bestOfOld[giver] = share
          partnerOfOld[giver] = number
        }
      }
    }
  }

  /// The old marker whose place a new one takes: each gives most of its members to, or takes most from, the other.
  func predecessor(ofNew number: Int) -> Int? {
    guard keptNew[number] == nil, let partner = partnerOfNew[number], keptOld[partner] == nil,
      partnerOfOld[partner] == number
    else { return nil }
    return partner
  }
}

extension ScenarioSnapshot {
  /// The markers of one of its groups as they are drawn, some of them perhaps joined.
  func tracked(_ drawn: MarkerGroup, of group: Int) -> [MarkerMatches.Marker] {
    // Names may be shared by a marker and one that is held back outside the view; places then differ.
    var known: [ClusterID: [LiveMarker]] = [:]  // looked up, never iterated
    for marker in live[group] { known[marker.marker.id, default: []].append(marker) }
    return drawn.markers.markers.map { marker in
      let candidates = known[marker.id] ?? []
      let found = candidates.first { $0.position == marker.position } ?? candidates.first
      return MarkerMatches.Marker(identity: found?.identity ?? 0, members: drawn.markers.members(of: marker))
    }
  }
}
