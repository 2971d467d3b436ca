import Drawing
import MapContent
import MapStyle

extension TextTransform {
  func applied(to text: String) -> String {
    switch self {
    case .none: text
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    }
  }
}

extension TextJustification {
  /// `auto` is toward the anchor.
  func resolved(for anchor: LabelAnchor) -> TextRun.Alignment {
    switch self {
    case .left: .start
    case .center: .middle
    case .right: .end
    case .auto:
      switch anchor.direction.x {
      case 1: .start
      case -1: .end
      default: .middle
      }
    }
  }
}

extension LabelAnchor {
  /// The direction of the text from its point: 1 is right or down, -1 left or up.
  var direction: Point {
    switch self {
    case .center: Point(x: 0, y: 0)
    case .left: Point(x: 1, y: 0)
    case .right: Point(x: -1, y: 0)
    case .top: Point(x: 0, y: 1)
    case .bottom: Point(x: 0, y: -1)
    case .topLeft: Point(x: 1, y: 1)
    case .topRight: Point(x: -1, y: 1)
    case .bottomLeft: Point(x: 1, y: -1)
    case .bottomRight: Point(x: -1, y: -1)
    }
  }

  /// A distance away from the point; corners lie on the circle, as the specification says.
  func away(_ distance: Double) -> Point {
    let direction = direction
    let share = direction.x != 0 && direction.y != 0 ? 0.5.squareRoot() : 1
    return Point(x: direction.x * distance * share, y: direction.y * distance * share)
  }

  /// An offset in ems of a label that keeps off its point, which counts from the letters' own top and bottom: 7/24 em
  /// nearer than the line's.
  func nearer(_ offset: Point) -> Point { Point(x: offset.x, y: offset.y - direction.y * 7 / 24) }

  /// An offset's sizes, turned away from the point.
  func away(along offset: Point) -> Point {
    Point(x: direction.x * abs(offset.x), y: direction.y * abs(offset.y))
  }
}

extension FormattedText.Section {
  /// The height of the section above its line, as a share of the room that larger letters leave it.
  var rise: Double {
    switch verticalAlignment {
    case .top: 1
    case .center: 0.5
    case .bottom, nil: 0
    }
  }

  /// Its faces in order of preference; `nil` where the layer's own are taken.
  var fontNames: [String]? {
    fontStack.map { stack in stack.split(separator: ",").map { String($0.drop { $0 == " " }) } }
  }
}

/// The properties that the texts and the icons of a layer have alike.
struct SymbolPart {
  let size, rotation, opacity, haloWidth, haloBlur: BoundProperty<Double>
  let anchor: BoundProperty<LabelAnchor>
  let offset: BoundProperty<Point>
  let alignment: BoundProperty<RotationAlignment>
  let color, haloColor: BoundProperty<Color>
  private let translate: BoundProperty<Point>
  private let translateAnchor: BoundProperty<RotationAlignment>
  private let allowsOverlap, ignoresPlacement, isOptional: BoundProperty<Bool>
  private let overlap: BoundProperty<Overlap?>

  /// Those of texts.
  init(textsOf layer: ResolvedLayer) {
    (size, color, opacity) = layer.properties(.textSize, .textColor, .textOpacity)
    (haloColor, haloWidth, haloBlur) = layer.properties(.textHaloColor, .textHaloWidth, .textHaloBlur)
    (anchor, offset) = layer.properties(.textAnchor, .textOffset)
    (rotation, alignment) = layer.properties(.textRotate, .textRotationAlignment)
    (translate, translateAnchor) = layer.properties(.textTranslate, .textTranslateAnchor)
    (allowsOverlap, overlap) = layer.properties(.textAllowOverlap, .textOverlap)
    (ignoresPlacement, isOptional) = layer.properties(.textIgnorePlacement, .textOptional)
  }

  /// Those of icons.
  init(iconsOf layer: ResolvedLayer) {
    (size, color, opacity) = layer.properties(.iconSize, .iconColor, .iconOpacity)
    (haloColor, haloWidth, haloBlur) = layer.properties(.iconHaloColor, .iconHaloWidth, .iconHaloBlur)
    (anchor, offset) = layer.properties(.iconAnchor, .iconOffset)
    (rotation, alignment) = layer.properties(.iconRotate, .iconRotationAlignment)
    (translate, translateAnchor) = layer.properties(.iconTranslate, .iconTranslateAnchor)
    (allowsOverlap, overlap) = layer.properties(.iconAllowOverlap, .iconOverlap)
    (ignoresPlacement, isOptional) = layer.properties(.iconIgnorePlacement, .iconOptional)
  }

  /// The translation as a way in the picture.
  func way(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> Point {
    drawing.way(translate, translateAnchor, in: context)
  }

  func rules(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> Label.Rules {
    let allows = drawing.value(allowsOverlap, in: context)
    return Label.Rules(
      overlap: drawing.value(overlap, in: context) ?? (allows ? .always : .never),
      ignoresPlacement: drawing.value(ignoresPlacement, in: context),
      isOptional: drawing.value(isOptional, in: context))
  }
}
