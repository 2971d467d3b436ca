package import Drawing
import MapContent
import MapGeometry
import MapSettings
import MapStyle

/// Lays a legend out: a heading, then bubbles and their words, below each other or side by side.
///
/// In a small picture, and where there is little room between markers, classes are shown by bubbles within each other.
struct Legend {
  private(set) var sections: [LegendSection]
  let settings: OutputSettings.Decoration
  let look: DecorationLook
  private let scale: Double

  /// - Parameter scale: how many times as large it is drawn; circles of sizes then are as large as the map's.
  init(_ sections: [LegendSection], _ settings: OutputSettings.Decoration, isDark: Bool, scale: Double = 1) {
    self.sections = scale == 1 ? sections : sections.map { $0.scaled(by: 1 / scale) }
    (self.settings, self.scale) = (settings, scale)
    look = DecorationLook(settings, isDark: isDark, size: 11)
  }

  /// The share of the picture that a legend covers at most in the bubbles' own sizes.
  private static let largestShare = 0.15
  private static let pad = 9.0
  /// Points between a bubble and its words.
  static let air = 8.0

  /// The legend below each other, and side by side in ever more lines, then the same in less room; nothing where there
  /// is nothing to explain.
  func forms(in drawing: inout LayerDrawing) throws(SnapshotError) -> [DecorationPiece] {
    guard sections.contains(where: { !$0.rows.isEmpty }) else { return [] }
    let picture = drawing.frame.picture
    let most = Legend.largestShare * picture.width * picture.height / (scale * scale)
    let whole = try shapes(in: &drawing)
    let compact = with(sections.map(\.compact))
    guard compact.sections != sections else { return whole }
    let small = try compact.shapes(in: &drawing)
    let narrow = try compact.shapes(share: 0.28, in: &drawing).prefix(1)
    // Rows that save little of a column's height are ragged. Beside the map it covers nothing.
    func isClear(_ size: Size) -> Bool {
      size.width * size.height <= most && (size.height <= 0.6 * whole[0].size.height || size == whole[0].size)
    }
    return whole.filter { settings.side != nil || isClear($0.size) } + small + narrow
  }

  private func with(_ sections: [LegendSection]) -> Legend {
    var legend = self
    legend.sections = sections
    return legend
  }

