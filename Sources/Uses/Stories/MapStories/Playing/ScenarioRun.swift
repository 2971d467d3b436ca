import MapClusters
import MapGeometry
import MapContent
import MapScene
import MapSettings
import MapStyle

/// The state of a scenario that is played.
struct ScenarioRun {
  let groups: [ScenarioGroup]
  /// The sheet that all places are planar coordinates of; `nil` for Mercator's plane.
  let sheet: Sheet?
  /// The managers, group by group.
  let managers: [ClusterManager]
  /// The clustering of each group now.
  var clusterings: [SourceClustering?]
  /// The ids that are there, group by group.
  var held: [Set<String>]
  var viewport: Viewport?
  var selection: MapPoint?
  var reloads = 0
  var snapshots: [ScenarioSnapshot] = []
  var events: [ScenarioEvent] = []
  /// The names of snapshots that are taken.
  private var names: Set<String>

  /// - Parameters:
  ///   - threads: how many threads a group is clustered with, at least 1.
  init(groups: [ScenarioGroup], on sheet: Sheet?, names: Set<String>, threads: Int) {
    (self.groups, self.sheet) = (groups, sheet)
    self.names = names
    managers = groups.map { $0.makeManager(threads: threads) }
    clusterings = groups.map(\.source.clustering)
    held = Array(repeating: [], count: groups.count)
  }

  /// No change of any group.
  var noDifferences: [MarkerChanges?] { Array(repeating: nil, count: groups.count) }

  /// Clusters the groups without a difference for the view, if one is known.
  mutating func reload(_ differences: inout [MarkerChanges?]) async throws(ClusterError) {
    guard let viewport else { return }
    reloads += 1
    for index in groups.indices where differences[index] == nil {
      differences[index] = try await managers[index].reload(viewport)
    }
  }

  /// Ends the selection in a group of a system where a zoom does that.
  mutating func endSelection() {
    guard let point = selection, let index = groups.firstIndex(where: { $0.source.name == point.source }),
      clusterings[index]?.preset?.traits.endsSelectionByZoom == true
    else { return }
    selection = nil
  }

  /// Ends the selection of a point that is not there any more.
  mutating func endSelectionOfAbsent() {
    guard let point = selection, let index = groups.firstIndex(where: { $0.source.name == point.source }),
      !held[index].contains(groups[index].ids[point.index])
    else { return }
    selection = nil
  }

  /// The view that a step sets: what it leaves out of center, zoom, bearing and pitch stays as it is now.
  func view(_ options: ViewOptions, over base: ViewOptions) -> ViewOptions {
    var result = options.over(base)
    let moves = options.center != nil || options.zoom != nil || options.bearing != nil || options.pitch != nil
    guard let now = viewport, moves, options.box == nil, options.fitsPoints != true else { return result }
    (result.box, result.fit) = (nil, nil)
    result.center = options.center ?? now.center
    if options.zoom == nil { result.zoom = result.tileSize == 256 ? now.zoom + 1 : now.zoom }
    result.bearing = options.bearing ?? now.bearing
    result.pitch = options.pitch ?? now.pitch
    return result
  }

  /// The box of the points that are there and that a rule keeps.
  func bounds(_ rule: FitRule) -> BoundingBox? {
    var table = CoordinateTable()
    for (index, group) in groups.enumerated() {
      for (point, id) in group.ids.enumerated() where held[index].contains(id) {
        let place = group.source.input.coordinates[point]
        table.longitudes.append(place.longitude)
        table.latitudes.append(place.latitude)
      }
    }
    let box = rule == .robust ? DenseRegions(of: table).box : BoundingBox(holding: table)
    guard let sheet else { return box }
    let isFlat = rule == .robust && (box?.longitudes.east ?? 0) <= 180
    return (isFlat ? box : Sheet.box(ofPlanar: table)).map { sheet.fitted($0) }
  }

  /// A name for the snapshot after a batch: the group's, with how many points it has, and a number where that is taken.
  mutating func batchName(_ group: Int) -> String {
    let plain = "\(groups[group].source.name) \(held[group].count)"
    var (name, number) = (plain, 1)
    while !names.insert(name).inserted {
      number += 1
      name = "\(plain) (\(number))"
    }
    return name
  }

  /// Notes what a step did, or one of its batches, and takes a snapshot where it has a name.
  mutating func note(
    _ step: ScenarioStep, _ number: Int, _ differences: [MarkerChanges?], snapshot name: String?,
    snapshotter: MapSnapshotter
  ) async throws(SnapshotError) {
    var changed: [ScenarioEvent.Group] = []
    var live: [[LiveMarker]] = []
    for (index, group) in groups.enumerated() {
      let markers = await managers[index].markers
      live.append(markers)
      if viewport != nil {
        changed.append(
          .init(
            name: group.source.name, held: held[index].count,
            difference: differences[index] ?? MarkerChanges(from: markers, to: markers)))
      }
    }
    events.append(
      ScenarioEvent(step: step, number: number, snapshot: name, viewport: viewport, groups: changed))
    guard let name, let viewport else { return }
    var drawn: [MarkerGroup] = []
    for (index, group) in groups.enumerated() {
      let manager = managers[index]
      var rows: [[UInt32]] = []
      for marker in live[index] {
        rows.append(
          await manager.points(of: marker).compactMap {
            group.indexOfID[$0.id].flatMap(UInt32.init(exactly:))
          })
      }
      var warnings = StyleWarnings()
      drawn.append(
        MarkerGroup(
          group.source, clusterings[index],
          group.drawn(live[index], rows: rows, grid: await manager.grid, hexagons: await manager.hexagons),
          globalState: snapshotter.style.state, noting: &warnings))
    }
    snapshots.append(
      ScenarioSnapshot(
        name: name, step: number, viewport: viewport, groups: drawn, live: live,
        differences: live.enumerated().map { index, markers in
          MarkerChanges(from: snapshots.last?.live[index] ?? [], to: markers)
        }, selection: selection))
  }
}
