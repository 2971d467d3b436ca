public import CairoCanvas
public import Drawing
public import JSONDocument
import MapContent
import MapDecorations
import MapGeometry
import MapScene
import MapSettings
public import MapSession
import Parallel

/// The frames of a scenario.
public struct Film {
  /// One picture of a film.
  public struct Frame: Sendable {
    /// Its number in the film, from 1.
    public let number: Int
    /// The scene that is drawn.
    public let scene: Scene
    /// The duration in frames.
    public let ticks: Int
    /// The number of the scene's lowest layers that are the same in all frames of its transition.
    public let fixedLayerCount: Int
    /// The name of the snapshot that it shows or moves to.
    public let name: String

    /// True if something may shine through.
    fileprivate var hasAlpha: Bool { (scene.background?.alpha ?? 0) < 1 }
  }

  let snapshots: [ScenarioSnapshot]
  let snapshotter: MapSnapshotter
  private let story: LoadedStory
  private let ownAnimator: (any MarkerAnimator)?
  /// The settings of what is drawn beside the style's layers.
  private(set) var options: PictureOptions
  let shaper: PangoTextShaper
  /// Films of the same steps in other clusterings, drawn to the right of this one.
  private var beside: [Film] = []
  /// Takes the share of the frames that are drawn, `0...1`, while ``forEachFrame(rate:still:draw:take:)`` works.
  public var progress: (@Sendable (_ share: Double) -> Void)?
  /// The notes about the snapshots drawn so far.
  public internal(set) var notes: [Diagnostic] = []
  /// The first snapshot's picture, where its transition was not prepared yet.
  private var opening: Snapshot?
  private var prepared: (number: Int, transition: Transition)?

  /// The frames of a story.
  ///
  /// - Parameters:
  ///   - results: what playing the scenario returned, one for each column of the story.
  ///   - story: style, data, and what lies beneath the snapshots.
  ///   - animator: how markers move, in place of that of the settings; `nil` for that.
  ///   - describesMarks: whether marks carry titles, as SVG shows them.
  public init(
    of results: [ScenarioResult], in story: LoadedStory, shaper: PangoTextShaper,
    animator: (any MarkerAnimator)? = nil, describesMarks: Bool = false
  ) {
    (snapshots, self.story, ownAnimator) = (results[0].snapshots, story, animator)
    self.shaper = shaper
    snapshotter = story.map.map(of: story.data, story.view)
    options = story.pictureOptions
    options.describesMarks = describesMarks
    beside = zip(story.beside, results.dropFirst()).map { story, result in
      Film(of: [result], in: story, shaper: shaper, animator: animator, describesMarks: describesMarks)
    }
  }

  private func animator(_ snapshot: ScenarioSnapshot) -> any MarkerAnimator {
    ownAnimator ?? story.animator(to: snapshot)
  }

  /// One between every two snapshots; a single snapshot comes from a map without markers.
  public var transitionCount: Int { max(1, snapshots.count - 1) }

  /// The snapshots that a transition lies between.
  private func ends(_ number: Int) -> (before: ScenarioSnapshot?, after: ScenarioSnapshot) {
    snapshots.count == 1 ? (nil, snapshots[0]) : (snapshots[number], snapshots[number + 1])
  }

  /// Chooses, once for all frames, where what stands around the map stands.
  private mutating func chooseDecorationPlaces() throws(SessionError) {
    guard snapshots.count > 1, options.decorations.places == nil else { return }
    let pictures = snapshots.map { (viewport: $0.viewport, groups: $0.groups) }
    let first = captioned(snapshots[0].name)
    options.decorations.places = try rethrowing(
      snapshotter.decorationPlaces(of: pictures, options: first, shaper: shaper), as: fault)
  }

  /// The session's error of a snapshot's.
  func fault(_ error: SnapshotError) -> SessionError { error.inSession(spelling: story.map.spelling) }

