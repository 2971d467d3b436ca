public import JSONDocument
import MapGeometry
import MapClusters
import MapContent
public import MapScene
public import MapSettings
import MapStyle

/// The result of a scenario.
public struct ScenarioResult: Sendable {
  /// The snapshots in the order in which they were taken.
  public let snapshots: [ScenarioSnapshot]
  /// The changes of each step.
  public let events: [ScenarioEvent]
  /// The warnings: points that were added twice.
  public let warnings: [Diagnostic]
}

/// Plays a scenario's steps against one manager a group.
public struct ScenarioPlayer: Sendable {
  private let scenario: Scenario
  /// The height of captions, in points.
  private static let captionRoom = 36.0
  private let snapshotter: MapSnapshotter
  private let groups: [ScenarioGroup]
  private let base: ViewOptions

  /// Prepares a scenario.
  ///
  /// - Parameters:
  ///   - snapshotter: style and data; each group's source holds all points that the group ever has.
  ///   - whole: the data before a sheet hid some of them.
  ///   - view: the scenario's first view, and the size of all pictures; on a sheet with planar coordinates.
  ///   - layouts: which rows of the groups' tables came from where, by name.
  public init(
    _ scenario: Scenario, of snapshotter: MapSnapshotter, whole: MapSnapshotter? = nil, view: ViewOptions,
    layouts: [String: Scenario.PoolLayout]
  ) {
    self.scenario = scenario
    self.snapshotter = snapshotter
    base = view
    groups = snapshotter.sources.filter { $0.clustering != nil || scenario.groupNames.contains($0.name) }.map
    {
      source in
      ScenarioGroup(
        source, whole: source.hiddenCount > 0 ? whole?.sources.first { $0.name == source.name } : nil,
        layout: layouts[source.name] ?? .init(sourceCount: source.features.points.count))
    }
  }

  /// All that is wrong with the steps, found without clustering: errors for unknown groups and ids, points that go before
  /// they came, steps out of order, names taken; a warning a group for points that were added twice, which changes
  /// nothing, and one for each setting of a step that the method does not look at.
  public func check() -> [Diagnostic] {
    ScenarioCheck(groups, tileSize: base.tileSize ?? 512).faults(of: scenario)
  }

  // MARK: Playing

  /// Plays all steps, from the beginning each time it is called: managers that remember are made anew.
  ///
  /// - Throws: ``ScenarioError`` with all faults that ``check()`` finds, or with the first one met while playing.
  public func play() async throws(ScenarioError) -> ScenarioResult {
    let faults = check()
    guard !faults.contains(where: { $0.severity == .error }) else { throw ScenarioError(faults) }
    let names = scenario.steps.compactMap { step in
      if case .snapshot(let name) = step.action { name } else { nil }
    }
    var run = ScenarioRun(
      groups: groups, on: snapshotter.sheet, names: Set(names), threads: snapshotter.threads)
    if scenario.hasFirstView, let step = scenario.steps.first { run.viewport = try viewport(base, step, run) }
    for (number, step) in scenario.steps.enumerated() {
      do {
        try await play(step, number, &run)
      } catch let error as ScenarioError {
        throw error
      } catch {
        throw ScenarioError(step, "\(error)")
      }
    }
    for index in groups.indices {
      let shared = MarkerGroup.sharingScales(run.snapshots.map { $0.groups[index] })
      for (number, group) in shared.enumerated() { run.snapshots[number].groups[index] = group }
    }
    return ScenarioResult(snapshots: run.snapshots, events: run.events, warnings: faults)
  }

