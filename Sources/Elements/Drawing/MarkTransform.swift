extension DrawItem {
  package func posed(
    opacity: Double = 1, scale: Double, about middle: Point = .zero, offset: Point
  ) -> DrawItem {
    let pose = MarkTransform(opacity: opacity, scale: scale, middle: middle, offset: offset)
    var mark = self
    mark.shape = pose.applied(to: shape)
    return mark
  }
}

private struct MarkTransform {
  let opacity, scale: Double
  let middle, offset: Point

  func applied(to shape: Shape) -> Shape {
    switch shape {
    case .fill(var fill):
      fill.path = fill.path.mapPoints(moved)
      fill.paint = paint(fill.paint)
      return .fill(fill)
    case .stroke(var stroke):
      stroke.path = stroke.path.mapPoints(moved)
      stroke.paint = paint(stroke.paint)
      stroke.width *= scale
      stroke.dashes = stroke.dashes.map { $0 * scale }
      stroke.dashPhase *= scale
      return .stroke(stroke)
    case .circle(var circle):
      circle.center = moved(circle.center)
      circle.radius *= scale
      circle.strokeWidth *= scale
      circle.fill = circle.fill.multiplyingAlpha(by: opacity)
      circle.stroke = circle.stroke.multiplyingAlpha(by: opacity)
      return .circle(circle)
    case .circles(var run):
      let middles = run.centers.map(moved)
      if case .circle(let circle) = applied(to: .circle(run.circle)) { run.circle = circle }
      run.centers = middles
      return .circles(run)
    case .text(let run): return .text(text(run))
    case .image(var image):
      let (old, corner) = (image.rectangle, moved(Point(x: image.rectangle.x, y: image.rectangle.y)))
      image.rectangle = Rectangle(
        x: corner.x, y: corner.y, width: old.width * scale, height: old.height * scale)
      image.opacity *= opacity
      return .image(image)
    }
  }

  private func moved(_ point: Point) -> Point {
    Point(
      x: middle.x + (point.x - middle.x) * scale + offset.x,
      y: middle.y + (point.y - middle.y) * scale + offset.y)
  }

  private func paint(_ paint: Paint) -> Paint {
    switch paint {
    case .color(let color): return .color(color.multiplyingAlpha(by: opacity))
    case .pattern(var pattern):
      pattern.opacity *= opacity
      pattern.origin = moved(pattern.origin)
      pattern.size = Size(width: pattern.size.width * scale, height: pattern.size.height * scale)
      return .pattern(pattern)
    case .gradient(var gradient):
      (gradient.start, gradient.end) = (moved(gradient.start), moved(gradient.end))
      for index in gradient.stops.indices {
        gradient.stops[index].color = gradient.stops[index].color.multiplyingAlpha(by: opacity)
      }
      return .gradient(gradient)
    }
  }

  private func text(_ old: TextRun) -> TextRun {
    var run = old
    run.pivot = moved(run.pivot)
    run.opacity *= opacity
    run.letterSpacing *= scale
    run.halo?.width *= scale
    run.halo?.blur *= scale
    for index in run.fragments.indices {
      run.fragments[index].origin = moved(run.fragments[index].origin)
      if scale != 1 { run.fragments[index] = run.fragments[index].scaled(by: scale) }
    }
    return run
  }
}
