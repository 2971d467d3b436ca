public import MapSession
public import CairoCanvas
import Parallel
import JSONDocument
import MapFeatures
import MapClusters
import MapGeometry
import MapContent
public import MapDecorations
public import MapSettings

/// A scenario with its data, ready to be played.
public struct LoadedStory: Sendable {
  /// The sources and steps, as read.
  public let scenario: Scenario
  /// The scenario's file, as diagnostics call it.
  public let name: String
  /// The settings of the film: those given over those of the scenario.
  public let settings: FilmSettings
  /// Style, data and view.
  public private(set) var map: LoadedMap
  /// Plays the steps of the scenario.
  public let player: ScenarioPlayer
  /// The settings of what is drawn beside the style's layers.
  public let pictureOptions: PictureOptions
  let view: SnapshotRequest.View
  /// The data of the first view, on whose sheet the whole story lies.
  let data: PanelData
  /// The story in other clusterings, drawn to the right of this one.
  public internal(set) var beside: [LoadedStory] = []

  /// Loads what lies beneath the markers in all views of a film: tiles, images, the built-in world; each tile once.
  ///
  /// - Parameters:
  ///   - results: what playing the scenario returned, one for each column.
  ///   - shares: the shares of each transition's duration that are drawn; `nil` for every frame.
  /// - Throws: ``SessionError`` for what is missing or cannot be read.
  public mutating func loadPictures(
    for results: [ScenarioResult], shares: [Double]? = nil, log: SessionLog
  ) throws(SessionError) {
    for index in beside.indices {
      try beside[index].loadPictures(for: [results[index + 1]], shares: shares, log: log)
    }
    let result = results[0]
    var viewports: [Viewport] = []
    func add(_ viewport: Viewport) { if !viewports.contains(viewport) { viewports.append(viewport) } }
    for snapshot in result.snapshots { add(snapshot.viewport) }
    let rate = Double(pace.rate)
    for (before, after) in zip(result.snapshots, result.snapshots.dropFirst()) {
      let leg = leg(from: before, to: after, animator: animator(to: after))
      guard leg.viewport(at: 0) != nil else { continue }
      let count = max(1, (leg.duration * rate).rounded())
      for share in shares ?? (0..<Int(count)).map({ Double($0) / count }) {
        if let viewport = leg.viewport(at: share) { add(viewport) }
      }
    }
    try map.loadPictures(for: viewports, log: log)
  }

  /// Plays the steps in each column. Blocks the calling thread.
  ///
  /// - Parameter format: of the pictures that are made of them.
  /// - Returns: a result for each column.
  /// - Throws: ``SessionError/reported`` with all faults of the steps reported, and of a strict request for warnings.
  public func play(for format: PictureFormat, log: SessionLog) throws(SessionError) -> [ScenarioResult] {
    map.judge([[format]], log: log)
    try log.endIfStrict()
    var results: [ScenarioResult] = []
    for player in [player] + beside.map(\.player) {
      let outcome = waiting(cancelling: log.whenCancelled) {
        () async -> Result<ScenarioResult, ScenarioError> in
        do throws(ScenarioError) { return .success(try await player.play()) } catch {
          return .failure(error)
        }
      }
      results.append(
        try rethrowing(outcome.get()) { (error: ScenarioError) in
          if log.isCancelled() { return SessionError.cancelled }
          log.report(error.diagnostics, of: name)
          return .reported
        })
    }
    log.report(results[0].warnings, of: name)
    try log.endIfStrict()
    return results
  }

  /// Draws what was played: loads what lies beneath, then reports what is worth knowing about the snapshots, and ends the work where an
  /// input was changed meanwhile.
  ///
  /// - Parameters:
  ///   - results: what playing the steps returned, one for each column.
  ///   - animator: how markers move, in place of that of the settings; `nil` for that.
  ///   - shares: the shares of each transition's duration that are drawn; `nil` for every frame.
  ///   - format: of the pictures.
  ///   - draw: makes pictures of the film.
  /// - Throws: ``SessionError``.
  public func film<Pictures>(
    of results: [ScenarioResult], animator: (any MarkerAnimator)? = nil, shares: [Double]? = nil,
    for format: PictureFormat = .png, log: SessionLog,
    draw: (inout Film, LoadedStory) throws(SessionError) -> Pictures
  ) throws(SessionError) -> Pictures {
    var story = self
    try story.loadPictures(for: results, shares: shares, log: log)
    let shaper = try story.map.shaper(drawsPixels: format.isPixels, log: log)
    defer { story.map.giveBack(shaper) }
    var film = Film(
      of: results, in: story, shaper: shaper, animator: animator, describesMarks: format == .svg)
    var report = PictureReport(log: log, styleName: story.map.styleName)
    let pictures: Pictures
    do throws(SessionError) {
      pictures = try draw(&film, story)
    } catch {
      // What was noted about the snapshots before goes with the error.
      try? report.take(film.notes)
      throw error
    }
    try report.take(film.notes)
    try story.checkInputs()
    return pictures
  }