  /// The picture of a snapshot; where the camera is on its way, this picture's markers in another view.
  private func picture(
    of snapshot: ScenarioSnapshot, seen: (picture: Snapshot, view: Viewport)? = nil
  ) throws(SessionError) -> Snapshot {
    try rethrowing(
      snapshot.snapshot(of: snapshotter, seen: seen, options: captioned(snapshot.name), shaper: shaper),
      as: fault)
  }

  /// The words of a picture that is a snapshot's.
  private func words(of groups: [MarkerGroup], in viewport: Viewport, _ scene: Scene) -> AltText? {
    story.map.description(of: groups, in: viewport, story.view.output, title: scene.title)
  }

  /// A transition's picture at a time, `0...1`. It carries words where it is that of a snapshot.
  ///
  /// - Throws: ``SessionError`` for a snapshot that cannot be drawn.
  public mutating func scene(_ number: Int, _ time: Double) throws(SessionError) -> Scene {
    var scene = try scene(try courses(number), at: time)
    let (before, after) = ends(number)
    if let end = prepared?.transition.destination, time == 1 || scene.layers == end.scene.layers {
      scene.alt = words(of: end.groups, in: after.viewport, scene)
    } else if time == 0, let before {
      scene.alt = words(of: before.groups, in: before.viewport, scene)
    }
    return scene
  }

  /// The way of one film through a transition: where the camera is, then how the markers change.
  private struct Course {
    let film: Film
    let start: ScenarioSnapshot
    let leg: FilmLeg
    let transition: Transition
  }

  /// The courses of this film and those beside it.
  private mutating func courses(_ number: Int) throws(SessionError) -> [Course] {
    let transition = try transition(number)
    let (before, after) = ends(number)
    let leg = story.leg(from: before, to: after, animator: animator(after))
    var courses = [Course(film: self, start: before ?? after, leg: leg, transition: transition)]
    for index in beside.indices { courses += try beside[index].courses(number) }
    return courses
  }

  /// The scenes of this film and those beside it; each ends when it has taken its own time.
  private func scene(_ courses: [Course], at time: Double) throws(SessionError) -> Scene {
    let longest = courses.map(\.leg.duration).max() ?? 0
    var scenes: [Scene] = []
    for course in courses {
      let own = course.leg.duration
      let share = own == longest ? time : own > 0 ? min(1, time * longest / own) : 1
      if let view = course.leg.viewport(at: share), let picture = course.transition.departure {
        scenes.append(try course.film.picture(of: course.start, seen: (picture, view)).scene)
      } else {
        scenes.append(course.transition.scene(at: course.leg.markerTime(at: share)))
      }
    }
    return try sideBySide(scenes)
  }

  private func sideBySide(_ scenes: [Scene]) throws(SessionError) -> Scene {
    try Montage.row(
      of: Array(zip([story.map.caption] + beside.map(\.story.map.caption), scenes)), on: story.view.sheet,
      shaper)
  }

  /// The options with the name of a snapshot as a line in a corner, in every frame at the same place.
  private func captioned(_ name: String) -> PictureOptions {
    guard let captions = story.settings.captions, options.decorations.subtitle == nil else { return options }
    var result = options
    var caption = OutputSettings.Decoration(text: name)
    (caption.position, caption.textSize) = (captions, 18)
    result.decorations.subtitle = caption
    return result
  }

  private mutating func transition(_ number: Int) throws(SessionError) -> Transition {
    if let prepared, prepared.number == number { return prepared.transition }
    try chooseDecorationPlaces()
    let (before, after) = ends(number)
    var departure =
      number == 0 ? opening : prepared?.number == number - 1 ? prepared?.transition.destination : nil
    // Each picture has its own caption; in an unchanged view one fades into the other.
    if departure == nil, let before { departure = try picture(of: before) }
    let transition = try rethrowing(
      Transition(
        from: before, to: after, of: snapshotter, animator: animator(after), departure: departure,
        options: captioned(after.name), shaper: shaper), as: fault)
    notes += transition.destination.notes
    prepared = (number, transition)
    opening = nil
    return transition
  }

