import MapGeometry

extension Clustering {
  /// The markers of the method hex.
  ///
  /// - Complexity: O(*n*).
  func hexagonMarkers(of points: PlacedPoints) throws(ClusterError) -> ClusterResult {
    let hexagons = HexagonGrid(columns: try columnsOfWorld())
    let width = 1 / Double(hexagons.columns)
    let area = considered
    // A hexagon that reaches into what is considered counts with all of its points.
    let grown =
      isOfAll
      ? area
      : WorldRectangle(
        minX: area.minX - 1.2 * width, minY: area.minY - 1.2 * width, width: area.width + 2.4 * width,
        height: area.height + 2.4 * width)
    return try cellMarkers(of: points, in: CellGrid(hexagons, covering: grown), area: grown) { cell in
      isOfAll || hexagons.corners(of: cell).touch(area)
    }
  }

  /// Cells along the world that are at least as wide as asked, a whole number; those that follow zooms double from each
  /// zoom to the next.
  func columnsOfWorld() throws(ClusterError) -> Int {
    let (zoom, worldSize, side) = try cellMeasure()
    guard side >= 2 else { throw .smallHexagons(points: side) }
    let columns = try shares(zoom: zoom, worldSize: worldSize, side: side)
    guard columns <= CellGrid.mostWorldColumns else { throw .cellsTooFine(points: side) }
    return Int(columns)
  }
}

extension [CellCorner] {
  /// True if the box of the corners reaches into an area, in any copy of the world.
  fileprivate func touch(_ area: WorldRectangle) -> Bool {
    guard let top = map(\.point.y).min(), let bottom = map(\.point.y).max(), let west = map(\.point.x).min(),
      let east = map(\.point.x).max(), bottom > area.minY, top < area.maxY
    else { return false }
    // The first copy that ends east of the area's western edge.
    let turns = (area.minX - east).rounded(.down) + 1
    return west + turns < area.maxX
  }
}
