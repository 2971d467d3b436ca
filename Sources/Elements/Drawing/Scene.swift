/// A resolved picture: final colors, positions in points, shaped text.
///
/// Layers are drawn in order, and so are the marks in a layer. A canvas only draws: the same scene gives PNG, SVG
/// and PDF.
public struct Scene: Hashable, Sendable {
  /// The picture's size in points.
  public var size: Size
  /// Upper left corner in the plane of the marks, in points; clips them. Canvases of pixels take whole
  /// pixels.
  public var origin: Point
  /// Pixels per point of pictures of it, above 0.
  public var scale: Double
  /// The points of a file per point of the scene, above 0: its marks are so many times as large on paper.
  public var growth = 1.0
  /// The color beneath everything; `nil` leaves the picture transparent.
  public var background: Color?
  /// The picture's content, for readers who cannot see it (SVG `<title>`, PDF title).
  public var title: String?
  /// The words that files of the picture carry beside ``title``; `nil` for none.
  public var alt: AltText?
  /// The drawn contents, from the bottom up.
  public var layers: [SceneLayer]
  /// Pictures laid upon the layers, in order.
  public var insets: [Inset]

  /// A picture of a size in points.
  public init(
    size: Size, scale: Double = 1, background: Color? = nil, title: String? = nil, layers: [SceneLayer] = [],
    insets: [Inset] = [], origin: Point = .zero
  ) {
    (self.size, self.origin, self.scale, self.background) = (size, origin, scale, background)
    (self.title, self.layers, self.insets) = (title, layers, insets)
  }
}

/// A picture laid upon another one and cut to its own size, such as a frame of a film strip.
public struct Inset: Hashable, Sendable {
  /// The scene, drawn at the scale of the picture that it is laid upon.
  public var scene: Scene
  /// Its upper left corner, in points. Canvases of pixels lay it on the nearest whole pixel.
  public var origin: Point

  /// A picture laid upon another one.
  public init(_ scene: Scene, at origin: Point) { (self.scene, self.origin) = (scene, origin) }
}

/// Marks that belong together: a layer of the style, the debug grid, the decorations.
public struct SceneLayer: Hashable, Sendable {
  /// The style layer's id, or ours; becomes the id of a group in SVG.
  public var id: String
  /// Applies to the layer as a whole: overlapping marks do not shine through each other.
  public var opacity: Double
  /// The drawn contents, from the bottom up.
  public var marks: [DrawItem]

  /// A layer of marks.
  public init(id: String, opacity: Double = 1, marks: [DrawItem] = []) {
    (self.id, self.opacity, self.marks) = (id, opacity, marks)
  }
}

/// One thing drawn, and what it stands for.
public struct DrawItem: Hashable, Sendable {
  /// The shape that is drawn.
  public var shape: Shape
  /// The cluster or single point it stands for, if it stands for one.
  public var subject: MarkDescription?

  /// A mark of one shape.
  public init(_ shape: Shape, subject: MarkDescription? = nil) {
    (self.shape, self.subject) = (shape, subject)
  }
}

extension DrawItem {
  package static func fill(
    _ area: Path, _ color: Color, isWinding: Bool = false, subject: MarkDescription? = nil
  ) -> DrawItem {
    DrawItem(.fill(Fill(area, .color(color), isWinding: isWinding)), subject: subject)
  }

  package static func stroke(
    _ line: Path, _ color: Color, width: Double, cap: Stroke.Cap = .butt, join: Stroke.Join = .miter
  ) -> DrawItem {
    DrawItem(.stroke(Stroke(line, .color(color), width: width, cap: cap, join: join)))
  }
}

/// The data of a mark: written to SVG as `data-id`, `data-count`, `data-members`, `<title>` and `<desc>`.
public struct MarkDescription: Hashable, Sendable {
  /// The cluster's or point's id as text.
  public var id: String
  /// The number of points that it represents.
  public var count: Int
  /// The text that SVG shows over the mark under a pointer.
  public var title: String
  /// More about it, if anything.
  public var details: String?
  /// The ids of the points that it stands for, in input order; empty where they are not listed.
  public var members: [String]

  /// Creates the data of a mark.
  public init(id: String, count: Int, title: String, details: String? = nil, members: [String] = []) {
    (self.id, self.count, self.title, self.details, self.members) = (id, count, title, details, members)
  }
}

/// A shape that can be drawn.
public enum Shape: Hashable, Sendable {
  case fill(Fill)
  case stroke(Stroke)
  case circle(Circle)
  case circles(CircleRun)
  case text(TextRun)
  case image(ImageMark)
}

/// An area and what fills it.
public struct Fill: Hashable, Sendable {
  /// The area's outline; holes by the even-odd rule, or by the winding rule.
  public var path: Path
  /// The paint that fills the outline.
  public var paint: Paint
  /// Smooth edges instead of whole pixels; the winding rule instead of the even-odd rule.
  public var isAntialiased, isWinding: Bool

  /// An area and what fills it.
  public init(_ path: Path, _ paint: Paint, isAntialiased: Bool = true, isWinding: Bool = false) {
    (self.path, self.paint, self.isAntialiased, self.isWinding) = (path, paint, isAntialiased, isWinding)
  }
}

/// The paint of an area or line.
public enum Paint: Hashable, Sendable {
  case color(Color)
  case pattern(Pattern)
  case gradient(Gradient)
}

