import MapClusters
package import MapGeometry

/// The points of each category of a source, clustered by themselves.
///
/// The first categories, as many as there are colors, stand alone; the others are one, and so are points without one.
struct CategoryPart: Sendable {
  let input: ClusterInput
  /// The rows of the whole that the points of ``input`` are, ascending.
  let rows: [UInt32]
  var index = SourceIndex()

  /// The parts that hold points, by category.
  ///
  /// - Parameters:
  ///   - codes: by point its category; below 0 for none.
  static func parts(of input: ClusterInput, codes: [Int32], alone count: Int) -> [CategoryPart] {
    var rows: [[UInt32]] = Array(repeating: [], count: count + 2)
    for (row, code) in codes.enumerated() {
      rows[code < 0 ? count + 1 : min(count, Int(code))].append(UInt32(truncatingIfNeeded: row))
    }
    return rows.filter { !$0.isEmpty }.map { CategoryPart(input: input.taking($0), rows: $0) }
  }
}

extension ClusterInput {
  /// Some of the points, by their rows.
  func taking(_ rows: [UInt32]) -> ClusterInput {
    let alone = unclusteredRows.map { alone in
      var set = PointSet(count: rows.count)
      for (number, row) in rows.enumerated() where alone.contains(Int(row)) { set.insert(number) }
      return set
    }
    let weights = weights.map { weights in rows.map { weights[Int($0)] } }
    return ClusterInput(coordinates.taking(rows), unclusteredRows: alone, weights: weights)
  }
}

extension [UInt32]? {
  /// The row of a table that a point came from; `nil` stands for all rows.
  func row(_ index: Int) -> Int { map { Int($0[index]) } ?? index }
}

extension CategoryPart {
  /// The points of each category of another column among those of this part.
  fileprivate func parts(of group: ColumnValues) -> [CategoryPart] {
    CategoryPart.parts(
      of: input, codes: rows.map { group.codes[Int($0)] }, alone: DataTheme.groupCount(group)
    ).map {
      CategoryPart(input: $0.input, rows: $0.rows.map { rows[Int($0)] }, index: $0.index)
    }
  }
}

extension MapSource {
  /// The values of the column of facets; `nil` without one.
  package var facetCategories: [ColumnValues.Category]? { theme?.facet?.categories }
  package var categoryOrder: CategoryOrder? { theme?.order }

  /// The markers of a view, or of all points at its zoom: those of each category by themselves where a column groups points,
  /// those of areas where points are counted in these.
  ///
  /// - Parameter facet: the value whose points are clustered where there is a column of facets; `nil` for all points.
  /// - Complexity: that of the method, for each category.
  func markers(
    in viewport: Viewport, _ clustering: SourceClustering, ofAll isOfAll: Bool = false, facet: String? = nil,
    threads: Int
  ) throws(ClusterError) -> ClusterResult {
    let settings = try settings(clustering, atZoomOf: viewport, threads: threads)
    let strategies = clustering.rules.strategies
    func found(_ input: ClusterInput, _ index: SourceIndex) throws(ClusterError) -> ClusterResult {
      try isOfAll
        ? index.allMarkers(of: input, atZoomOf: viewport, settings, threads: threads)
        : index.markers(of: input, in: viewport, settings, strategies, threads: threads)
    }
    let part = facet.flatMap(facetPart) ?? ownPart.map { [$0] }
    if let areas {
      let rows = part.map { $0.first?.rows ?? [] }
      let all = try areas.markers(of: input, rows: rows, on: sheet)
      return isOfAll ? all : areas.shown(all, in: viewport)
    }
    guard theme?.group != nil || part != nil, !isOfCells else { return try found(input, index) }
    var parts = part ?? []
    if let group = theme?.group {
      parts =
        part?.flatMap { $0.parts(of: group) }
        ?? index.categories.value {
          CategoryPart.parts(of: input, codes: group.codes, alone: DataTheme.groupCount(group))
        }
    }
    return try joined(parts.map { part throws(ClusterError) in (part, try found(part.input, part.index)) })
  }

  /// Returns the data with the points in boxes alone, or without these: of the same theme, so that all maps have one set of
  /// colors. Points that are counted in areas or cells stay.
  ///
  /// - Complexity: O(*points* · *boxes*).
  package func divided(by boxes: [BoundingBox], isInside: Bool) throws(SnapshotError) -> MapSource {
    guard !isBackdrop, areas == nil, !isCounted else { return self }
    let shown = (0..<UInt32(input.coordinates.count)).filter { row in
      let own = input.coordinates[Int(row)]
      let coordinate = sheet.map { $0.coordinate(ofPlanar: own) } ?? own
      return coordinate.map { coordinate in boxes.contains { $0.contains(coordinate) } } == isInside
    }
    guard shown.count < input.coordinates.count else { return self }
    let part = CategoryPart(input: input.taking(shown), rows: shown)
    guard clustering != nil else {
      return try planar(part.input.coordinates, rows: shown.map { Int($0) }, on: sheet).themedAnew()
    }
    var source = self
    (source.index, source.ownPart) = (SourceIndex(), part)
    return source
  }

  /// True if its points were counted before they came here.
  package var isCounted: Bool { isOfCells || streamed != nil || databaseCounts != nil }

  /// The points of a value of the column of facets, none where no point has it; `nil` without such a column.
  private func facetPart(_ value: String) -> [CategoryPart]? {
    guard let facet = theme?.facet, !isOfCells else { return nil }
    let parts = index.facets.value {
      CategoryPart.parts(of: input, codes: facet.codes, alone: facet.categories.count)
    }
    return facet.categories.firstIndex { $0.text == value }.map { [parts[$0]] } ?? []
  }

  /// The markers of parts in the order of their first members.
  private func joined(_ parts: [(part: CategoryPart, found: ClusterResult)]) -> ClusterResult {
    var markers: [Marker] = []
    var members: [UInt32] = []
    for (part, own) in parts {
      for marker in own.markers {
        let start = members.count
        let rows = own.members(of: marker).map { part.rows[Int($0)] }
        members += rows
        // A cluster is called by its first member, for cells of several categories have one name.
        var whole = marker
        let first = Int(rows[0])
        whole.id = marker.isCluster ? .group(first: first) : .point(first)
        whole.members = start..<members.count
        markers.append(whole)
      }
    }
    markers.sort { members[$0.members.lowerBound] < members[$1.members.lowerBound] }
    let last = parts.last?.found
    return ClusterResult(markers: markers, members: members, grid: last?.grid, hexagons: last?.hexagons)
  }
}
