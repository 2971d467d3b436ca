import Drawing
import JSONDocument
import MapContent
import MapGeometry
import MapScene
import MapSettings

/// Makes the pages of a map, a function a form: of its plan and its data alone, and of no picture.
struct PageMaking {
  let plan: MapPlan
  /// Style and data, on Mercator's plane.
  let map: MapSnapshotter
  let facts: Facts
  /// Opens a system of coordinates that a library of others knows.
  let open: (String) throws(SnapshotError) -> any PlanarSystem

  /// The page of a view.
  func page(of view: SnapshotRequest.View) throws(SessionError) -> Page {
    let (whole, growth) = (view.view, view.view.growth)
    var view = view
    view.view = whole.shrunk(by: growth)
    var page =
      if let values = facts.facets {
        try facetPage(of: view, values.map(\.text))
      } else if let zooms = whole.zooms {
        try sheetPage(
          of: view, zooms.map { "zoom \(decimalText(of: $0, decimals: 2))" }, zooms: view.view.zooms)
      } else if let insets = view.view.insets, !insets.isEmpty {
        try insetPage(of: view, insets)
      } else {
        try singlePage(of: view)
      }
    page.growth = growth
    for index in page.panels.indices where growth > 1 {
      let panel = page.panels[index]
      page.panels[index].data.sources = try rethrowing(
        panel.data.sources.map { source throws(SnapshotError) in
          try source.limited(atZoom: whole.wholeZoom(of: panel.viewport))
        }, as: plan.fault(of: view))
    }
    page.caption = plan.requested.column?.caption
    page.locator = try Locator(of: page.view, in: page.main.viewport)
    return page
  }

  // MARK: Panels

  private func panel(
    _ view: SnapshotRequest.View, _ known: PanelData? = nil, within box: BoundingBox? = nil,
    at origin: Point = .zero, mayHavePins: Bool = false
  ) throws(SessionError) -> Panel {
    let data = if let known { known } else { try data(of: view, within: box) }
    var map = data.map(map)
    map.mayDrawPins = mayHavePins
    let (viewport, selection) = try rethrowing(map.view(of: view.view), as: plan.fault(of: view))
    return Panel(view: view, data: data, viewport: viewport, selection: selection, origin: origin)
  }

  private func singlePage(of view: SnapshotRequest.View) throws(SessionError) -> Page {
    let data = try data(of: view)
    var view = view
    view.view.size = view.view.size ?? shapedSize(of: view.view, data.map(map))
    var panel = try panel(view, data, mayHavePins: plan.mayDrawPins(in: view))
    guard liesInTown(view, panel.viewport) else { return Page(form: .single, view: view, panels: [panel]) }
    var piece = OutputSettings.Decoration()
    piece.isOptional = true
    let own = view.output
    let isSmall = min(panel.viewport.size.width, panel.viewport.size.height) < 360
    if !isSmall { view.output.locator = own.locator ?? piece }
    if panel.viewport.pitch == 0 { view.output.scaleBar = own.scaleBar ?? piece }
    panel.view = view
    var page = Page(form: .single, view: view, panels: [panel])
    page.hasWhereabouts = own.locator?.isShown != false && own.placeNames != false
    return page
  }

  /// True for a picture of the built-in world so near that neither its lines nor its names show a place; tiles,
  /// whose labels are cut, lie beside others.
  private func liesInTown(_ view: SnapshotRequest.View, _ viewport: Viewport) -> Bool {
    let (requested, chosen) = (plan.requested, plan.chosen)
    return viewport.zoom >= 8 && chosen.basemap.isWorldAlone && chosen.folder.isBuiltIn && !requested.hasSteps
      && requested.column == nil && view.output.edgeLabels != .cut
  }

  /// The size of a picture in the shape of the points that it is fitted to, between 2:1 and 4:3; `nil` for other views.
  private func shapedSize(of options: ViewOptions, _ map: MapSnapshotter) -> ScreenSize? {
    guard plan.requested.specification.shapesPictures, options.isFittedToPoints, options.zoom == nil,
      options.bearing ?? 0 == 0, options.pitch ?? 0 == 0,
      map.sources.allSatisfy({ $0.isBackdrop || $0.keepsPlaces }),
      let box = map.bounds(options.fit == .robust ? .robust : .all, outside: options.unfittedBoxes)
    else { return nil }
    let down = WorldPoint.y(ofLatitude: box.south) - WorldPoint.y(ofLatitude: box.north)
    let (across, width) = (box.longitudes.width / 360, ViewOptions.standardSize.width)
    return ScreenSize(
      width: width, height: (width * min(0.75, max(0.5, across > 0 ? down / across : 1))).rounded())
  }

