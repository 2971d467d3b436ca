import BuiltIns
public import MapSettings
public import CairoCanvas
public import Drawing
public import JSONDocument
import MapFeatures
public import MapGeometry
public import MapContent
import MapDecorations
public import MapScene
package import MapStyle

/// A style, its data, and the views of a request: all that a specification names, loaded.
public struct LoadedMap: Sendable {
  let session: MapSession
  /// The plan that was executed, settled by what was read.
  public let plan: MapPlan
  /// Style and data; ``snapshotter(for:)`` draws a view.
  public var snapshotter: MapSnapshotter
  /// The views, all settings merged.
  public var views: [SnapshotRequest.View] { plan.views }
  /// The paths of all files that were read.
  public internal(set) var inputPaths: [String]
  /// The spelling of settings in messages.
  public let spelling: SettingSpelling
  /// The map in other clusterings, drawn to the right of this one.
  var beside: [LoadedMap] = []
  /// The styles of a pair, this map's and that of the one beside it; empty for one picture.
  public internal(set) var themes: [String] = []
  /// True if pictures know every marker that was drawn, for who writes them as data.
  var tracksMarkers = false
  /// The built-in world that locators show; `nil` for none.
  private(set) var locatorWorld: MapSnapshotter?
  let sheets = SheetSources()

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
  public func place(of view: SnapshotRequest.View, _ setting: String? = nil) -> String? {
    placeText(requestName, setting.flatMap { view.positions[$0] } ?? view.positions[""])
  }

  /// The viewport of a view, and the point whose marker is singled out in it, if one is.
  ///
  /// - Throws: ``SessionError`` for a view that cannot be found.
  public func viewport(
    of view: SnapshotRequest.View
  ) throws(SessionError) -> (viewport: Viewport, selection: MapPoint?) {
    let map = try map(of: view)
    return try rethrowing(map.view(of: view.view), as: fault(of: view))
  }

  /// Style and data of a view: on the sheet of its projection, if it has one.
  ///
  /// - Throws: ``SessionError`` for a sheet that cannot be made, or does not show the view.
  package func map(of view: SnapshotRequest.View) throws(SessionError) -> MapSnapshotter {
    var options = view.view
    if options.projection == nil, sheets.known(\.wideViews, of: options, { showsWideWorld(view) }) {
      options.projection = .named(.equalEarth)
    }
    let drawn = try rethrowing(
      besideInsets(sheets.map(snapshotter, of: options, opening: planarSystem), of: options),
      as: fault(of: view))
    if options.isProjected { try rethrowing(drawn.checkShown(options), as: fault(of: view)) }
    return drawn
  }

  private func planarSystem(_ definition: String) throws(SnapshotError) -> any PlanarSystem {
    try rethrowing(session.resources.planarSystem(definition)) { (error: ResourceError) in
      let ours = ", or write one of \(ProjectionChoice.names.joined(separator: ", "))"
      return SnapshotError.noSystem(definition, "\(error)\(error.kind == .unsupported ? ours : "")")
    }
  }

  /// True if a view shows half of the world's longitudes or more in a built-in style that is no system's, with points for
  /// themselves or in clusters of ours. The sheet then defaults to Equal Earth's, for Mercator gives a third of it to Antarctica.
  private func showsWideWorld(_ view: SnapshotRequest.View) -> Bool {
    let (options, basemap) = (view.view, plan.chosen.basemap)
    guard options.isFitted, options.zoom == nil, options.worldCopies == nil, options.pitch ?? 0 == 0,
      !requested.hasSteps,
      requested.column == nil, !specification.needsMembers, plan.chosen.folder.isBuiltIn,
      ["light", "dark", "print", "heatmap"].contains(styleName), basemap.tiles.isEmpty, !basemap.isNone,
      basemap.hasWorld || !basemap.files.isEmpty,
      snapshotter.sources.allSatisfy({ $0.isBackdrop || $0.takesWideSheet })
    else { return false }
    let box = snapshotter.bounds(options.fit == .robust ? .robust : .all, outside: options.unfittedBoxes)
    return box.map { $0.longitudes.width >= 180 } ?? false
  }

