import JSONDocument
import MapClusters
import MapContent
import MapSettings

/// One group of a scenario: its points by id.
struct ScenarioGroup: Sendable {
  let source: MapSource
  let layout: Scenario.PoolLayout
  /// The places of points among those that take part, by their ids; looked up, never iterated.
  let indexOfID: [String: Int]
  /// The ids of the points that take part.
  let ids: [String]
  /// The place of the second point of those with one id, by the id; looked up, never iterated.
  private(set) var secondIndexOfID: [String: Int] = [:]
  /// The ids of points that a sheet hides; looked up, never iterated.
  private(set) var hidden: Set<String> = []

  /// - Parameter whole: the source before a sheet hid some of its points; `nil` where it hides none.
  init(_ source: MapSource, whole: MapSource? = nil, layout: Scenario.PoolLayout) {
    self.source = source
    self.layout = layout
    var identifiers = PointIdentifiers()
    let rows = (0..<(whole ?? source).input.coordinates.count).map((whole ?? source).row)
    for row in rows { identifiers.append(source.features, row: row) }
    var ids = identifiers.identifiers().map(\.text)
    if whole != nil {
      let all = zip(rows, ids)
      let shown = Set((0..<source.input.coordinates.count).map(source.row))
      ids = all.filter { shown.contains($0.0) }.map(\.1)
      hidden = Set(all.map(\.1)).subtracting(ids)
    }
    var indexOfID: [String: Int] = [:]
    indexOfID.reserveCapacity(ids.count)
    for (index, id) in ids.enumerated() {
      if indexOfID[id] == nil {
        indexOfID[id] = index
      } else if secondIndexOfID[id] == nil {
        secondIndexOfID[id] = index
      }
    }
    (self.ids, self.indexOfID) = (ids, indexOfID)
  }

  /// A manager without points.
  ///
  /// - Parameter threads: how many threads it clusters with, at least 1.
  func makeManager(threads: Int) -> ClusterManager {
    ClusterManager(
      settings: source.clustering?.settings ?? .standard(.none),
      behavior: source.clustering?.behavior ?? ClusterBehavior(),
      strategies: source.clustering?.rules.strategies ?? ClusterStrategies(), threads: threads)
  }

  /// The group's clustering with other options; those that are not set stay.
  ///
  /// - Parameter tileSize: what the options' zooms count from, 512 or 256.
  func clustering(
    _ clustering: SourceClustering?, changedBy options: ClusterOptions, tileSize: Int
  ) -> SourceClustering? {
    func changed(_ options: ClusterOptions) -> SourceClustering? {
      clustering.map { $0.changed(by: options) } ?? SourceClustering(nil, options: options)
    }
    // The zooms of some methods count from 512 whatever is set.
    return changed(options).flatMap {
      changed(options.countingFrom512(tileSize, method: $0.settings.method))
    }
  }

  /// A point for the manager.
  func point(_ index: Int) -> ClusterPoint {
    let input = source.input
    return ClusterPoint(
      id: ids[index], coordinate: input.coordinates[index], weight: input.weights?[index] ?? 1,
      isUnclustered: input.unclusteredRows?.contains(index) ?? false)
  }

  /// The points that take part and lie in some rows of the table, in order.
  func indices(ofRows rows: Range<Int>) -> [Int] {
    guard source.rows != nil else { return Array(rows.clamped(to: 0..<ids.count)) }
    return ids.indices.filter { rows.contains(source.row($0)) }
  }

  /// The points of rows that need not follow each other.
  func indices(ofRows rows: [Int]) -> [Int] {
    guard source.rows != nil else { return rows.filter { $0 < ids.count } }
    let wanted = Set(rows)
    return ids.indices.filter { wanted.contains(source.row($0)) }
  }

  /// The markers that the manager shows, as they are drawn.
  func drawn(_ live: [LiveMarker], rows: [[UInt32]], grid: GridCells?, hexagons: HexagonGrid?)
    -> ClusterResult
  {
    var (markers, members): ([Marker], [UInt32]) = ([], [])
    for (one, rows) in zip(live, rows) {
      var marker = one.marker
      let start = members.count
      members += rows
      marker.members = start..<members.count
      marker.position = one.position
      marker.bounds = marker.bounds.including(one.position)
      markers.append(marker)
    }
    return ClusterResult(markers: markers, members: members, grid: grid, hexagons: hexagons)
  }
}

/// The points that a batch names, and its faults.
struct BatchReading {
  private(set) var indices: [Int] = []
  private(set) var faults: [String] = []
  /// The points named that are there already, or that are named more than once: how many, and the first one's id.
  private(set) var repeats: (count: Int, first: String)?

  /// Reads a batch.
  ///
  /// - Parameters:
  ///   - adds: whether the points come; otherwise they go.
  init(_ batch: ScenarioStep.Batch, step: Int, of group: ScenarioGroup, held: Set<String>, adds: Bool) {
    switch batch.points {
    case .all:
      indices = group.indices(
        ofRows: 0..<(adds ? group.layout.sourceCount : group.source.features.points.count))
      if !adds { indices = indices.filter { held.contains(group.ids[$0]) } }
    case .records(let range):
      guard range.upperBound <= group.layout.sourceCount else {
        faults = [
          "records \(range.lowerBound) to \(range.upperBound) are requested, but the source \(group.source.name) has "
            + "\(group.layout.sourceCount)"
        ]
        return
      }
      indices = group.indices(ofRows: (range.lowerBound - 1)..<range.upperBound)
    case .rows(let rows): indices = group.indices(ofRows: rows)
    case .file: indices = group.indices(ofRows: group.layout.fileRows[step] ?? 0..<0)
    case .list(let entries):
      for entry in entries {
        let id: String
        switch entry {
        case .id(let name): id = name
        case .point(let point): id = point.id
        }
        if let index = group.indexOfID[id] {
          indices.append(index)
        } else if !group.hidden.contains(id) {
          faults.append(BatchReading.unknown(id, in: group))
        }
      }
    }
    var seen = Set<String>()
    var fresh: [Int] = []
    fresh.reserveCapacity(indices.count)
    for index in indices {
      let id = group.ids[index]
      if !seen.insert(id).inserted || (adds && held.contains(id)) {
        repeats = ((repeats?.count ?? 0) + 1, repeats?.first ?? id)
        continue
      }
      if !adds && !held.contains(id) {
        faults.append("point \(escapedForMessage(id)) is not there; add it in an earlier step")
        if faults.count >= 8 { return }
      }
      fresh.append(index)
    }
    indices = fresh
  }

  /// The points in order, so many at a time; one empty batch where there are none.
  func batches(of size: Int) -> [ArraySlice<Int>] {
    guard !indices.isEmpty else { return [[]] }
    return stride(from: 0, to: indices.count, by: min(size, indices.count)).map { start in
      indices[start..<start + min(size, indices.count - start)]
    }
  }

  static func unknown(_ id: String, in group: ScenarioGroup) -> String {
    if group.hidden.contains(id), let sheet = group.source.sheet {
      return
        "point \(escapedForMessage(id)) lies where \(sheet.name) shows nothing; choose another point or projection"
    }
    let advice = nameAdvice(
      id, among: group.ids.prefix(10_000),
      else: "write the id of one that its source or an earlier step brings")
    return "no point of \(group.source.name) has the id \(escapedForMessage(id)); \(advice)"
  }
}
