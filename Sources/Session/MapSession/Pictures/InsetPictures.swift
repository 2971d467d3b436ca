import BuiltIns
import CairoCanvas
import Drawing
import JSONDocument
import MapContent
import MapGeometry
import MapScene
import MapSettings

/// Small maps in strips above and below the map of a view, or left and right of it, whichever leaves it larger.
struct InsetLayout {
  struct Place {
    let options: InsetOptions
    let size: ScreenSize
    /// The upper left corner in the picture, below the title.
    var origin: Point
  }

  static let setting = SettingName("insets", option: ViewOptions.table["insets"]?.optionName)
  private static let gap = 8.0
  /// The smallest side of the map between the strips.
  private static let leastSide = 64.0
  /// The height of a line of titles, in points.
  private(set) var titleHeight: Double
  private var size: ScreenSize
  private(set) var places: [Place] = []
  /// The room of the strips at each side.
  private(set) var strips = Padding(0)
  /// The length of the longest strip.
  private var longest = 0.0

  /// The upper left corner of the map.
  var corner: Point { Point(x: strips.left, y: strips.top) }
  /// The size of the map.
  var mapSize: ScreenSize {
    ScreenSize(
      width: max(0, size.width - strips.left - strips.right),
      height: max(0, size.height - strips.top - strips.bottom))
  }
  /// The share of the picture that the strips take.
  var share: Double { 1 - mapSize.width * mapSize.height / (size.width * size.height) }

  /// - Parameter shape: the width of what the map shows by its height; `nil` where it is not fitted.
  /// - Throws: ``SessionError`` for insets of no area, and for those that do not fit into a picture of the size.
  init(
    _ insets: [InsetOptions], in size: ScreenSize, textSize: Double, shape: Double?
  ) throws(SessionError) {
    if insets.contains(where: { $0.box?.isFlat == true }) {
      throw .input(
        "\(setting: InsetLayout.setting): a box without an area shows nothing; write WEST,SOUTH,EAST,NORTH")
    }
    let (rows, columns) = (
      InsetLayout(insets, size, textSize, isRow: true), InsetLayout(insets, size, textSize, isRow: false)
    )
    func room(_ layout: InsetLayout) -> Double {
      let (width, height) = (layout.mapSize.width, layout.mapSize.height)
      guard min(width, height) >= InsetLayout.leastSide else { return 0 }
      return shape.map { min(width / $0, height) } ?? width * height
    }
    let hasRoom = room(rows) > 0
    self = rows
    if columns.longest <= size.height, room(columns) > (rows.longest > size.width ? 0 : room(rows)) {
      self = columns
    } else if rows.longest > size.width {
      throw .input(
        "insets of \(Int(rows.longest.rounded(.up))) points in a row do not fit a picture that is \(Int(size.width)) wide; make them smaller with \(setting: InsetLayout.setting), or the picture larger"
      )
    } else if !hasRoom {
      throw .input(
        "strips of insets leave \(Int(mapSize.height)) of \(Int(size.height)) points for the map; make them smaller with \(setting: InsetLayout.setting), or the picture larger"
      )
    }
  }

  private init(_ insets: [InsetOptions], _ size: ScreenSize, _ textSize: Double, isRow: Bool) {
    (self.size, titleHeight) = (size, textSize + 5)
    let gap = InsetLayout.gap
    let whole = isRow ? size.width : size.height
    for isFirst in [true, false] {
      var strip = insets.filter { $0.isAt(isRow ? "top" : "left") == isFirst }
      guard !strip.isEmpty else { continue }
      // What is built up from below is read from above.
      if !isRow {
        strip = strip.filter { !$0.isAt("bottom") } + strip.filter { $0.isAt("bottom") }.reversed()
      }
      let titles = strip.contains { $0.title != nil } ? titleHeight : 0
      let sizes = strip.map { $0.size(in: size) }
      let lengths = sizes.map { isRow ? $0.width : $0.height + titles }
      longest = max(longest, lengths.reduce(gap) { $0 + $1 + gap })
      let breadth = 2 * gap + (sizes.map { isRow ? $0.height + titles : $0.width }.max() ?? 0)
      let across = isFirst ? gap : (isRow ? size.height : size.width) - breadth + gap
      switch (isRow, isFirst) {
      case (true, true): strips.top = breadth
      case (true, false): strips.bottom = breadth
      case (false, true): strips.left = breadth
      case (false, false): strips.right = breadth
      }
      var (near, far) = (gap, whole - gap)
      for ((inset, own), length) in zip(zip(strip, sizes), lengths) {
        let isFar = inset.isAt(isRow ? "right" : "bottom")
        let start = isFar ? far - length : near
        if isFar { far = start - gap } else { near = start + length + gap }
        let origin = isRow ? Point(x: start, y: across + titles) : Point(x: across, y: start + titles)
        places.append(Place(options: inset, size: own, origin: origin))
      }
    }
  }
}

