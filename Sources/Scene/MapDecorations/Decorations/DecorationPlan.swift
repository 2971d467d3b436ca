package import Drawing
package import JSONDocument
package import MapContent
package import MapGeometry
import MapSettings
import MapStyle

/// The marks of decorations and the room that they take.
package struct DecorationPlan {
  /// Beneath the markers: the lines of the graticule.
  package var beneath: [DrawItem] = []
  package var above: [DrawItem] = []
  /// The rectangles that are taken: labels keep out.
  package var boxes: [Rectangle] = []
  /// The growth of the picture on each side for titles beside the map, in points.
  package var growth = Padding(0)
  /// The upper left corner of the locator; `nil` for none.
  package var locatorCorner: Point?
  /// True if the legend stands below the map, which has no room for it.
  package var isLegendBelow = false
  package var places: [String: DecorationPlaces.Place] = [:]
  /// The notes on pieces that have no room on the map, by their names.
  package var outside: [String: SettingText] = [:]
  /// The smallest side of a map that leaves room for strips, in points.
  package static let leastMap = 48.0
}

extension DecorationPlan {
  /// Puts what stands around the map into the corners that have the fewest markers.
  ///
  /// - Parameters:
  ///   - attributions: those of the sources that are drawn, in the style's order.
  ///   - markers: those that decorations keep off, found where some decoration needs them.
  ///   - legendLayers: the layers that a legend explains, with the markers that they draw.
  package init(
    _ options: DecorationOptions, attributions: [String], markers: @escaping () -> [DecorationDisc],
    legendLayers: @escaping (inout LayerDrawing) -> [LegendReader.Layer], isDark: Bool,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    var planner = DecorationPlanner(
      options: options, attributions: attributions, markers: markers, legendLayers: legendLayers,
      isDark: isDark)
    self = try planner.planned(in: &drawing)
  }
}

private struct DecorationPlanner {
  let options: DecorationOptions
  let attributions: [String]
  let markers: () -> [DecorationDisc]
  let legendLayers: (inout LayerDrawing) -> [LegendReader.Layer]
  let isDark: Bool
  var plan = DecorationPlan()

  mutating func planned(in drawing: inout LayerDrawing) throws(SnapshotError) -> DecorationPlan {
    let picture = drawing.frame.picture
    let all = try pieces(in: &drawing)
    let pieces = all.filter { $0.first?.side == nil }
    let strips = try TitleStrips(options, all.filter { $0.first?.side != nil }, isDark: isDark, in: &drawing)
    (plan.growth, plan.above) = (strips.growth, strips.marks)
    if strips.isCut {
      drawing.omit(
        "decoration-cut",
        "the title or the legend beside the map is higher than the map; set it above or below, or make the picture larger"
      )
    }
    // Many pictures have nothing around the map.
    let isEmpty = pieces.isEmpty && options.graticule?.isShown != true
    let discs = isEmpty ? [] : markers()
    var layout = DecorationLayout(picture: picture, discs: discs + (options.places?.obstacles ?? []))
    let advice = DecorationAdvice(
      pieces: pieces, picture: picture, reach: discs.map(\.radius).max() ?? 0,
      isFitted: drawing.frame.isFitted)
    for forms in pieces { place(forms, among: discs, advice, &layout, in: &drawing) }
    if let graticule = options.graticule, graticule.isShown { try draw(graticule, &layout, in: &drawing) }
    plan.boxes = layout.boxes
    if let room = options.room { fill(room, beside: picture) }
    return plan
  }

  /// Makes the strips as large as their room, which may be more than they need: that of a map beside this one.
  private mutating func fill(_ room: ScreenSize, beside map: Rectangle) {
    let (old, paper) = (plan.growth, DecorationLook.usualPlate(isDark: isDark))
    plan.growth.right = max(old.right, room.width - old.left)
    plan.growth.bottom = max(old.bottom, room.height - old.top)
    let (width, height) = (old.left + map.width + plan.growth.right, old.top + map.height + old.bottom)
    let right = Rectangle(x: map.width, y: -old.top, width: plan.growth.right, height: height)
    let below = Rectangle(x: -old.left, y: map.height, width: width, height: plan.growth.bottom)
    let rests = [(right, plan.growth.right - old.right), (below, plan.growth.bottom - old.bottom)]
    plan.above = rests.filter { $0.1 > 0.01 }.map { .fill(Path($0.0), paper) } + plan.above
  }

