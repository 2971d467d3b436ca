import MapGeometry

// Cluster results as they are saved: what comes back draws the same picture over the same points.

extension Marker: Codable {
  private enum Key: String, CodingKey {
    case id, position, weight, first, count, cluster, uniqueLocation, column, row, bounds
  }

  /// Reads a marker.
  ///
  /// - Throws: `DecodingError` for what is no marker.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let (first, count) = (
      try values.decode(Int.self, forKey: .first), try values.decode(Int.self, forKey: .count)
    )
    let weight = try values.decode(Double.self, forKey: .weight)
    guard first >= 0, count >= 1, first <= Int.max - count, weight >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .count, in: values,
        debugDescription: "a marker has at least one member and no negative weight")
    }
    var cell: Cell?
    if let column = try values.decodeIfPresent(Int.self, forKey: .column) {
      cell = Cell(column: column, row: try values.decode(Int.self, forKey: .row))
    }
    self.init(
      id: ClusterID(rawValue: try values.decode(UInt64.self, forKey: .id)),
      position: try values.decode(Coordinate.self, forKey: .position), count: count, weight: weight,
      members: first..<first + count, isCluster: try values.decode(Bool.self, forKey: .cluster),
      isUniqueLocation: try values.decode(Bool.self, forKey: .uniqueLocation), cell: cell,
      bounds: try values.decode(BoundingBox.self, forKey: .bounds))
  }

  /// Writes a marker, its members as numbers of rows.
  ///
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(id.rawValue, forKey: .id)
    try values.encode(position, forKey: .position)
    try values.encode(weight, forKey: .weight)
    try values.encode(members.lowerBound, forKey: .first)
    try values.encode(count, forKey: .count)
    try values.encode(isCluster, forKey: .cluster)
    try values.encode(isUniqueLocation, forKey: .uniqueLocation)
    try values.encodeIfPresent(cell?.column, forKey: .column)
    try values.encodeIfPresent(cell?.row, forKey: .row)
    try values.encode(bounds, forKey: .bounds)
  }
}

extension ClusterResult: Codable {
  private enum Key: String, CodingKey {
    case markers, members, grid
  }

  /// Reads a result.
  ///
  /// - Throws: `DecodingError` for what is no result, such as markers whose members are not there.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let markers = try values.decode([Marker].self, forKey: .markers)
    let members = try values.decode([UInt32].self, forKey: .members)
    guard markers.allSatisfy({ $0.members.upperBound <= members.count }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .members, in: values, debugDescription: "a marker has members that are not listed")
    }
    self.init(
      markers: markers, members: members, grid: try values.decodeIfPresent(GridCells.self, forKey: .grid))
  }

  /// Writes the markers, the rows of their members, and the cells that a debug grid draws.
  ///
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var sorted: [UInt32] = []
    var saved: [Marker] = []
    for var marker in markers {
      let own = members(of: marker)
      marker.members = sorted.count..<sorted.count + own.count
      sorted += own
      saved.append(marker)
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(saved, forKey: .markers)
    try values.encode(sorted, forKey: .members)
    try values.encodeIfPresent(grid, forKey: .grid)
  }
}
