import Drawing
import MapSettings
import MapStyle

/// Lays a legend out: a heading, then bubbles and their words, below each other or side by side.
///
/// In a small picture, and where there is little room between markers, classes are shown by small bubbles.
struct Legend {
  let sections: [LegendSection]

  /// How much of the picture a legend covers at most in the bubbles' own sizes.
  private static let largestShare = 0.15
  private static let pad = 9.0
  /// Points between a bubble and its words.
  private static let air = 8.0

  /// Something of a legend with its size, and how far below its upper edge its middle is.
  private struct Part {
    let size: Size
    let middle: Double
    /// What is kept free before it when parts stand below each other.
    var above = 0.0
    let marks: (Point) -> [Mark]
  }

  /// The legend below each other, and side by side in ever more lines, then the same with small bubbles; nothing where there
  /// is nothing to explain.
  func forms(
    _ settings: OutputSettings.Decoration, isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [DecorationPiece] {
    guard sections.contains(where: { !$0.rows.isEmpty }) else { return [] }
    let picture = drawing.frame.picture
    let most = Legend.largestShare * picture.width * picture.height
    let whole = try shapes(settings, isDark: isDark, in: &drawing)
    let compact = Legend(sections: sections.map(\.compact))
    guard compact.sections != sections else { return whole }
    let small = try compact.shapes(settings, isDark: isDark, in: &drawing)
    let narrow = try compact.shapes(settings, isDark: isDark, share: 0.28, in: &drawing).prefix(1)
    return whole.filter { $0.size.width * $0.size.height <= most } + small + narrow
  }

  /// - Parameter share: how much of the picture's width a heading or a row takes at most.
  private func shapes(
    _ settings: OutputSettings.Decoration, isDark: Bool, share: Double = 0.45, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [DecorationPiece] {
    let look = DecorationLook(settings, isDark: isDark, size: 11)
    let width = drawing.frame.picture.width
    let column = try parts(settings, look, symbolWidth: symbolWidth, limit: width * share, in: &drawing)
    let row = try parts(settings, look, symbolWidth: nil, limit: width * share, in: &drawing)
    let room = width - 2 * DecorationLayout.margin - 2 * Legend.pad
    var forms = [piece(settings, look, below(column))]
    for share in [1, 0.6, 0.35] {
      let form = piece(settings, look, beside(row, limit: room * share))
      if forms.last?.size != form.size { forms.append(form) }
    }
    return forms
  }

  private var symbolWidth: Double {
    sections.flatMap(\.rows).map(\.symbol.size.width).max() ?? 0
  }

  // MARK: Parts

  /// Headings and rows in order.
  ///
  /// - Parameter symbolWidth: how wide a column the bubbles stand in; `nil` where each takes what it needs.
  private func parts(
    _ settings: OutputSettings.Decoration, _ look: DecorationLook, symbolWidth: Double?, limit: Double,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [Part] {
    var parts: [Part] = []
    let limit = max(40, limit - 2 * Legend.pad)
    if let text = settings.text, !text.isEmpty {
      let title = try DecorationText(
        text, look, size: look.textSize * 1.1, isBold: settings.textFont == nil, maximumWidth: limit,
        in: &drawing)
      parts.append(heading(title, above: 0))
    }
    for (index, section) in sections.enumerated() {
      let isFirst = parts.isEmpty
      // A legend's own heading replaces that of its only section.
      if !section.heading.isEmpty, sections.count > 1 || settings.text == nil {
        let text = try DecorationText(
          section.heading, look, isBold: settings.textFont == nil, maximumWidth: limit, in: &drawing)
        parts.append(heading(text, above: isFirst ? 0 : index > 0 ? 7 : 5))
      }
      if let basis = section.basis {
        let text = try DecorationText(
          basis, look, size: look.textSize * 0.9, maximumWidth: limit, in: &drawing)
        parts.append(heading(text, above: parts.isEmpty ? 0 : 1))
      }
      for (number, row) in section.rows.enumerated() {
        let width = symbolWidth ?? row.symbol.size.width
        let lead = try row.lead.map { text throws(SnapshotError) in
          try DecorationText(text, look, in: &drawing)
        }
        let start = lead.map { $0.width + Legend.air } ?? 0
        let symbol = start + width
        let text = try DecorationText(
          row.label, look, maximumWidth: max(40, limit - symbol - Legend.air), in: &drawing)
        let height = max(row.symbol.size.height + 2, text.height)
        let marks = { (corner: Point) -> [Mark] in
          (lead.map { $0.marks(at: corner + Point(x: 0, y: height / 2 - $0.middle)) } ?? [])
            + [row.symbol.mark(around: corner + Point(x: start + width / 2, y: height / 2))]
            + text.marks(at: corner + Point(x: symbol + Legend.air, y: height / 2 - text.middle))
        }
        parts.append(
          Part(
            size: Size(width: symbol + Legend.air + text.width, height: height), middle: height / 2,
            above: parts.isEmpty ? 0 : number == 0 ? (section.heading.isEmpty && index > 0 ? 7 : 3) : 1,
            marks: marks))
      }
    }
    return parts
  }

  private func heading(_ text: DecorationText, above: Double) -> Part {
    Part(
      size: Size(width: text.width, height: text.height), middle: text.middle, above: above, marks: text.marks
    )
  }

  // MARK: Forms

  private typealias Content = (size: Size, marks: (Point) -> [Mark])

  private func below(_ parts: [Part]) -> Content {
    var places: [(offset: Point, part: Part)] = []
    var (y, width) = (0.0, 0.0)
    for part in parts {
      y += part.above
      places.append((Point(x: 0, y: y), part))
      y += part.size.height
      width = max(width, part.size.width)
    }
    let content = places
    return (
      Size(width: width, height: y), { corner in content.flatMap { $0.part.marks(corner + $0.offset) } }
    )
  }

  /// Side by side, in as many lines as it takes.
  private func beside(_ parts: [Part], limit: Double) -> Content {
    let gap = 16.0
    var lines: [[(x: Double, part: Part)]] = [[]]
    var (x, width) = (0.0, 0.0)
    for part in parts {
      if x > 0, x + part.size.width > limit {
        lines.append([])
        x = 0
      }
      lines[lines.count - 1].append((x, part))
      width = max(width, x + part.size.width)
      x += part.size.width + gap
    }
    var places: [(offset: Point, part: Part)] = []
    var y = 0.0
    for (number, line) in lines.enumerated() {
      if number > 0 { y += 4 }
      let above = line.map(\.part.middle).max() ?? 0
      let below = line.map { $0.part.size.height - $0.part.middle }.max() ?? 0
      for (x, part) in line { places.append((Point(x: x, y: y + above - part.middle), part)) }
      y += above + below
    }
    let content = places
    return (
      Size(width: width, height: y), { corner in content.flatMap { $0.part.marks(corner + $0.offset) } }
    )
  }

  private func piece(
    _ settings: OutputSettings.Decoration, _ look: DecorationLook, _ content: Content
  ) -> DecorationPiece {
    let (size, marks) = content
    return DecorationPiece(
      name: "legend", size: Size(width: size.width + 2 * Legend.pad, height: size.height + 2 * Legend.pad),
      corners: settings.position.map { [$0] } ?? [.bottomRight, .topRight, .bottomLeft, .topLeft],
      yields: settings.position == nil, plate: look.plate,
      marks: { marks($0 + Point(x: Legend.pad, y: Legend.pad)) })
  }
}

extension LegendSection {
  /// Points that the largest bubble of a class reaches where room is scarce.
  private static let smallRadius = 8.0
  /// Points that the bubbles of exact sizes reach there at most.
  private static let largestExample = 20.0

  /// The same with small bubbles; of bubbles whose sizes are those of numbers only small ones are left.
  fileprivate var compact: LegendSection {
    let radii = rows.map(\.radius)
    guard let largest = radii.max(), largest > 0 else { return self }
    var section = self
    guard !isToScale else {
      let limit = max(LegendSection.largestExample, radii.min() ?? 0)
      section.rows = smallRows.isEmpty ? zip(rows, radii).filter { $1 <= limit }.map(\.0) : smallRows
      return section
    }
    guard largest > LegendSection.smallRadius else { return self }
    section.rows = rows.map { row in
      guard case .circle(var circle) = row.symbol else { return row }
      // The smallest still show their color.
      circle.radius = max(circle.radius * LegendSection.smallRadius / largest, min(circle.radius, 5))
      circle.strokeWidth = min(circle.strokeWidth, 1)
      return Row(symbol: .circle(circle), lead: row.lead, label: row.label)
    }
    return section
  }
}

extension LegendSection.Symbol {
  /// Points across and down.
  var size: Size {
    switch self {
    case .circle(let circle):
      let reach = circle.radius + circle.strokeWidth
      return Size(width: 2 * reach, height: 2 * reach)
    case .ramp: return Size(width: 96, height: 10)
    }
  }

  /// What is drawn about a middle.
  func mark(around middle: Point) -> Mark {
    switch self {
    case .circle(var circle):
      circle.center = middle
      return Mark(.circle(circle))
    case .ramp(let bitmap):
      let box = Rectangle(
        x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
      return Mark(.image(ImageMark(bitmap: bitmap, rectangle: box)))
    }
  }
}

extension DecorationText {
  /// How far below the block's upper edge the eye sees the middle of its ink.
  var middle: Double { shaped.inkBox.height > 0 ? shaped.inkBox.center.y : height / 2 }
}
