import Drawing
import MapContent
import MapGeometry
import MapSettings

/// Pieces beside the map, for which the picture grows by strips, so that they hide nothing.
struct TitleStrips {
  /// The growth of the picture on its sides, in points.
  private(set) var growth = Padding(0)
  /// The strips and what stands there, in the map's plane: above it y is negative.
  private(set) var marks: [DrawItem] = []
  /// True if a strip on the left or right is too low for what stands there, which the picture's edge cuts.
  private(set) var isCut = false

  /// The share of the map's width that a title on its left or right takes at most.
  private static let widestShare = 0.3

  private typealias Block = (side: OutputSettings.Side, box: Box, plate: Color, isRight: Bool)

  /// - Parameter pieces: those that stand beside the map, each in its forms.
  init(
    _ options: DecorationOptions, _ pieces: [[DecorationPiece]], isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let (map, scale) = (drawing.frame.picture, drawing.frame.viewport.scale)
    let padding = Padding(top: 9, right: 12, bottom: 9, left: 12)
    var blocks: [Block] = []
    for side in OutputSettings.Side.allCases {
      let lines = options.titles(on: side)
      guard !lines.isEmpty else { continue }
      let isBeside = side == .left || side == .right
      let room = (isBeside ? map.width * TitleStrips.widestShare : map.width) / options.scale
      let box = try options.box(
        of: lines, width: room - padding.left - padding.right, isDark: isDark, in: &drawing)
      blocks.append(
        (
          side, box.padded(padding).scaled(by: options.scale),
          lines[0].piece.background ?? DecorationLook.usualPlate(isDark: isDark), false
        ))
    }
    // The attribution is last.
    for forms in pieces.filter({ $0.first?.name != "attribution" })
      + pieces.filter({ $0.first?.name == "attribution" })
    {
      guard let side = forms.first?.side, let form = TitleStrips.best(forms, side, of: map) else { continue }
      blocks.append((side, form.boxOutside, form.plateOutside(isDark: isDark), form.name == "attribution"))
    }
    // The map stays on whole pixels.
    func whole(_ points: Double) -> Double { (points * scale).rounded(.up) / scale }
    for (side, box, _, _) in blocks {
      switch side {
      case .above: growth.top += whole(box.size.height)
      case .below: growth.bottom += whole(box.size.height)
      case .left: growth.left = max(growth.left, whole(box.size.width))
      case .right: growth.right = max(growth.right, whole(box.size.width))
      }
    }
    for side in OutputSettings.Side.allCases {
      var offset = 0.0
      let own = blocks.filter { $0.side == side }
      for (number, block) in own.enumerated() {
        var strip = strip(side, of: map)
        let height = whole(block.box.size.height)
        if side == .left || side == .right, offset + height > map.height { isCut = true }
        strip.y += offset
        // What stands on a side alone, or last, has all that is left of it.
        strip.height = number == own.count - 1 ? strip.height - offset : height
        marks += TitleStrips.strip(block.box, block.plate, in: strip, isRight: block.isRight)
        offset += height
      }
    }
  }

  /// Of the forms that fit the first on the left or right, and the lowest above or below; `nil` without forms.
  private static func best(
    _ forms: [DecorationPiece], _ side: OutputSettings.Side, of map: Rectangle
  ) -> DecorationPiece? {
    let isBeside = side == .left || side == .right
    let fitting = forms.filter { isBeside ? $0.size.height <= map.height : $0.size.width <= map.width }
    let best = isBeside ? fitting.first : fitting.min { $0.size.height < $1.size.height }
    return best ?? forms.first
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

  static func strip(_ box: Box, _ plate: Color, in strip: Rectangle, isRight: Bool = false) -> [DrawItem] {
    let x = isRight ? strip.maxX - box.size.width : strip.x
    return [.fill(Path(strip), plate)] + box.marks(at: Point(x: x, y: strip.y))
  }
}

extension OutputSettings.Decoration {
  var hasWords: Bool { isShown && text?.isEmpty == false }
}

extension DecorationOptions {
  typealias TitleLine = (piece: OutputSettings.Decoration, size: Double, isBold: Bool)

  /// The titles that stand on a side, or upon the map; the line below the headline goes where the headline goes.
  func titles(on side: OutputSettings.Side?) -> [TitleLine] {
    let title = title.flatMap { $0.hasWords ? $0 : nil }
    var lines: [TitleLine] = []
    if let title, title.side == side { lines.append((title, 20, true)) }
    if let subtitle, subtitle.hasWords, subtitle.position == nil || subtitle.side == nil {
      let own = subtitle.position == nil ? subtitle.side ?? title?.side : nil
      if own == side { lines.append((subtitle, 13, false)) }
    }
    guard side != nil else { return lines }
    return lines.map { line in
      var line = line
      line.piece.haloColor = line.piece.haloColor ?? .transparent
      return line
    }
  }

  /// Titles below each other, on several lines where they are longer than a width.
  func box(
    of lines: [TitleLine], width: Double, alignment: TextRun.Alignment = .start, isDark: Bool,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Box {
    let texts = try lines.map { piece, size, isBold throws(SnapshotError) in
      try DecorationLook(piece, isDark: isDark, size: size, isBold: isBold).box(
        piece.text ?? "", maximumWidth: max(40, width), alignment: alignment, in: &drawing)
    }
    return .column(texts, spacing: 2, alignment: alignment)
  }
}

extension DecorationPiece {
  /// True if it is a title, which stands above the map where it has no room on it.
  var isHeadline: Bool { name == "title" || name == "subtitle" }

  /// The box with room around what has no plate on the map.
  var boxOutside: Box {
    guard name == "scale bar" || name == "north arrow" else { return box }
    return box.padded(Padding(top: 4 * scale, right: 8 * scale, bottom: 6 * scale, left: 8 * scale))
  }

  /// The color of the strip outside of the map.
  func plateOutside(isDark: Bool) -> Color {
    plate.alpha > 0 ? plate.opaque : DecorationLook.usualPlate(isDark: isDark)
  }
}