  /// The session's error of a view.
  package func fault(of view: SnapshotRequest.View) -> (SnapshotError) -> SessionError {
    { $0.inSession(at: place(of: view, $0.viewSetting), of: plan, spelling: spelling) }
  }

  /// An error as messages of the map spell it.
  func spelled(_ error: SessionError) -> SessionError { error.spelled(spelling) }

  /// The session's error of what no view is asked for.
  public func fault(_ error: SnapshotError) -> SessionError { error.inSession(of: plan, spelling: spelling) }

  /// Loads what pictures are drawn with beside features: icons, patterns, tiles, the built-in world.
  ///
  /// - Parameter viewports: all that are going to be drawn; each tile is loaded once, however many of them show it.
  /// - Throws: ``SessionError`` for what is missing or cannot be read.
  public mutating func loadPictures(for viewports: [Viewport], log: SessionLog) throws(SessionError) {
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
      locatorWorld = try locatorWorld(in: viewports, loader)
    } catch {
      throw spelled(error)
    }
  }

  /// The snapshotter of a view: style, data, and the base map with the names and borders that this view shows.
  public func snapshotter(for view: SnapshotRequest.View) -> MapSnapshotter {
    drawing(snapshotter, view)
  }

  /// A map without the names and borders that a view leaves out.
  package func drawing(_ map: MapSnapshotter, _ view: SnapshotRequest.View) -> MapSnapshotter {
    let (names, borders) = (view.output.placeNames, view.output.borders ?? true)
    return map.mapLayers { layer in
      let isWorld = layer.source == WorldBasemap.tilesID
      if isWorld, layer.sourceLayer == "boundary" { return borders ? layer : nil }
      guard layer.type == .symbol, isWorld || plan.chosen.tiles[layer.source ?? ""] != nil else {
        return layer
      }
      guard names == nil, isWorld else { return names == false ? nil : layer }
      return plan.chosen.namesWorld ? layer.starting(atZoom: WorldBasemap.namesZoom) : nil
    }
  }

  private func warnAboutWorld(in viewports: [Viewport], _ log: SessionLog) {
    guard plan.chosen.basemap.isWorldAlone,
      viewports.contains(where: { $0.zoom >= BuiltInTiles.roughZoom })
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

  /// Announces that one picture is all that will be drawn, so that indexes are built for its zoom alone.
  public func answerOnce() {
    for source in snapshotter.sources { source.index.answerOnce() }
  }

  /// Refuses several maps where markers are written as data: of one clustering.
  ///
  /// - Throws: ``SessionError`` where there are several.
  public func checkIsSingle() throws(SessionError) {
    if facetValues != nil {
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
  private var ownShapers: ShaperPool? {
    let areBuiltIn =
      snapshotter.style.fontFaces.isEmpty && requested.fonts.isEmpty && requested.fontFolders.isEmpty
      && !requested.usesSystemFonts && requested.lineBreaks != .icu
    return areBuiltIn ? session.shapers : sheets.found.withLock(\.shapers)
  }

  /// The text shapers, one for each thread; kept by the session for later requests with the same fonts.
  func shapers(log: SessionLog) throws(SessionError) -> ShaperPool {
    try log.checkCancelled()
    if let known = ownShapers { return known }
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
    var pool = ShaperPool(fonts: fonts, usesSystemFonts: requested.usesSystemFonts, words: words)
    if versions.count == fonts.count, !requested.usesSystemFonts {
      let (own, size) = (pool, versions.reduce(1 << 20) { $0 + $1.size })
      pool = session.cache.value(
        .fonts(fonts, findsWords: words != nil), versions, size: { _ in size }, build: { own })
    }
    sheets.found.withLock { $0.shapers = pool }
    return pool
  }

  /// The text shapers for pictures of pixels, which set texts of styles in glyphs where these are asked for.
  func pixelShapers(log: SessionLog) throws(SessionError) -> ShaperPool {
    let shapers = try shapers(log: log)
    guard let named = plan.resources.glyphs else { return shapers }
    if let known = sheets.found.withLock(\.glyphShapers) { return known }
    let setting = plan.requested.name("glyphs", isGiven: specification.resources.glyphs != nil)
    let folder = styleFolder.reading(through: session.resources.limited(to: plan.resources.network))
    let path = specification.resources.glyphs ?? path(named)
    let glyphs = try rethrowing(
      named == "style"
        ? try GlyphSet(of: snapshotter.style, in: folder, setting: setting)
        : try GlyphSet(named: path, setting: setting, folder.resources), as: spelled)
    let pool = shapers.with(glyphs)
    sheets.found.withLock { $0.glyphShapers = pool }
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
    (shaper.glyphs == nil ? ownShapers : sheets.found.withLock(\.glyphShapers))?.put(shaper)
  }

  // MARK: Drawing

  /// A view as a scene, which every canvas draws.
  ///
  /// - Parameters:
  ///   - describesMarks: whether marks carry titles, as SVG shows them.
  ///   - marked: the markers, with what was noted about them; `nil` for those of the view.
  ///   - observer: receives what is being done.
  public func snapshot(
    of view: SnapshotRequest.View, in viewport: Viewport, selection: MapPoint? = nil, describesMarks: Bool,
    marked: MarkedView? = nil, shaper: PangoTextShaper, observer: (SnapshotStage) -> Void = { _ in }
  ) throws(SessionError) -> Snapshot {
    var options = PictureOptions(view.output)
    options.describesMarks = describesMarks
    options.tracksMarkers = tracksMarkers
    options.repeatsWorld = view.view.repeatsWorld
    options.framesWorld = plan.chosen.folder.isBuiltIn
    options.worldMiddle = view.view.middle(in: viewport.size)
    options.isFitted = view.view.isFitted
    options.selection = selection
    let locator = try locator(of: view, in: viewport, shaper)
    options.decorations.locator = locator.flatMap { own in own.scene.map { (own.settings, $0) } }
    let map = drawing(try map(of: view), view)
    var result: Snapshot
    do throws(SnapshotError) {
      result =
        if let marked {
          try map.snapshot(
            of: viewport, groups: marked.groups, options: options, shaper: shaper, marked.warnings)
        } else {
          try map.snapshot(of: viewport, options: options, shaper: shaper, observer: observer)
        }
    } catch {
      throw fault(of: view)(error)
    }
    if let note = locator?.note { result.notes.append(note) }
    return result
  }

  /// A view's scene as a file's bytes.
  ///
  /// - Parameter place: the file in messages; `nil` for none.
  /// - Throws: ``SessionError`` for a scene that cannot be drawn.
  public func encoded(
    _ scene: Scene, of view: SnapshotRequest.View, as format: PictureFormat, place: String? = nil
  ) throws(SessionError) -> [UInt8] {
    try file(of: scene, view, as: format, place: place).bytes
  }

  /// A view's scene as a file's bytes, with the error of reduced colors; see ``encoded(_:of:as:place:)``.
  func file(
    of scene: Scene, dark: Scene? = nil, _ view: SnapshotRequest.View, as format: PictureFormat,
    place: String? = nil
  ) throws(SessionError) -> (bytes: [UInt8], error: ColorError?) {
    try checkPixels(scene.size.width, scene.size.height, scene.scale)
    // The fonts were loaded when the scene was made.
    let shaper = format == .pdf ? try ownShapers?.take() : nil
    defer { if let shaper { giveBack(shaper) } }
    let encoding = PictureEncoding(
      settings: view.output, threads: snapshotter.threads, place: place, shaper: shaper)
    return try encoding.file(of: scene, dark: dark, as: format)
  }
}

/// Markers of a view, and what was noted while they were found.
public struct MarkedView: Sendable {
  /// The markers of clustered sources.
  public package(set) var groups: [MarkerGroup]
  package var warnings: StyleWarnings
}
