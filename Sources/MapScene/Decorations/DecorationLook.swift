import Drawing
import MapSettings
import MapStyle

/// How a decoration looks: its settings, and what suits the map where one is not set.
struct DecorationLook {
  let color: Color
  let halo: Color
  let plate: Color
  let textSize: Double
  let fonts: [String]

  /// - Parameters:
  ///   - piece: the settings.
  ///   - isDark: whether the map is.
  ///   - size: the usual size of letters in points.
  ///   - isPlated: whether the piece usually has a plate.
  init(
    _ piece: OutputSettings.Decoration, isDark: Bool, size: Double, isBold: Bool = false,
    isPlated: Bool = true
  ) {
    color = piece.color ?? (isDark ? DecorationLook.chalk : DecorationLook.ink)
    let usual = (isDark ? DecorationLook.night : Color.white).multiplyingAlpha(by: 0.9)
    plate = piece.background ?? (isPlated ? usual : .transparent)
    halo = piece.haloColor ?? (plate.alpha > 0 ? .transparent : usual)
    textSize = piece.textSize ?? size
    fonts = piece.textFont ?? [isBold ? "DejaVu Sans Bold" : "DejaVu Sans"]
  }

  private static let ink = Color(red: 0.16, green: 0.19, blue: 0.21)
  private static let chalk = Color(red: 0.91, green: 0.92, blue: 0.93)
  private static let night = Color(red: 0.07, green: 0.09, blue: 0.11)
}

/// Text laid out for a decoration.
struct DecorationText {
  let shaped: ShapedText
  private let look: DecorationLook
  private let fonts: [String]
  private let size: Double
  private let justification: TextRun.Alignment

  /// Lays text out, on several lines where it is longer than a width.
  ///
  /// - Parameter size: the letters' size in points; `nil` for the look's own.
  init(
    _ text: String, _ look: DecorationLook, size: Double? = nil, isBold: Bool = false,
    maximumWidth: Double? = nil, alignment: TextRun.Alignment = .start, in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    self.look = look
    self.size = size ?? look.textSize
    fonts = isBold ? ["DejaVu Sans Bold"] : look.fonts
    justification = alignment
    let font = Font(names: fonts, size: self.size)
    shaped = try drawing.shape(
      TextRequest(
        sections: DecorationText.pieces(of: text).map { .init(text: $0, font: font) },
        maximumWidth: maximumWidth,
        lineHeight: self.size * 1.25,
        justification: alignment == .start ? .left : alignment == .middle ? .center : .right))
  }

  /// A long text in sections that shapers take whole, cut between words.
  private static func pieces(of text: String) -> [String] {
    var (pieces, count): ([String], Int) = ([""], 0)
    for character in text {
      if count >= 200, character == " " {
        pieces.append("")
        count = 0
      }
      pieces[pieces.count - 1].append(character)
      count += 1
    }
    return pieces
  }

  var width: Double { shaped.size.width }
  var height: Double { shaped.size.height }

  /// The text with its block's upper left corner at a place; nothing where no letter is left.
  func marks(at corner: Point) -> [Mark] {
    guard !shaped.fragments.isEmpty else { return [] }
    let fragments = shaped.fragments.map { fragment in
      TextRun.Fragment(
        text: fragment.text, font: Font(names: fonts, size: size), color: look.color,
        origin: fragment.origin + corner, advance: fragment.advance, outline: fragment.outline,
        images: fragment.images)
    }
    return [
      Mark(
        .text(
          TextRun(
            fragments: fragments, alignment: justification,
            halo: look.halo.alpha > 0 ? .init(color: look.halo, width: 1.5) : nil)))
    ]
  }
}

/// a decoration that has a size and wants a corner.
struct DecorationPiece {
  /// How the piece is called in messages.
  let name: String
  /// Points across and down, padding included.
  let size: Size
  /// The corners it would take, best first.
  let corners: [OutputSettings.Corner]
  /// The corners that it takes only where it would hide counts in the others.
  var spareCorners: [OutputSettings.Corner] = []
  /// Whether it stands right at the picture's edges.
  var isFlush = false
  /// Whether the picture goes without the piece where it would hide counts: what merely explains, and stands where there
  /// is room. Requested texts stay, and so does what is set to stand in one corner.
  var yields = false
  /// Points between the piece and the picture's edges.
  var margin: Double { isFlush ? 0 : DecorationLayout.margin }
  let plate: Color
  /// What is drawn, by the upper left corner of the piece.
  let marks: (Point) -> [Mark]

  /// The same with another size.
  func sized(_ size: Size) -> DecorationPiece {
    DecorationPiece(
      name: name, size: size, corners: corners, spareCorners: spareCorners, isFlush: isFlush, yields: yields,
      plate: plate, marks: marks)
  }

  /// Plate and content in a place.
  ///
  /// - Parameter hides: whether markers lie beneath; half of one would be worse than none.
  func drawn(in box: Rectangle, hides: Bool = false) -> [Mark] {
    var marks = marks(Point(x: box.x, y: box.y))
    guard plate.alpha > 0 else { return marks }
    let plate = hides ? Color(red: plate.red, green: plate.green, blue: plate.blue) : plate
    var path = Path()
    if isFlush { path.add(box) } else { path.addRounded(box, radius: 3) }
    marks.insert(Mark(.fill(Fill(path, .color(plate)))), at: 0)
    return marks
  }
}

extension Path {
  /// Appends a rectangle with round corners.
  mutating func addRounded(_ box: Rectangle, radius: Double) {
    let radius = min(radius, box.width / 2, box.height / 2)
    // A quarter of a circle as one curve.
    let reach = radius * (1 - 0.552_284_749_830_793_6)
    let corners = [
      (Point(x: box.maxX, y: box.minY), Point(x: -1, y: 0), Point(x: 0, y: 1)),
      (Point(x: box.maxX, y: box.maxY), Point(x: 0, y: -1), Point(x: -1, y: 0)),
      (Point(x: box.minX, y: box.maxY), Point(x: 1, y: 0), Point(x: 0, y: -1)),
      (Point(x: box.minX, y: box.minY), Point(x: 0, y: 1), Point(x: 1, y: 0)),
    ]
    func along(_ corner: Point, _ way: Point, _ length: Double) -> Point {
      Point(x: corner.x + way.x * length, y: corner.y + way.y * length)
    }
    move(to: Point(x: box.minX + radius, y: box.minY))
    for (corner, back, onward) in corners {
      line(to: along(corner, back, radius))
      curve(along(corner, back, reach), along(corner, onward, reach), to: along(corner, onward, radius))
    }
    close()
  }
}
