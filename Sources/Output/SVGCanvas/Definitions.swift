import Drawing

struct Definitions {
  /// A disc that fades toward its edge. Lengths are shares of the outer radius in thousandths.
  struct Fade: Hashable {
    var fill: Color
    var stroke: Color
    /// The beginning of the ring; ``Markup/one`` without one.
    var ring: Int64
    var blur: Int64
  }

  struct Sprite: Hashable {
    var bitmap: Bitmap
    var width: Int64
    var height: Int64
    var isSmooth: Bool
  }

  private(set) var markup: Markup
  /// The id of each definition that paints, by the number that ``PresentationAttributes`` knows it by.
  private(set) var paints: [String] = []
  var identifiers = Identifiers()
  private var fades: [Fade: Int64] = [:]
  private var patterns: [Pattern: Int64] = [:]
  private var gradients: [Gradient: Int64] = [:]
  private var softEdges: [Int64: String] = [:]
  private var sprites: [Sprite: String] = [:]
  private var uses: [Sprite: Int] = [:]
  private let encodePNG: (@Sendable (Bitmap) throws -> [UInt8])?

  init(options: SVGOptions) {
    markup = Markup(decimals: options.decimals)
    encodePNG = options.encodePNG
    identifiers.prefix = options.idPrefix
  }

  mutating func paint(_ fade: Fade) -> Int64 {
    if let value = fades[fade] { return value }
    let id = identifiers.claim("blur-\(fades.count + 1)", isReference: true)
    let value = addPaint(id)
    fades[fade] = value
    markup.attribute(" <radialGradient id=\"", raw: id)
    markup.raw(">")
    for stop in stops(of: fade) { writeStop(stop.offset, stop.color, alpha: stop.alpha) }
    markup.raw("</radialGradient>\n")
    return value
  }

  /// Colors from the middle outward, as MapLibre's circle shader mixes them: alpha falls smoothly over the share
  /// `blur` of the radius, and over the same length before the ring the fill turns into the ring's color.
  private mutating func stops(of fade: Fade) -> [(offset: Int64, color: Color, alpha: Int64)] {
    let (blur, ring) = (Double(fade.blur) / 1000, Double(fade.ring) / 1000)
    var offsets: Set<Int64> = [0, Markup.one]
    for end in [ring, 1] {
      for step in 0...8 {
        let offset = end - blur * Double(8 - step) / 8
        if (0...1).contains(offset) { offsets.insert(Int64((offset * 1000).rounded())) }
      }
    }
    return offsets.sorted().map { offset in
      let distance = Double(offset) / 1000
      let toRing = fade.ring < Markup.one ? smoothStep((distance - ring + blur) / blur) : 0
      let color = fade.fill.blended(with: fade.stroke, share: toRing)
      let alpha = (color?.alpha ?? 0) * smoothStep((1 - distance) / blur)
      return (offset, color ?? fade.fill, markup.share(alpha))
    }
  }

  /// The id of the filter that lets edges fade over a distance on both sides.
  ///
  /// The deviation is the one whose curve is as steep at the edge as an even fade. The region holds halos as wide as the
  /// letters are high.
  mutating func softEdge(over distance: Double) -> String {
    let deviation = markup.thousandths(distance * 2 / (2 * Double.pi).squareRoot())
    if let id = softEdges[deviation] { return id }
    let id = identifiers.claim("soft-\(softEdges.count + 1)", isReference: true)
    softEdges[deviation] = id
    markup.attribute(" <filter id=\"", raw: id)
    markup.raw(" x=\"-2\" y=\"-2\" width=\"5\" height=\"5\">")
    markup.attribute("<feGaussianBlur stdDeviation=\"", thousandths: deviation)
    markup.raw("/></filter>\n")
    return id
  }

