import Drawing

/// One SVG element to be: what is drawn, and the attributes its group may hold for it.
///
/// Elements are made twice, once to vote on what the group holds and once to be written, so making one must be cheap:
/// paths are not joined and no text is formed before writing.
struct Element {
  enum Content {
    case path(Path, isStroke: Bool)
    /// A disc; the radius in steps.
    case circle(Point, radius: Int64)
    /// Letters of the viewer's; without `isDescribed`, only their halo, which readers aloud skip.
    case text(TextRun, isDescribed: Bool)
    case outlines(TextRun, Range<Int>)
    case image(ImageMark)
  }

  var content: Content
  var looks = PresentationAttributes()
  /// Applies to the element as a whole, in thousandths.
  var opacity = Markup.one
  var filter: String?
  /// Degrees clockwise about ``pivot``.
  var rotation = 0.0
  var pivot = Point.zero
}

/// The elements of one mark; nearly always one.
struct Elements {
  var first: Element?
  var more: [Element] = []
  /// The opacity of all of them together where they are several, in thousandths.
  var opacity = Markup.one

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { more.append(element) }
  }
}
