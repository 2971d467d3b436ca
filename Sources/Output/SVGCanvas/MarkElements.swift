import Drawing

extension SceneWriter {
  mutating func elements(of shape: Shape) throws(SVGError) -> Elements {
    var elements = Elements()
    switch shape {
    case .fill(let fill):
      guard !fill.path.isEmpty else { break }
      var element = Element(content: .path(fill.path, isStroke: false))
      (element.looks[.fill], element.looks[.fillOpacity]) = try paint(fill.paint)
      element.looks[.fillRule] = fill.isWinding ? 0 : 1
      element.looks[.stroke] = PresentationAttributes.none
      element.looks[.rendering] = fill.isAntialiased ? 0 : 1
      elements.append(element)
    case .stroke(let stroke):
      guard !stroke.path.isEmpty, stroke.width > 0 || stroke.width.isNaN else { break }
      elements.append(try line(stroke))
    case .circle(let circle): elements = discs(of: circle)
    // Runs are taken apart before.
    case .circles: break
    case .text(let run): elements = isLive(run) ? liveText(of: run) : outlines(of: run)
    case .image(let image): elements.append(picture(image))
    }
    return elements
  }

  private mutating func line(_ stroke: Stroke) throws(SVGError) -> Element {
    var element = Element(content: .path(stroke.path, isStroke: true))
    element.looks[.fill] = PresentationAttributes.none
    (element.looks[.stroke], element.looks[.strokeOpacity]) = try paint(stroke.paint)
    element.looks[.strokeWidth] = out.steps(stroke.width)
    element.looks[.lineCap] = Vocabulary.value(of: stroke.cap, in: Vocabulary.caps)
    element.looks[.lineJoin] = Vocabulary.value(of: stroke.join, in: Vocabulary.joins)
    if stroke.join == .miter { element.looks[.miterLimit] = out.steps(stroke.miterLimit) }
    let dashes = stroke.dashes.map { out.steps($0) }
    // SVG and Cairo both refuse a negative length; nothing but zeros is a solid line.
    let isDashed = dashes.contains { $0 > 0 } && !dashes.contains { $0 < 0 }
    element.looks[.dashes] =
      isDashed
      ? vocabulary.value(of: Vocabulary.Dashes(lengths: dashes, phase: out.steps(stroke.dashPhase))) : 0
    element.looks[.rendering] = 0
    return element
  }

  /// A disc and its ring, which begins where the disc ends.
  ///
  /// One `<circle>` has its stroke half over its fill. Seen through the stroke that would be a darker band, so a
  /// translucent ring is drawn either opaque in an element that is translucent as a whole, where its alpha is the
  /// greater one, or as a circle of its own.
  private mutating func discs(of circle: Circle) -> Elements {
    var (elements, disc) = (Elements(), PresentationAttributes())
    disc[.stroke] = PresentationAttributes.none
    (disc[.fill], disc[.fillOpacity]) = paint(circle.fill)
    let (ringColor, ringOpacity) = paint(circle.stroke)
    let radius = out.steps(circle.radius)
    let width = ringColor == PresentationAttributes.none ? 0 : out.steps(circle.strokeWidth)
    let hasDisc = radius > 0 && disc[.fill] != PresentationAttributes.none
    guard hasDisc || width > 0 else { return elements }
    if circle.blur > 0 || circle.blur.isNaN {
      let outer = radius + width
      let fade = Definitions.Fade(
        fill: circle.fill, stroke: circle.stroke,
        ring: width > 0 ? (radius * Markup.one + outer / 2) / outer : Markup.one,
        blur: max(1, out.thousandths(circle.blur)))
      disc[.fill] = definitions.paint(fade)
      disc[.fillOpacity] = Markup.one
      elements.append(Element(content: .circle(circle.center, radius: outer), looks: disc))
      return elements
    }
    guard width > 0 else {
      elements.append(Element(content: .circle(circle.center, radius: radius), looks: disc))
      return elements
    }
    let middle = out.steps(circle.radius + circle.strokeWidth / 2)
    var ring = disc
    (ring[.stroke], ring[.strokeOpacity], ring[.strokeWidth]) = (ringColor, ringOpacity, width)
    if !hasDisc {
      (ring[.fill], ring[.fillOpacity]) = (PresentationAttributes.none, PresentationAttributes.open)
      elements.append(Element(content: .circle(circle.center, radius: middle), looks: ring))
    } else if ringOpacity >= disc[.fillOpacity] {
      ring[.strokeOpacity] = Markup.one
      ring[.fillOpacity] = (disc[.fillOpacity] * Markup.one + ringOpacity / 2) / ringOpacity
      elements.append(
        Element(content: .circle(circle.center, radius: middle), looks: ring, opacity: ringOpacity))
    } else {
      elements.append(Element(content: .circle(circle.center, radius: radius), looks: disc))
      (ring[.fill], ring[.fillOpacity]) = (PresentationAttributes.none, PresentationAttributes.open)
      elements.append(Element(content: .circle(circle.center, radius: middle), looks: ring))
    }
    return elements
  }

  private mutating func picture(_ image: ImageMark) -> Element {
    var element = Element(content: .image(image))
    element.opacity = out.share(image.opacity)
    (element.rotation, element.pivot) = (image.rotation, image.rectangle.center)
    return element
  }

  private mutating func paint(_ paint: Paint) throws(SVGError) -> (value: Int64, opacity: Int64) {
    switch paint {
    case .color(let color): return self.paint(color)
    case .pattern(let pattern):
      return (try definitions.paint(pattern, layer: layer, mark: mark), out.share(pattern.opacity))
    case .gradient(let gradient):
      let isSeen = gradient.stops.contains { $0.color.alpha > 0 }
      return isSeen
        ? (definitions.paint(gradient), Markup.one)
        : (PresentationAttributes.none, PresentationAttributes.open)
    }
  }

