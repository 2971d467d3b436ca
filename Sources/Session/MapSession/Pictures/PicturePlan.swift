public import CairoCanvas
package import Drawing
import JSONDocument
public import MapContent
import MapDecorations
public import MapGeometry
public import MapScene
public import MapSettings
import Parallel

/// A picture to be drawn: what is on its page, and what it is written as. ``LoadedMap/plan(of:as:place:)`` finds it.
public struct PicturePlan: Sendable {
  /// The view's number in the request, from 0.
  public let number: Int
  /// The format of the picture.
  public let format: PictureFormat
  /// The picture's file in messages; `nil` for none.
  public let place: String?
  /// The pages of the map and of those beside it, from left to right.
  var pages: [Page]
  /// The size of the whole picture where it is a row of pages, in their points; `nil` for one page.
  let sheet: ScreenSize?

  var page: Page { pages[0] }
  /// The view, all settings merged.
  public var view: SnapshotRequest.View { page.view }
  /// The viewport; of several maps that of the first.
  public var viewport: Viewport { page.main.viewport }

  /// The pages in words: a line for each map. Two styles show the same.
  public var lines: [String] { (page.caption == nil ? [page] : pages).flatMap(\.lines) }

  func document(
    of groups: [MarkerGroup], corner: Point, drawn ownership: MarkOwnership? = nil
  ) -> MarkerDocument {
    var document = MarkerDocument(
      viewport: viewport, groups: groups, listsMembers: view.output.members == true,
      tileSize: view.view.tileSize ?? 512, growth: page.growth)
    let frame = ViewFrame(
      viewport, repeatsWorld: view.view.repeatsWorld, middle: view.view.middle(in: viewport.size))
    document.places = MarkerPlaces(in: frame, corner: corner, growth: page.growth, drawn: ownership)
    return document
  }
}

/// The time that pictures took, all threads together: with several it may be more than what passed. Zero where nobody measured.
public struct PictureDurations: Sendable {
  /// Clustering, placing and styling.
  public var scenes = Duration.zero
  /// Drawing marks and packing pixels.
  public var pictures = Duration.zero
}

// Pictures of a map, from the plan to what is taken.
extension LoadedMap {
  /// Pictures whose maps leave room for what stands beside them, and the map whose base maps are loaded for them.
  private func fitted(
    _ plans: [PicturePlan], log: SessionLog
  ) throws(SessionError) -> (map: LoadedMap, plans: [PicturePlan]) {
    var fitting = PictureFitting(map: self, log: log)
    let fitted = try fitting.fitted(plans)
    return (fitting.map, fitted)
  }

  /// A picture of a view, before anything is drawn.
  ///
  /// - Parameters:
  ///   - number: the view's, from 0.
  ///   - format: what the picture is written as; `nil` for what the view sets, else by the ending of its file, else PNG.
  ///   - place: the picture's file in messages; `nil` for none.
  /// - Throws: ``SessionError`` for a view that cannot be found.
  public func plan(
    of number: Int, as format: PictureFormat? = nil, place: String? = nil
  ) throws(SessionError) -> PicturePlan {
    let pages = try columns.map { map throws(SessionError) in
      try rethrowing(map.making.page(of: map.views[number]), as: map.spelled)
    }
    return PicturePlan(
      number: number, format: format ?? views[number].drawnFormat ?? .png, place: place, pages: pages,
      sheet: views[number].sheet?.scaled(by: 1 / pages[0].growth))
  }

  /// The picture of the first map, with those beside it where they are one picture.
  private func joined(
    _ drawn: [Snapshot], _ output: OutputSettings, on sheet: ScreenSize?, _ shaper: any TextShaper
  ) throws(SessionError) -> Snapshot {
    var joined = drawn[0]
    guard themes.isEmpty else { return joined }
    let captions = columns.enumerated().map { output.panelTitle($1.caption, $0) }
    joined.scene = try Montage.row(
      of: Array(zip(captions, drawn.map(\.scene))), on: sheet, size: 11 * output.labelScale, shaper)
    return joined
  }

  /// Checks pictures before anything is drawn: warns of settings without effect, and ends a strict request with these.
  ///
  /// - Parameters:
  ///   - plans: the pictures; one of each view, several, or none.
  ///   - writesMarkers: whether markers are written as data, too.
  /// - Throws: ``SessionError/reported`` where a strict request has warnings, and what cells counted elsewhere do not answer.
  public func check(
    _ plans: [PicturePlan], writesMarkers: Bool = false, log: SessionLog
  ) throws(SessionError) {
    var formats: [[PictureFormat]] = Array(repeating: [], count: views.count)
    for plan in plans { formats[plan.number].append(plan.format) }
    judge(formats, writesMarkers: writesMarkers, log: log)
    try log.endIfStrict()
    for plan in plans {
      try checkCells(of: plan)
      try checkPixels(of: plan)
    }
    if writesMarkers { try checkIsSingle() }
    if !themes.isEmpty, !specification.takesPairs, plans.contains(where: { $0.format != .svg }) {
      throw spelled(
        .input(
          "\(name: "themes"): two themes are two pictures, and one is asked for; draw SVG, which holds both, or one \(name: "style")",
          at: requestName))
    }
    for note in facts.facetNotes(of: snapshotter.sources) { log.information(note) }
  }

