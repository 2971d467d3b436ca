public import JSONDocument
import MapClusters
import MapGeometry
public import MapScene
public import MapSettings
import MapStyle

/// What came of a scenario.
public struct ScenarioResult: Sendable {
  /// The snapshots in the order in which they were taken.
  public let snapshots: [ScenarioSnapshot]
  /// What each step did.
  public let events: [ScenarioEvent]
  /// What was left out: points that were added twice.
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
  /// How many snapshots the batches of a step may make.
  private static let mostBatches = 1000

  /// Prepares a scenario.
  ///
  /// - Parameters:
  ///   - scenario: what happens.
  ///   - snapshotter: style and data; each group's source holds all points that the group ever has.
  ///   - view: the scenario's first view, and the size of all pictures.
  ///   - layouts: which rows of the groups' tables came from where, by name.
  public init(
    _ scenario: Scenario, of snapshotter: MapSnapshotter, view: ViewOptions,
    layouts: [String: Scenario.PoolLayout]
  ) {
    self.scenario = scenario
    self.snapshotter = snapshotter
    base = view
    groups = snapshotter.sources.filter { $0.clustering != nil || scenario.groupNames.contains($0.name) }.map
    {
      source in
      ScenarioGroup(
        source, layout: layouts[source.name] ?? .init(sourceCount: source.features.points.count))
    }
  }

  // MARK: Checking

  /// All that is wrong with the steps, found without clustering: errors for unknown groups and ids, points that go before
  /// they came, steps out of order, names taken; a warning a group for points that were added twice, which changes
  /// nothing, and one for each setting of a step that the method does not look at.
  public func check() -> [Diagnostic] {
    var faults: [Diagnostic] = []
    var repeats: [(count: Int, first: String, step: ScenarioStep)?] = Array(
      repeating: nil, count: groups.count)
    var held = Array(repeating: Set<String>(), count: groups.count)
    var (hasView, hasSelection) = (scenario.hasFirstView, false)
    var names = Set<String>()
    var clusterings = groups.map(\.source.clustering)
    if groups.isEmpty, let fault = missingSource { return [fault] }
    for (number, step) in scenario.steps.enumerated() {
      func fault(_ message: String, at batch: ScenarioStep.Batch? = nil) {
        faults.append(
          ScenarioError.diagnostic(batch?.position ?? step.position, batch?.path ?? step.path, message))
      }
      func needView() {
        if !hasView {
          fault(
            "\(step.name) comes before any view; put a view step before it, or set center and zoom, bbox or fit"
          )
          hasView = true
        }
      }
      switch step.action {
      case .add(let batches), .remove(let batches):
        let adds = step.name == "add"
        if step.batchSize != nil { needView() }
        var frames = 0
        for batch in batches {
          do throws(ScenarioError) {
            let index = try groupIndex(batch.group, step)
            let reading = BatchReading(batch, step: number, of: groups[index], held: held[index], adds: adds)
            for message in reading.faults { fault(message, at: batch) }
            if adds, let (count, first) = reading.repeats {
              repeats[index] = (
                (repeats[index]?.count ?? 0) + count, repeats[index]?.first ?? first,
                repeats[index]?.step ?? step
              )
            }
            frames += step.batchSize.map { reading.batches(of: $0).count } ?? 0
            let ids = reading.indices.map { groups[index].ids[$0] }
            if adds { held[index].formUnion(ids) } else { held[index].subtract(ids) }
          } catch {
            faults += error.diagnostics
          }
        }
        if frames > ScenarioPlayer.mostBatches {
          fault(
            "the batches make \(frames) snapshots, and a step may make \(ScenarioPlayer.mostBatches); "
              + "let more points come at a time")
        }
      case .clear(let cleared):
        for name in cleared.isEmpty ? groups.map(\.source.name) : cleared {
          do throws(ScenarioError) { held[try groupIndex(name, step)] = [] } catch {
            faults += error.diagnostics
          }
        }
      case .view: hasView = true
      case .pan, .zoom: needView()
      case .select(let id, let name, _, _):
        (hasView, hasSelection) = (true, true)
        do throws(ScenarioError) {
          let index = try groupIndex(name, step)
          if groups[index].indexOfID[id] == nil {
            fault(BatchReading.unknown(id, in: groups[index]))
          } else if !held[index].contains(id) {
            fault("point \(escapedForMessage(id)) is not there; add it in an earlier step")
          }
        } catch {
          faults += error.diagnostics
        }
      case .settings(let changes):
        for (name, options) in changes {
          do throws(ScenarioError) {
            let index = try groupIndex(name, step)
            clusterings[index] = groups[index].clustering(
              clusterings[index], changedBy: options, tileSize: base.tileSize ?? 512)
            let path = step.path.appending(step.name)
            faults +=
              clusterings[index].map {
                unusedOptions(options, under: $0, step, name.map(path.appending) ?? path)
              } ?? []
          } catch {
            faults += error.diagnostics
          }
        }
      case .deselect:
        if !hasSelection { fault("nothing is selected; put a select step before it") }
        hasSelection = false
      case .snapshot(let name):
        needView()
        if !names.insert(name).inserted {
          fault("a snapshot is called \(escapedForMessage(name)) already; choose another name")
        }
      }
    }
    for (index, repeated) in repeats.enumerated() {
      guard let (count, first, step) = repeated else { continue }
      faults.append(repeatWarning(groups[index], count, first, step))
    }
    return faults
  }