  /// Everything that stands in a corner, each in its forms, in the order in which places are found.
  private func pieces(in drawing: inout LayerDrawing) throws(SnapshotError) -> [[DecorationPiece]] {
    let viewport = drawing.frame.viewport
    var pieces = try headline(in: &drawing)
    if let piece = try attribution(in: &drawing) { pieces.append([piece]) }
    let isTilted = viewport.camera.map { camera in
      let ends = [0, viewport.size.height].map {
        camera.growth(at: ScreenPoint(x: viewport.size.width / 2, y: $0))
      }
      return ends[1] > ends[0] * 1.1
    }
    if options.scaleBar?.isShown == true,
      isTilted == true || viewport.sheet != nil && ScaleBar.metersPerPoint(onSheet: viewport) == nil
    {
      drawing.omit(
        "scale-bar-left-out",
        "the scale differs by more than a tenth within the picture, so the scale bar is left out; \(isTilted == true ? "leave out the pitch" : "show less of the Earth")"
      )
    } else if let bar = options.scaleBar, bar.isShown {
      let limit = min(120 * options.scale, drawing.frame.picture.width / 3)
      var piece = try ScaleBar(viewport, limit: limit, numbers: drawing.numbers).piece(
        bar, isDark: isDark, scale: options.scale, in: &drawing)
      // Pictures of a film are as wide as each other, however long the bar is.
      if bar.side == .left || bar.side == .right {
        piece.box = piece.box.framed(width: max(piece.size.width, limit / options.scale + 4))
      }
      pieces.append([piece])
    }
    if let arrow = options.northArrow(in: viewport) {
      pieces.append([.northArrow(arrow, bearing: viewport.bearing, isDark: isDark)])
    }
    if let legend = options.legend, legend.isShown {
      let sections = options.places?.legend ?? LegendReader.sections(of: legendLayers(&drawing), in: &drawing)
      pieces.append(try Legend(sections, legend, isDark: isDark, scale: options.scale).forms(in: &drawing))
    }
    if let words = options.whereabouts {
      let look = DecorationLook(words, isDark: isDark, size: 11, isPlated: false)
      let box = try look.box(words.text ?? "", in: &drawing)
      pieces.append([
        DecorationPiece(
          "whereabouts", box, words, plate: look.plate,
          corners: [.topLeft, .topRight, .bottomRight, .bottomLeft])
      ])
    }
    pieces = pieces.map { $0.map { $0.scaled(by: options.scale) } }
    if let locator = options.locator {
      pieces.append([
        DecorationPiece(
          "locator", Box(locator.scene.size) { _ in [] }, locator.settings, plate: .transparent,
          corners: [.topRight, .bottomRight, .topLeft, .bottomLeft])
      ])
    }
    return pieces
  }

  /// Puts a piece where it hides the least, a legend that has no room there below the map; else it is left out.
  private mutating func place(
    _ forms: [DecorationPiece], among discs: [DecorationDisc], _ advice: DecorationAdvice,
    _ layout: inout DecorationLayout, in drawing: inout LayerDrawing
  ) {
    guard let name = forms.first?.name else { return }
    let (places, isLegend) = (options.places, name == "legend")
    if let note = options.outside[name], putOutside(forms, of: drawing.frame) {
      plan.outside[name] = note
      return drawing.omit("decoration-moved", note)
    }
    if forms[0].isOptional, layout.place(forms: forms)?.cover != DecorationLayout.Cover() { return }
    if isLegend, places?.isLegendBelow == true, putOutside(forms, of: drawing.frame) { return }
    guard let placed = layout.place(forms: forms, given: places?.places[name]) else {
      if isLegend || places == nil, putOutside(forms, of: drawing.frame) {
        return noteMove("there is no room for the \(name)", advice, forms[0], in: &drawing)
      }
      return drawing.omit("decoration-left-out", "there is no room for the \(name); make the picture larger")
    }
    plan.places[name] = layout.place(of: placed)
    // A map that is smaller by a strip for the legend leaves it there, where a larger one would have no room.
    let left = (options.room?.height ?? 0) - plan.growth.top - plan.growth.bottom
    let hasStrip = isLegend && left > 0 && forms.contains { $0.size.height <= left + 0.001 }
    let counts = placed.cover.counts == 0 ? "counts of a larger map" : counted(placed.cover.counts, "count")
    // In a film it is where the pictures before have it.
    let mayMove =
      placed.piece.yields || forms[0].corners.count > 1 && (forms[0].isHeadline || name == "attribution")
    if placed.cover.counts > 0 || hasStrip, mayMove, isLegend && places?.places[name] == nil || places == nil,
      putOutside(forms, of: drawing.frame)
    {
      return noteMove("the \(name) would cover \(counts) wherever it stood", advice, forms[0], in: &drawing)
    }
    if placed.cover.counts > 0, placed.piece.yields {
      return drawing.omit(
        "decoration-left-out",
        "the \(name) would cover \(counts) wherever it stood, so it is left out; \(advice.text)")
    }
    layout.take(placed)
    // In a film the legend looks the same whether it hides a dot or not.
    let hides = placed.cover > DecorationLayout.Cover() || isLegend && places != nil
    plan.above += placed.piece.drawn(
      in: placed.box, hides: hides, isFramed: drawing.frame.isOnSheet(placed.box) == nil)
    if name == "locator" { plan.locatorCorner = Point(x: placed.box.x, y: placed.box.y) }
    if let hidden = placed.cover.counts > 0
      ? counts : hiddenDots(placed, of: discs, in: drawing.frame.picture)
    {
      drawing.omit(
        "decoration-covers", "the \(name) covers \(hidden); give it another corner, or \(advice.text)")
    }
  }

