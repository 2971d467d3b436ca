import JSONDocument
import MapContent
import MapSettings

/// Finds what is wrong with the steps of a scenario, without clustering.
struct ScenarioCheck {
  /// A step may make no more snapshots by its batches.
  private static let mostBatches = 1000

  /// Points that are left out because their ids are there already.
  private struct Repeats {
    var count: Int
    let first: String
    let step: ScenarioStep
  }

  private let groups: [ScenarioGroup]
  private let tileSize: Int
  private var faults: [Diagnostic] = []
  private var repeats: [Repeats?]
  private var held: [Set<String>]
  private var clusterings: [SourceClustering?]
  private var (hasView, hasSelection) = (false, false)
  private var names = Set<String>()

  /// - Parameter tileSize: zooms of options count from it, 512 or 256.
  init(_ groups: [ScenarioGroup], tileSize: Int) {
    (self.groups, self.tileSize) = (groups, tileSize)
    repeats = Array(repeating: nil, count: groups.count)
    held = Array(repeating: [], count: groups.count)
    clusterings = groups.map(\.source.clustering)
  }

  /// The faults of all steps in order, then a warning for each group with points that were added twice.
  consuming func faults(of scenario: Scenario) -> [Diagnostic] {
    if groups.isEmpty, let fault = ScenarioCheck.missingSource(of: scenario) { return [fault] }
    hasView = scenario.hasFirstView
    for (number, step) in scenario.steps.enumerated() {
      do throws(ScenarioError) {
        try check(step, number)
      } catch {
        faults += error.diagnostics
      }
    }
    for (group, repeats) in zip(groups, repeats) {
      if let repeats { faults.append(ScenarioCheck.warning(group, repeats)) }
    }
    return faults
  }

  private mutating func fault(_ message: String, _ step: ScenarioStep, at batch: ScenarioStep.Batch? = nil) {
    faults.append(
      ScenarioError.diagnostic(batch?.position ?? step.position, batch?.path ?? step.path, message))
  }

  private mutating func needView(_ step: ScenarioStep) {
    guard !hasView else { return }
    fault(
      "\(step.name) comes before any view; put a view step before it, or set center and zoom, bbox or fit",
      step)
    hasView = true
  }

  private mutating func check(_ step: ScenarioStep, _ number: Int) throws(ScenarioError) {
    switch step.action {
    case .add(let batches), .remove(let batches): check(batches, step, number)
    case .clear(let cleared):
      for name in cleared.isEmpty ? groups.map(\.source.name) : cleared {
        held[try groups.index(of: name, step)] = []
      }
    case .view: hasView = true
    case .pan, .zoom: needView(step)
    case .select(let id, let name, _, _):
      (hasView, hasSelection) = (true, true)
      let index = try groups.index(of: name, step)
      if groups[index].indexOfID[id] == nil {
        fault(BatchReading.unknown(id, in: groups[index]), step)
      } else if !held[index].contains(id) {
        fault("point \(escapedForMessage(id)) is not there; add it in an earlier step", step)
      }
    case .settings(let changes):
      for (name, options) in changes {
        let index = try groups.index(of: name, step)
        clusterings[index] = groups[index].clustering(
          clusterings[index], changedBy: options, tileSize: tileSize)
        guard let clustering = clusterings[index] else { continue }
        var path = step.path.appending(step.name)
        if let name { path = path.appending(name) }
        faults += options.unused(for: [.init(clustering.settings)]).map {
          $0.warning(path: path.appending($0.setting.key), position: step.position)
        }
      }
    case .deselect:
      if !hasSelection { fault("nothing is selected; put a select step before it", step) }
      hasSelection = false
    case .snapshot(let name):
      needView(step)
      if !names.insert(name).inserted {
        fault("a snapshot is called \(escapedForMessage(name)) already; choose another name", step)
      }
    }
  }

  private mutating func check(_ batches: [ScenarioStep.Batch], _ step: ScenarioStep, _ number: Int) {
    let adds = step.name == "add"
    if step.batchSize != nil { needView(step) }
    var frames = 0
    for batch in groups.named(batches) {
      do throws(ScenarioError) {
        let index = try groups.index(of: batch.group, step)
        let reading = BatchReading(batch, step: number, of: groups[index], held: held[index], adds: adds)
        for message in reading.faults { fault(message, step, at: batch) }
        if adds, let (count, first) = reading.repeats {
          let known = repeats[index] ?? Repeats(count: 0, first: first, step: step)
          repeats[index] = Repeats(count: known.count + count, first: known.first, step: known.step)
        }
        frames += step.batchSize.map { reading.batches(of: $0).count } ?? 0
        let ids = reading.indices.map { groups[index].ids[$0] }
        if adds { held[index].formUnion(ids) } else { held[index].subtract(ids) }
      } catch {
        faults += error.diagnostics
      }
    }
    guard frames > ScenarioCheck.mostBatches else { return }
    fault(
      "the batches make \(frames) snapshots, and a step may make \(ScenarioCheck.mostBatches); "
        + "let more points come at a time", step)
  }

  private static func warning(_ group: ScenarioGroup, _ repeats: Repeats) -> Diagnostic {
    let origin = group.secondIndexOfID[repeats.first].flatMap {
      group.layout.origin(ofRow: group.source.row($0))
    }
    let id = escapedForMessage(repeats.first)
    let what =
      repeats.count == 1
      ? "1 point is left out because its id \(id) is there already"
      : "\(repeats.count) points are left out because their ids are there already, first \(id)"
    return Diagnostic(
      .warning, code: "repeated-id", path: origin?.path ?? repeats.step.path,
      position: origin?.position ?? repeats.step.position,
      message: "group \(group.source.name): \(what); give each point an id of its own")
  }

  /// The fault of a scenario whose steps are about points, but that names no source they could belong to.
  private static func missingSource(of scenario: Scenario) -> Diagnostic? {
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
}

extension [ScenarioGroup] {
  /// The batches with the names of their groups: all points of no named group are those of each.
  func named(_ batches: [ScenarioStep.Batch]) -> [ScenarioStep.Batch] {
    batches.flatMap { batch in
      guard batch.group == nil, case .all = batch.points else { return [batch] }
      return map { .init(group: $0.source.name, points: .all, position: batch.position, path: batch.path) }
    }
  }

  /// The index of a group by its name, or of the only one.
  ///
  /// - Throws: ``ScenarioError`` for a name that no group has, and for none where there are several.
  func index(of name: String?, _ step: ScenarioStep) throws(ScenarioError) -> Int {
    let names = map(\.source.name)
    guard let name else {
      if count == 1 { return 0 }
      throw ScenarioError(
        step,
        "which group? there are " + names.joined(separator: ", ")
          + "; write {\"\(names.first ?? "name")\": …}")
    }
    if let index = names.firstIndex(of: name) { return index }
    let advice = nameAdvice(name, among: names, else: "there are \(names.joined(separator: ", "))")
    throw ScenarioError(step, "there is no group \(escapedForMessage(name)); \(advice)")
  }
}
