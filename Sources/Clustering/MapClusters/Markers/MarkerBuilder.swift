import MapGeometry

/// Turns groups of points into markers: decides which become clusters, places them, and puts all into draw order.
struct MarkerBuilder {
  let points: PlacedPoints
  let settings: ClusterSettings
  private let placement: MarkerPlacement
  private let clusters: Bool
  private let minimumUnique: Int
  var members: [UInt32]
  private var markers = MarkerList()

  init(
    _ members: [UInt32] = [], of points: PlacedPoints, settings: ClusterSettings, zoom: Double,
    strategies: ClusterStrategies
  ) {
    self.members = members
    self.points = points
    self.settings = settings
    placement = MarkerPlacement(position: settings.position, strategy: strategies.position, points: points)
    clusters = settings.clusters(atZoom: zoom)
    // Where one location is one marker anyway, only several locations are more than that.
    minimumUnique = settings.joinsUniqueLocations ? max(2, settings.minimumUnique) : settings.minimumUnique
  }

  /// Adds the markers of a group, in input order: one cluster, or its points. `sum` is what a grid has summed
  /// already, about which longitude, and what longitudes of weights are near to; `center` is where the method itself
  /// positions the cluster.
  mutating func add(
    _ range: Range<Int>, id: ClusterID, cell: Cell? = nil, area: WorldRectangle? = nil,
    sum: (CellSum, middleUnits: Int64, reference: Double?)? = nil, center: Coordinate? = nil
  ) throws(ClusterError) {
    if clusters && range.count >= settings.minimumCount
      && UniqueLocation.count(of: members[range], in: points, isAtLeast: minimumUnique)
    {
      let summary =
        sum.map { GroupSummary($0.0, middleUnits: $0.middleUnits, reference: $0.reference) }
        ?? GroupSummary(members[range], of: points)
      try addCluster(range, id: id, cell: cell, area: area, summary: summary, center: center)
    } else if range.count > 1 && settings.joinsUniqueLocations {
      let locations = UniqueLocation.parts(of: members[range], in: points)
      members.replaceSubrange(range, with: locations.members)
      for group in locations.groups {
        try addLocation(range.lowerBound + group.lowerBound..<range.lowerBound + group.upperBound, cell: cell)
      }
    } else {
      for slot in range { try addSingle(slot, cell: cell) }
    }
  }

  mutating func addSingles(_ places: some Sequence<Int>, cell: Cell? = nil) throws(ClusterError) {
    markers.reserve(points: places.underestimatedCount)
    for slot in places { try addSingle(slot, cell: cell) }
  }

  /// Adds points of one location as one cluster, wherever their rows stand; a lone one as a single point.
  mutating func addLocation(_ places: [Int], cell: Cell?) throws(ClusterError) {
    guard places.count > 1 else { return try addSingles(places, cell: cell) }
    let start = members.count
    members += places.map { members[$0] }
    try addLocation(start..<members.count, cell: cell)
  }

  /// Adds points of one location, at least one, as one cluster where the first of them is; a lone one as a single point.
  private mutating func addLocation(_ range: Range<Int>, cell: Cell? = nil) throws(ClusterError) {
    guard range.count > 1 else { return try addSingle(range.lowerBound, cell: cell) }
    try addCluster(
      range, id: .group(first: Int(members[range.lowerBound])), cell: cell, area: nil,
      summary: GroupSummary(members[range], of: points), isAtFirst: true)
  }

  mutating func add(_ marker: Marker) { markers.append(marker) }

  mutating func add(alone: [UInt32], cell: (Int) -> Cell?) throws(ClusterError) {
    guard !alone.isEmpty else { return }
    let start = members.count
    members += alone
    markers.reserve(points: alone.count)
    for slot in start..<members.count { try addSingle(slot, cell: cell(Int(members[slot]))) }
  }

  consuming func finish(
    grid: GridCells? = nil, hexagons: HexagonGrid? = nil
  ) throws(ClusterError) -> ClusterResult {
    if settings.joinsUniqueLocations && ![.grid, .peaks, .hex, .leader].contains(settings.method) {
      try joinSingles()
    }
    return sorted(grid: grid, hexagons: hexagons)
  }

  consuming func sorted(grid: GridCells?, hexagons: HexagonGrid?) -> ClusterResult {
    let order = ascending(markers.map { members[$0.members.lowerBound] })
    let sorted = order.map { MarkerList($0.lazy.map { [markers] in markers[Int($0)] }) } ?? markers
    return ClusterResult(markers: sorted, members: members, grid: grid, hexagons: hexagons)
  }

  /// Makes one marker of single points with one location, but for those that are never clustered; a grid's cells have
  /// done that already.
  ///
  /// - Complexity: O(*members*) expected where some are joined, else O(*markers*).
  private mutating func joinSingles() throws(ClusterError) {
    var groups = OrderedValues<UInt64, [Int]>()
    var keys: [UInt64?] = Array(repeating: nil, count: markers.count)
    for (number, marker) in markers.enumerated() where !marker.isCluster {
      let row = Int(members[marker.members.lowerBound])
      if points.unclusteredRows?.contains(row) == true { continue }
      let key = UniqueLocation.key(of: points.coordinate(row))
      groups.add([number], for: key) { $0.append(number) }
      keys[number] = key
    }
    guard groups.values.contains(where: { $0.count > 1 }) else { return }
    let (old, rows) = (markers, members)
    (markers, members) = (MarkerList(), [])
    members.reserveCapacity(rows.count)
    for (number, marker) in old.enumerated() {
      let start = members.count
      if let group = keys[number].flatMap({ groups[$0] }), group.count > 1 {
        guard group[0] == number else { continue }
        members += group.map { rows[old[$0].members.lowerBound] }.sorted()
        try addLocation(start..<members.count)
      } else {
        var marker = marker
        members += rows[marker.members]
        marker.members = start..<members.count
        markers.append(marker)
      }
    }
  }

  private mutating func addCluster(
    _ range: Range<Int>, id: ClusterID, cell: Cell?, area: WorldRectangle?, summary: GroupSummary,
    center: Coordinate? = nil, isAtFirst: Bool = false
  ) throws(ClusterError) {
    let slice = members[range]
    let position =
      isAtFirst
      ? points.coordinate(Int(members[range.lowerBound]))
      : placement.position(slice, summary: summary, area: area, center: center)
    markers.append(
      try Marker(
        id, at: position, members: range,
        count: range.count, weight: weight(of: slice),
        edges: (summary.west, summary.south, summary.east, summary.north),
        isUniqueLocation: !UniqueLocation.count(of: slice, in: points, isAtLeast: 2), cell: cell, row: 0))
  }

  /// Adds a single point, whose mark may be moved from the point's own position.
  mutating func addSingle(_ slot: Int, cell: Cell?, at moved: Coordinate? = nil) throws(ClusterError) {
    let index = Int(members[slot])
    markers.append(
      try Marker(
        .point(index), at: moved ?? points.coordinate(index), members: slot..<slot + 1, count: 1,
        weight: points.weights.map { roundedWeight($0[index]) } ?? 1, edges: nil, isUniqueLocation: true,
        cell: cell, row: index))
  }

  private func weight(of members: ArraySlice<UInt32>) -> Double {
    guard let weights = points.weights else { return Double(members.count) }
    var sum: Int128 = 0
    for member in members { sum += WeightSum.units(weights[Int(member)]) }
    return WeightSum.weight(sum)
  }
}