  /// Puts a piece into a strip of its own beyond all others: a title above the map, what explains it below; in the form that
  /// is the lowest.
  ///
  /// - Returns: whether one is narrow enough, and lower than the map; else nothing changes.
  private mutating func putOutside(_ forms: [DecorationPiece], of frame: ViewFrame) -> Bool {
    let (map, scale, growth) = (frame.picture, frame.viewport.scale, plan.growth)
    let width = map.width + growth.left + growth.right
    // A locator is no piece of its own but a picture on the map.
    guard let form = forms.filter({ $0.size.width <= width }).min(by: { $0.size.height < $1.size.height }),
      form.name != "locator", form.name == "legend" || form.size.height <= map.height
    else { return false }
    let box = form.boxOutside
    let height = (box.size.height * scale).rounded(.up) / scale
    if let room = options.room,
      map.height + room.height - growth.top - growth.bottom - height < DecorationPlan.leastMap
    {
      return false
    }
    if form.isHeadline { plan.growth.top += height } else { plan.growth.bottom += height }
    let y = form.isHeadline ? -plan.growth.top : map.height + plan.growth.bottom - height
    plan.above += TitleStrips.strip(
      box, form.plateOutside(isDark: isDark),
      in: Rectangle(x: -growth.left, y: y, width: width, height: height), isRight: form.name == "attribution")
    if form.name == "legend" { plan.isLegendBelow = true }
    return true
  }

  private mutating func noteMove(
    _ reason: String, _ advice: DecorationAdvice, _ piece: DecorationPiece, in drawing: inout LayerDrawing
  ) {
    let note: SettingText =
      "\(reason), so it stands in a strip \(piece.isHeadline ? "above" : "below") the map; to avoid that, \(advice.text)"
    plan.outside[piece.name] = note
    drawing.omit("decoration-moved", note)
  }

  /// The number of markers without a count that a piece hides, where these are more than one in a hundred: of a crowd some lie
  /// beneath anything.
  private func hiddenDots(
    _ placed: DecorationLayout.Placed, of discs: [DecorationDisc], in picture: Rectangle
  ) -> String? {
    let all = discs.count { !$0.isCounted && picture.contains($0.center) }
    // The caption of a film has no other corner.
    guard placed.cover.dots * 100 > all, placed.piece.name != "subtitle" else { return nil }
    return placed.cover.dots == 1 ? "1 point" : "\(placed.cover.dots) points"
  }

  // MARK: Words

  /// The headline and the line below it, each in forms of less and less width.
  private func headline(in drawing: inout LayerDrawing) throws(SnapshotError) -> [[DecorationPiece]] {
    let lines = options.titles(on: nil)
    guard let first = lines.first, let last = lines.last else { return [] }
    if let own = last.piece.position, own != first.piece.position {
      return [try blocks("title", [first], in: &drawing), try blocks("subtitle", [last], in: &drawing)]
    }
    return [try blocks(first.isBold ? "title" : "subtitle", lines, in: &drawing)]
  }