  /// The options of a step that have no effect under the settings it leads to.
  private func unusedOptions(
    _ options: ClusterOptions, under clustering: SourceClustering, _ step: ScenarioStep, _ path: JSONPath
  ) -> [Diagnostic] {
    options.unused(for: [.init(clustering.settings)], spelling: .members).map { option in
      Diagnostic(
        .warning, code: "no-effect", path: path.appending(option.name), position: step.position,
        message: option.text(name: option.name))
    }
  }

  /// That points were left out because their ids are there already.
  private func repeatWarning(
    _ group: ScenarioGroup, _ count: Int, _ first: String, _ step: ScenarioStep
  ) -> Diagnostic {
    let origin = group.repeatedIDs.first { $0.id == first }.flatMap {
      group.layout.origin(ofRow: group.source.row($0.index))
    }
    let id = escapedForMessage(first)
    let what =
      count == 1
      ? "1 point is left out because its id \(id) is there already"
      : "\(count) points are left out because their ids are there already, first \(id)"
    return Diagnostic(
      .warning, code: "repeated-id", path: origin?.path ?? step.path,
      position: origin?.position ?? step.position,
      message: "group \(group.source.name): \(what); give each point an id of its own")
  }

  /// What is wrong with a scenario whose steps are about points, but that names no source they could belong to.
  private var missingSource: Diagnostic? {
    for step in scenario.steps {
      var name: String?
      switch step.action {
      case .add(let batches), .remove(let batches): name = batches.first?.group
      case .clear(let names): name = names.first
      case .select(_, let group, _, _): name = group
      case .settings(let changes): name = changes.first?.group
      default: continue
      }
      return ScenarioError.diagnostic(
        step.position, step.path,
        "the scenario names no source, and points belong to one; write "
          + "\"sources\": {\"\(escapedForMessage(name ?? "points"))\": []} beside the steps, or a file in place of []"
      )
    }
    return nil
  }

  private func groupIndex(_ name: String?, _ step: ScenarioStep) throws(ScenarioError) -> Int {
    let names = groups.map(\.source.name)
    guard let name else {
      if groups.count == 1 { return 0 }
      throw ScenarioError(
        step,
        "which group? there are " + names.joined(separator: ", ")
          + "; write {\"\(names.first ?? "name")\": …}")
    }
    guard let index = names.firstIndex(of: name) else {
      let guess = didYouMean(name, among: names).map { "did you mean \($0)?" }
      throw ScenarioError(
        step,
        "there is no group \(escapedForMessage(name)); "
          + (guess ?? "there are " + names.joined(separator: ", ")))
    }
    return index
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
    var run = ScenarioRun(groups: groups, names: Set(names), threads: snapshotter.threads)
    if scenario.hasFirstView, let step = scenario.steps.first { run.viewport = try viewport(base, step, run) }
    for (number, step) in scenario.steps.enumerated() {
      if case .add(let batches) = step.action, let size = step.batchSize {
        try await add(batches, size, step, number, &run)
      } else {
        try await play(step, number, &run)
      }
    }
    for index in groups.indices {
      let shared = MarkerGroup.sharingScales(run.snapshots.map { $0.groups[index] })
      for (number, group) in shared.enumerated() { run.snapshots[number].groups[index] = group }
    }
    return ScenarioResult(snapshots: run.snapshots, events: run.events, warnings: faults)
  }

  /// Adds points some at a time, with a snapshot after each batch; one that adds nothing has a snapshot as well.
  private func add(
    _ batches: [ScenarioStep.Batch], _ size: Int, _ step: ScenarioStep, _ number: Int,
    _ run: inout ScenarioRun
  ) async throws(ScenarioError) {
    do {
      for batch in batches {
        let index = try groupIndex(batch.group, step)
        let reading = BatchReading(batch, step: number, of: groups[index], held: run.held[index], adds: true)
        for points in reading.batches(of: size) {
          try await run.managers[index].add(points.map(groups[index].point))
          run.held[index].formUnion(points.map { groups[index].ids[$0] })
          var differences: [MarkerChanges?] = Array(repeating: nil, count: groups.count)
          if let viewport = run.viewport {
            run.reloads += 1
            for index in groups.indices {
              differences[index] = try await run.managers[index].reload(viewport)
            }
          }
          try await run.note(
            step, number, differences, snapshot: run.batchName(index), snapshotter: snapshotter)
        }
      }
    } catch let error as ScenarioError {
      throw error
    } catch {
      throw ScenarioError(step, "\(error)")
    }
  }

