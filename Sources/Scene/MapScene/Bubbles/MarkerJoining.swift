import Drawing
import MapClusters
import MapContent
import MapGeometry
import MapStyle

extension MarkerGroup {
  /// The group with some of its markers joined.
  ///
  /// Of each list the first marker keeps its name, its position and its cell; members, weights and aggregates of all become
  /// one. Markers stay in the order of their first members, which of cells are points that only this order knows.
  ///
  /// - Parameter lists: indices of markers, each marker at most once.
  /// - Complexity: O(*members* · log *lists*).
  func joining(
    _ lists: [[Int]], globalState: [String: StyleValue], noting warnings: inout StyleWarnings
  ) -> MarkerGroup {
    var heads: [Int: [Int]] = [:]
    var isGone = Set<Int>()
    for list in lists where list.count > 1 {
      heads[list[0]] = list
      isGone.formUnion(list.dropFirst())
    }
    guard !heads.isEmpty else { return self }
    var joined: [(rank: Int, marker: Marker, members: [UInt32], aggregates: [StyleMember])] = []
    for (index, marker) in markers.markers.enumerated() where !isGone.contains(index) {
      guard let list = heads[index] else {
        joined.append((index, marker, Array(markers.members(of: marker)), aggregates(at: index)))
        continue
      }
      let members = list.flatMap { markers.members(of: markers.markers[$0]) }.sorted()
      joined.append(
        (
          list.min() ?? index, join(list, members), members,
          source.theme == nil
            ? self.aggregates(of: list, globalState: globalState, noting: &warnings)
            : MarkerGroup.aggregates(
              of: clustering?.properties ?? [], over: members[...], in: source, state: globalState, &warnings)
        ))
    }
    joined.sort { $0.rank < $1.rank }
    var all: [UInt32] = []
    all.reserveCapacity(markers.members.count)
    for index in joined.indices {
      let start = all.count
      all += joined[index].members
      joined[index].marker.members = start..<all.count
    }
    var result = MarkerGroup(
      source: source, clustering: clustering,
      markers: ClusterResult(
        markers: joined.map(\.marker), members: all, grid: markers.grid, hexagons: markers.hexagons),
      aggregates: aggregates.isEmpty ? [] : joined.map(\.aggregates), classes: classes)
    result.sharedScales = sharedScales
    return result
  }

  private func join(_ list: [Int], _ members: [UInt32]) -> Marker {
    let parts = list.map { markers.markers[$0] }
    var marker = parts[0]
    marker.count = parts.reduce(0) { $0 + $1.count }
    marker.weight = parts.reduce(0) { $0 + $1.weight }
    marker.isCluster = true
    let places = CoordinateTable(source.isOfCells ? [] : members.map { source.input.coordinates[Int($0)] })
    marker.bounds = BoundingBox(holding: places) ?? parts.reduce(marker.bounds) { $0.union($1.bounds) }
    marker.isUniqueLocation =
      parts.allSatisfy(\.isUniqueLocation) && marker.bounds.south == marker.bounds.north
      && marker.bounds.longitudes.width == 0
    // It may stand at the middle of a cell, where no member is.
    marker.bounds = marker.bounds.including(marker.position)
    return marker
  }

  /// The values that joined markers carry: the first one's values, reduced with the others' in turn.
  private func aggregates(
    of list: [Int], globalState: [String: StyleValue], noting warnings: inout StyleWarnings
  ) -> [StyleMember] {
    guard !aggregates.isEmpty, let properties = clustering?.properties else { return [] }
    var aggregation = ClusterAggregation(properties, state: globalState)
    for index in list {
      let marker = markers.markers[index]
      if marker.isCluster {
        aggregation.add(aggregates(at: index), noting: &warnings)
      } else {
        for member in markers.members(of: marker) {
          aggregation.add(source.feature(ofPoint: Int(member)), noting: &warnings)
        }
      }
    }
    return aggregation.values
  }
}

extension BubblePlan {
  /// Lists of markers whose discs overlap and should become one, the heaviest first in each; equal weights by number.
  ///
  /// From the heaviest marker down, each takes in all lighter ones that it overlaps and that are not taken yet.
  ///
  /// - Complexity: that of ``meetingPairs(of:)``.
  static func listsToJoin(_ discs: [(marker: Int, weight: Double, disc: CircleLayer.Disc)]) -> [[Int]] {
    let order = discs.indices.sorted {
      (-discs[$0].weight, discs[$0].marker, $0) < (-discs[$1].weight, discs[$1].marker, $1)
    }
    var partners: [Int: [Int]] = [:]
    for (a, b) in overlappingPairs(of: discs.map { $0.disc.area }) ?? []
    where discs[a].marker != discs[b].marker {
      partners[a, default: []].append(b)
      partners[b, default: []].append(a)
    }
    var weights: [Int: Double] = [:]
    for disc in discs { weights[disc.marker] = disc.weight }
    func isLighter(_ a: Int, than b: Int) -> Bool { (-(weights[a] ?? 0), a) > (-(weights[b] ?? 0), b) }
    var taken = Set<Int>()
    var lists = OrderedValues<Int, [Int]>()
    for index in order {
      let head = discs[index].marker
      guard lists[head] != nil || !taken.contains(head) else { continue }
      let others = Set((partners[index] ?? []).map { discs[$0].marker })
        .filter { isLighter($0, than: head) && !taken.contains($0) }.sorted()
      guard !others.isEmpty else { continue }
      taken.formUnion(others)
      taken.insert(head)
      lists.add([head] + others, for: head) { $0 += others }
    }
    return lists.values
  }
}