  private func blocks(
    _ name: String, _ lines: [DecorationOptions.TitleLine], in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [DecorationPiece] {
    let first = lines[0].piece
    let isRight = first.position.map { !$0.isLeft } ?? false
    let limit = drawing.frame.picture.width / options.scale - 2 * DecorationLayout.margin - 20
    var forms: [DecorationPiece] = []
    for share in [1, 0.5, 0.33] {
      let box = try options.box(
        of: lines, width: limit * share, alignment: isRight ? .end : .start, isDark: isDark, in: &drawing
      ).padded(Padding(top: 6, right: 10, bottom: 6, left: 10))
      guard forms.last?.size != box.size else { continue }
      forms.append(
        DecorationPiece(
          name, box, first, plate: DecorationLook(first, isDark: isDark, size: 0).plate,
          corners: [.topLeft, .topRight], yields: false))
    }
    return forms
  }

  private func attribution(in drawing: inout LayerDrawing) throws(SnapshotError) -> DecorationPiece? {
    let settings = options.attribution ?? OutputSettings.Decoration()
    guard settings.isShown else { return nil }
    let text = Attribution.joined([settings.text].compactMap { $0 } + attributions)
    guard !text.isEmpty else { return nil }
    let look = DecorationLook(settings, isDark: isDark, size: 10)
    let limit = max(20, drawing.frame.picture.width / options.scale * 0.8 - 12)
    let box = try look.box(text, maximumWidth: limit, alignment: .end, in: &drawing)
    var piece = DecorationPiece(
      "attribution", box.padded(Padding(top: 1.5, right: 5, bottom: 1.5, left: 5)), settings,
      plate: look.plate, corners: [.bottomRight, .bottomLeft], yields: false)
    piece.spareCorners = settings.position == nil ? [.topRight, .topLeft] : []
    piece.isFlush = true
    return piece
  }

  // MARK: Graticule

  private mutating func draw(
    _ settings: OutputSettings.Decoration, _ layout: inout DecorationLayout, in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let graticule = Graticule(drawing.frame, step: settings.step)
    if let step = settings.step, case let drawn = max(graticule.step, graticule.meridianStep), drawn > step {
      drawing.omit(
        "graticule-too-dense",
        "lines every \(javaScriptText(of: step))° would touch each other here; they are drawn every \(javaScriptText(of: drawn))°"
      )
    }
    let look = DecorationLook(settings, isDark: isDark, size: 10 * drawing.labelScale, isPlated: false)
    let picture = drawing.frame.picture
    let lines = graticule.path
    if !lines.isEmpty {
      let color = settings.color ?? look.color.multiplyingAlpha(by: isDark ? 0.3 : 0.25)
      plan.beneath.append(.stroke(lines, color, width: settings.lineWidth ?? 0.75))
    }
    let isLevel = !graticule.isTurned && !graticule.isBent
    for lines in [graticule.longitudes, graticule.latitudes] {
      var captions: [(text: Box, edges: [Point?])] = []
      for line in lines {
        let text = try look.box(line.name, alignment: line.isMeridian ? .middle : .start, in: &drawing)
        let level =
          line.isMeridian
          ? [picture.height - text.size.height - 3, 3].map {
            Point(x: line.position - text.size.width / 2, y: $0)
          } : [4, picture.width - 4 - text.size.width].map { Point(x: $0, y: line.position - text.middle) }
        let turned = graticule.nameplaces(of: line)?.map { $0.map { picture.corner(of: text, at: $0) } }
        if let edges = isLevel ? level : turned { captions.append((text, edges)) }
      }
      draw(captions, &layout)
    }
  }

  /// Draws captions along the edge where most have room; what has none there is left out.
  private mutating func draw(_ captions: [(text: Box, edges: [Point?])], _ layout: inout DecorationLayout) {
    var best: (layout: DecorationLayout, marks: [DrawItem])?
    for edge in 0..<(captions.first?.edges.count ?? 0) {
      var tried = layout
      let marks = captions.flatMap { text, edges -> [DrawItem] in
        guard let corner = edges[edge] else { return [] }
        let place = Rectangle(x: corner.x, y: corner.y, width: text.size.width, height: text.size.height)
        return tried.take(place) ? text.marks(place) : []
      }
      // The middle of the map is for those of which most have no room at its edges.
      if marks.count > (best?.marks.count ?? -1) * (edge < 2 ? 1 : 2) { best = (tried, marks) }
    }
    guard let best else { return }
    layout = best.layout
    plan.above += best.marks
  }
}

extension Rectangle {
  /// The corner of a caption whose line leaves the picture at a point: right inside of it.
  fileprivate func corner(of text: Box, at end: Point) -> Point {
    Point(
      x: min(max(end.x - text.size.width / 2, minX + 4), maxX - 4 - text.size.width),
      y: min(max(end.y - text.middle, minY + 3), maxY - 3 - text.size.height))
  }
}
