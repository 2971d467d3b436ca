import Drawing
import MapContent
import MapStyle

/// A label's text in its final form, before it has a point: shaped, colored, with the ways it may stand to its point.
struct LaidOutText {
  struct Candidate {
    var anchor: LabelAnchor
    /// Points from the point.
    var offset: Point
    /// The alignment of lines that follow the anchor; `nil` if they stand as they were laid out.
    var justification: TextRun.Alignment?
    /// True if anchor and offset are the picture's, even where the text runs from top to bottom.
    var isScreenBound = false
  }

  /// An image that stands in the text: where its section is.
  struct InlineImage {
    let section: Int
    let bitmap: Bitmap
    var size: Size
    /// Points of the picture a pixel of the image, as the style gives its size.
    var scale: Double
    /// The offset from its room at which MapLibre draws it: three pixels of the image lower and one to the right.
    var shift: Point { Point(x: scale, y: 3 * scale) }
  }

  var shaped: ShapedText
  var images: [InlineImage]
  var fonts: [Font]
  let colors: [Color]
  /// The em in points.
  var size: Double
  var request: TextRequest
  var candidates: [Candidate]
  let translate: Point
  let rotation: Double
  var padding: Double
  let opacity: Double
  var halo: TextRun.Halo?
  /// True if lines run from top to bottom, from right to left across; laid out as lines across and turned as a whole.
  var isVertical = false
  /// The turn that `text-rotate` sets, which variable anchors do not follow.
  var ownRotation = 0.0
  /// True if upright letters are an em apart, for steep lines.
  var hasLettersApart = false

  /// The offset of the text from the point, if it has one position only.
  var shift: Point {
    guard candidates.count == 1, rotation == 0, !isVertical else { return .zero }
    return candidates[0].offset + translate
  }

  /// The greatest distance of a letter from a position, which is seen from the point.
  func reach(from point: Point) -> Double {
    let far = candidates.reduce(0) { far, candidate in
      let way = candidate.offset + translate - point
      return max(far, abs(way.x), abs(way.y))
    }
    return shaped.size.width + shaped.size.height + far
  }

  /// The block's upper left corner, seen from the point.
  ///
  /// A count (one line of digits) is centered by its ink: digits have no descenders, and the eye sees the difference.
  func origin(of candidate: Candidate) -> Point {
    let direction = candidate.anchor.direction
    let (width, height) = (shaped.size.width, shaped.size.height)
    let turn = ownRotation + (isVertical ? 90 : 0)
    if candidate.isScreenBound, turn != 0 {
      // The anchor is that of the box about the block that is turned with its padding; its middle stays when it is turned
      // back.
      let box = Rectangle(center: .zero, width: width + 2 * padding, height: height + 2 * padding)
        .boundsOfRotation(by: turn, about: .zero)
      let (across, down) = (box.width / 2 - padding, box.height / 2 - padding)
      let middle = Point(x: direction.x * across, y: direction.y * down) + candidate.offset
      return middle.rotated(by: -turn) - Point(x: width / 2, y: height / 2) + translate
    }
    let y = direction.y == 0 && isCount ? -shaped.inkBox.center.y : (direction.y - 1) / 2 * height
    return Point(x: (direction.x - 1) / 2 * width, y: y) + candidate.offset + translate
  }

  /// The rectangle of the text's block and the images in it, seen from the point, before it is turned.
  func block(of candidate: Candidate) -> Rectangle {
    let corner = origin(of: candidate)
    var block = Rectangle(shaped.size)
    for fragment in shaped.fragments {
      if let image = image(of: fragment) { block = block.union(rectangle(of: image, at: fragment.origin)) }
    }
    return block.offset(by: corner)
  }

  private func image(of fragment: ShapedText.Fragment) -> InlineImage? {
    images.first { $0.section == fragment.section }
  }