  /// Goes through all frames: the first snapshot, then each transition from its beginning to its end.
  ///
  /// The frames of a transition are drawn several at once, on as many threads as the request may use, and taken in order;
  /// what is the same in all of them is drawn once.
  ///
  /// - Parameters:
  ///   - rate: frames a second, `1...120`.
  ///   - still: frames for which a snapshot stands still: how long its frame is shown; at least 1.
  ///   - draw: draws a frame, with a painter that all frames share; on any thread.
  ///   - take: takes what was drawn of a frame; on any thread, but never twice at once.
  /// - Throws: ``SessionError`` for a rate, or an animator's duration, out of its range; else the first error in the order of
  ///   frames.
  public mutating func forEachFrame<Drawn: Sendable>(
    rate: Int, still: Int, draw: (FramePainter, Frame) throws(SessionError) -> Drawn,
    take: (Frame, Drawn) throws(SessionError) -> Void
  ) throws(SessionError) {
    try chooseDecorationPlaces()
    var settings = FilmSettings()
    settings.framesPerSecond = rate
    for number in 0..<transitionCount {
      let after = ends(number).after
      (settings.duration, settings.camera) = (animator(after).duration, story.camera(to: after))
      if let fault = FilmSettings.table.fault(in: settings) { throw .input(SettingText(fault)) }
    }
    let painter = FramePainter()
    let still = max(1, still)
    var taken = 0
    if snapshots.count > 1, let first = snapshots.first {
      let snapshot = try picture(of: first)
      notes += snapshot.notes
      opening = snapshot
      var scenes = [snapshot.scene]
      for index in beside.indices { scenes.append(try beside[index].openingScene()) }
      let frame = Frame(
        number: 1, scene: try sideBySide(scenes), ticks: still, fixedLayerCount: 0, name: first.name)
      try take(frame, try draw(painter, frame))
      taken = 1
    }
    for number in 0..<transitionCount {
      let courses = try courses(number)
      let name = ends(number).after.name
      let duration = courses.map(\.leg.duration).max() ?? 0
      let count = Int((duration * Double(rate)).rounded())
      let first = taken + 1
      let (film, course) = (self, courses[0])
      // The shaper lays out one text at a time.
      let turn = Mutex(())
      try inOrder(count + 1, threads: story.map.threads) { index throws(SessionError) in
        let isLast = index == count
        let time = isLast ? 1 : Double(index) / Double(count)
        let ticks = isLast ? still : 1
        let hasFixedLayers = courses.count == 1 && course.leg.viewport(at: time) == nil
        let scene =
          hasFixedLayers
          ? course.transition.scene(at: course.leg.markerTime(at: time))
          : try turn.withLock { _ throws(SessionError) in try film.scene(courses, at: time) }
        let frame = Frame(
          number: first + index, scene: scene, ticks: ticks,
          fixedLayerCount: hasFixedLayers ? course.transition.fixedLayerCount : 0, name: name)
        return (frame, try draw(painter, frame))
      } take: { index, drawn throws(SessionError) in
        try take(drawn.0, drawn.1)
        progress?((Double(number) + Double(index + 1) / Double(count + 1)) / Double(transitionCount))
      }
      taken += count + 1
    }
  }

  private mutating func openingScene() throws(SessionError) -> Scene {
    try chooseDecorationPlaces()
    return try picture(of: snapshots[0]).scene
  }

