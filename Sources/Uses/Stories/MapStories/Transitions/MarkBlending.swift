import Drawing

extension Shape {
  /// The shape on its way to another of the same structure; `nil` where structures differ.
  ///
  /// - Parameter share: how much of the other it has: 0 is this one, 1 the other, both exactly.
  func blended(with other: Shape, share: Double) -> Shape? {
    let mix = Mixture(share: share)
    switch (self, other) {
    case (.circle(let one), .circle(let other)): return .circle(mix.circles(one, other))
    case (.fill(let one), .fill(let other)): return mix.fills(one, other).map(Shape.fill)
    case (.stroke(let one), .stroke(let other)): return mix.strokes(one, other).map(Shape.stroke)
    case (.text(let one), .text(let other)): return mix.texts(one, other).map(Shape.text)
    case (.image(let one), .image(let other)): return mix.images(one, other).map(Shape.image)
    default: return nil
    }
  }

  /// True if there is a way from this shape to another.
  func canBlend(with other: Shape) -> Bool { blended(with: other, share: 0.5) != nil }

  /// The kind of the shape.
  var kind: Int {
    switch self {
    case .fill: 0
    case .stroke: 1
    case .circle, .circles: 2
    case .text: 3
    case .image: 4
    }
  }
}

/// Goes a share of the way from one value to another.
struct Mixture {
  /// 0 is the first, 1 the second.
  let share: Double

  func callAsFunction(_ a: Double, _ b: Double) -> Double {
    if share <= 0 || a == b { return a }
    return share >= 1 ? b : a + (b - a) * share
  }

  func callAsFunction(_ a: Point, _ b: Point) -> Point { Point(x: self(a.x, b.x), y: self(a.y, b.y)) }

  private func callAsFunction(_ a: Size, _ b: Size) -> Size {
    Size(width: self(a.width, b.width), height: self(a.height, b.height))
  }

  private func callAsFunction(_ a: Rectangle, _ b: Rectangle) -> Rectangle {
    Rectangle(
      x: self(a.x, b.x), y: self(a.y, b.y), width: self(a.width, b.width), height: self(a.height, b.height))
  }

  /// As light mixes: a channel counts by its alpha.
  private func callAsFunction(_ a: Color, _ b: Color) -> Color {
    let alpha = self(a.alpha, b.alpha)
    if a == b || share <= 0 { return a }
    guard share < 1, alpha > 0 else { return b }
    func channel(_ one: Double, _ other: Double) -> Double {
      min(1, max(0, self(one * a.alpha, other * b.alpha) / alpha))
    }
    return Color(
      red: channel(a.red, b.red), green: channel(a.green, b.green), blue: channel(a.blue, b.blue),
      alpha: alpha)
  }

  private func callAsFunction(_ a: Path, _ b: Path) -> Path? {
    guard a.verbs == b.verbs else { return nil }
    var others = b.points.makeIterator()
    return a.mapPoints { point in self(point, others.next() ?? point) }
  }

  private func callAsFunction(_ a: Paint, _ b: Paint) -> Paint? {
    switch (a, b) {
    case (.color(let one), .color(let other)): return .color(self(one, other))
    case (.pattern(var one), .pattern(let other)):
      guard one.bitmap == other.bitmap, one.rotation == other.rotation else { return nil }
      one.origin = self(one.origin, other.origin)
      one.size = self(one.size, other.size)
      one.opacity = self(one.opacity, other.opacity)
      return .pattern(one)
    default: return nil
    }
  }

  func circles(_ a: Circle, _ b: Circle) -> Circle {
    Circle(
      center: self(a.center, b.center), radius: self(a.radius, b.radius), fill: self(a.fill, b.fill),
      strokeWidth: self(a.strokeWidth, b.strokeWidth), stroke: self(a.stroke, b.stroke),
      blur: self(a.blur, b.blur))
  }

  func fills(_ a: Fill, _ b: Fill) -> Fill? {
    guard a.isAntialiased == b.isAntialiased, let path = self(a.path, b.path),
      let paint = self(a.paint, b.paint)
    else { return nil }
    return Fill(path, paint, isAntialiased: a.isAntialiased)
  }

  func strokes(_ a: Stroke, _ b: Stroke) -> Stroke? {
    guard a.cap == b.cap, a.join == b.join, a.dashes == b.dashes, a.dashPhase == b.dashPhase,
      let path = self(a.path, b.path),
      let paint = self(a.paint, b.paint)
    else { return nil }
    return Stroke(
      path, paint, width: self(a.width, b.width), cap: a.cap, join: a.join,
      miterLimit: self(a.miterLimit, b.miterLimit), dashes: a.dashes, dashPhase: a.dashPhase)
  }

  func images(_ a: ImageMark, _ b: ImageMark) -> ImageMark? {
    guard a.isSmooth == b.isSmooth, a.rotation == b.rotation, a.bitmap == b.bitmap else { return nil }
    var image = a
    image.rectangle = self(a.rectangle, b.rectangle)
    image.opacity = self(a.opacity, b.opacity)
    return image
  }

  func texts(_ a: TextRun, _ b: TextRun) -> TextRun? {
    guard a.fragments.count == b.fragments.count, a.alignment == b.alignment, a.rotation == b.rotation,
      (a.halo == nil) == (b.halo == nil)
    else { return nil }
    var run = a
    for (index, (one, other)) in zip(a.fragments, b.fragments).enumerated() {
      guard one.text == other.text, one.rotation == other.rotation, one.font.names == other.font.names,
        one.images == other.images, one.glyphs == other.glyphs,
        let outline = self(one.outline, other.outline)
      else { return nil }
      run.fragments[index].font.size = self(one.font.size, other.font.size)
      run.fragments[index].color = self(one.color, other.color)
      run.fragments[index].origin = self(one.origin, other.origin)
      run.fragments[index].advance = self(one.advance, other.advance)
      run.fragments[index].outline = outline
    }
    if let one = a.halo, let other = b.halo {
      run.halo = TextRun.Halo(
        color: self(one.color, other.color), width: self(one.width, other.width),
        blur: self(one.blur, other.blur))
    }
    run.letterSpacing = self(a.letterSpacing, b.letterSpacing)
    run.pivot = self(a.pivot, b.pivot)
    run.opacity = self(a.opacity, b.opacity)
    return run
  }
}
