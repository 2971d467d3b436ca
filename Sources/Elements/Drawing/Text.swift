/// A font: names in order of preference, and a size.
public struct Font: Hashable, Sendable {
  /// Faces in order of preference ("Noto Sans Bold Italic"); the default face if none exists.
  public var names: [String]
  /// The em in points.
  public var size: Double

  /// Weights by the words in names of faces, as in CSS.
  package static let weights: [String: Int] = [
    "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300, "book": 400,
    "regular": 400, "normal": 400, "roman": 400, "medium": 500, "semibold": 600, "demibold": 600, "demi": 600,
    "bold": 700, "extrabold": 800, "ultrabold": 800, "black": 900, "heavy": 900,
  ]

  /// Letters of some faces at a size in points.
  public init(names: [String] = [], size: Double) { (self.names, self.size) = (names, size) }
}

/// Text to be laid out: sections in reading order, and the rules for its lines.
public struct TextRequest: Hashable, Sendable {
  /// Text in one font.
  public struct Section: Hashable, Sendable {
    /// The text; a line feed starts a new line.
    public var text: String
    /// The faces and the size of its letters.
    public var font: Font
    /// Rise, as a share of the height that larger letters leave above: 0 on the baseline, 1 at their top.
    public var rise: Double
    /// Height in points of an image that replaces the text, equally wide blanks; `nil` for text.
    public var imageHeight: Double?

    /// Text in one font.
    public init(text: String, font: Font, rise: Double = 0, imageHeight: Double? = nil) {
      (self.text, self.font, self.rise, self.imageHeight) = (text, font, rise, imageHeight)
    }
  }

  /// The breaking of lines that are too long.
  public enum Breaking: String, Hashable, Sendable {
    case greedy
    /// Balanced by ``LineBreaking``; some lines may be too long.
    case balanced
  }

  /// The sections to lay out, in reading order.
  public var sections: [Section]
  /// Lines longer than this many points are broken between words; `nil` never breaks.
  public var maximumWidth: Double?
  /// The breaking of lines that are too long.
  public var breaking: Breaking
  /// Points from one baseline to the next.
  public var lineHeight: Double
  /// Text size that ``lineHeight`` belongs to; larger text or images raise a line. `nil` if all lines are
  /// equally high.
  public var em: Double?
  /// Points added between letters.
  public var letterSpacing: Double
  /// The alignment of lines of different lengths.
  public var justification: TextRun.Alignment
  /// True if each letter with its marks becomes a fragment of its own, to be placed along a line, without ligatures.
  public var separatesLetters: Bool
  /// True if a shaper that has glyphs sets the text in these, as that of a style, instead of outlines.
  public var takesGlyphs = false

  /// Text to be laid out.
  public init(
    sections: [Section], maximumWidth: Double? = nil, breaking: Breaking = .greedy, lineHeight: Double,
    em: Double? = nil, letterSpacing: Double = 0,
    justification: TextRun.Alignment = .middle, separatesLetters: Bool = false
  ) {
    (self.sections, self.maximumWidth, self.breaking, self.lineHeight) = (
      sections, maximumWidth, breaking, lineHeight
    )
    (self.em, self.letterSpacing, self.justification, self.separatesLetters) = (
      em, letterSpacing, justification, separatesLetters
    )
  }
}

/// Text laid out: fragments placed in a block whose upper left corner is the origin.
public struct ShapedText: Hashable, Sendable {
  /// A piece of one line in one font.
  public struct Fragment: Hashable, Sendable {
    /// Indices of its section in the request, and of its line.
    public var section, line: Int
    /// Its text, in logical order.
    public var text: String
    /// The left end of its baseline, in the block.
    public var origin: Point
    /// Points from its left end to where the next fragment begins.
    public var advance: Double
    /// Its letters' outlines, about ``origin``.
    public var outline: Path
    /// Letters that have no outlines (colour emoji), about ``origin``.
    public var images: [ImageMark]
    /// Glyphs as distance fields instead of outlines, about ``origin``.
    public var glyphs: [GlyphMark] = []

    /// A piece of one line in one font.
    public init(
      section: Int, line: Int, text: String, origin: Point, advance: Double, outline: Path,
      images: [ImageMark] = []
    ) {
      (self.section, self.line, self.text, self.origin) = (section, line, text, origin)
      (self.advance, self.outline, self.images) = (advance, outline, images)
    }
  }

  /// The pieces, line by line.
  public var fragments: [Fragment]
  /// The block: the longest line across, one line height a line down.
  public var size: Size
  /// The smallest rectangle that holds all ink, in the block.
  public var inkBox: Rectangle
  /// Characters that no font at hand can draw, each once, in order of appearance.
  public var missing: [Unicode.Scalar]
  /// The glyphs that are not at hand, each once, in words: `256-511 of Sans Bold`.
  public var missingGlyphs: [String] = []
  /// The reason why the text is outlines though glyphs were asked for, in words; `nil` for none.
  public var outlineReason: String?
  /// A script without spaces whose words nobody found where lines of the text were to end, as "Khmer"; `nil` for none.
  public var scriptWithoutWords: String?

