import CairoCanvas
import Drawing
import JSONDocument
import MapContent
import MapDecorations
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings

/// Draws pages, whose pictures are loaded: the markers of all panels, the scales that these share, the maps, the furniture,
/// and one scene of all.
struct PageDrawing: Sendable {
  let plan: MapPlan
  /// The map on Mercator's plane, with all that it is drawn with.
  let map: MapSnapshotter
  /// The built-in world that locators show; `nil` for none.
  @OutOfLine var locatorWorld: MapSnapshotter?
  /// True if pictures know every marker that was drawn, for who writes them as data.
  let tracksMarkers: Bool

  /// The markers of a panel, and what was noted while they were found.
  private typealias Markers = (groups: [MarkerGroup], warnings: StyleWarnings)

  /// The picture of a page.
  ///
  /// - Parameter describesMarks: whether marks carry titles, as SVG shows them.
  func snapshot(
    of page: Page, describesMarks: Bool, _ shaper: any TextShaper,
    observer: (SnapshotStage) -> Void = { _ in }
  ) throws(SessionError) -> Snapshot {
    let markers = try markers(of: page, observer)
    observer(.drawing)
    var drawn: [Snapshot] = []
    for (panel, own) in zip(page.panels, markers) {
      // The locator is that of the map of the view.
      let locator = drawn.isEmpty ? page.locator : nil
      drawn.append(try snapshot(of: panel, on: page, own, locator, describesMarks: describesMarks, shaper))
    }
    var result = drawn[0]
    switch page.form {
    case .single: break
    case .insets: result = try composed(page, drawn, on: drawn[0], notes: drawn.flatMap(\.notes), shaper)
    case .facets:
      let (map, viewport, options) = try furniture(of: page, markers, shaper)
      var sheet = try rethrowing(
        map.snapshot(of: viewport, groups: [], options: options, shaper: shaper),
        as: plan.fault(of: page.view))
      sheet.groups = drawn.flatMap(\.groups)
      // Names and marks are those of the small maps.
      let own = sheet.notes.filter { $0.code.hasPrefix("decoration") || $0.code.hasPrefix("scale-bar") }
      result = try composed(page, drawn, on: sheet, notes: own + drawn.flatMap(\.notes), shaper)
    }
    result.scene.growth = page.growth
    return result
  }

  /// The style and the data of a panel, without the names and borders that its view leaves out.
  func map(of data: PanelData, _ output: OutputSettings) -> MapSnapshotter {
    let (names, borders) = (output.placeNames, output.borders ?? true)
    return data.map(map).mapLayers { layer in
      let isWorld = layer.source == WorldBasemap.tilesID
      if isWorld, layer.sourceLayer == "boundary" { return borders ? layer : nil }
      guard layer.type == .symbol, isWorld || plan.chosen.tiles[layer.source ?? ""] != nil else {
        return layer
      }
      guard names == nil, isWorld else { return names == false ? nil : layer }
      return plan.chosen.namesWorld ? layer.starting(atZoom: WorldBasemap.namesZoom) : nil
    }
  }

  /// The markers of all panels, drawn by the same scales.
  private func markers(of page: Page, _ observer: (SnapshotStage) -> Void) throws(SessionError) -> [Markers] {
    var found: [Markers] = []
    for panel in page.panels {
      let map = panel.data.map(map)
      var warnings = map.sourceWarnings
      let groups = try rethrowing(
        map.clusteredMarkers(in: panel.viewport, facet: panel.facet, observer: observer, noting: &warnings),
        as: plan.fault(of: panel.view))
      found.append((groups, warnings))
    }
    guard page.form != .single else { return found }
    for number in found[0].groups.indices {
      let shared = MarkerGroup.sharingScales(found.map { $0.groups[number] }, .markersOfMaps)
      for (index, group) in shared.enumerated() { found[index].groups[number] = group }
    }
    return found
  }

