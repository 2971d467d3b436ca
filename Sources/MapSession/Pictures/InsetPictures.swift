import BuiltIns
import CairoCanvas
import Drawing
import JSONDocument
import MapContent
import MapGeometry
import MapScene
import MapSettings

/// Small maps in strips above and below the map of a view, which keeps the rest of the picture.
struct InsetLayout {
  struct Place {
    let options: InsetOptions
    let size: ScreenSize
    /// The upper left corner in the picture, below the title.
    var origin: Point
  }

  static let setting = SettingName("insets", option: ViewOptions.table["insets"]?.optionName)
  private static let gap = 8.0
  /// The height of a line of titles, in points.
  let titleHeight: Double
  /// The smallest height of the map between the strips.
  private static let leastHeight = 64.0

  private(set) var places: [Place] = []
  /// The height of the strip above the map, and that of the one below.
  private(set) var (top, bottom) = (0.0, 0.0)

  /// - Throws: ``SessionError`` for insets that do not fit into a picture of the size.
  init(_ insets: [InsetOptions], in size: ScreenSize, textSize: Double) throws(SessionError) {
    titleHeight = textSize + 5
    for isTop in [true, false] {
      let row = insets.filter { ($0.corner == .topLeft || $0.corner == .topRight) == isTop }
      guard !row.isEmpty else { continue }
      let sizes = row.map { $0.size ?? InsetOptions.standardSize }
      let width = sizes.reduce(InsetLayout.gap) { $0 + $1.width + InsetLayout.gap }
      guard width <= size.width else {
        throw .input(
          "insets of \(Int(width.rounded(.up))) points in a row do not fit a picture that is \(Int(size.width)) wide; make them smaller with \(setting: InsetLayout.setting), or the picture larger"
        )
      }
      let titles = row.contains { $0.title != nil } ? titleHeight : 0
      let height = (sizes.map(\.height).max() ?? 0) + titles + 2 * InsetLayout.gap
      if isTop { top = height } else { bottom = height }
      var (left, right) = (InsetLayout.gap, size.width - InsetLayout.gap)
      for (inset, own) in zip(row, sizes) {
        let isRight = inset.corner == .topRight || inset.corner == .bottomRight
        let x = isRight ? right - own.width : left
        if isRight { right = x - InsetLayout.gap } else { left = x + own.width + InsetLayout.gap }
        let y = (isTop ? 0 : size.height - height) + InsetLayout.gap + titles
        places.append(Place(options: inset, size: own, origin: Point(x: x, y: y)))
      }
    }
    guard size.height - top - bottom >= InsetLayout.leastHeight else {
      throw .input(
        "strips of insets leave \(Int(max(0, size.height - top - bottom))) of \(Int(size.height)) points for the map; make them smaller with \(setting: InsetLayout.setting), or the picture larger"
      )
    }
  }
}

extension LoadedMap {
  /// Returns the layout of a view's insets; `nil` for a view without.
  ///
  /// - Throws: ``SessionError`` for insets that do not fit.
  func insetLayout(of view: SnapshotRequest.View) throws(SessionError) -> InsetLayout? {
    guard let insets = view.view.insets, !insets.isEmpty else { return nil }
    return try rethrowing(
      InsetLayout(
        insets, in: view.view.size ?? ViewOptions.standardSize,
        textSize: view.output.insetFrames?.textSize ?? 11)
    ) { (error: SessionError) in error.spelled(spelling) }
  }

  /// A view without its insets: what the strips leave of the picture; of small maps the view of each.
  ///
  /// - Throws: ``SessionError`` for insets that do not fit.
  func mainView(of view: SnapshotRequest.View) throws(SessionError) -> SnapshotRequest.View {
    if let facets = try facetLayout(of: view) {
      var small = view
      small.view.size = facets.size
      return small
    }
    guard let layout = try insetLayout(of: view) else { return view }
    var main = view
    let size = view.view.size ?? ViewOptions.standardSize
    main.view.size = ScreenSize(width: size.width, height: size.height - layout.top - layout.bottom)
    return main
  }