  /// The data of a view: on the sheet of its projection, without the points that its insets alone show.
  ///
  /// - Parameter box: of an inset that alone shows its points; `nil` for another map.
  func data(of view: SnapshotRequest.View, within box: BoundingBox? = nil) throws(SessionError) -> PanelData {
    var options = view.view
    options.projection = options.projection ?? plan.projection(of: view, showing: map)
    do throws(SnapshotError) {
      let sheet = options.isProjected ? try map.sheet(of: options, opening: open) : nil
      var sources = try facts.sources(of: map, on: sheet)
      let boxes = box.map { [$0] } ?? apart(options)
      if !boxes.isEmpty {
        sources = try sources.map { source throws(SnapshotError) in
          try source.divided(by: boxes, isInside: box != nil)
        }
      }
      let data = PanelData(sheet: sheet, sources: sources)
      if options.isProjected { try data.map(map).checkShown(options) }
      return data
    } catch {
      throw plan.fault(of: view)(error)
    }
  }

  // MARK: Insets

  private func insetPage(
    of view: SnapshotRequest.View, _ insets: [InsetOptions]
  ) throws(SessionError) -> Page {
    let layout = try InsetLayout(
      insets, in: view.view.size ?? ViewOptions.standardSize,
      textSize: view.output.insetFrames?.textSize ?? 11, shape: shape(of: view.view))
    var main = view
    main.view.size = layout.mapSize
    var panels = [try panel(main, at: layout.corner)]
    let apart = apart(view.view)
    for place in layout.places {
      // A view of its own, without anything around its map.
      var inset = view
      inset.view = ViewOptions()
      (inset.view.box, inset.view.size) = (place.options.box, place.size)
      (inset.view.scale, inset.view.dotsPerInch) = (view.view.scale, view.view.dotsPerInch)
      inset.view.projection = place.options.projection ?? view.view.projection
      inset.view.padding = Padding(0)
      inset.output = OutputSettings()
      (inset.output.placeNames, inset.output.borders) = (view.output.placeNames ?? false, view.output.borders)
      (inset.output.background, inset.output.fontSize) = (view.output.background, view.output.fontSize)
      inset.output.numberFormat = view.output.numberFormat
      var panel = try panel(inset, within: place.options.box.flatMap { apart.contains($0) ? $0 : nil })
      (panel.origin, panel.title) = (place.origin, place.options.title)
      panel.isFramed = (view.output.insetFrames ?? OutputSettings.Decoration()).isShown
      panels.append(panel)
    }
    return Page(
      form: .insets, view: view, panels: panels, titleHeight: layout.titleHeight,
      notes: notes(on: layout, of: view))
  }

  /// The width of what a fitted view shows by its height, about; `nil` for others.
  private func shape(of options: ViewOptions) -> Double? {
    guard options.isFitted || options.box != nil,
      let box = options.box ?? map.bounds(.all, outside: options.unfittedBoxes)
    else { return nil }
    let down = WorldPoint.y(ofLatitude: box.south) - WorldPoint.y(ofLatitude: box.north)
    return box.longitudes.width < 200 ? min(3, max(0.3, box.longitudes.width / 360 / max(1e-9, down))) : 2
  }

  /// The boxes whose points insets alone show: those of a set, and those far from all other points; none without others.
  private func apart(_ options: ViewOptions) -> [BoundingBox] {
    let all = options.insetBoxes
    guard !all.isEmpty, map.pointCount(outside: all) > 0, let others = map.bounds(.all, outside: all)
    else { return [] }
    let (set, near) = (options.insetSet?.insets.compactMap(\.box) ?? [], others.grownByHalf)
    return all.filter { set.contains($0) || !near.contains($0.middle) }
  }

