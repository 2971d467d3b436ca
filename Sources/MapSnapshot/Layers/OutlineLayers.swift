import Drawing
import MapFeatures
import MapStyle

/// A line or an area of a source, and its paths in the picture.
struct OutlineItem {
  let feature: OutlineFeature
  let kind: ShapeFeature.Kind
  let paths: [OutlinePath]
}

/// Draws areas.
struct FillLayer {
  private let color: BoundProperty<Color>
  private let opacity: BoundProperty<Double>
  private let outlineColor: BoundProperty<Color?>
  private let isAntialiased: BoundProperty<Bool>
  private let translate: BoundProperty<Point>
  private let sortKey: BoundProperty<Double?>

  init(_ layer: ResolvedLayer) {
    color = layer.property(.fillColor)
    opacity = layer.property(.fillOpacity)
    outlineColor = layer.property(.fillOutlineColor)
    isAntialiased = layer.property(.fillAntialias)
    translate = layer.property(.fillTranslate)
    sortKey = layer.property(.fillSortKey)
  }

  /// The areas among the items, cut to the view, each followed by its outline where it has one.
  func marks(of items: [OutlineItem], in drawing: inout LayerDrawing) -> [Mark] {
    let ordered =
      sortKey.isConstant
      ? items
      : sorted(items) { item in
        sortKey.value(in: drawing.context(for: item.feature), noting: &drawing.warnings)
      }
    var marks: [Mark] = []
    for item in ordered where item.kind == .area {
      let context = drawing.context(for: item.feature)
      let fill = color.value(in: context, noting: &drawing.warnings)
      let opacity = opacity.value(in: context, noting: &drawing.warnings)
      let isSmooth = isAntialiased.value(in: context, noting: &drawing.warnings)
      let outline = outlineColor.value(in: context, noting: &drawing.warnings)
      let shift = translate.value(in: context, noting: &drawing.warnings)
      var path = Path()
      for ring in item.paths {
        path.addRing(
          ring.isInside && shift == .zero
            ? ring.points : drawing.frame.clip.clipped(ring: ring.points.map { $0 + shift }))
      }
      guard !path.isEmpty else { continue }
      let paint = Paint.color(fill.multiplyingAlpha(by: opacity))
      if fill.alpha * opacity > 0 { marks.append(Mark(.fill(Fill(path, paint, isAntialiased: isSmooth)))) }
      if let outline, isSmooth, outline.alpha * opacity > 0 {
        marks.append(
          Mark(.stroke(Stroke(path, .color(outline.multiplyingAlpha(by: opacity)), width: 1, join: .round))))
      }
    }
    return marks
  }
}

/// Draws lines, and the edges of areas.
struct LineLayer {
  private let color: BoundProperty<Color>
  private let opacity: BoundProperty<Double>
  private let width: BoundProperty<Double>
  private let cap: BoundProperty<Stroke.Cap>
  private let join: BoundProperty<Stroke.Join>
  private let miterLimit: BoundProperty<Double>
  private let dashes: BoundProperty<[Double]?>
  private let translate: BoundProperty<Point>
  private let sortKey: BoundProperty<Double?>

  init(_ layer: ResolvedLayer) {
    color = layer.property(.lineColor)
    opacity = layer.property(.lineOpacity)
    width = layer.property(.lineWidth)
    cap = layer.property(.lineCap)
    join = layer.property(.lineJoin)
    miterLimit = layer.property(.lineMiterLimit)
    dashes = layer.property(.lineDasharray)
    translate = layer.property(.lineTranslate)
    sortKey = layer.property(.lineSortKey)
  }

  /// The lines of all items, cut to the view.
  func marks(of items: [OutlineItem], in drawing: inout LayerDrawing) -> [Mark] {
    let ordered =
      sortKey.isConstant
      ? items
      : sorted(items) { item in
        sortKey.value(in: drawing.context(for: item.feature), noting: &drawing.warnings)
      }
    var marks: [Mark] = []
    for item in ordered {
      let context = drawing.context(for: item.feature)
      let color = color.value(in: context, noting: &drawing.warnings)
        .multiplyingAlpha(by: opacity.value(in: context, noting: &drawing.warnings))
      let width = width.value(in: context, noting: &drawing.warnings)
      guard color.alpha > 0, width > 0 else { continue }
      let shift = translate.value(in: context, noting: &drawing.warnings)
      let path = path(of: item, shift: shift, clip: drawing.frame.clip.expanded(by: width))
      guard !path.isEmpty else { continue }
      let pattern = dashes.value(in: context, noting: &drawing.warnings) ?? []
      marks.append(
        Mark(
          .stroke(
            Stroke(
              path, .color(color), width: width, cap: cap.value(in: context, noting: &drawing.warnings),
              join: join.value(in: context, noting: &drawing.warnings),
              miterLimit: max(1, miterLimit.value(in: context, noting: &drawing.warnings)),
              dashes: pattern.allSatisfy { $0 == 0 } ? [] : pattern.map { $0 * width }))))
    }
    return marks
  }

  private func path(of item: OutlineItem, shift: Point, clip: Rectangle) -> Path {
    var path = Path()
    for line in item.paths {
      let borders = item.kind == .area ? line.borders : nil
      for points in borders ?? [line.points] {
        let points = shift == .zero ? points : points.map { $0 + shift }
        if line.isInside && item.kind == .area && borders == nil {
          path.addRing(points)
        } else {
          for piece in line.isInside ? [points] : clip.clipped(line: points) { path.addLine(piece) }
        }
      }
    }
    return path
  }
}

extension Path {
  /// Appends a closed ring; a last point that repeats the first is left out.
  mutating func addRing(_ ring: [Point]) {
    let corners = ring.count > 1 && ring.last == ring.first ? ring.dropLast() : ring[...]
    guard corners.count > 2 else { return }
    addLine(corners)
    close()
  }

  /// Appends an open line.
  mutating func addLine(_ line: some Collection<Point>) {
    guard let first = line.first else { return }
    move(to: first)
    for point in line.dropFirst() { self.line(to: point) }
  }
}