  /// The insets of a view as views of their own, without anything around their maps.
  func insetViews(of view: SnapshotRequest.View) throws(SessionError) -> [SnapshotRequest.View] {
    guard let layout = try insetLayout(of: view) else { return [] }
    let apart = apart(view.view)
    return layout.places.map { place in
      var inset = view
      inset.view = ViewOptions()
      if let box = place.options.box, apart.contains(box) { inset.view.insets = [place.options] }
      (inset.view.box, inset.view.size) = (place.options.box, place.size)
      (inset.view.scale, inset.view.dotsPerInch) = (view.view.scale, view.view.dotsPerInch)
      inset.view.projection = place.options.projection ?? view.view.projection
      inset.view.padding = Padding(0)
      inset.output = OutputSettings()
      (inset.output.placeNames, inset.output.borders) = (view.output.placeNames ?? false, view.output.borders)
      inset.output.background = view.output.background
      inset.output.numberFormat = view.output.numberFormat
      return inset
    }
  }

  /// The boxes whose points insets alone show: those of a set, and those far from all other points; none without others.
  private func apart(_ options: ViewOptions) -> [BoundingBox] {
    let all = options.insetBoxes
    guard snapshotter.pointCount(outside: all) > 0, let others = snapshotter.bounds(.all, outside: all)
    else { return [] }
    let (set, near) = (options.insetSet?.insets.compactMap(\.box) ?? [], others.grownByHalf)
    return all.filter { set.contains($0) || !near.contains($0.middle) }
  }

  /// The map of a view with its share of the points: without those of insets, or, of an inset apart, with these alone.
  func besideInsets(_ map: MapSnapshotter, of options: ViewOptions) throws(SnapshotError) -> MapSnapshotter {
    guard let insets = options.insets, !insets.isEmpty, !map.sources.isEmpty else { return map }
    let isInset = insets.count == 1 && insets[0].box == options.box
    let sources = try sheets.known(\.besideInsets, of: options) { () throws(SnapshotError) in
      let boxes = isInset ? options.insetBoxes : apart(options)
      return try map.sources.map { source throws(SnapshotError) in
        try source.divided(by: boxes, isInside: isInset)
      }
    }
    return map.on(map.sheet, sources)
  }

  /// Notes on what the insets of a view leave of it, and on points far from it that no inset shows.
  func insetNotes(of view: SnapshotRequest.View) -> [SettingText] {
    guard let layout = try? insetLayout(of: view) else { return [] }
    var notes: [SettingText] = []
    let height = (view.view.size ?? ViewOptions.standardSize).height
    let left = height - layout.top - layout.bottom
    if layout.top > 0, layout.bottom > 0, left < 0.6 * height {
      notes.append(
        "strips of insets above and below leave \(Int(left)) of \(Int(height)) points for the map; put all of them on one side with \(setting: InsetLayout.setting), or make the picture higher"
      )
    }
    notes += snapshotter.sources.filter(\.isCounted).map {
      "the points of \(escapedForMessage($0.name)) were counted before, so that those in insets are on the map, too"
    }
    guard let main = view.view.mainPart, view.view.isFittedToPoints else { return notes }
    let count = snapshotter.pointCount(outside: view.view.insetBoxes + [main])
    let note: SettingText =
      "\(counted(count, "point")) \(count == 1 ? "lies" : "lie") far from the main part of the country and in none of its insets, and the map is not fitted to \(count == 1 ? "it" : "them"); show \(count == 1 ? "it" : "them") in one more inset with \(setting: InsetLayout.setting, to: "NAME=WEST,SOUTH,EAST,NORTH")"
    return count > 0 ? notes + [note] : notes
  }

  /// Returns the viewports of pictures, with their insets.
  func viewports(of plans: [PicturePlan]) throws(SessionError) -> [Viewport] {
    var viewports = plans.map(\.viewport)
    for plan in plans {
      for inset in try insetViews(of: plan.view) { viewports.append(try viewport(of: inset).viewport) }
    }
    return viewports
  }