  /// The value and opacity of `fill` or `stroke`. An invisible color is none, and its opacity does not matter.
  mutating func paint(_ color: Color) -> (value: Int64, opacity: Int64) {
    let opacity = out.share(color.alpha)
    _ = (out.share(color.red), out.share(color.green), out.share(color.blue))  // notices what is no number
    return opacity == 0
      ? (PresentationAttributes.none, PresentationAttributes.open) : (Int64(color.rgb), opacity)
  }

  // MARK: Text

  /// True if a run is written as text. Emoji in color are images here, and what stands beside them is outlines: viewers
  /// without the font would show something else, or black boxes for the halo.
  func isLive(_ run: TextRun) -> Bool {
    options.text == .live && !run.isOutlined && run.fragments.allSatisfy(\.images.isEmpty)
      && (!isAlongLine(run) || hasPlainLetters(run))
  }

  /// A run as real text, above its halo: an element of its own, for many viewers do not know `paint-order`, which is of SVG 2.
  private mutating func liveText(of run: TextRun) -> Elements {
    var elements = Elements()
    guard let first = run.fragments.first else { return elements }
    var looks = letterLooks(of: first)
    let isAlongLine = isAlongLine(run)
    looks[.anchor] = Vocabulary.value(of: alignment(of: run), in: Vocabulary.anchors)
    looks[.letterSpacing] = isAlongLine ? 0 : out.steps(run.letterSpacing)
    looks[.stroke] = PresentationAttributes.none
    if var soft = softHalo(of: run, as: .text(run, isDescribed: false)) {
      soft.looks = soft.looks.over(looks)
      elements.append(soft)
    } else if let halo = haloLooks(of: run) {
      var beneath = halo.over(looks)
      beneath[.fillOpacity] = PresentationAttributes.open
      elements.append(Element(content: .text(run, isDescribed: false), looks: beneath))
    }
    elements.append(Element(content: .text(run, isDescribed: true), looks: looks))
    turn(&elements, with: run)
    return elements
  }

  private mutating func outlines(of run: TextRun) -> Elements {
    var elements = Elements()
    let all = run.fragments.indices
    if let soft = softHalo(of: run, as: .outlines(run, all)) {
      elements.append(soft)
    } else if let halo = haloLooks(of: run) {
      elements.append(Element(content: .outlines(run, all), looks: halo))
    }
    var start = 0
    while start < all.endIndex {
      let color = run.fragments[start].color
      let end = run.fragments[start...].firstIndex { $0.color != color } ?? all.endIndex
      var looks = PresentationAttributes()
      (looks[.fill], looks[.fillOpacity]) = paint(color)
      looks[.fillRule] = 0
      looks[.stroke] = PresentationAttributes.none
      looks[.rendering] = 0
      if run.fragments[start..<end].contains(where: { !$0.outline.isEmpty }) {
        elements.append(Element(content: .outlines(run, start..<end), looks: looks))
      }
      start = end
    }
    turn(&elements, with: run)
    for fragment in run.fragments {
      for image in fragment.images { elements.append(picture(image.placed(in: fragment))) }
    }
    return elements
  }

  private mutating func turn(_ elements: inout Elements, with run: TextRun) {
    let opacity = out.share(run.opacity)
    if elements.more.isEmpty { elements.first?.opacity = opacity } else { elements.opacity = opacity }
    elements.first?.rotation = run.rotation
    elements.first?.pivot = run.pivot
    for index in elements.more.indices {
      elements.more[index].rotation = run.rotation
      elements.more[index].pivot = run.pivot
    }
  }

  mutating func letterLooks(of fragment: TextRun.Fragment) -> PresentationAttributes {
    var looks = PresentationAttributes()
    (looks[.fill], looks[.fillOpacity]) = paint(fragment.color)
    looks[.face] = vocabulary.value(of: fragment.font.names)
    looks[.fontSize] = out.steps(fragment.font.size)
    return looks
  }

  /// A halo that fades, as an element of its own; `nil` where it has a sharp edge, or there is none.
  ///
  /// Letters and edge are one opaque area before it is blurred: half of it shows at the halo's width.
  private mutating func softHalo(of run: TextRun, as content: Element.Content) -> Element? {
    guard let halo = run.halo, halo.blur > 0 || halo.blur.isNaN, var looks = haloLooks(of: run) else {
      return nil
    }
    let opacity = looks[.strokeOpacity]
    (looks[.fill], looks[.fillOpacity]) = (looks[.stroke], Markup.one)
    looks[.strokeOpacity] = Markup.one
    (looks[.fillRule], looks[.rendering]) = (0, 0)
    return Element(
      content: content, looks: looks, opacity: opacity, filter: definitions.softEdge(over: halo.blur))
  }

  /// A line twice the halo's width beneath the letters.
  private mutating func haloLooks(of run: TextRun) -> PresentationAttributes? {
    guard let halo = run.halo, halo.width > 0 || halo.width.isNaN else { return nil }
    let (color, opacity) = paint(halo.color)
    guard color != PresentationAttributes.none else { return nil }
    var looks = PresentationAttributes()
    (looks[.stroke], looks[.strokeOpacity]) = (color, opacity)
    looks[.strokeWidth] = out.steps(2 * halo.width)
    (looks[.fill], looks[.lineJoin]) = (PresentationAttributes.none, 1)
    looks[.dashes] = 0
    return looks
  }
}
