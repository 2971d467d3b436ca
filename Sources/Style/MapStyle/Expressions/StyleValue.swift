public import Drawing
public import MapGeometry

/// A value of the style language. Payloads fit 32 bytes, so that scalars and colors are never allocated.
public enum StyleValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number; NaN and infinities can come out of arithmetic.
  case number(Double)
  case string(String)
  case color(Color)
  /// Text in sections that differ in look.
  case formatted(FormattedText)
  case image(ResolvedImage)
  /// Distances from the four edges of a box, in pixels.
  case padding(Padding)
  case numberArray([Double])
  case colorArray([Color])
  /// Anchors with the offset each asks for, in order of preference.
  case variableAnchorOffsets([VariableAnchorOffset])
  case array([StyleValue])
  case object([StyleMember])
  case collator(Collator)
  /// A projection, or a way between two.
  indirect case projection(ProjectionTransition)
}

extension StyleValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: StyleValue...) { self = .array(elements) }
}

/// A member of an object value.
public struct StyleMember: Hashable, Sendable {
  /// The key of the member.
  public let key: String
  /// The value of the member.
  public let value: StyleValue

  /// A member of an object value.
  public init(key: String, value: StyleValue) { (self.key, self.value) = (key, value) }
}

/// Text in sections, as the `format` operator makes it.
public struct FormattedText: Hashable, Sendable {
  /// The vertical alignment of a section on its line.
  public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    case bottom, center, top
  }

  /// A piece of text, or an image in the text, with its look; `nil` leaves the layer's own.
  public struct Section: Hashable, Sendable {
    /// The text; empty where there is an image.
    public var text: String
    /// The image that stands here instead of text.
    public var image: ResolvedImage?
    /// A factor on the text size.
    public var scale: Double?
    /// Font names, joined by commas as styles write them.
    public var fontStack: String?
    /// The color of the letters; `nil` for the layer's.
    public var textColor: Color?
    /// The vertical alignment of the section on its line.
    public var verticalAlignment: VerticalAlignment?

    /// A piece of text or an image.
    public init(
      text: String, image: ResolvedImage? = nil, scale: Double? = nil, fontStack: String? = nil,
      textColor: Color? = nil, verticalAlignment: VerticalAlignment? = nil
    ) {
      (self.text, self.image, self.scale) = (text, image, scale)
      (self.fontStack, self.textColor) = (fontStack, textColor)
      self.verticalAlignment = verticalAlignment
    }
  }

  /// The sections in reading order.
  public var sections: [Section]

  /// Text of sections, each with a format of its own.
  public init(sections: [Section]) { self.sections = sections }

  /// Text in one section without a look of its own.
  public init(_ text: String) { sections = [Section(text: text)] }

  /// The text of all sections, images left out.
  public var text: String {
    switch sections.count {
    case 0: ""
    case 1: sections[0].text
    default: sections.reduce(into: "") { $0 += $1.text }
    }
  }
}

/// The name of an image and whether the style has it.
public struct ResolvedImage: Hashable, Sendable {
  /// The image's name in the sprite or among added images.
  public var name: String
  /// True if the image was available when the expression was evaluated.
  public var isAvailable = false
}

/// An anchor of a label and its offset from the point.
public struct VariableAnchorOffset: Hashable, Sendable {
  /// The part of the label at the point.
  public enum Anchor: String, Hashable, Sendable, CaseIterable {
    case center, left, right, top, bottom
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
  }

  /// The part of the label at the point.
  public var anchor: Anchor
  /// Ems to the right and down.
  public var x, y: Double
}

/// Rules for comparing text.
public struct Collator: Hashable, Sendable {
  /// True if `a` and `A` differ.
  public var isCaseSensitive = false
  /// True if `a` and `á` differ.
  public var isDiacriticSensitive = false
  /// The language asked for, a BCP 47 tag; `nil` for the default.
  public var locale: String?
}

/// A projection, or a way between two.
public struct ProjectionTransition: Hashable, Sendable {
  /// Names of the projections at 0 and at 1.
  public var from, to: String
  /// The progress, `0...1`.
  public var transition: Double
}
