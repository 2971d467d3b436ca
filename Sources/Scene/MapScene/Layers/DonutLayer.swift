import Drawing
import MapContent
import MapGround
import MapSettings
import MapStyle
import StyleSettings

/// Draws markers as rings of shares: a white disc with the sum, and around it a segment for each property.
struct DonutLayer {
  let donut: Donut

  /// One marker's ring, not yet in its position.
  struct Ring {
    /// The outer radius in points.
    private(set) var radius: Double
    fileprivate var hole: Double
    fileprivate let opacity: Double
    fileprivate let segments: [Donut.Reading.Segment]
    fileprivate let center: Color
    fileprivate var text: LaidOutText?
    fileprivate let numbers: NumberFormat
    /// True if the hole is too small for the text, which then is not drawn.
    let lacksText: Bool

    /// Leaves the text out where the picture's edge would cut it: half a number is another number.
    mutating func leaveTextOut(cutBy picture: Rectangle, at center: Point) {
      guard let text, let candidate = text.candidates.first else { return }
      if !picture.contains(text.part(at: center, candidate).extent) { self.text = nil }
    }

    /// The ring larger or smaller, its text with it.
    func scaled(by factor: Double) -> Ring {
      var ring = self
      ring.radius *= factor
      ring.hole *= factor
      ring.text = text?.scaled(by: factor)
      return ring
    }

    /// The disc, the segments clockwise from 12 o'clock, and the text.
    func marks(at center: Point, subject: MarkDescription?) -> [DrawItem] {
      // Half a pixel of the disc fades; beneath opaque segments it goes on a little, so that nothing shines through where
      // they meet.
      let overlap = opacity == 1 ? min(1, (radius - hole) / 2) : 0
      let disc = Circle(
        center: center, radius: hole + overlap, fill: self.center.multiplyingAlpha(by: opacity))
      var marks = [DrawItem(.circle(disc), subject: subject)]
      for (index, segment) in segments.enumerated() {
        let subject = subject.map { segmentSubject(segment, at: index, of: $0) }
        marks.append(sector(at: center, from: segment.start, to: segment.end, segment.color, subject))
      }
      if segments.isEmpty, radius > hole {
        marks.append(sector(at: center, from: 0, to: 1, DonutLayer.neutral, nil))
      }
      if let text, let candidate = text.candidates.first {
        marks += text.part(at: center, candidate).shapes.map { DrawItem($0) }
      }
      return marks
    }

    private func sector(
      at center: Point, from start: Double, to end: Double, _ color: Color, _ subject: MarkDescription?
    ) -> DrawItem {
      let path = Path(sectorAround: center, inner: hole, outer: radius, from: start, to: end)
      return .fill(path, color.multiplyingAlpha(by: opacity), subject: subject)
    }

    private func segmentSubject(_ segment: Donut.Reading.Segment, at index: Int, of subject: MarkDescription)
      -> MarkDescription
    {
      let label = segment.label ?? "\(index + 1)"
      return MarkDescription(
        id: "\(subject.id)/\(label)", count: Int(exactly: segment.value.rounded()) ?? 0,
        title: "\(label): \(numbers.whole(segment.value))")
    }
  }

  /// The ring of a marker.
  ///
  /// Text too wide for the hole is made smaller, so that it never reaches the segments.
  func ring(
    of item: PointItem, layerRadius: Double, opacity: Double, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Ring {
    let context = drawing.context(for: item.feature)
    let radius = min(9999, donut.radius?.value(in: context, noting: &drawing.warnings) ?? layerRadius)
    let hole = radius * donut.hole
    let reading = donut.reading(in: context, noting: &drawing.warnings)
    let text = try text(reading.text, within: hole, context, in: &drawing)
    return Ring(
      radius: radius, hole: hole, opacity: opacity, segments: reading.segments,
      center: drawing.value(donut.centerColor, in: context), text: text.laidOut, numbers: drawing.numbers,
      lacksText: text.isTooLarge)
  }

  private func text(
    _ formatted: FormattedText, within hole: Double, _ context: EvaluationContext,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> (laidOut: LaidOutText?, isTooLarge: Bool) {
    let size = drawing.value(donut.textSize, in: context)
    let color = drawing.value(donut.textColor, in: context)
    guard size > 0, !formatted.text.isEmpty, color.alpha > 0 else { return (nil, false) }
    let text = try laidOut(formatted, size: size, color: color, in: &drawing)
    guard let wide = text, let candidate = wide.candidates.first else { return (nil, false) }
    let room = hole * DonutLayer.fullness
    let needed = wide.shaped.inkBox.offset(by: wide.origin(of: candidate)).farthestCorner
    guard needed > room else { return (wide, false) }
    // Below four points nobody reads anything.
    let smaller = size * room / needed
    guard smaller >= 4 else { return (nil, true) }
    return (try laidOut(formatted, size: smaller, color: color, in: &drawing), false)
  }

  /// The ring of a marker without shares.
  static let neutral = Color(red: 0.74, green: 0.74, blue: 0.74)

  /// The share of the hole's radius that text may fill without touching the segments.
  private static let fullness = 0.92

  private func laidOut(
    _ formatted: FormattedText, size: Double, color: Color, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> LaidOutText? {
    let sections = formatted.sections.filter { $0.image == nil && !$0.text.isEmpty }
    let request = TextRequest(
      sections: sections.map { section in
        TextRequest.Section(
          text: section.text,
          font: Font(
            names: section.fontNames ?? donut.textFont, size: min(2000, size * (section.scale ?? 1))))
      }, lineHeight: size * 1.2)
    let shaped = try drawing.shape(request, font: donut.location, text: donut.location)
    guard !shaped.fragments.isEmpty else { return nil }
    return LaidOutText(
      shaped: shaped, images: [], fonts: request.sections.map(\.font),
      colors: sections.map { $0.textColor ?? color },
      size: size, request: request, candidates: [.init(anchor: .center, offset: .zero)], translate: .zero,
      rotation: 0, padding: 0, opacity: 1, halo: nil)
  }
}

extension Rectangle {
  /// The distance of the farthest corner from the origin.
  var farthestCorner: Double { Point(x: max(abs(minX), abs(maxX)), y: max(abs(minY), abs(maxY))).length }
}
