import BuiltIns
public import MapSettings
public import CairoCanvas
public import Drawing
public import JSONDocument
import MapFeatures
import Parallel
public import MapGeometry
public import MapContent
import MapDecorations
public import MapScene
import MapStyle

/// A style, its data, and the views of a request: all that a specification names, loaded.
public struct LoadedMap: Sendable {
  let session: MapSession
  /// The plan that was executed, settled by what was read.
  @OutOfLine public private(set) var plan: MapPlan
  /// Style and data.
  @OutOfLine public internal(set) var snapshotter: MapSnapshotter
  /// The views, all settings merged.
  public var views: [SnapshotRequest.View] { plan.views }
  /// The paths of all files that were read.
  public internal(set) var inputPaths: [String]
  /// The spelling of settings in messages.
  public let spelling: SettingSpelling
  /// The map in other clusterings, drawn to the right of this one.
  var beside: [LoadedMap] = []
  /// The map and those beside it.
  var columns: [LoadedMap] { [self] + beside }
  /// The styles of a pair, this map's and that of the one beside it; empty for one picture.
  public internal(set) var themes: [String] = []
  /// Facts of the data that pages are made of.
  @OutOfLine private(set) var facts: Facts
  /// The built-in world that locators show; `nil` for none.
  @OutOfLine private var locatorWorld: MapSnapshotter?
  private let ownShapers = OwnShapers()

  init(
    _ session: MapSession, _ plan: MapPlan, _ snapshotter: MapSnapshotter, inputPaths: [String],
    spelling: SettingSpelling
  ) {
    (self.session, self.plan, self.snapshotter) = (session, plan, snapshotter)
    (self.inputPaths, self.spelling, facts) = (inputPaths, spelling, Facts(snapshotter.sources))
  }

  var requested: RequestedMap { plan.requested }
  /// The text above it where others stand beside it.
  package var caption: String { requested.column?.caption ?? "" }
  var specification: MapSpecification { requested.specification }
  /// The request; `nil` without one.
  public var request: SnapshotRequest? { requested.request }
  /// The request's file, as diagnostics call it; `nil` without one.
  public var requestName: String? { requested.requestName }
  private var styleFolder: StyleFolder { plan.chosen.folder }

  /// The number of threads that the request may use.
  package var threads: Int { session.threads(of: specification) }

  /// The style as diagnostics call it.
  public var styleName: String { styleFolder.style }

  /// A name in the request as a path: relative to the request's folder.
  public func path(_ name: String) -> String { requested.path(name) }

  /// The place of a view in the request; `nil` without one.
  public func place(of view: SnapshotRequest.View) -> String? { plan.place(of: view) }

  // MARK: Pages

  var making: PageMaking {
    PageMaking(plan: plan, map: snapshotter, facts: facts) { [session] definition throws(SnapshotError) in
      try rethrowing(session.resources.planarSystem(definition)) { (error: ResourceError) in
        let ours = ", or write one of \(ProjectionChoice.names.joined(separator: ", "))"
        return SnapshotError.noSystem(definition, "\(error)\(error.kind == .unsupported ? ours : "")")
      }
    }
  }

  /// The data of a view: on the sheet of its projection, if it has one.
  ///
  /// - Throws: ``SessionError`` for a sheet that cannot be made, or does not show the view.
  package func data(of view: SnapshotRequest.View) throws(SessionError) -> PanelData {
    try rethrowing(making.data(of: view), as: spelled)
  }

  /// The drawing of pages whose pictures are loaded.
  ///
  /// - Parameter tracksMarkers: whether pictures know every marker that was drawn, for who writes them as data.
  func drawing(tracksMarkers: Bool = false) -> PageDrawing {
    PageDrawing(plan: plan, map: snapshotter, locatorWorld: locatorWorld, tracksMarkers: tracksMarkers)
  }

  /// Style and data of a view, with the names and borders that it shows; its pictures are loaded.
  package func map(of data: PanelData, _ view: SnapshotRequest.View) -> MapSnapshotter {
    drawing().map(of: data, view.output)
  }

  /// The session's error of a view.
  package func fault(of view: SnapshotRequest.View) -> (SnapshotError) -> SessionError {
    { spelled(plan.fault(of: view)($0)) }
  }

  /// An error as messages of the map spell it.
  func spelled(_ error: SessionError) -> SessionError { error.spelled(spelling) }

  /// The session's error of what no view is asked for.
  public func fault(_ error: SnapshotError) -> SessionError { error.inSession(of: plan, spelling: spelling) }