  /// The markers of a map and its insets, drawn by the same scales.
  func markedViews(
    _ views: [(view: SnapshotRequest.View, viewport: Viewport, facet: String?)],
    _ observer: (SnapshotStage) -> Void
  ) throws(SessionError) -> [MarkedView] {
    var marked: [MarkedView] = []
    for (view, viewport, facet) in views {
      let map = try map(of: view)
      var own = MarkedView(groups: [], warnings: map.sourceWarnings)
      own.groups = try rethrowing(
        map.clusteredMarkers(in: viewport, facet: facet, observer: observer, noting: &own.warnings),
        as: fault(of: view))
      marked.append(own)
    }
    for number in marked[0].groups.indices {
      let shared = MarkerGroup.sharingScales(marked.map { $0.groups[number] }, .markersOfMaps)
      for (index, group) in shared.enumerated() { marked[index].groups[number] = group }
    }
    return marked
  }

  /// The colors of lines and titles around small maps, and of what is behind them.
  func insetInk(of output: OutputSettings) -> (ink: Color, paper: Color) {
    let look = output.insetFrames ?? OutputSettings.Decoration()
    let ink = isDark ? Color(red: 0.66, green: 0.71, blue: 0.76) : Color(red: 0.26, green: 0.32, blue: 0.38)
    let paper = isDark ? Color(red: 0.03, green: 0.05, blue: 0.07) : .white
    return (look.color ?? ink, look.background ?? paper)
  }

  /// A view's snapshot with the pictures of its insets in its scene.
  func snapshot(
    of plan: PicturePlan, _ layout: InsetLayout, _ shaper: PangoTextShaper,
    _ observer: (SnapshotStage) -> Void
  ) throws(SessionError) -> Snapshot {
    var views = [(view: try mainView(of: plan.view), viewport: plan.viewport)]
    for view in try insetViews(of: plan.view) { views.append((view, try viewport(of: view).viewport)) }
    let marked = try markedViews(views.map { ($0.view, $0.viewport, nil) }, observer)
    let describesMarks = [.svg, .html].contains(plan.format)
    var result = try snapshot(
      of: views[0].view, in: plan.viewport, selection: plan.selection, describesMarks: describesMarks,
      marked: marked[0], shaper: shaper, observer: observer)
    let main = result.scene
    let size = plan.view.view.size ?? ViewOptions.standardSize
    let look = plan.view.output.insetFrames ?? OutputSettings.Decoration()
    let (ink, paper) = insetInk(of: plan.view.output)
    var insets = [Inset(main, at: Point(x: 0, y: layout.top))]
    var (frames, titles): ([Mark], [Mark]) = ([], [])
    for (place, (number, view)) in zip(layout.places, views.enumerated().dropFirst()) {
      let own = try snapshot(
        of: view.view, in: view.viewport, describesMarks: describesMarks, marked: marked[number],
        shaper: shaper)
      result.notes += own.notes
      var origin = place.origin
      // Titles beside the map make it larger than its view.
      if origin.y > layout.top { origin.y += main.size.height - plan.viewport.size.height }
      insets.append(Inset(own.scene, at: origin))
      var frame = Path()
      frame.add(Rectangle(x: origin.x, y: origin.y, width: place.size.width, height: place.size.height))
      if look.isShown { frames.append(Mark(.stroke(Stroke(frame, .color(ink), width: 1)))) }
      guard let title = place.options.title else { continue }
      titles.append(
        try SideBySide(shaper).mark(
          title, at: Point(x: origin.x, y: origin.y + 1 - layout.titleHeight), within: place.size.width,
          color: ink, look: look))
    }
    result.mapCorner = result.mapCorner + Point(x: 0, y: layout.top)
    let height = size.height + main.size.height - plan.viewport.size.height
    let above = Scene(
      size: Size(width: size.width, height: height), scale: main.scale,
      layers: [SceneLayer(id: "inset-frames", marks: frames)])
    result.scene = Scene(
      size: Size(width: max(size.width, main.size.width), height: height), scale: main.scale,
      background: paper, title: main.title, layers: [SceneLayer(id: "inset-titles", marks: titles)],
      insets: insets + [Inset(above, at: .zero)])
    return result
  }
}
