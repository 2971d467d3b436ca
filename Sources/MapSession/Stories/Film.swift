public import CairoCanvas
public import Drawing
public import JSONDocument
public import MapScene
public import MapSettings
public import MapStories
import Parallel

/// The frames of a scenario.
public struct Film {
  /// One picture of a film.
  public struct Frame: Sendable {
    /// Its number in the film, from 1.
    public let number: Int
    /// The scene that is drawn.
    public let scene: Scene
    /// How long it is shown, in frames.
    public let ticks: Int
    /// How many of the scene's lowest layers are the same in all frames of its transition.
    public let fixedLayerCount: Int
    /// The name of the snapshot that it shows or moves to.
    public let name: String

    /// Whether something may shine through.
    fileprivate var hasAlpha: Bool { (scene.background?.alpha ?? 0) < 1 }
  }

  let snapshots: [ScenarioSnapshot]
  let snapshotter: MapSnapshotter
  /// How markers move on the way to a snapshot.
  private let animator: (ScenarioSnapshot) -> any MarkerAnimator
  /// What is drawn beside the style's layers.
  public var options: PictureOptions
  let shaper: PangoTextShaper
  /// How many frames are drawn at the same time at most.
  let threads: Int
  /// Whether a document describes the story, rather than options of the command.
  private let isOfDocument: Bool
  /// The corner in which each frame shows the name of its snapshot; `nil` for none.
  public var captions: OutputSettings.Corner?
  /// What is worth knowing about the snapshots drawn so far.
  public private(set) var notes: [Diagnostic] = []
  /// The first snapshot's picture, where its transition was not prepared yet.
  private var opening: Snapshot?
  private var prepared: (number: Int, transition: Transition)?

  /// The frames of a story.
  ///
  /// - Parameters:
  ///   - result: what playing the scenario returned.
  ///   - story: style, data, and what lies beneath the snapshots.
  ///   - shaper: lays text out.
  ///   - animator: how markers move on the way to a snapshot.
  public init(
    of result: ScenarioResult, in story: LoadedStory, shaper: PangoTextShaper,
    animator: @escaping (ScenarioSnapshot) -> any MarkerAnimator
  ) {
    snapshots = result.snapshots
    snapshotter = story.map.snapshotter(for: story.view)
    self.animator = animator
    options = story.pictureOptions
    threads = story.map.threads
    isOfDocument = story.map.requestName != nil
    self.shaper = shaper
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
    let (options, snapshotter, shaper) = (captioned(snapshots[0].name), snapshotter, shaper)
    self.options.decorations.places = try snapshotting(inDocument: isOfDocument) {
      () throws(SnapshotError) in
      try snapshotter.decorationPlaces(of: pictures, options: options, shaper: shaper)
    }
  }

  /// A transition's picture at a time, `0...1`.
  ///
  /// - Throws: ``SessionError`` for a snapshot that cannot be drawn.
  public mutating func scene(_ number: Int, _ time: Double) throws(SessionError) -> Scene {
    try transition(number).scene(at: time)
  }

