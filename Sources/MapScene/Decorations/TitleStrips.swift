import Drawing
import MapSettings

/// Titles beside the map: the picture grows by a strip for them, so that they hide nothing.
struct TitleStrips {
  /// What a picture grows by on its sides, in points.
  struct Growth: Hashable {
    var top = 0.0
    var right = 0.0
    var bottom = 0.0
    var left = 0.0
  }

  /// What the picture grows by.
  private(set) var growth = Growth()
  /// The strips and their text, in the map's plane: above it y is negative.
  private(set) var marks: [Mark] = []

  /// Whether a strip on the left or right is too low for its text, which the picture's edge cuts.
  private(set) var isCut = false

  /// Points between a text and the edges of its strip.
  private static let padding = Size(width: 12, height: 9)
  /// How much of the map's width a strip on its left or right takes at most.
  private static let widestShare = 0.3

  private typealias Line = (piece: OutputSettings.Decoration, size: Double, isBold: Bool)
  private typealias Block = (side: OutputSettings.Side, texts: [DecorationText], size: Size, plate: Color)

  /// Lays out the titles that stand beside the map.
  init(
    _ options: DecorationOptions, isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let map = drawing.frame.picture
    let scale = drawing.frame.viewport.scale
    var blocks: [Block] = []
    for side in OutputSettings.Side.allCases {
      let lines = TitleStrips.lines(options, on: side)
      guard !lines.isEmpty else { continue }
      let isBeside = side == .left || side == .right
      let limit = (isBeside ? map.width * TitleStrips.widestShare : map.width) - 2 * TitleStrips.padding.width
      var texts: [DecorationText] = []
      for line in lines {
        var look = line.piece
        look.haloColor = look.haloColor ?? .transparent
        texts.append(
          try DecorationText(
            line.piece.text ?? "", DecorationLook(look, isDark: isDark, size: line.size, isBold: line.isBold),
            maximumWidth: max(40, limit), in: &drawing))
      }
      let height = texts.map(\.height).reduce(0, +) + 2 * Double(texts.count - 1)
      let size = Size(
        width: (texts.map(\.width).max() ?? 0) + 2 * TitleStrips.padding.width,
        height: height + 2 * TitleStrips.padding.height)
      let usual = DecorationLook(OutputSettings.Decoration(), isDark: isDark, size: 0).plate
      let plate = lines[0].piece.background ?? Color(red: usual.red, green: usual.green, blue: usual.blue)
      blocks.append((side, texts, size, plate))
    }
    // The map stays on whole pixels.
    func whole(_ points: Double) -> Double { (points * scale).rounded(.up) / scale }
    for block in blocks {
      switch block.side {
      case .above: growth.top = whole(block.size.height)
      case .below: growth.bottom = whole(block.size.height)
      case .left: growth.left = whole(block.size.width)
      case .right: growth.right = whole(block.size.width)
      }
    }
    for block in blocks {
      marks += marks(of: block, around: map)
      if block.side == .left || block.side == .right, block.size.height > map.height { isCut = true }
    }
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
  private func marks(of block: Block, around map: Rectangle) -> [Mark] {
    let width = map.width + growth.left + growth.right
    let strip =
      switch block.side {
      case .above: Rectangle(x: -growth.left, y: -growth.top, width: width, height: growth.top)
      case .below: Rectangle(x: -growth.left, y: map.height, width: width, height: growth.bottom)
      case .left: Rectangle(x: -growth.left, y: 0, width: growth.left, height: map.height)
      case .right: Rectangle(x: map.width, y: 0, width: growth.right, height: map.height)
      }
    var path = Path()
    path.add(strip)
    var marks = [Mark(.fill(Fill(path, .color(block.plate))))]
    var corner = Point(x: strip.x + TitleStrips.padding.width, y: strip.y + TitleStrips.padding.height)
    for text in block.texts {
      marks += text.marks(at: corner)
      corner.y += text.height + 2
    }
    return marks
  }
}

extension OutputSettings.Decoration {
  /// Whether there is a text to show.
  var hasWords: Bool { isShown && text?.isEmpty == false }
}

extension DecorationPlan {
  /// Puts a legend into a strip below the map, and below a title there: in the form that is the lowest.
  ///
  /// - Returns: whether it fits; else nothing changes.
  mutating func putBelow(
    _ forms: [DecorationPiece], _ map: Rectangle, _ drawing: LayerDrawing
  ) -> Bool {
    let width = map.width + growth.left + growth.right
    guard let form = forms.filter({ $0.size.width <= width }).min(by: { $0.size.height < $1.size.height }),
      form.size.height <= map.height
    else { return false }
    let scale = drawing.frame.viewport.scale
    let strip = Rectangle(
      x: -growth.left, y: map.height + growth.bottom, width: width,
      height: (form.size.height * scale).rounded(.up) / scale)
    var path = Path()
    path.add(strip)
    let plate = Color(red: form.plate.red, green: form.plate.green, blue: form.plate.blue)
    above.append(Mark(.fill(Fill(path, .color(plate)))))
    above += form.marks(Point(x: strip.x, y: strip.y))
    growth.bottom += strip.height
    isLegendBelow = true
    return true
  }
}