  private func play(_ step: ScenarioStep, _ number: Int, _ run: inout ScenarioRun) async throws {
    var reloads = true
    let before = run.viewport
    var differences = run.noDifferences
    switch step.action {
    case .add(let batches):
      try await add(batches, step, number, &run)
      if step.batchSize != nil { return }
    case .remove(let batches):
      for batch in groups.named(batches) {
        let index = try groups.index(of: batch.group, step)
        let reading = BatchReading(batch, step: number, of: groups[index], held: run.held[index], adds: false)
        let ids = reading.indices.map { groups[index].ids[$0] }
        try await run.managers[index].remove(ids)
        run.held[index].subtract(ids)
      }
      run.endSelectionOfAbsent()
    case .clear(let names):
      for name in names.isEmpty ? groups.map(\.source.name) : names {
        let index = try groups.index(of: name, step)
        await run.managers[index].removeAll()
        run.held[index] = []
      }
      run.endSelectionOfAbsent()
    case .view(let options):
      run.viewport = try viewport(run.view(options.on(snapshotter.sheet), over: base), step, run)
    case .pan(let way): run.viewport = try before?.panned(by: way)
    case .zoom(let zoom, let isRelative):
      run.viewport = try before.map {
        try $0.about($0.center, zoom: isRelative ? $0.zoom + zoom : base.zoom512(zoom))
      }
    case .select(let id, let name, let latitudeMeters, let longitudeMeters):
      let index = try groups.index(of: name, step)
      let frame = SelectionFrame(
        size: before?.size ?? base.size ?? ViewOptions.standardSize, latitudeMeters: latitudeMeters,
        longitudeMeters: longitudeMeters, scale: base.pixelsPerPoint,
        bearing: before?.bearing ?? base.bearing ?? 0, sheet: snapshotter.sheet)
      let found = try await run.managers[index].select(id, in: frame)
      run.viewport = found.viewport.pitched(by: before?.pitch ?? base.pitch ?? 0)
      differences[index] = found.difference
      run.selection = groups[index].indexOfID[id].map {
        MapPoint(source: groups[index].source.name, index: $0)
      }
    case .settings(let changes):
      for (name, options) in changes {
        let index = try groups.index(of: name, step)
        guard
          let changed = groups[index].clustering(
            run.clusterings[index], changedBy: options, tileSize: base.tileSize ?? 512)
        else { continue }
        run.clusterings[index] = changed
        await run.managers[index].change(changed.settings, behavior: changed.behavior)
      }
    case .deselect:
      run.selection = nil
      reloads = false
    case .snapshot: reloads = run.reloads == 0
    }
    if let before, let now = run.viewport, snapshotter.sheet?.projection == .verticalPerspective,
      before.zoom != now.zoom || before.center != now.center
    {
      throw ScenarioError(
        step,
        "the view moves, and a globe seen from near would turn under it, which is another projection; "
          + "leave the view as it is, or use orthographic")
    }
    if let before, let now = run.viewport, before.zoom != now.zoom, step.name != "select" {
      run.endSelection()
    }
    if reloads { try await run.reload(&differences) }
    var name: String?
    if case .snapshot(let given) = step.action { name = given }
    try await run.note(step, number, differences, snapshot: name, snapshotter: snapshotter)
  }

  /// Adds points, all at once or some at a time. Then a snapshot is taken after each batch, even an empty one.
  private func add(
    _ batches: [ScenarioStep.Batch], _ step: ScenarioStep, _ number: Int, _ run: inout ScenarioRun
  ) async throws {
    let parts = try groups.named(batches).map { batch in
      let index = try groups.index(of: batch.group, step)
      let reading = BatchReading(batch, step: number, of: groups[index], held: run.held[index], adds: true)
      return (index, reading.batches(of: step.batchSize ?? .max))
    }
    // Groups take turns, as those of an app that reads its files side by side.
    for turn in 0..<(parts.map(\.1.count).max() ?? 0) {
      for (index, batches) in parts where turn < batches.count {
        let points = batches[turn]
        try await run.managers[index].add(points.map(groups[index].point))
        run.held[index].formUnion(points.map { groups[index].ids[$0] })
        guard step.batchSize != nil else { continue }
        var differences = run.noDifferences
        try await run.reload(&differences)
        try await run.note(
          step, number, differences, snapshot: run.batchName(index), snapshotter: snapshotter)
      }
    }
  }

  private func viewport(
    _ options: ViewOptions, _ step: ScenarioStep, _ run: ScenarioRun
  ) throws(ScenarioError) -> Viewport {
    do throws(SnapshotError) {
      return try options.viewport(
        padding: { size in
          var padding = snapshotter.fitPadding(of: size)
          // A caption covers no point of a view that is fitted to the points.
          let room = min(ScenarioPlayer.captionRoom, size.height / 4)
          switch scenario.animation.captions {
          case .topLeft?, .topRight?: padding.top += room
          case .bottomLeft?, .bottomRight?: padding.bottom += room
          case nil: break
          }
          return padding
        }, on: snapshotter.sheet
      ) { rule in
        run.bounds(rule) ?? snapshotter.bounds(rule)
      }.on(snapshotter.sheet)
    } catch {
      throw ScenarioError(step, error.description)
    }
  }
}

extension Viewport {
  /// The view moved by points, x to the right and y down.
  fileprivate func panned(by way: ScreenPoint) throws(GeometryError) -> Viewport {
    try about(unproject(ScreenPoint(x: size.width / 2 + way.x, y: size.height / 2 + way.y)))
  }
}
