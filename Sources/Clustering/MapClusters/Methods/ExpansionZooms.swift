package import MapGeometry

/// The least whole zoom, of a world 512 points wide, at which each cluster of a zoom parts: its members are in two markers or
/// more.
///
/// A square holds a box or it does not, so that the box of the members decides, whatever their number; of hexagons all are asked.
/// With peaks all points are clustered at each zoom.
///
/// - Parameters:
///   - result: all markers of a whole zoom, found by a grid of the world, in hexagons or by radius.
///   - input: the points.
///   - zoom: the zoom of the markers.
/// - Returns: a zoom for each marker; `nil` for single points, for clusters that no zoom up to 24 parts, and for cells whose
///   boxes are not known.
/// - Throws: ``ClusterError`` for settings out of range.
/// - Complexity: O(*members* + *markers* · *zooms*).
public func expansionZooms(
  of result: ClusterResult, input: ClusterInput, zoom: Int, settings: ClusterSettings, index: RadiusIndex?
) throws(ClusterError) -> [Int?] {
  if let index {
    var zooms: [Int?] = []
    for marker in result.markers {
      zooms.append(marker.isCluster ? try index.expansionZoom(of: Int(marker.id.rawValue)) : nil)
    }
    return zooms
  }
  var zooms = [Int?](repeating: nil, count: result.markers.count)
  var open: [(marker: Int, southWest: Coordinate, northEast: Coordinate)] = []
  for (number, marker) in result.markers.enumerated() where marker.isCluster {
    var held = Extent<Double>()
    if let cells = input.cells {
      // Of several cells a marker may list the first alone; its own box holds them all, and its position.
      let rows = result.members(of: marker).map { Int($0) }
      let areAll = rows.reduce(0) { $0 + cells.count(ofRow: $1) } == marker.count
      guard rows.allSatisfy({ cells.box(ofRow: $0) != nil }), areAll || settings.position == .mean else {
        continue
      }
      let own = marker.bounds
      for box in areAll ? rows.compactMap(cells.box) : [(own.west, own.south, own.east, own.north)] {
        held.include(Extent(minX: box.west, minY: box.south, maxX: box.east, maxY: box.north))
      }
    } else {
      for member in result.members(of: marker) {
        let coordinate = input.coordinates[Int(member)]
        held.include(coordinate.longitude, coordinate.latitude)
      }
    }
    let southWest = Coordinate(latitude: held.minY, longitude: held.minX)
    let northEast = Coordinate(latitude: held.maxY, longitude: held.maxX)
    if southWest == northEast, settings.maximumZoom == nil || settings.joinsUniqueLocations { continue }
    open.append((number, southWest, northEast))
  }
  for finer in stride(from: zoom + 1, through: Int(Viewport.zooms.upperBound), by: 1) where !open.isEmpty {
    if let last = settings.maximumZoom, Double(finer) > last {
      for cluster in open { zooms[cluster.marker] = finer }
      return zooms
    }
    guard let viewport = Viewport.ofTile(zoom: finer) else { break }
    let work = Clustering(viewport: viewport, settings: settings, isOfAll: true)
    if settings.method == .peaks {
      let markerOf = try work.markers(of: input).markerOfRow(input.coordinates.count)
      open.removeAll { cluster in
        let members = result.members(of: result.markers[cluster.marker])
        let isParted = members.contains { markerOf[Int($0)] != markerOf[Int(members[members.startIndex])] }
        if isParted { zooms[cluster.marker] = finer }
        return isParted
      }
      continue
    }
    let hexagons = settings.method == .hex ? HexagonGrid(columns: try work.columnsOfWorld()) : nil
    let grid = try hexagons == nil ? work.grid() : nil
    open.removeAll { cluster in
      let isParted: Bool
      if let hexagons {
        let members = result.members(of: result.markers[cluster.marker])
        let cells = members.lazy.map { hexagons.cell(of: FixedWorldPoint(input.coordinates[Int($0)])) }
        isParted = cells.contains { $0 != cells[cells.startIndex] }
      } else {
        isParted = grid?.cell(holding: cluster.southWest) != grid?.cell(holding: cluster.northEast)
      }
      if isParted { zooms[cluster.marker] = finer }
      return isParted
    }
  }
  return zooms
}

extension ClusterResult {
  /// The number of each row's marker.
  fileprivate func markerOfRow(_ count: Int) -> [UInt32] {
    var markerOf = [UInt32](repeating: .max, count: count)
    for (number, marker) in markers.enumerated() {
      for row in members(of: marker) { markerOf[Int(row)] = UInt32(number) }
    }
    return markerOf
  }
}

extension Viewport {
  /// A view as large as a tile at a whole zoom: what clusters of tiles are found for; `nil` for a zoom that no view has.
  package static func ofTile(zoom: Int) -> Viewport? {
    try? Viewport(
      center: Coordinate(latitude: 0, longitude: 0), zoom: Double(zoom),
      size: ScreenSize(width: Viewport.tileSize, height: Viewport.tileSize))
  }
}
