import BuiltIns
public import MapSettings
public import CairoCanvas
public import Drawing
import MapFeatures
public import MapGeometry
public import MapScene
import MapStyle

/// A style, its data, and the views of a request: all that a specification names, loaded.
public struct LoadedMap: Sendable {
  let session: MapSession
  let specification: MapSpecification
  /// Draws the views.
  public var snapshotter: MapSnapshotter
  /// The views, all settings merged.
  public let views: [SnapshotRequest.View]
  /// The request; `nil` without one.
  public let request: SnapshotRequest?
  /// The request's file, as diagnostics call it; `nil` without one.
  public let requestName: String?
  /// Where the files lie that the style names.
  let styleFolder: StyleFolder
  /// Every file that was read.
  public let inputPaths: [String]
  /// Where the settings of each source were set.
  public let origins: SettingOrigins
  /// Where the tiles of the style's sources are, where not the style says it.
  let tilePlaces: [String: TilePlace]
  /// The built-in world, where it lies beneath.
  let world: WorldBasemap?
  /// Whether nothing but the world lies beneath.
  let isWorldAlone: Bool

  /// The style as diagnostics call it.
  public var styleName: String { styleFolder.style }

  /// A name in the request as a path: relative to the request's folder.
  public func path(_ name: String) -> String { Resource.path(of: name, in: requestName) }

  /// The place of a view in the request; `nil` without one.
  public func place(of view: SnapshotRequest.View) -> String? {
    guard let requestName else { return nil }
    return requestName + (view.position.map { ":\($0.line):\($0.column)" } ?? "")
  }

  /// What a view shows, and the point whose marker is singled out in it, if one is.
  public func viewport(
    of view: SnapshotRequest.View
  ) throws(SessionError) -> (viewport: Viewport, selection: MapPoint?) {
    try snapshotting(at: place(of: view), origins: origins) { () throws(SnapshotError) in
      try snapshotter.view(of: view.view)
    }
  }

  /// Loads what pictures are drawn with beside features: icons, patterns, tiles.
  ///
  /// - Parameter viewports: all that are going to be drawn.
  public mutating func loadPictures(
    for viewports: [Viewport], isStory: Bool = false, log: SessionLog
  ) throws(SessionError) {
    try log.checkCancelled()
    let scale = viewports.map(\.scale).max() ?? 1
    var images = ImageLoader(folder: styleFolder, scale: scale, log: log)
    try images.load(snapshotter.style.sprites)
    // Later images of the same name win.
    for folder in (request?.iconFolders ?? []).map(path) + specification.iconFolders {
      try images.load(folder: folder)
    }
    snapshotter.images = images.images
    try layWorld(in: viewports, isStory: isStory, log)
    let loader = SourcePictureLoader(
      folder: styleFolder, cache: session.cache, scale: scale, log: log, places: tilePlaces)
    snapshotter.pictures = try loader.pictures(of: snapshotter.style, in: viewports)
  }

  /// Lays the built-in world beneath, as fine as the views need it.
  private mutating func layWorld(
    in viewports: [Viewport], isStory: Bool, _ log: SessionLog
  ) throws(SessionError) {
    guard let world, let zoom = viewports.map(\.zoom).max() else { return }
    let needed = viewports.map { BuiltInWorld.Detail(zoom: $0.zoom) }
    for detail in BuiltInWorld.Detail.allCases where isStory || needed.contains(detail) {
      let source = try session.cache.value(
        .world(world, isFine: detail == .fine), [],
        size: { ($0.features.shapes.first?.longitudes.count ?? 0) * 40 }
      ) { () throws(SessionError) in
        try snapshotting { () throws(SnapshotError) in try world.source(detail) }
      }
      snapshotter.add(source)
    }
    if isWorldAlone, zoom > WorldBasemap.finestZoom + 3 {
      log.warning(
        "the built-in world has no more detail than zoom \(Int(WorldBasemap.finestZoom)); "
          + "draw streets with --basemap FILE.pmtiles, or nothing with --basemap none")
    }
  }

  // MARK: Text

  /// Whether text is set in the built-in fonts alone.
  private var usesBuiltInFontsAlone: Bool {
    snapshotter.style.fontFaces.isEmpty && request?.fonts.isEmpty != false
      && request?.fontFolders.isEmpty != false && request?.usesSystemFonts != true
      && specification.fonts.isEmpty && specification.fontFolders.isEmpty && !specification.usesSystemFonts
  }

  /// What lays text out; for one thread at a time.
  ///
  /// With the built-in fonts alone a shaper is taken over from an earlier request. With others it is made anew: what
  /// letters are looked for first depends on the fonts read before.
  public func shaper(log: SessionLog) throws(SessionError) -> PangoTextShaper {
    try log.checkCancelled()
    do {
      if usesBuiltInFontsAlone { return try session.shapers.take() }
      let fonts = try FontLoader(folder: styleFolder, log: log).fonts(
        files: (request?.fonts ?? []).map(path) + specification.fonts,
        folders: (request?.fontFolders ?? []).map(path) + specification.fontFolders, of: snapshotter.style)
      return try PangoTextShaper(
        fonts: fonts, usesSystemFonts: specification.usesSystemFonts || request?.usesSystemFonts == true)
    } catch let error as SessionError {
      throw error
    } catch {
      throw .input("\(error)")
    }
  }

  /// Gives a shaper of this map back, for later requests.
  public func giveBack(_ shaper: PangoTextShaper) {
    if usesBuiltInFontsAlone { session.shapers.put(shaper) }
  }

  // MARK: Drawing

  /// A view as a scene, which every canvas draws.
  ///
  /// - Parameters:
  ///   - describesMarks: whether marks carry titles, as SVG shows them.
  ///   - observer: receives what is being done.
  public func snapshot(
    of view: SnapshotRequest.View, in viewport: Viewport, selection: MapPoint? = nil, describesMarks: Bool,
    shaper: PangoTextShaper, observer: (SnapshotStage) -> Void = { _ in }
  ) throws(SessionError) -> Snapshot {
    var options = PictureOptions(specification.output.over(view.output))
    options.describesMarks = describesMarks
    options.selection = selection
    return try snapshotting(at: place(of: view), origins: origins) { () throws(SnapshotError) in
      try snapshotter.snapshot(of: viewport, options: options, shaper: shaper, observer: observer)
    }
  }

  /// The markers of clustered sources together with the points in view of those that are not clustered.
  public func completed(
    _ groups: [MarkerGroup], of view: SnapshotRequest.View, in viewport: Viewport
  ) throws(SessionError) -> [MarkerGroup] {
    try snapshotting(at: place(of: view), origins: origins) { () throws(SnapshotError) in
      try snapshotter.completed(groups, in: viewport)
    }
  }

  /// A view's scene as a file's bytes.
  ///
  /// - Parameter place: the file in messages; `nil` for none.
  public func encoded(
    _ scene: Scene, of view: SnapshotRequest.View, as format: PictureFormat, place: String? = nil
  ) throws(SessionError) -> [UInt8] {
    try PictureEncoding(specification.output.over(view.output), svg: specification.svg)
      .bytes(of: scene, as: format, place: place)
  }
}