  /// The text with its point at a point of the picture, turned further.
  func part(at point: Point, _ candidate: Candidate, turnedBy angle: Double = 0) -> Label.Part {
    let corner = point + origin(of: candidate)
    let (pivot, turn) = (point + translate, rotation + angle + (isVertical ? 90 : 0))
    var fragments: [TextRun.Fragment] = []
    var shapes: [Shape] = []
    var drawnImages: Set<Int> = []
    let justification = candidate.justification ?? request.justification
    let shifts = shaped.shifts(from: request.justification, to: justification)
    for fragment in shaped.fragments {
      var origin = fragment.origin + corner
      if !shifts.isEmpty { origin.x += shifts[fragment.line] }
      if let image = image(of: fragment) {
        // An image takes the room of some blank letters, and is drawn once.
        guard drawnImages.insert(fragment.section).inserted else { continue }
        shapes.append(.image(mark(image, at: origin, turn, about: pivot)))
        continue
      }
      var letter = TextRun.Fragment(
        fragment, font: fonts[fragment.section], color: colors[fragment.section], at: origin)
      if isVertical, fragment.standsUpright(inColumn: true) { letter.stand(size: size) }
      fragments.append(letter)
    }
    if !fragments.isEmpty {
      let run = TextRun(
        fragments: fragments, alignment: justification, halo: halo,
        letterSpacing: request.letterSpacing,
        rotation: turn, pivot: pivot, opacity: opacity)
      shapes.append(.text(run))
    }
    let upright = block(of: candidate).offset(by: point).union(shaped.inkBox.offset(by: corner))
    let extent = upright.boundsOfRotation(by: turn, about: pivot)
    return Label.Part(shapes: opacity > 0 ? shapes : [], extent: extent, box: extent.expanded(by: padding))
  }

  private func mark(
    _ image: InlineImage, at baseline: Point, _ turn: Double, about pivot: Point
  ) -> ImageMark {
    let upright = rectangle(of: image, at: baseline + image.shift)
    let middle = upright.center.rotated(by: turn, about: pivot)
    // In a column its room lies on the side.
    let (width, height) = isVertical ? (upright.height, upright.width) : (upright.width, upright.height)
    return ImageMark(
      bitmap: image.bitmap, rectangle: Rectangle(center: middle, width: width, height: height),
      rotation: isVertical ? turn - 90 : turn, opacity: opacity)
  }

  /// The room of an image on its line, by its lower left corner.
  func rectangle(of image: InlineImage, at corner: Point) -> Rectangle {
    Rectangle(
      x: corner.x, y: corner.y - image.size.height, width: image.size.width, height: image.size.height)
  }

  private var isCount: Bool {
    shaped.fragments.count == 1 && shaped.fragments[0].text.utf8.allSatisfy(LaidOutText.mayBeCount)
  }

  /// True if a letter occurs in counts: digits, spaces, signs and `kM`.
  static func mayBeCount(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x20, 0x2B, 0x2C, 0x2D, 0x2E, 0x25, 0x6B, 0x4D: true
    default: false
    }
  }
}

extension ShapedText.Fragment {
  /// True if it stands upright in text that runs from top to bottom.
  ///
  /// - Parameter inColumn: whether the text stands at a point, where letters of all scripts but joined ones do, as in
  ///   MapLibre; along lines they lie on their sides.
  func standsUpright(inColumn: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, text != LayerDrawing.blank else { return false }
    return first.standsUpright || inColumn && !first.properties.isWhitespace && !first.isShaped
  }
}

extension TextRun.Fragment {
  /// Turns a letter of a column upright; one of glyphs stands a twelfth of an em higher, as in MapLibre.
  mutating func stand(size: Double) {
    if !glyphs.isEmpty { origin = origin + Point(x: -size / 12, y: 0).rotated(by: rotation) }
    turn(by: -90, size: size)
  }

  /// Turns a letter about its own middle.
  ///
  /// - Parameter size: the em in points; half of a capital's height lies above the baseline.
  mutating func turn(by degrees: Double, size: Double) {
    let middle = Point(x: advance / 2, y: -0.35 * size)
    origin = origin + middle.rotated(by: rotation) - middle.rotated(by: rotation + degrees)
    rotation += degrees
  }
}

extension ShapedText {
  /// The shift of each line to the right if lines are aligned otherwise; empty for none.
  fileprivate func shifts(from old: TextRun.Alignment, to new: TextRun.Alignment) -> [Double] {
    guard old != new, let last = fragments.map(\.line).max(), last > 0 else { return [] }
    var lines = Array(repeating: (left: Double.infinity, right: -Double.infinity), count: last + 1)
    for fragment in fragments {
      let line = lines[fragment.line]
      lines[fragment.line] = (
        min(line.left, fragment.origin.x), max(line.right, fragment.origin.x + fragment.advance)
      )
    }
    return lines.map { line in
      line.right > line.left ? (size.width - (line.right - line.left)) * new.share - line.left : 0
    }
  }
}
