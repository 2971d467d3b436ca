import Drawing
import JSONDocument
import MapSettings
import MapStyle
import StyleSettings

/// What stands around the map, in its places.
struct DecorationPlan {
  /// Beneath the markers: the lines of the graticule.
  var beneath: [Mark] = []
  /// Above everything.
  var above: [Mark] = []
  /// What is taken: labels keep out.
  var boxes: [Rectangle] = []
  /// What the picture grows by on each side for titles beside the map, in points.
  var growth = TitleStrips.Growth()
  /// Whether the legend stands below the map, which has no room for it.
  var isLegendBelow = false
  /// Where pieces stand, by their names.
  var places: [String: DecorationPlaces.Place] = [:]
  /// Diagnostics.
  var notes: [Diagnostic] = []
}

extension DecorationPlan {
  /// Puts what stands around the map into the corners that have the fewest markers.
  ///
  /// - Parameters:
  ///   - map: what is drawn.
  ///   - bubbles: where the discs of circle layers stand.
  ///   - options: what stands around the map.
  ///   - attributions: those of the style's sources, in its order.
  ///   - isDark: whether the base map is dark.
  init(
    _ map: ResolvedMap, _ bubbles: BubblePlan, _ options: DecorationOptions,
    attributions: [(source: String, text: String)], isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    var planner = DecorationPlanner(
      map: map, bubbles: bubbles, attributions: attributions, drawing: drawing)
    defer { drawing = planner.drawing }
    self = try planner.plan(options, isDark: isDark)
  }

  /// The layers that a legend explains, with the markers that they draw.
  static func legendLayers(
    _ map: ResolvedMap, _ bubbles: BubblePlan, in drawing: inout LayerDrawing
  ) -> [LegendReader.Layer] {
    return map.layers.compactMap { resolved in
      let layer = resolved.layer
      let name = map.sourceNames(of: layer)
      switch layer.type {
      case .heatmap:
        let hasPoints = map.sources.contains { $0.id == layer.source && $0.input.coordinates.count > 0 }
        guard hasPoints else { return nil }
        var layer = LegendReader.Layer(resolved: resolved, items: [], sourceName: name)
        layer.weight =
          map.sources.first { $0.id == resolved.layer.source && $0.input.weights != nil }?.clustering?.weight
        layer.hottest = map.heatmap(resolved, in: &drawing).hottestCount(in: drawing)
        return layer
      case .circle:
        if map.tileLayer(of: layer) != nil { return nil }
        let drawn = Set((bubbles.discs[layer.id] ?? []).map(\.item))
        let items = map.points(of: layer).filter { drawn.contains($0.index) }
        let group = map.groups.first { $0.source.id == layer.source && $0.source.input.weights != nil }
        let theme = map.isThemed(layer) ? map.sources.first { $0.id == layer.source }?.theme : nil
        let classes = map.groups.first { $0.source.id == layer.source }.map(\.classes) ?? theme?.rowClasses
        let radii = (bubbles.discs[layer.id] ?? []).map(\.circle.radius)
        return LegendReader.Layer(
          resolved: resolved, items: items, sourceName: name, weight: group?.clustering?.weight,
          theme: theme, unit: group?.countScale?.unit ?? 1, classes: classes,
          smallestRadius: radii.min() ?? 0)
      default: return nil
      }
    }
  }

  /// The markers that what stands around a map keeps off.
  static func discs(_ map: ResolvedMap, _ bubbles: BubblePlan) -> [DecorationLayout.Disc] {
    map.layers.flatMap { bubbles.decorationDiscs(of: $0.layer, in: map) }
  }
}

extension BubblePlan {
  fileprivate func decorationDiscs(of layer: StyleLayer, in map: ResolvedMap) -> [DecorationLayout.Disc] {
    guard let discs = discs[layer.id], !discs.isEmpty else { return [] }
    let items = map.points(of: layer)
    return discs.map { disc in
      let isCounted =
        disc.ring != nil || layer.settings.pair != nil
        || items.indices.contains(disc.item) && items[disc.item].feature.property(CountScale.property) != nil
      return .init(center: disc.circle.center, radius: disc.reach, isCounted: isCounted)
    }
  }
}

/// Lays out what stands around the map.
private struct DecorationPlanner {
  let map: ResolvedMap
  let bubbles: BubblePlan
  let attributions: [(source: String, text: String)]
  var drawing: LayerDrawing