  /// Text that is laid out, in fragments of a font each.
  public init(fragments: [Fragment], size: Size, inkBox: Rectangle, missing: [Unicode.Scalar] = []) {
    (self.fragments, self.size, self.inkBox, self.missing) = (fragments, size, inkBox, missing)
  }
}

/// Why text cannot be laid out; the facts are the library's that failed.
public struct TextShapingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The step that failed, and why, in a few words.
  public let step, reason: String
  /// True if a server did not answer with what the text needs: it is drawn without.
  public var isUnreachable = false

  /// An error of a step that failed, and why.
  public init(step: String, reason: String) { (self.step, self.reason) = (step, reason) }

  /// The error in one line.
  public var description: String { "text cannot be laid out: \(step): \(reason)" }
}

/// Lays text out. A canvas brings one, so that whoever builds a scene can measure text without knowing the canvas.
public protocol TextShaper {
  /// Lays text out.
  ///
  /// Implementations drop what cannot be drawn (control characters, noncharacters) and limit hostile input
  /// (256 characters a section, 4 combining marks a base), so that any string is safe to pass.
  func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText

  /// True if a face of one of these names is available; the default face is used otherwise.
  func hasFace(named names: [String]) throws(TextShapingError) -> Bool
}

extension TextShaper {
  /// True by default.
  ///
  /// - Throws: Nothing.
  public func hasFace(named names: [String]) throws(TextShapingError) -> Bool { true }
}

/// Positioned, colored text.
public struct TextRun: Hashable, Sendable {
  /// A piece of one line in one font and colour.
  public struct Fragment: Hashable, Sendable {
    /// Its text, in logical order.
    public var text: String
    /// The faces and the size of its letters.
    public var font: Font
    /// The color of the letters.
    public var color: Color
    /// The left end of its baseline in the picture, before the run's rotation.
    public var origin: Point
    /// Degrees clockwise about ``origin``, before the run's rotation.
    public var rotation: Double
    /// Points from its left end to its right end.
    public var advance: Double
    /// Its letters' outlines, about ``origin``.
    public var outline: Path
    /// Letters that have no outlines, about ``origin``.
    public var images: [ImageMark]
    /// Glyphs as distance fields instead of outlines, about ``origin``, for pixels only.
    public var glyphs: [GlyphMark] = []

    /// A piece of one line.
    public init(
      text: String, font: Font, color: Color, origin: Point, rotation: Double = 0, advance: Double,
      outline: Path, images: [ImageMark] = []
    ) {
      (self.text, self.font, self.color, self.origin) = (text, font, color, origin)
      (self.rotation, self.advance, self.outline, self.images) = (rotation, advance, outline, images)
    }
  }

  /// The edge of another colour that lifts text off its background.
  public struct Halo: Hashable, Sendable {
    /// The color of the halo.
    public var color: Color
    /// Points beyond the letters, and points over which the outer edge fades.
    public var width, blur: Double

    /// A halo of a color, a width and a blur in points.
    public init(color: Color, width: Double, blur: Double = 0) {
      (self.color, self.width, self.blur) = (color, width, blur)
    }
  }

  /// Alignment of lines, and of a line to its position, if the viewer's letters have other widths.
  public enum Alignment: String, Hashable, Sendable {
    case start, middle, end

    /// Share of a line's free width that precedes it.
    package var share: Double {
      switch self {
      case .start: 0
      case .middle: 0.5
      case .end: 1
      }
    }
  }

  /// The pieces, line by line.
  public var fragments: [Fragment]
  /// The part that keeps its position when the viewer's letters have other widths.
  public var alignment: Alignment
  /// Drawn below all pieces.
  public var halo: Halo?
  /// Points between letters, and degrees clockwise about ``pivot``.
  public var letterSpacing, rotation: Double
  /// The point about which the run is turned.
  public var pivot: Point
  /// 0 is invisible, 1 opaque; applies to letters and halo together.
  public var opacity: Double
  /// True if letters have forms of their own, so that outlines are drawn where others are set as text.
  public var isOutlined = false

  /// Positioned text.
  public init(
    fragments: [Fragment], alignment: Alignment = .middle, halo: Halo? = nil, letterSpacing: Double = 0,
    rotation: Double = 0, pivot: Point = .zero, opacity: Double = 1
  ) {
    (self.fragments, self.alignment, self.halo, self.letterSpacing) = (
      fragments, alignment, halo, letterSpacing
    )
    (self.rotation, self.pivot, self.opacity) = (rotation, pivot, opacity)
  }
  /// Text in one font and color, its block's upper left corner at a point.
  public init(
    _ shaped: ShapedText, at corner: Point, font: Font, color: Color, alignment: Alignment = .start,
    halo: Halo? = nil
  ) {
    let fragments = shaped.fragments.map { piece in
      Fragment(piece, font: font, color: color, at: piece.origin + corner)
    }
    self.init(fragments: fragments, alignment: alignment, halo: halo)
  }
}

extension TextRun {
  package func offset(by vector: Point) -> TextRun {
    var run = self
    run.pivot = pivot + vector
    for index in run.fragments.indices { run.fragments[index].origin = run.fragments[index].origin + vector }
    return run
  }
}
