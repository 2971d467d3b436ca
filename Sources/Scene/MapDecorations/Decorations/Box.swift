import Drawing
import MapGeometry

/// A part of what stands around a map: its size, and what it draws.
///
/// Legends, titles, scale bars and callouts are boxes in rows and columns.
struct Box {
  var size: Size
  /// The distance from its upper edge to the line that boxes side by side share, in points.
  var middle: Double
  /// Points that stay free above it in a column.
  var gap = 0.0
  /// True if it is drawn before the boxes that stand in a row or a column with it.
  var isBeneath = false
  /// True if it is as wide as the column that it stands in.
  var isStretched = false
  /// The marks by the rectangle that the box has.
  let marks: (Rectangle) -> [DrawItem]

  init(_ size: Size, middle: Double? = nil, marks: @escaping (Rectangle) -> [DrawItem]) {
    (self.size, self.middle, self.marks) = (size, middle ?? size.height / 2, marks)
  }

  /// A text, its middle that of its ink, where the eye sees it; nothing is drawn of one without letters.
  init(
    _ text: ShapedText, _ font: Font, _ color: Color, alignment: TextRun.Alignment = .start,
    halo: TextRun.Halo? = nil
  ) {
    let middle = text.inkBox.height > 0 ? text.inkBox.center.y : text.size.height / 2
    self.init(text.size, middle: middle) { frame in
      guard !text.fragments.isEmpty else { return [] }
      let corner = Point(x: frame.x, y: frame.y)
      return [
        DrawItem(
          .text(TextRun(text, at: corner, font: font, color: color, alignment: alignment, halo: halo)))
      ]
    }
  }

  func marks(at corner: Point) -> [DrawItem] {
    marks(Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height))
  }

  /// Boxes at offsets from the corner of one that holds them.
  private static func group(_ size: Size, middle: Double? = nil, _ boxes: [(box: Box, offset: Point)]) -> Box
  {
    let drawn = boxes.filter(\.box.isBeneath) + boxes.filter { !$0.box.isBeneath }
    return Box(size, middle: middle) { frame in
      drawn.flatMap { box, offset in
        box.marks(
          Rectangle(
            x: frame.x + offset.x, y: frame.y + offset.y,
            width: box.isStretched ? size.width : box.size.width, height: box.size.height))
      }
    }
  }

  /// Boxes below each other, with their own gaps between them and `spacing` points more.
  static func column(_ boxes: [Box], spacing: Double = 0, alignment: TextRun.Alignment = .start) -> Box {
    let width = boxes.map(\.size.width).max() ?? 0
    var y = 0.0
    var placed: [(box: Box, offset: Point)] = []
    for (index, box) in boxes.enumerated() {
      y += (index > 0 ? spacing : 0) + box.gap
      placed.append((box, Point(x: box.isStretched ? 0 : (width - box.size.width) * alignment.share, y: y)))
      y += box.size.height
    }
    return group(Size(width: width, height: y), placed)
  }

  /// Boxes side by side, their middles on one line.
  static func row(_ boxes: [Box], spacing: Double) -> Box {
    let above = boxes.map(\.middle).max() ?? 0
    let below = boxes.map { $0.size.height - $0.middle }.max() ?? 0
    var x = 0.0
    var placed: [(box: Box, offset: Point)] = []
    for box in boxes {
      placed.append((box, Point(x: x, y: above - box.middle)))
      x += box.size.width + spacing
    }
    return group(Size(width: boxes.isEmpty ? 0 : x - spacing, height: above + below), middle: above, placed)
  }

  /// Boxes side by side, in as many rows as a width takes.
  static func rows(_ boxes: [Box], within limit: Double, spacing: Double, leading: Double) -> Box {
    var rows: [[Box]] = [[]]
    var x = 0.0
    for box in boxes {
      if x > 0, x + box.size.width > limit {
        rows.append([])
        x = 0
      }
      rows[rows.count - 1].append(box)
      x += box.size.width + spacing
    }
    return column(rows.map { row($0, spacing: spacing) }, spacing: leading)
  }

  /// The box and all that it draws, so many times as large.
  func scaled(by factor: Double) -> Box {
    guard factor != 1 else { return self }
    let size = Size(width: size.width * factor, height: size.height * factor)
    return Box(size, middle: middle * factor) { frame in
      marks(at: .zero).map { $0.posed(scale: factor, offset: Point(x: frame.x, y: frame.y)) }
    }
  }

  func padded(_ padding: Padding) -> Box {
    let size = Size(
      width: size.width + padding.left + padding.right, height: size.height + padding.top + padding.bottom)
    return Box.group(size, middle: padding.top + middle, [(self, Point(x: padding.left, y: padding.top))])
  }

  /// The box in the middle of a size; of a height its own middle is in the middle.
  func framed(width: Double? = nil, height: Double? = nil) -> Box {
    let size = Size(width: width ?? size.width, height: height ?? size.height)
    let offset = Point(x: (size.width - self.size.width) / 2, y: height.map { $0 / 2 - middle } ?? 0)
    return Box.group(size, middle: height.map { $0 / 2 } ?? middle, [(self, offset)])
  }
}
