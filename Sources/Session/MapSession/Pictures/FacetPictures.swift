import CairoCanvas
import Drawing
import JSONDocument
import MapContent
import MapDecorations
import MapGeometry
import MapScene
import MapSettings

/// Small maps in rows on a sheet, each under the value that it shows.
struct FacetLayout {
  /// So many maps have a sheet at most.
  static let most = 24
  /// A column of more values is none of categories.
  private static let mostValues = 1000
  private static let gap = 8.0
  private static let leastSide = 48.0

  /// The values in the order of the maps.
  let values: [String]
  /// The size of a map.
  let size: ScreenSize
  let titleHeight: Double
  private let columns: Int

  /// The layout with the largest maps.
  ///
  /// - Parameter isAttributed: whether the sheet has a line of text in its lower corner.
  /// - Throws: ``SessionError`` for values that are no categories, and for maps that would be too small.
  init(
    _ values: [String], in sheet: ScreenSize, textSize: Double, isAttributed: Bool
  ) throws(SessionError) {
    guard values.count <= FacetLayout.mostValues else {
      throw .input(
        "\(name: .facets): the column has \(values.count) different values, and a sheet has \(FacetLayout.most) maps at most; name a column of fewer values, or longer periods with \(setting: "facetEvery")"
      )
    }
    self.values = Array(values.prefix(FacetLayout.most))
    titleHeight = textSize + 7
    let (count, gap, title) = (self.values.count, FacetLayout.gap, titleHeight)
    func size(_ columns: Int) -> ScreenSize {
      let rows = Double((count + columns - 1) / columns)
      return ScreenSize(
        width: ((sheet.width - gap) / Double(columns) - gap).rounded(.down),
        height: ((sheet.height - gap - (isAttributed ? 10 : 0)) / rows - gap - title).rounded(.down))
    }
    // As wide as high counts most; of equal ones the fewest columns.
    let best = (1...max(1, count)).max {
      min(size($0).width, size($0).height) < min(size($1).width, size($1).height)
    }
    columns = best ?? 1
    self.size = size(columns)
    guard min(self.size.width, self.size.height) >= FacetLayout.leastSide else {
      throw .input(
        "\(name: .facets): \(count) maps on a sheet of \(Int(sheet.width))×\(Int(sheet.height)) points are smaller than \(Int(FacetLayout.leastSide)) points each; make the picture larger, or choose rows with \(setting: "filter", of: "CONDITION")"
      )
    }
  }

  /// The upper left corner of a map on the sheet.
  func origin(of number: Int) -> Point {
    Point(
      x: FacetLayout.gap + Double(number % columns) * (size.width + FacetLayout.gap),
      y: FacetLayout.gap + titleHeight
        + Double(number / columns) * (size.height + FacetLayout.gap + titleHeight))
  }
}

extension LoadedMap {
  /// The values that have a map each, periods in order, others the most frequent first; `nil` where nothing asks for it.
  var facetValues: [(text: String, count: Int, period: Int?)]? {
    let columns = snapshotter.sources.compactMap(\.facetCategories)
    guard !columns.isEmpty else { return nil }
    var found = OrderedValues<String, (text: String, count: Int, period: Int?)>()
    for category in columns.joined() {
      found.add((category.text, category.count, category.period), for: category.text) {
        $0.count += category.count
      }
    }
    let values = found.values
    let ranks = values.map { $0.period ?? -$0.count }
    let order = values.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    return order.map { values[$0] }
  }

  /// The layout of a view's small maps; `nil` for a view of one map.
  func facetLayout(of view: SnapshotRequest.View) throws(SessionError) -> FacetLayout? {
    guard let values = facetValues else { return nil }
    var fault: SettingText?
    if view.view.insets?.isEmpty == false {
      fault = "\(name: InsetLayout.setting) and \(name: .facets) exclude each other; set one of them"
    } else if view.output.locator?.isShown == true {
      fault = "\(name: "locator") and \(name: .facets) exclude each other; set one of them"
    } else if let bare = snapshotter.sources.first(where: {
      $0.clustering == nil && $0.facetCategories != nil
    }) {
      fault =
        "\(name: .facets): the style draws the points of \(bare.name) one by one; set \(setting: "method", to: "none")"
    } else if values.isEmpty {
      fault = "\(name: .facets): no point has a value; name another column"
    }
    if let fault { throw spelled(.input(fault)) }
    return try rethrowing(
      FacetLayout(
        values.map(\.text), in: view.view.size ?? ViewOptions.standardSize,
        textSize: view.output.insetFrames?.textSize ?? 12,
        isAttributed: view.output.attribution?.text != nil || !plan.chosen.tiles.isEmpty), as: spelled)
  }