  /// Reports settings of pictures that have no effect.
  ///
  /// - Parameters:
  ///   - formats: those of each view's pictures, in order.
  ///   - writesMarkers: whether markers are written as data beside the pictures.
  public func judge(_ formats: [[PictureFormat]], writesMarkers: Bool = false, log: SessionLog) {
    log.report(advice(of: plan, drawnAs: formats, writesMarkers: writesMarkers))
  }

  /// Refuses a picture of more pixels than ``MapSpecification/mostPixels``.
  func checkPixels(_ width: Double, _ height: Double, _ scale: Double) throws(SessionError) {
    let pixels = width * scale * height * scale
    guard let most = specification.mostPixels, pixels > Double(most) else { return }
    throw .input(
      "the picture has \(Int(exactly: pixels.rounded()) ?? .max) pixels with all that stands around and beside the map, and \(most) are allowed; make it smaller",
      at: requestName)
  }

  /// Refuses a picture with more pixels than are allowed, or than its format is drawn with at once.
  private func checkPixels(of plan: PicturePlan) throws(SessionError) {
    let (size, scale) = (plan.viewport.size, plan.viewport.scale)
    try checkPixels(size.width * Double(themes.isEmpty ? beside.count + 1 : 1), size.height, scale)
    let (width, height) = ((size.width * scale).rounded(), (size.height * scale).rounded())
    let isWhole =
      [.webp, .jpeg].contains(plan.format) || plan.format == .png && plan.view.output.colors != nil
    guard isWhole, width * height > ViewOptions.maximumArea else { return }
    throw .input(
      "a picture of \(Int(width))x\(Int(height)) pixels has more than 64 million, which only a PNG of all colors may have; draw a smaller one, or write such a PNG"
    )
  }

  /// Refuses a view that a source's cells, counted elsewhere, do not answer.
  ///
  /// - Throws: ``SessionError`` with what the cells are made for.
  public func checkCells(of plan: PicturePlan) throws(SessionError) {
    for (map, page) in zip(columns, plan.pages) {
      try rethrowing(map.snapshotter.checkCells(in: page.main.viewport), as: map.fault(of: page.view))
    }
  }

  /// Draws pictures, as many at once as the request has threads, and hands them over in order: the one way from a request that
  /// was loaded to pictures, for the command, for servers and for goldens.
  ///
  /// In this order: the pictures are checked (``check(_:writesMarkers:log:)``), what they show beside features is loaded, each is
  /// drawn, finished, reported on and taken, and last the inputs are checked (``checkInputs()``): results are kept only
  /// after this returns.
  ///
  /// Threads share nothing that they write to: each has a text shaper, a canvas and scratch memory of its own. Few pictures
  /// are begun before those ahead of them were taken, so that memory does not grow with their number.
  ///
  /// - Parameters:
  ///   - writesMarkers: whether markers are written as data, too.
  ///   - log: used by the calling thread alone.
  ///   - time: what the durations are measured with, on any thread; `nil` measures none.
  ///   - observer: receives what is being done; on any thread.
  ///   - finish: makes what is handed over of a picture that was drawn; on any thread.
  ///   - take: takes what `finish` made, or why there is nothing, by the number of the plan, in order; on any thread, but never twice at
  ///     once. An error that it throws ends the drawing.
  /// - Returns: how long it took.
  /// - Throws: ``SessionError`` of checking, loading and `take`. That of a picture that could not be finished carries what was worth
  ///   knowing about its scene.
  @discardableResult public func draw<Output: Sendable>(
    _ plans: [PicturePlan], writesMarkers: Bool = false, log: SessionLog,
    time: (@Sendable () -> Duration)? = nil, observer: @Sendable (SnapshotStage) -> Void = { _ in },
    finish: (MapPicture) throws(SessionError) -> Output,
    take: (Int, Result<Output, SessionError>) throws(SessionError) -> Void
  ) throws(SessionError) -> PictureDurations {
    try check(plans, writesMarkers: writesMarkers, log: log)
    let width = max(1, min(threads, plans.count))
    let (map, plans) = try fitted(plans, log: log)
    var maps = map.columns
    for index in maps.indices {
      maps[index].snapshotter = maps[index].snapshotter.with(threads: threads / width)
    }
    let (shapers, pixelShapers) = (try shapers(log: log), try pixelShapers(log: log))
    let (shared, drawings) = (maps[0], maps.map { $0.drawing(tracksMarkers: writesMarkers) })
    let time = time ?? { .zero }
    var durations = PictureDurations()
    var report = PictureReport(log: log, styleName: styleName)
    try inOrder(plans.count, threads: width) { index throws(SessionError) in
      let plan = plans[index]
      var own = PictureDurations()
      var notes: [Diagnostic] = []
      let result = Result { () throws(SessionError) in
        let began = time()
        let (snapshot, beside) = try (plan.format.isPixels ? pixelShapers : shapers).lend {
          shaper throws(SessionError) in
          let describesMarks = plan.format.describesMarks
          let drawn = try zip(drawings, plan.pages).map { drawing, page throws(SessionError) in
            try rethrowing(
              drawing.snapshot(of: page, describesMarks: describesMarks, shaper, observer: observer),
              as: shared.spelled)
          }
          var joined = try shared.joined(drawn, plan.view.output, on: plan.sheet, shaper)
          // A row of zooms shows the same points in each map.
          let maps = plan.view.view.zooms?.count ?? 1
          joined.scene.alt = shared.description(
            of: Array(joined.groups.prefix(joined.groups.count / maps)), in: plan.viewport, plan.view.output,
            title: joined.scene.title)
          return (joined, Array(drawn.dropFirst()))
        }
        notes = snapshot.notes + (shared.themes.isEmpty ? beside.flatMap(\.notes) : [])
        let drawing = time()
        own.scenes = drawing - began
        var dark = shared.themes.isEmpty ? nil : beside.first?.scene
        dark?.alt = snapshot.scene.alt
        let output = try finish(
          MapPicture(
            plan: plan, snapshot: snapshot, map: shared, dark: dark,
            groupsBeside: dark == nil ? beside.flatMap(\.groups) : []))
        own.pictures = time() - drawing
        return output
      }
      return (result, own, notes)
    } take: { index, drawn throws(SessionError) in
      let (result, own, notes) = drawn
      durations.scenes += own.scenes
      durations.pictures += own.pictures
      try log.checkCancelled()
      let reported = Result { () throws(SessionError) in
        let output = try rethrowing(result.get()) { (error: SessionError) in
          var error = error
          error.notes += notes.map { SessionNote($0, of: styleName) }
          return error
        }
        report.report(plans[index].page, of: shared)
        try report.take(notes)
        return output
      }
      try take(index, reported)
    }
    try map.checkInputs()
    return durations
  }