/// Colors along a straight way; before its first stop and behind its last one they go on.
public struct Gradient: Hashable, Sendable {
  /// A color at an offset.
  public struct Stop: Hashable, Sendable {
    /// 0 at the start, 1 at the end; two stops at one offset are a sharp edge.
    public var offset: Double
    /// The color at the stop.
    public var color: Color

    /// A color at an offset.
    public init(offset: Double, color: Color) { (self.offset, self.color) = (offset, color) }
  }

  /// Both ends of the gradient, in points.
  public var start, end: Point
  /// The colors along the way, their offsets ascending in `0...1`.
  public var stops: [Stop]

  /// Colors along a straight way.
  public init(from start: Point, to end: Point, stops: [Stop]) {
    (self.start, self.end, self.stops) = (start, end, stops)
  }
}

/// A picture repeated in both directions.
public struct Pattern: Hashable, Sendable {
  /// The pixels of one tile, repeated in all directions.
  public var bitmap: Bitmap
  /// The upper left corner of a tile, in points.
  public var origin: Point
  /// A tile's size in points.
  public var size: Size
  /// Degrees clockwise about ``origin``, and opacity, `0...1`.
  public var rotation, opacity: Double

  /// A pattern that repeats a bitmap; its corner and size in points, its turn in degrees clockwise, its opacity `0...1`.
  public init(bitmap: Bitmap, origin: Point = .zero, size: Size, rotation: Double = 0, opacity: Double = 1) {
    (self.bitmap, self.origin, self.size, self.rotation, self.opacity) = (
      bitmap, origin, size, rotation, opacity
    )
  }
}

/// A line: its path and how the pen draws it.
public struct Stroke: Hashable, Sendable {
  /// The form of a line's ends.
  public enum Cap: String, Hashable, Sendable {
    case butt, square, round
  }

  /// The form of the joint of two pieces of a line.
  public enum Join: String, Hashable, Sendable {
    case bevel, miter, round
  }

  /// The path of the pen.
  public var path: Path
  /// The paint of the pen.
  public var paint: Paint
  /// The pen's width in points, at least 0.
  public var width: Double
  /// The form of the ends of lines.
  public var cap: Cap
  /// The form of the joints of lines.
  public var join: Join
  /// Miters longer than this many widths are cut off.
  public var miterLimit: Double
  /// Lengths drawn and left out in turn, in points; empty for a solid line.
  public var dashes: [Double]
  /// The offset into its dashes at which each piece of the path begins, in points, at least 0.
  public var dashPhase: Double

  /// A line of a color and a width in points.
  public init(
    _ path: Path, _ paint: Paint, width: Double, cap: Cap = .butt, join: Join = .miter,
    miterLimit: Double = 2,
    dashes: [Double] = [], dashPhase: Double = 0
  ) {
    (self.path, self.paint, self.width, self.cap) = (path, paint, width, cap)
    (self.join, self.miterLimit, self.dashes, self.dashPhase) = (join, miterLimit, dashes, dashPhase)
  }
}

/// A disc with an optional ring that lies outside its radius.
public struct Circle: Hashable, Sendable {
  /// The disc's middle, in points.
  public var center: Point
  /// Radius of the disc in points, without the ring; `0..<10_000`.
  public var radius: Double
  /// The color of the disc.
  public var fill: Color
  /// Width of the ring in points.
  public var strokeWidth: Double
  /// The color of the ring.
  public var stroke: Color
  /// Share of the outer radius over which the edge fades; 0 is sharp, 1 fades from the middle.
  public var blur: Double

  /// A disc with an optional ring.
  public init(
    center: Point, radius: Double, fill: Color, strokeWidth: Double = 0, stroke: Color = .transparent,
    blur: Double = 0
  ) {
    (self.center, self.radius, self.fill) = (center, radius, fill)
    (self.strokeWidth, self.stroke, self.blur) = (strokeWidth, stroke, blur)
  }
}

/// Discs that differ only in their positions: 16 bytes each.
public struct CircleRun: Hashable, Sendable {
  /// One of them, wherever its middle is.
  public var circle: Circle
  /// The middles, in points.
  public var centers: [Point]

  /// Discs like one disc.
  public init(_ circle: Circle, at centers: [Point]) { (self.circle, self.centers) = (circle, centers) }

  /// The discs one by one.
  public var circles: some Sequence<Circle> {
    centers.lazy.map { center in
      var circle = circle
      circle.center = center
      return circle
    }
  }
}

extension SceneLayer {
  package var singleMarks: [DrawItem] {
    guard marks.contains(where: { if case .circles = $0.shape { true } else { false } }) else { return marks }
    return marks.flatMap { mark -> [DrawItem] in
      guard case .circles(let run) = mark.shape else { return [mark] }
      return run.circles.map { DrawItem(.circle($0), subject: mark.subject) }
    }
  }
}

/// A picture of pixels put into a rectangle.
public struct ImageMark: Hashable, Sendable {
  /// The pixels of the picture.
  public var bitmap: Bitmap
  /// The target rectangle, before the rotation.
  public var rectangle: Rectangle
  /// Degrees clockwise about the rectangle's middle, and opacity, `0...1`.
  public var rotation, opacity: Double
  /// Smooth between pixels, or as squares.
  public var isSmooth: Bool

  /// A picture of pixels.
  public init(
    bitmap: Bitmap, rectangle: Rectangle, rotation: Double = 0, opacity: Double = 1, isSmooth: Bool = true
  ) {
    (self.bitmap, self.rectangle, self.rotation, self.opacity, self.isSmooth) = (
      bitmap, rectangle, rotation, opacity, isSmooth
    )
  }
}