  init(
    map: ResolvedMap, bubbles: BubblePlan, attributions: [(source: String, text: String)],
    drawing: LayerDrawing
  ) {
    (self.map, self.bubbles, self.attributions) = (map, bubbles, attributions)
    self.drawing = drawing
  }

  mutating func plan(_ options: DecorationOptions, isDark: Bool) throws(SnapshotError) -> DecorationPlan {
    var plan = DecorationPlan()
    let picture = drawing.frame.picture
    let strips = try TitleStrips(options, isDark: isDark, in: &drawing)
    (plan.growth, plan.above) = (strips.growth, strips.marks)
    if strips.isCut {
      plan.notes.append(
        note(
          "decoration-cut",
          "the title beside the map is higher than the map; set it above or below, or make the picture larger"
        ))
    }
    var pieces = try headline(options, isDark: isDark)
    if let piece = try attribution(options.attribution, isDark: isDark) { pieces.append([piece]) }
    if let bar = options.scaleBar, bar.isShown {
      let limit = min(120, picture.width / 3)
      pieces.append([
        try ScaleBar(drawing.frame.viewport, limit: limit, numbers: drawing.numbers).piece(
          bar, isDark: isDark, in: &drawing)
      ])
    }
    if let arrow = options.northArrow(in: drawing.frame.viewport) {
      pieces.append([NorthArrow(bearing: drawing.frame.viewport.bearing).piece(arrow, isDark: isDark)])
    }
    if let legend = options.legend, legend.isShown {
      let sections =
        options.places?.legend
        ?? LegendReader.sections(of: DecorationPlan.legendLayers(map, bubbles, in: &drawing), in: &drawing)
      pieces.append(try Legend(sections: sections).forms(legend, isDark: isDark, in: &drawing))
    }
    // Many pictures have nothing around the map.
    let isEmpty = pieces.isEmpty && options.graticule?.isShown != true
    let discs = isEmpty ? [] : DecorationPlan.discs(map, bubbles)
    let places = options.places
    var layout = DecorationLayout(picture: picture, discs: discs + (places?.obstacles ?? []))
    let advice = DecorationAdvice(
      pieces: pieces, picture: picture, reach: discs.map(\.radius).max() ?? 0,
      isFitted: drawing.frame.isFitted)
    for forms in pieces {
      guard let name = forms.first?.name else { continue }
      if name == "legend", places?.isLegendBelow == true, plan.putBelow(forms, picture, drawing) { continue }
      guard let placed = layout.place(forms: forms, given: places?.places[name]) else {
        if name == "legend", plan.putBelow(forms, picture, drawing) {
          plan.notes.append(moved("there is no room for the legend", advice))
          continue
        }
        plan.notes.append(
          note("decoration-left-out", "there is no room for the \(name); make the picture larger"))
        continue
      }
      plan.places[name] = layout.place(of: placed)
      let hidden = placed.cover.counts
      let counts = "\(hidden) \(hidden == 1 ? "count" : "counts")"
      if hidden > 0 && placed.piece.yields {
        // In a film it is where the pictures before have it.
        if name == "legend", places?.places[name] == nil, plan.putBelow(forms, picture, drawing) {
          plan.notes.append(moved("the legend would cover \(counts) wherever it stood", advice))
          continue
        }
        plan.notes.append(
          note(
            "decoration-left-out",
            "the \(name) would cover \(counts) wherever it stood, so it is left out; \(advice.text)"
          ))
        continue
      }
      layout.take(placed)
      // In a film the legend looks the same whether it hides a dot or not.
      let hides = placed.cover > DecorationLayout.Cover() || name == "legend" && places != nil
      plan.above += placed.piece.drawn(in: placed.box, hides: hides)
      if hidden > 0 {
        plan.notes.append(
          note(
            "decoration-covers",
            "the \(name) covers \(counts); give it another corner, or \(advice.text)"))
      } else if let dots = hiddenDots(placed, of: discs) {
        plan.notes.append(
          note(
            "decoration-covers",
            "the \(name) covers \(dots); give it another corner, or \(advice.text)"))
      }
    }
    if let graticule = options.graticule, graticule.isShown {
      try draw(graticule, isDark: isDark, into: &plan, &layout)
    }
    plan.boxes = layout.boxes
    return plan
  }