  /// All frames as one animated PNG that plays forever.
  ///
  /// - Parameters:
  ///   - rate: frames a second, `1...120`.
  ///   - still: frames for which a snapshot stands still, at least 1.
  ///   - options: how pixels are packed.
  ///   - path: the file in messages; `nil` for none.
  ///   - log: of a request that may be cancelled between frames.
  /// - Throws: as ``forEachFrame(rate:still:draw:take:)``.
  public mutating func animation(
    rate: Int, still: Int, options: PNGOptions, path: String? = nil, log: SessionLog? = nil
  ) throws(SessionError) -> [UInt8] {
    var options = options
    options.pixelsPerMeter = options.pixelsPerMeter ?? snapshots.first.map { 72 / 0.0254 * $0.viewport.scale }
    var encoder: APNGEncoder?
    let packing = FramePacking(options: options)
    func failure(_ error: any Error) -> SessionError {
      .output("\(path.map { $0 + ":" } ?? "the film") cannot be drawn: \(error)")
    }
    try forEachFrame(rate: rate, still: still) { painter, frame throws(SessionError) in
      try log?.checkCancelled()
      let bitmap = try rethrowing(
        painter.bitmap(of: frame.scene, fixedLayerCount: frame.fixedLayerCount)
      ) { (error: CanvasError) in failure(error) }
      packing.put(bitmap, number: frame.number, hasAlpha: frame.hasAlpha)
    } take: { frame, _ throws(SessionError) in
      var current = encoder ?? APNGEncoder(hasAlpha: frame.hasAlpha, ticksPerSecond: rate)
      encoder = nil
      try rethrowing(current.append(packing.take(frame.number), ticks: frame.ticks)) { (error: APNGError) in
        failure(error)
      }
      encoder = current
    }
    return try rethrowing(encoder?.finish() ?? []) { (error: APNGError) in
      SessionError.output("\(path.map { $0 + ":" } ?? "the film") cannot be written: \(error)")
    }
  }

  /// The frames of each transition that a strip may have.
  public static let stripFrames = 2...100

  /// One picture with evenly spaced frames of each transition, a row a transition, times below.
  ///
  /// - Parameter count: frames of each transition, ``stripFrames``.
  /// - Throws: ``SessionError`` for another number of frames, and for a frame that cannot be drawn.
  public mutating func strip(_ count: Int) throws(SessionError) -> Scene {
    guard Film.stripFrames.contains(count) else {
      throw .input("\(count) frames are outside \(Film.stripFrames); write a number in between")
    }
    guard let viewport = snapshots.first?.viewport else { throw .input("there is no snapshot") }
    let (gap, caption) = (10.0, 18.0)
    // A title beside the map makes frames larger than their views.
    let cell = try scene(0, 0).size
    var montage = Montage(shaper)
    for row in 0..<transitionCount {
      let (before, after) = ends(row)
      for column in 0..<count {
        let time = Double(column) / Double(count - 1)
        let frame = try scene(row, time)
        let corner = Point(
          x: gap + Double(column) * (cell.width + gap), y: gap + Double(row) * (cell.height + gap + caption))
        montage.add(frame, at: corner)
        let names = column > 0 ? "" : (before.map { "\($0.name) → " } ?? "") + after.name
        try montage.write(
          names, ending: (column > 0 ? "" : "   ") + "t = \(decimalText(of: time, decimals: 2))",
          at: Point(x: corner.x + 1, y: corner.y + cell.height + 4), within: cell.width)
      }
    }
    return montage.scene(
      "captions",
      size: Size(
        width: gap + Double(count) * (cell.width + gap),
        height: gap + Double(transitionCount) * (cell.height + gap + caption)),
      scale: viewport.scale)
  }
}

extension Film {
  /// The changes from one snapshot to another as one picture, by the names of both.
  ///
  /// - Throws: ``SessionError`` for a name that no snapshot has.
  public mutating func difference(from before: String, to after: String) throws(SessionError) -> Scene {
    let (before, after) = (try snapshot(before), try snapshot(after))
    let difference = try rethrowing(
      SnapshotDifference(from: before, to: after, of: snapshotter, options: options, shaper: shaper),
      as: fault)
    notes += difference.notes
    return difference.scene
  }

  /// True if a snapshot has the name.
  public func hasSnapshot(_ name: String) -> Bool { snapshots.contains { $0.name == name } }

  private func snapshot(_ name: String) throws(SessionError) -> ScenarioSnapshot {
    if let found = snapshots.first(where: { $0.name == name }) { return found }
    let names = snapshots.map(\.name)
    let advice = nameAdvice(
      name, among: names, else: "there are \(names.prefix(8).map(escapedForMessage).joined(separator: ", "))")
    throw .input("there is no snapshot \(escapedForMessage(name)); \(advice)")
  }
}
