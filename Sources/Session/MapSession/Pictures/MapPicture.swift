public import CairoCanvas
public import Drawing
public import MapSettings
public import MapGeometry
public import MapContent
public import MapScene
import JSONDocument
import Parallel

/// A view that was drawn as a scene, to be encoded or written as data.
public struct MapPicture: Sendable {
  /// The plan that was drawn.
  @OutOfLine public private(set) var plan: PicturePlan
  /// The scene, the markers in it, and what is worth knowing about it.
  public let snapshot: Snapshot
  @OutOfLine private(set) var map: LoadedMap
  /// The scene of the second theme; `nil` for a picture of one look.
  package let dark: Scene?
  /// The markers of clustered sources in the columns beside the first.
  public let groupsBeside: [MarkerGroup]
  /// The encoded picture, the content of its file; empty where whoever draws it encodes it later.
  public internal(set) var bytes: [UInt8] = []

  /// The name of the view in the request; `nil` for a view without one.
  public var name: String? { plan.view.name }
  /// The viewport.
  public var viewport: Viewport { plan.viewport }
  /// The words that the picture's file carries; `nil` where `metadata` is `none`.
  public var alt: AltText? { snapshot.scene.alt }
  /// The format of ``bytes``.
  public var format: PictureFormat { plan.format }

  /// The markers of clustered sources together with the points in view of those that are not clustered.
  ///
  /// - Throws: ``SessionError`` where the points of a source cannot be listed.
  public func groups() throws(SessionError) -> [MarkerGroup] {
    try rethrowing(
      plan.page.main.data.map(map.snapshotter).completed(snapshot.groups, in: plan.viewport),
      as: map.fault(of: plan.view))
  }

  /// The markers as data, as `clustersnap clusters` writes them.
  ///
  /// - Throws: ``SessionError`` where the points of a source cannot be listed.
  public func markers(as format: MarkerDocument.Format) throws(SessionError) -> [UInt8] {
    try markerDocument().bytes(format)
  }

  /// The markers, before they are written.
  ///
  /// - Throws: ``SessionError`` where the points of a source cannot be listed.
  package func markerDocument() throws(SessionError) -> MarkerDocument { document(of: try groups()) }

  /// Markers as a document, with their members where the view lists them.
  ///
  /// - Parameters:
  ///   - groups: those of ``groups()``.
  ///   - describesMarks: whether they carry what was drawn of them, too, and places count from the picture's corner; else the
  ///     document is that of `clustersnap clusters`.
  public func document(of groups: [MarkerGroup], describesMarks: Bool = false) -> MarkerDocument {
    plan.document(
      of: groups, corner: describesMarks ? snapshot.mapCorner : plan.page.mapCorner,
      drawn: describesMarks ? snapshot.ownership : nil)
  }

  /// The scene as a file's bytes.
  ///
  /// - Note: marks carry titles only where the picture was drawn as SVG or HTML.
  /// - Parameter format: `nil` for that of the plan.
  /// - Throws: ``SessionError`` where it cannot be drawn.
  public func encoded(as format: PictureFormat? = nil) throws(SessionError) -> [UInt8] {
    try encodedFile(as: format).bytes
  }

  /// The scene as a file's bytes, and the error of a PNG whose colors were reduced.
  ///
  /// - Parameter format: `nil` for that of the plan.
  /// - Throws: ``SessionError`` where it cannot be drawn.
  public func encodedFile(
    as format: PictureFormat? = nil
  ) throws(SessionError) -> (bytes: [UInt8], error: ColorError?) {
    try map.encoded(snapshot.scene, dark: dark, of: plan.view, as: format ?? plan.format, place: plan.place)
  }

  /// The scene of the second theme as a file's bytes; `nil` where there is none, and where one file holds both.
  ///
  /// - Parameter format: `nil` for that of the plan.
  /// - Throws: ``SessionError`` where it cannot be drawn.
  public func encodedDark(as format: PictureFormat? = nil) throws(SessionError) -> [UInt8]? {
    guard let dark, plan.format != .svg else { return nil }
    return try map.encoded(dark, of: plan.view, as: format ?? plan.format, place: plan.place).bytes
  }
}

/// The pictures of a request, a view each, and what was reported while they were drawn, in order.
public struct PictureAnswer: Sendable {
  /// A picture for each view of the request.
  public let pictures: [MapPicture]
  /// Warnings and information, in the order in which they were reported.
  public let notes: [SessionNote]
}