  /// - Parameter share: how much of the picture's width a heading or a row takes at most.
  private func shapes(
    share: Double = 0.45, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [DecorationPiece] {
    let width = drawing.frame.picture.width / scale
    let symbolWidth = sections.flatMap(\.rows).map(\.symbol.size.width).max() ?? 0
    let column = try boxes(symbolWidth: symbolWidth, limit: width * share, in: &drawing)
    let boxes = try boxes(symbolWidth: nil, limit: width * share, in: &drawing)
    let room = width - 2 * DecorationLayout.margin - 2 * Legend.pad
    var forms = [piece(.column(column))]
    for share in [1, 0.6, 0.35] {
      let form = piece(.rows(boxes, within: room * share, spacing: 16, leading: 4))
      if forms.last?.size != form.size { forms.append(form) }
    }
    return forms
  }

  private func piece(_ content: Box) -> DecorationPiece {
    DecorationPiece(
      "legend", content.padded(Padding(Legend.pad)), settings, plate: look.plate,
      corners: [.bottomRight, .topRight, .bottomLeft, .topLeft])
  }

  /// Headings and rows in order.
  ///
  /// - Parameter symbolWidth: how wide a column the bubbles stand in; `nil` where each takes what it needs.
  private func boxes(
    symbolWidth: Double?, limit: Double, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [Box] {
    var boxes: [Box] = []
    func add(_ box: Box, above gap: Double) {
      var box = box
      box.gap = boxes.isEmpty ? 0 : gap
      boxes.append(box)
    }
    let limit = max(40, limit - 2 * Legend.pad)
    let isBold = settings.textFont == nil
    if let text = settings.text, !text.isEmpty {
      add(
        try look.box(text, size: look.textSize * 1.1, isBold: isBold, maximumWidth: limit, in: &drawing),
        above: 0)
    }
    for (index, section) in sections.enumerated() {
      // A legend's own heading replaces that of its only section.
      if !section.heading.isEmpty, sections.count(where: { !$0.heading.isEmpty }) > 1 || settings.text == nil
      {
        add(
          try look.box(section.heading, isBold: isBold, maximumWidth: limit, in: &drawing),
          above: index > 0 ? 7 : 5)
      }
      if let basis = section.basis {
        add(try look.box(basis, size: look.textSize * 0.9, maximumWidth: limit, in: &drawing), above: 1)
      }
      let whole =
        section.isToScale
        ? try nested(section.rows, in: &drawing) : try bar(section, limit: limit, in: &drawing)
      if let whole {
        add(whole, above: section.heading.isEmpty && index > 0 ? 9 : 5)
      }
      for (number, row) in ((whole == nil ? section.rows : []) + [section.missing].compactMap(\.self))
        .enumerated()
      {
        add(
          try box(row, symbolWidth: symbolWidth ?? row.symbol.size.width, limit: limit, in: &drawing),
          above: number > 0 ? 1 : section.heading.isEmpty && index > 0 ? 7 : 3)
      }
    }
    return boxes
  }

  private func box(
    _ row: LegendSection.Row, symbolWidth: Double, limit: Double, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Box {
    var boxes: [Box] = []
    var room = limit - symbolWidth - Legend.air
    if let lead = row.lead {
      boxes.append(try look.box(lead, in: &drawing))
      room -= boxes[0].size.width + Legend.air
    }
    let text = try look.box(row.label, maximumWidth: max(40, room), in: &drawing)
    boxes += [row.symbol.box.framed(width: symbolWidth), text]
    let height = max(row.symbol.size.height + 2, text.size.height)
    return .row(boxes.map { $0.framed(height: height) }, spacing: Legend.air)
  }
}

extension LegendSection {
  /// The section with other radii where these are the map's.
  fileprivate func scaled(by factor: Double) -> LegendSection {
    guard isToScale || Set(rows.map(\.radius)).count > 1 else { return self }
    var section = self
    func scaled(_ row: Row) -> Row {
      guard case .circle(var circle, let sign) = row.symbol else { return row }
      (circle.radius, circle.strokeWidth) = (circle.radius * factor, circle.strokeWidth * factor)
      return Row(symbol: .circle(circle, sign: sign), lead: row.lead, label: row.label)
    }
    (section.rows, section.smallRows) = (rows.map(scaled), smallRows.map(scaled))
    section.missing = missing.map(scaled)
    return section
  }

  /// Points that bubbles of one size reach at most where room is scarce.
  private static let swatchRadius = 8.0
  /// Points that the bubbles of exact sizes reach there at most.
  private static let largestExample = 20.0

  /// The section in less room: bubbles of other sizes within each other, of exact sizes only small ones, swatches small.
  fileprivate var compact: LegendSection {
    let radii = rows.map(\.radius)
    guard let largest = radii.max(), largest > 0 else { return self }
    var section = self
    if isToScale {
      let limit = max(LegendSection.largestExample, radii.min() ?? 0)
      section.rows = smallRows.isEmpty ? zip(rows, radii).filter { $1 <= limit }.map(\.0) : smallRows
    } else if Set(radii).count > 1 {
      section.isToScale = true
    } else if largest > LegendSection.swatchRadius {
      section.rows = rows.map { row in
        guard case .circle(var circle, let sign) = row.symbol else { return row }
        circle.radius = LegendSection.swatchRadius
        circle.strokeWidth = min(circle.strokeWidth, 1)
        return Row(symbol: .circle(circle, sign: sign), lead: row.lead, label: row.label)
      }
    }
    return section
  }
}

extension LegendSection.Symbol {
  package var size: Size {
    switch self {
    case .circle(let circle, _):
      let reach = circle.radius + circle.strokeWidth
      return Size(width: 2 * reach, height: 2 * reach)
    case .cell(corners: let corners, _):
      return corners == 6 ? Size(width: 13.86, height: 16) : Size(width: 13, height: 13)
    case .ramp: return Size(width: 96, height: 10)
    }
  }

  fileprivate var box: Box {
    Box(size) { place in
      switch self {
      case .circle(var circle, let sign):
        circle.center = place.center
        let marks = sign?.marks(at: circle.center, reach: 0.62 * circle.radius, MarkSign.ink(on: circle.fill))
        return [DrawItem(.circle(circle))] + (marks ?? [])
      case .cell(let corners, let color):
        let heights = corners == 6 ? [0.25, 0.75] : [0, 1]
        var ring = heights.map { Point(x: place.maxX, y: place.minY + $0 * place.height) }
        ring += heights.reversed().map { Point(x: place.minX, y: place.minY + $0 * place.height) }
        if corners == 6 {
          ring.insert(Point(x: place.center.x, y: place.maxY), at: 2)
          ring.append(Point(x: place.center.x, y: place.minY))
        }
        return [.fill(Path(rings: [ring]), color)]
      case .ramp(let bitmap): return [DrawItem(.image(ImageMark(bitmap: bitmap, rectangle: place)))]
      }
    }
  }
}