  private func play(_ step: ScenarioStep, _ number: Int, _ run: inout ScenarioRun) async throws(ScenarioError)
  {
    var reloads = true
    let zoomBefore = run.viewport?.zoom
    var differences: [MarkerChanges?] = Array(repeating: nil, count: groups.count)
    do {
      switch step.action {
      case .add(let batches):
        for batch in batches {
          let index = try groupIndex(batch.group, step)
          let reading = BatchReading(
            batch, step: number, of: groups[index], held: run.held[index], adds: true)
          try await run.managers[index].add(reading.indices.map(groups[index].point))
          run.held[index].formUnion(reading.indices.map { groups[index].ids[$0] })
        }
      case .remove(let batches):
        for batch in batches {
          let index = try groupIndex(batch.group, step)
          let reading = BatchReading(
            batch, step: number, of: groups[index], held: run.held[index], adds: false)
          let ids = reading.indices.map { groups[index].ids[$0] }
          try await run.managers[index].remove(ids)
          run.held[index].subtract(ids)
        }
        run.endSelectionOfAbsent()
      case .clear(let names):
        for name in names.isEmpty ? groups.map(\.source.name) : names {
          let index = try groupIndex(name, step)
          await run.managers[index].removeAll()
          run.held[index] = []
        }
        run.endSelectionOfAbsent()
      case .view(let options): run.viewport = try viewport(run.view(options, over: base), step, run)
      case .pan(let way):
        guard let view = run.viewport else { break }
        let middle = ScreenPoint(x: view.size.width / 2 + way.x, y: view.size.height / 2 + way.y)
        run.viewport = try Viewport(
          center: view.unproject(middle), zoom: view.zoom, size: view.size, scale: view.scale,
          bearing: view.bearing)
      case .zoom(let zoom, let isRelative):
        guard let view = run.viewport else { break }
        run.viewport = try Viewport(
          center: view.center, zoom: isRelative ? view.zoom + zoom : base.zoom512(zoom), size: view.size,
          scale: view.scale, bearing: view.bearing)
      case .select(let id, let name, let latitudeMeters, let longitudeMeters):
        let index = try groupIndex(name, step)
        let size = run.viewport?.size ?? base.size ?? ViewOptions.standardSize
        let found = try await run.managers[index].select(
          id, latitudeMeters: latitudeMeters, longitudeMeters: longitudeMeters, size: size,
          scale: base.pixelsPerPoint, bearing: run.viewport?.bearing ?? base.bearing ?? 0)
        run.viewport = found.viewport
        differences[index] = found.difference
        run.selection = groups[index].indexOfID[id].map {
          MapPoint(source: groups[index].source.name, index: $0)
        }
      case .settings(let changes):
        for (name, options) in changes {
          let index = try groupIndex(name, step)
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
      if let zoom = zoomBefore, let now = run.viewport, zoom != now.zoom, step.name != "select" {
        run.endSelection()
      }
      if reloads, let viewport = run.viewport {
        run.reloads += 1
        for index in groups.indices where differences[index] == nil {
          differences[index] = try await run.managers[index].reload(viewport)
        }
      }
      var name: String?
      if case .snapshot(let given) = step.action { name = given }
      try await run.note(step, number, differences, snapshot: name, snapshotter: snapshotter)
    } catch let error as ScenarioError {
      throw error
    } catch {
      throw ScenarioError(step, "\(error)")
    }
  }

  private func viewport(
    _ options: ViewOptions, _ step: ScenarioStep, _ run: ScenarioRun
  ) throws(ScenarioError) -> Viewport {
    do throws(SnapshotError) {
      return try options.viewport(padding: { size in
        var padding = snapshotter.fitPadding(of: size)
        // A caption covers no point of a view that is fitted to the points.
        let room = min(ScenarioPlayer.captionRoom, size.height / 4)
        switch scenario.animation.captions {
        case .topLeft?, .topRight?: padding.top += room
        case .bottomLeft?, .bottomRight?: padding.bottom += room
        case nil: break
        }
        return padding
      }) { rule in
        run.bounds(rule) ?? snapshotter.bounds(rule)
      }
    } catch {
      throw ScenarioError(step, error.memberDescription)
    }
  }
}