  /// The options with the name of a snapshot as a line in a corner, in every frame at the same place.
  private func captioned(_ name: String) -> PictureOptions {
    guard let captions, options.decorations.subtitle == nil else { return options }
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
    let departure =
      number == 0 ? opening : prepared?.number == number - 1 ? prepared?.transition.destination : nil
    let animator = animator(after)
    // Each picture has its own caption; in an unchanged view one fades into the other.
    let (options, former) = (captioned(after.name), captioned(before?.name ?? ""))
    let (snapshotter, shaper) = (snapshotter, shaper)
    let transition = try snapshotting(inDocument: isOfDocument) { () throws(SnapshotError) in
      var departure = departure
      if departure == nil, let before {
        departure = try before.snapshot(of: snapshotter, options: former, shaper: shaper)
      }
      return try Transition(
        from: before, to: after, of: snapshotter, animator: animator, departure: departure,
        options: options, shaper: shaper)
    }
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
      settings.duration = animator(ends(number).after).duration
      if let fault = FilmSettings.table.fault(in: settings) { throw .input(fault) }
    }
    let painter = FramePainter()
    let still = max(1, still)
    var taken = 0
    if snapshots.count > 1, let first = snapshots.first {
      let (options, snapshotter, shaper) = (captioned(first.name), snapshotter, shaper)
      let snapshot = try snapshotting(inDocument: isOfDocument) { () throws(SnapshotError) in
        try first.snapshot(of: snapshotter, options: options, shaper: shaper)
      }
      notes += snapshot.notes
      opening = snapshot
      let frame = Frame(
        number: 1, scene: snapshot.scene, ticks: still, fixedLayerCount: 0, name: first.name)
      try take(frame, try draw(painter, frame))
      taken = 1
    }
    for number in 0..<transitionCount {
      let transition = try transition(number)
      let name = ends(number).after.name
      let count = Int((transition.animator.duration * Double(rate)).rounded())
      let first = taken + 1
      try inOrder(count + 1, threads: threads) { index throws(SessionError) in
        let isLast = index == count
        let frame = transition.frame(
          first + index, at: isLast ? 1 : Double(index) / Double(count), ticks: isLast ? still : 1,
          name: name)
        return (frame, try draw(painter, frame))
      } take: { _, drawn throws(SessionError) in
        try take(drawn.0, drawn.1)
      }
      taken += count + 1
    }
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
      .output((path.map { $0 + ": cannot be drawn: " } ?? "the film cannot be drawn: ") + "\(error)")
    }
    try forEachFrame(rate: rate, still: still) { painter, frame throws(SessionError) in
      try log?.checkCancelled()
      do throws(CanvasError) {
        packing.put(
          try painter.bitmap(of: frame.scene, fixedLayerCount: frame.fixedLayerCount), number: frame.number,
          hasAlpha: frame.hasAlpha)
      } catch {
        throw failure(error)
      }
    } take: { frame, _ throws(SessionError) in
      var current =
        encoder ?? APNGEncoder(hasAlpha: frame.hasAlpha, ticksPerSecond: rate, options: options)
      encoder = nil
      do throws(APNGError) {
        try current.append(try packing.take(frame.number), ticks: frame.ticks)
      } catch {
        throw failure(error)
      }
      encoder = current
    }
    do throws(APNGError) {
      return try encoder?.finish() ?? []
    } catch {
      throw .output(
        (path.map { $0 + ": cannot be written: " } ?? "the film cannot be written: ") + "\(error)")
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
    var (captions, frames): ([Mark], [Inset]) = ([], [])
    for row in 0..<transitionCount {
      let (before, after) = ends(row)
      for column in 0..<count {
        let time = Double(column) / Double(count - 1)
        let frame = try scene(row, time)
        let corner = Point(
          x: gap + Double(column) * (cell.width + gap), y: gap + Double(row) * (cell.height + gap + caption))
        let box = Rectangle(x: corner.x, y: corner.y, width: cell.width, height: cell.height)
        frames.append(Inset(frame, at: corner))
        var text = "t = \(decimalText(of: time, decimals: 2))"
        if column == 0 { text = (before.map { "\($0.name) → " } ?? "") + after.name + "   " + text }
        captions += try self.caption(text, below: box)
      }
    }
    let paper = Color(red: 1, green: 1, blue: 1)
    return Scene(
      size: Size(
        width: gap + Double(count) * (cell.width + gap),
        height: gap + Double(transitionCount) * (cell.height + gap + caption)),
      scale: viewport.scale, background: paper, layers: [SceneLayer(id: "captions", marks: captions)],
      insets: frames)
  }

  private func caption(_ text: String, below box: Rectangle) throws(SessionError) -> [Mark] {
    do throws(TextShapingError) {
      return [
        try TextLine(text, size: 11, shaper: shaper).mark(
          at: Point(x: box.minX + 1, y: box.maxY + 4), color: Color(red: 0.26, green: 0.32, blue: 0.38))
      ]
    } catch {
      throw .output("\(error)")
    }
  }

  /// What changed from one snapshot to another as one picture, by the names of both.
  ///
  /// - Throws: ``SessionError`` for a name that no snapshot has.
  public mutating func difference(from before: String, to after: String) throws(SessionError) -> Scene {
    let (before, after) = (try snapshot(before), try snapshot(after))
    let (options, snapshotter, shaper) = (options, snapshotter, shaper)
    let difference = try snapshotting(inDocument: isOfDocument) { () throws(SnapshotError) in
      try SnapshotDifference(from: before, to: after, of: snapshotter, options: options, shaper: shaper)
    }
    notes += difference.notes
    return difference.scene
  }

  /// Whether a snapshot has a name.
  public func hasSnapshot(_ name: String) -> Bool { snapshots.contains { $0.name == name } }

  private func snapshot(_ name: String) throws(SessionError) -> ScenarioSnapshot {
    if let found = snapshots.first(where: { $0.name == name }) { return found }
    let names = snapshots.map(\.name)
    let guess = didYouMean(name, among: names).map { "did you mean \(escapedForMessage($0))?" }
    throw .input(
      "there is no snapshot \(escapedForMessage(name)); "
        + (guess ?? "there are " + names.prefix(8).map(escapedForMessage).joined(separator: ", ")))
  }
}

extension Transition {
  fileprivate func frame(_ number: Int, at time: Double, ticks: Int, name: String) -> Film.Frame {
    Film.Frame(
      number: number, scene: scene(at: time), ticks: ticks, fixedLayerCount: fixedLayerCount, name: name)
  }
}

/// The files of a film's frames: what a program needs to play them, as JSON.
public struct FrameList {
  private let rate: Int
  private var frames: [(file: String, ticks: Int, name: String)] = []

  /// A list without frames.
  ///
  /// - Parameter rate: frames a second, at least 1.
  public init(rate: Int) {
    self.rate = max(1, rate)
  }

  /// Adds a frame under the name of its file.
  public mutating func append(_ file: String, of frame: Film.Frame) {
    frames.append((file, frame.ticks, frame.name))
  }

  /// The list: file, seconds from the beginning, seconds shown, and the snapshot's name.
  public var bytes: [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 2))
    json.beginObject()
    json.member("fps", rate)
    json.key("frames")
    json.beginArray()
    var ticks = 0
    for frame in frames {
      json.object { json in
        json.member("file", frame.file)
        json.key("time")
        json.number(Double(ticks) / Double(rate), decimals: 6)
        json.key("duration")
        json.number(Double(frame.ticks) / Double(rate), decimals: 6)
        json.member("name", frame.name)
      }
      ticks += frame.ticks
    }
    json.endArray()
    json.endObject()
    json.lineFeed()
    return json.takeBytes()
  }
}