  /// A picture whose pictures are loaded, as a scene, which every canvas draws; of several maps the first.
  ///
  /// - Throws: ``SessionError`` for a view that cannot be drawn.
  public func snapshot(of picture: PicturePlan, shaper: PangoTextShaper) throws(SessionError) -> Snapshot {
    try rethrowing(
      drawing().snapshot(
        of: picture.page, describesMarks: picture.format.describesMarks, shaper), as: spelled)
  }

  /// Finds the markers of views without drawing them: what ``draw(_:writesMarkers:log:time:observer:finish:take:)`` is for pictures,
  /// for data.
  ///
  /// - Parameters:
  ///   - numbers: the views, from 0; `nil` for all.
  ///   - observer: receives what is being done.
  ///   - take: takes the markers of a view by its number, in order.
  /// - Returns: how many markers there are.
  /// - Throws: ``SessionError`` of a view, and that of an input that was written to meanwhile.
  @discardableResult public func findMarkers(
    of numbers: [Int]? = nil, log: SessionLog, observer: (SnapshotStage) -> Void = { _ in },
    take: (Int, [MarkerGroup], MarkerDocument) throws(SessionError) -> Void
  ) throws(SessionError) -> PictureReport {
    try checkIsSingle()
    var report = PictureReport(log: log, styleName: styleName)
    let asked = try (numbers ?? Array(views.indices)).map { number throws(SessionError) in
      try plan(of: number)
    }
    let hasPieces = asked.contains { snapshotter.hasPieces(DecorationOptions($0.view.output)) }
    let (map, plans) = hasPieces ? try fitted(asked, log: log) : (self, asked)
    for plan in plans {
      try log.checkCancelled()
      let (groups, notes) = try rethrowing(
        plan.page.main.data.map(map.snapshotter).markers(in: plan.viewport, observer: observer),
        as: fault(of: plan.view))
      report.report(plan.page, of: map)
      try report.take(notes)
      report.count(groups)
      try take(plan.number, groups, plan.document(of: groups, corner: plan.page.mapCorner))
    }
    try map.checkInputs()
    return report
  }

  /// The words that a picture's file carries; `nil` where its view sets `metadata` to `none`.
  ///
  /// - Complexity: O(*markers* + *points of sources that are not clustered*).
  package func description(
    of groups: [MarkerGroup], in viewport: Viewport, _ output: OutputSettings, title: String?
  ) -> AltText? {
    guard output.metadata != PictureMetadata.none else { return nil }
    let others = snapshotter.unclusteredPoints(in: viewport)
    return PictureDescription(
      of: groups, points: others.count, at: others.places, in: viewport,
      language: output.language ?? .en, format: output.numberFormat
    ).text(title: title, template: output.alt)
  }
}