  /// That the legend stands below the map.
  private func moved(_ reason: String, _ advice: DecorationAdvice) -> Diagnostic {
    Diagnostic(
      .warning, code: "decoration-moved", path: JSONPath(), position: nil,
      naming:
        "\(reason), so the picture grows by a strip for it below the map; to avoid that, \(advice.text)")
  }

  /// How many markers without a count a piece hides, where these are more than one in a hundred: of a crowd some lie
  /// beneath anything.
  private func hiddenDots(_ placed: DecorationLayout.Placed, of discs: [DecorationLayout.Disc]) -> String? {
    let picture = drawing.frame.picture
    let all = discs.count { !$0.isCounted && picture.contains($0.center) }
    // The caption of a film has no other corner.
    guard placed.cover.dots * 100 > all, placed.piece.name != "subtitle" else { return nil }
    return placed.cover.dots == 1 ? "1 point" : "\(placed.cover.dots) points"
  }

  private func note(_ code: String, _ text: SettingText) -> Diagnostic {
    Diagnostic(.warning, code: code, path: JSONPath(), position: nil, naming: text)
  }

  // MARK: Words

  /// The headline and the line below it, each in forms of less and less width.
  private mutating func headline(
    _ options: DecorationOptions, isDark: Bool
  ) throws(SnapshotError) -> [[DecorationPiece]] {
    let title = options.title.flatMap { $0.hasWords && $0.side == nil ? $0 : nil }
    let isBeside = options.title.map { $0.hasWords && $0.side != nil } ?? false
    let subtitle = options.subtitle.flatMap { piece in
      // Without a place of its own it goes where the headline goes.
      piece.hasWords && piece.side == nil && !(isBeside && piece.position == nil) ? piece : nil
    }
    if let title, let subtitle, subtitle.position == nil || subtitle.position == title.position {
      return [try blocks("title", [(title, 20, true), (subtitle, 13, false)], isDark: isDark)]
    }
    var pieces: [[DecorationPiece]] = []
    if let title { pieces.append(try blocks("title", [(title, 20, true)], isDark: isDark)) }
    if let subtitle { pieces.append(try blocks("subtitle", [(subtitle, 13, false)], isDark: isDark)) }
    return pieces
  }

  private mutating func blocks(
    _ name: String, _ lines: [(piece: OutputSettings.Decoration, size: Double, isBold: Bool)], isDark: Bool
  ) throws(SnapshotError) -> [DecorationPiece] {
    let limit = drawing.frame.picture.width - 2 * DecorationLayout.margin - 20
    var forms: [DecorationPiece] = []
    for share in [1, 0.5, 0.33] {
      let form = try block(name, lines, limit: max(40, limit * share), isDark: isDark)
      if forms.last?.size != form.size { forms.append(form) }
    }
    return forms
  }

  /// Lines of text on one plate.
  private mutating func block(
    _ name: String, _ lines: [(piece: OutputSettings.Decoration, size: Double, isBold: Bool)], limit: Double,
    isDark: Bool
  ) throws(SnapshotError) -> DecorationPiece {
    let isRight = lines[0].piece.position.map { $0 == .topRight || $0 == .bottomRight } ?? false
    var texts: [(text: DecorationText, y: Double)] = []
    var (y, width) = (0.0, 0.0)
    for (piece, size, isBold) in lines {
      let look = DecorationLook(piece, isDark: isDark, size: size, isBold: isBold)
      let text = try DecorationText(
        piece.text ?? "", look, maximumWidth: limit, alignment: isRight ? .end : .start,
        in: &drawing)
      texts.append((text, y))
      y += text.height + 2
      width = max(width, text.width)
    }
    let plate = DecorationLook(lines[0].piece, isDark: isDark, size: 0).plate
    let content = texts
    return DecorationPiece(
      name: name, size: Size(width: width + 20, height: y - 2 + 12),
      corners: lines[0].piece.position.map { [$0] } ?? [.topLeft, .topRight], plate: plate,
      marks: { corner in
        content.flatMap { line in
          line.text.marks(
            at: corner + Point(x: 10 + (isRight ? width - line.text.width : 0), y: 6 + line.y))
        }
      })
  }