extension LoadedMap {
  /// Returns the layout of a view's insets; `nil` for a view without.
  func insetLayout(of view: SnapshotRequest.View) throws(SessionError) -> InsetLayout? {
    guard let insets = view.view.insets, !insets.isEmpty else { return nil }
    return try rethrowing(
      InsetLayout(
        insets, in: view.view.size ?? ViewOptions.standardSize,
        textSize: view.output.insetFrames?.textSize ?? 11,
        shape: sheets.known(\.shapes, of: view.view) { shape(of: view.view) }), as: spelled)
  }

  /// The width of what a fitted view shows by its height, about; `nil` for others.
  private func shape(of options: ViewOptions) -> Double? {
    guard options.isFitted || options.box != nil,
      let box = options.box ?? snapshotter.bounds(.all, outside: options.unfittedBoxes)
    else { return nil }
    let down = WorldPoint.y(ofLatitude: box.south) - WorldPoint.y(ofLatitude: box.north)
    return box.longitudes.width < 200 ? min(3, max(0.3, box.longitudes.width / 360 / max(1e-9, down))) : 2
  }

  /// A view without its insets: what the strips leave of the picture; of small maps the view of each.
  func mainView(of view: SnapshotRequest.View) throws(SessionError) -> SnapshotRequest.View {
    if let facets = try facetLayout(of: view) {
      var small = view
      small.view.size = facets.size
      return small
    }
    guard let layout = try insetLayout(of: view) else { return view }
    var main = view
    main.view.size = layout.mapSize
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
    sheets.known(\.apart, of: options) {
      let all = options.insetBoxes
      guard snapshotter.pointCount(outside: all) > 0, let others = snapshotter.bounds(.all, outside: all)
      else { return [] }
      let (set, near) = (options.insetSet?.insets.compactMap(\.box) ?? [], others.grownByHalf)
      return all.filter { set.contains($0) || !near.contains($0.middle) }
    }
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
    if layout.share > 0.34 {
      let isDouble = layout.corner != .zero && layout.strips.right + layout.strips.bottom > 0
      notes.append(
        "insets take \(Int(layout.share * 100)) % of the picture; \(isDouble ? "put all of them on one side with \(setting: InsetLayout.setting), " : "" as SettingText)make the picture larger, or set a smaller size in the insets of a request"
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
    var insets = [Inset(main, at: layout.corner)]
    // Titles beside the map make it larger than its view.
    let growth = (
      x: main.size.width - plan.viewport.size.width, y: main.size.height - plan.viewport.size.height
    )
    var (frames, titles): ([Mark], [Mark]) = ([], [])
    for (place, (number, view)) in zip(layout.places, views.enumerated().dropFirst()) {
      let own = try snapshot(
        of: view.view, in: view.viewport, describesMarks: describesMarks, marked: marked[number],
        shaper: shaper)
      result.notes += own.notes
      var origin = place.origin
      if origin.x > size.width - layout.strips.right { origin.x += growth.x }
      if origin.y > size.height - layout.strips.bottom { origin.y += growth.y }
      insets.append(Inset(own.scene, at: origin))
      if look.isShown {
        frames.append(.stroke(Path(Rectangle(place.size).offset(by: origin)), ink, width: 1))
      }
      guard let title = place.options.title else { continue }
      titles.append(
        try SideBySide(shaper).mark(
          title, at: Point(x: origin.x, y: origin.y + 1 - layout.titleHeight), within: place.size.width,
          color: ink, look: look))
    }
    result.mapCorner = result.mapCorner + layout.corner
    let whole = Size(width: size.width + growth.x, height: size.height + growth.y)
    let above = Scene(
      size: whole, scale: main.scale, layers: [SceneLayer(id: "inset-frames", marks: frames)])
    result.scene = Scene(
      size: whole, scale: main.scale, background: paper, title: main.title,
      layers: [SceneLayer(id: "inset-titles", marks: titles)], insets: insets + [Inset(above, at: .zero)])
    return result
  }
}