  /// The pieces of a page and the strips beside its maps; `nil` if nothing may stand there.
  func decorations(of page: Page, _ shaper: any TextShaper) throws(SessionError) -> DecorationPlan? {
    let map = map(of: page.main.data, page.view.output)
    guard map.hasPieces(DecorationOptions(page.view.output)) else { return nil }
    let markers = try markers(of: page) { _ in }
    let (areFacets, groups) = (page.form == .facets, markers[0].groups)
    let (prepared, viewport, options) =
      areFacets ? try furniture(of: page, markers, shaper) : try prepared(page.main, on: page, groups)
    return try rethrowing(
      prepared.decorations(of: viewport, areFacets ? [] : groups, options: options, shaper: shaper),
      as: plan.fault(of: page.view))
  }

  private func snapshot(
    of panel: Panel, on page: Page, _ markers: Markers, _ locator: Locator?, describesMarks: Bool,
    _ shaper: any TextShaper
  ) throws(SessionError) -> Snapshot {
    var (map, viewport, options) = try prepared(panel, on: page, markers.groups)
    options.describesMarks = describesMarks
    options.tracksMarkers = tracksMarkers
    do throws(SnapshotError) {
      if let locator, let locatorWorld {
        let scene = try locator.scene(of: locatorWorld, isDark: self.map.isDark, shaper)
        options.decorations.locator = scene.map { (locator.settings, $0) }
      }
      var result = try map.snapshot(
        of: viewport, groups: markers.groups, options: options, shaper: shaper, markers.warnings)
      if drawsPins(page, panel.view, markers.groups), plan.sources.allSatisfy({ $0.merged.labelBy == nil }) {
        // Nobody asked for the names of pins.
        result.notes.removeAll { $0.code == "labels-hidden" }
      }
      if let note = locator?.note { result.notes.append(note) }
      return result
    } catch {
      throw plan.fault(of: panel.view)(error)
    }
  }

  /// The map of a panel, and what is drawn beside its layers but the locator.
  private func prepared(
    _ panel: Panel, on page: Page, _ groups: [MarkerGroup]
  ) throws(SessionError) -> (map: MapSnapshotter, viewport: Viewport, options: PictureOptions) {
    let view = panel.view
    var options = PictureOptions(view.output)
    if panel.origin == page.main.origin, page.form != .facets {
      (options.decorations.room, options.decorations.outside) = (page.room, page.outside)
    }
    options.repeatsWorld = view.view.repeatsWorld
    options.framesWorld = plan.chosen.folder.isBuiltIn
    options.worldMiddle = view.view.middle(in: panel.viewport.size)
    options.isFitted = view.view.isFitted
    options.selection = panel.selection
    options.highlight = try view.output.highlight.map { filter throws(SessionError) in
      try rethrowing(CompiledRowFilter(filter)) { (error: RowFilterError) in
        SessionError.input("\(name: "highlight"): \(error.line)", at: plan.place(of: view, "highlight"))
      }
    }
    if page.hasWhereabouts {
      var words = OutputSettings.Decoration(
        text: PictureDescription.whereabouts(of: panel.viewport, language: view.output.language ?? .en))
      words.isOptional = true
      options.decorations.whereabouts = words
    }
    let map = map(of: panel.data, view.output)
    guard drawsPins(page, view, groups) else { return (map, panel.viewport, options) }
    return (try rethrowing(map.drawingPins(), as: plan.fault(of: view)), panel.viewport, options)
  }

  /// True for a single map of few markers that stand for few points, whose look nobody has set.
  private func drawsPins(_ page: Page, _ view: SnapshotRequest.View, _ groups: [MarkerGroup]) -> Bool {
    guard page.form == .single, plan.mayDrawPins(in: view) else { return false }
    let markers = groups.flatMap(\.markers.markers)
    return markers.count <= MapSnapshotter.mostPins
      && markers.allSatisfy { $0.count <= MapSnapshotter.mostPointsOfPin }
  }

