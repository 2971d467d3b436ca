public import MapSettings
public import MapGeometry
public import MapScene
import Synchronization

/// A picture of a view, drawn and encoded.
public struct MapPicture: Sendable {
  /// What the request calls the view; `nil` for a view without a name.
  public let name: String?
  /// What is seen.
  public let viewport: Viewport
  /// The scene, the markers in it, and what is worth knowing about it.
  public let snapshot: Snapshot
  /// The format of ``bytes``.
  public let format: PictureFormat
  /// The encoded picture: the content of its file.
  public let bytes: [UInt8]

  let map: LoadedMap
  let view: SnapshotRequest.View

  /// The picture's markers as data, as `clustersnap clusters` writes them.
  ///
  /// - Throws: ``SessionError`` where the points of a source that is not clustered cannot be listed.
  public func markers(as format: MarkerDocument.Format) throws(SessionError) -> [UInt8] {
    let groups = try map.completed(snapshot.groups, of: view, in: viewport)
    return MarkerDocument(viewport: viewport, groups: groups, tileSize: view.view.tileSize ?? 512).bytes(
      format)
  }

  /// The picture in another format.
  ///
  /// - Note: marks carry titles only where the picture was drawn as SVG.
  public func encoded(as format: PictureFormat) throws(SessionError) -> [UInt8] {
    try map.encoded(snapshot.scene, of: view, as: format)
  }
}

/// The pictures of a request, a view each, and what was reported while they were drawn, in order.
public struct PictureAnswer: Sendable {
  /// A picture for each view of the request.
  public let pictures: [MapPicture]
  /// Warnings and information.
  public let notes: [SessionNote]
}

extension MapSession {
  /// The pictures of a request.
  ///
  /// - Parameters:
  ///   - specification: the request, and what is set over it.
  ///   - format: of all pictures; `nil` for what each view sets (`format`, or the ending of `output`), else PNG.
  ///   - isStrict: whether a warning is an error.
  ///   - progress: receives how far the request is, on any thread.
  /// - Throws: ``SessionError``, with the notes reported before it.
  public func pictures(
    of specification: MapSpecification, as format: PictureFormat? = nil, isStrict: Bool = false,
    progress: (@Sendable (SessionProgress) -> Void)? = nil
  ) async throws(SessionError) -> PictureAnswer {
    let answer = try await answer(isStrict: isStrict, progress: progress) { log throws(SessionError) in
      try self.drawn(specification, as: format, log: log)
    }
    return PictureAnswer(pictures: answer.value, notes: answer.notes)
  }

  /// The markers of a request's views as data, without drawing them.
  ///
  /// - Parameters:
  ///   - specification: the request, and what is set over it.
  ///   - format: GeoJSON, CSV or JSON.
  ///   - listsMembers: whether clusters list the ids of their members.
  /// - Returns: a document a view, and what was reported.
  public func markers(
    of specification: MapSpecification, as format: MarkerDocument.Format = .geojson,
    listsMembers: Bool = false, isStrict: Bool = false
  ) async throws(SessionError) -> (documents: [[UInt8]], notes: [SessionNote]) {
    let answer = try await answer(isStrict: isStrict, progress: nil) { log throws(SessionError) in
      let map = try self.load(specification, log: log)
      var report = PictureReport(log: log, styleName: map.styleName)
      var documents: [[UInt8]] = []
      for view in map.views {
        try log.checkCancelled()
        let viewport = try map.viewport(of: view).viewport
        let (groups, notes) = try snapshotting(at: map.place(of: view), origins: map.origins) {
          () throws(SnapshotError) in
          try map.snapshotter.markers(in: viewport)
        }
        report.report(view, viewport, of: map)
        try report.take(groups, notes)
        documents.append(
          MarkerDocument(
            viewport: viewport, groups: groups, listsMembers: listsMembers,
            tileSize: view.view.tileSize ?? 512
          ).bytes(format))
      }
      return documents
    }
    return (answer.value, answer.notes)
  }

  /// The pictures of a request, drawn on the calling thread.
  func drawn(
    _ specification: MapSpecification, as format: PictureFormat?, log: SessionLog
  ) throws(SessionError) -> [MapPicture] {
    var map = try load(specification, log: log)
    var plans: [PicturePlan] = []
    for view in map.views {
      let (viewport, selection) = try map.viewport(of: view)
      let own = try map.format(of: view)
      plans.append(
        PicturePlan(view: view, viewport: viewport, selection: selection, format: format ?? own))
    }
    map.warnAboutUnused(formats: plans.map(\.format), writesMarkers: false, log: log)
    try log.endIfStrict()
    try map.loadPictures(for: plans.map(\.viewport), log: log)
    var report = PictureReport(log: log, styleName: map.styleName)
    var pictures: [MapPicture] = []
    let loaded = map
    // Never called twice at once, on however many threads.
    let progress = Mutex(log.progress)
    try loaded.draw(plans, log: log, time: nil) { stage in
      let step: SessionProgress =
        switch stage {
        case .clustering(let source): .clustering(source: source)
        case .drawing: .drawing
        }
      progress.withLock { $0?(step) }
    } finish: { index, snapshot, bytes throws(SessionError) in
      let plan = plans[index]
      return MapPicture(
        name: plan.view.name, viewport: plan.viewport, snapshot: snapshot, format: plan.format, bytes: bytes,
        map: loaded, view: plan.view)
    } take: { index, picture throws(SessionError) in
      try log.checkCancelled()
      report.report(picture.view, picture.viewport, of: loaded)
      try report.take(picture.snapshot)
      pictures.append(picture)
    }
    return pictures
  }
}

extension LoadedMap {
  /// The format of a view's picture: what it sets, else by the ending of its file, else PNG.
  ///
  /// - Throws: ``SessionError`` for a format that there is not.
  func format(of view: SnapshotRequest.View) throws(SessionError) -> PictureFormat {
    if let word = view.format {
      if let format = PictureFormat(rawValue: word) { return format }
      let known = PictureFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw .input("format: \"\(word)\" is none of \(known); write one of these", at: place(of: view))
    }
    let ending = view.path.flatMap { $0.split(separator: ".").last.map { $0.lowercased() } } ?? ""
    return PictureFormat(rawValue: ending) ?? .png
  }
}
