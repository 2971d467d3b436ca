public import JSONDocument
package import MapGeometry
public import MapContent
package import MapScene
package import MapSettings

/// Reports what is worth knowing about pictures, each cause once however many pictures there are, and counts their
/// markers.
public struct PictureReport {
  private let log: SessionLog
  private let styleName: String
  private var reported: Set<String> = []
  /// Clusters in all pictures.
  public private(set) var clusterCount = 0
  /// Single points in all pictures.
  public private(set) var singleCount = 0

  /// A report on pictures of one style.
  public init(log: SessionLog, styleName: String) {
    self.log = log
    self.styleName = styleName
  }

  /// Reports points far from the others in a fitted view, and where there are points, but none of them in the picture.
  func report(_ page: Page, of loaded: LoadedMap) {
    let (view, viewport) = (page.view, page.main.viewport)
    let location = loaded.place(of: view)
    let map = page.main.data.map(loaded.snapshotter)
    log.report(map, of: view, in: viewport, at: location)
    for note in page.notes { log.warning(note, at: location) }
    if let note = map.fitNote(view.view, viewport) {
      // A robust view does what was asked for; of another one it is a warning.
      log.note(view.view.fit == .robust ? .info : .warning, note, at: location)
    }
    guard let count = map.pointCount(allOutside: viewport) else {
      reportBoxAround(view, of: loaded)
      return
    }
    var advice: SettingText = "move the view"
    if let question = swapQuestion(of: view, loaded.snapshotter) {
      advice = SettingText(question)
    } else if let box = loaded.snapshotter.boundingBox {
      let edges = [box.west, box.south, box.east, box.north].map { decimalText(of: $0, decimals: 3) }
      advice =
        "show them all with \(setting: "fit"), or with \(setting: "bbox", to: edges.joined(separator: ","))"
    } else if loaded.snapshotter.sources.contains(where: \.isCounted) {
      advice = "move the view, or show them all with \(setting: "fit")"
    }
    let points = count == 1 ? "the only point does not lie" : "none of the \(count) points lies"
    log.warning("\(points) in the picture; \(advice)", at: location)
  }

  /// Reports a box around most of the world where nearly all points of the two boxes between its edges lie in the other one.
  private func reportBoxAround(_ view: SnapshotRequest.View, of loaded: LoadedMap) {
    guard let (written, other) = view.view.boxesAround else { return }
    let count = loaded.snapshotter.pointCount(in: other)
    guard count > 0, loaded.snapshotter.pointCount(in: written) * 10 <= count else { return }
    func text(_ degrees: Double) -> String { decimalText(of: degrees, decimals: 5) }
    let box = [other.west, other.south, other.east, other.north].map(text).joined(separator: ",")
    let points = count == 1 ? "1 point" : "\(count) points"
    log.warning(
      "from \(text(written.west)) east to \(text(written.east)) the box goes around the world; are west and east swapped? the box \(box) holds \(points)",
      at: loaded.place(of: view))
  }

  /// A question about numbers of a view that seem exchanged: with others its picture would show points; `nil` otherwise.
  ///
  /// Data around the world lie everywhere, and a location among them is meant.
  private func swapQuestion(of view: SnapshotRequest.View, _ map: MapSnapshotter) -> String? {
    let (middle, asked) = (view.view.center ?? view.view.box?.middle, view.view.box?.longitudes.width ?? 0)
    if let data = map.boundingBox, let middle, asked <= 180,
      data.longitudes.width > 180 || data.contains(middle)
    {
      return nil
    }
    return view.view.swapped.first { swapped in
      swapped.view.ownViewport.map { map.pointCount(allOutside: $0) == nil } ?? false
    }?.question
  }

  /// Reports notes not reported before.
  ///
  /// - Throws: ``SessionError/reported`` where a strict request has warnings.
  public mutating func take(_ notes: [Diagnostic]) throws(SessionError) {
    log.report(
      notes.filter { reported.insert("\($0.code) \($0.path.pointer) \($0.message)").inserted }, of: styleName)
    try log.endIfStrict()
  }

  /// Adds markers to those that were counted.
  public mutating func count(_ groups: [MarkerGroup]) {
    for group in groups {
      let clusters = group.markers.markers.reduce(0) { $0 + ($1.isCluster ? 1 : 0) }
      clusterCount += clusters
      singleCount += group.markers.markers.count - clusters
    }
  }
}

extension SessionLog {
  /// Reports the points that the sheet of a map hides, and a central meridian that it does not take.
  package func report(
    _ map: MapSnapshotter, of view: SnapshotRequest.View, in viewport: Viewport? = nil, at location: String?
  ) {
    guard let sheet = map.sheet else {
      // Of other views the plan knows that.
      if view.view.centralMeridian != nil, view.view.projection == nil, view.view.isFitted,
        view.view.zoom == nil
      {
        warning(
          "\(name: "centralMeridian") belongs to other projections than mercator; set \(name: "projection")",
          at: location)
      }
      let world = viewport?.visibleWorldRectangle
      if let world, min(world.minY, 1 - world.maxY) <= 0, view.view.projection != .named(.mercator),
        map.exceedsMercator
      {
        warning(
          "points beyond 85° of latitude stand at the edge of Mercator's map; set another \(setting: "projection"), or set mercator to have them there",
          at: location)
      }
      return
    }
    if sheet.projection == .system, view.view.centralMeridian != nil {
      warning(
        "\(name: "centralMeridian") has no effect: \(escapedForMessage(shortenedName(sheet.name))) has a meridian of its own",
        at: location)
    }
    let hidden = map.hiddenCount
    guard hidden > 0 else { return }
    // Where most points are shown, the map is one of a region.
    let wider = hidden <= map.pointCount(outside: []) ? sheet.wider(about: sheet.center) : nil
    warning(
      "\(counted(hidden, "point")) \(hidden == 1 ? "lies" : "lie") \(sheet.beyond), and \(hidden == 1 ? "is" : "are") not drawn; \(setting: "projection", to: wider ?? Projection.equalEarth.rawValue) shows \(wider == nil ? "the whole Earth" : "more")",
      at: location)
  }
}
