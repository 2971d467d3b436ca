import Drawing
import MapStyle

/// A label's text in its final form, before it has a place: shaped, colored, with the ways it may stand to its point.
struct LaidOutText {
  /// A way of standing to the point.
  struct Candidate {
    var anchor: LabelAnchor
    /// Points from the point.
    var offset: Point
  }

  let shaped: ShapedText
  let fonts: [Font]
  let colors: [Color]
  /// The em in points.
  let size: Double
  let request: TextRequest
  let candidates: [Candidate]
  let translate: Point
  let rotation: Double
  let padding: Double
  let opacity: Double
  let halo: TextRun.Halo?

  /// How far from the point a letter can be.
  var reach: Double {
    let far = candidates.map { max(abs($0.offset.x), abs($0.offset.y)) }.max() ?? 0
    return shaped.size.width + shaped.size.height + far + max(abs(translate.x), abs(translate.y))
  }

  /// Where the block's upper left corner lies, seen from the point.
  ///
  /// A count (one line of digits) is centered by its ink: digits have no descenders, and the eye sees the difference.
  func origin(of candidate: Candidate) -> Point {
    let direction = candidate.anchor.direction
    let (width, height) = (shaped.size.width, shaped.size.height)
    let y =
      direction.y == 0 && isCount
      ? -shaped.inkBox.center.y : (direction.y - 1) / 2 * height
    return Point(x: (direction.x - 1) / 2 * width, y: y) + candidate.offset + translate
  }

  /// The text with its point at a place of the picture.
  func place(at point: Point, _ candidate: Candidate) -> Label.Place {
    let corner = point + origin(of: candidate)
    let fragments = shaped.fragments.map { fragment in
      TextRun.Fragment(
        text: fragment.text, font: fonts[fragment.section], color: colors[fragment.section],
        origin: fragment.origin + corner, advance: fragment.advance, outline: fragment.outline,
        images: fragment.images)
    }
    let run = TextRun(
      fragments: fragments, alignment: alignment, halo: halo, letterSpacing: request.letterSpacing,
      rotation: rotation, pivot: point + translate, opacity: opacity)
    let block = Rectangle(x: corner.x, y: corner.y, width: shaped.size.width, height: shaped.size.height)
    let upright = block.union(shaped.inkBox.offset(by: corner))
    return Label.Place(
      run: run, box: upright.boundsOfRotation(by: rotation, about: run.pivot).expanded(by: padding))
  }

  private var alignment: TextRun.Alignment {
    switch request.justification {
    case .left: .start
    case .center: .middle
    case .right: .end
    }
  }

  private var isCount: Bool {
    shaped.fragments.count == 1
      && shaped.fragments[0].text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || [0x20, 0x2B, 0x2C, 0x2D, 0x2E, 0x25, 0x6B, 0x4D].contains(byte)
      }
  }
}