  /// Ends the work where an input was written to since it was opened.
  ///
  /// - Throws: ``SessionError`` with the file that was changed.
  public func checkInputs() throws(SessionError) {
    try map.checkInputs()
    for story in beside { try story.map.checkInputs() }
  }

  /// The movement of the camera on the way to a snapshot: without one in the settings that of the preset that the groups have
  /// in the snapshot, else none.
  public func camera(to snapshot: ScenarioSnapshot) -> CameraMotion {
    settings.camera ?? preset(of: snapshot).map(CameraMotion.init(of:)) ?? .none
  }

  /// The system that all groups of a snapshot stand for; `nil` for none, and for several.
  private func preset(of snapshot: ScenarioSnapshot) -> ClusterPreset? {
    let presets = Set(snapshot.groups.compactMap(\.clustering).map(\.preset))
    return presets.count == 1 ? presets.first ?? nil : nil
  }

  /// The movement of markers on the way to a snapshot: without an animator in the settings that of the preset that the groups
  /// have in the snapshot, else fade; without a duration the animator's own.
  public func animator(to snapshot: ScenarioSnapshot) -> any MarkerAnimator {
    // One picture has one transition: groups of several systems fade.
    let preset = preset(of: snapshot)
    return (settings.animator ?? preset.map(AnimatorName.init(of:)) ?? .fade)
      .animator(duration: settings.duration, preset: preset)
  }

  /// The way of camera and markers from one snapshot to the next.
  func leg(
    from before: ScenarioSnapshot?, to after: ScenarioSnapshot, animator: any MarkerAnimator
  ) -> FilmLeg {
    FilmLeg(
      from: before?.viewport, to: after.viewport, camera: camera(to: after), markers: animator.duration)
  }

  /// The speed of the film: frames a second, by default 30, and frames for which a snapshot stands still, by default a second.
  public var pace: (rate: Int, still: Int) {
    let rate = settings.framesPerSecond ?? 30
    return (rate, Int(((settings.hold ?? 1) * Double(rate)).rounded()))
  }

  /// A frame of its own, what is the same in all frames of its transition drawn once.
  ///
  /// - Parameters:
  ///   - painter: the same for all frames.
  ///   - place: the file in messages; `nil` for none.
  /// - Throws: ``SessionError`` for a frame that cannot be drawn.
  public func png(
    of frame: Film.Frame, by painter: FramePainter, place: String? = nil
  ) throws(SessionError) -> [UInt8] {
    return try rethrowing(
      painter.png(of: frame.scene, fixedLayerCount: frame.fixedLayerCount, options: pngOptions)
    ) { (error: CanvasError) in
      SessionError.output("it cannot be drawn: \(error)", at: place)
    }
  }

  /// The writing of PNG frames.
  public var pngOptions: PNGOptions { (map.views.first?.output ?? OutputSettings()).pngOptions }
}

/// A scenario's film, and what was reported while it was made, in order.
public struct FilmAnswer: Sendable {
  /// The film: an animated PNG that plays forever.
  public let bytes: [UInt8]
  /// The snapshots, and what each step did; of several columns those of the first.
  public let result: ScenarioResult
  /// Warnings and information, in the order in which they were reported.
  public let notes: [SessionNote]
}

extension MapSession {
  /// Loads a scenario and the data it names. Blocks the calling thread.
  ///
  /// What lies beneath is loaded once the scenario was played: ``LoadedStory`` has `loadPictures` for it.
  ///
  /// - Parameters:
  ///   - specification: its request is the scenario, in a file or in memory; of a story by times its inputs and the sources of
  ///     its request are the tables.
  ///   - times: a story that a column of times makes of tables, instead of a scenario; `nil` for none.
  ///   - settings: of the film, over those of the scenario.
  /// - Throws: ``SessionError`` for a scenario, tables or settings that cannot be used.
  public func loadStory(
    _ specification: MapSpecification, times: TimeStory? = nil, settings: FilmSettings = FilmSettings(),
    log: SessionLog
  ) throws(SessionError) -> LoadedStory {
    if let fault = FilmSettings.table.fault(in: settings) { throw .input(SettingText(fault)) }
    var specification = specification
    var (scenario, name) = (Scenario?.none, "the story")
    if let times {
      let made = try self.scenario(of: times, specification, log)
      specification.inputs = []
      specification.request = .value(made.request, name: nil)
      scenario = made
    } else {
      let text: JSONText
      switch specification.request {
      case .file(let resource): (text, name) = (try json(of: resource), resource.name)
      case .text(let json, let given): (text, name) = (json, given)
      case .value, nil: throw .input("there is no scenario; give its file or its JSON")
      }
      let (parsed, diagnostics) = Scenario.parse(text)
      if !log.report(diagnostics, of: name) { scenario = parsed }
    }
    guard let scenario else { throw .reported }
    let columns = specification.columns.isEmpty ? scenario.request.columns : specification.columns
    guard columns.count > 1 else { return try story(of: scenario, name: name, specification, settings, log) }
    var stories = try inColumns(columns, of: specification, log) { specification throws(SessionError) in
      try story(of: scenario, name: name, specification, settings, log)
    }
    var first = stories.removeFirst()
    first.beside = stories
    return first
  }