  /// The sheet of small maps, with the pieces that stand around them.
  private func furniture(
    of page: Page, _ markers: [Markers], _ shaper: any TextShaper
  ) throws(SessionError) -> (map: MapSnapshotter, viewport: Viewport, options: PictureOptions) {
    let map = map(of: page.main.data, page.view.output)
    var options = PictureOptions(page.view.output)
    (options.decorations.room, options.decorations.outside) = (page.room, page.outside)
    // Upon the maps titles would hide points.
    if options.decorations.title?.side == nil { options.decorations.title?.side = .above }
    if options.decorations.subtitle?.side == nil { options.decorations.subtitle?.side = .above }
    options.decorations.graticule = nil
    let viewport = page.main.viewport
    do throws(SnapshotError) {
      options.decorations.places = try map.legendBelow(
        zip(page.panels, markers).map { ($0.viewport, $1.groups) }, options: options, shaper: shaper)
      let whole = try rethrowing(
        Viewport(
          center: viewport.center, zoom: viewport.zoom, size: page.size, scale: viewport.scale,
          bearing: viewport.bearing, pitch: viewport.pitch
        ).on(viewport.sheet), as: SnapshotError.geometry)
      return (map, whole, options)
    } catch {
      throw plan.fault(of: page.view)(error)
    }
  }

  /// The maps of a page under their titles as one scene.
  ///
  /// - Parameter base: of small maps the sheet, which is as large as it is with what stands around them; else the map of the view,
  ///   which may be larger than it is on the page.
  private func composed(
    _ page: Page, _ drawn: [Snapshot], on base: Snapshot, notes: [Diagnostic], _ shaper: any TextShaper
  ) throws(SessionError) -> Snapshot {
    let (areFacets, main, whole) = (page.form == .facets, page.main, base.scene)
    let look = page.view.output.insetFrames ?? OutputSettings.Decoration()
    let ink = look.color ?? (map.isDark ? Color(red: 0.66, green: 0.71, blue: 0.76) : Montage.gray)
    let paper = look.background ?? (map.isDark ? Color(red: 0.03, green: 0.05, blue: 0.07) : .white)
    var montage = Montage(
      shaper, look: look, size: (areFacets ? 12 : 11) * page.view.output.labelScale, color: ink)
    var frames: [DrawItem] = []
    let growth = Point(
      x: whole.size.width - main.viewport.size.width, y: whole.size.height - main.viewport.size.height)
    for (panel, own) in zip(page.panels, drawn) {
      var corner = panel.origin
      if areFacets {
        corner = corner + base.mapCorner
      } else {
        if corner.x > main.origin.x + main.viewport.size.width { corner.x += growth.x }
        if corner.y > main.origin.y + main.viewport.size.height { corner.y += growth.y }
      }
      montage.add(own.scene, at: corner)
      if panel.isFramed {
        let frame = Rectangle(panel.viewport.size).offset(by: corner)
        frames.append(.stroke(Path(frame), ink, width: areFacets ? 0.75 : 1))
      }
      guard let title = panel.title else { continue }
      try montage.write(
        title, at: Point(x: corner.x, y: corner.y + 1 - page.titleHeight), within: panel.viewport.size.width)
    }
    // Frames of insets lie above all maps, as the furniture of facets does.
    let size =
      areFacets ? whole.size : Size(width: page.size.width + growth.x, height: page.size.height + growth.y)
    let lines = SceneLayer(id: areFacets ? "facet-frames" : "inset-frames", marks: frames)
    var above = Scene(size: size, scale: whole.scale, layers: [lines])
    if areFacets {
      (above.origin, above.insets) = (whole.origin, whole.insets)
      above.layers = whole.layers.filter { $0.id == "decorations" }
    }
    montage.add(above, at: .zero)
    var result = base
    result.notes = notes
    if !areFacets { result.mapCorner = result.mapCorner + main.origin }
    result.scene = montage.scene(
      areFacets ? "facet-titles" : "inset-titles", size: size, scale: whole.scale, paper: paper,
      title: areFacets ? page.view.output.title?.text : whole.title, marks: areFacets ? lines : nil)
    return result
  }
}

extension MapSnapshotter {
  /// True if the background of the style is dark.
  var isDark: Bool { style.isDark(atZoom: 0) }
}
