import Drawing
import MapContent
import MapGeometry
import MapSettings

/// Titles beside the map: the picture grows by a strip for them, so that they hide nothing.
struct TitleStrips {
  /// The growth of the picture on its sides, in points.
  private(set) var growth = Padding(0)
  /// The strips and their text, in the map's plane: above it y is negative.
  private(set) var marks: [Mark] = []
  /// True if a strip on the left or right is too low for its text, which the picture's edge cuts.
  private(set) var isCut = false

  /// The share of the map's width that a strip on its left or right takes at most.
  private static let widestShare = 0.3

  private typealias Line = (piece: OutputSettings.Decoration, size: Double, isBold: Bool)
  private typealias Block = (side: OutputSettings.Side, box: Box, plate: Color)

  init(
    _ options: DecorationOptions, isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let (map, scale) = (drawing.frame.picture, drawing.frame.viewport.scale)
    let padding = Padding(top: 9, right: 12, bottom: 9, left: 12)
    var blocks: [Block] = []
    for side in OutputSettings.Side.allCases {
      let lines = TitleStrips.lines(options, on: side)
      guard !lines.isEmpty else { continue }
      let isBeside = side == .left || side == .right
      let limit = (isBeside ? map.width * TitleStrips.widestShare : map.width) - padding.left - padding.right
      var texts: [Box] = []
      for (piece, size, isBold) in lines {
        var piece = piece
        piece.haloColor = piece.haloColor ?? .transparent
        texts.append(
          try DecorationLook(piece, isDark: isDark, size: size, isBold: isBold).box(
            piece.text ?? "", maximumWidth: max(40, limit), in: &drawing))
      }
      let usual = DecorationLook(OutputSettings.Decoration(), isDark: isDark, size: 0).plate
      let box = Box.column(texts, spacing: 2).padded(padding)
      blocks.append((side, box, lines[0].piece.background ?? usual.opaque))
      if isBeside, box.size.height > map.height { isCut = true }
    }
    // The map stays on whole pixels.
    func whole(_ points: Double) -> Double { (points * scale).rounded(.up) / scale }
    for (side, box, _) in blocks {
      switch side {
      case .above: growth.top = whole(box.size.height)
      case .below: growth.bottom = whole(box.size.height)
      case .left: growth.left = whole(box.size.width)
      case .right: growth.right = whole(box.size.width)
      }
    }
    for block in blocks { marks += TitleStrips.strip(block.box, block.plate, in: strip(block.side, of: map)) }
  }

  /// The titles that stand on a side; the line below the headline goes where the headline goes.
  private static func lines(_ options: DecorationOptions, on side: OutputSettings.Side) -> [Line] {
    var lines: [Line] = []
    let title = options.title.flatMap { $0.hasWords ? $0 : nil }
    if let title, title.side == side { lines.append((title, 20, true)) }
    if let subtitle = options.subtitle, subtitle.hasWords {
      let own = subtitle.position == nil ? subtitle.side ?? title?.side : nil
      if own == side { lines.append((subtitle, 13, false)) }
    }
    return lines
  }

  /// A strip along the whole side of the map, those above and below along the grown picture.
  private func strip(_ side: OutputSettings.Side, of map: Rectangle) -> Rectangle {
    let width = map.width + growth.left + growth.right
    return switch side {
    case .above: Rectangle(x: -growth.left, y: -growth.top, width: width, height: growth.top)
    case .below: Rectangle(x: -growth.left, y: map.height, width: width, height: growth.bottom)
    case .left: Rectangle(x: -growth.left, y: 0, width: growth.left, height: map.height)
    case .right: Rectangle(x: map.width, y: 0, width: growth.right, height: map.height)
    }
  }

  static func strip(_ box: Box, _ plate: Color, in strip: Rectangle) -> [Mark] {
    var path = Path()
    path.add(strip)
    return [Mark(.fill(Fill(path, .color(plate))))] + box.marks(at: Point(x: strip.x, y: strip.y))
  }
}

extension OutputSettings.Decoration {
  var hasWords: Bool { isShown && text?.isEmpty == false }
}

extension DecorationPlan {
  /// Puts a legend into a strip below the map, and below a title there: in the form that is the lowest.
  ///
  /// - Returns: whether one is narrow enough; else nothing changes.
  mutating func putBelow(_ forms: [DecorationPiece], _ map: Rectangle, scale: Double) -> Bool {
    let width = map.width + growth.left + growth.right
    guard let form = forms.filter({ $0.size.width <= width }).min(by: { $0.size.height < $1.size.height })
    else { return false }
    let strip = Rectangle(
      x: -growth.left, y: map.height + growth.bottom, width: width,
      height: (form.size.height * scale).rounded(.up) / scale)
    above += TitleStrips.strip(form.box, form.plate.opaque, in: strip)
    growth.bottom += strip.height
    isLegendBelow = true
    return true
  }
}