  /// The scenario that a column of times makes of the tables of a specification.
  private func scenario(
    of story: TimeStory, _ specification: MapSpecification, _ log: SessionLog
  ) throws(SessionError) -> Scenario {
    if case .number = story.period, story.format != nil {
      throw log.spelled(
        .input(
          "\(name: "timeFormat") is for dates, \(setting: "every", of: "N") for numbers; leave one of them out"
        ))
    }
    let (base, read) = try tables(of: specification, log: log)
    var tables: [TimeStory.Table] = []
    for (stem, path, table) in read {
      let count = tables.count { $0.name == stem || $0.name.hasPrefix(stem + "-") }
      tables.append(.init(name: count == 0 ? stem : "\(stem)-\(count + 1)", path: path, features: table))
    }
    let found: (scenario: Scenario, unread: [(table: String, count: Int, first: String)])
    found = try rethrowing(story.scenario(of: tables, in: base)) { (error: TimeProblem) in
      log.spelled(.input(error.text))
    }
    for (table, count, first) in found.unread {
      log.warning(
        "\(counted(count, "row")) of \(table) \(count == 1 ? "has" : "have") no time in \(escapedForMessage(story.column)) and \(count == 1 ? "is" : "are") left out; the first is \(first)"
      )
    }
    return found.scenario
  }

  private func story(
    of scenario: Scenario, name: String, _ specification: MapSpecification, _ settings: FilmSettings,
    _ log: SessionLog
  ) throws(SessionError) -> LoadedStory {
    let pooled = PooledScenario(scenario)
    let plan = try plan(specification, stepped: pooled, log: log)
    let map = try load(plan, log: log)
    guard let first = map.views.first else { throw .input("the scenario has no view", at: name) }
    // The whole story lies on the sheet of its first view, whether that is a member or a step.
    var view = first
    let steps = scenario.steps.lazy.compactMap { if case .view(let step) = $0.action { step } else { nil } }
    if !scenario.hasFirstView, let step = steps.first { view.view = step.over(first.view) }
    let data = try map.data(of: view)
    let drawn = data.map(map.snapshotter)
    let base = try rethrowing(first.view.on(drawn.sheet), as: map.fault(of: view))
    log.report(drawn, of: view, at: map.place(of: view))
    var single: SettingName? = try plan.themes().isEmpty ? nil : "themes"
    for source in map.snapshotter.sources where source.facetCategories != nil || source.areas != nil {
      single = source.areas == nil ? .facets : "groupAreas"
    }
    if let single {
      throw log.spelled(
        .input("\(name: single) is for single pictures; leave it out of stories", at: name))
    }
    _ = try rethrowing(base.viewport { drawn.bounds($0) }) { (error: SnapshotError) in
      // The view is a member of the scenario, not an option.
      error.inSession(at: map.place(of: view) ?? name)
    }
    var options = PictureOptions(view.output)
    // A view that moves shows what it moves to, unless it is set otherwise.
    let moves = scenario.steps.contains { $0.movesView }
    options.repeatsWorld = moves ? view.view.worldCopies ?? true : view.view.repeatsWorld
    return LoadedStory(
      scenario: scenario, name: name, settings: settings.over(scenario.animation), map: map,
      player: ScenarioPlayer(
        scenario, of: drawn, whole: map.snapshotter, view: base, layouts: pooled.layouts),
      pictureOptions: options, view: view, data: data)
  }

  /// A scenario as an animated PNG.
  ///
  /// - Parameters:
  ///   - specification: its request is the scenario, in a file or in memory.
  ///   - times: a story that a column of times makes of the tables of the specification, instead of a scenario; `nil` for none.
  ///   - animator: a transition of the caller's own, over that of `settings`; `nil` for none.
  ///   - isStrict: whether a warning is an error.
  /// - Throws: ``SessionError``, with the notes reported before it.
  public func film(
    of specification: MapSpecification, times: TimeStory? = nil, settings: FilmSettings = FilmSettings(),
    animator: (any MarkerAnimator)? = nil, isStrict: Bool = false
  ) async throws(SessionError) -> FilmAnswer {
    let answer = try await answer(isStrict: isStrict, progress: nil) { log throws(SessionError) in
      let story = try self.loadStory(specification, times: times, settings: settings, log: log)
      let results = try story.play(for: .png, log: log)
      let bytes = try story.film(of: results, animator: animator, log: log) {
        film, story throws(SessionError) in
        let pace = story.pace
        return try film.animation(rate: pace.rate, still: pace.still, options: story.pngOptions, log: log)
      }
      return (bytes: bytes, result: results[0])
    }
    return FilmAnswer(bytes: answer.value.bytes, result: answer.value.result, notes: answer.notes)
  }
}