  /// Loads what pictures are drawn with beside features: icons, patterns, tiles, the built-in world.
  ///
  /// - Parameters:
  ///   - viewports: all that are going to be drawn; each tile is loaded once, however many of them show it.
  ///   - locators: the views of their locators.
  /// - Throws: ``SessionError`` for what is missing or cannot be read.
  public mutating func loadPictures(
    for viewports: [Viewport], locators: [Viewport] = [], log: SessionLog
  ) throws(SessionError) {
    do throws(SessionError) {
      try log.checkCancelled()
      // Icons are as fine as the finest view of the request needs them, whichever views are drawn.
      let scale = (viewports.map(\.scale) + views.map(\.view.pixelsPerPoint)).max() ?? 1
      // One time limit for all tiles of all pictures.
      let settings = plan.resources
      let folder = styleFolder.reading(through: session.resources.limited(to: settings.network))
      var images = ImageLoader(folder: folder, scale: scale, cache: session.cache, log: log)
      // A sprite that is named replaces the style's, except those of names of their own.
      let sprites = snapshotter.style.sprites
      for sprite in sprites where settings.sprite == nil || sprite.id != "default" {
        try images.load(sprite, ofSeveral: sprites.count > 1)
      }
      if let sprite = specification.resources.sprite {
        try images.load(sprite: sprite, named: "\(given: "sprite")", in: nil)
      } else if let sprite = request?.resources.sprite {
        try images.load(sprite: path(sprite), named: "sprite", in: requestName)
      }
      // Later images of the same name win.
      for folder in requested.iconFolders { try images.load(folder: folder) }
      snapshotter.images = images.images
      warnAboutWorld(in: viewports, log)
      let loader = SourcePictureLoader(
        folder: folder, cache: session.cache, scale: scale, log: log, places: plan.chosen.tiles,
        basemaps: plan.chosen.basemapNames, threads: threads)
      try loader.load(into: &snapshotter, for: viewports)
      if !locators.isEmpty, var world = worldOfLocators {
        try loader.load(into: &world, for: Array(Set(locators)))
        locatorWorld = world
      }
    } catch {
      throw spelled(error)
    }
  }

  /// The built-in world for locators, in the colors of a built-in style.
  private var worldOfLocators: MapSnapshotter? {
    let isDark = snapshotter.isDark
    let name = plan.chosen.folder.isBuiltIn ? styleName : isDark ? "dark" : BuiltInStyles.names[0]
    guard let standard = session.builtInStyle(BuiltInStyles.names[0]).style,
      let style = session.builtInStyle(name).style
    else { return nil }
    return MapSnapshotter(style: style.drawingWorld(like: standard, withOverlays: false), sources: [])
      .mapLayers { layer in
        let isShape = [.fill, .line].contains(layer.type) && layer.source == WorldBasemap.tilesID
        return layer.type == .background || isShape && layer.sourceLayer != "waterway" ? layer : nil
      }
  }

  private func warnAboutWorld(in viewports: [Viewport], _ log: SessionLog) {
    guard plan.chosen.basemap.isWorldAlone, viewports.contains(where: { $0.zoom >= BuiltInTiles.roughZoom })
    else { return }
    log.warning(
      "\(BuiltInTiles.roughness); draw streets with \(setting: "basemap", of: "FILE.pmtiles"), or nothing with \(setting: "basemap", to: "none")"
    )
  }

  /// Ends the work where an input was written to since it was opened: what is drawn would be a mixture.
  ///
  /// Properties are read while pictures are drawn, so this is called after the last of them, before results are kept.
  ///
  /// - Throws: ``SessionError`` with the file that was changed.
  public func checkInputs() throws(SessionError) {
    for source in snapshotter.sources {
      if let file = source.features.changedFile() { throw .input(changedWhileRead, at: file) }
    }
    for map in beside { try map.checkInputs() }
  }

  /// The markers of a source at a whole zoom, tile by tile.
  ///
  /// - Parameters:
  ///   - source: its name; `nil` for the only one with points.
  ///   - zoom: `0...24`, of a world 512 points wide.
  ///   - columns: properties of single points that tiles have.
  /// - Throws: ``SessionError`` for markers that depend on the view.
  public func clusterLevel(
    of source: String? = nil, zoom: Int, columns: [String] = []
  ) throws(SessionError) -> ClusterLevel {
    try rethrowing(snapshotter.clusterLevel(of: source, zoom: zoom, columns: columns), as: fault)
  }

  /// A line for each source of points: its records, the columns found, and how it is clustered; then the settings that hold
  /// with whoever sets them, the style and the base map.
  public var sourceLines: [String] { plan.lines(of: snapshotter.sources, spelling) }

  /// Announces that one picture is all that will be drawn, so that indexes are built for its zoom alone.
  public func answerOnce() { for source in snapshotter.sources { source.index.answerOnce() } }

  /// Refuses several maps where markers are written as data: of one clustering.
  ///
  /// - Throws: ``SessionError`` where there are several.
  public func checkIsSingle() throws(SessionError) {
    if facts.facets != nil {
      throw spelled(
        .input("markers as data are those of one map; leave out \(setting: .facets)", at: requestName))
    }
    guard !beside.isEmpty, themes.isEmpty else { return }
    throw spelled(
      .input(
        "markers as data are those of one clustering, and \(beside.count + 1) stand side by side; leave out \(setting: SettingName("columns", option: "--beside"))",
        at: requestName))
  }