  /// Notes on points and values without a map.
  var facetNotes: [SettingText] {
    var notes: [SettingText] = []
    for source in snapshotter.sources {
      guard let categories = source.facetCategories else { continue }
      let bare = source.pointCount - categories.reduce(0) { $0 + $1.count }
      if bare > 0 {
        notes.append(
          "\(counted(bare, "point")) of \(source.name) without a value \(bare == 1 ? "is" : "are") on no map")
      }
    }
    let rest = (facetValues ?? []).dropFirst(FacetLayout.most)
    guard !rest.isEmpty else { return notes }
    let names = rest.prefix(12).map { "\(escapedForMessage($0.text)) (\($0.count))" }.joined(separator: ", ")
    let others = rest.count > 12 ? " and \(rest.count - 12) more" : ""
    return notes + [
      "\(rest.count == 1 ? "1 value has" : "\(rest.count) values have") no map, for a sheet has \(FacetLayout.most): \(names)\(others)"
    ]
  }

  /// A view's sheet of small maps, all drawn by the same scales, under one title and above one legend.
  func snapshot(
    of plan: PicturePlan, _ layout: FacetLayout, _ shaper: PangoTextShaper,
    _ observer: (SnapshotStage) -> Void
  ) throws(SessionError) -> Snapshot {
    var small = try mainView(of: plan.view)
    small.output.leaveOutDecorations()
    // Each map would have other names.
    small.output.placeNames = small.output.placeNames ?? false
    let marked = try markedViews(
      layout.values.map { (view: small, viewport: plan.viewport, facet: String?.some($0)) }, observer)
    var result = try sheet(of: plan, marked, shaper)
    // Names and marks are those of the small maps.
    result.notes.removeAll { !$0.code.hasPrefix("decoration") && !$0.code.hasPrefix("scale-bar") }
    let describesMarks = [.svg, .html].contains(plan.format)
    let (ink, paper) = insetInk(of: plan.view.output)
    var (insets, titles, frames, groups): ([Inset], [Mark], [Mark], [MarkerGroup]) = ([], [], [], [])
    for (number, value) in layout.values.enumerated() {
      let own = try snapshot(
        of: small, in: plan.viewport, selection: plan.selection, describesMarks: describesMarks,
        marked: marked[number], shaper: shaper, observer: observer)
      result.notes += own.notes
      groups += own.groups
      let origin = layout.origin(of: number) + result.mapCorner
      insets.append(Inset(own.scene, at: origin))
      frames.append(.stroke(Path(Rectangle(layout.size).offset(by: origin)), ink, width: 0.75))
      titles.append(
        try SideBySide(shaper).mark(
          value, at: Point(x: origin.x, y: origin.y + 1 - layout.titleHeight), within: layout.size.width,
          color: ink, look: plan.view.output.insetFrames, size: 12))
    }
    var above = result.scene
    (above.background, above.title) = (nil, nil)
    above.layers = above.layers.filter { $0.id == "decorations" }
    result.groups = groups
    result.scene = Scene(
      size: above.size, scale: above.scale, background: paper, title: plan.view.output.title?.text,
      layers: [SceneLayer(id: "facet-titles", marks: titles), SceneLayer(id: "facet-frames", marks: frames)],
      insets: insets + [Inset(above, at: .zero)])
    return result
  }

  /// The pieces around the maps of a sheet, in a picture as large as it.
  private func sheet(
    of plan: PicturePlan, _ marked: [MarkedView], _ shaper: PangoTextShaper
  ) throws(SessionError) -> Snapshot {
    let map = drawing(try map(of: try mainView(of: plan.view)), plan.view)
    var options = PictureOptions(plan.view.output)
    // Upon the maps titles would hide points.
    if options.decorations.title?.side == nil { options.decorations.title?.side = .above }
    if options.decorations.subtitle?.side == nil { options.decorations.subtitle?.side = .above }
    options.decorations.graticule = nil
    do throws(SnapshotError) {
      options.decorations.places = try map.legendBelow(
        marked.map { (plan.viewport, $0.groups) }, options: options, shaper: shaper)
      let viewport = try rethrowing(
        Viewport(
          center: plan.viewport.center, zoom: plan.viewport.zoom,
          size: plan.view.view.size ?? ViewOptions.standardSize, scale: plan.viewport.scale,
          bearing: plan.viewport.bearing, pitch: plan.viewport.pitch
        ).on(plan.viewport.sheet), as: SnapshotError.geometry)
      return try map.snapshot(of: viewport, groups: [], options: options, shaper: shaper)
    } catch {
      throw fault(of: plan.view)(error)
    }
  }
}