  mutating func paint(_ pattern: Pattern, layer: String, mark: Int) throws(SVGError) -> Int64 {
    var key = pattern
    key.opacity = 1  // written where it is used
    if let value = patterns[key] { return value }
    let id = identifiers.claim("pattern-\(patterns.count + 1)", isReference: true)
    markup.attribute(" <pattern id=\"", raw: id)
    markup.attribute(" patternUnits=\"userSpaceOnUse\" x=\"", pattern.origin.x)
    markup.attribute(" y=\"", pattern.origin.y)
    let sprite = Sprite(
      bitmap: pattern.bitmap, width: markup.steps(pattern.size.width),
      height: markup.steps(pattern.size.height), isSmooth: true)
    size(of: sprite, to: &markup)
    if pattern.rotation != 0 {
      let turn = [pattern.rotation, pattern.origin.x, pattern.origin.y]
      markup.attribute(" patternTransform=\"rotate(", turn, closing: ")\"")
    }
    markup.raw("><image")
    size(of: sprite, to: &markup)
    try pixels(of: sprite, to: &markup, layer: layer, mark: mark)
    markup.raw("/></pattern>\n")
    let value = addPaint(id)
    patterns[key] = value
    return value
  }

  mutating func paint(_ gradient: Gradient) -> Int64 {
    if let value = gradients[gradient] { return value }
    let id = identifiers.claim("gradient-\(gradients.count + 1)", isReference: true)
    let value = addPaint(id)
    gradients[gradient] = value
    markup.attribute(" <linearGradient id=\"", raw: id)
    markup.attribute(" gradientUnits=\"userSpaceOnUse\" x1=\"", gradient.start.x)
    markup.attribute(" y1=\"", gradient.start.y)
    markup.attribute(" x2=\"", gradient.end.x)
    markup.attribute(" y2=\"", gradient.end.y)
    markup.raw(">")
    for stop in gradient.stops {
      writeStop(markup.share(stop.offset), stop.color, alpha: markup.share(stop.color.alpha))
    }
    markup.raw("</linearGradient>\n")
    return value
  }

  private mutating func writeStop(_ offset: Int64, _ color: Color, alpha: Int64) {
    markup.attribute("<stop offset=\"", thousandths: offset)
    markup.raw(" stop-color=\"")
    markup.hex(Int64(color.rgb))
    markup.raw("\"")
    if alpha < Markup.one { markup.attribute(" stop-opacity=\"", thousandths: alpha) }
    markup.raw("/>")
  }

  private mutating func addPaint(_ id: String) -> Int64 {
    paints.append(id)
    return PresentationAttributes.firstDefinition + Int64(paints.count - 1)
  }

  // MARK: Images

  mutating func count(_ image: ImageMark) { uses[sprite(image), default: 0] += 1 }

  /// Begins an image's element: the pixels themselves, or a `<use>` of them.
  ///
  /// - Returns: the element's name.
  mutating func open(
    _ image: ImageMark, to out: inout Markup, layer: String, mark: Int
  ) throws(SVGError) -> StaticString {
    let sprite = sprite(image)
    guard let count = uses[sprite], count > 1 else {
      out.raw("<image")
      size(of: sprite, to: &out)
      try pixels(of: sprite, to: &out, layer: layer, mark: mark)
      return "image"
    }
    let id: String
    if let known = sprites[sprite] {
      id = known
    } else {
      id = identifiers.claim("image-\(sprites.count + 1)", isReference: true)
      sprites[sprite] = id
      markup.attribute(" <image id=\"", raw: id)
      size(of: sprite, to: &markup)
      try pixels(of: sprite, to: &markup, layer: layer, mark: mark)
      markup.raw("/>\n")
    }
    out.attribute("<use href=\"", raw: "#" + id)
    return "use"
  }

  private mutating func sprite(_ image: ImageMark) -> Sprite {
    Sprite(
      bitmap: image.bitmap, width: markup.steps(image.rectangle.width),
      height: markup.steps(image.rectangle.height), isSmooth: image.isSmooth)
  }

  private func size(of sprite: Sprite, to out: inout Markup) {
    out.attribute(" width=\"", sprite.width)
    out.attribute(" height=\"", sprite.height)
  }

  private func pixels(of sprite: Sprite, to out: inout Markup, layer: String, mark: Int) throws(SVGError) {
    guard let encodePNG else { throw .noImageEncoder(layer: layer, mark: mark) }
    let png: [UInt8]
    do {
      png = try encodePNG(sprite.bitmap)
    } catch {
      throw .imageNotEncoded(layer: layer, mark: mark, reason: "\(error)")
    }
    out.raw(" preserveAspectRatio=\"none\"")
    if !sprite.isSmooth { out.raw(" image-rendering=\"pixelated\"") }
    out.raw(" href=\"data:image/png;base64,")
    out.base64(png)
    out.raw("\"")
  }
}