  // MARK: Text

  /// The shapers of this map's fonts; `nil` before they were asked for.
  private var knownShapers: ShaperPool? {
    let areBuiltIn =
      snapshotter.style.fontFaces.isEmpty && requested.fonts.isEmpty && requested.fontFolders.isEmpty
      && !requested.usesSystemFonts && requested.lineBreaks != .icu
    return areBuiltIn ? session.shapers : ownShapers.pools.withLock(\.text)
  }

  /// The text shapers, one for each thread; kept by the session for later requests with the same fonts.
  func shapers(log: SessionLog) throws(SessionError) -> ShaperPool {
    try log.checkCancelled()
    if let known = knownShapers { return known }
    let loader = FontLoader(folder: styleFolder, log: log, cache: session.cache)
    let fonts = try loader.fonts(
      files: requested.fonts, folders: requested.fontFolders, of: snapshotter.style)
    let words = requested.lineBreaks == .icu ? SystemWords.shared : nil
    if requested.lineBreaks == .icu, words == nil {
      log.warning(
        "there is no library for Unicode (ICU), so lines of Lao, Khmer and Burmese break at spaces alone; install ICU, or leave out \(setting: "lineBreaks")"
      )
    }
    let versions = fonts.compactMap(loader.version)
    // A style of others may name Noto Sans, and mean it.
    let prefersGiven = !requested.fonts.isEmpty && styleFolder.isBuiltIn
    var pool = ShaperPool(
      fonts: fonts, usesSystemFonts: requested.usesSystemFonts, prefersGiven: prefersGiven, words: words)
    if versions.count == fonts.count, !requested.usesSystemFonts {
      let (own, size) = (pool, versions.reduce(1 << 20) { $0 + $1.size })
      pool = session.cache.value(
        .fonts(fonts, findsWords: words != nil, prefersGiven: prefersGiven), versions, size: { _ in size },
        build: { own })
    }
    ownShapers.pools.withLock { $0.text = pool }
    return pool
  }

  /// The text shapers for pictures of pixels, which set texts of styles in glyphs where these are asked for.
  func pixelShapers(log: SessionLog) throws(SessionError) -> ShaperPool {
    let shapers = try shapers(log: log)
    guard let named = plan.resources.glyphs else { return shapers }
    if let known = ownShapers.pools.withLock(\.glyphs) { return known }
    let setting = plan.requested.name("glyphs", isGiven: specification.resources.glyphs != nil)
    let folder = styleFolder.reading(through: session.resources.limited(to: plan.resources.network))
    let path = specification.resources.glyphs ?? path(named)
    let glyphs = try rethrowing(
      named == "style"
        ? try GlyphSet(of: snapshotter.style, in: folder, setting: setting)
        : try GlyphSet(named: path, setting: setting, folder.resources), as: spelled)
    let pool = shapers.with(glyphs)
    ownShapers.pools.withLock { $0.glyphs = pool }
    return pool
  }

  /// The text shaper, for one thread at a time.
  ///
  /// - Parameter drawsPixels: whether the picture is one of pixels, which may have glyphs.
  /// - Throws: ``SessionError`` for a font or glyphs that cannot be used.
  public func shaper(drawsPixels: Bool = true, log: SessionLog) throws(SessionError) -> PangoTextShaper {
    try (drawsPixels ? pixelShapers(log: log) : shapers(log: log)).take()
  }

  /// Gives a shaper of this map back, for later requests.
  public func giveBack(_ shaper: PangoTextShaper) {
    (shaper.glyphs == nil ? knownShapers : ownShapers.pools.withLock(\.glyphs))?.put(shaper)
  }

  /// A view's scene as a file's bytes, with the error of a PNG whose colors were reduced.
  ///
  /// - Parameters:
  ///   - dark: the scene of the second theme, for a file that holds both.
  ///   - place: the file in messages; `nil` for none.
  /// - Throws: ``SessionError`` for a scene that cannot be drawn.
  public func encoded(
    _ scene: Scene, dark: Scene? = nil, of view: SnapshotRequest.View, as format: PictureFormat,
    place: String? = nil
  ) throws(SessionError) -> (bytes: [UInt8], error: ColorError?) {
    try checkPixels(scene.size.width, scene.size.height, scene.scale)
    // The fonts were loaded when the scene was made.
    let needsShaper = format == .pdf || format == .svg && !requested.fonts.isEmpty
    let shaper = needsShaper ? try knownShapers?.take() : nil
    defer { if let shaper { giveBack(shaper) } }
    let encoding = PictureEncoding(
      settings: view.output, threads: snapshotter.threads, place: place, shaper: shaper)
    return try encoding.file(of: scene, dark: dark, as: format)
  }
}

/// The shapers of a map's own fonts, made when they are first asked for.
private final class OwnShapers: Sendable {
  /// Those of its fonts, and those that set texts of styles in glyphs.
  let pools = Mutex<(text: ShaperPool?, glyphs: ShaperPool?)>((nil, nil))
}