  /// The attribution of the settings and of the sources that are drawn.
  private mutating func attribution(
    _ settings: OutputSettings.Decoration?, isDark: Bool
  ) throws(SnapshotError) -> DecorationPiece? {
    let settings = settings ?? OutputSettings.Decoration()
    guard settings.isShown else { return nil }
    let used = Set(map.layers.compactMap(\.layer.source))
    let sources = attributions.filter { used.contains($0.source) }.map(\.text)
    let text = Attribution.joined([settings.text].compactMap { $0 } + sources)
    guard !text.isEmpty else { return nil }
    let look = DecorationLook(settings, isDark: isDark, size: 10)
    let limit = max(20, drawing.frame.picture.width * 0.8 - 12)
    let laidOut = try DecorationText(text, look, maximumWidth: limit, alignment: .end, in: &drawing)
    return DecorationPiece(
      name: "attribution", size: Size(width: laidOut.width + 10, height: laidOut.height + 3),
      corners: settings.position.map { [$0] } ?? [.bottomRight, .bottomLeft],
      spareCorners: settings.position == nil ? [.topRight, .topLeft] : [], isFlush: true,
      plate: look.plate, marks: { laidOut.marks(at: $0 + Point(x: 5, y: 1.5)) })
  }

  // MARK: Graticule

  private mutating func draw(
    _ settings: OutputSettings.Decoration, isDark: Bool, into plan: inout DecorationPlan,
    _ layout: inout DecorationLayout
  ) throws(SnapshotError) {
    let graticule = Graticule(drawing.frame, step: settings.step)
    if let step = settings.step, graticule.step != step {
      plan.notes.append(
        note(
          "graticule-too-dense",
          "lines every \(javaScriptText(of: step))° would touch each other here; they are drawn every \(javaScriptText(of: graticule.step))°"
        ))
    }
    let look = DecorationLook(settings, isDark: isDark, size: 10, isPlated: false)
    let picture = drawing.frame.picture
    let lines = graticule.path(width: picture.width)
    if !lines.isEmpty {
      let color = settings.color ?? look.color.multiplyingAlpha(by: isDark ? 0.3 : 0.25)
      plan.beneath.append(Mark(.stroke(Stroke(lines, .color(color), width: settings.lineWidth ?? 0.75))))
    }
    let isTurned = drawing.frame.viewport.bearing != 0
    var columns: [(text: DecorationText, edges: [Point])] = []
    for line in graticule.longitudes {
      let text = try DecorationText(line.name, look, alignment: .middle, in: &drawing)
      if isTurned {
        if let course = graticule.course(ofLongitude: line) {
          columns.append(
            (text, [picture.corner(of: text, at: course.end), picture.corner(of: text, at: course.start)]))
        }
        continue
      }
      let x = line.position - text.width / 2
      columns.append((text, [Point(x: x, y: picture.height - text.height - 3), Point(x: x, y: 3)]))
    }
    draw(columns, into: &plan, &layout)
    var rows: [(text: DecorationText, edges: [Point])] = []
    for line in graticule.latitudes {
      let text = try DecorationText(line.name, look, in: &drawing)
      if isTurned {
        if let course = graticule.course(ofLatitude: line) {
          rows.append(
            (text, [picture.corner(of: text, at: course.start), picture.corner(of: text, at: course.end)]))
        }
        continue
      }
      let y = line.position - text.middle
      rows.append((text, [Point(x: 4, y: y), Point(x: picture.width - 4 - text.width, y: y)]))
    }
    draw(rows, into: &plan, &layout)
  }

  /// Draws captions along the edge where most have room; what has none there is left out.
  private func draw(
    _ captions: [(text: DecorationText, edges: [Point])], into plan: inout DecorationPlan,
    _ layout: inout DecorationLayout
  ) {
    var best: (layout: DecorationLayout, marks: [Mark])?
    for edge in 0..<2 {
      var tried = layout
      let marks = captions.flatMap { caption in
        let corner = caption.edges[edge]
        let box = Rectangle(
          x: corner.x, y: corner.y, width: caption.text.width, height: caption.text.height)
        return tried.take(box) ? caption.text.marks(at: corner) : []
      }
      if marks.count > best?.marks.count ?? -1 { best = (tried, marks) }
    }
    guard let best else { return }
    layout = best.layout
    plan.above += best.marks
  }
}

extension Rectangle {
  /// Where a caption stands whose line leaves the picture at a place: right inside of it.
  fileprivate func corner(of text: DecorationText, at end: Point) -> Point {
    Point(
      x: min(max(end.x - text.width / 2, minX + 4), maxX - 4 - text.width),
      y: min(max(end.y - text.middle, minY + 3), maxY - 3 - text.height))
  }
}
