import MapGeometry

// Cluster results as they are saved: what comes back draws the same picture over the same points.

extension Marker: Codable {
  private struct Saved: Codable {
    let id: UInt64
    let position: Coordinate
    let weight: Double
    let first, count: Int
    let cluster, uniqueLocation: Bool
    let column, row: Int?
    let bounds: BoundingBox
  }

  /// Reads a marker.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let saved = try Saved(from: decoder)
    guard saved.first >= 0, saved.count >= 1, saved.first <= Int.max - saved.count, saved.weight >= 0 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a marker has at least one member and no negative weight"))
    }
    self.init(
      id: ClusterID(rawValue: saved.id), position: saved.position, count: saved.count, weight: saved.weight,
      members: saved.first..<saved.first + saved.count, isCluster: saved.cluster,
      isUniqueLocation: saved.uniqueLocation,
      cell: saved.column.flatMap { column in saved.row.map { Cell(column: column, row: $0) } },
      bounds: saved.bounds)
  }

  /// Writes a marker, its members as numbers of rows.
  ///
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    try Saved(
      id: id.rawValue, position: position, weight: weight, first: members.lowerBound, count: count,
      cluster: isCluster, uniqueLocation: isUniqueLocation, column: cell?.column, row: cell?.row,
      bounds: bounds
    ).encode(to: encoder)
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