extension MapSession {
  /// The pictures of a request.
  ///
  /// - Parameters:
  ///   - specification: the request, and what is set over it.
  ///   - format: of all pictures; `nil` for what each view sets (`format`, or the ending of `output`), else PNG.
  ///   - view: the name of the only view to be drawn, or its number from 0; `nil` for all.
  ///   - isEncoded: false for who encodes pictures later: their ``MapPicture/bytes`` are empty.
  ///   - isStrict: whether a warning is an error.
  ///   - progress: receives how far the request is, on any thread.
  /// - Throws: ``SessionError``, with the notes reported before it.
  public func pictures(
    of specification: MapSpecification, as format: PictureFormat? = nil, view: String? = nil,
    isEncoded: Bool = true, isStrict: Bool = false,
    progress: (@Sendable (SessionProgress) -> Void)? = nil
  ) async throws(SessionError) -> PictureAnswer {
    let answer = try await answer(isStrict: isStrict, progress: progress) { log throws(SessionError) in
      let map = try self.load(specification, log: log)
      let plans = try map.plan.numbers(ofView: view).map { number throws(SessionError) in
        try map.plan(of: number, as: format)
      }
      var pictures: [MapPicture] = []
      // Never called twice at once, on however many threads.
      let progress = Mutex(log.progress)
      try map.draw(plans, log: log, time: nil) { stage in
        let step: SessionProgress =
          switch stage {
          case .clustering(let source): .clustering(source: source)
          case .drawing: .drawing
          }
        progress.withLock { $0?(step) }
      } finish: { drawn throws(SessionError) in
        var picture = drawn
        if isEncoded { picture.bytes = try drawn.encoded() }
        return picture
      } take: { _, picture throws(SessionError) in
        pictures.append(try picture.get())
      }
      return pictures
    }
    return PictureAnswer(pictures: answer.value, notes: answer.notes)
  }

  /// The markers of a request's views as data, without drawing them.
  ///
  /// - Parameters:
  ///   - specification: the request, and what is set over it.
  ///   - format: GeoJSON, CSV or JSON.
  ///   - view: the name or number of the only view that is asked for; `nil` for all.
  ///   - listsMembers: whether clusters list the ids of their members; otherwise they do where the request sets `members`.
  ///   - isStrict: whether a warning is an error.
  /// - Returns: a document a view, and what was reported.
  /// - Throws: ``SessionError``, with the notes reported before it.
  public func markers(
    of specification: MapSpecification, as format: MarkerDocument.Format = .geojson,
    view: String? = nil, listsMembers: Bool = false, isStrict: Bool = false
  ) async throws(SessionError) -> (documents: [[UInt8]], notes: [SessionNote]) {
    var specification = specification
    if listsMembers { specification.output.members = true }
    let answer = try await markerDocuments(of: specification, view: view, isStrict: isStrict)
    return (answer.documents.map { $0.bytes(format) }, answer.notes)
  }

  /// The markers of a request's views, before they are written.
  ///
  /// - Throws: ``SessionError``, with the notes reported before it.
  package func markerDocuments(
    of specification: MapSpecification, view: String? = nil, isStrict: Bool = false,
    progress: (@Sendable (SessionProgress) -> Void)? = nil
  ) async throws(SessionError) -> (documents: [MarkerDocument], notes: [SessionNote]) {
    let answer = try await answer(isStrict: isStrict, progress: progress) { log throws(SessionError) in
      let map = try self.load(specification, log: log)
      var documents: [MarkerDocument] = []
      try map.findMarkers(of: try map.plan.numbers(ofView: view), log: log) { documents.append($2) }
      return documents
    }
    return (answer.value, answer.notes)
  }
}

extension MapPlan {
  /// The numbers of the views of a name, of a number, or of all.
  func numbers(ofView name: String?) throws(SessionError) -> [Int] {
    let known = views.indices.map { views[$0].name ?? "\($0)" }
    guard let name else {
      guard views.count > 1, requested.specification.drawsOneView else { return Array(views.indices) }
      throw .input(
        "the map has \(views.count) views; name one of \(listForMessage(known))", at: requested.requestName)
    }
    let numbers = views.indices.filter { views[$0].name == name }
    if let number = numbers.first ?? Int(name).flatMap({ views.indices.contains($0) ? $0 : nil }) {
      return [number]
    }
    throw .input(
      "there is no view \(quotedForMessage(name)); \(nameAdvice(name, among: known))",
      at: requested.requestName)
  }
}