  /// Notes on what insets leave of the map, and on points far from it that none of them shows.
  private func notes(on layout: InsetLayout, of view: SnapshotRequest.View) -> [SettingText] {
    var notes: [SettingText] = []
    if layout.share > 0.34 {
      let isDouble = layout.corner != .zero && layout.strips.right + layout.strips.bottom > 0
      notes.append(
        "insets take \(Int(layout.share * 100)) % of the picture; \(isDouble ? "put all of them on one side with \(setting: InsetLayout.setting), " : "" as SettingText)make the picture larger, or set a smaller size in the insets of a request"
      )
    }
    notes += map.sources.filter(\.isCounted).map {
      "the points of \(escapedForMessage($0.name)) were counted before, so that those in insets are on the map, too"
    }
    guard let main = view.view.mainPart, view.view.isFittedToPoints else { return notes }
    let count = map.pointCount(outside: view.view.insetBoxes + [main])
    let note: SettingText =
      "\(counted(count, "point")) \(count == 1 ? "lies" : "lie") far from the main part of the country and in none of its insets, and the map is not fitted to \(count == 1 ? "it" : "them"); show \(count == 1 ? "it" : "them") in one more inset with \(setting: InsetLayout.setting, to: "NAME=WEST,SOUTH,EAST,NORTH")"
    return count > 0 ? notes + [note] : notes
  }

  // MARK: Facets

  private func facetPage(of view: SnapshotRequest.View, _ values: [String]) throws(SessionError) -> Page {
    var fault: SettingText?
    if view.view.insets?.isEmpty == false {
      fault = "\(name: InsetLayout.setting) and \(name: .facets) exclude each other; set one of them"
    } else if view.output.locator?.isShown == true {
      fault = "\(name: "locator") and \(name: .facets) exclude each other; set one of them"
    } else if let bare = map.sources.first(where: { $0.clustering == nil && $0.facetCategories != nil }) {
      fault =
        "\(name: .facets): the style draws the points of \(bare.name) one by one; set \(setting: "method", to: "none")"
    } else if values.isEmpty {
      fault = "\(name: .facets): no point has a value; name another column"
    }
    if let fault { throw .input(fault) }
    return try sheetPage(of: view, values)
  }

  /// Small maps under their titles: of the values of a column each, or of zooms.
  private func sheetPage(
    of view: SnapshotRequest.View, _ values: [String], zooms: [Double]? = nil
  ) throws(SessionError) -> Page {
    let layout = try FacetLayout(
      values, in: view.view.size ?? ViewOptions.standardSize, panel: view.view.panelSize, isRow: zooms != nil,
      textSize: view.output.insetFrames?.textSize ?? 12 * view.output.labelScale,
      isAttributed: view.output.attribution?.text != nil || !plan.chosen.tiles.isEmpty)
    var small = view
    small.view.size = layout.size
    // A zoom has a scale of its own.
    small.output.leaveOutDecorations(butScaleBar: zooms != nil)
    // Each map would have other names.
    small.output.placeNames = small.output.placeNames ?? false
    if let zoom = zooms?.first { small.view.zoom = zoom }
    var panel = try panel(small)
    var panels: [Panel] = []
    for (number, value) in layout.values.enumerated() {
      if let zooms {
        small.view.zoom = zooms[number]
        panel = try self.panel(small)
      } else {
        panel.facet = value
      }
      panel.isFramed = true
      (panel.title, panel.origin) = (view.output.panelTitle(value, number), layout.origin(of: number))
      panels.append(panel)
    }
    var whole = view
    whole.view.size = layout.sheet
    if zooms != nil { whole.output.scaleBar = nil }
    return Page(form: .facets, view: whole, panels: panels, titleHeight: layout.titleHeight)
  }
}

extension MapPlan {
  /// The place of a view in the request; `nil` without one.
  func place(of view: SnapshotRequest.View, _ setting: String? = nil) -> String? {
    placeText(requested.requestName, setting.flatMap { view.positions[$0] } ?? view.positions[""])
  }

  /// The session's error of a view.
  func fault(of view: SnapshotRequest.View) -> (SnapshotError) -> SessionError {
    { $0.inSession(at: place(of: view, $0.viewSetting), of: self) }
  }
}
